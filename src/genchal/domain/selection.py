"""Which judgements of a file count, and what is said of those that do not."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace

from genchal.domain.columns import RATING_COLUMNS_DOC, SYSTEMS_DOC
from genchal.domain.results.table import Column, Table
from genchal.domain.settings import setting
from genchal.errors import counted

LINES_SHOWN = 5  # lines of what was set aside that a sentence names
FILE = 1 << 40  # lines that a file can have at most, where several are read


@dataclass(frozen=True, slots=True)
class SetAside:
    """Ratings of a file that do not count, and why; `lines` say where they stand, one for each of them, where known.

    With several files a line is written as (number of the file) x FILE + line, and `files` names the files. `criteria`
    are those of the ratings, one for each of them, where known.
    """

    reason: str
    count: int
    lines: tuple[int, ...] = ()
    files: tuple[str, ...] = ()
    criteria: tuple[str, ...] = field(default=(), compare=False)

    def take_criteria(self, wanted: Collection[str]) -> SetAside | None:
        """What is of these criteria, or may be; None if nothing is."""
        if not self.criteria:
            return self
        places = [place for place, criterion in enumerate(self.criteria) if not criterion or criterion in wanted]
        lines = tuple(self.lines[place] for place in places) if self.lines else ()
        criteria = tuple(self.criteria[place] for place in places)
        return replace(self, count=len(places), lines=lines, criteria=criteria) if places else None

    def sentence(self) -> str:
        """Such as "3 ratings set aside: the value is not a number (lines 4, 9 and 12)"."""
        places = [self.name_place(line) for line in dict.fromkeys(self.lines)]
        where = ""
        if len(places) > LINES_SHOWN:
            where = f" (lines {', '.join(places[:LINES_SHOWN])} ...)"
        elif places:
            *some, last = places
            joined = f"{', '.join(some)} and {last}" if some else last
            where = f" (line{'s' if some else ''} {joined})"
        return f"{counted(self.count, 'rating')} set aside: {self.reason}{where}"

    def name_place(self, line: int) -> str:
        """The line, with its file where there are several."""
        number, line = divmod(line, FILE)
        return f"{line} of {self.files[number]}" if self.files else str(line)

    def payload(self) -> dict[str, object]:
        """What --json prints: lines as numbers, or with their files where there are several."""
        lines = [self.name_place(line) for line in self.lines] if self.files else self.lines
        return {"reason": self.reason, "count": self.count, "lines": lines}

    def shorten(self) -> SetAside:
        """The same with the first lines only, for results that do not list all of them.

        One more is kept than a sentence names, so that the sentence can say that there are more.
        """
        return replace(self, lines=tuple(dict.fromkeys(self.lines))[: LINES_SHOWN + 1], criteria=())


def count_raters(raters: int | None) -> str:
    """Such as "12 raters"; None is what a file that names no raters has."""
    return "raters who are not named" if raters is None else counted(raters, "rater")


def sign_raters(raters: int | None) -> str:
    """The same in a signature."""
    return f"raters:{'unknown' if raters is None else raters}"


def list_set_aside(set_aside: Iterable[SetAside]) -> Table:
    """A row for every rating that does not count: where it stands, and why it does not."""
    rows = [
        (aside.name_place(line) if line is not None else "", aside.reason)
        for aside in set_aside
        for line in (aside.lines or (None,) * aside.count)
    ]
    return Table("Ratings set aside", (Column("line"), Column("reason")), tuple(rows), label="set-aside")


def write_caveats(
    warnings: Iterable[str], set_aside: Iterable[SetAside], quality_control: str | None = None
) -> Iterator[str]:
    """Write the sentences below a result: when not to trust it, what was not used, how quality control went."""
    yield from (f"Warning: {warning}." for warning in warnings)
    yield from (f"{aside.sentence()}." for aside in set_aside)
    if quality_control:
        yield quality_control


@dataclass(frozen=True, slots=True)
class RatingsSelection:
    """How a file of ratings is read, and which of its judgements count."""

    layout: str | None = setting(
        None,
        "Layout of the ratings, named after the tool that writes it: long, arena, appraise ... Detected if omitted.",
    )
    columns: str = setting("", RATING_COLUMNS_DOC, metavar="ROLE=COLUMN,...")
    systems: str = setting("", SYSTEMS_DOC, metavar="NAMES")
    quality_control: bool = setting(
        False, "Test raters on repeats, damaged copies and references; set aside those who fail, with reasons."
    )
    leave_out: tuple[str, ...] = setting((), "Leave out this system, such as HUMAN. May be repeated.")
    why: bool = setting(False, "List every rating that does not count, with its line and the reason.")


def list_of_criteria(set_aside: Iterable[SetAside], wanted: Collection[str]) -> tuple[SetAside, ...]:
    """What was set aside of these criteria, or may be of them."""
    own = (aside.take_criteria(wanted) for aside in set_aside)
    return tuple(aside for aside in own if aside is not None)
