"""Composing studies: everything is there once, evenly, and ids tell nothing."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balanced_scenes import FURNITURE, make_balanced_scenes
from elicitation.design.balance import measure_composition
from genchal.domain import Instance, Text
from genchal.domain.study.design import AttentionCheck, Control, Selection, StudyDesign
from genchal.domain.study.keys import parse_design
from genchal.domain.study.study import Block, Item
from genchal.elicitation import METHODS
from genchal.elicitation.design.composing import Composition, compose_sheets
from genchal.elicitation.design.orders import order_for_turn
from genchal.elicitation.designed import make_method
from genchal.elicitation.presets import STUDIES, fill_in_preset
from genchal.errors import InvalidInput

seeds = st.integers(0, 2**32)


def track(instances: int, systems: int) -> tuple[list[Instance], dict[str, list[str | None]]]:
    given_ = [Instance(f"i{one}", Text(f"input {one}"), (f"reference of {one}",)) for one in range(instances)]
    outputs: dict[str, list[str | None]] = {
        f"system{one}": [f"this is what {one} said about {number}" for number in range(instances)]
        for one in range(systems)
    }
    return given_, outputs


def composed(design: StudyDesign, instances: int, systems: int, seed: int = 1) -> Composition:
    return compose_sheets(
        design, METHODS[design.method].example(), *track(instances, systems), np.random.default_rng(seed)
    )


def scored(blocks: tuple[Block, ...]) -> list[Item]:
    return [item for block in blocks for item in block.items if item.kind == "scored"]


def test_rankme_shows_all_three_outputs_of_the_first_hundred_inputs() -> None:
    study = composed(StudyDesign("r", "rankme", instances=Selection("first", 100), outputs_per_sheet=3), 630, 3)
    assert len(study.blocks) == 100
    assert study.instances == tuple(range(100))
    for block in study.blocks:
        assert len({item.instance for item in block.items}) == 1
        assert {item.system for item in block.items} == {"system0", "system1", "system2"}
    for turn in range(3):  # places are even in every turn
        at = Counter(
            (block.items[place].system, where)
            for block in study.blocks
            for where, place in enumerate(order_for_turn(block.items, turn))
        )
        assert len(at) == 9
        assert set(at.values()) <= {33, 34}


def test_a_hit_of_sr18_has_twenty_control_items_in_a_hundred() -> None:
    control = Control(repeat=7, damaged=7, reference=6)
    design = StudyDesign("sr", "direct_assessment", items_per_sheet=100, control=control, raters_per_item=1)
    study = composed(design, 200, 8)
    (note,) = study.notes
    assert note.startswith("A sheet has 7 damaged copies (control.damaged): too few to test a rater of a single sheet.")
    assert not composed(replace(design, control=Control(repeat=5, damaged=10, reference=5)), 200, 8).notes
    assert len(study.blocks) == 20  # 200 x 8 / 80
    for block in study.blocks:
        assert Counter(item.kind for item in block.items) == Counter(scored=80, repeat=7, damaged=7, reference=6)
        own = [item for item in block.items if item.kind == "scored"]
        assert len({item.instance for item in own}) == 80
        assert set(Counter(item.system for item in own).values()) == {10}
        place_of = {item.id: place for place, item in enumerate(block.items)}
        for item in block.items:
            if item.source:
                assert abs(place_of[item.id] - place_of[item.source]) == 50
    assert len({item.id for item in scored(study.blocks)}) == 1600


def test_the_expert_variant_has_five_repeats_in_a_hundred() -> None:
    design = StudyDesign("x", "direct_assessment", items_per_sheet=100, control=Control(repeat=5))
    blocks = composed(design, 95, 4).blocks
    assert [sum(item.kind == "repeat" for item in block.items) for block in blocks] == [5] * 4


@given(
    seed=seeds,
    instances=st.integers(1, 12),
    systems=st.integers(1, 6),
    together=st.integers(1, 4),
    groups=st.integers(1, 4),
    data=st.data(),
)
def test_every_output_is_on_one_sheet_and_the_seed_decides_all(
    seed: int, instances: int, systems: int, together: int, groups: int, data: st.DataObject
) -> None:
    given_, outputs = track(instances, systems)
    for name, place in data.draw(st.sets(st.tuples(st.sampled_from(sorted(outputs)), st.integers(0, instances - 1)))):
        outputs[name][place] = None
    there = sorted((i, name) for name, own in outputs.items() for i, text in enumerate(own) if text is not None)
    design = StudyDesign(
        "h",
        "likert",
        outputs_per_sheet=together,
        items_per_sheet=together * groups,
        conditions={"text": 0.8, "picture": 0.2},
    )
    method = METHODS["likert"].example()
    if not there:
        with pytest.raises(InvalidInput, match="nothing to show"):
            compose_sheets(design, method, given_, outputs, np.random.default_rng(seed))
        return
    study = compose_sheets(design, method, given_, outputs, np.random.default_rng(seed))
    assert sorted((int(item.instance[1:]), item.system) for item in scored(study.blocks)) == there
    sizes = [len(block.items) for block in study.blocks]
    assert max(sizes) <= together * groups
    if together == 1:
        assert max(sizes) - min(sizes) <= 1
        for block in study.blocks:  # an instance is twice on a sheet only if there are more outputs of it than sheets
            most = max(Counter(item.instance for item in block.items).values())
            assert most <= -(-systems // len(study.blocks))
    again = compose_sheets(design, method, given_, outputs, np.random.default_rng(seed))
    assert again.blocks == study.blocks


def test_ids_tell_neither_system_nor_kind() -> None:
    design = StudyDesign("d", "direct_assessment", items_per_sheet=12, control=Control(1, 1, 1), practice=2)
    first, again, other = (composed(design, 20, 3, seed) for seed in (1, 1, 2))
    items = [item for block in first.blocks for item in block.items]
    names = [item.id for item in items] + [block.id for block in first.blocks]
    assert all(len(name) == 20 and set(name) <= set("0123456789abcdef") for name in names)
    assert len(set(names)) == len(names)
    assert first.blocks == again.blocks
    assert not {item.id for item in items} & {item.id for block in other.blocks for item in block.items}


def test_practice_comes_first_and_shows_inputs_that_are_not_used() -> None:
    design = StudyDesign("p", "rankme", instances=Selection("first", 10), outputs_per_sheet=3, practice=2)
    study = composed(design, 20, 3)
    assert [block.practice for block in study.blocks] == [True] * 2 + [False] * 10
    practice = [item for block in study.blocks[:2] for item in block.items]
    assert {item.kind for item in practice} == {"practice"}
    assert all(int(item.instance[1:]) >= 10 for item in practice)
    everything = composed(StudyDesign("p", "rankme", outputs_per_sheet=3, practice=1), 10, 3)
    assert everything.notes == ("All instances are used, so practice sheets show outputs that also count later.",)


def test_texts_are_collected_for_every_instance() -> None:
    study = composed(StudyDesign("w", "writing", conditions={"text": 0.8, "picture": 0.2}), 100, 0)
    assert [len(block.items) for block in study.blocks] == [1] * 100
    assert {(item.system, item.text) for item in scored(study.blocks)} == {("", "")}
    assert Counter(block.condition for block in study.blocks) == Counter(text=80, picture=20)


def test_some_sheets_of_every_input_can_be_enough() -> None:
    study = composed(StudyDesign("e", "rankme", outputs_per_sheet=5, sheets_per_instance=1), 63, 21)
    assert len(study.blocks) == 63
    assert measure_composition(study).spread == (0, 0)
    assert study.notes == ("1,008 outputs of 1,323 are not shown.",)  # 63 x 21, less 63 x 5


def test_a_damaged_copy_can_stand_beside_what_is_compared() -> None:
    study = composed(StudyDesign("c", "rankme", outputs_per_sheet=3, control=Control(damaged=1)), 30, 3)
    assert all(len(block.items) == 4 and len({item.instance for item in block.items}) == 1 for block in study.blocks)
    places = Counter(
        where for block in study.blocks for where, item in enumerate(block.items) if item.kind == "damaged"
    )
    assert all(abs(places[place] - 7.5) < 1 for place in range(4))


def test_attention_checks_are_on_every_sheet() -> None:
    design = StudyDesign("a", "likert", items_per_sheet=5, control=Control(attention=1))
    given_, outputs = track(8, 2)
    check = AttentionCheck("Please choose the lowest point here.", "1")
    study = compose_sheets(
        design, METHODS["likert"].example(), given_, outputs, np.random.default_rng(1), checks=[check]
    )
    assert [sum(item.expected == "1" for item in block.items) for block in study.blocks] == [1] * 4


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_of_the_papers_can_be_composed(name: str) -> None:
    design = parse_design(fill_in_preset({"name": name, "preset": name}))
    method = make_method(design)
    given_, outputs = track(1000 if design.instances.choose == "stratified" else 120, 3)
    if method.needs_scene:
        given_ = make_balanced_scenes(FURNITURE, 40, np.random.default_rng(1))
    study = compose_sheets(design, method, given_, outputs, np.random.default_rng(1))
    used = design.instances.count or len(given_)
    assert len(scored(study.blocks)) == used * (3 if method.has_texts else 1)  # no more systems than fit on the sheets
    assert sum(block.practice for block in study.blocks) == design.practice
    for block in study.blocks:
        assert len(block.items) <= max(design.items_per_sheet or 0, design.outputs_per_sheet or 0, method.per_sheet)


def test_what_cannot_be_composed_is_said() -> None:
    with pytest.raises(InvalidInput, match="study 'c': 0 systems: there is nothing to judge"):
        composed(StudyDesign("c", "likert"), 5, 0)
    with pytest.raises(InvalidInput, match="study 'c': 1 system: rankme compares 2 or more"):
        composed(StudyDesign("c", "rankme"), 5, 1)
    with pytest.raises(InvalidInput, match="6 instances were requested, but there are only 5"):
        composed(StudyDesign("c", "likert", instances=Selection("first", 6)), 5, 2)


def test_a_subset_that_is_stratified_is_the_whole_where_that_is_small() -> None:
    study = composed(StudyDesign("s", "likert", instances=Selection("stratified", 1000)), 8, 2)
    assert study.instances == tuple(range(8))


def test_more_outputs_on_a_sheet_than_there_are_is_noted() -> None:
    study = composed(StudyDesign("n", "rankme", outputs_per_sheet=5), 4, 3)
    assert study.notes == ("Sheets have 3 outputs at most, not 5: there are not enough.",)


def test_a_condition_that_changes_no_page_is_noted() -> None:
    study = composed(StudyDesign("c", "likert", conditions={"text": 0.5, "pictur": 0.5}), 8, 2)
    assert study.notes == (
        "The condition 'pictur' does not change any page; the ones that do are text, picture, loc, noloc, fc, nofc.",
    )
