"""Explaining, mining and checking with lexicons."""

import tomllib
from pathlib import Path

import pytest

from genchal.campaign.texts.lexicon import check_lexicon, explain_files
from genchal.campaign.texts.lexicon_mining import mine_file
from genchal.campaign.texts.lexicon_proposal import proposal_toml
from genchal.domain.results.lexicon import ExplanationChoice, MiningOptions
from genchal.domain.slots.matching import SlotMatch
from genchal.errors import InvalidInput
from genchal.resources.lexicons import load_lexicon
from genchal.resources.lexicons.reading import parse_lexicon

NAMES = ["Heron Loop", "Mill Walk", "Crane Path", "Otter Way", "Finch Lane", "Stoat Trail", "Newt Round", "Lark Ridge"]
NAMES += ["Swan Dyke", "Owl Wood"]
DOGS = {"yes": ["Dogs are welcome.", "You may bring your pet."], "no": ["Leave your dog at home."]}


@pytest.fixture
def walks(tmp_path: Path) -> Path:
    """References of walks: `yes` is said in two ways, `no` in one."""
    rows = ["mr,ref"]
    for number, name in enumerate(NAMES * 4):
        dogs = "no" if number % 3 == 0 else "yes"
        said = DOGS[dogs][number % len(DOGS[dogs])]
        rows.append(f'"name[{name}], dogs[{dogs}]","{name} is a walk. {said}"')
    path = tmp_path / "walks.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


OPTIONS = MiningOptions(sample=0, most=4, at_least=2)


def test_mining_from_nothing_proposes_what_people_say(walks: Path) -> None:
    mined = mine_file(walks, "slots", None, OPTIONS)
    assert (mined.references, mined.covered) == (40, 0)
    assert mined.spelt_out == ("name",)
    by_value = {(one.slot, one.value): one for one in mined.values}
    yes, no = by_value["dogs", "yes"], by_value["dogs", "no"]
    assert (yes.references, yes.uncovered) == (26, 26)
    assert (no.references, no.uncovered) == (14, 14)
    assert [one.outside for one in yes.proposals] == [0, 0]
    assert sum(one.inside for one in yes.proposals) == 26
    assert no.proposals[0].phrase in "leave your dog at home"
    assert no.proposals[0].phrase in no.proposals[0].example.lower()
    assert all(not one.uncovered for pair, one in by_value.items() if pair[0] == "name")


def test_a_proposal_is_a_lexicon_that_covers_what_it_was_mined_from(walks: Path, tmp_path: Path) -> None:
    path = tmp_path / "mined.toml"
    path.write_text(proposal_toml(mine_file(walks, "slots", None, OPTIONS)), encoding="utf-8")
    lexicon = load_lexicon(str(path))
    assert lexicon.slots["name"].is_open
    assert not lexicon.slots["dogs"].is_open
    again = mine_file(walks, "slots", str(path), OPTIONS)
    assert again.covered == again.references == 40


def test_a_proposal_for_a_lexicon_builds_upon_it(walks: Path, tmp_path: Path) -> None:
    path, more = tmp_path / "own.toml", tmp_path / "more.toml"
    path.write_text('[slots.name]\nopen = true\n[slots.dogs.values]\nyes = ["dogs are welcome"]\n', encoding="utf-8")
    mined = mine_file(walks, "slots", str(path), OPTIONS)
    assert {(one.slot, one.value) for one in mined.values if one.uncovered} == {("dogs", "yes"), ("dogs", "no")}
    text = proposal_toml(mined)
    assert tomllib.loads(text)["base"] == str(path)
    more.write_text(text, encoding="utf-8")
    assert mine_file(walks, "slots", str(more), OPTIONS).covered == 40


def test_the_same_seed_gives_the_same_sample(walks: Path) -> None:
    first, second = (mine_file(walks, "slots", None, MiningOptions(sample=10, seed=3)) for _ in range(2))
    assert first == second
    assert first.references == 10


def test_nasty_slots_and_values_are_proposed_as_valid_toml(tmp_path: Path) -> None:
    path = tmp_path / "nasty.csv"
    path.write_text("mr,ref\n" + '"a b.c[x (y) ""q""], é[*|<z>], f[-]","we say so"\n' * 5, encoding="utf-8")
    text = proposal_toml(mine_file(path, "slots", None, OPTIONS))
    assert set(tomllib.loads(text)["slots"]) == {"a b.c", "é", "f"}
    parse_lexicon(text.replace('"-"', '"we"').replace('"   z "', '"so"'), "nasty.toml", "nasty")


def test_mining_needs_inputs_with_slots(tmp_path: Path) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("just\ntext\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="no references for inputs with slots"):
        mine_file(path, "plain", None, OPTIONS)


@pytest.fixture
def outputs(walks: Path) -> Path:
    path = walks.parent / "ours.tsv"
    lines = ["mr\toutput", "name[Heron Loop], dogs[no]\tHeron Loop, dogs are welcome. Heron Loop!"]
    path.write_text("\n".join([*lines, "name[Mill Walk], dogs[yes]\tMill Walk has ducks."]) + "\n", encoding="utf-8")
    return path


LEXICON = '[slots.name]\nopen = true\n[slots.dogs.values]\nyes = ["dogs are welcome"]\nno = ["no dogs"]\n'


def test_an_output_is_explained_span_by_span(walks: Path, outputs: Path, tmp_path: Path) -> None:
    lexicon = tmp_path / "own.toml"
    lexicon.write_text(LEXICON, encoding="utf-8")
    found = explain_files([str(outputs)], [walks], str(lexicon), "slots")
    first, second = found.outputs
    assert [first.output[one.start : one.end] for one in first.matches] == [
        "Heron Loop",
        "dogs are welcome",
        "Heron Loop",
    ]
    assert first.matches[1] == SlotMatch("dogs", "yes", 12, 28)
    assert first.verdicts == ("said", "wrong", "repeated")
    assert first.errors.wrong == (("dogs", "no", "yes"),)
    assert second.errors.missing == (("dogs", "yes"),)
    assert (second.system, second.instance, second.verdicts) == ("ours", "2", ("said",))


def test_explaining_asks_for_a_lexicon_and_for_systems_that_are_there(walks: Path, outputs: Path) -> None:
    with pytest.raises(InvalidInput, match="no lexicon was given"):
        explain_files([str(outputs)], [walks], None, "slots")
    with pytest.raises(InvalidInput, match="no outputs of a system 'theirs'"):
        explain_files([str(outputs)], [walks], "e2e", "slots", choice=ExplanationChoice("theirs"))
    assert explain_files([str(outputs)], [walks], None, "e2e").lexicon.name == "e2e"


def test_a_check_tells_how_much_is_found_and_what_has_no_words(walks: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('[slots.dogs.values]\nyes = ["dogs are welcome"]\n', encoding="utf-8")
    checked = check_lexicon(str(path), walks, "slots")
    dogs, name = checked.slots
    assert (dogs.slot, dogs.is_open, dogs.values, dogs.phrases) == ("dogs", False, 1, 1)
    assert (dogs.wanted, dogs.unknown) == (40, ("no",))
    assert (name.slot, name.wanted, name.found) == ("name", 40, 40)
    assert checked.references == 40
    assert check_lexicon("e2e").references is None
