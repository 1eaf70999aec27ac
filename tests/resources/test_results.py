"""Results on disk: the same numbers and texts come back, and what is damaged is made again."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from genchal.resources.results import MOST_COLUMNS, ResultStore, user_cache
from genchal.text.arrays.ragged import FloatArray

NUMBERS = st.one_of(st.integers(0, 300).map(float), st.floats(allow_subnormal=True), st.just(-0.0), st.just(2.0**53))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> ResultStore:
    return ResultStore(tmp_path_factory.mktemp("results"))


@given(rows=arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=NUMBERS))
def test_rows_come_back_bit_by_bit(store: ResultStore, rows: FloatArray) -> None:
    store.save_rows("k", rows)
    found = store.load_rows("k")
    assert found is not None
    assert found.dtype == np.float64
    assert found.tobytes() == rows.tobytes()  # NaN and -0.0 too


def test_rows_of_very_many_columns_come_back(store: ResultStore) -> None:
    rows = np.arange(3.0 * 2 * MOST_COLUMNS).reshape(3, -1)
    store.save_rows("wide", rows)
    found = store.load_rows("wide")
    assert found is not None
    assert (found == rows).all()


def test_counts_take_little_room(store: ResultStore) -> None:
    store.save_rows("counts", np.full((100_000, 10), 7.0))
    assert (store.folder / "rows-counts.arrays").stat().st_size < 1_100_000


@given(outputs=st.lists(st.none() | st.text(), max_size=5))
def test_outputs_come_back(store: ResultStore, outputs: list[str | None]) -> None:
    store.save_outputs("k", outputs)
    assert store.load_outputs("k") == outputs


@pytest.mark.parametrize("place", [0, 10, 100, -1])
def test_a_changed_byte_is_noticed(tmp_path: Path, place: int) -> None:
    store = ResultStore(tmp_path)
    store.save_rows("k", np.ones((50, 3)))
    store.save_outputs("k", ["a text"])
    for path in tmp_path.iterdir():
        data = bytearray(path.read_bytes())
        data[min(place, len(data) - 1)] ^= 1
        path.write_bytes(bytes(data))
    assert store.load_rows("k") is None
    assert store.load_outputs("k") in (None, ["a text"])  # a blank more or less in JSON changes nothing


def test_results_of_another_key_are_not_taken(tmp_path: Path) -> None:
    store = ResultStore(tmp_path)
    store.save_rows("a", np.ones((2, 2)))
    store.save_outputs("a", ["a text"])
    (tmp_path / "rows-a.arrays").rename(tmp_path / "rows-b.arrays")
    (tmp_path / "outputs-a.json").rename(tmp_path / "outputs-b.json")
    assert store.load_rows("b") is None
    assert store.load_outputs("b") is None


def test_the_users_cache_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GENCHAL_CACHE", str(tmp_path))
    assert user_cache().folder == tmp_path
