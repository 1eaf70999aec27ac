"""Syntactic complexity: D-Levels of data sets (Dušek et al. 2020, text about Figure 4) and of outputs (Table 9).

Parser and rules are our own, so that few of these numbers count; shares are in per cent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from genchal.campaign.published.computations import Cells, Computation, Key, Material, Numbers, Workbench
from genchal.campaign.published.views._described import BAGEL, SF
from genchal.campaign.published.views._e2e_data import OUTPUTS, PARTS, RANDOM, SYSTEMS, TEST, own_name
from genchal.campaign.texts.dlevel import level_systems
from genchal.domain.results.levels import LevelSettings
from genchal.text.arrays.ragged import FloatArray

SHARES = {"0-1": slice(0, 2), "0-2": slice(0, 3), "2": slice(2, 3), "3": slice(3, 4), "6-7": slice(6, 8)}
MEAN = "0-7"
SF_SLOTS = ("name", "near", "phone", "address", "postcode", "count", "area")
BAGEL_SLOTS = ("name", "near", "addr", "phone", "postcode")
OTHERS = ("SFRest", "SFRest-inf", "BAGEL")


def _share_levels(system: str, counts: FloatArray) -> Iterator[tuple[Key, float]]:
    """Shares and mean of the levels of a system's or a data set's sentences."""
    share = counts / counts.sum()
    yield from (((system, levels), float(100 * share[own].sum())) for levels, own in SHARES.items())
    yield (system, MEAN), float(share @ np.arange(len(share)))


def _count_levels(
    files: Sequence[Path | str], references: Sequence[Path], how: LevelSettings, task: str, material: Material
) -> dict[str, FloatArray]:
    found = level_systems(files, references, how, task=task, machinery=material.machinery)
    return {system.system: np.array(system.counts, np.float64) for system in found.systems}


def _level_data(name: str, task: str, how: LevelSettings) -> Computation:
    def compute(material: Material) -> Numbers:
        counts = [_count_levels(["@all"], [path], how, task, material)["all"] for path in material.files]
        return dict(_share_levels(name, np.sum(counts, axis=0)))

    files = {"E2E": PARTS, "BAGEL": BAGEL}.get(name, SF)
    return Computation(f"D-Levels of {name}", files, compute)


def _level_outputs(material: Material) -> Numbers:
    *outputs, references = material.files
    how = LevelSettings(delexicalise=("name", "near"), seed=material.seed)
    systems: list[Path | str] = [*outputs, "@all", "@random"] if outputs else ["@all"]
    counts = _count_levels(systems, [references], how, "e2e", material)
    return {key: value for system, own in counts.items() for key, value in _share_levels(system, own)}


DATA_LEVELS = {
    "E2E": _level_data("E2E", "e2e", LevelSettings(delexicalise=("name", "near"))),
    "SFRest": _level_data("SFRest", "sf", LevelSettings(delexicalise=SF_SLOTS, clean="sf")),
    "SFRest-inf": _level_data("SFRest-inf", "sf", LevelSettings(delexicalise=SF_SLOTS, clean="sf", acts="inform")),
    "BAGEL": _level_data("BAGEL", "bagel", LevelSettings(delexicalise=BAGEL_SLOTS, clean="bagel")),
}
OUTPUT_LEVELS = Computation("D-Levels of the E2E outputs", (*OUTPUTS, TEST), _level_outputs)
REFERENCE_LEVELS = Computation("D-Levels of the E2E test set", (TEST,), _level_outputs)


def level_e2e_outputs(bench: Workbench) -> Numbers:
    """Levels by system: those of the campaign's report where it has them, otherwise from the files."""
    for track in bench.results.tracks:
        systems = {} if track.levels is None else {system.system: system for system in track.levels.systems}
        if {*SYSTEMS, RANDOM} <= set(systems) and all("name near" in own.signature for own in systems.values()):
            known = [(own_name(name), np.array(systems[name].counts, np.float64)) for name in (*SYSTEMS, RANDOM)]
            found = {key: value for name, counts in known for key, value in _share_levels(name, counts)}
            return {**bench.numbers(REFERENCE_LEVELS), **found}
    return bench.numbers(OUTPUT_LEVELS)


def view_data_levels(bench: Workbench) -> Cells:
    """Figure 4, as its text has it; a range is that of the three smaller data sets."""
    found = {}
    for row in bench.rows("e2e_fig4_dlevel_text"):
        key = f"{row['statistic']} {row['levels']} {row['dataset']}"
        if row["dataset"] in DATA_LEVELS:
            found[key, "value"] = _level(bench, row["dataset"], row["levels"])
        else:
            values = [_level(bench, dataset, row["levels"]) for dataset in OTHERS]
            found[key, "low"], found[key, "high"] = min(values), max(values)
    return found


def _level(bench: Workbench, dataset: str, levels: str) -> float:
    return bench.numbers(DATA_LEVELS[dataset])[dataset, levels]
