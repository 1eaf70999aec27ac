"""A training that is killed goes on from its last pass, and leaves the model that it would have left."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from genchal.campaign.generation.models import load_model
from genchal.domain import Instance, Parameters, SlotValues
from genchal.generators.neural.generator import Neural
from genchal.generators.neural.learning.selection import References, split_lower
from genchal.resources.checkpoints import CheckpointFile

pytestmark = pytest.mark.usefixtures("neural")
PLACES = [
    Instance(str(n), SlotValues((("name", name), ("area", area))), (f"{name} is in {area}.", f"In {area} is {name}."))
    for n, (name, area) in enumerate((name, area) for name in ("Alba", "Bero", "Cordo") for area in ("town", "hills"))
]
SETTINGS: dict[str, Any] = {
    "cell": 8,
    "embedding": 4,
    "batch": 4,
    "epochs": 3,
    "patience": 9,
    "dropout": 0.2,
    "longest": 8,
    "models": 2,
    "order": "shuffled",
    "reinforce": 2,
    "search": "greedy",
}


class KilledError(Exception):
    """What a test stops a training by."""


class Memory:
    """A checkpoint that ends a training after some saves."""

    def __init__(self, saves: int) -> None:
        self.left = saves
        self.state: Parameters | None = None

    def load(self) -> Parameters | None:
        return self.state

    def save(self, state: Parameters) -> None:
        self.state = Parameters({name: array.copy() for name, array in state.arrays.items()}, state.values)
        self.left -= 1
        if not self.left:
            raise KilledError


def fit(settings: Mapping[str, Any], memory: Memory | None = None, dev: Sequence[Instance] = PLACES) -> Parameters:
    generator = Neural(**settings)
    if memory is not None:
        generator = generator.equipped({"checkpoint": memory})
    return generator.fitted(PLACES, dev, np.random.default_rng(3)).parameters()


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"styles": True, "layout": "words", "copy": True},
        {"planned": True, "models": 1},
        {"starts": 2, "epochs": 2, "chosen_by": "written"},
    ],
)
def test_wherever_training_is_stopped_the_model_is_the_same(more: dict[str, Any]) -> None:
    settings = {**SETTINGS, **more}
    whole = fit(settings, counter := Memory(0))
    assert -counter.left > 2 * SETTINGS["epochs"]
    for saves in range(1, -counter.left + 1, 5):
        memory = Memory(saves)
        with pytest.raises(KilledError):
            fit(settings, memory)
        resumed = fit(settings, memory)
        assert resumed.values == whole.values
        for name, array in whole.arrays.items():
            assert np.array_equal(resumed.arrays[name], array), name


def test_what_would_be_written_chooses_the_pass() -> None:
    learning = {"cell": 16, "epochs": 12, "rate": 0.05, "dropout": 0.0, "order": "fixed", "models": 1, "reinforce": 0}
    settings: dict[str, Any] = {**SETTINGS, **learning, "search": "beam", "beam": 3, "chosen_by": "written"}
    generator = Neural(**settings)
    memory = Memory(0)
    fitted = generator.equipped({"checkpoint": memory}).fitted(PLACES, PLACES, np.random.default_rng(3))
    written = [text or "" for text in fitted.generate(PLACES, np.random.default_rng(1))]
    references = References([[split_lower(text) for text in place.references] for place in PLACES])
    missing = sum(
        value not in text for place, text in zip(PLACES, written, strict=True) for _, value in pairs_of(place)
    )
    assert memory.state is not None
    score = references.bleu([split_lower(text) for text in written]) - missing / (2 * len(PLACES))
    assert memory.state.values["finished"]["network0"] == pytest.approx(score)
    assert score > 0


def pairs_of(place: Instance) -> Sequence[tuple[str, str]]:
    assert isinstance(place.input, SlotValues)
    return place.input.pairs


def test_of_several_starts_the_best_on_the_development_set_is_kept() -> None:
    learning = {"cell": 16, "epochs": 12, "rate": 0.05, "dropout": 0.0, "order": "fixed", "longest": 12, "reinforce": 0}
    whole = fit({**SETTINGS, **learning, "models": 1, "starts": 3}, memory := Memory(0))
    assert memory.state is not None
    scores = memory.state.values["finished"]
    assert len(scores) == len(set(scores.values())) == 3
    best = max(scores, key=scores.__getitem__)
    for name, array in whole.arrays.items():
        if name.startswith("network0."):
            assert np.array_equal(array, memory.state.arrays[f"finished.{best}.{name.removeprefix('network0.')}"]), name


def test_what_another_training_left_is_not_gone_on_from(tmp_path: Path) -> None:
    file = CheckpointFile(tmp_path / "walks.safetensors", "ours")
    assert file.load() is None
    file.save(Parameters({"a": np.ones(2)}, {"finished": []}))
    kept = CheckpointFile(tmp_path / "walks.safetensors", "ours").load()
    assert kept is not None
    assert kept.values == {"finished": []}
    assert CheckpointFile(tmp_path / "walks.safetensors", "theirs").load() is None
    file.path.write_bytes(file.path.read_bytes()[:-3])
    assert file.load() is None
    file.remove()
    assert not list(tmp_path.iterdir())


def test_a_killed_command_goes_on_when_it_is_given_again(tmp_path: Path) -> None:
    lines = [f'"{place.input}",{text}' for place in PLACES for text in place.references]
    (tmp_path / "train.csv").write_text("\n".join(["mr,ref", *lines]) + "\n", encoding="utf-8")
    shown = {**SETTINGS, "epochs": 60, "patience": 99, "reinforce": 0, "models": 1}
    settings = [part for name, value in shown.items() for part in ("-s", f"{name}={value}")]

    def command(out: str) -> list[str]:
        files = ["--train", "train.csv", "--dev", "train.csv", "--out", out]
        return [sys.executable, "-m", "genchal", "train", "neural", *settings, *files]

    first = subprocess.Popen(command("killed.safetensors"), cwd=tmp_path, stderr=subprocess.DEVNULL)
    checkpoint, until = tmp_path / "killed.safetensors.checkpoint", time.monotonic() + 100
    while not checkpoint.is_file() and time.monotonic() < until:
        time.sleep(0.005)
    os.kill(first.pid, signal.SIGKILL)
    assert first.wait() == -signal.SIGKILL
    assert checkpoint.is_file()
    assert not (tmp_path / "killed.safetensors").exists()
    again = subprocess.run(command("killed.safetensors"), cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "goes on after pass" in again.stderr
    subprocess.run(command("whole.safetensors"), cwd=tmp_path, capture_output=True, check=True)
    killed, whole = (load_model(tmp_path / f"{name}.safetensors") for name in ("killed", "whole"))
    assert killed.checksum == whole.checksum
    assert killed.costs.seconds > 0
    assert killed.costs.peak_mb > 50
    assert {path.name for path in tmp_path.iterdir()} == {"train.csv", "killed.safetensors", "whole.safetensors"}
