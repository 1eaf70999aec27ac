"""Files of trained models: what is written comes back, and what is damaged or foreign is refused in one line."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.errors import InvalidInput
from genchal.resources.model_files import FORMAT, KINDS, read_model_file, write_model_file

ARRAYS = {
    "weights": np.arange(12, dtype=np.float32).reshape(3, 4),
    "counts": np.array([1, 2**40]),
    "flags": np.array([True, False, True]),
    "nothing": np.zeros((0, 5), np.float16),
    "number": np.array(7, np.uint16),
}
FACTS = {"generator": "naïve", "values": {"forms": [["walk", "walked"]], "none": None, "x": 0.1}}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.safetensors"
    write_model_file(path, ARRAYS, FACTS)
    return path


def test_arrays_and_facts_come_back(model: Path) -> None:
    read = read_model_file(model)
    assert read.facts == FACTS
    assert {name: (array.dtype, array.shape) for name, array in read.arrays.items()} == {
        name: (array.dtype, array.shape) for name, array in ARRAYS.items()
    }
    assert all((read.arrays[name] == array).all() for name, array in ARRAYS.items())


@pytest.mark.parametrize("kind", KINDS.values())
def test_every_kind_of_number_comes_back_whatever_its_byte_order(kind: str, tmp_path: Path) -> None:
    array = np.array([0, 1, 1], np.dtype(kind))
    for stored in (array, array.astype(array.dtype.newbyteorder(">"))):
        write_model_file(tmp_path / "m.safetensors", {"a": stored}, {})
        assert read_model_file(tmp_path / "m.safetensors").arrays["a"].tolist() == array.tolist()


def test_the_layout_is_that_of_safetensors(model: Path) -> None:
    whole = model.read_bytes()
    length = int.from_bytes(whole[:8], "little")
    header = json.loads(whole[8 : 8 + length])
    assert length % 8 == 0
    assert all(isinstance(value, str) for value in header.pop("__metadata__").values())
    ends = sorted(about["data_offsets"] for about in header.values())
    assert ends[0][0] == 0
    assert ends[-1][1] == len(whole) - 8 - length
    assert all(before[1] == after[0] for before, after in pairwise(ends))  # without gaps
    start, end = header["counts"]["data_offsets"]
    assert np.frombuffer(whole[8 + length :][start:end], "<i8").tolist() == [1, 2**40]


def test_the_same_model_is_the_same_file(model: Path, tmp_path: Path) -> None:
    write_model_file(tmp_path / "again.safetensors", dict(reversed(ARRAYS.items())), FACTS)
    assert (tmp_path / "again.safetensors").read_bytes() == model.read_bytes()


@given(place=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_a_changed_bit_anywhere_is_noticed(place: int, bit: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("bits") / "m.safetensors"
    write_model_file(path, ARRAYS, FACTS)
    whole = bytearray(path.read_bytes())
    whole[place % len(whole)] ^= 1 << bit
    path.write_bytes(whole)
    try:
        read = read_model_file(path)
    except InvalidInput as error:
        assert "\n" not in str(error)
        assert str(path) in str(error)
    else:  # spaces of the header and the like: nothing that is read has changed
        assert read.facts == FACTS
        assert all((read.arrays[name] == array).all() for name, array in ARRAYS.items())


@pytest.mark.parametrize("cut", [0, 4, 8, 50, -1])
def test_a_file_that_was_cut_off_is_refused(cut: int, model: Path) -> None:
    model.write_bytes(model.read_bytes()[:cut])
    with pytest.raises(InvalidInput, match=r"not a model file|damaged"):
        read_model_file(model)


@pytest.mark.parametrize(
    ("found", "problem"),
    [("genchal model 2", "newer version of genchal"), ("pt", "not a model of genchal"), (3, "not a model of genchal")],
)
def test_files_of_other_formats_are_refused(found: object, problem: str, model: Path) -> None:
    whole = model.read_bytes()
    length = int.from_bytes(whole[:8], "little")
    header = json.loads(whole[8 : 8 + length])
    assert header["__metadata__"]["format"] == FORMAT
    header["__metadata__"]["format"] = found
    line = json.dumps(header).encode()
    model.write_bytes(len(line).to_bytes(8, "little") + line + whole[8 + length :])
    with pytest.raises(InvalidInput, match=problem):
        read_model_file(model)


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"\xff" * 100, b"PK\x03\x04" + b"\0" * 60, (2).to_bytes(8, "little") + b"[]"]
)
def test_what_is_no_model_at_all_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(data)
    with pytest.raises(InvalidInput, match="not a model file"):
        read_model_file(path)
