"""Cells that hold several ratings: lists such as ``[4, 5, 3]``, and objects by rater, by criterion, or both.

A list has one rating by each of several raters, who are unknown. The keys of an object are raters, unless all of them
are known criteria or their values are lists. Objects within a list are a rater's answers, by criterion or as records:
``[{"coherence": 2, "fluency": 4}, ...]``, ``[{"annotator": "a1", "score": 4}, ...]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from genchal.domain.columns import RATING_NAMES, ColumnRole
from genchal.ratings.layout import parse_number
from genchal.ratings.tables.criteria import is_criterion
from genchal.text.tables.names import is_personal, plain_name
from genchal.text.tables.nested_text import read_nested
from genchal.text.tables.source import format_cell

# Keys of objects within a list whose numbers are no ratings: those of spans, ids and times.
NOT_ANSWERS = frozenset(
    {"start", "end", "begin", "stop", "offset", "length", "span", "type", "category", "severity", "text", "id", "index"}
    | {"time", "timestamp", "duration", "position", "sheet", "hit", "hitid", "assignmentid", "version"}
)
_ROLES: dict[str, ColumnRole] = {
    name: role for role in ("rater", "criterion", "value") for name in RATING_NAMES[role] if name != "judge"
}


@dataclass(frozen=True, slots=True)
class NestedRating:
    """One rating of a cell; what the cell does not say is empty."""

    value: str
    rater: str = ""
    criterion: str = ""


def is_nested(cell: str) -> bool:
    """Whether a cell looks like a list or an object."""
    return cell[:1] in ("[", "{")


def unfold_cell(cell: str) -> list[NestedRating]:
    """The ratings of a cell. A cell that cannot be read is one rating that is not a number; an empty list is empty."""
    content = read_nested(cell)
    if not isinstance(content, list | dict):
        return [NestedRating(cell)]
    return list(_unfold(content, NestedRating(""), inside=False)) or [NestedRating(cell if content else "")]


def list_names(cell: str) -> list[str]:
    """The entries of a cell that holds a list of names; nothing if it is none."""
    content = read_nested(cell)
    return [format_cell(entry).strip() for entry in content] if isinstance(content, list) else []


def _unfold(content: object, known: NestedRating, *, inside: bool) -> Iterator[NestedRating]:
    """`inside` is whether `content` is what one rater said: an entry of a list, or under the rater's name."""
    if isinstance(content, list):
        for entry in content:
            yield from _unfold(entry, known, inside=True)
    elif isinstance(content, dict):
        yield from _unfold_object({str(key): entry for key, entry in content.items()}, known, inside=inside)
    else:
        value = str(int(content)) if isinstance(content, bool) else format_cell(content)
        yield replace(known, value=value.strip())


def _unfold_object(content: dict[str, object], known: NestedRating, *, inside: bool) -> Iterator[NestedRating]:
    roles = {_ROLES[plain_name(key)]: key for key in content if plain_name(key) in _ROLES}
    if inside:
        if "rater" in roles:
            known = replace(known, rater=format_cell(content.pop(roles["rater"])).strip())
        if "value" in roles:
            if "criterion" in roles:
                known = replace(known, criterion=format_cell(content[roles["criterion"]]).strip())
            yield from _unfold(content[roles["value"]], known, inside=True)
            return
    are_criteria = (
        not known.criterion
        and bool(content)
        and (inside or all(map(is_criterion, content)) or all(isinstance(entry, list) for entry in content.values()))
    )
    for key, entry in content.items():
        if are_criteria:
            if _is_remark(key, entry):
                continue  # not an answer about a criterion
            yield from _unfold(entry, replace(known, criterion=key.strip()), inside=False)
        else:
            yield from _unfold(entry, replace(known, rater=key.strip()), inside=True)


def _is_remark(key: str, entry: object) -> bool:
    """Whether an entry beside the answers is none: a comment, an id, a time, something about the person."""
    if is_personal(key) or plain_name(key) in NOT_ANSWERS:
        return True
    return not is_criterion(key) and isinstance(entry, str) and parse_number(entry) != parse_number(entry)
