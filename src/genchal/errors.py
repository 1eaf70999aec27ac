"""The tree of errors.

    GenchalError
    ├── UserError            the user can fix it: one line with a remedy, exit code 2
    │   ├── InvalidInput     a file, a setting or a form is not as it should be
    │   ├── UnknownName      a name that nothing is registered under; suggests near ones
    │   ├── NotFound         a file, data set or page that is not there
    │   ├── Conflict         something that was right once, and has been overtaken
    │   ├── NeedsExtra       an optional dependency is not installed
    │   └── Problems         several of the above at once, a line each
    └── everything else      our bug: traceback, exit code 1

Libraries raise; only ``cli/`` and ``web/`` print and exit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

G = TypeVar("G")
T = TypeVar("T")

LONGEST = 500  # characters of a problem or a remedy


class GenchalError(Exception):
    """Everything genchal raises on purpose."""


class UserError(GenchalError):
    """Something the user can fix; cannot be raised without saying how."""

    def __init__(self, problem: str, remedy: str, *, key: str = "") -> None:
        self.problem = one_line(problem)
        self.remedy = one_line(remedy)
        self.key = key  # of the message that raters read in the language of their study
        super().__init__(self.problem, self.remedy)

    def __str__(self) -> str:
        return f"{self.problem.rstrip('.')}. {self.remedy}"

    def lines(self) -> list[str]:
        """One line per problem."""
        return [str(self)]

    def at(self, where: str) -> InvalidInput:
        """The same problem with its place in front: a file, and perhaps a line."""
        return InvalidInput(f"{where}: {self.problem}", self.remedy)


class InvalidInput(UserError):
    """A file, a setting or a form is not as it should be."""


class NotFound(UserError):
    """A file or data set that is not there."""


class Conflict(UserError):
    """Something that was valid, but has been overtaken by later events."""


class UnknownName(UserError):
    """A name that nothing is registered under."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        choices = sorted(known)
        super().__init__(f"unknown {kind} '{name}'", suggestion(name, choices))
        self.name = name

    def __reduce__(self) -> tuple[type[UserError], tuple[str, str]]:
        return (UserError, (self.problem, self.remedy))  # crosses process borders without the list of names


class NeedsExtra(UserError):
    """An optional dependency is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an optional package", f"Install it with: pip install 'genchal[{extra}]'")


class Problems(UserError):
    """Several problems found in one pass, so that they can be fixed in one pass."""

    SHOWN = 20

    def __init__(self, problems: Sequence[UserError]) -> None:
        first = problems[0]
        super().__init__(first.problem, first.remedy)
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """One line per problem, the first twenty of them."""
        lines = [line for problem in self.problems for line in problem.lines()]
        if len(lines) <= self.SHOWN:
            return lines
        return [*lines[: self.SHOWN], f"and {counted(len(lines) - self.SHOWN, 'more problem')} in this file."]


def one_line(text: str) -> str:
    """Make a message fit for one line of a terminal, whatever a file may have put into it."""
    if not text.isprintable():
        text = "".join(
            char if char.isprintable() else char.encode("unicode_escape").decode() for char in text[:LONGEST]
        )
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 100]} ... {text[-90:]}"


def suggestion(name: str, choices: Sequence[str]) -> str:
    """Suggest the nearest known name for an unknown one, or list all of them."""
    from difflib import get_close_matches  # rarely needed, and slow to load

    lowered = {choice.lower(): choice for choice in choices}
    near = get_close_matches(name.lower()[:100], lowered, n=1, cutoff=0.6)
    if near:
        return f"Did you mean '{lowered[near[0]]}'?"
    return f"Known: {', '.join(choices)}." if choices else "There are none."


def counted(number: int, noun: str) -> str:
    """Write "1 output", "2 outputs", "3 copies"."""
    many = f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeiou" else f"{noun}s"
    return f"{number:,} {noun if number == 1 else many}"


def list_some(names: Sequence[str], most: int = 5) -> str:
    """Write the first few names, and how many more there are: "a, b and 3 more"."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def check_known(kind: str, names: Iterable[str], known: Collection[str]) -> None:
    """Refuse names that are not known."""
    for name in names:
        if name not in known:
            raise UnknownName(kind, name, known)


def find_known(kind: str, name: str | tuple[str, ...], known: Mapping[Any, T]) -> T:
    """Look up what a name, or several together, stand for."""
    named = {", ".join([key] if isinstance(key, str) else key): found for key, found in known.items()}
    whole = name if isinstance(name, str) else ", ".join(name)
    check_known(kind, [whole], named)
    return named[whole]


def raise_all(problems: Sequence[UserError]) -> None:
    """Raise what was found: nothing, the one problem itself, or all of them together."""
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise Problems(problems)


def parse_all(parse: Callable[[G], T], given: Iterable[G]) -> list[T]:
    """Parse one after the other; whatever is wrong with any of them is raised at the end, all at once."""
    parsed: list[T] = []
    problems: list[UserError] = []
    for entry in given:
        try:
            parsed.append(parse(entry))
        except UserError as problem:
            problems.append(problem)
    raise_all(problems)
    return parsed


@contextmanager
def name_place_of_errors(where: str) -> Iterator[None]:
    """Say of every problem where it is: "study 'quality': a scale of 1 points"."""
    try:
        yield
    except UserError as error:
        raise error.at(where) from None
