"""Stores on both databases, one each for all tests of a process, and a clock that can be turned."""

import pytest
from sqlalchemy import String, cast, update

from genchal.store.connection.writer import Transaction
from genchal.store.schema import study
from genchal.store.store import Store
from store.conftest import place, postgres, postgresql_store, sqlite_store
from web.raters import Clock

__all__ = ["place", "postgres", "postgresql_store", "sqlite_store"]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Store:
    """An open store; what other tests have left in it goes by other names."""
    opened: Store = request.getfixturevalue(f"{request.param}_store")
    opened.write(set_aside)
    return opened


@pytest.fixture
def one_store(sqlite_store: Store) -> Store:
    """The same on SQLite alone, for what has nothing to do with databases."""
    sqlite_store.write(set_aside)
    return sqlite_store


def set_aside(transaction: Transaction) -> None:
    """Rename all studies. To remove them would have their numbers given again, which never happens in earnest."""
    transaction.execute(update(study).values(name="old " + cast(study.c.id, String)))
