"""Known public data sets: where they are on this machine, and how they get there.

The table is ``datasets.toml``. Data is looked for in ``$GENCHAL_DATA/<name>/``, then in the user's data folder; a file
counts as present with or without ``.xz`` or ``.gz``.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from genchal.errors import InvalidInput, NotFound, UserError, check_known, find_known, raise_all
from genchal.resources.conversions import CONVERSIONS
from genchal.resources.conversions.release import open_release
from genchal.resources.download import download
from genchal.resources.files import inner_name, read_bytes, user_folder, write_whole

PACKED = ("", ".xz", ".gz")
NEEDED = {"e2e-eval": (("e2e", "testset.csv"),)}  # files of other data sets that conversions read


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set; one without an address must be got by hand."""

    name: str
    task: str | None = None
    address: str | None = None
    sha256: str | None = None  # of the official file, unpacked


@dataclass(frozen=True, slots=True)
class Dataset:
    """A public data set; `others` are files that belong beside its own and come by hand from elsewhere."""

    name: str
    title: str
    home: str
    licence: str
    citation: str
    note: str = ""
    files: tuple[DataFile, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict)

    @property
    def commands(self) -> tuple[str, ...]:
        """Commands that bring it here: "get" where files have an address, "convert" where others do not."""
        is_addressed = any(file.address for file in self.files)
        is_converted = f"genchal data convert {self.name} " in self.note
        return (*(["get"] if is_addressed else []), *(["convert"] if is_converted else []))


@dataclass(frozen=True, slots=True)
class Fetched:
    """What `get_dataset` or `convert_dataset` did: new files, files that were there, files that neither can make."""

    dataset: Dataset
    folder: Path
    new: tuple[Path, ...]
    kept: tuple[Path, ...]
    by_hand: tuple[str, ...]


@cache
def datasets() -> Mapping[str, Dataset]:
    """Return the table."""
    text = (files("genchal.resources") / "datasets.toml").read_text(encoding="utf-8")
    table = {}
    for name, entry in tomllib.loads(text).items():
        base, listed = entry.pop("base", ""), entry.pop("files", [])
        found = tuple(
            DataFile(
                file["name"], file.get("task"), f"{base}/{file['at']}" if "at" in file else None, file.get("sha256")
            )
            for file in listed
        )
        table[name] = Dataset(name, files=found, **entry)
    return table


def dataset_named(name: str) -> Dataset:
    """Look up a data set; an unknown name is answered with a suggestion."""
    return find_known("data set", name, datasets())


def data_folders() -> tuple[Path, ...]:
    """Return the folders in which data sets are looked for; `get_dataset` writes into the first."""
    chosen = os.environ.get("GENCHAL_DATA")
    user = user_folder("XDG_DATA_HOME", "Application Support", ".local/share")
    return (Path(chosen), user) if chosen else (user,)


def find_file(dataset: Dataset, file: str) -> Path | None:
    """Return where a file of a data set is, packed or not."""
    for folder in data_folders():
        for packed in PACKED:
            path = folder / dataset.name / f"{file}{packed}"
            if path.is_file():
                return path
    return None


def find_folder(dataset: Dataset) -> Path | None:
    """Return the first folder that holds anything of a data set."""
    for folder in data_folders():
        path = folder / dataset.name
        if path.is_dir() and any(path.iterdir()):
            return path
    return None


def locate(name: str, file: str | None = None) -> Path:
    """Return the folder of a data set, or one of its files; what is absent is an error that says how to get it."""
    dataset = dataset_named(name)
    found = find_folder(dataset) if file is None else find_file(dataset, file)
    if found is not None:
        return found
    if file is not None and dataset.files:
        check_known(f"file of {name}", [file], [*(member.name for member in dataset.files), *dataset.others])
    raise NotFound(f"{name if file is None else f'{file} of {name}'} is not on this machine", _remedy(dataset, file))


def _remedy(dataset: Dataset, file: str | None) -> str:
    """How to get what is absent: by command where there is an address, else by hand."""
    if any(member.address for member in dataset.files if file in (None, member.name)):
        return f"Get it with: genchal data get {dataset.name}"
    return _by_hand(dataset, file if file in dataset.others else None)


def _by_hand(dataset: Dataset, file: str | None = None) -> str:
    if file is None and "convert" in dataset.commands:
        return f"{dataset.note} The files go into {data_folders()[0] / dataset.name}."
    home = dataset.others.get(file or "", dataset.home)
    place = f"Get {file or 'it'} from {home} and put it into {data_folders()[0] / dataset.name}."
    return place if file or not dataset.note else f"{place} {dataset.note}"


def get_dataset(name: str, mirror: str | None = None, progress: Callable[[str], None] = lambda _: None) -> Fetched:
    """Download what is not here yet of a data set, checking every file before it appears; then make tables of it.

    A `mirror` keeps the same files as ``MIRROR/<data set>/<file>``. Files that are here are checked and left alone.
    """
    dataset = dataset_named(name)
    folder = data_folders()[0] / name
    present = {file.name: path for file in dataset.files if (path := find_file(dataset, file.name))}
    raise_all(
        [problem for file in dataset.files if file.name in present for problem in _changed(file, present[file.name])]
    )
    absent = [file for file in dataset.files if file.name not in present]
    by_hand = tuple(file.name for file in absent if file.address is None)
    wanted = [file for file in absent if file.address is not None]
    complete = not absent if dataset.files else find_folder(dataset) is not None
    if not complete and not any(file.address for file in dataset.files):
        raise NotFound(f"{name} cannot be downloaded: its files have no address of their own", _by_hand(dataset))
    new = []
    for file in wanted:
        address = f"{mirror.rstrip('/')}/{quote(name)}/{quote(file.name)}" if mirror else str(file.address)
        progress(f"{file.name} from {address}")
        new.append(folder / file.name)
        write_whole(new[-1], _checked(file, address, download(address, _by_hand(dataset, file.name))))
    if by_hand and name in CONVERSIONS and folder.is_dir() and _has_needed(name):
        new += _made(dataset, folder, folder, wanted=by_hand)[0]
    return Fetched(dataset, folder, tuple(new), tuple(present.values()), _absent(dataset))


def convert_dataset(name: str, source: Path, folder: Path | None = None) -> Fetched:
    """Turn a copy of an official release, a folder or a ZIP archive, into the files that genchal knows.

    They go into `folder`, by default the one of the data set. Everything is made and checked before anything is
    written. A file that is there already is left alone if it has the same content, packed or not; otherwise it is an
    error.
    """
    dataset = dataset_named(name)
    if name not in CONVERSIONS:
        raise InvalidInput(f"{name} is used as it is released", f"Get it with: genchal data get {name}")
    into = data_folders()[0] / name if folder is None else folder
    new, kept = _made(dataset, source, into)
    if not new and not kept:
        raise InvalidInput(f"{source}: no file of {name} in it", f"Give a copy of {dataset.home}: a folder or a ZIP.")
    done = {inner_name(path) for path in (*new, *kept)}
    absent = tuple(file.name for file in dataset.files if into / file.name not in done)
    return Fetched(dataset, into, tuple(new), tuple(kept), absent)


def _made(
    dataset: Dataset, source: Path, folder: Path, wanted: Collection[str] | None = None
) -> tuple[list[Path], list[Path]]:
    """Convert what a source has of a data set; return what was written and what was there."""
    checksums = {file.name: file.sha256 for file in dataset.files}
    contents: dict[Path, bytes] = {}
    kept, problems = list[Path](), list[UserError]()
    with open_release(source, locate) as release:
        for name, data in CONVERSIONS[dataset.name](release):
            unpacked = inner_name(Path(name)).as_posix()
            if wanted is not None and unpacked not in wanted:
                continue
            there = [path for packed in PACKED if (path := folder / f"{unpacked}{packed}").is_file()]
            kept += there
            expected = checksums.get(unpacked)
            if expected is not None and hashlib.sha256(data).hexdigest() != expected:
                problem = f"{source}: not the official {unpacked}: its checksum differs"
                problems.append(InvalidInput(problem, "Download the release again; nothing was stored."))
            elif any(read_bytes(path) != data for path in there):
                problem = f"{there[0]} differs from what is made of {source}"
                problems.append(InvalidInput(problem, "Move it away and run again; nothing was stored."))
            elif not there:
                contents[folder / name] = data
    raise_all(problems)
    for path, data in contents.items():
        write_whole(path, _packed(path, data))
    return list(contents), kept


def _packed(path: Path, data: bytes) -> bytes:
    """Pack as the name says; the same content gives the same bytes."""
    if path.suffix == ".gz":
        return gzip.compress(data, mtime=0)
    return lzma.compress(data) if path.suffix == ".xz" else data


def _has_needed(name: str) -> bool:
    """Whether files of other data sets that a conversion reads are on this machine."""
    return all(find_file(dataset_named(other), file) for other, file in NEEDED.get(name, ()))


def _absent(dataset: Dataset) -> tuple[str, ...]:
    return tuple(file.name for file in dataset.files if find_file(dataset, file.name) is None)


def _changed(file: DataFile, path: Path) -> list[UserError]:
    """Whether a file that is here is another one than the official."""
    if file.sha256 is None or hashlib.sha256(read_bytes(path)).hexdigest() == file.sha256:
        return []
    return [InvalidInput(f"{path} is not the official file: its checksum differs", "Move it away and run again.")]


def _checked(file: DataFile, address: str, data: bytes) -> bytes:
    found = hashlib.sha256(data).hexdigest()
    if found == file.sha256:
        return data
    raise InvalidInput(
        f"{address}: not the official {file.name}: SHA-256 {found[:12]}..., expected {str(file.sha256)[:12]}...",
        "Try again later, or from another mirror; the download was not kept.",
    )
