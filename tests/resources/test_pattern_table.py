"""The table of patterns in the script of the E2E report, with an invented script: nothing of it may run."""

from pathlib import Path

import pytest

from genchal.domain.inputs import SlotValues
from genchal.domain.slots.checking import check_output, judge_output
from genchal.domain.slots.patterns import PatternLexicon
from genchal.errors import InvalidInput
from genchal.resources.lexicons import load_any_lexicon, load_lexicon
from genchal.resources.lexicons.pattern_table import parse_pattern_table, python2_order

SCRIPT = r"""
from nowhere import nothing
raise SystemExit("this must not run")

REALIZATIONS = {
    'name': ['Heron Loop', 'Mill Walk'],
    'near': ['Mill Walk', 'Crane Path'],
    'walk_length': {'short': ['short', 'quick(?: one)?'], 'long': ['long', '^all\W+day']},
    'dogs_allowed': {'no': ['no dogs'], 'yes': ['dogs']},
}
REALIZATIONS['name'] = compile(REALIZATIONS['name'])
"""


@pytest.fixture
def walks() -> PatternLexicon:
    return parse_pattern_table(SCRIPT, "walks.py", "walks")


def input_of(**slots: str) -> SlotValues:
    return SlotValues(tuple(slots.items()))


def counts(lexicon: PatternLexicon, given: SlotValues, text: str) -> tuple[int, ...]:
    """Missing, added, wrong, repeated."""
    wanted = lexicon.wanted(given)
    assert wanted is not None
    return tuple(len(errors) for errors in check_output(lexicon, wanted, text).errors)


def test_slots_and_values_are_spelt_as_in_the_table(walks: PatternLexicon) -> None:
    wanted = walks.wanted(SlotValues((("walkLength", "Short"), ("NAME", "heron loop"), ("price", "Low"))))
    assert wanted == [("walk_length", "short"), ("name", "Heron Loop"), ("price", "Low")]
    rating = parse_pattern_table("REALIZATIONS = {'rating': {'high': ['good']}}", "x.py", "x")
    assert rating.wanted(SlotValues((("customer rating", "high"),))) == [("rating", "high")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Heron Loop is short; dogs.", (0, 0, 0, 0)),
        ("heron loop is a quick one, DOGS", (0, 0, 0, 0)),
        ("Heron Loop is shortish; dogs.", (1, 0, 0, 0)),  # whole words only
        ("Heron Loop is long; dogs.", (0, 0, 1, 0)),
        ("Heron Loop is short, no dogs.", (0, 0, 1, 0)),  # "dogs" lies inside "no dogs"
        ("Heron Loop, near Crane Path, is short; dogs.", (0, 1, 0, 0)),
        ("Heron Loop. Heron Loop is short; dogs.", (0, 0, 0, 0)),  # the slip: a repetition is not seen
        ("All day Heron Loop, short; dogs", (0, 1, 0, 0)),  # a pattern with ^ counts at the beginning
        ("Heron Loop all day, short; dogs", (0, 0, 0, 0)),  # and only there
    ],
)
def test_errors_are_counted_as_the_script_counts_them(
    walks: PatternLexicon, text: str, expected: tuple[int, ...]
) -> None:
    assert counts(walks, input_of(name="Heron Loop", walkLength="short", dogsAllowed="yes"), text) == expected


def test_repetitions_are_seen_of_the_value_that_is_looked_for_last() -> None:
    lexicon = parse_pattern_table("REALIZATIONS = {'dogs': {'no': ['no dogs'], 'yes': ['dogs']}}", "x.py", "x")
    assert lexicon.last_value == "no"  # as in Python 2.7, where a dictionary has 'yes' before 'no'
    assert counts(lexicon, input_of(dogs="no"), "No dogs! No dogs! No dogs!") == (0, 0, 0, 2)
    assert counts(lexicon, input_of(dogs="yes"), "Dogs! Dogs! Dogs!") == (0, 0, 0, 0)
    wanted = [("dogs", "yes")]
    checked = check_output(lexicon, wanted, "Dogs. No dogs.")
    assert judge_output(lexicon, wanted, checked) == ["said", "added"]


def test_same_words_count_for_the_slot_that_the_input_asks_for_else_for_the_first(walks: PatternLexicon) -> None:
    assert counts(walks, input_of(near="Mill Walk"), "Mill Walk") == (0, 0, 0, 0)
    assert counts(walks, input_of(name="Mill Walk"), "Mill Walk") == (0, 0, 0, 0)
    assert counts(walks, input_of(), "Mill Walk") == (0, 1, 0, 0)
    # Asked for by both, both are dropped: a slip of the script.
    assert counts(walks, input_of(name="Mill Walk", near="Mill Walk"), "Mill Walk") == (2, 0, 0, 0)


def test_dictionaries_are_gone_through_as_in_python_2() -> None:
    # The order of letters in sets and dictionaries that every user of Python 2 has seen: a, c, b, e, d, g, f, h.
    assert python2_order(["no", "yes"]) == ["yes", "no"]
    assert python2_order([*"hgfedcba"]) == [*"acbedgfh"]


def test_the_fingerprint_depends_on_the_table_and_on_nothing_else() -> None:
    first = parse_pattern_table(SCRIPT, "a.py", "a")
    assert first.fingerprint == parse_pattern_table(SCRIPT + "\nx = 1\n", "b.py", "b").fingerprint
    assert first.fingerprint != parse_pattern_table(SCRIPT.replace("quick", "brief"), "c.py", "c").fingerprint
    assert first.signature == f"a-{first.fingerprint}"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("REALIZATIONS = {", "cannot be read as a Python file"),
        ("x = '\0'", "cannot be read as a Python file"),
        ("print('hello')", "it has no table REALIZATIONS"),
        ("REALIZATIONS = make()", "is not written out"),
        ("REALIZATIONS = {**other}", "is not written out"),
        ("REALIZATIONS = []", "is not a table of slots"),
        ("REALIZATIONS = {'a': 'b'}", "a: neither values with patterns nor a list"),
        ("REALIZATIONS = {'a': {}}", "a: neither values with patterns nor a list"),
        ("REALIZATIONS = {'a': {'b': 'c'}}", "a: neither values with patterns nor a list"),
        ("REALIZATIONS = {'a': {'b': []}}", "a: neither values with patterns nor a list"),
        ("REALIZATIONS = {1: ['b']}", "neither values with patterns nor a list"),
        ("REALIZATIONS = {'a': {'b': ['(']}}", "a, b: not a regular expression"),
        ("(" * 5000, "cannot be read as a Python file"),
    ],
)
def test_other_python_files_are_refused_with_a_way_out(text: str, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem) as caught:
        parse_pattern_table(text, "mine.py", "mine")
    assert "mine.py" in str(caught.value)
    assert "e2e-cleaning" in str(caught.value)


def test_a_script_is_read_where_slots_are_checked_and_refused_where_a_lexicon_is_needed(tmp_path: Path) -> None:
    file = tmp_path / "walks.py"
    file.write_text(SCRIPT, encoding="utf-8")
    assert isinstance(load_any_lexicon(str(file)), PatternLexicon)
    assert not isinstance(load_any_lexicon("e2e"), PatternLexicon)
    with pytest.raises(InvalidInput, match="patterns of a script"):
        load_lexicon(str(file))
