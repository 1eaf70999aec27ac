"""Small tasks that only work with the mechanism they are about."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from genchal.domain import Instance, SlotValues
from genchal.domain.slots.lexicon import Lexicon, LexiconSlot
from genchal.errors import NeedsExtra, UserError
from genchal.generators.neural.data.meanings import Fact, choose_delexicalisation, read_pairs
from genchal.generators.neural.data.pairs import (
    add_rule_texts,
    correct_meanings,
    drop_unclean,
    exchange_values,
    keep_complex,
    shuffle_facts,
    split_sentences,
)
from genchal.generators.neural.generator import Neural
from genchal.generators.neural.learning.selection import Counted, References, sentence_bleu
from genchal.generators.neural.network.classifier import MeaningClassifier
from genchal.generators.neural.writing.choosing import (
    Judged,
    choose_best,
    choose_consensus,
    choose_novel,
    compare_texts,
)
from genchal.resources.lexicons import load_any_lexicon

NAMES = [f"{first}{last}" for first in ("Al", "Be", "Cor", "Du", "El", "Fa") for last in ("ba", "do", "ki", "lum")]

PLACES = [("Diner", "serves food"), ("Bar", "has drinks")]


def named(name: str, text: str = "") -> Instance:
    return Instance(name, SlotValues((("name", name),)), (text,) if text else ())


def small(**settings: object) -> Neural:
    usual = {"cell": 32, "embedding": 16, "batch": 8, "epochs": 60, "patience": 60, "rate": 0.01, "decay": 0.98}
    return Neural(**{**usual, "dropout": 0.0, "beam": 3, "longest": 12, **settings})  # type: ignore[arg-type]


@pytest.mark.usefixtures("neural")
@pytest.mark.parametrize(("copy", "is_right"), [(True, True), (False, False)])
def test_names_that_training_did_not_have_are_said_only_with_copying(copy: bool, is_right: bool) -> None:
    train = [named(name, f"{name} is nice.") for name in NAMES]
    generator = small(layout="words", delexicalise="none", attention="additive", copy=copy)
    fitted = generator.fitted(train, train, np.random.default_rng(1))
    outputs = fitted.generate([named(name) for name in ("Zulu", "Xenia", "Quito")], np.random.default_rng(1))
    right = [
        (output or "").startswith(f"{name} is nice")
        for output, name in zip(outputs, ("Zulu", "Xenia", "Quito"), strict=True)
    ]
    assert all(right) if is_right else not any(right)


@pytest.mark.usefixtures("neural")
def test_reinforcement_brings_what_is_rewarded() -> None:
    # Half of the texts leave a fact out. Cross-entropy is content with that; slot errors are not.
    train = [
        Instance(
            str(n), SlotValues((("name", name), ("area", "riverside"))), (f"{name} is in riverside.", f"{name} is.")
        )
        for n, name in enumerate(NAMES)
    ]
    generator = small(epochs=15, rate=0.005, search="greedy", reinforce=0)
    counts = []
    for passes in (0, 20):
        fitted = replace(generator, reinforce=passes, reinforce_rate=0.005).fitted(
            train, train, np.random.default_rng(3)
        )
        outputs = fitted.generate(train, np.random.default_rng(1))
        counts.append(sum("riverside" in (output or "") for output in outputs))
    assert counts[1] == len(train)
    assert counts[1] >= counts[0]


@pytest.mark.usefixtures("neural")
@pytest.mark.parametrize(("encoder", "is_right"), [("hierarchical", True), ("lstm", False)])
def test_only_a_hierarchical_encoder_reads_the_words_of_hidden_values(encoder: str, is_right: bool) -> None:
    # Whether one eats or drinks there, the name alone says; and names are placeholders.
    train = [named(f"{name} {kind}", f"{name} {kind} {says}.") for name in NAMES for kind, says in PLACES]
    fitted = small(encoder=encoder, attention="none").fitted(train, train, np.random.default_rng(1))
    tests = [named(f"{name} {kind}") for name in ("Zulu", "Xenia", "Quito") for kind, _ in PLACES]
    outputs = fitted.generate(tests, np.random.default_rng(1))
    wanted = [f"{name} {kind} {says}." for name in ("Zulu", "Xenia", "Quito") for kind, says in PLACES]
    assert (outputs == wanted) is is_right


@pytest.mark.usefixtures("neural")
def test_few_texts_are_learnt_in_small_batches() -> None:
    # 24 texts in batches of 64 would be a step a pass, and 12 steps teach nothing.
    train = [named(name, f"{name} is nice.") for name in NAMES]
    fitted = small(batch=64, epochs=12, rate=0.02).fitted(train, train, np.random.default_rng(1))
    outputs = fitted.generate(train[:4], np.random.default_rng(1))
    assert outputs == [f"{name} is nice." for name in NAMES[:4]]


@pytest.mark.usefixtures("neural")
def test_instances_without_references_are_not_learnt_from() -> None:
    train = [named(name, f"{name} is nice.") for name in NAMES]
    with_bare = small(epochs=1).fitted([named("Zulu"), *train], [named("Zulu")], np.random.default_rng(1))
    without = small(epochs=1).fitted(train, [], np.random.default_rng(1))
    tests = [named("Xenia")]
    assert with_bare.generate(tests, np.random.default_rng(1)) == without.generate(tests, np.random.default_rng(1))
    with pytest.raises(UserError, match="the training instances have no references"):
        small().fitted([named("Zulu")], train, np.random.default_rng(1))


@pytest.mark.usefixtures("neural")
@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"pairs": "clean", "lexicon": "e2e"}, "of 24 training pairs none are without slot errors"),
        ({"complex_texts": True}, "of 24 training pairs none have subordinate clauses"),
    ],
)
def test_a_setting_that_leaves_no_training_pair_is_one_line(settings: dict[str, object], message: str) -> None:
    train = [
        Instance(name, SlotValues((("name", name), ("depth", "3 m"))), (f"{name} serves Thai food.",)) for name in NAMES
    ]
    generator = small(**settings)
    if generator.needs():
        generator = generator.equipped({"lexicon": load_any_lexicon("e2e")})
    with pytest.raises(UserError, match=message):
        generator.fitted(train, train, np.random.default_rng(1))


@pytest.mark.usefixtures("neural")
@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"delexicalise": "name,title"}, "neural: delexicalise names slots that training does not have: title"),
        ({"encoder": "lstm,cnn"}, "neural: 2 encoders are named, but one network is trained"),
    ],
)
def test_settings_that_name_what_is_not_there_are_warned_of(
    settings: dict[str, object], message: str, caplog: pytest.LogCaptureFixture
) -> None:
    train = [Instance("1", SlotValues((("name", "Elm"),)), ("Elm is a walk.",))]
    replace(Neural.example(), **settings).fitted(train, [], np.random.default_rng(1))  # type: ignore[arg-type]
    assert [record.getMessage() for record in caplog.records if record.levelname == "WARNING"] == [message]


def test_values_that_are_never_said_are_not_hidden() -> None:
    acts = [[("area", "harbour")], [("area", "dont_care")]]
    hidden = choose_delexicalisation("area", [])
    assert [hidden.hide(tuple(Fact(*pair) for pair in act))[0].value for act in acts] == ["*", "dont_care"]


def test_open_slots_are_found_by_their_many_values() -> None:
    train = [
        Instance(str(n), SlotValues((("name", name), ("dogs", "yes"))), (f"{name} takes dogs.",))
        for n, name in enumerate(NAMES)
    ]
    assert choose_delexicalisation("open", read_pairs(train, "x")).slots == {"name"}
    said = Instance("more", SlotValues((("name", "Alba"), ("food", "pie"))), ("Alba has pie.",))
    assert choose_delexicalisation("said", read_pairs([*train, said], "x")).slots == {"name", "food"}
    assert choose_delexicalisation("name, dogs", []).slots == {"name", "dogs"}
    assert choose_delexicalisation("none", []).slots == frozenset()


def test_the_classifier_hears_what_is_said() -> None:
    texts = [["it", "is", "cheap"], ["it", "is", "big"], ["it", "is", "big", "and", "cheap"], ["it", "is"]] * 20
    features = [[0], [1], [0, 1], []] * 20
    classifier = MeaningClassifier.learn(texts, features, 2, seed=1)
    assert [classifier.count_errors(text, wanted) for text, wanted in zip(texts[:4], features, strict=False)] == [0] * 4
    assert classifier.count_errors(["it", "is", "cheap"], [1]) == 2  # says one, lacks the other


def test_the_consensus_is_the_text_most_like_the_others() -> None:
    texts = ["a b c d e", "a b c d f", "a b c d g", "x y z x y"]
    candidates = [Judged(tuple(text.split()), text, 0.0) for text in texts]
    assert choose_consensus(candidates, 1.0).text in texts[:3]
    assert choose_consensus([replace(candidates[3], score=50.0), *candidates[:3]], 1.0).text == texts[3]
    assert choose_best([candidates[0], Judged(("z",), "z", 5.0, errors=1)]).text == texts[0]


def test_all_pairs_of_texts_are_compared_as_one_by_one() -> None:
    rng = np.random.default_rng(4)
    texts = [[str(word) for word in rng.integers(0, 4, size)] for size in (0, 1, 2, 5, 9, 14)]
    found = compare_texts(texts)
    for row, words in enumerate(texts):
        for column, reference in enumerate(texts):
            assert found[row, column] == pytest.approx(sentence_bleu(Counted(words), Counted(reference)))


def test_bleu_of_a_development_set_is_that_of_the_metric() -> None:
    import genchal

    outputs = ["the cat sat on the mat today", "a dog ran in the park"]
    references = [
        ["the cat sat on the mat", "a cat sat on a mat today"],
        ["the dog ran in a park", "a dog ran in the sun"],
    ]
    ours = References([[text.split() for text in group] for group in references]).bleu(
        [text.split() for text in outputs]
    )
    theirs = genchal.score(outputs, references, metrics="bleu:tok=none:smooth=none")["bleu"].value
    assert ours == pytest.approx(theirs)


PAIRS = [
    ((Fact("name", "Bibo"), Fact("food", "French")), "Bibo serves French food."),
    ((Fact("name", "Bibo"), Fact("food", "French")), "Bibo serves Italian food."),
    ((Fact("name", "Bibo"), Fact("food", "French")), "Bibo is by the riverside."),
]


def test_pairs_are_cleaned_by_the_lexicon() -> None:
    lexicon = load_any_lexicon("e2e")
    assert drop_unclean(PAIRS, lexicon) == PAIRS[:1]
    corrected = [dict(meaning) for meaning, _ in correct_meanings(PAIRS, lexicon)]
    assert corrected[0] == {"name": "Bibo", "food": "French"}
    assert corrected[1] == {"name": "Bibo", "food": "Italian"}
    assert corrected[2] == {"name": "Bibo", "area": "riverside"}


def test_sentences_stand_beside_what_they_say() -> None:
    lexicon = load_any_lexicon("e2e")
    meaning = (Fact("name", "Bibo"), Fact("food", "French"), Fact("area", "riverside"), Fact("near", "Zizzi"))
    text = "Bibo serves French food by the riverside. Bibo is near Zizzi. It is nice."
    assert split_sentences([(meaning, text), PAIRS[0]], lexicon) == [
        (meaning[:3], "Bibo serves French food by the riverside."),
        ((meaning[0], meaning[3]), "Bibo is near Zizzi."),  # the third sentence says nothing; one sentence is no part
    ]


def test_names_are_exchanged_in_meanings_and_texts_alike() -> None:
    names = ("Bibo", "Zizzi", "Cotto", "Aromi")
    pairs = [((Fact("name", name), Fact("food", "pie")), f"{name} serves pie.") for name in names]
    exchanged = exchange_values(pairs, {"name"}, np.random.default_rng(1))
    for (meaning, text), (old, _) in zip(exchanged, pairs, strict=True):
        assert meaning[0].value in names
        assert meaning[0] != old[0]
        assert meaning[1] == old[1]
        assert text == f"{meaning[0].value} serves pie."


def test_values_that_a_text_does_not_have_exactly_once_are_not_exchanged() -> None:
    pairs = [
        ((Fact("name", "Bibo"),), "It serves pie."),
        ((Fact("name", "Zizzi"),), "Zizzi is Zizzi."),
        ((Fact("name", "Only"), Fact("near", "Cotto")), "Only, near Cotto."),
    ]
    exchanged = exchange_values(pairs, {"near"}, np.random.default_rng(1))
    assert exchanged == pairs  # names are not among the slots; there is no other value of near
    assert exchange_values(pairs, {"name"}, np.random.default_rng(1))[:2] == pairs[:2]


@pytest.mark.usefixtures("neural")
def test_networks_that_see_names_say_new_pairs_of_names_only_if_names_were_exchanged() -> None:
    # In training every place is near one other place; a network that sees names learns these pairs by heart.
    places = [f"Near{name}" for name in NAMES[:12]]

    def beside(name: str, near: str) -> Instance:
        return Instance(name, SlotValues((("name", name), ("near", near))), (f"{name} is near {near}.",))

    train = [beside(name, near) for name, near in zip(NAMES[:12], places, strict=True)] * 3
    new = [beside(name, places[(place + 5) % 12]) for place, name in enumerate(NAMES[:12])]
    right = {}
    for exchange in (False, True):
        generator = small(layout="words", delexicalise="none", attention="additive", exchange=exchange)
        outputs = generator.fitted(train, train, np.random.default_rng(1)).generate(new, np.random.default_rng(1))
        right[exchange] = sum(output == given.references[0] for output, given in zip(outputs, new, strict=True))
    assert right[True] > 2 * right[False] + 2


def test_complex_texts_have_a_word_that_begins_a_clause() -> None:
    texts = [
        "Bibo, which serves pie, is nice.",
        "Bibo is nice and cheap.",
        "Although cheap, Bibo is nice.",
        "Whichever.",
    ]
    assert [text for _, text in keep_complex([((), text) for text in texts])] == [texts[0], texts[2]]


def test_texts_by_rule_have_a_mark_and_shuffling_keeps_facts() -> None:
    ((meaning, text),) = add_rule_texts(PAIRS[:1] + PAIRS[2:])
    assert text == "Bibo has the food French."
    assert meaning[-1].is_ours
    assert sorted(shuffle_facts(meaning, np.random.default_rng(1))) == sorted(meaning)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"pairs": "clean"}, "pairs needs a lexicon"),
        ({"rerank": "lexicon"}, "rerank needs a lexicon"),
        ({"sentences": True}, "sentences needs a lexicon"),
        ({"encoder": "lstm,transformer"}, "unknown encoder 'transformer'"),
        ({"unit": "letters"}, "unknown unit 'letters'"),
    ],
)
def test_settings_that_cannot_be_are_one_line(settings: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        Neural(**settings)  # type: ignore[arg-type]


@pytest.mark.usefixtures("neural")
def test_tgen_without_its_reranker_is_a_system_of_the_same_outputs() -> None:
    # benchmarks/named_systems.py takes the figures of `tgen-no-rerank` from those of `tgen` with rerank = "none".
    from genchal.generators import GENERATORS

    train = [named(name, f"{name} is nice.") for name in NAMES]
    outputs = [
        GENERATORS[name](cell=8, embedding=4, epochs=2, rerank="none")  # type: ignore[call-arg]
        .fitted(train, train, np.random.default_rng(1))
        .generate(train, np.random.default_rng(1))
        for name in ("tgen", "tgen-no-rerank")
    ]
    assert outputs[0] == outputs[1]


NAMES_ONLY = Lexicon("names", {"name": LexiconSlot("name", {}, is_open=True)}, "names")
UNUSUAL = {
    "nothing": (),
    "an unknown slot": (("name", "Alba"), ("pool", "heated")),
    "an unseen value": (("name", "Qwxyz & Sons [2]"), ("area", "moon")),
    "the same slot twice": (("name", "Alba"), ("name", "Bero"), ("area", "town")),
    "an empty value": (("name", ""), ("area", "")),
    "fifty slots": tuple((f"slot {n}", f"value {n}") for n in range(50)),
    "other scripts": (("name", "Καφέ 東京"), ("area", "وسط المدينة"), ("dogs", "да 🐕")),
    "braces": (("name", "{area}"), ("area", "{name} {")),
}
KINDS: dict[str, dict[str, object]] = {
    "neural": {},
    "harv": {"models": 2},
    "nle": {},
    "zhang": {},
    "adapt": {},
    "slug": {"encoder": "lstm,cnn", "models": 2},
    "zhaw2": {"first_words": 2},
    "hierarchical-lex-delex-sc-lstm": {},
}


@pytest.mark.usefixtures("neural")
@pytest.mark.parametrize("name", KINDS)
def test_every_unusual_input_has_an_output(name: str, caplog: pytest.LogCaptureFixture) -> None:
    from genchal.generators import GENERATORS

    train = [
        Instance(str(n), SlotValues((("name", known), ("area", area))), (f"{known} is in {area}.",))
        for n, (known, area) in enumerate((known, area) for known in NAMES[:6] for area in ("town", "hills"))
    ]
    kind = GENERATORS[name]
    made = {field: getattr(kind.example(), field) for field in ("cell", "embedding", "epochs", "longest")}
    generator = kind(**{**made, "beam": 2, **KINDS[name]})
    generator = generator.equipped({"lexicon": NAMES_ONLY}) if generator.needs() else generator
    fitted = generator.fitted(train, train, np.random.default_rng(1))
    inputs = [Instance(about, SlotValues(pairs)) for about, pairs in UNUSUAL.items()]
    outputs = fitted.generate(inputs, np.random.default_rng(1))
    assert len(outputs) == len(UNUSUAL)
    assert all(isinstance(output, str) for output in outputs)
    assert f"{name}: slots that training did not have are not said, or something else is: dogs (1 x)" in caplog.text
    assert "and 48 more" in caplog.text  # fifty slots, `dogs`, `pool` and a second `name`, of which five are shown
    assert "inputs without a slot have outputs about nothing: 1" in caplog.text
    caplog.clear()
    fitted.generate(train, np.random.default_rng(1))
    assert "did not have" not in caplog.text
    assert fitted.generate([], np.random.default_rng(1)) == []


def test_without_torch_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.startswith("genchal.generators.neural.")]:
        if module.endswith((".learning.training", ".writing.writer")):
            monkeypatch.delitem(sys.modules, module)
            monkeypatch.delattr(module, raising=False)
    for module in [name for name in sys.modules if name.partition(".")[0] == "torch"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "torch", None)
    train = [named("Alba", "Alba is nice.")]
    with pytest.raises(NeedsExtra, match=r"pip install 'genchal\[neural\]'"):
        Neural.example().fitted(train, train, np.random.default_rng(1))


def test_the_new_choice_takes_what_was_not_said_yet_among_the_more_probable() -> None:
    plain, other = (Judged(tuple(text.split()), text, 0.0) for text in ("it is nice", "you will like it"))
    unlikely = [Judged(("odd", str(place)), "odd", -9.0) for place in range(2)]
    assert choose_novel([plain, other, *unlikely], ["it", "is", "nice", "and", "it", "is", "nice"]) == other
    assert choose_novel([plain, other, *unlikely], ["you", "will", "like", "it", "you", "will", "like", "it"]) == plain
    assert choose_novel([plain], ["it", "is", "nice"]) == plain
    loop = Judged(("nice",) * 4, "nice nice nice nice", 0.0)  # repeating is not new
    assert choose_novel([loop, plain, *unlikely], ()) == plain
