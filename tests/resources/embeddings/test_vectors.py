"""Files of word vectors: every format gives the same vectors, and whatever is wrong is said in one line."""

import gzip
import json
import lzma
import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.cli import main
from genchal.errors import UserError
from genchal.resources.arrays import Damaged, map_arrays, write_parts
from genchal.resources.embeddings import _vector_lines, _vector_streams, vectors
from genchal.resources.embeddings.vectors import load_vectors
from genchal.resources.results import ResultStore, user_cache

WORDS = ["river", "café", "walk", ". .", "日本"]
VALUES = np.array([[0.5, -1.25, 3], [2, 0, 0.125], [-4, 1e-3, 7], [1, 2, 3], [0.25, 0.5, 1e2]], dtype=np.float32)
LINES = [" ".join([word, *(f"{value:.9g}" for value in line)]) for word, line in zip(WORDS, VALUES, strict=True)]
ENTRIES = {
    word: [*map(float, line), 1.5, number] for number, (word, line) in enumerate(zip(WORDS, VALUES, strict=True))
}
BARE = ["river", "café", "walk", "x", "日本"]  # none with a blank in it
BINARY = b"5 3\n" + b"".join(
    word.encode() + b" " + line.tobytes() + b"\n" for word, line in zip(BARE, VALUES, strict=True)
)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GENCHAL_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def glove() -> bytes:
    return "\n".join([*LINES, "river 9 9 9", ""]).encode()


def wink() -> bytes:
    about = {"precision": 8, "size": 5, "dimensions": 3, "words": ["vectors"], "vectors": ENTRIES, "unkVector": [0, 0]}
    return json.dumps(about, ensure_ascii=False).encode()


FILES = {
    "glove.txt": glove(),
    "glove.txt.gz": gzip.compress(glove()),
    "glove.txt.xz": lzma.compress(glove()),
    "tabs.txt": glove().replace(b" 3\n", b"\t3\n"),
    "mark.txt": b"\xef\xbb\xbf" + glove(),
    "windows.txt": glove().replace(b"\n", b"\r\n"),
    "word2vec.txt": b"5 3\n" + "\n".join(LINES).encode(),
    "fasttext.vec": b"6 3\n" + b" \n".join(glove().split(b"\n")),
    "wink.json": wink(),
}


@pytest.mark.parametrize("name", FILES)
def test_every_format_gives_the_same_vectors(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    found = load_vectors(str(path))
    assert found.matrix[found.find(WORDS)].tolist() == VALUES.tolist()
    assert found.find(["River", "", "cafe"]).tolist() == [-1, -1, -1]
    assert (len(found), found.dim) == (5, 3)
    assert found.mean == pytest.approx(VALUES.mean(axis=0, dtype=np.float64))
    assert found.name == name.removesuffix(".gz").removesuffix(".xz")
    (tmp_path / "other.txt").write_bytes(glove())
    assert found.fingerprint == load_vectors(str(tmp_path / "other.txt")).fingerprint


def test_the_binary_form_of_word2vec_has_its_words_between_numbers(tmp_path: Path) -> None:
    for name, data in {"a.bin": BINARY, "b.bin": BINARY.replace(b"\n", b"").replace(b"5 3", b"5 3\n")}.items():
        (tmp_path / name).write_bytes(data)
        found = load_vectors(str(tmp_path / name))
        assert found.matrix[found.find(BARE)].tolist() == VALUES.tolist()


def test_archives_of_numpy_have_words_and_vectors(tmp_path: Path) -> None:
    for name, words, values in (
        ("a.npz", np.array(WORDS), VALUES),
        ("b.npz", np.array([word.encode() for word in WORDS]), VALUES.astype(np.float64)),
    ):
        np.savez_compressed(tmp_path / name, words=words, vectors=values)
        found = load_vectors(str(tmp_path / name))
        assert found.matrix[found.find(WORDS)].tolist() == VALUES.tolist()


def test_large_files_are_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (_vector_lines, _vector_streams):
        monkeypatch.setattr(module, "LINES", 2)
    monkeypatch.setattr("genchal.resources.embeddings._vector_files.LINES", 2)
    monkeypatch.setattr(_vector_streams, "AT_ONCE", 7)
    for name, data in {**FILES, "a.bin": BINARY}.items():
        (tmp_path / name).write_bytes(data)
        found = load_vectors(str(tmp_path / name))
        assert found.matrix[found.find(["river", "walk", "日本"])].tolist() == VALUES[[0, 2, 4]].tolist()


def test_the_format_may_be_said(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    path.write_bytes(b"7 3\n8 4\n9 5\n")  # one dimension, or seven words of three?
    with pytest.raises(UserError, match="line 2: 1 numbers, expected 3"):
        load_vectors(str(path))
    assert load_vectors(f"glove@{path}").dim == 1
    with pytest.raises(UserError, match="'glvoe' is not a format of word vectors"):
        load_vectors(f"glvoe@{path}")


def test_large_files_are_converted_once_and_mapped(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "glove.txt"
    path.write_bytes(glove())
    plain = load_vectors(str(path))
    monkeypatch.setattr(vectors, "SMALL", 10)
    said: list[str] = []
    first = load_vectors(str(path), said.append)
    assert said == ["vectors: converting glove.txt once; this may take a few minutes"]
    again = load_vectors(str(path), said.append)
    assert len(said) == 1
    for found in (first, again, pickle.loads(pickle.dumps(again))):
        assert found.fingerprint == plain.fingerprint
        assert found.matrix[found.find(WORDS)].tolist() == VALUES.tolist()
    assert again.matrix.base is not None
    assert {file.suffix for file in ResultStore(cache).files()} == {".arrays", ".known"}
    assert user_cache().clear() == 2

    path.write_bytes(glove().replace(b"river", b"brook", 1))
    changed = load_vectors(str(path), said.append)
    assert (changed.find(["brook", "river"]) >= 0).tolist() == [True, True]  # the river of the last line, now the first
    assert changed.fingerprint != plain.fingerprint


def test_a_damaged_conversion_is_made_again(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "glove.txt"
    path.write_bytes(glove())
    monkeypatch.setattr(vectors, "SMALL", 10)
    load_vectors(str(path))
    (kept,) = (cache / "vectors").glob("*.arrays")
    kept.write_bytes(kept.read_bytes()[:-3] + b"abc")
    said: list[str] = []
    assert load_vectors(str(path), said.append).find(["walk"]).tolist() != [-1]
    assert said[0].endswith("is damaged (its checksum is wrong); it will be rebuilt")


def test_a_cache_that_cannot_be_written_does_not_cost_the_scores(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "glove.txt"
    path.write_bytes(glove())
    cache.write_text("a file where the folder should be", encoding="utf-8")
    monkeypatch.setattr(vectors, "SMALL", 10)
    said: list[str] = []
    found = load_vectors(str(path), said.append)
    assert found.matrix[found.find(WORDS)].tolist() == VALUES.tolist()
    assert said[-1].endswith("the vectors are kept in memory only and will be read again next time")


def test_arrays_in_parts_are_those_that_were_written(tmp_path: Path) -> None:
    parts: list[tuple[str, NDArray[Any]]] = [
        ("a", np.arange(5)),
        ("a", np.arange(5, 9)),
        ("b", np.ones(3, dtype=np.float32)),
        ("c", np.zeros(0)),
    ]
    write_parts(tmp_path / "x.arrays", iter(parts), "origin")
    found = map_arrays(tmp_path / "x.arrays", "origin")
    assert found["a"].tolist() == list(range(9))
    assert found["b"].tolist() == [1, 1, 1]
    assert len(found["c"]) == 0
    data = bytearray((tmp_path / "x.arrays").read_bytes())
    data[-1] ^= 1
    (tmp_path / "x.arrays").write_bytes(bytes(data))
    with pytest.raises(Damaged, match="checksum"):
        map_arrays(tmp_path / "x.arrays", "origin")


BAD = {
    "short line": (b"a 1 2 3\nb 1 2\n", "line 2: 2 numbers, expected 3"),
    "long line": (b"a 1 2 3\nb 1 2 3 4\n", "line 2: 4 numbers, expected 3"),
    "not a number": (b"a 1 2 3\nb 1 x 3\n", "line 2: 'x' is not a number"),
    "nan": (b"a 1 2 3\nb 1 nan 3\n", "line 2: a number that is not finite"),
    "infinite": (b"a 1 2 3\n\nb 1 2 inf\n", "line 3: a number that is not finite"),
    "too large": (b"a 1 2 3\nb 1 2 1e60\n", "line 2: a number that is not finite"),
    "empty": (b"", "the file is empty"),
    "blank": (b" \n\n", "the file is empty"),
    "prose": (b"This is a text about walks.\nAnd rivers.\n", "not a file of word vectors"),
    "picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "not a file of word vectors"),
    "no words": (b"0 300\n", "line 1: 0 words of 300 dimensions"),
    "too wide": (b"5 99999999\nx 1\n", "line 1: 5 words of 99,999,999 dimensions"),
    "fewer lines": (b"3 2\na 1 2\nb 1 2\n", "line 1 says 3 words, but 2 follow"),
    "more lines": (b"1 2\na 1 2\nb 1 2\n", "line 1 says 1 word, but 2 follow"),
    "short line after a first line": (b"2 3\na 1 2 3\nb 1\n", "line 3: 1 numbers, expected 3"),
    "cut binary": (BINARY[:-9], "cut off after 4 of 5 words"),
    "nan in binary": (BINARY.replace(VALUES[2].tobytes(), b"\xff" * 12), "the vector of 'walk' has a number that is"),
    "json": (b'{"a": [1, 2]}', "it has no object 'vectors'"),
    "cut json": (wink()[:200], "cut off or damaged after"),
    "short in json": (wink().replace(b"-4.0, ", b""), "4 numbers for 'walk', expected 5"),
    "word in json": (wink().replace(b"-1.25", b'"x"'), "the vector of 'river' cannot be read"),
    "nan in json": (wink().replace(b"-1.25", b"NaN"), "the vector of 'river' has a number that is not finite"),
    "fewer in json": (wink().replace(b'"size": 5', b'"size": 7'), "7 words are announced, but there are 5"),
    "zip": (b"PK\x03\x04nothing", "not an archive of word vectors"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_in_one_line_with_its_place(name: str, tmp_path: Path) -> None:
    data, problem = BAD[name]
    path = tmp_path / "bad"
    path.write_bytes(data)
    with pytest.raises(UserError) as caught:
        load_vectors(str(path))
    assert problem in caught.value.problem
    assert str(path) in caught.value.problem
    assert caught.value.remedy
    assert len(caught.value.lines()) == 1


def test_bad_archives_are_refused(tmp_path: Path) -> None:
    arrays: list[tuple[dict[str, np.ndarray], str]] = [
        ({"words": np.array(WORDS)}, "no arrays words and vectors"),
        ({"words": np.array(WORDS[:2]), "vectors": VALUES}, "2 words for 5 x 3 numbers"),
        ({"words": np.array(WORDS, dtype=object), "vectors": VALUES}, "not an archive of word vectors"),
        ({"words": np.arange(5), "vectors": VALUES}, "words are not texts"),
        ({"words": np.array(WORDS), "vectors": VALUES * np.nan}, "the vector of 'river' has a number that is not"),
        ({"words": np.array([], dtype=str), "vectors": VALUES[:0]}, "it contains no vectors"),
    ]
    for given, problem in arrays:
        np.savez(tmp_path / "bad.npz", **given)  # type: ignore[arg-type]
        with pytest.raises(UserError, match=problem):
            load_vectors(str(tmp_path / "bad.npz"))


def test_no_file_a_folder_and_packing_that_is_damaged_are_said(tmp_path: Path) -> None:
    (tmp_path / "bad.txt.gz").write_bytes(gzip.compress(glove())[:40])
    for name, problem in (("none.txt", "no such file"), (".", "is a folder"), ("bad.txt.gz", "cannot be decompressed")):
        with pytest.raises(UserError, match=problem):
            load_vectors(str(tmp_path / name))


def test_the_command_scores_with_a_file_and_refuses_a_bad_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.txt").write_text("river walk\n", encoding="utf-8")
    Path("theirs.txt").write_text("walk\n", encoding="utf-8")
    Path("v.txt").write_bytes(glove())
    Path("bad.txt").write_bytes(b"river 1 2 3\nwalk 1 2\n")
    answers = []
    for file in ("v.txt", "bad.txt"):
        request = f"embedding_average:vectors={file}"
        arguments = [
            "genchal",
            "score",
            "ours.txt",
            "-r",
            "theirs.txt",
            "-m",
            request,
            "--resamples",
            "0",
            "--no-cache",
        ]
        monkeypatch.setattr(sys, "argv", arguments)
        try:
            main()
            code: object = 0
        except SystemExit as stop:
            code = stop.code
        answers.append((code or 0, capsys.readouterr()))
    (good, printed), (bad, refused) = answers
    assert good == 0
    assert "|vectors:v.txt#" in printed.out
    assert bad == 2
    assert refused.out == ""
    assert refused.err == "error: bad.txt, line 2: 2 numbers, expected 3. Fix the line, or download the file again.\n"
