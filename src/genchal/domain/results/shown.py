"""Results in notebooks and Python sessions: each shows itself, and turns into frames, figures, LaTeX and Markdown.

A result knows that it has these forms, not how they are made: types of `domain` import neither `reports` nor pandas.
The forms are looked up by name when one is asked for, as metrics are, so that nothing points upwards and a result costs
no more to load than before. `campaign/notebook.py` makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.domain.results.table import Cell, Table

MAKERS: Registry[Callable[..., Any]] = Registry(
    "form of results",
    builtin={
        "html": "genchal.campaign.notebook:show_html",
        "text": "genchal.campaign.notebook:write_text",
        "latex": "genchal.campaign.notebook:write_latex",
        "markdown": "genchal.campaign.notebook:write_markdown",
        "pandas": "genchal.campaign.notebook:make_pandas",
        "polars": "genchal.campaign.notebook:make_polars",
        "figure": "genchal.campaign.notebook:draw_result",
    },
    plugins="genchal.result_forms",
)
NAMED = 4  # rows that a repr names


class Figure(Protocol):
    """What `plot` returns: notebooks show it, and `save` writes it."""

    def _repr_svg_(self) -> str: ...

    def save(self, path: Path | str) -> Path:
        """Write an SVG, PDF or PNG file, by the name of the file; return its path."""
        ...


class ShownResult:
    """What all results have in common: forms of their tables. A dataclass that is one has ``repr=False``."""

    __slots__ = ()

    def tables(self) -> tuple[Table, ...]:
        """The result for people."""
        raise NotImplementedError

    def data_tables(self) -> tuple[Table, ...]:
        """The tables that frames are made from."""
        return self.tables()

    def __repr__(self) -> str:
        table = self.tables()[0]
        first = [_name(row) for row in table.rows[:NAMED]]
        more = ", ..." if len(table.rows) > NAMED else ""
        rows = f"{len(table.rows)} row{'' if len(table.rows) == 1 else 's'}"
        return f"<{type(self).__name__}: {table.title}, {rows} ({', '.join(dict.fromkeys(first))}{more})>"

    def __str__(self) -> str:
        return str(MAKERS["text"](self))

    def _repr_html_(self) -> str:
        return str(MAKERS["html"](self))

    def to_pandas(self, table: int = 0) -> Any:
        """The result as a pandas DataFrame: exact numbers in the columns of ``--csv``; `table` counts from 0."""
        return MAKERS["pandas"](self, table)

    def to_polars(self, table: int = 0) -> Any:
        """The result as a polars DataFrame: exact numbers in the columns of ``--csv``; `table` counts from 0."""
        return MAKERS["polars"](self, table)

    def to_latex(self, *, digits: int | None = None, percent: bool = False, notes: bool = True) -> str:
        """The tables in LaTeX (booktabs); `percent` multiplies scores between 0 and 1 by 100."""
        return str(MAKERS["latex"](self, digits, percent, notes))

    def to_markdown(self, *, digits: int | None = None, percent: bool = False, notes: bool = True) -> str:
        """The tables in Markdown; `percent` multiplies scores between 0 and 1 by 100."""
        return str(MAKERS["markdown"](self, digits, percent, notes))

    def plot(self) -> Figure:
        """The result as a figure, which notebooks show and `save` writes."""
        figure: Figure = MAKERS["figure"](self)
        return figure


def _name(row: Sequence[Cell]) -> str:
    """What a row is about: its first text, without marks."""
    bare = [getattr(cell, "cell", cell) for cell in row]
    return str(next((cell for cell in bare if isinstance(cell, str)), bare[0]))
