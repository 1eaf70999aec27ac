"""Settings that people write (``bleu:case=lower``, keys of campaign.toml) to dataclass fields, checked."""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from genchal.errors import InvalidInput, suggestion

T = TypeVar("T")
YES_NO = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def settings_of(target: type) -> dict[str, Any]:
    """Names of the settings with their types: the fields of the dataclass that do not start with an underscore."""
    hints = get_type_hints(target)
    return {field.name: hints[field.name] for field in dataclasses.fields(target) if not field.name.startswith("_")}


def configure(target: type[T], settings: Mapping[str, object], what: str) -> T:
    """Make a `target` from settings; `what` names it in errors ("metric 'bleu'")."""
    known = settings_of(target)
    values = {}
    for name, value in settings.items():
        if name not in known:
            raise InvalidInput(f"{what} has no setting '{name}'", suggestion(name, list(known)))
        values[name] = _convert(value, known[name], f"setting '{name}' of {what}")
    made = target(**values)
    check = getattr(made, "check", None)
    if check is not None:
        check()
    return made


def described(value: object) -> str:
    """Write a setting's value the way signatures show it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.12g}"
    return str(value)


def _convert(value: object, kind: Any, what: str) -> object:
    if get_origin(kind) in (Union, types.UnionType):
        if value is None:
            return None
        kind = next(option for option in get_args(kind) if option is not type(None))
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if str(value) not in choices:
            raise InvalidInput(f"{what} cannot be '{value}'", suggestion(str(value), list(choices)))
        return str(value)
    if kind is bool:
        answer = value if isinstance(value, bool) else YES_NO.get(str(value).lower())
        if answer is None:
            raise InvalidInput(f"{what} cannot be '{value}'", "Write yes or no.")
        return answer
    if kind in (int, float):
        try:
            number = kind(str(value))
        except ValueError:
            number = math.nan
        if isinstance(value, bool) or not math.isfinite(number):
            raise InvalidInput(
                f"{what} cannot be '{value}'", f"Write a {'whole ' if kind is int else ''}number."
            ) from None
        return number
    return str(value)
