"""Trained generators in files, on the command line, in Python and in campaigns."""

import json
import re
from pathlib import Path

import pytest

import genchal
from genchal.campaign.generation.models import load_model
from genchal.domain import Instance, SlotValues
from genchal.errors import InvalidInput, NotFound
from genchal.resources.model_files import read_model_file, write_model_file

TRAIN = "mr,ref\nname[Fern Path],Fern Path is a walk.\nname[Owl Loop],Try Owl Loop.\n"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    (tmp_path / "train.csv").write_text(TRAIN, encoding="utf-8")
    trained = genchal.train("mined_templates", tmp_path / "train.csv", out=tmp_path / "walks.safetensors")
    assert trained.path is not None
    return trained.path


def change_facts(path: Path, **facts: object) -> None:
    file = read_model_file(path)
    write_model_file(path, file.arrays, {**file.facts, **facts})


def test_a_model_writes_what_its_generator_would_have_written(model: Path, tmp_path: Path) -> None:
    walk = Instance("1", SlotValues((("name", "Elm Way"),)))
    direct = genchal.generate("mined_templates", [walk], tmp_path / "train.csv")
    assert genchal.generate(load_model(model).generator, [walk]) == direct
    assert direct[0] in ("Elm Way is a walk.", "Try Elm Way.")


def test_facts_about_the_training_are_kept(model: Path) -> None:
    facts = load_model(model).facts
    assert (facts.generator, facts.instances, facts.task, facts.seed) == ("mined_templates", 2, "slots", 1)
    assert facts.settings == {"choice": "random"}
    assert re.fullmatch(r"mined_templates\|seed:1\|train:[0-9a-f]{8}\|v:2", facts.signature)


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"version": 3}, "trained by a newer version of generator 'mined_templates'"),
        ({"version": 1}, "trained by an older version of generator 'mined_templates'"),
        ({"values": {}}, "not what its generator learns"),
        ({"values": {"templates": [["name"]]}}, "not what its generator learns"),
        ({"unknown": 1}, "not what its generator learns"),
        ({"settings": {"choices": "lm"}}, "generator 'mined_templates' has no setting 'choices'. Update genchal"),
    ],
)
def test_a_model_that_does_not_fit_is_refused(facts: dict[str, object], problem: str, model: Path) -> None:
    change_facts(model, **facts)
    with pytest.raises(InvalidInput, match=problem):
        load_model(model)


def test_a_model_of_a_generator_that_is_not_installed_says_so(model: Path) -> None:
    change_facts(model, generator="elsewhere")
    with pytest.raises(NotFound, match="a model of generator 'elsewhere', which is not installed"):
        load_model(model)


def test_settings_of_learning_are_fixed_by_the_training(model: Path) -> None:
    with pytest.raises(InvalidInput, match="setting 'choice' of a trained 'mined_templates' is fixed by its training"):
        load_model(model, {"choice": "lm"})


CAMPAIGN = """
[campaign]
name = "Walks"

[[track]]
name = "walks"
format = "slots"
test = "test.csv"

[[system]]
name = "kept"
model = "walks.safetensors"

[[metric]]
name = "bleu"
"""


def test_a_system_of_a_campaign_can_be_a_model(model: Path, tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text("mr,ref\nname[Elm Way],Elm Way is a walk.\n", encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    first, second = genchal.run(tmp_path), genchal.run(tmp_path)
    assert (first.generated, second.generated) == (1, 0)
    model.write_bytes(b"damaged")
    with pytest.raises(InvalidInput, match="not a model file"):
        genchal.run(tmp_path)


def test_a_campaign_keeps_what_its_generators_have_learnt(model: Path, tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text("mr,ref\nname[Elm Way],Elm Way is a walk.\n", encoding="utf-8")
    text = CAMPAIGN.replace('model = "walks.safetensors"', 'generator = "mined_templates"')
    text = text.replace('test = "test.csv"', 'test = "test.csv"\ntrain = ["train.csv"]')
    (tmp_path / "campaign.toml").write_text(text, encoding="utf-8")
    genchal.run(tmp_path)
    (kept,) = (tmp_path / "results").glob("model-*.safetensors")
    assert load_model(kept).facts.instances == 2
    kept.write_bytes(b"damaged")
    (tmp_path / "test.csv").write_text("mr,ref\nname[Oak Way],Oak Way is a walk.\n", encoding="utf-8")
    assert genchal.run(tmp_path).generated == 1  # trained again
    assert load_model(kept).facts.instances == 2


def test_the_payload_names_the_training_data(model: Path) -> None:
    payload = load_model(model).payload()
    assert payload["model"] == model
    assert payload["bytes"] == model.stat().st_size
    json.dumps(payload, default=str)
