"""How long does one pass over the training texts take on one core, for each network of the E2E systems?

    python -m benchmarks.pass_times SYSTEM ...

Each system is trained for a single pass, with one network of each kind that it has, in a process of its own. A pass
ends with the texts that are written for the development set. What trainings on a GPU would take follows from that.
"""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.measuring import ENVIRONMENT, data_folder, machine

RESULTS = Path(__file__).parent / "results" / "pass-times.json"
# Lines of a training's log: a network or a style begins with so many texts; a pass is over.
_BEGINS = re.compile(r"network \d+ of \d+(?:, start \d+ of \d+)?: (\d+) training pairs|style \d+: (\d+) of \d+ texts")
_PASS = re.compile(r"pass \d+: ")


def count_passes(log: Iterable[str]) -> list[list[int]]:
    """Texts and passes of every network that was trained, and of every style that networks were trained on for."""
    found: list[list[int]] = []
    for line in log:
        if begins := _BEGINS.match(line):
            found.append([int(begins[1] or begins[2]), 0])
        elif _PASS.match(line) and found:
            found[-1][1] += 1
    return found


def estimate_core_seconds(passes: Sequence[Sequence[int]], seconds_per_text: float) -> float:
    """Time of a whole training, from the time of a measured pass."""
    return seconds_per_text * sum(texts * times for texts, times in passes)


class _Clock(logging.Handler):
    """Notes at what processor time each line of the log was written."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[str, float]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append((record.getMessage(), time.process_time()))


def time_pass(system: str) -> float:
    """Processor seconds of a pass for each text: the mean of the networks, the second pass if the first does more."""
    from genchal.campaign.generation.generate import make_generator
    from genchal.campaign.generation.models import fit_model
    from genchal.campaign.reading.instances import load_instances

    data = data_folder() / "e2e"
    train, dev = (load_instances(data / name, "e2e")[1] for name in ("trainset.csv.xz", "devset.csv.xz"))
    asked: Any = make_generator(system, {}, Path())
    epochs = 2 if asked.classifier_loss else 1  # a classifier of texts is trained before the first pass
    networks: dict[str, Any] = {"models": len(set(asked.encoders)), "epochs": epochs, "styles": False, "reinforce": 0}
    if networks["models"] > 1:
        networks["encoder"] = ",".join(dict.fromkeys(asked.encoders))
    clock = _Clock()
    logging.basicConfig(level=logging.INFO, handlers=[clock])
    fit_model(make_generator(system, networks, Path()), train, dev, 1, "e2e")
    return seconds_of_a_text(clock.lines, epochs)


def seconds_of_a_text(lines: Iterable[tuple[str, float]], epochs: int) -> float:
    """Time of the last of so many passes, for each of its texts: the mean over networks."""
    texts, seconds, known, place, before = 0, 0.0, 0, 0, 0.0
    for line, now in lines:
        if begins := _BEGINS.match(line):
            known, place = int(begins[1] or begins[2]), 0
        elif _PASS.match(line):
            place += 1
            if place == epochs:
                seconds, texts = seconds + now - before, texts + known
        before = now
    return seconds / texts


def main() -> None:
    """Time the systems that are named, and keep their times with those of others."""
    if sys.argv[1:2] == ["one"]:
        print(time_pass(sys.argv[2]))
        return
    kept = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else {"seconds_per_text": {}}
    for system in sys.argv[1:]:
        command = [sys.executable, "-m", "benchmarks.pass_times", "one", system]
        done = subprocess.run(command, env={**os.environ, **ENVIRONMENT}, stdout=subprocess.PIPE, text=True, check=True)
        kept["machine"] = machine()
        kept["seconds_per_text"][system] = round(float(done.stdout), 8)
        print(f"{system}: {kept['seconds_per_text'][system] * 1000:.3f} ms of a core for each text", flush=True)
        RESULTS.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
