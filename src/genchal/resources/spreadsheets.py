"""Texts of strangers in tables that spreadsheets open: none of them is to be run as a formula.

Spreadsheets take a cell of a .csv or .tsv file for a formula if it begins with one of a few signs, and a formula can
fetch addresses or start programs. An apostrophe in front makes it a text. Numbers stay numbers, negative ones too, and
.jsonl and .parquet have every text as it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

_WIDE = "\uff1d\uff0b\uff0d\uff20"  # = + - @ as East Asian keyboards write them, which spreadsheets take alike
_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", *_WIDE)


def defuse_formulas(
    suffix: str, columns: Iterable[str], rows: Iterable[Sequence[object]], of_strangers: Collection[str]
) -> list[tuple[object, ...]]:
    """Rows for a file with this suffix; in columns that strangers fill, formulas become texts."""
    chosen = [name in of_strangers and suffix in (".csv", ".tsv") for name in columns]
    return [
        tuple(_defuse(cell) if is_theirs else cell for cell, is_theirs in zip(row, chosen, strict=True)) for row in rows
    ]


def _defuse(cell: object) -> object:
    is_formula = isinstance(cell, str) and cell.lstrip(" \u00a0").startswith(_SIGNS) and not _is_number(cell)
    return f"'{cell}" if is_formula else cell


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return "_" not in text
