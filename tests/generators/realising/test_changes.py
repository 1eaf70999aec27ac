"""Forms that were never seen: by the ending of the lemma, or by another form of the word."""

import json

import pytest

from genchal.generators.realising.changes import Changes, find_silent, learn_changes, without

PLURAL, GENITIVE, PAST = "NOUN\tNumber=Plur", "NOUN\tCase=Gen", "VERB\tTense=Past"

# Plurals in -s, after y in -ies; genitives in -n, but in -den of words whose plural is in -tes.
WORDS = {
    ("owl", PLURAL): "owls",
    ("fox", PLURAL): "foxs",
    ("pony", PLURAL): "ponies",
    ("fairy", PLURAL): "fairies",
    ("kasi", PLURAL): "kates",
    ("vesi", PLURAL): "vetes",
    ("mesi", PLURAL): "metes",
    ("kasi", GENITIVE): "kaden",
    ("vesi", GENITIVE): "veden",
    ("lasi", PLURAL): "lasis",
    ("lasi", GENITIVE): "lasin",
    ("kissi", GENITIVE): "kissin",
    ("hark", PAST): "harked",
}


@pytest.fixture(scope="module")
def changes() -> Changes:
    return learn_changes(WORDS, frozenset({PLURAL, GENITIVE, PAST}), "")


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("cat", PLURAL, "cats"),
        ("lady", PLURAL, "ladies"),
        ("mesi", GENITIVE, "meden"),  # like kates, kaden and vetes, veden; by its lemma alone it could be *mesin
        ("s", PLURAL, "ss"),
        ("walk", "VERB\tVoice=Pass", "walk"),  # a tag that was never seen
        ("owl", PAST, "owled"),
    ],
)
def test_a_word_changes_like_others(changes: Changes, lemma: str, tag: str, form: str) -> None:
    assert changes.guess(lemma, [tag], tag) == form


def test_nothing_is_left_of_a_word_only_if_there_was_nothing() -> None:
    dropping = learn_changes({("soya", PLURAL): "soy", ("ta", PLURAL): "t"}, frozenset(), "")
    assert dropping.guess("a", [PLURAL], PLURAL) == "a"
    assert dropping.guess("", [PLURAL], PLURAL) == ""


def test_marks_that_only_lemmas_have_are_not_written() -> None:
    pairs = [("tea#cup", "teacups"), ("owl#light", "owllight"), ("fern#path", "Fernpath"), ("well-read", "well-read")]
    assert find_silent(pairs) == "#"
    assert find_silent([*pairs, ("a#b", "a#bs")]) == ""  # one form in four has it
    assert find_silent(pairs[:2]) == ""
    learnt = learn_changes({("tea#cup", PLURAL): "teacups"}, frozenset(), "#")
    assert learnt.guess("egg#cup", [PLURAL], PLURAL) == "eggcups"
    assert without("#", "#") == "#"


def test_what_was_learnt_comes_back_from_json(changes: Changes) -> None:
    assert Changes.from_values(json.loads(json.dumps(changes.values()))) == changes
