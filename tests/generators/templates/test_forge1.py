"""FORGe1: predications, aggregation, linearisation with agreement."""

import pytest

from genchal.errors import InvalidInput
from genchal.generators.templates._grammar import Complement, Predication, Subject, add_s, aggregate, inflect, linearise
from genchal.generators.templates.forge1 import Forge1
from slot_inputs import instance, outputs, rng

GRAMMAR = """
[subject]
unnamed = "this walk"
NUMBER
[slots.kind]
verb = "be"
noun = "{value}"
determiner = "a"
[slots.effort]
verb = "be"
adjective = "{value}"
[slots.view]
verb = "offer"
noun = "{value}"
determiner = "a"
[slots.inn]
verb = "offer"
noun = "inn"
determiner = "a"
[slots.dogs]
verb = "allow"
noun = "dogs"
[slots.start]
verb = "be"
participle = "reached"
phrase = "from {value}"
[slots.bus]
verb = "be"
participle = "reached"
phrase = "by bus {value}"
"""
SINGULAR, PLURAL = (GRAMMAR.replace("NUMBER", f'number = "{number}"') for number in ("singular", "plural"))


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("name=Elm; kind=loop; effort=easy", "Elm is an easy loop."),
        ("name=Elm; effort=easy; dogs=no", "Elm is easy and does not allow dogs."),
        ("name=Elm; view=old mill; inn=yes; dogs=yes", "Elm offers an old mill and an inn and allows dogs."),
        (
            "name=Elm; kind=loop; start=Ely; bus=9; dogs=yes",
            "Elm is a loop and allows dogs. It is reached from Ely by bus 9.",
        ),
        ("start=Ely; age=old", "This walk is reached from Ely. The age is old."),
    ],
)
def test_predications_with_a_shared_subject_are_aggregated(given: str, text: str) -> None:
    assert outputs(Forge1(wordings=SINGULAR), instance(given)) == [text]


def test_verbs_nouns_and_pronouns_agree_with_a_plural_subject() -> None:
    given = instance("name=The Elms; kind=ferry; effort=easy; dogs=no; view=mill")
    assert outputs(Forge1(wordings=PLURAL), given) == [
        "The Elms are easy ferries and offer a mill. They do not allow dogs."
    ]


def test_without_aggregation_every_predication_is_a_sentence() -> None:
    given = instance("name=Elm; kind=loop; effort=easy; start=Ely; bus=9")
    assert outputs(Forge1(wordings=SINGULAR, aggregation=False), given) == [
        "Elm is a loop. It is easy. It is reached from Ely. It is reached by bus 9."
    ]


def test_sentences_have_as_many_clauses_as_asked_for() -> None:
    given = instance("name=Elm; kind=loop; dogs=yes; view=mill; start=Ely")
    assert outputs(Forge1(wordings=SINGULAR, clauses=1), given) == [
        "Elm is a loop. It offers a mill. It allows dogs. It is reached from Ely."
    ]
    assert outputs(Forge1(wordings=SINGULAR, clauses=4), given) == [
        "Elm is a loop, offers a mill, allows dogs and is reached from Ely."
    ]


def test_what_is_denied_shares_no_verb() -> None:
    elm = Subject("Elm")
    calm, steep = (Complement("adjective", word) for word in ("calm", "steep"))
    both = [Predication(elm, "be", (calm,)), Predication(elm, "be", (steep,), is_negated=True)]
    assert aggregate(both) == both
    assert linearise(both, clauses=2) == ["Elm is calm and is not steep."]


def test_subjects_that_differ_have_sentences_of_their_own() -> None:
    calm = Complement("adjective", "calm")
    about = [Predication(Subject("Elm"), "be", (calm,)), Predication(Subject("the Oaks", True), "be", (calm,))]
    assert linearise(aggregate(about), clauses=2) == ["Elm is calm.", "The Oaks are calm."]


def test_verbs_are_inflected() -> None:
    assert [inflect(verb, False) for verb in ("be", "have", "carry", "play", "reach")] == [
        "is", "has", "carries", "plays", "reaches",
    ]  # fmt: skip
    assert [inflect("have", True), inflect("have", False, True), inflect("be", True, True)] == [
        "have", "does not have", "are not",
    ]  # fmt: skip
    assert add_s("box") == "boxes"


@pytest.mark.parametrize(
    "entry",
    ["verb = 'be'", "noun = 'a'", "verb = 'be'\nnoun = 'a'\nphrase = 'b'", "verb = 'be'\nnoun = 'a'\nadverb = 'b'"],
)
def test_a_wrong_entry_is_named(entry: str) -> None:
    with pytest.raises(InvalidInput, match=r"\[slots\.area\]"):
        Forge1(wordings=f"[slots.area]\n{entry}").fitted([], [], rng())
