"""Edit scripts lead from forms to lemmas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.parser.lemmas import Scripts, apply, script_of

LETTERS = st.text("abcdeiknrstuwyABI", min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("form", "lemma", "script"),
    [
        ("families", "family", "l-ies+y"),
        ("Was", "be", "l-was+be"),
        ("Italian", "italian", "l-+"),
        ("Strada", "Strada", "k-+"),
        ("Alps", "Alp", "k-s+"),
        ("I", "I", "k-+"),
        ("n't", "not", "l-'t+ot"),
    ],
)
def test_scripts_say_which_ending_goes_and_which_comes(form: str, lemma: str, script: str) -> None:
    assert script_of(form, lemma) == script
    assert apply(script, form) == lemma


@given(form=LETTERS, lemma=LETTERS)
def test_a_script_makes_its_lemma_and_fits_its_form(form: str, lemma: str) -> None:
    script = script_of(form, lemma)
    assert apply(script, form) == lemma
    assert 0 in Scripts([script, "l-+"]).fitting(form)


@given(form=LETTERS, scripts=st.lists(st.tuples(LETTERS, LETTERS), max_size=6))
def test_the_fitting_scripts_are_those_whose_ending_the_form_has(form: str, scripts: list[tuple[str, str]]) -> None:
    names = ["l-+", *(script_of(*pair) for pair in scripts)]
    slow = [n for n, name in enumerate(names) if form.lower().endswith(name[2:].partition("+")[0])]
    assert sorted(Scripts(names).fitting(form)) == slow
