"""Damaged copies and other control items."""

from collections import Counter
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.study.design import AttentionCheck, Control
from genchal.domain.study.study import Item
from genchal.elicitation.design.control import ControlMaterial, make_control_items
from genchal.elicitation.design.damage import choose_run_length, damage_text
from genchal.errors import InvalidInput

seeds = st.integers(0, 2**32)
words = st.lists(st.sampled_from(["a", "b", "c", "the", "inn"]), min_size=1, max_size=30).map(" ".join)


def identified(*what: str) -> str:
    return "/".join(what)


def sheet(size: int = 80, systems: int = 8) -> list[Item]:
    return [Item(f"o{one}", f"i{one}", f"s{one % systems}", f"here is text {one} of them") for one in range(size)]


def material(size: int = 80) -> ControlMaterial:
    references = {f"i{one}": (f"reference {one}", "another") for one in range(size)}
    texts = [("i0", "nothing but this"), ("x", "wholly other words stand here"), ("y", "and some more of them")]
    return ControlMaterial(texts, references)


made = partial(make_control_items, identify=identified)


def test_the_run_of_damaged_words_grows_as_in_wmt17() -> None:
    lengths = {1: 1, 2: 2, 5: 2, 6: 3, 8: 3, 9: 4, 15: 4, 16: 5, 20: 5, 21: 5, 24: 6, 40: 10}
    assert {words: choose_run_length(words) for words in lengths} == lengths


@given(seed=seeds, text=words, others=st.lists(words | st.just(""), max_size=4))
def test_a_damaged_copy_differs_from_its_source_in_one_run(seed: int, text: str, others: list[str]) -> None:
    copy = damage_text(text, others, np.random.default_rng(seed))
    if copy is None:
        assert len(text.split()) == 1
        return
    before, after = text.split(), copy.split()
    assert after
    assert before != after
    start = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(after))
    end = next(
        (n for n, pair in enumerate(zip(before[::-1], after[::-1], strict=False)) if pair[0] != pair[1]), len(after)
    )
    changed = max(len(before), len(after)) - start - end
    assert changed <= max(choose_run_length(len(before)), 1)


def test_the_ends_of_a_text_stay() -> None:
    text = "first " + "middle " * 8 + "last"
    for seed in range(50):
        copy = damage_text(text, ["x y z u v w"], np.random.default_rng(seed))
        assert copy is not None
        assert copy.startswith("first ")
        assert copy.endswith(" last")
        assert sum(word in "xyzuvw" for word in copy.split()) == 4


def test_texts_without_spaces_are_damaged_by_characters() -> None:
    text = "我喜欢在河边散步然后回家吃饭"
    copy = damage_text(text, ["今天天气很好我们去公园玩吧"], np.random.default_rng(1))
    assert copy is not None
    assert len(copy) == len(text)
    assert sum(one != other for one, other in zip(text, copy, strict=True)) > 4
    assert damage_text("", ["a"], np.random.default_rng(1)) is None
    assert damage_text("word", [], np.random.default_rng(1)) is None


@given(seed=seeds, repeat=st.integers(0, 12), damaged=st.integers(0, 12), reference=st.integers(0, 10))
def test_control_items_are_marked_and_know_their_source(seed: int, repeat: int, damaged: int, reference: int) -> None:
    items = sheet()
    own = {item.id: item for item in items}
    found = made(items, Control(repeat, damaged, reference), material(), rng=np.random.default_rng(seed))
    assert Counter(item.kind for item in found) == Counter(repeat=repeat, damaged=damaged, reference=reference)
    assert len({item.id for item in [*items, *found]}) == len(items) + len(found)
    copies = [item for item in found if item.source]
    assert len({item.source for item in copies}) == repeat + damaged
    for item in copies:
        original = own[item.source or ""]
        assert (item.system, item.instance) == (original.system, original.instance)
        assert (item.text == original.text) == (item.kind == "repeat")
    times = Counter(item.system for item in copies)
    assert max((times[f"s{one}"] for one in range(8)), default=0) - min(times[f"s{one}"] for one in range(8)) <= 1
    assert all(item.text == f"reference {item.instance[1:]}" for item in found if item.kind == "reference")


def test_words_come_from_texts_of_other_instances() -> None:
    items = [Item("o", "i", "s", "one two three four five six")]
    texts = [("i", "here there everywhere always"), ("j", "u v w x")]
    for seed in range(20):
        (copy,) = made(items, Control(damaged=1), ControlMaterial(texts, {}), rng=np.random.default_rng(seed))
        assert set(copy.text.split()) <= {*items[0].text.split(), *"uvwx"}


def test_attention_checks_say_what_they_expect() -> None:
    checks = [AttentionCheck("Please give this text 0 points.", "0")]
    given_ = ControlMaterial([], {}, checks)
    found = made(sheet(4), Control(attention=2), given_, rng=np.random.default_rng(1))
    assert [(item.kind, item.text, item.expected) for item in found] == [("attention", checks[0].text, "0")] * 2


def test_attention_checks_that_ask_for_different_answers_have_different_names() -> None:
    checks = [AttentionCheck("All the way to the right.", "100"), AttentionCheck("All the way to the left.", "0")]
    found = made(sheet(1), Control(attention=20), ControlMaterial([], {}, checks), rng=np.random.default_rng(1))
    assert {(item.system, item.expected) for item in found} == {("attention-1", "100"), ("attention-2", "0")}


@pytest.mark.parametrize(
    ("control", "problem"),
    [
        (Control(repeat=3, damaged=2), "5 copies of 4 outputs on a sheet"),
        (Control(reference=5), "5 references are needed on a sheet, but only 4"),
        (Control(attention=1), "control asks for attention checks, but there are none"),
    ],
)
def test_what_cannot_be_made_is_said(control: Control, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        made(sheet(4), control, material(4), rng=np.random.default_rng(1))
    blank = [Item("o", "i", "s", "")]
    with pytest.raises(InvalidInput, match="too few texts that can be damaged"):
        made(blank, Control(damaged=1), material(4), rng=np.random.default_rng(1))
