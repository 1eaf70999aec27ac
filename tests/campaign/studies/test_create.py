"""Studies of campaigns: [[study]] to what is stored, and the studies of the papers."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.campaign.config.load import load_campaign
from genchal.campaign.studies.create import create_study, plan_study
from genchal.campaign.studies.page_times import find_moments, read_timings
from genchal.campaign.studies.stored import read_study
from genchal.domain.study.keys import parse_design, write_keys
from genchal.elicitation.presets import STUDIES, fill_in_preset
from genchal.errors import InvalidInput, UserError
from genchal.store.store import Store, open_store
from genchal.store.studies import load_blocks
from web.raters import material

SYSTEMS = ("north", "south", "east")
CAMPAIGN = """
[campaign]
name = "Walks"
seed = 3
[[track]]
name = "walks"
format = "slots"
test = "test.csv"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign of 130 instances and three systems whose outputs are files."""
    places = [f"Walk {number}" for number in range(130)]
    rows = [f'"name[{one}], dogs[yes]","{one} is a walk where dogs may come along."' for one in places]
    (tmp_path / "test.csv").write_text("\n".join(["mr,ref", *rows]) + "\n", encoding="utf-8")
    sections = [CAMPAIGN]
    for system in SYSTEMS:
        outputs = [f"name[{one}], dogs[yes]\tThe {system} says that {one} is nice to walk with dogs." for one in places]
        (tmp_path / f"{system}.tsv").write_text("\n".join(["mr\toutput", *outputs]) + "\n", encoding="utf-8")
        sections.append(f'[[system]]\nname = "{system}"\nfile = "{system}.tsv"\n')
    (tmp_path / "campaign.toml").write_text("".join(sections), encoding="utf-8")
    return tmp_path


def add(folder: Path, *lines: str) -> None:
    with (folder / "campaign.toml").open("a", encoding="utf-8") as file:
        file.write("\n".join(["", "[[study]]", *lines, ""]))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path / "campaign.db")


RANKME = [name for name in STUDIES if name.startswith("rankme-")]


def test_the_twelve_studies_of_the_rankme_paper_are_created_from_presets(folder: Path, store: Store) -> None:
    assert len(RANKME) == 12
    for name in RANKME:
        add(folder, f'name = "{name}"', f'preset = "{name}"')
    campaign = load_campaign(folder)
    for name in RANKME:
        (made,) = create_study(campaign, name, store, now=5.0)
        assert made.items == 300  # 3 systems x the first 100 inputs
        assert made.sheets == (100 if "-rankme-" in name else 300)
        assert made.design.raters_per_item == 3
        opened = read_study(made.study)
        shown = {one.shown for one in opened.criteria}
        assert len(opened.criteria) == (3 if name.endswith("together") else 1)
        assert ("nothing" in shown) == (name.endswith(("naturalness", "together")))
    with store.reading() as transaction:
        blocks = list(load_blocks(transaction, 1))
    assert {int(item.instance) for block in blocks for item in block.items} == set(range(1, 101))


def test_a_hit_of_surface_realisation_has_twenty_control_items_in_a_hundred(folder: Path, store: Store) -> None:
    add(folder, 'name = "hit"', 'preset = "sr18-meaning"', 'instances = {choose = "stratified", count = 80}')
    (made,) = create_study(load_campaign(folder), "hit", store, now=5.0)
    with store.reading() as transaction:
        blocks = list(load_blocks(transaction, made.study.id))
    assert made.sheets == len(blocks) == 3  # 240 outputs, 80 on a sheet
    for block in blocks:
        kinds = Counter(item.kind for item in block.items)
        assert kinds == {"scored": 80, "repeat": 5, "damaged": 10, "reference": 5}


def test_forty_scenes_and_three_systems_make_an_identification_study() -> None:
    design = parse_design(fill_in_preset({"name": "tuna", "preset": "tuna08-identification"}))
    (plan,) = plan_study(design, material("identification", 40), 1)
    scored = [block for block in plan.composition.blocks if not block.practice]
    assert len(scored) == 120
    assert len(plan.composition.blocks) == 125


def test_criteria_that_are_not_asked_together_become_a_study_each(folder: Path, store: Store) -> None:
    add(folder, 'name = "q"', 'method = "likert"', 'criteria = ["quality", "naturalness"]', "together = false")
    made = create_study(load_campaign(folder), "q", store, now=5.0)
    assert [one.study.name for one in made] == ["q-quality", "q-naturalness"]
    assert [[one.name for one in read_study(each.study).criteria] for each in made] == [["quality"], ["naturalness"]]


def test_the_same_seed_makes_the_same_study(folder: Path, tmp_path: Path) -> None:
    add(folder, 'name = "q"', 'method = "rankme"', "outputs_per_sheet = 3")
    found = []
    for number, seed in enumerate((None, 3, 4)):
        with open_store(tmp_path / f"{number}.db") as opened:
            create_study(load_campaign(folder), "q", opened, now=5.0, seed=seed)
            found.append(opened.read(lambda t: list(load_blocks(t, 1))))
    assert found[0] == found[1]  # the campaign's own seed is 3
    assert found[0] != found[2]


def test_texts_may_be_files_and_are_stored_with_the_study(folder: Path, store: Store) -> None:
    (folder / "what-to-do.md").write_text("# Read\n", encoding="utf-8")
    add(folder, 'name = "q"', 'method = "likert"', 'instructions = "what-to-do.md"', 'consent = "Do you agree?"')
    (made,) = create_study(load_campaign(folder), "q", store, now=5.0)
    (folder / "what-to-do.md").unlink()
    opened = read_study(made.study)
    assert opened.instructions == "# Read\n"
    assert opened.design.consent == "Do you agree?"
    assert len(opened.design.codes.complete) == 8  # made up, because none was given


def test_attention_checks_are_part_of_the_sheets(folder: Path, store: Store) -> None:
    checks = 'attention = [{text = "Please choose the lowest point here.", expected = "1"}]'
    add(folder, 'name = "q"', 'method = "likert"', "items_per_sheet = 10", "control = {attention = 1}", checks)
    (made,) = create_study(load_campaign(folder), "q", store, now=5.0)
    with store.reading() as transaction:
        items = [item for block in load_blocks(transaction, made.study.id) for item in block.items]
    asked = [item for item in items if item.kind == "attention"]
    assert len(asked) == made.sheets
    assert {item.expected for item in asked} == {"1"}


def test_outputs_of_generators_must_be_there(folder: Path, store: Store) -> None:
    text = '[[system]]\nname = "made"\ngenerator = "random"\n'
    (folder / "campaign.toml").write_text((folder / "campaign.toml").read_text() + text, encoding="utf-8")
    add(folder, 'name = "q"', 'method = "likert"')
    with pytest.raises(InvalidInput, match=r"system 'made'.*genchal run"):
        create_study(load_campaign(folder), "q", store, now=5.0)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['name = "q"'], "has no method"),
        (['name = "q"', 'method = "likret"'], "Did you mean 'likert'"),
        (['name = "q"', 'preset = "rankme"'], "unknown preset of studies 'rankme'"),
        (['name = "q"', 'method = "likert"', 'criterai = ["quality"]'], "Did you mean 'criteria'"),
        (['name = "q"', 'method = "likert"', "pionts = 5"], "Did you mean 'points'"),
        (['name = "q"', 'method = "likert"', 'systems = ["nroth"]'], "Did you mean 'north'"),
        (['name = "q"', 'method = "likert"', 'track = "wlaks"'], "Did you mean 'walks'"),
        (['name = "q"', 'method = "likert"', 'criteria = ["qualitie"]'], "Did you mean 'quality'"),
        (['name = "q"', 'method = "likert"', 'codes = {complete = "a b"}'], "Use only letters, digits"),
        (['name = "q"', 'method = "likert"', 'identity = "platform"'], 'platform = {name = "..."'),
        (
            ['name = "q"', 'method = "likert"', 'identity = "platform"', 'platform = {name = "a", id = "b c"}'],
            "parameter 'b c'",
        ),
    ],
)
def test_what_is_wrong_with_a_study_is_said_with_the_file(folder: Path, lines: list[str], said: str) -> None:
    add(folder, *lines)
    with pytest.raises(UserError) as caught:
        load_campaign(folder)
    assert said in str(caught.value)
    assert str(folder / "campaign.toml") in str(caught.value)


@pytest.mark.parametrize("name", STUDIES)
def test_a_design_is_written_and_read_again(name: str) -> None:
    design = parse_design(fill_in_preset({"name": "q", "preset": name}))
    assert parse_design(write_keys(design)) == design
    other = replace(design, language="de", lease_minutes=5.0)
    assert parse_design(write_keys(other)) == other


@given(st.text() | st.sampled_from(['{"wall_ms": 1e400}', '{"items": {"a": {"active_ms": 5}}}', "{" * 10_000]))
def test_whatever_a_page_reports_is_read_or_dropped(text: str) -> None:
    shown, answered = find_moments(read_timings(text), 100.0, 200.0)
    assert 100.0 <= shown <= answered <= 200.0
