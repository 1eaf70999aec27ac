"""Known data sets: the table, where they are looked for, how they are downloaded (from this machine only)."""

import hashlib
import http.server
import lzma
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from genchal.errors import InvalidInput, NotFound, UnknownName
from genchal.resources import datasets as module
from genchal.resources.datasets import (
    DataFile,
    Dataset,
    data_folders,
    dataset_named,
    datasets,
    find_file,
    find_folder,
    get_dataset,
    locate,
)
from genchal.resources.files import read_bytes
from genchal.tasks import TASKS

TEXT = b"mr,ref\n"
TOY = Dataset(
    "toy",
    "Toy data",
    "https://example.org/toy",
    "CC0",
    "Nobody (2000)",
    "Made by hand.",
    (
        DataFile("a b.csv", "slots", "http://127.0.0.1:9/a.csv", hashlib.sha256(TEXT).hexdigest()),
        DataFile("ratings/all.csv"),
    ),
)


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own data folder, and the toy data set beside the real ones."""
    monkeypatch.setenv("GENCHAL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setattr(module, "datasets", lambda: {**datasets(), "toy": TOY})
    return tmp_path / "data" / "toy"


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Path]]:
    """A server on this machine: its address, and the folder of the toy data set that it serves."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    served = tmp_path / "served" / "toy"
    served.mkdir(parents=True)
    handler = partial(_Quiet, directory=str(served.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", served
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("name", datasets())
def test_every_data_set_says_what_it_is_and_where_it_comes_from(name: str) -> None:
    one = dataset_named(name)
    assert all([one.title, one.licence, one.citation])
    assert one.home.startswith("https://")
    assert len({file.name for file in one.files}) == len(one.files)
    for file in one.files:
        assert file.task is None or file.task in TASKS
        assert (file.address is None) == (file.sha256 is None), "nothing is downloaded without a checksum"
        assert file.sha256 is None or len(file.sha256) == 64
        assert file.address is not None or one.note, "what must be got by hand is explained"


def test_the_checksums_of_the_table_are_those_of_the_real_files(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENCHAL_DATA", str(data))
    checked = 0
    for one in datasets().values():
        for file in one.files:
            path = find_file(one, file.name)
            if path is not None and file.sha256 is not None:
                assert hashlib.sha256(read_bytes(path)).hexdigest() == file.sha256, path
                checked += 1
    assert checked >= 4 + 22 + 1  # E2E, its participants and primary outputs, BAGEL


@pytest.mark.parametrize(("platform", "folder"), [("linux", ".local/share"), ("darwin", "Library/Application Support")])
def test_the_users_data_folder_follows_the_platform(
    platform: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("GENCHAL_DATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert data_folders() == (tmp_path / folder / "genchal",)


def test_the_users_data_folder_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENCHAL_DATA", "first")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert data_folders() == (Path("first"), tmp_path / "genchal")
    monkeypatch.setattr(sys, "platform", "win32")
    assert data_folders() == (Path("first"), tmp_path / "genchal")


def test_a_file_is_found_packed_or_not_and_in_either_folder(home: Path, tmp_path: Path) -> None:
    assert (find_folder(TOY), find_file(TOY, "a b.csv")) == (None, None)
    second = tmp_path / "own" / "genchal" / "toy" / "a b.csv.xz"
    second.parent.mkdir(parents=True)
    second.write_bytes(lzma.compress(TEXT))
    assert locate("toy") == second.parent
    assert locate("toy", "a b.csv") == second
    (home / "ratings").mkdir(parents=True)
    (home / "ratings" / "all.csv.gz").write_bytes(b"")
    assert locate("toy") == home  # the chosen folder comes first
    assert locate("toy", "ratings/all.csv") == home / "ratings" / "all.csv.gz"
    assert locate("toy", "a b.csv") == second


def test_what_is_absent_is_an_error_that_says_how_to_get_it(home: Path) -> None:
    with pytest.raises(NotFound, match=r"toy is not on this machine\. Get it with: genchal data get toy$"):
        locate("toy")
    with pytest.raises(
        NotFound, match=r"all\.csv of toy is not on this machine\. Get it from https://example\.org/toy and put"
    ):
        locate("toy", "ratings/all.csv")
    with pytest.raises(UnknownName, match=r"unknown file of toy 'a c\.csv'\. Did you mean 'a b\.csv'\?"):
        locate("toy", "a c.csv")
    with pytest.raises(UnknownName, match=r"unknown data set 'e2'\. Did you mean 'e2e'\?"):
        locate("e2")


def test_files_are_downloaded_once_and_what_has_no_address_is_named(home: Path, mirror: tuple[str, Path]) -> None:
    address, served = mirror
    (served / "a b.csv").write_bytes(TEXT)
    lines: list[str] = []
    done = get_dataset("toy", address, lines.append)
    assert (done.folder, done.new, done.kept, done.by_hand) == (home, (home / "a b.csv",), (), ("ratings/all.csv",))
    assert (home / "a b.csv").read_bytes() == TEXT
    assert lines == [f"a b.csv from {address}toy/a%20b.csv"]
    (served / "a b.csv").unlink()
    again = get_dataset("toy", address, lines.append)
    assert (again.new, again.kept, len(lines)) == ((), (home / "a b.csv",), 1)


def test_a_packed_file_with_the_right_content_is_left_alone(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "a b.csv.xz").write_bytes(lzma.compress(TEXT))
    assert get_dataset("toy").kept == (home / "a b.csv.xz",)


def test_a_download_with_another_checksum_is_not_kept(home: Path, mirror: tuple[str, Path]) -> None:
    address, served = mirror
    (served / "a b.csv").write_bytes(b"something else\n")
    with pytest.raises(InvalidInput, match=r"not the official a b\.csv: SHA-256 .* the download was not kept"):
        get_dataset("toy", address)
    assert not home.exists()


def test_a_changed_file_is_neither_trusted_nor_overwritten(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "a b.csv").write_bytes(b"my own notes\n")
    with pytest.raises(InvalidInput, match="is not the official file: its checksum differs"):
        get_dataset("toy")
    assert (home / "a b.csv").read_bytes() == b"my own notes\n"


def test_without_a_network_one_line_says_what_to_fetch_and_where_to_put_it(
    home: Path, mirror: tuple[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotFound, match=r"toy/a%20b\.csv answers 404\. Get a b\.csv from https://example\.org/toy"):
        get_dataset("toy", mirror[0])
    with pytest.raises(NotFound, match="cannot be reached") as caught:  # nobody listens at port 9
        get_dataset("toy")
    assert str(home) in str(caught.value)
    assert len(caught.value.lines()) == 1
    with pytest.raises(InvalidInput, match=r"'file:///etc/toy/a%20b\.csv' is not an address"):
        get_dataset("toy", "file:///etc")
    assert not home.exists()


def test_a_data_set_without_addresses_is_explained(home: Path) -> None:
    for name in ("tuna", "sr18"):
        with pytest.raises(NotFound, match="its files have no address of their own") as caught:
            get_dataset(name)
        assert str(home.parent / name) in str(caught.value)
        assert dataset_named(name).note in str(caught.value)
    (home.parent / "tuna").mkdir(parents=True)
    for file in ("furniture.xml", "people.xml"):
        (home.parent / "tuna" / file).touch()
    assert len(get_dataset("tuna").kept) == 2
