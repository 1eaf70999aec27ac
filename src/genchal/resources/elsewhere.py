"""Copies of files that are elsewhere or in shards, for all that wants one file on this machine."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from genchal.resources.addresses import address_of, local_path
from genchal.resources.files import inner_name, readable
from genchal.resources.shards import is_sharded, join_shards


def keep_here(path: Path, make_folder: Callable[[], Path]) -> Path:
    """One file on this machine with the content of a path: of an address, of shards. Other files are where they are.

    A part of a file, as in outputs.tsv#test, stays one.
    """
    name, hash_sign, part = path.as_posix().partition("#")
    path = local_path(Path(name))
    if is_sharded(path):
        kept = join_shards(path, make_folder())
    elif address_of(path) is not None:
        kept = make_folder() / inner_name(path).name
        with readable(path) as source, kept.open("wb") as file:
            shutil.copyfileobj(source, file)
    else:
        kept = path
    return Path(f"{kept}{hash_sign}{part}")
