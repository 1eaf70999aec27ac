"""One JSON document as rows, in whatever way a program nested them.

Read are lists of objects, of texts, or of lists; one object that has such a list somewhere inside (the longest counts);
columns, ``{"a": [...], "b": [...]}``, also as pandas writes them, ``{"a": {"0": ...}}``; and a text or a list of texts
for every id, ``{"q1": "...", "q2": "..."}``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

ID = "id"
VALUE = ""  # the name of the only column where entries are no objects
DEEPEST = 6  # levels of objects around a list, and inside of an entry

IsKnown = Callable[[str], bool]


def find_entries(document: Any, is_known: IsKnown) -> list[Any] | None:
    """The rows of a document: objects, or values where there are no names; None where there are none.

    `is_known` says whether a key is the name of a column, so that columns are not taken for ids.
    """
    if isinstance(document, list):
        return list(map(_unwrap, document))
    if not isinstance(document, dict) or not document:
        return None
    known = any(map(is_known, document))
    columns = _read_columns(document)
    if columns is not None and (known or len(columns) > 1):
        return columns
    if not known and all(isinstance(value, str) for value in document.values()):
        return [{ID: key, VALUE: value} for key, value in document.items()]
    if not known and all(_is_texts(value) for value in document.values()):
        return [{ID: key, VALUE: value} for key, value in document.items()]
    lists = sorted(_find_lists(document, 0), key=len, reverse=True)
    return list(map(_unwrap, lists[0])) if lists else [document]


def flatten_entry(entry: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[str, Any]]:
    """The values inside of an entry by their paths: ``choices.0.message.content``. Lists of texts are values."""
    for key, value in entry.items():
        inner: Any = value
        if isinstance(value, list) and any(isinstance(member, dict) for member in value):
            inner = {str(place): member for place, member in enumerate(value)}
        if isinstance(inner, dict) and inner and depth < DEEPEST:
            yield from ((f"{key}.{path}", found) for path, found in flatten_entry(inner, depth + 1))
        else:
            yield key, inner


def _unwrap(entry: Any) -> Any:
    """An entry that is alone in a list, as pipelines write it."""
    while isinstance(entry, list) and len(entry) == 1 and isinstance(entry[0], dict | list):
        entry = entry[0]
    return entry


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(member, str) for member in value)


def _read_columns(document: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Rows of an object that holds columns of one length, as lists or by the numbers of rows."""
    columns = {key: list(value.values()) if isinstance(value, dict) else value for key, value in document.items()}
    keys = [tuple(value) for value in document.values() if isinstance(value, dict)]
    if not all(isinstance(values, list) and values for values in columns.values()):
        return None
    if len({len(values) for values in columns.values()}) > 1 or len(set(keys)) > 1:
        return None
    if keys and not all(key.isdigit() for key in keys[0]):
        return None
    if len(columns) == 1 and all(isinstance(member, dict) for member in next(iter(columns.values()))):
        return None  # a list of objects that happens to have a known name
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]


def _find_lists(document: Mapping[str, Any], depth: int) -> Iterator[list[Any]]:
    """The lists of objects inside of an object."""
    for value in document.values():
        if isinstance(value, dict) and depth < DEEPEST:
            yield from _find_lists(value, depth + 1)
        elif isinstance(value, list) and value and all(isinstance(_unwrap(member), dict) for member in value):
            yield value
