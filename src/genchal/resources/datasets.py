"""Known public data sets: where they are on this machine, and how they get there.

The table is ``datasets.toml``. Data is looked for in ``$GENCHAL_DATA/<name>/``, then in the user's data folder; a file
counts as present with or without ``.xz`` or ``.gz``.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from genchal.errors import InvalidInput, NotFound, UserError, check_known, find_known, raise_all
from genchal.resources.download import download
from genchal.resources.files import read_bytes, user_folder, write_whole

PACKED = ("", ".xz", ".gz")


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a data set; one without an address must be got by hand."""

    name: str
    task: str | None = None
    address: str | None = None
    sha256: str | None = None  # of the official file, unpacked


@dataclass(frozen=True, slots=True)
class Dataset:
    """A public data set."""

    name: str
    title: str
    home: str
    licence: str
    citation: str
    note: str = ""
    files: tuple[DataFile, ...] = ()


@dataclass(frozen=True, slots=True)
class Fetched:
    """What `get_dataset` did: files it downloaded, files that were there, files that have no address."""

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
        check_known(f"file of {name}", [file], [member.name for member in dataset.files])
    raise NotFound(f"{name if file is None else f'{file} of {name}'} is not on this machine", _remedy(dataset, file))


def _remedy(dataset: Dataset, file: str | None) -> str:
    """How to get what is absent: by command where there is an address, else by hand."""
    if any(member.address for member in dataset.files if file in (None, member.name)):
        return f"Get it with: genchal data get {dataset.name}"
    return _by_hand(dataset)


def _by_hand(dataset: Dataset, file: str | None = None) -> str:
    place = f"Get {file or 'it'} from {dataset.home} and put it into {data_folders()[0] / dataset.name}."
    return place if file or not dataset.note else f"{place} {dataset.note}"


def get_dataset(name: str, mirror: str | None = None, progress: Callable[[str], None] = lambda _: None) -> Fetched:
    """Download what is not here yet of a data set, checking every file before it appears.

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
    return Fetched(dataset, folder, tuple(new), tuple(present.values()), by_hand)


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
