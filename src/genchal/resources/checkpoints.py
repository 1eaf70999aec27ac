"""Checkpoints of trainings: a file beside the model to come, written whole after every pass, removed at the end."""

from __future__ import annotations

import time
from pathlib import Path

from genchal.domain.generator import Parameters
from genchal.errors import UserError
from genchal.resources.model_files import read_model_file, write_model_file


class CheckpointFile:
    """How far a training has come; `key` is the fingerprint of everything that it depends on.

    What another training has left, or what is damaged, is not gone on from: training begins again.
    """

    def __init__(self, model: Path, key: str) -> None:
        self.path = model.with_name(f"{model.name}.checkpoint")
        self.key = key
        self._began, self._before = time.perf_counter(), 0.0

    @property
    def seconds(self) -> float:
        """How long training has taken, with what was spent before it was killed."""
        return self._before + time.perf_counter() - self._began

    def load(self) -> Parameters | None:
        """What an equal training has kept, if there is anything."""
        if not self.path.is_file():
            return None
        try:
            file = read_model_file(self.path)
        except UserError:
            return None
        if file.facts.get("key") != self.key:
            return None
        self._before = float(file.facts["seconds"])
        return Parameters(file.arrays, file.facts["values"])

    def save(self, state: Parameters) -> None:
        """Keep this instead of what was kept before."""
        facts = {"key": self.key, "seconds": self.seconds, "values": state.values}
        write_model_file(self.path, state.arrays, facts)

    def remove(self) -> None:
        """The model is there: nothing is left to go on from."""
        self.path.unlink(missing_ok=True)
