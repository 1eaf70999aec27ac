"""A setting is declared once, as a field of a frozen dataclass; everything else is derived from it.

::

    @dataclass(frozen=True, slots=True)
    class Comparing:
        test: Test = setting("bootstrap", "What is tested.")                       # Literal: the choices
        all_pairs: bool = setting(False, "Compare every system with every other.")  # a flag
        resamples: int | None = setting(None, "Bootstrap resamples; default: 1000.", low=0)
        confidence: float = setting(0.95, "Confidence level of the intervals.", low=0.5, high=0.999)

        def __post_init__(self) -> None:
            check_choices(self)

From this come the Python keywords (`Comparing(confidence=0.9)`), the options of a command
(`genchal.cli._options.options_of(Comparing)`), settings that people write, such as ``bleu:case=lower`` and keys of
campaign.toml (`configure`), and the reference pages (`described_settings`). Ranges are checked where people write:
options and `configure`. Choices are checked in Python, too, where `__post_init__` calls `check_choices`.

Fields that are declared without `setting` are settings as well, without doc and range; those whose names begin with an
underscore are not.
"""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from genchal.errors import InvalidInput, check_known, suggestion

T = TypeVar("T")
YES_NO = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
REQUIRED = dataclasses.MISSING


@dataclasses.dataclass(frozen=True, slots=True)
class Setting:
    """What is known about a field.

    `kind` is bool, int, float, str or Path: of the members where the setting is `repeated`, of the value where it is
    `optional`, that is, may be None. Numbers lie between `low` and `high`, `open_low` leaves `low` itself out.
    `option` are the names of the command-line option where they do not follow from the field's, `metavar` stands for
    its value in the help.
    """

    name: str
    kind: Any
    default: Any
    doc: str = ""
    low: float | None = None
    high: float | None = None
    open_low: bool = False
    choices: tuple[str, ...] = ()
    option: str | None = None
    metavar: str | None = None
    repeated: bool = False
    optional: bool = False

    @property
    def range(self) -> str:
        """What numbers are allowed, in words; empty where all are."""
        if self.low is not None and self.high is not None:
            return (
                f"{'above' if self.open_low else 'from'} {self.low:g} {'up ' if self.open_low else ''}to {self.high:g}"
            )
        if self.low is not None:
            return f"above {self.low:g}" if self.open_low else f"{self.low:g} or more"
        return "" if self.high is None else f"{self.high:g} or less"

    def allows(self, number: float) -> bool:
        """Whether a number is in the range."""
        above = self.low is None or (number > self.low if self.open_low else number >= self.low)
        return above and (self.high is None or number <= self.high)


def setting(
    default: Any,
    doc: str,
    *,
    low: float | None = None,
    high: float | None = None,
    open_low: bool = False,
    choices: tuple[str, ...] = (),
    option: str | None = None,
    metavar: str | None = None,
    example: str = "",
) -> Any:
    """Declare a field with all that is to be known about it; `default` may be REQUIRED.

    `choices` are needed only where the type is not a Literal. `option` is "-j, --jobs", or "--on/--off" for a flag.
    `example` is a value as it stands in a campaign file.
    """
    more = {"low": low, "high": high, "open_low": open_low, "choices": choices, "option": option, "metavar": metavar}
    return dataclasses.field(default=default, metadata={"setting": {"doc": doc, **more}, "example": example})


def described_settings(target: type) -> tuple[Setting, ...]:
    """Describe the settings of a dataclass, in the order of its fields."""
    hints = get_type_hints(target)
    return tuple(
        _described(field, hints[field.name]) for field in dataclasses.fields(target) if not field.name.startswith("_")
    )


def find_examples(target: type) -> dict[str, str]:
    """Values of the settings of a dataclass as they stand in a campaign file, by name; those that are declared."""
    return {field.name: text for field in dataclasses.fields(target) if (text := field.metadata.get("example", ""))}


def check_choices(made: Any) -> None:
    """Refuse values that are none of their setting's choices."""
    for known in described_settings(type(made)):
        value = getattr(made, known.name)
        if known.choices and value is not None:
            name = known.name.removesuffix("s") if known.repeated else known.name
            check_known(name.replace("_", " "), map(str, value if known.repeated else (value,)), known.choices)


def settings_of(target: type) -> dict[str, Any]:
    """Names of the settings with their types: the fields of the dataclass that do not start with an underscore."""
    hints = get_type_hints(target)
    return {field.name: hints[field.name] for field in dataclasses.fields(target) if not field.name.startswith("_")}


def configure(target: type[T], settings: Mapping[str, object], what: str) -> T:
    """Make a `target` from settings; `what` names it in errors ("metric 'bleu'")."""
    known = {known.name: known for known in described_settings(target)}
    values = {}
    for name, value in settings.items():
        if name not in known:
            raise InvalidInput(f"{what} has no setting '{name}'", suggestion(name, list(known)))
        values[name] = _converted(value, known[name], f"setting '{name}' of {what}")
    made = target(**values)
    check = getattr(made, "check", None)
    if check is not None:
        check()
    return made


def split_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Names that people may separate by commas, as in ``name,near``."""
    return tuple(name.strip() for text in texts for name in text.split(",") if name.strip())


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Read a TOML document; `source` names it in errors."""
    import tomllib  # costs milliseconds

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{source}: not valid TOML ({error})", "Fix that place in the file.") from None
    except RecursionError:
        raise InvalidInput(f"{source}: nested too deeply", "Use tables and lists of one level only.") from None


def described(value: object) -> str:
    """Write a setting's value the way signatures show it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.12g}"
    return str(value)


def _described(field: dataclasses.Field[Any], kind: Any) -> Setting:
    optional = repeated = False
    if get_origin(kind) in (Union, types.UnionType):
        optional = type(None) in get_args(kind)
        kind = next(option for option in get_args(kind) if option is not type(None))
    if get_origin(kind) is tuple:
        repeated, kind = True, get_args(kind)[0]
    known = dict(field.metadata.get("setting", {}))
    if get_origin(kind) is Literal:
        known["choices"], kind = known.get("choices") or get_args(kind), str
    default = field.default if field.default_factory is dataclasses.MISSING else field.default_factory()
    return Setting(field.name, kind, default, repeated=repeated, optional=optional, **known)


def _converted(value: object, known: Setting, what: str) -> object:
    if value is None and known.optional:
        return None
    if known.repeated:
        members = value if isinstance(value, list | tuple) else str(value).split(",")
        return tuple(_member(member, known, what) for member in members)
    return _member(value, known, what)


def _member(value: object, known: Setting, what: str) -> object:
    if known.choices:
        if str(value) not in known.choices:
            raise InvalidInput(f"{what} cannot be '{value}'", suggestion(str(value), list(known.choices)))
        return str(value)
    if known.kind is bool:
        answer = value if isinstance(value, bool) else YES_NO.get(str(value).lower())
        if answer is None:
            raise InvalidInput(f"{what} cannot be '{value}'", "Write yes or no.")
        return answer
    if known.kind in (int, float):
        return _number(value, known, what)
    return Path(str(value)) if known.kind is Path else str(value)


def _number(value: object, known: Setting, what: str) -> float:
    try:
        number: float = known.kind(str(value))
    except ValueError:
        number = math.nan
    if isinstance(value, bool) or not math.isfinite(number):
        kind = "whole " if known.kind is int else ""
        raise InvalidInput(f"{what} cannot be '{value}'", f"Write a {kind}number.") from None
    if not known.allows(number):
        raise InvalidInput(f"{what} cannot be {value}", f"Write a number {known.range}.")
    return number
