"""How alembic runs our migrations: in the transaction that it is given, by `genchal.store.connection.migrate` alone."""

from alembic import context

from genchal.store.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
