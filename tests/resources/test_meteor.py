"""METEOR's data: found, compiled, kept, and whatever can go wrong with that."""

import errno
import gzip
import os
import pickle
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from genchal.domain import Batch
from genchal.errors import InvalidInput, NeedsExtra
from genchal.metrics.meteor import Meteor
from genchal.metrics.meteor.tables import Tables
from genchal.resources import meteor
from genchal.resources.arrays import Damaged, map_arrays, write_arrays
from genchal.resources.meteor import load_meteor
from tiny_meteor import tiny_tables, write_package

EVERYTHING = "en synonym paraphrase"
BATCH = Batch(["the car of great size is Mr. Child's"], [("a big car", "children have cars")])


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package, an empty cache; returns the folder of METEOR's files."""
    files = write_package(tmp_path / "site")
    monkeypatch.setattr(meteor, "_folder", lambda: files)
    monkeypatch.setenv("GENCHAL_CACHE", str(tmp_path / "cache"))
    return files


@pytest.fixture
def cache(tmp_path: Path, package: Path) -> Path:
    """Where the indexes are kept."""
    return tmp_path / "cache" / "meteor"


def load(name: str = EVERYTHING) -> tuple[Tables, list[str]]:
    """Load; also return what was said."""
    said: list[str] = []
    return load_meteor(name, said.append), said


def rows(tables: Tables) -> list[list[float]]:
    found: list[list[float]] = Meteor(tok="none", _meteor=tables).measure(BATCH).tolist()
    return found


def test_compiled_tables_give_the_same_rows_as_those_made_in_memory(cache: Path) -> None:
    tables, said = load()
    assert rows(tables) == rows(tiny_tables())
    assert any("compiling" in line for line in said)
    assert sorted(path.name.rsplit("-", 1)[0] for path in cache.iterdir()) == ["paraphrase-en", "wordnet-en"]


def test_the_second_time_the_index_is_found(cache: Path) -> None:
    first, _ = load()
    written = {path: path.stat().st_mtime_ns for path in cache.iterdir()}
    second, said = load()
    assert said == []
    assert rows(second) == rows(first)
    assert second.fingerprint == first.fingerprint
    assert {path: path.stat().st_mtime_ns for path in cache.iterdir()} == written


def test_without_paraphrases_their_table_is_neither_needed_nor_read(package: Path, cache: Path) -> None:
    (package / "data" / "paraphrase-en.gz").unlink()
    tables, said = load("en synonym")
    assert said == []
    assert tables.paraphrases is None
    assert [path.name[:10] for path in cache.iterdir()] == ["wordnet-en"]
    with pytest.raises(InvalidInput, match=r"paraphrase-en.gz .*pip install"):
        load()


def test_other_languages_have_the_english_function_words_or_their_own(package: Path) -> None:
    assert "english" in load("fr")[0].function_words
    assert "french" in load("fr own")[0].function_words
    assert load("fr")[0].prefixes == {"Mr": False, "no": True, "Apr": False}
    assert load("other")[0].prefixes == {}


def test_different_data_have_different_fingerprints(package: Path) -> None:
    names = ["en", "de own", "en synonym", EVERYTHING]
    fingerprints = {load(name)[0].fingerprint for name in names}
    with gzip.open(package / "data" / "paraphrase-en.gz", "ab") as file:
        file.write(b"0.5\ngoose\nbig bird\n")
    tables, said = load()
    assert len(said) == 1  # compiled again, under another name
    assert tables.fingerprint not in fingerprints
    assert len(fingerprints) == len(names)


def test_the_package_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meteor, "PACKAGE", "no_such_package")
    with pytest.raises(NeedsExtra, match=r"pip install 'genchal\[meteor\]'"):
        load()


@pytest.mark.parametrize("kind", ["wordnet-en", "paraphrase-en"])
@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data[:-80], "bytes of data instead of"),
        (lambda data: data + b"more", "bytes of data instead of"),
        (lambda data: data[:-80] + bytes([data[-80] ^ 1]) + data[-79:], "checksum"),
        (lambda data: data[:40] + b"x" + data[41:], "first lines"),
        (lambda _: b"", "empty"),
        (lambda _: b"something else", "first lines"),
    ],
)
def test_a_damaged_index_is_found_out_and_made_again(
    cache: Path, kind: str, damage: Callable[[bytes], bytes], reason: str
) -> None:
    expected = rows(load()[0])
    path = next(cache.glob(f"{kind}-*.arrays"))
    path.write_bytes(damage(path.read_bytes()))
    tables, said = load()
    assert f"{path.name} is damaged" in said[0]
    assert reason in said[0]
    assert rows(tables) == expected
    assert load()[1] == []


def test_a_cache_that_cannot_be_written_costs_time_and_nothing_else(tmp_path: Path, package: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    tables, said = load()
    assert sum("not stored" in line for line in said) == 2
    assert rows(tables) == rows(tiny_tables())
    copy = pickle.loads(pickle.dumps(tables))
    assert rows(copy) == rows(tables)


def test_a_read_only_cache_costs_time_and_nothing_else(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "mkstemp", refuse)
    tables, said = load()
    assert sum("read-only file system" in line and "not stored" in line for line in said) == 2
    assert rows(tables) == rows(tiny_tables())


def test_tables_travel_as_the_name_to_open_them_by(package: Path) -> None:
    tables, _ = load()
    sent = pickle.dumps(tables)
    assert len(sent) < 300
    assert rows(pickle.loads(sent)) == rows(tables)


def test_a_damaged_package_is_named(package: Path) -> None:
    table = package / "data" / "paraphrase-en.gz"
    table.write_bytes(table.read_bytes()[:-20])
    with pytest.raises(InvalidInput, match="force-reinstall"):
        load()
    (package / "meteor-1.5.jar").write_bytes(b"no zip file")
    with pytest.raises(InvalidInput, match=r"meteor-1.5.jar .*force-reinstall"):
        load()


# Loads in a process of its own; with an argument it stops for a while before the index is there.
SCRIPT = """
import contextlib, sys, time
from genchal.resources import arrays, meteor
if len(sys.argv) > 1:
    whole = arrays.writing_whole
    @contextlib.contextmanager
    def slow(path):
        with whole(path) as file:
            yield file
            print("writing", flush=True)
            time.sleep(float(sys.argv[1]))
    arrays.writing_whole = slow
tables = meteor.load_meteor("en synonym paraphrase", lambda line: print(line, flush=True))
print(tables.fingerprint, flush=True)
"""


def started(tmp_path: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path / "site"), *sys.path])}
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *arguments], env=environment, stdout=subprocess.PIPE, text=True
    )


def test_an_interrupted_build_leaves_nothing_that_could_be_mistaken(tmp_path: Path, package: Path, cache: Path) -> None:
    process = started(tmp_path, "60")
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert [path.suffix for path in cache.iterdir()] == [".part"]
    tables, _ = load()
    assert rows(tables) == rows(tiny_tables())
    assert sorted(path.suffix for path in cache.iterdir()) == [".arrays", ".arrays"]  # the part was swept up


def test_two_processes_that_build_at_once_both_succeed(tmp_path: Path, package: Path, cache: Path) -> None:
    both = [started(tmp_path, "0.5") for _ in range(2)]
    said = [process.communicate(timeout=60)[0].splitlines() for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert said[0][-1] == said[1][-1] == load()[0].fingerprint
    assert len(list(cache.iterdir())) == 2
    assert load()[1] == []


def test_arrays_come_back_as_they_were(tmp_path: Path) -> None:
    arrays: dict[str, NDArray[Any]] = {
        "a": np.arange(5, dtype=np.uint32),
        "none": np.zeros(0),
        "b": np.array([1.5, -2]),
    }
    path = tmp_path / "x.arrays"
    write_arrays(path, arrays, "here")
    found = map_arrays(path, "here")
    assert {name: (array.dtype, array.tolist()) for name, array in found.items()} == {
        name: (array.dtype, array.tolist()) for name, array in arrays.items()
    }
    assert not found["a"].flags.writeable
    with pytest.raises(Damaged, match="other data"):
        map_arrays(path, "elsewhere")


def test_the_users_cache_shows_the_tables_and_clears_them(tmp_path: Path) -> None:
    from genchal.resources.results import ResultStore

    (tmp_path / "meteor").mkdir()
    (tmp_path / "meteor" / "wordnet-en-0.arrays").write_bytes(b"x")
    (tmp_path / "meteor" / "notes.txt").write_bytes(b"not ours")
    store = ResultStore(tmp_path)
    assert [path.name for path in store.files()] == ["wordnet-en-0.arrays"]
    assert not store.has_rows()
    assert store.clear() == 1
    assert [path.name for path in tmp_path.rglob("*.*")] == ["notes.txt"]
