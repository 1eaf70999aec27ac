"""Lists and objects inside of a cell: as JSON, as Python prints them, or as numpy and pandas print arrays of texts."""

from __future__ import annotations

import ast
import io
import json
import math
import tokenize
import warnings
from typing import Any

LONGEST = 100_000  # characters of a cell that is written as Python writes it
OPENINGS = ("[", "(", "array(", " ")  # of cells that may hold a list
_NOTHING = ("nan", "None")
_WRAPPERS = ("array", "str_")  # what numpy puts around a list of texts, and around a text


def read_nested(cell: str) -> Any:
    """The value that a cell holds: a list, an object, or whatever it is; None where it cannot be read."""
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        return _read_python(cell)


def read_texts(cell: str) -> list[str] | None:
    """The texts of a cell that holds a list of nothing else; None where it is a text, if in brackets."""
    bare = cell.strip()
    if not (bare.startswith(OPENINGS) and bare.endswith(("]", ")"))):
        return None
    content = read_nested(bare)
    if not (isinstance(content, list) or (isinstance(content, tuple) and content)):
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
            return _split_array(cell, _read_literals(cell))
    except (ValueError, SyntaxError, RecursionError, MemoryError, tokenize.TokenError):
        return None


def _read_literals(cell: str) -> Any:
    """The value of literals; nothing is run. A list of texts and `nan` without commas has None for each of these."""
    try:
        tree = ast.parse(cell.lstrip(" \t"), mode="eval")
    except SyntaxError:
        return [None if token.string in _NOTHING else ast.literal_eval(token.string) for token in _members(cell)]
    return ast.literal_eval(_Literals().visit(tree))


class _Literals(ast.NodeTransformer):
    """Leaves literals of what numpy and pandas print: no ``nan``, and no ``array(..., dtype=object)`` around a list."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(None) if node.id == "nan" else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        own: ast.expr = node
        if name in _WRAPPERS and len(node.args) == 1:
            own = self.visit(node.args[0])
        return own


def _members(cell: str) -> list[tokenize.TokenInfo]:
    """The texts of an array as numpy prints it, and what it prints for none; an error where there is anything else."""
    first, *members, last = _tokens(cell)
    if (first.string, last.string) != ("[", "]") or not all(
        token.type == tokenize.STRING or token.string in _NOTHING for token in members
    ):
        raise ValueError(cell)
    return members


def _split_array(cell: str, content: Any) -> Any:
    """The texts of an array, ``['one' 'two']``, which for Python are a single one; None for what nobody prints."""
    is_list = isinstance(content, list) and cell.lstrip().startswith("[")
    if not is_list or not all(isinstance(member, str | None) for member in content):
        return content
    tokens = _tokens(cell)
    texts = [token.string for token in tokens if token.type == tokenize.STRING]
    if len(texts) == sum(member is not None for member in content):
        return content
    return list(map(ast.literal_eval, texts)) if all(token.string != "," for token in tokens) else None


def _tokens(cell: str) -> list[tokenize.TokenInfo]:
    tokens = tokenize.generate_tokens(io.StringIO(cell).readline)
    return [token for token in tokens if token.string.strip()]
