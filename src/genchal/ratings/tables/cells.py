"""Cells that hold a value in more than one way: numbers, labelled points of a scale, yes and no."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genchal.ratings.layout import parse_numbers
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray

# A point of a scale with its label: "5 - very good", "5: very good", "5 (very good)", "5 = very good".
_POINT = re.compile(r"(-?\d{1,3}(?:\.\d{1,3})?)\s*(?:[-–—:=.]|(?=\())\s*(\(?[^\W\d_].*)", re.DOTALL)
# The same the other way round: "very good (5)".
_POINT_LAST = re.compile(r"([^\W\d_].*?)\s*\((-?\d{1,3}(?:\.\d{1,3})?)\)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")
# What the ends of a scale are called where 1 is the best: "1 - excellent" to "5 - poor".
GOOD = frozenset({"good", "excellent", "perfect", "great", "outstanding", "best"})
BAD = frozenset({"bad", "poor", "terrible", "awful", "horrible", "unacceptable", "worst"})
NOT = frozenset({"not", "no", "never"})
_DECIMAL_COMMA = re.compile(r"-?\d{1,3},\d{1,2}")  # 3,5; three digits may be thousands
_NUMBER = re.compile(r"-?\d{1,3}(?:\.\d+)?")
# What spreadsheets make of 3/5 and 4/5, in their own words or as programs read them from there.
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATE = re.compile(
    rf"\d{{1,2}}[-/. ]{{1,2}}{_MONTH}(?:[-/. ]\d{{2,4}})?|{_MONTH}[-/ ]\d{{1,4}}"
    r"|\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+)?|\d{1,2}([./])\d{1,2}\1(?:\d{2}|\d{4})",
    re.IGNORECASE,
)
YES_NO = ({"yes": 1.0, "no": 0.0}, {"true": 1.0, "false": 0.0}, {"y": 1.0, "n": 0.0})
NOTHING = frozenset({"", "na", "n/a", "nan", "none", "null", "-"})  # cells that say that there is no value


@dataclass(frozen=True, eq=False)
class ParsedValues:
    """A column of values: numbers, NaN where there is none, what is wrong with these, and what was made of the rest."""

    value: FloatArray
    doubtful: list[tuple[str, NDArray[np.bool_]]]
    note: str = ""


def parse_values(labels: Labels) -> ParsedValues:
    """Cells as numbers. Where all cells are points of a labelled scale, or all yes or no, they are numbers, too."""
    value, doubtful = parse_numbers(labels)
    used = np.bincount(labels.codes, minlength=len(labels.names)) > 0
    texts = [name for name, is_used in zip(labels.names, used, strict=True) if is_used and name.lower() not in NOTHING]
    if not texts or not np.isnan(value).any():
        return ParsedValues(value, doubtful)
    for parse in (_parse_points, _parse_answers, _parse_decimal_commas):
        found = parse(texts)
        if found is not None:
            numbers, note = found
            value = np.array([numbers.get(name, np.nan) for name in labels.names])[labels.codes]
            empty = doubtful[0][1]
            wrong = np.isnan(value) & ~empty
            return ParsedValues(value, [("the value is empty", empty), ("the value is not a number", wrong)], note)
    return ParsedValues(value, doubtful)


def parse_values_of_criteria(labels: Labels, criterion: Labels) -> ParsedValues:
    """The same criterion by criterion, where a column cannot be read as a whole: one may be yes or no, another not."""
    whole = parse_values(labels)
    used = np.unique(criterion.codes)
    if len(used) < 2 or not whole.doubtful[1][1].any():
        return whole
    value, (empty, wrong) = np.full(len(labels), np.nan), np.zeros((2, len(labels)), dtype=bool)
    order = np.argsort(criterion.codes, kind="stable")
    notes = []
    for rows in np.split(order, np.searchsorted(criterion.codes[order], used[1:])):
        own = parse_values(labels.take(rows))
        value[rows], empty[rows], wrong[rows] = own.value, own.doubtful[0][1], own.doubtful[1][1]
        notes += [f"{criterion.names[criterion.codes[rows[0]]]}: {own.note}"] if own.note else []
    return ParsedValues(value, [("the value is empty", empty), ("the value is not a number", wrong)], "; ".join(notes))


def find_date(labels: Labels) -> int | None:
    """The first row whose cell is a date, such as a spreadsheet makes of a rating like 3/5."""
    dates = [code for code, name in enumerate(labels.names) if _DATE.fullmatch(name.strip())]
    rows = np.flatnonzero(np.isin(labels.codes, dates))
    return int(rows[0]) if len(rows) else None


def _parse_points(texts: Sequence[str]) -> tuple[dict[str, float], str] | None:
    """Points of a scale, if every cell is one and no point has two labels."""
    numbers: dict[str, float] = {}
    points: dict[float, str] = {}
    labelled = []
    for text in texts:
        if _DATE.fullmatch(text):
            return None
        if _NUMBER.fullmatch(text):
            numbers[text] = float(text)
            continue
        if match := _POINT.fullmatch(text):
            point, label = float(match[1]), match[2]
        elif match := _POINT_LAST.fullmatch(text):
            point, label = float(match[2]), match[1]
        else:
            return None
        if points.setdefault(point, label.lower()) != label.lower():
            return None
        numbers[text] = point
        labelled.append(text)
    if not labelled:
        return None
    low, high = (choose(labelled, key=numbers.__getitem__) for choose in (min, max))
    shown = f"'{low}'" if low == high else f"'{low}' to '{high}'"
    note = f"numbers were taken from labels, {'such as' if low == high else 'from'} {shown}"
    if (_praises(low) and not _praises(high)) or (_condemns(high) and not _condemns(low)):
        note += "; lower seems to be better, and has to be said (--lower-is-better)"
    return numbers, note


def _praises(label: str) -> bool:
    words = {word.lower() for word in _WORD.findall(label)}
    return bool(words & GOOD) and not words & NOT


def _condemns(label: str) -> bool:
    words = {word.lower() for word in _WORD.findall(label)}
    return bool(words & BAD) or bool(words & GOOD and words & NOT)


def _parse_answers(texts: Sequence[str]) -> tuple[dict[str, float], str] | None:
    for words in YES_NO:
        if all(text.lower() in words for text in texts):
            yes, no = words
            return {text: words[text.lower()] for text in texts}, f"{yes} is read as 1, {no} as 0"
    return None


def _parse_decimal_commas(texts: Sequence[str]) -> tuple[dict[str, float], str] | None:
    if not all(_DECIMAL_COMMA.fullmatch(text) or _NUMBER.fullmatch(text) for text in texts):
        return None
    with_comma = next((text for text in texts if "," in text), None)
    if with_comma is None:
        return None
    number = float(with_comma.replace(",", "."))
    return {text: float(text.replace(",", ".")) for text in texts}, f"{with_comma} is read as {number:g}"
