"""Lists and objects inside of a cell: as JSON, as Python prints them, or as numpy prints arrays of texts."""

from __future__ import annotations

import ast
import io
import json
import math
import tokenize
import warnings
from typing import Any

LONGEST = 100_000  # characters of a cell that is written as Python writes it


def read_nested(cell: str) -> Any:
    """The value that a cell holds: a list, an object, or whatever it is; None where it cannot be read."""
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return _read_python(cell)


def read_texts(cell: str) -> list[str] | None:
    """The texts of a cell that holds a list of nothing else; None where it is a text, if in brackets."""
    bare = cell.strip()
    if not (bare.startswith("[") and bare.endswith("]")):
        return None
    content = read_nested(bare)
    if not isinstance(content, list):
        return None
    members = [member for member in content if not is_nothing(member)]
    return members if all(isinstance(member, str) for member in members) else None


def is_nothing(value: object) -> bool:
    """Whether a value of JSON stands for none: null, or the NaN that many programs write for it."""
    return value is None or (isinstance(value, float) and math.isnan(value))


def _read_python(cell: str) -> Any:
    """A list or dict as Python prints it, which is what many tables have: ``{'fluency': 4}``."""
    if len(cell) > LONGEST:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about escapes in what is a text, not a program
            content = ast.literal_eval(cell)  # literals only; nothing is run
            return content if not isinstance(content, list) else _split_array(cell, content)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def _split_array(cell: str, content: list[Any]) -> Any:
    """The texts of an array, ``['one' 'two']``, which for Python are a single one; None for what nobody prints."""
    if not all(isinstance(member, str) for member in content):
        return content
    tokens = [token for token in tokenize.generate_tokens(io.StringIO(cell).readline) if token.string.strip()]
    texts = [token.string for token in tokens if token.type == tokenize.STRING]
    if len(texts) == len(content):
        return content
    return list(map(ast.literal_eval, texts)) if all(token.string != "," for token in tokens) else None
