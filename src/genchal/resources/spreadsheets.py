"""Texts of strangers in tables that spreadsheets open: none of them is to be run as a formula.

Spreadsheets take a cell of a .csv or .tsv file for a formula if it begins with one of a few signs, and a formula can
fetch addresses or start programs. An apostrophe in front makes it a text. Numbers stay numbers, negative ones too, and
.jsonl and .parquet have every text as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

_WIDE = "\uff1d\uff0b\uff0d\uff20"  # = + - @ as East Asian keyboards write them, which spreadsheets take alike
_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", *_WIDE)


def defuse_formulas(
    suffix: str, columns: Iterable[str], rows: Iterable[Sequence[T]], of_strangers: Collection[str]
) -> list[tuple[T | str, ...]]:
    """Rows for a file with this suffix; in columns that strangers fill, formulas become texts."""
    chosen = [name in of_strangers and suffix in (".csv", ".tsv") for name in columns]
    # Between tabs quotes stand as they are written, and spreadsheets take them away.
    passed_over = ' \u00a0"' if suffix == ".tsv" else " \u00a0"
    return [
        tuple(
            f"'{cell}" if is_theirs and isinstance(cell, str) and _is_formula(cell, passed_over) else cell
            for cell, is_theirs in zip(row, chosen, strict=True)
        )
        for row in rows
    ]


def _is_formula(text: str, passed_over: str) -> bool:
    return text.lstrip(passed_over).startswith(_SIGNS) and not _is_number(text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text
