"""Shipped campaigns: they can be read, and say how to get their data."""

import tomllib
from pathlib import Path

import pytest

from genchal.campaign.config.load import load_campaign
from genchal.campaign.config.places import find_place
from genchal.campaign.outputs import list_entries
from genchal.campaign.published.tables import load_tables
from genchal.campaign.recipes import RECIPES, copy_recipe
from genchal.campaign.run import run_campaign
from genchal.campaign.validate.campaign import validate_campaign
from genchal.errors import InvalidInput, NotFound, UnknownName, UserError
from genchal.generators import GENERATORS

PAPERS = [name for name, paper in RECIPES.items() if paper]


@pytest.fixture
def no_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("GENCHAL_DATA", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "nowhere"))


@pytest.mark.parametrize("name", PAPERS)
def test_a_recipe_brings_the_tables_of_its_paper(tmp_path: Path, name: str) -> None:
    copy_recipe(name, tmp_path)
    tables = load_tables([tmp_path / "published"])
    assert tables
    assert all(table.name.startswith(f"{RECIPES[name]}_") for table in tables)
    assert (tmp_path / "README.md").is_file()


@pytest.mark.parametrize("name", PAPERS)
def test_without_data_a_recipe_says_how_to_get_it_and_writes_nothing(tmp_path: Path, name: str, no_data: None) -> None:
    campaign = copy_recipe(name, tmp_path / name)
    with pytest.raises(UserError) as caught:
        run_campaign(campaign)
    for line in caught.value.lines():
        assert "is not on this machine" in line
        assert "genchal data" in line or "put it into" in line
    assert not (tmp_path / name / "report").exists()


@pytest.mark.parametrize("name", PAPERS)
def test_a_recipe_is_read_and_its_files_are_found(data: Path, tmp_path: Path, name: str) -> None:
    campaign = load_campaign(copy_recipe(name, tmp_path))
    assert all(Path(str(track.test).partition("#")[0]).is_file() for track in campaign.tracks)
    assert all(entry.file.is_file() for entry in campaign.entries if entry.file is not None)
    if name == "e2e":
        sizes = [len(list_entries(campaign, track)) for track in campaign.tracks]
        assert sizes == [23, 56, 5]
        late = [entry.system.name for entry in campaign.entries if entry.system.late]
        assert late == ["slug-alt"]


def test_every_system_of_the_challenge_that_is_a_generator_can_enter_the_campaign(tmp_path: Path) -> None:
    """Those without networks take part; taking away the # at the end of the file lets the others in, too."""
    path = copy_recipe("e2e", tmp_path)
    text = path.read_text(encoding="utf-8")
    start = text.index("# Our versions with networks")
    optional = [line for line in text[start:].splitlines() if not line.startswith(("# Our", "# file"))]
    document = tomllib.loads(text[:start] + "\n".join(line.removeprefix("#").removeprefix(" ") for line in optional))
    ours = [entry for entry in document["system"] if entry["track"] == "our versions"]
    released = {entry["name"] for entry in document["system"] if entry["track"] == "primary" and "file" in entry}
    assert {entry["name"] for entry in ours} == released & set(GENERATORS)
    assert all(entry["generator"] == entry["name"] for entry in ours)
    assert {entry["family"] for entry in ours} <= {entry.get("family") for entry in document["system"]}


def test_files_of_data_sets_are_found_packed_and_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENCHAL_DATA", str(tmp_path))
    (tmp_path / "dstc2").mkdir()
    packed = tmp_path / "dstc2" / "dstc2_nlg.tsv.xz"
    packed.touch()
    assert find_place(tmp_path, "data:dstc2/dstc2_nlg.tsv") == packed
    assert str(find_place(tmp_path, "data:dstc2/dstc2_nlg.tsv#test")) == f"{packed}#test"
    assert find_place(tmp_path, "test.csv") == tmp_path / "test.csv"


def test_places_that_cannot_be_are_errors(no_data: None, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="'data:e2e' names no file"):
        find_place(tmp_path, "data:e2e")
    with pytest.raises(UnknownName, match="Did you mean 'e2e'"):
        find_place(tmp_path, "data:e2/devset.csv")
    with pytest.raises(UnknownName, match=r"Did you mean 'devset\.csv'"):
        find_place(tmp_path, "data:e2e/devset")
    with pytest.raises(NotFound, match="genchal data get e2e"):
        find_place(tmp_path, "data:e2e/devset.csv")


CAMPAIGN = """
[campaign]
name = "C"
[[track]]
name = "t"
format = "slots"
test = "test.csv"
[[system]]
name = "*"
file = "outputs.tsv"
[[metric]]
name = "bleu"
"""


def write_campaign(folder: Path, more: str = "") -> Path:
    (folder / "test.csv").write_text("mr,ref\nname[A],A is here\nname[B],B is there\n", encoding="utf-8")
    rows = [
        f"{system}\tname[{name}]\t{name} is {word}" for system, word in (("x", "here"), ("y", "there")) for name in "AB"
    ]
    (folder / "outputs.tsv").write_text("\n".join(["system\tmr\toutput", *rows]) + "\n", encoding="utf-8")
    (folder / "campaign.toml").write_text(CAMPAIGN + more, encoding="utf-8")
    return folder / "campaign.toml"


def test_all_systems_of_a_file_take_part(tmp_path: Path) -> None:
    outcome = run_campaign(write_campaign(tmp_path))
    (track,) = outcome.results.tracks
    assert [system.name for system in track.systems] == ["x", "y"]
    assert track.outputs == {"x": ("A is here", "B is here"), "y": ("A is there", "B is there")}
    assert not [problem for file in validate_campaign(tmp_path / "campaign.toml").files for problem in file.problems]


def test_a_system_that_a_file_brings_again_is_an_error(tmp_path: Path) -> None:
    path = write_campaign(tmp_path, '[[system]]\nname = "x"\nreferences = "gold"\n')
    with pytest.raises(InvalidInput, match="track 't' has two systems 'x'"):
        run_campaign(path)


def test_all_systems_need_a_file(tmp_path: Path) -> None:
    path = write_campaign(tmp_path)
    path.write_text(
        path.read_text(encoding="utf-8").replace('file = "outputs.tsv"', 'references = "gold"'), encoding="utf-8"
    )
    with pytest.raises(UserError, match="stands for all systems of a file, and there is none"):
        load_campaign(path)
