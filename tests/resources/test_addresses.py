"""Files that are elsewhere are read by their address; what cannot be reached is told in one line."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from conftest import lacking
from genchal.errors import NeedsExtra, UserError
from genchal.resources.addresses import address_of, local_path
from genchal.resources.files import read_lines, spooled


@pytest.fixture
def memory() -> Any:
    """A file system that is nowhere."""
    if find_spec("fsspec") is None:
        lacking("ray", "files by their address: pip install 'genchal[remote]'")
    import fsspec

    files = fsspec.filesystem("memory")
    yield files
    files.store.clear()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("s3://bucket/folder/out.tsv", "s3://bucket/folder/out.tsv"),
        ("memory://out.tsv", "memory://out.tsv"),
        ("folder/out.tsv", None),
        ("C:/folder/out.tsv", None),
        ("file:///folder/out.tsv", None),
    ],
)
def test_an_address_stays_one_as_a_path(text: str, address: str | None) -> None:
    assert address_of(Path(text)) == address


def test_the_address_of_a_local_file_is_its_path() -> None:
    assert local_path(Path("file:///folder/out.tsv")) == Path("/folder/out.tsv")


def test_files_elsewhere_and_shards_of_them_are_kept_here(memory: Any) -> None:
    for number in range(2):
        memory.pipe(f"/walks/out-{number}.txt", f"walk {number}\n".encode())
    assert read_lines(Path("memory://walks/out-1.txt")) == ["walk 1"]
    assert spooled(Path("memory://walks/out-1.txt")).name == "out-1.txt"
    assert read_lines(spooled(Path("memory://walks/out-*.txt"))) == ["walk 0", "walk 1"]
    assert spooled(Path("memory://walks/out-*.txt#test")).name == "out.txt#test"


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("memory://walks/none.txt", "memory://walks/none.txt: no such file. Check the address."),
        ("memory://walks/none-*.txt", "memory://walks/none-*.txt: no such files. Check the pattern"),
        ("nowhere://out.txt", "nowhere://out.txt: Protocol not known: nowhere. Check how the address begins"),
    ],
)
def test_what_cannot_be_reached_is_told(memory: Any, address: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        spooled(Path(address))
    assert str(caught.value).startswith(message)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(NeedsExtra, match=r"pip install 'genchal\[remote\]'"):
        spooled(Path("s3://bucket/out.tsv"))
