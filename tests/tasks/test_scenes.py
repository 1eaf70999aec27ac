"""Scenes and attribute sets in tables."""

import json
from pathlib import Path

import pytest

from cli.typed import genchal
from genchal.domain import Attribute, Entity, Instance, Scene
from genchal.errors import InvalidInput
from genchal.tasks.attribute_tables import AttributeTable, parse_set
from genchal.tasks.scenes import SceneTable

SCENES = """scene,entity,target,domain,type,colour,size,reference
h1,1,yes,harbour,tug,red,small,the red tug | the tug
h1,2,no,harbour,ferry,red,large,
h2,1,0,harbour,tug,blue,,
h2,2,1,harbour,tug,red,,the red one
"""
PEOPLE = "scene,attributes\nh1,type:tug\nh1,type:tug colour:red\nh2,colour:red\n"
OURS = "scene,attributes\nh1,type:tug\nh2,colour:red type:tug\n"


def test_a_table_of_entities_is_scenes() -> None:
    first, second = SceneTable().parse(SCENES.splitlines(), "f")
    tug = Entity("1", (Attribute("type", "tug"), Attribute("colour", "red"), Attribute("size", "small")), True)
    ferry = Entity("2", (Attribute("type", "ferry"), Attribute("colour", "red"), Attribute("size", "large")))
    assert first == Instance("h1", Scene("harbour", (tug, ferry)), ("the red tug", "the tug"))
    assert isinstance(second.input, Scene)
    assert [entity.id for entity in second.input.targets] == ["2"]
    assert second.input.entities[0].attributes == (Attribute("type", "tug"), Attribute("colour", "blue"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("scene,entity\n1,2\n", "f, line 1: no column target"),
        ("scene,entity,target\n1,2,no\n", "f, line 2: scene '1' has no target"),
        ("scene,entity,target\n1,2,yes\n1,2,no\n", "f, line 2: scene '1' has two entities with the same name"),
        ("scene,entity,target\n1,2,maybe\n", "f, line 2: target is 'maybe'"),
        ("scene,entity,target\n1,2\n", "f, line 2: 2 columns, expected 3 (scene, entity, target)"),
        ("scene,entity,target,attributes\n1,2,yes,red\n", "f, line 2: 'red' is not an attribute"),
    ],
)
def test_a_table_that_has_no_scenes_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        list(SceneTable().parse(text.splitlines(), "f"))
    assert caught.value.problem == problem


def test_several_rows_of_a_trial_are_several_references() -> None:
    instances = list(AttributeTable().parse(PEOPLE.splitlines(), "f"))
    assert [instance.id for instance in instances] == ["h1", "h2"]
    assert isinstance(instances[0].input, Scene)
    assert instances[0].input.attribute_sets == (parse_set("type:tug"), parse_set("colour:red type:tug"))


def test_values_with_blanks_are_written_with_semicolons() -> None:
    assert parse_set("place:far left; type:tug;") == {("place", "far left"), ("type", "tug")}


def score(folder: Path, *arguments: str) -> dict[str, float]:
    for name, text in {"scenes.csv": SCENES, "people.csv": PEOPLE, "ours.csv": OURS}.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = genchal("score", "ours.csv", *arguments, "--resamples", "0", "--json", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return {score["metric"]: score["value"] for score in json.loads(done.stdout)["scores"]}


def test_sets_are_compared_with_sets_without_a_scene(tmp_path: Path) -> None:
    found = score(tmp_path, "-r", "people.csv", "-m", "dice,masi")
    # Dice: h1 has the mean of 1 and 2 * 1 / (1 + 2), h2 has 2 * 1 / (2 + 1).
    assert found["dice"] == pytest.approx(((1 + 2 / 3) / 2 + 2 / 3) / 2)
    # MASI: Jaccard times 1 for the same set and 2/3 for a part: h1 has the mean of 1 and 1/2 * 2/3, h2 has 1/2 * 2/3.
    assert found["masi"] == pytest.approx(((1 + 1 / 3) / 2 + 1 / 3) / 2)


def test_scenes_and_sets_of_two_tables_go_together(tmp_path: Path) -> None:
    found = score(tmp_path, "-r", "scenes.csv", "-r", "people.csv", "-m", "dice,uniqueness,minimality")
    assert found["dice"] == pytest.approx(((1 + 2 / 3) / 2 + 2 / 3) / 2)
    # A tug is the only one of its kind in h1; in h2 the colour alone tells the two apart, so that ours says too much.
    assert (found["uniqueness"], found["minimality"]) == (1, 0.5)


def test_what_needs_a_scene_says_so(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text(PEOPLE, encoding="utf-8")
    (tmp_path / "ours.csv").write_text(OURS, encoding="utf-8")
    done = genchal("score", "ours.csv", "-r", "people.csv", "-m", "uniqueness", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error: metric 'uniqueness' can score no output: it needs")
