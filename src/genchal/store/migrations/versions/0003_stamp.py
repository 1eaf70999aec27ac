"""A name of the database, by which a server knows that it is still its own; no statistics of personal data."""

import sqlalchemy as sa
from alembic import op

from genchal.store.connection.stamp import new_stamp, stamp_number

revision = "0003"
down_revision = "0002"

# What people wrote, and who they are: PostgreSQL would copy samples of it into its statistics, which nobody erases.
PERSONAL = (
    ("rater_identity", "given"),
    ("draft", "answers"),
    ("answer", "answers"),
    ("judgement", "value"),
    ("event", "details"),
)


def upgrade() -> None:
    """Add a table with one row; what there is stays as it was."""
    table = op.create_table(
        "database_stamp",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("checked_at", sa.Double, nullable=False),
        sa.Column("moved_to", sa.Text),
        sa.Column("last_number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_database_stamp"),
    )
    stamp = new_stamp()
    op.bulk_insert(table, [{"id": stamp, "checked_at": 0.0, "last_number": 0}])
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"PRAGMA user_version = {stamp_number(stamp)}")
        return
    for name, column in PERSONAL:
        # A column's type "changes" to what it was: that drops the statistics that were made of it.
        op.execute(f"ALTER TABLE {name} ALTER COLUMN {column} TYPE text, ALTER COLUMN {column} SET STATISTICS 0")
