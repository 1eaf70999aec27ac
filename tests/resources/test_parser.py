"""Weights are loaded whole, checked, and refused with one line where something is wrong with them."""

import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.errors import InvalidInput, NotFound, UnknownName
from genchal.resources.parser import FOLDER, load_model, load_parser, save_model
from genchal.text.parser.archive import ABOUT, with_description
from tiny_parser import INVENTORY, SIZES, tiny_arrays, tiny_parser

Arrays = dict[str, NDArray[Any]]
SENTENCE = ["The", "walk", "is", "easy", "."]


def about(arrays: Arrays) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(arrays[ABOUT].tobytes())
    return found


def test_weights_that_were_saved_make_the_same_parser(tmp_path: Path) -> None:
    save_model(tmp_path / "tiny.npz", tiny_arrays())
    model = load_model(str(tmp_path / "tiny.npz"))
    assert model.inventory == INVENTORY
    assert model.name == f"tiny-{model.about['checksum'][:8]}"
    for name, weight in tiny_parser()._network._weights.items():
        assert np.allclose(model.weights[name], weight, atol=0.02 if name == "words" else 2e-3), name
    assert load_parser(str(tmp_path / "tiny.npz")).parse([SENTENCE])[0].forms == tuple(SENTENCE)


def test_weights_that_were_trained_again_are_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "tiny.npz"
    names = []
    for seed in (1, 2):
        save_model(path, tiny_arrays(seed))
        os.utime(path, ns=(seed, seed))
        names.append(load_parser(str(path)).name)
    assert len(set(names)) == 2


def test_the_name_tells_weights_apart(tmp_path: Path) -> None:
    for seed in (1, 2):
        save_model(tmp_path / f"{seed}.npz", tiny_arrays(seed))
    assert load_model(str(tmp_path / "1.npz")).name != load_model(str(tmp_path / "2.npz")).name


def _changed(arrays: Arrays, name: str, array: NDArray[Any] | None) -> Arrays:
    """Arrays with another one in a place, and a checksum that is right."""
    others = {key: value for key, value in arrays.items() if key not in (ABOUT, name)}
    said = {key: value for key, value in about(arrays).items() if key != "checksum"}
    return with_description(others if array is None else {**others, name: array}, said)


def _not_numbers(arrays: Arrays) -> Arrays:
    bad = arrays["arc.bias"].copy()
    bad[0] = np.nan
    return _changed(arrays, "arc.bias", bad)


def _of_version_9(arrays: Arrays) -> Arrays:
    return {**arrays, ABOUT: np.frombuffer(json.dumps({**about(arrays), "version": 9}).encode(), np.uint8)}


def _other_bit(arrays: Arrays) -> Arrays:
    bad = arrays["arc.bias"].copy()
    bad[0] += 1
    return {**arrays, "arc.bias": bad}


def _without_sizes(arrays: Arrays) -> Arrays:
    others = {key: value for key, value in arrays.items() if key != ABOUT}
    return with_description(others, {"name": "tiny"})


DAMAGES: dict[str, tuple[Callable[[Arrays], Arrays], str]] = {
    "no description": (lambda a: {k: v for k, v in a.items() if k != ABOUT}, "'about' is missing"),
    "another version": (_of_version_9, "its version is 9, and this program reads version 1"),
    "a changed bit": (_other_bit, "its checksum is wrong"),
    "weights missing": (lambda a: _changed(a, "arc.bias", None), "the weights 'arc.bias' are missing"),
    "another shape": (lambda a: _changed(a, "arc.bias", np.zeros(3, np.float16)), "'arc.bias' are of another shape"),
    "no numbers": (_not_numbers, "the weights 'arc.bias' are not all numbers"),
    "names missing": (lambda a: _changed(a, "names.upos", None), "'names.upos' is missing"),
    "too few names": (lambda a: _changed(a, "names.upos", np.frombuffer(b"NOUN", np.uint8)), "names do not fit"),
    "names no text": (lambda a: _changed(a, "names.upos", np.frombuffer(b"\xff", np.uint8)), "is not a text"),
    "no sizes": (_without_sizes, "its sizes are not given"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_weights_are_refused_in_one_line(damage: str, tmp_path: Path) -> None:
    change, said = DAMAGES[damage]
    path = tmp_path / "bad.npz"
    save_model(path, change(tiny_arrays()))
    with pytest.raises(InvalidInput) as caught:
        load_parser(str(path))
    (line,) = caught.value.lines()
    assert said in line
    assert str(path) in line
    assert "train-parser" in line


def test_files_that_are_no_archives_are_refused(tmp_path: Path) -> None:
    save_model(tmp_path / "good.npz", tiny_arrays())
    good = (tmp_path / "good.npz").read_bytes()
    middle = bytearray(good)
    middle[len(good) // 2] ^= 255
    pickled = io.BytesIO()
    np.savez(pickled, about=np.array([{"a": 1}], dtype=object))
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w") as archive:
        archive.writestr("about.npy", b"\x93NUMPY\x01\x00\x10\x00{'descr': 7\n     ")
    for bad in (b"", b"PK", good[:-40], good[: len(good) // 2], bytes(middle), pickled.getvalue(), plain.getvalue()):
        (tmp_path / "bad.npz").write_bytes(bad)
        with pytest.raises(InvalidInput, match="not usable as a parser's weights"):
            load_model(str(tmp_path / "bad.npz"))


def test_a_missing_file_and_an_unknown_name_are_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no such file"):
        load_parser(str(tmp_path / "none.npz"))
    with pytest.raises(UnknownName, match="unknown parser 'english'"):
        load_parser("english")


def test_the_shipped_weights_are_small_named_and_described() -> None:
    model = load_model("en")
    assert (FOLDER / "en-ewt.npz").stat().st_size <= 6_000_000
    assert model.name == f"en-ewt-{model.about['checksum'][:8]}"
    assert model.about["figures"]["test"]["las"] >= 85
    assert set(SIZES) <= set(model.about["sizes"])
    notice = (FOLDER / "LICENCE.md").read_text(encoding="utf-8")
    for part in ("CC BY-SA 4.0", "English Web Treebank", "GloVe"):
        assert part in notice
