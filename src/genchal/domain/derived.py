"""Derived scores: named formulas over other scores, such as the norm. avg. of the E2E challenge.

A formula is arithmetic: ``(bleu + nist / 10) / 2``. A score is named by its label; a label that is no plain word is put
in quotes: ``"ROUGE-L" / bleu``. There are no loops, attributes or calls of anything but the functions listed here.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from genchal.errors import InvalidInput, suggestion
from genchal.text.arrays.ragged import FloatArray

_QUOTED = re.compile(r""" '[^']*' | "[^"]*" """, re.VERBOSE)
_SIGN = re.compile(r"(?<=\S)[-+*/]")  # inside a label, or at its end
LONGEST = 2000  # characters of a formula
DEEPEST = 200  # operations inside each other


def _mean(*values: FloatArray) -> FloatArray:
    total: FloatArray = sum(values[1:], start=values[0])
    return total / len(values)


def _rounded(value: FloatArray, digits: FloatArray | float = 0.0) -> FloatArray:
    return np.round(value, int(np.asarray(digits).flat[0]))


# Each with the numbers of arguments it takes.
FUNCTIONS: Mapping[str, tuple[Callable[..., FloatArray], range]] = {
    "abs": (np.abs, range(1, 2)),
    "exp": (np.exp, range(1, 2)),
    "log": (np.log, range(1, 2)),
    "max": (lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)), range(1, 100)),
    "mean": (_mean, range(1, 100)),
    "min": (lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)), range(1, 100)),
    "round": (_rounded, range(1, 3)),
    "sqrt": (np.sqrt, range(1, 2)),
}
_OPERATORS: Mapping[type[ast.operator], Callable[[FloatArray, FloatArray], FloatArray]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
    ast.Pow: np.power,
}


@dataclass(frozen=True, slots=True)
class Derived:
    """A score made from other scores by a formula."""

    name: str
    formula: str
    higher_is_better: bool = True

    def __post_init__(self) -> None:
        if not self.ingredients:
            raise InvalidInput(
                f"derived score '{self.name}': there is no score in '{self.formula}'", "Use at least one label."
            )

    @property
    def ingredients(self) -> tuple[str, ...]:
        """Labels of the scores that it is made from, in order of appearance."""
        labels = (label for label in map(_label, _nodes(self)) if label is not None)
        return tuple(dict.fromkeys(labels))

    @property
    def rounds(self) -> bool:
        """Whether it rounds; resampled values of such a score are lumpy, so that it gets no interval."""
        return any(isinstance(node, ast.Call) and _called(node) == "round" for node in _nodes(self))

    def has_bare(self, label: str) -> bool:
        """Whether a label with a sign in it, such as ROUGE-L, stands there without quotes: it would be arithmetic."""
        bare = _QUOTED.sub("", self.formula)
        return _SIGN.search(label) is not None and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", bare) is not None

    def evaluate(self, scores: Mapping[str, FloatArray]) -> FloatArray:
        """Work it out, element by element; NaN where an ingredient is, or where there is no finite result."""
        with np.errstate(all="ignore"):
            value = np.asarray(_value(_parsed(self).body, scores), dtype=np.float64)
        return np.where(np.isfinite(value), value, np.nan)

    def signature(self, fingerprint: str) -> str:
        """The string beside the score; the fingerprint stands for the signatures of its ingredients."""
        return f"{self.name}|formula:{ast.unparse(_parsed(self))}|of:{fingerprint}|v:1"


def _parsed(derived: Derived) -> ast.Expression:
    text = derived.formula.strip()
    try:
        if len(text) > LONGEST:
            raise ValueError("too long")
        with warnings.catch_warnings(action="ignore"):  # Python's own remarks on style are not for users
            tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InvalidInput(
            f"derived score '{derived.name}': '{text}' is not a formula",
            "Write arithmetic over labels, such as (bleu + ter) / 2.",
        ) from None
    return tree


def _nodes(derived: Derived) -> Iterator[ast.expr]:
    """Every part of the formula, each checked to be something that formulas may contain."""
    waiting: list[tuple[ast.expr, int]] = [(_parsed(derived).body, 1)]
    while waiting:
        node, depth = waiting.pop()
        problem = (
            _problem(node)
            if depth <= DEEPEST
            else ("the formula is nested too deeply", "Split it into several scores.")
        )
        if problem is not None:
            raise InvalidInput(f"derived score '{derived.name}': {problem[0]}", problem[1])
        yield node
        waiting += [(operand, depth + 1) for operand in reversed(_operands(node))]


def _operands(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    return list(node.args) if isinstance(node, ast.Call) else []


def _problem(node: ast.expr) -> tuple[str, str] | None:
    """What is wrong with one part of a formula, and what to do."""
    if _label(node) is not None:
        return None
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return None if abs(node.value) < 1e100 else ("a number is too large", "Write a smaller one.")
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        return None
    if isinstance(node, ast.Call):
        return _call_problem(node)
    return f"'{ast.unparse(node)}' is not allowed in a formula", "Use + - * / ** ( ), numbers, labels and functions."


def _call_problem(node: ast.Call) -> tuple[str, str] | None:
    name = _called(node)
    if name not in FUNCTIONS:
        return f"there is no function '{name}'", suggestion(name, list(FUNCTIONS))
    if node.keywords or len(node.args) not in FUNCTIONS[name][1]:
        return f"'{name}' is called with the wrong arguments", "Give it scores or numbers, separated by commas."
    if name == "round" and len(node.args) == 2:
        digits = node.args[1]
        if not (isinstance(digits, ast.Constant) and type(digits.value) is int and 0 <= digits.value <= 15):
            return "'round' needs to know how many decimals", "Write round(bleu, 4)."
    return None


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)


def _label(node: ast.expr) -> str | None:
    """The label of a score: a plain word, or anything in quotes."""
    if isinstance(node, ast.Name):
        return node.id
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _value(node: ast.expr, scores: Mapping[str, FloatArray]) -> FloatArray:
    label = _label(node)
    if label is not None:
        return scores[label]
    if isinstance(node, ast.Constant):
        return np.float64(node.value)  # type: ignore[arg-type, return-value]
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_value(node.left, scores), _value(node.right, scores))
    if isinstance(node, ast.UnaryOp):
        operand = _value(node.operand, scores)
        return -operand if isinstance(node.op, ast.USub) else operand
    if isinstance(node, ast.Call):
        return FUNCTIONS[_called(node)][0](*(_value(argument, scores) for argument in node.args))
    raise AssertionError(node)  # _nodes has refused everything else
