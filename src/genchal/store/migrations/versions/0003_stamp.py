"""A name of the database itself, by which a server knows that it is still the one that it opened."""

import sqlalchemy as sa
from alembic import op

from genchal.store.stamp import new_stamp, stamp_number

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add a table with one row; what there is stays as it was."""
    table = op.create_table(
        "database_stamp",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("checked_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_database_stamp"),
    )
    stamp = new_stamp()
    op.bulk_insert(table, [{"id": stamp, "checked_at": 0.0}])
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"PRAGMA user_version = {stamp_number(stamp)}")
