"""Sound files of studies, and conditions of which a part is between raters."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a table and a column; what there is stays as it was."""
    op.create_table(
        "sound",
        sa.Column("study", sa.Integer, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
        sa.Column("instance", sa.Text, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("study", "system", "instance", name="pk_sound"),
        sa.ForeignKeyConstraint(["study"], ["study.id"], name="fk_sound_study"),
    )
    op.add_column("block", sa.Column("variant", sa.Text))
    op.create_index("ix_sheet_rater_state", "sheet", ["rater", "state"])
    op.drop_index("ix_sheet_rater", "sheet")
