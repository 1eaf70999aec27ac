"""Where raters come from, for limits; and events of a sheet are found by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a column and two indexes; what there is stays as it was."""
    op.add_column("rater", sa.Column("origin", sa.Text))
    op.create_index("ix_rater_study_origin", "rater", ["study", "origin"])
    op.create_index("ix_event_sheet", "event", ["sheet"])
