"""Derived scores: what a formula may be, and what it gives."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.derived import LONGEST, Derived
from genchal.errors import InvalidInput, UserError

SCORES = {"bleu": np.array([0.5, 0.25]), "nist": np.array([8.0, np.nan]), "ROUGE-L": np.array([0.6, 0.0])}


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("(bleu + nist / 10) / 2", [0.65, math.nan]),
        ('"ROUGE-L" * 100', [60, 0]),
        ("mean(bleu, 'ROUGE-L', 1)", [0.7, 1.25 / 3]),
        ("max(bleu, 'ROUGE-L') - min(bleu, 'ROUGE-L', 0.1)", [0.5, 0.25]),
        ("-bleu ** 2", [-0.25, -0.0625]),
        ("sqrt(bleu) * sqrt(bleu)", [0.5, 0.25]),
        ("abs(bleu - 1)", [0.5, 0.75]),
        ("log(exp(bleu))", [0.5, 0.25]),
        ("round(bleu / 3, 2)", [0.17, 0.08]),
        ("round(bleu)", [0, 0]),
        ("bleu / 'ROUGE-L'", [0.5 / 0.6, math.nan]),  # nothing is divided by 0
        ("log('ROUGE-L' - 1)", [math.nan, math.nan]),
    ],
)
def test_formulas_are_worked_out_element_by_element(formula: str, expected: list[float]) -> None:
    assert Derived("x", formula).evaluate(SCORES).tolist() == pytest.approx(expected, nan_ok=True)


def test_ingredients_are_named_once_in_order() -> None:
    assert Derived("x", "(nist + bleu + nist) / 'ROUGE-L'").ingredients == ("nist", "bleu", "ROUGE-L")


@pytest.mark.parametrize(("formula", "rounds"), [("bleu / 2", False), ("1 - round(bleu, 4)", True)])
def test_a_formula_says_whether_it_rounds(formula: str, rounds: bool) -> None:
    assert Derived("x", formula).rounds is rounds


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("", "'' is not a formula"),
        ("bleu +", "is not a formula"),
        ("bleu.real", "'bleu.real' is not allowed in a formula"),
        ("bleu if nist else 0", "is not allowed in a formula"),
        ("[bleu]", "is not allowed in a formula"),
        ("bleu @ nist", "is not allowed in a formula"),
        ("bleu and True", "is not allowed in a formula"),
        ("1j * bleu", "is not allowed in a formula"),
        ("__import__('os')", "there is no function '__import__'"),
        ("sqr(bleu)", "there is no function 'sqr'. Did you mean 'sqrt'?"),
        ("sqrt(bleu, nist)", "'sqrt' is called with the wrong arguments"),
        ("max(*bleu)", "is not allowed in a formula"),
        ("round(bleu, nist)", "'round' needs to know how many decimals"),
        ("bleu * 1e300", "a number is too large"),
        ("2 + 2", "there is no score in '2 + 2'"),
        ("-" * 300 + "bleu", "too deep"),
        ("bleu" + " + bleu" * LONGEST, "is not a formula"),
    ],
)
def test_what_is_no_formula_is_refused(formula: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        Derived("x", formula)


@given(st.text(alphabet="bleu nist()+-*/.,0123456789'\"[]{}:=<>\\\0 é", max_size=40))
def test_any_text_is_a_formula_or_refused_with_a_remedy(text: str) -> None:
    try:
        derived = Derived("x", text)
    except UserError as error:
        assert error.remedy
    else:
        assert derived.evaluate({label: np.array([0.5]) for label in derived.ingredients}).shape in ((), (1,))
