"""Backups: a database as one SQLite file, made while it is used; restored into either kind of database, or moved."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, update

from genchal.errors import Conflict, InvalidInput, NotFound
from genchal.store.connection.databases import make_file
from genchal.store.connection.stamp import renew_stamp
from genchal.store.schema import database_stamp
from genchal.store.store import Store, open_store
from genchal.store.studies import list_studies
from genchal.store.upkeep.copying import clear_rows, compare_rows, copy_rows


def back_up(store: Store, out: Path) -> int:
    """Write all that is in a database at this moment to a new file, whole or not at all; how many rows it has."""
    _check_free(out)
    with store.reading() as source:
        return _write_file(source, out)


def _check_free(out: Path) -> None:
    if out.exists():
        raise InvalidInput(f"{out} exists already", "Give another name; a backup never replaces a file.")
    if not out.parent.is_dir():
        raise NotFound(f"{out}: the folder does not exist", "Create it, or choose another one.")


def _write_file(source: Connection, out: Path) -> int:
    with _beside(out) as part:
        with open_store(part) as copy:
            rows = copy.write_alone(lambda target: _copy(source, target))
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(out)
    return rows


def restore(backup: Path, place: str, *, replaces: bool, keep: Path) -> int:
    """Put what a backup holds into a database, which must have no studies; how many rows it has.

    With `replaces` what is there is backed up to `keep` first. All of it is one transaction: what a running server has
    confirmed until then is in `keep`, and from then on that server takes no answers.
    """
    if not backup.is_file():
        raise NotFound(f"no backup {backup}", "Give the file that genchal study backup has written.")
    with tempfile.TemporaryDirectory() as folder:
        own = Path(folder) / backup.name  # one of an earlier version is upgraded, but stays as it is itself
        make_file(own)
        shutil.copyfile(backup, own)
        with open_store(own, create=False) as source, open_store(place) as target, source.reading() as rows:
            return target.write_alone(partial(_replace, rows, replaces=replaces, keep=keep, name=target.name))


def _replace(source: Connection, target: Connection, *, replaces: bool, keep: Path, name: str) -> int:
    if list_studies(target):
        if not replaces:
            raise Conflict(f"{name} has studies already", "Give another database, or --replace it.")
        _check_free(keep)
        _write_file(target, keep)
    return _copy(source, target)


def move(source: Store, place: str) -> int:
    """Move everything to an empty database; how many rows it has.

    Nothing is written to the old one meanwhile, and afterwards it says where it went, and is not served any more.
    """
    with open_store(place) as target:
        if target.read(list_studies):
            raise Conflict(f"{target.name} has studies already", "Give an empty database; nothing was moved.")

        def leave(rows: Connection) -> int:
            moved = target.write_alone(lambda transaction: _copy(rows, transaction))
            renew_stamp(rows)
            rows.execute(update(database_stamp).values(moved_to=target.name))
            return moved

        return source.write_alone(leave)


def _copy(source: Connection, target: Connection) -> int:
    clear_rows(target)
    rows = copy_rows(source, target)
    compare_rows(source, target)
    renew_stamp(target)
    return rows


@contextmanager
def _beside(out: Path) -> Iterator[Path]:
    """A file that is to be renamed to `out`; nothing of it is left if that does not happen."""
    part = out.with_name(f".{out.name}.part")
    _remove(part)
    try:
        yield part
    finally:
        _remove(part)


def _remove(part: Path) -> None:
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            Path(f"{part}{end}").unlink()
