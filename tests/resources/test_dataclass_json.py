"""Results written as JSON come back as they were, or not at all."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.resources.dataclass_json import WrongShape, read_value, write_value
from genchal.resources.results import ResultStore
from genchal.text.arrays.ragged import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class Part:
    """A part with a number."""

    name: str
    number: float | None
    kind: Literal["good", "bad"] = "good"


@dataclass(frozen=True, slots=True)
class Whole:
    """Something of every kind."""

    parts: tuple[Part, ...]
    pair: tuple[int, str]
    line: int | str
    values: FloatArray
    counts: IntArray
    names: Sequence[str]
    table: Mapping[str, tuple[int, ...]]
    is_done: bool
    part: Part | None = None
    rest: frozenset[str] = field(default_factory=frozenset)


WHOLE = Whole(
    parts=(Part("a", math.nan), Part("b", -math.inf, "bad"), Part("c", None), Part("d", 0.1 + 0.2)),
    pair=(3, "three"),
    line="4 of b.csv",
    values=np.array([[1.5, math.nan], [math.inf, -0.0]]),
    counts=np.zeros((0, 3), dtype=np.int64),
    names=("x", "y"),
    table={"north": (1, 2), "south": ()},
    is_done=True,
    rest=frozenset({"z"}),
)


def assert_same(one: object, other: object) -> None:
    assert type(one) is type(other)
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other, strict=True)
        assert (np.signbit(one) == np.signbit(other)).all()
    elif hasattr(one, "__dataclass_fields__"):
        for part in fields(one):  # type: ignore[arg-type]
            assert_same(getattr(one, part.name), getattr(other, part.name))
    elif isinstance(one, tuple) and isinstance(other, tuple):
        assert len(one) == len(other)
        for own, its in zip(one, other, strict=True):
            assert_same(own, its)
    else:
        assert repr(one) == repr(other)


def test_everything_comes_back_as_it_was() -> None:
    document = json.loads(json.dumps(write_value(WHOLE), allow_nan=False))
    assert_same(read_value(Whole, document), WHOLE)


@given(st.floats())
def test_numbers_come_back_bit_by_bit(number: float) -> None:
    document = json.loads(json.dumps(write_value(Part("a", number)), allow_nan=False))
    assert_same(read_value(Part, document), Part("a", number))


@pytest.mark.parametrize(
    ("key", "value"),
    [("name", 3), ("name", None), ("number", "many"), ("number", True), ("kind", "ugly"), ("other", 1), ("kind", [])],
)
def test_another_shape_is_refused(key: str, value: object) -> None:
    with pytest.raises(WrongShape):
        read_value(Part, {"name": "a", "number": 1.0, "kind": "good", key: value})


def test_what_is_missing_is_not_made_up() -> None:
    with pytest.raises(WrongShape):
        read_value(Part, {"name": "a", "number": 1.0})  # a default may have been another one


@pytest.mark.parametrize("damage", [b"", b"{", b'{"digest": "0", "value": 1}', b"[" * 100_000])
def test_a_damaged_file_has_no_value(tmp_path: Path, damage: bytes) -> None:
    store = ResultStore(tmp_path)
    store.save_value("part", "key", Part("a", 1.0))
    assert store.load_value("part", Part, "key") == Part("a", 1.0)
    assert store.load_value("part", Whole, "key") is None
    assert store.load_value("part", Part, "other") is None
    (path,) = tmp_path.glob("part-*")
    path.write_bytes(damage)
    assert store.load_value("part", Part, "key") is None


def test_a_changed_number_is_noticed(tmp_path: Path) -> None:
    store = ResultStore(tmp_path)
    store.save_value("part", "key", Part("a", 1.25))
    (path,) = tmp_path.glob("part-*")
    path.write_bytes(path.read_bytes().replace(b"1.25", b"2.25"))
    assert store.load_value("part", Part, "key") is None


def test_what_is_no_result_is_not_stored() -> None:
    with pytest.raises(TypeError, match="object cannot be stored"):
        write_value(object())
