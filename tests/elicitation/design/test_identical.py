"""Outputs that are the same text: kept, or judged once for all who wrote them."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from elicitation.design.balance import measure_composition
from genchal.domain import Instance, Text
from genchal.domain.study.design import Control, StudyDesign
from genchal.domain.study.study import Item
from genchal.elicitation import METHODS
from genchal.elicitation.design.composing import Composition, compose_sheets
from genchal.elicitation.design.identical import merge_identical

seeds = st.integers(0, 2**32)


def item(system: int, text: str) -> Item:
    return Item(f"{system}", "i", f"s{system}", text)


def composed(design: StudyDesign, texts: list[list[str]]) -> Composition:
    """`texts` are instances x systems."""
    instances = [Instance(f"i{one}", Text(f"input {one}"), (f"reference {one}",)) for one in range(len(texts))]
    outputs = {f"s{one}": [row[one] for row in texts] for one in range(len(texts[0]))}
    return compose_sheets(design, METHODS[design.method].example(), instances, outputs, np.random.default_rng(1))


@given(seeds, st.lists(st.sampled_from(["a b", " a  b", "A b", "c", None]), max_size=7), st.integers(1, 3))
def test_every_system_is_in_one_item_and_no_text_in_two(seed: int, texts: list[str | None], fewest: int) -> None:
    row = [None if text is None else item(number, text) for number, text in enumerate(texts)]
    found = [one for one in merge_identical(row, fewest, np.random.default_rng(seed)) if one is not None]
    own = {f"s{number}": " ".join(text.split()) for number, text in enumerate(texts) if text is not None}
    assert sorted(name for one in found for name in (one.system, *one.also)) == sorted(own)
    assert all(own[name] == " ".join(one.text.split()) for one in found for name in (one.system, *one.also))
    if len(set(own.values())) >= fewest:
        assert len(found) == len(set(own.values()))
    else:  # all that there are, so that something can be compared
        assert len(found) == len(own)


def test_whose_item_it_is_is_left_to_chance() -> None:
    row = [item(number, "the same") for number in range(4)]
    kept = Counter(
        one.system
        for seed in range(400)
        for one in merge_identical(row, 1, np.random.default_rng(seed))
        if one is not None and len(one.also) == 3
    )
    assert len(kept) == 4
    assert min(kept.values()) > 60  # 100 each, give or take four standard deviations of 8.7


def test_other_attributes_are_another_output() -> None:
    row = [
        Item(f"{one}", "i", f"s{one}", "the desk", attributes=frozenset({("colour", one)})) for one in ("red", "blue")
    ]
    assert merge_identical(row, 1, np.random.default_rng(1)) == row


def test_a_text_of_two_systems_is_shown_twice_or_once() -> None:
    texts = [["one", "one", f"other {number}"] for number in range(10)]
    kept = composed(StudyDesign("k", "rankme", outputs_per_sheet=3), texts)
    assert [len(block.items) for block in kept.blocks] == [3] * 10
    assert kept.notes == ('10 sheets show the same text of several systems; identical = "merge" shows it once.',)
    once = composed(StudyDesign("o", "rankme", outputs_per_sheet=3, identical="merge"), texts)
    assert [len(block.items) for block in once.blocks] == [2] * 10
    assert once.notes == (
        "10 outputs are judged together with an identical one.",
        "Sheets have 2 outputs at most, not 3: there are not enough.",
    )
    balance = measure_composition(once)
    assert balance.appearances.tolist() == [10, 10, 10]
    assert balance.meetings[np.triu_indices(3, 1)].tolist() == [10, 10, 10]


def test_where_all_texts_are_the_same_they_are_still_compared() -> None:
    study = composed(StudyDesign("a", "rankme", outputs_per_sheet=3, identical="merge"), [["x", "x", "x"]])
    assert [one.also for one in study.blocks[0].items] == [()] * 3
    assert study.notes == ("1 sheet shows the same text of several systems; there are no others.",)


def test_systems_appear_equally_often_whoever_wrote_the_same() -> None:
    rng = np.random.default_rng(1)
    texts = [[str(rng.integers(12)) for _ in range(12)] for _ in range(200)]
    design = StudyDesign("b", "rankme", outputs_per_sheet=3, sheets_per_instance=1, identical="merge")
    appearances, _ = measure_composition(composed(design, texts)).spread
    assert appearances < 0.05


def test_a_copy_counts_once_and_references_are_not_shown_twice() -> None:
    texts = [["say this again and again", "say this again and again", f"reference {number}"] for number in range(40)]
    control = Control(repeat=4, damaged=4, reference=5)
    design = StudyDesign("c", "direct_assessment", items_per_sheet=23, control=control, identical="merge")
    for block in composed(design, texts).blocks:
        assert all(not one.also for one in block.items if one.kind != "scored")
        shown = Counter((one.instance, one.text) for one in block.items if one.kind in ("scored", "reference"))
        assert set(shown.values()) == {1}
