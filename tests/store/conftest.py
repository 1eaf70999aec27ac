"""Stores on both databases."""

import os
import pwd
import shutil
from collections.abc import Iterator

import pytest

from conftest import lacking
from genchal.store.connection.writer import Transaction
from genchal.store.schema import METADATA, database_stamp
from genchal.store.store import Store, open_store
from postgres import Cluster, programs, quick_folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server, one for all tests of a process."""
    found = programs()
    if found is None:
        lacking("postgres", "PostgreSQL: install its server (initdb is not found)")
    if os.geteuid() == 0 and "postgres" not in {user.pw_name for user in pwd.getpwall()}:
        lacking("postgres", "PostgreSQL: does not run as root, and there is no user 'postgres'")
    assert found is not None
    cluster = Cluster(found)
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Iterator[str]:
    """Where an empty database is, or can be made."""
    if request.param == "sqlite":
        folder = quick_folder()
        yield str(folder / "campaign.db")
        shutil.rmtree(folder)
    else:
        cluster: Cluster = request.getfixturevalue("postgres")
        yield cluster.new_schema()


@pytest.fixture(scope="session")
def sqlite_store() -> Iterator[Store]:
    """A store on SQLite, one for all tests of a process: to make one takes longer than most tests."""
    folder = quick_folder()
    with open_store(folder / "campaign.db") as opened:
        yield opened
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgresql_store(postgres: Cluster) -> Iterator[Store]:
    """A store on PostgreSQL, one for all tests of a process."""
    with open_store(postgres.new_schema()) as opened:
        yield opened


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Store:
    """An open store without anything in it."""
    opened: Store = request.getfixturevalue(f"{request.param}_store")
    opened.write(empty)
    opened.forget()
    return opened


def empty(transaction: Transaction) -> None:
    """Delete everything but the stamp, without which it would be another database."""
    for table in reversed(METADATA.sorted_tables):
        if table is not database_stamp:
            transaction.execute(table.delete())
