"""Wide tables: a row for every output that somebody rated, and a column for every criterion.

``submission_id,sample_id,Correctness,Fluency,...`` of WebNLG 2020 and its like. Known criteria are recognised; others
are named by the user, as are columns of systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from genchal.ratings.layout import Judgements
from genchal.ratings.tables.columns import is_wide
from genchal.ratings.tables.read_table import read_table
from genchal.text.tables.source import TableSource


class Wide:
    """Reads the layout."""

    summary: ClassVar[str] = "wide tables, a column per criterion: rater, instance, system, fluency, adequacy ..."

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are known criteria among the columns, and no column of values."""
        return is_wide(header)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, in its order, criterion by criterion."""
        return read_table(source)
