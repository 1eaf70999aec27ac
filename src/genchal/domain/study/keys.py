"""Keys of `[[study]]` to a StudyDesign: types are checked, other keys are settings of the method."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from datetime import date
from difflib import get_close_matches
from typing import Any

from genchal.domain.settings import Setting, configure
from genchal.domain.study.design import (
    AttentionCheck,
    Control,
    Eligibility,
    PracticeText,
    Selection,
    StudyDesign,
    Wording,
    list_settings,
)
from genchal.domain.study.platform import Codes, Platform
from genchal.errors import InvalidInput, name_place_of_errors, suggestion

KEYS = tuple(name for name in list_settings(StudyDesign) if name != "settings")
_PARTS: dict[str, type[Control | Codes]] = {"control": Control, "codes": Codes}
_HIGHEST = 1e9
_ASKED = tuple(list_settings(Wording))  # what may be said otherwise of a criterion


def parse_design(keys: Mapping[str, object], where: str = "[[study]]") -> StudyDesign:
    """Make a design from keys as campaign.toml has them, a preset already filled in; names are not looked up here."""
    name = str(keys.get("name", ""))
    where = f"{where} '{name}'" if name else where
    for needed in ("name", "method"):
        if needed not in keys:
            near = get_close_matches(needed, [key for key in keys if key not in KEYS], 1)
            raise InvalidInput(
                f"{where} has no {needed}",
                f"Did you mean {needed} by '{near[0]}'?" if near else f'Add {needed} = "...".',
            )
    known = {key: _converted(key, value, where) for key, value in keys.items() if key in KEYS}
    settings = {key: value for key, value in keys.items() if key not in KEYS}
    design = StudyDesign(**known, settings=settings)
    design.check()
    return design


def write_keys(design: StudyDesign) -> dict[str, object]:
    """The keys that make this design again; what is as it would be without a key is left out."""
    plain = dataclasses.asdict(design)
    usual = dataclasses.asdict(StudyDesign(design.name, design.method))
    settings = plain.pop("settings")
    kept = {key: value for key, value in plain.items() if key in ("name", "method") or value != usual[key]}
    return {**kept, **settings}


def _converted(key: str, value: object, where: str) -> Any:
    what = f"{where}: '{key}'"
    if key == "instances":
        if not isinstance(value, str | Mapping):
            raise InvalidInput(f"{what} cannot be '{value}'", 'Write {choose = "first", count = 100}, or "all".')
        return _part(Selection, {"choose": value} if isinstance(value, str) else value, key, where)
    if key == "erase_on" and isinstance(value, date):
        return value.isoformat()
    if key in _PARTS:
        return _part(_PARTS[key], _table(value, what), key, where)
    if key == "platform":
        return _platform(value, what)
    if key == "attention":
        return tuple(AttentionCheck(*_pair(check, ("text", "expected"), what)) for check in _list(value, what))
    if key == "practice_texts":
        return tuple(_practice_text(text, what) for text in _list(value, what))
    if key == "questions":
        return {
            criterion: _question(words, f"{what} of '{criterion}'") for criterion, words in _table(value, what).items()
        }
    if key == "conditions":
        return {condition: _number(share, what) for condition, share in _table(value, what).items()}
    if key == "eligibility":
        return tuple(_eligibility(question, what) for question in _list(value, what))
    if key in ("criteria", "systems", "between"):
        return tuple(_text(text, what) for text in _list(value, what))
    return _plain(value, list_settings(StudyDesign)[key], what)


def _part(kind: type[Selection | Control | Codes], value: Mapping[str, object], key: str, where: str) -> Any:
    with name_place_of_errors(where):
        return configure(kind, value, key)


def _plain(value: object, known: Setting, what: str) -> object:
    """Check a single value against the type of its field."""
    if known.choices and value not in known.choices:
        raise InvalidInput(f"{what} cannot be '{value}'", suggestion(str(value), known.choices))
    if known.kind is bool and not isinstance(value, bool):
        raise InvalidInput(f"{what} cannot be '{value}'", "Write true or false.")
    if known.kind is int and (not isinstance(value, int) or isinstance(value, bool)):
        raise InvalidInput(f"{what} cannot be '{value}'", "Write a whole number.")
    if known.kind is float:
        return _number(value, what)
    return _text(value, what) if known.kind is str else value


def _question(words: object, what: str) -> dict[str, str]:
    found = {key: _text(text, what) for key, text in _table(words, what).items()}
    for key in found:
        if key not in _ASKED:
            raise InvalidInput(f"{what} has an unknown key '{key}'", suggestion(key, _ASKED))
    return found


def _platform(value: object, what: str) -> Platform:
    table = dict(_table(value, what))
    keep = tuple(_text(parameter, what) for parameter in _list(table.pop("keep", []), what))
    others = {key: _text(value, what) for key in ("returns", "pattern", "signed") if (value := table.pop(key, ""))}
    name, parameter = _pair(table, ("name", "id"), what)
    return Platform(name, parameter, keep, **others)


def _pair(value: object, keys: tuple[str, str], what: str) -> tuple[str, str]:
    """The texts of a table that has just these two keys."""
    table = _table(value, what)
    wrong = set(keys) ^ set(table)
    if wrong:
        raise InvalidInput(f"{what}: '{min(wrong)}' is missing or unknown", f"Give each {' and '.join(keys)}.")
    return _text(table[keys[0]], what), _text(table[keys[1]], what)


def _practice_text(value: object, what: str) -> PracticeText:
    table = {key: content for key, content in _table(value, what).items() if content != ""}
    known = list_settings(PracticeText)
    for key in table:
        if key not in known:
            raise InvalidInput(f"{what} has an unknown key '{key}'", suggestion(key, list(known)))
    for needed in ("instance", "feedback"):
        if needed not in table:
            raise InvalidInput(f"{what}: '{needed}' is missing", "Give each text its instance and feedback.")
    return PracticeText(**{key: _text(content, what) for key, content in table.items()})


def _eligibility(value: object, what: str) -> Eligibility:
    table = _table(value, what)
    wrong = {"question", "options", "passing"} ^ set(table)
    if wrong:
        raise InvalidInput(f"{what}: '{min(wrong)}' is missing or unknown", "Give each question, options and passing.")
    options, passing = (tuple(_text(text, what) for text in _list(table[key], what)) for key in ("options", "passing"))
    return Eligibility(_text(table["question"], what), options, passing)


def _table(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise InvalidInput(f"{what} cannot be '{value}'", "Write a table: {key = value}.")
    return {str(key): content for key, content in value.items()}


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list | tuple):
        raise InvalidInput(f"{what} cannot be '{value}'", "Write a list: [...].")
    return list(value)


def _text(value: object, what: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(f"{what} cannot be '{value}'", "Write a text in quotes.")
    return value


def _number(value: object, what: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not -math.inf < value < math.inf:
        raise InvalidInput(f"{what} cannot be '{value}'", "Write a number.")
    if abs(value) >= _HIGHEST:
        raise InvalidInput(f"{what} cannot be {value:g}", "Write a number below 1,000,000,000.")
    return float(value)
