"""Frozen results as JSON, and back: what a value looks like follows from the types of its dataclass's fields.

Numbers come back exactly, also those that are not finite; arrays with their shapes. A document that is not of the
expected shape, such as one that another version wrote, is refused as a whole.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import math
import types
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np

T = TypeVar("T")
_NOT_FINITE = ("nan", "inf", "-inf")  # as texts: JSON has no such numbers
_PLAIN = (str, int, bool, type(None))


class WrongShape(ValueError):
    """A document that does not describe a value of the expected type."""


def write_value(value: object) -> object:
    """Turn a value into what JSON can hold."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: write_value(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, np.ndarray):
        return {"shape": list(value.shape), "values": [write_value(number) for number in value.ravel().tolist()]}
    if isinstance(value, np.generic):
        return write_value(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Mapping):
        return [[write_value(key), write_value(entry)] for key, entry in value.items()]
    if isinstance(value, Sequence | frozenset):
        return [write_value(member) for member in value]
    raise TypeError(f"{type(value).__name__} cannot be stored as JSON")


def read_value(kind: type[T], document: object) -> T:
    """Make a value of a type from what `write_value` made of it."""
    return cast(T, _read(kind, document))


def _read(kind: Any, document: object) -> object:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _read_union(arguments, document)
    if origin is Literal:
        return _checked(document, document in arguments)
    if origin is tuple:
        return _read_tuple(arguments, document)
    if origin is np.ndarray:
        return _read_array(arguments, document)
    if origin in (collections.abc.Sequence, list):
        return tuple(_read(arguments[0], member) for member in _list(document))
    if origin is frozenset:
        return frozenset(_read(arguments[0], member) for member in _list(document))
    if origin in (collections.abc.Mapping, dict):
        return {_read(arguments[0], key): _read(arguments[1], entry) for key, entry in map(_pair, _list(document))}
    if dataclasses.is_dataclass(kind):
        return _read_dataclass(kind, document)
    if kind is float:
        return _read_float(document)
    return _checked(document, kind in _PLAIN and type(document) is kind)


def _read_dataclass(kind: Any, document: object) -> object:
    hints = _hints(kind)
    if not isinstance(document, dict) or set(document) != set(hints):
        raise WrongShape(f"not a {kind.__name__}")
    return kind(**{name: _read(hint, document[name]) for name, hint in hints.items()})


def _read_union(kinds: Sequence[Any], document: object) -> object:
    for kind in kinds:
        try:
            return _read(kind, document)
        except WrongShape:
            continue
    raise WrongShape("none of the types that it may be")


def _read_tuple(kinds: Sequence[Any], document: object) -> object:
    members = _list(document)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_read(kinds[0], member) for member in members)
    if len(members) != len(kinds):
        raise WrongShape("a tuple of another length")
    return tuple(_read(kind, member) for kind, member in zip(kinds, members, strict=True))


def _read_array(arguments: Sequence[Any], document: object) -> object:
    if not isinstance(document, dict) or set(document) != {"shape", "values"}:
        raise WrongShape("not an array")
    dtype = get_args(arguments[1])[0]
    try:
        return np.array(document["values"], dtype=dtype).reshape(document["shape"])
    except (TypeError, ValueError) as error:
        raise WrongShape("not an array") from error


def _read_float(document: object) -> float:
    if isinstance(document, str) and document in _NOT_FINITE:
        return float(document)
    if isinstance(document, bool) or not isinstance(document, int | float):
        raise WrongShape("not a number")
    return document


def _checked(document: object, is_right: bool) -> object:
    if not is_right:
        raise WrongShape("another kind of value")
    return document


def _list(document: object) -> list[Any]:
    if not isinstance(document, list):
        raise WrongShape("not a list")
    return document


def _pair(document: object) -> tuple[Any, Any]:
    members = _list(document)
    if len(members) != 2:
        raise WrongShape("not a pair")
    return members[0], members[1]


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}
