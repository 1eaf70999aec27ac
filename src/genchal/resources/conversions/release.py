"""A release on disk: the files of a folder or of a ZIP archive, by their paths in the official repository."""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from genchal.errors import InvalidInput, NotFound
from genchal.resources.files import read_bytes


@dataclass(frozen=True, slots=True)
class Release:
    """Files by name, in order of their names; `find` looks up files of other data sets on this machine."""

    source: Path
    names: tuple[str, ...]
    read: Callable[[str], bytes]
    find: Callable[[str, str], Path]

    def inside(self, *folders: str, suffix: str = "") -> Iterator[tuple[str, str]]:
        """Files below the first of these folders that has any: their names, and their paths in it without suffix."""
        for folder in folders:
            found = [name for name in self.names if name.startswith(f"{folder}/") and name.endswith(suffix)]
            if found:
                yield from ((name, name[len(folder) + 1 : len(name) - len(suffix)]) for name in found)
                return

    def read_text(self, name: str) -> str:
        """Return the text of a file, without a byte-order mark and carriage returns."""
        try:
            return self.read(name).decode("utf-8-sig").replace("\r", "")
        except UnicodeDecodeError:
            raise InvalidInput(f"{self.source}, {name}: not UTF-8 text", "Download the release again.") from None


@contextlib.contextmanager
def open_release(source: Path, find: Callable[[str, str], Path]) -> Iterator[Release]:
    """Open a release: a folder, or a ZIP archive of one. Packed files of a folder (.gz, .xz) are read unpacked."""
    if source.is_dir():
        paths = {
            path.relative_to(source).as_posix().removesuffix(".gz").removesuffix(".xz"): path
            for path in sorted(source.rglob("*"))
            if path.is_file() and not path.name.startswith(".") and ".git" not in path.parts
        }
        yield Release(source, tuple(sorted(paths)), lambda name: read_bytes(paths[name]), find)
        return
    if not source.exists():
        raise NotFound(f"{source}: no such file or folder", "Check the path.")
    try:
        archive = zipfile.ZipFile(source)
    except (zipfile.BadZipFile, OSError) as error:
        raise InvalidInput(f"{source}: not a folder or a ZIP archive ({error})", "Download it again.") from None
    with archive:
        inside = _without_top_folder([entry.filename for entry in archive.infolist() if not entry.is_dir()])
        yield Release(source, tuple(sorted(inside)), lambda name: _member(archive, source, inside[name]), find)


def _member(archive: zipfile.ZipFile, source: Path, name: str) -> bytes:
    try:
        return archive.read(name)
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, EOFError) as error:
        raise InvalidInput(f"{source}, {name}: cannot be unpacked ({error})", "Download the release again.") from None


def _without_top_folder(names: list[str]) -> dict[str, str]:
    """Archives of repositories have all files in one folder, which is named after the version."""
    names = [name for name in names if not name.startswith("__MACOSX/")]
    tops = {name.partition("/")[0] for name in names}
    cut = len(next(iter(tops))) + 1 if len(tops) == 1 and all("/" in name for name in names) else 0
    return {name[cut:]: name for name in names}
