"""What every registered generator promises: an output for every instance, the same under the same seed, and a file."""

import tempfile
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.campaign.generation.generate import write_outputs
from genchal.campaign.generation.models import fit_model, load_model, save_model
from genchal.domain import DependencyTree, Generator, Input, Instance, Output, Scene, SlotValues, Text
from genchal.errors import InvalidInput
from genchal.generators import GENERATORS
from strategies import slot_instances, tree_instances, trial_instances

INSTANCES = {SlotValues: slot_instances(), DependencyTree: tree_instances(), Scene: trial_instances()}
NETWORKS = [name for name in GENERATORS if GENERATORS[name].extra == "neural"]
NAMES = [name for name in GENERATORS if name not in NETWORKS]


def write_and_write_again(name: str, instances: list[Instance]) -> None:
    fitted = GENERATORS[name].example().fitted(instances, [], rng())
    first, second = write_outputs(fitted, instances), write_outputs(fitted, instances)
    assert len(first) == len(instances)
    assert first == second
    assert all(is_output_of(fitted, output) for output in first)


def keep_and_write(name: str, instances: list[Instance]) -> None:
    model = fit_model(GENERATORS[name].example(), instances, [], 1)
    with tempfile.TemporaryDirectory() as folder:
        save_model(Path(folder) / "kept.safetensors", model)
        kept = load_model(Path(folder) / "kept.safetensors")
    assert write_outputs(kept.generator, instances) == write_outputs(model.generator, instances)
    assert kept.facts.signature == model.facts.signature


def draw_instances(data: st.DataObject, name: str) -> list[Instance]:
    """Instances that a generator can express, each with something to learn from."""
    drawn = data.draw(INSTANCES[GENERATORS[name].takes[0]].filter(bool))
    return [
        replace(instance, input=with_set_to_realise(instance.input), references=instance.references or ("a text",))
        for instance in drawn
    ]


def with_set_to_realise(given: Input) -> Input:
    return replace(given, given=frozenset({("type", "tug")})) if isinstance(given, Scene) else given


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def is_output_of(generator: Generator, output: Output) -> bool:
    return output is None or isinstance(output, str) or (Scene in generator.takes)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_one_output_per_instance_and_the_same_under_the_same_seed(name: str, data: st.DataObject) -> None:
    write_and_write_again(name, draw_instances(data, name))


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_a_generator_writes_the_same_after_it_was_kept_in_a_file(name: str, data: st.DataObject) -> None:
    keep_and_write(name, draw_instances(data, name))


@pytest.mark.usefixtures("neural")
@pytest.mark.parametrize("name", NETWORKS)
@settings(max_examples=2)  # each is trained
@given(data=st.data())
def test_a_network_writes_the_same_under_the_same_seed_and_from_a_file(name: str, data: st.DataObject) -> None:
    instances = draw_instances(data, name)
    write_and_write_again(name, instances)
    keep_and_write(name, instances)


@pytest.mark.parametrize("name", [*NAMES, *NETWORKS])
def test_a_generator_names_itself_and_says_which_inputs_it_needs(name: str) -> None:
    generator = GENERATORS[name].example()
    assert generator.name == name
    assert all(asdict(generator.card).values())
    with pytest.raises(InvalidInput, match=f"generator '{name}' needs "):
        generator.fitted([Instance("1", Text("x"), ("x",))], [], rng()).generate([Instance("1", Text("x"))], rng())
