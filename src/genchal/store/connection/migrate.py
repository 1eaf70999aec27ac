"""Bring a database to the schema of this version: forward only, in one transaction, by the process that comes first."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import URL, Column, Connection, MetaData, Table, Text, create_engine, inspect, select

from genchal.errors import InvalidInput, NotFound
from genchal.store.connection.databases import Engines, find_file, make_file, show_address, use_write_ahead_log
from genchal.store.schema import VERSION, VERSION_TABLE
from genchal.store.upkeep.copying import compare_rows, copy_rows

LOG = logging.getLogger("genchal.store")
FOLDER = Path(__file__).parents[1] / "migrations"

_VERSION = Table(VERSION_TABLE, MetaData(), Column("version_num", Text))


def migrate(url: URL, engines: Engines, *, create: bool = True, folder: Path = FOLDER, newest: str = VERSION) -> None:
    """Check that a database is ours, and migrate it if it is not up to date."""
    file = find_file(url)
    if file and not file.exists():
        if not create:
            raise NotFound(f"no database {file}", "Create a study first: genchal study create NAME.")
        if not file.parent.is_dir():
            raise NotFound(f"{file}: the folder does not exist", "Create the folder, or choose a file in another one.")
        with suppress(OSError):  # SQLite says what is wrong
            make_file(file)
    with engines.reader.connect() as connection:
        found = _version(connection, show_address(url), newest)
    if found is None and not create:
        raise NotFound(
            f"{show_address(url)}: the database is empty", "Create a study first: genchal study create NAME."
        )
    if found != newest:
        use_write_ahead_log(url)
        with engines.writer.begin() as connection:
            # Somebody may have been quicker while we waited for our turn to write.
            found = _version(connection, show_address(url), newest)
            if found == newest:
                return
            kept = None if found is None else _keep(connection, url, found)
            try:
                _upgrade(connection, folder)
            except BaseException:
                if kept:
                    kept.unlink()  # nothing has changed, so it is a copy of what is there
                raise
            if kept:
                LOG.warning("%s is upgraded; what it was before is in %s", show_address(url), kept)


def _keep(connection: Connection, url: URL, version: str) -> Path:
    """Back up a database of an earlier schema, while nobody can write: beside its file, or in the current folder."""
    file = find_file(url)
    place = file or Path(f"{url.database}.db").absolute()
    names = (place.with_name(f"{place.stem}-schema-{version}{end}{place.suffix}") for end in ("", "-2", "-3", "-4"))
    kept = next((name for name in names if not name.exists()), None)
    if kept is None:
        raise InvalidInput(f"{place.parent} is full of backups of {place.stem}", "Delete some that are not needed.")
    try:
        make_file(kept)
        if file:
            with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(kept)) as target:
                source.backup(target)
        else:
            _copy_to_file(connection, kept)
    except BaseException as error:
        with suppress(OSError):
            kept.unlink()  # nobody should take half of it for a backup
        if not isinstance(error, OSError):
            raise
        raise InvalidInput(
            f"{kept} cannot be written ({error.strerror}), and without a backup nothing is upgraded",
            "Run this in a folder that can be written.",
        ) from None
    return kept


def _copy_to_file(connection: Connection, file: Path) -> None:
    """Copy tables of whatever schema to a SQLite file."""
    found = MetaData()
    found.reflect(connection)
    plain = MetaData()
    for table in found.sorted_tables:
        columns = (
            Column(column.name, column.type.as_generic(), nullable=column.nullable, primary_key=column.primary_key)
            for column in table.columns
        )
        Table(table.name, plain, *columns)
    engine = create_engine(URL.create("sqlite", database=str(file)))
    try:
        with engine.begin() as target:
            plain.create_all(target)
            copy_rows(connection, target, plain)
            compare_rows(connection, target, plain)
    finally:
        engine.dispose()


def _version(connection: Connection, name: str, newest: str) -> str | None:
    """The schema that a database has, None if it is empty."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return None
    if VERSION_TABLE not in tables:
        raise InvalidInput(
            f"{name} is not a genchal database", "Give genchal a database of its own; this one is unchanged."
        )
    version = connection.execute(select(_VERSION.c.version_num)).scalar_one_or_none()
    if version is None:
        raise InvalidInput(f"{name} has no version", "Restore it from a backup; it is unchanged.")
    if version > newest:  # versions are numbers of four digits
        raise InvalidInput(
            f"{name} was written by a newer version of genchal (schema {version}; this version knows {newest})",
            "Install the newer version; the database is unchanged.",
        )
    return str(version)


def _upgrade(connection: Connection, folder: Path) -> None:
    # alembic is slow to import, and needed only here.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
