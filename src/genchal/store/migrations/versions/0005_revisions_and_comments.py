"""Answers that raters change before the end, and what they say about sheets and the study."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add two tables; what there is stays as it was."""
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("sheet", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("timings", sa.Text, nullable=False),
        sa.Column("received_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_revision"),
        sa.ForeignKeyConstraint(["sheet"], ["sheet.id"], name="fk_revision_sheet"),
        sa.UniqueConstraint("sheet", "number", name="uq_revision_sheet_number"),
    )
    op.create_table(
        "comment",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("rater", sa.Integer, nullable=False),
        sa.Column("sheet", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("received_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_comment"),
        sa.ForeignKeyConstraint(["rater"], ["rater.id"], name="fk_comment_rater"),
        sa.ForeignKeyConstraint(["sheet"], ["sheet.id"], name="fk_comment_sheet"),
    )
    op.create_index("ix_comment_rater", "comment", ["rater"])
    if op.get_bind().dialect.name == "postgresql":  # no statistics of what people wrote: nobody erases them
        op.execute("ALTER TABLE revision ALTER COLUMN answers SET STATISTICS 0")
        op.execute("ALTER TABLE revision ALTER COLUMN timings SET STATISTICS 0")
        op.execute("ALTER TABLE comment ALTER COLUMN text SET STATISTICS 0")
