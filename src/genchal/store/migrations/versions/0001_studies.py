"""Studies, their items and blocks, raters, sheets, answers and judgements."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

IS_OPEN = sa.text("state = 'open'")


def number() -> sa.Column[int]:
    """The number that joins tables."""
    return sa.Column("id", sa.Integer, nullable=False)


def of(table: str) -> sa.Column[int]:
    """The number of a row of another table."""
    return sa.Column(table, sa.Integer, nullable=False)


def primary(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    """The primary key of a table."""
    return sa.PrimaryKeyConstraint(*columns, name=f"pk_{table}")


def unique(table: str, *columns: str) -> sa.UniqueConstraint:
    """No two rows have the same in these columns."""
    return sa.UniqueConstraint(*columns, name=f"uq_{table}_{'_'.join(columns)}")


def reference(table: str, column: str, other: str | None = None) -> sa.ForeignKeyConstraint:
    """A column that has the number of a row of another table."""
    return sa.ForeignKeyConstraint([column], [f"{other or column}.id"], name=f"fk_{table}_{column}")


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "study",
        number(),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("design", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        primary("study", "id"),
        unique("study", "name"),
    )
    op.create_table(
        "item",
        number(),
        of("study"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("instance", sa.Text, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        primary("item", "id"),
        unique("item", "study", "name"),
        reference("item", "study"),
    )
    op.create_table(
        "subject",
        of("study"),
        sa.Column("instance", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        primary("subject", "study", "instance"),
        reference("subject", "study"),
    )
    op.create_table(
        "block",
        number(),
        of("study"),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("condition", sa.Text, nullable=False),
        sa.Column("practice", sa.Boolean, nullable=False),
        sa.Column("quota", sa.Integer),
        sa.Column("answered", sa.Integer, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("draw", sa.Integer, nullable=False),
        primary("block", "id"),
        unique("block", "study", "name"),
        reference("block", "study"),
    )
    op.create_index("ix_block_study_practice_taken_draw", "block", ["study", "practice", "taken", "draw"])
    op.create_table(
        "block_item",
        of("block"),
        sa.Column("position", sa.Integer, nullable=False),
        of("item"),
        sa.Column("original", sa.Integer),
        primary("block_item", "block", "position"),
        reference("block_item", "block"),
        reference("block_item", "item"),
        reference("block_item", "original", "item"),
    )
    op.create_index("ix_block_item_original", "block_item", ["original"])
    op.create_table(
        "rater",
        number(),
        of("study"),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("condition", sa.Text),
        sa.Column("started_at", sa.Double, nullable=False),
        sa.Column("finished_at", sa.Double),
        primary("rater", "id"),
        unique("rater", "token"),
        unique("rater", "study", "number"),
        unique("rater", "study", "digest"),
        reference("rater", "study"),
    )
    op.create_table(
        "rater_identity",
        number(),
        of("rater"),
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("given", sa.Text, nullable=False),
        sa.Column("given_at", sa.Double, nullable=False),
        primary("rater_identity", "id"),
        reference("rater_identity", "rater"),
    )
    op.create_index("ix_rater_identity_rater", "rater_identity", ["rater"])
    op.create_table(
        "sheet",
        number(),
        sa.Column("token", sa.Text, nullable=False),
        of("block"),
        of("rater"),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("order", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("leased_until", sa.Double, nullable=False),
        sa.Column("shown_at", sa.Double, nullable=False),
        primary("sheet", "id"),
        unique("sheet", "token"),
        unique("sheet", "block", "rater"),
        reference("sheet", "block"),
        reference("sheet", "rater"),
    )
    op.create_index("ix_sheet_rater", "sheet", ["rater"])
    op.create_index("uq_sheet_open", "sheet", ["rater"], unique=True, sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)
    op.create_index("ix_sheet_lease", "sheet", ["leased_until"], sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)
    op.create_table(
        "draft",
        of("sheet"),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("saved_at", sa.Double, nullable=False),
        primary("draft", "sheet"),
        reference("draft", "sheet"),
    )
    op.create_table(
        "answer",
        number(),
        of("sheet"),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("timings", sa.Text, nullable=False),
        sa.Column("received_at", sa.Double, nullable=False),
        primary("answer", "id"),
        unique("answer", "sheet"),
        reference("answer", "sheet"),
    )
    op.create_table(
        "judgement",
        number(),
        of("sheet"),
        of("item"),
        sa.Column("criterion", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("answered_at", sa.Double, nullable=False),
        sa.Column("replaces", sa.Integer),
        primary("judgement", "id"),
        unique("judgement", "replaces"),
        reference("judgement", "sheet"),
        reference("judgement", "item"),
        reference("judgement", "replaces", "judgement"),
    )
    op.create_index("ix_judgement_sheet", "judgement", ["sheet"])
    op.create_table(
        "event",
        number(),
        of("study"),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("rater", sa.Integer),
        sa.Column("sheet", sa.Integer),
        sa.Column("details", sa.Text, nullable=False),
        primary("event", "id"),
        reference("event", "study"),
        reference("event", "rater"),
        reference("event", "sheet"),
    )
    op.create_index("ix_event_study", "event", ["study"])
