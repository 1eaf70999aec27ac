"""How often do tests on ratings find a difference where there is none, and how often do intervals cover the truth?"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from genchal.stats.planning.power import compute_test_statistics
from genchal.stats.significance.clustered_contrasts import system_contrasts
from genchal.stats.significance.correction import holm
from genchal.text.arrays.ragged import FloatArray, IntArray

STUDIES, LEVEL = 300, 0.05
DEALS, STUDIES_A_DEAL = 10, 400  # of the default test side by side, which many studies can be put through at once
SEED = 2026  # not among the seeds that the test was tuned with
JUDGEMENTS = 3
SIZES = ((3, 50), (5, 20), (10, 50), (20, 100), (40, 50))  # raters, items
DESIGNS = ("side by side", "one at a time")
SYSTEMS = (2, 5)
# Standard deviations: of raters, items, raters' and items' likes for systems, and of single ratings.
RATER, ITEM, RATER_SYSTEM, ITEM_SYSTEM, NOISE = 0.8, 0.6, 0.4, 0.4, 0.8


class Study(NamedTuple):
    """Ratings of systems that do not differ."""

    value: FloatArray
    system: IntArray
    rater: IntArray
    item: IntArray


def drawn(design: str, systems: int, raters: int, items: int, rng: np.random.Generator) -> Study:
    """Draw a study; work is uneven, as in crowds, and raters and items have likes of their own."""
    shares = rng.gamma(2.0, size=raters) + 0.2
    units = items if design == "side by side" else items * systems
    chosen = np.argsort(-np.log(rng.random((units, raters))) / shares, axis=1)[:, :JUDGEMENTS]
    if design == "side by side":
        rater = np.repeat(chosen.ravel(), systems)
        item = np.repeat(np.arange(items), JUDGEMENTS * systems)
        system = np.tile(np.arange(systems), items * JUDGEMENTS)
    else:
        rater = chosen.ravel()
        item = np.repeat(np.arange(units) // systems, JUDGEMENTS)
        system = np.repeat(np.arange(units) % systems, JUDGEMENTS)
    value = rng.normal(0, RATER, raters)[rater] + rng.normal(0, ITEM, items)[item]
    value += rng.normal(0, RATER_SYSTEM, (raters, systems))[rater, system]
    value += rng.normal(0, ITEM_SYSTEM, (items, systems))[item, system] + rng.normal(0, NOISE, len(system))
    return Study(value, system, rater, item)


def naive(study: Study, pairs: IntArray) -> FloatArray:
    """Welch's t test of all ratings, as if each came from a rater of its own."""
    from scipy.stats import ttest_ind

    samples = [study.value[study.system == one] for one in range(int(study.system.max()) + 1)]
    return np.array([ttest_ind(samples[a], samples[b], equal_var=False).pvalue for a, b in pairs.tolist()])


def precise(systems: int, raters: int, items: int) -> tuple[float, float]:
    """Rates of the default test, per pair alone and of any pair after Holm, from 4,000 studies side by side."""
    from scipy.special import stdtr

    rng = np.random.default_rng([SEED, systems, raters, items])
    alone, adjusted = [], []
    for _ in range(DEALS):
        deal = drawn("side by side", systems, raters, items, rng)
        rater, item = np.unique(deal.rater[::systems], return_inverse=True)[1], deal.item[::systems]
        shape = STUDIES_A_DEAL, len(item), systems
        value = rng.normal(0, NOISE, shape)
        value += rng.normal(0, RATER_SYSTEM, (STUDIES_A_DEAL, raters, systems))[:, rater]
        value += rng.normal(0, ITEM_SYSTEM, (STUDIES_A_DEAL, items, systems))[:, item]
        t, degrees = compute_test_statistics(value, rater, item)
        p_value = 2 * stdtr(degrees, -np.abs(t))
        alone.append(np.mean(p_value <= LEVEL))
        adjusted.append(np.mean([np.any(holm(one).adjusted <= LEVEL) for one in p_value]))
    return float(np.mean(alone)), float(np.mean(adjusted))


def measured(design: str, systems: int, raters: int, items: int) -> dict[str, object]:
    """Rates per pair alone and of any pair after Holm, and coverage of the 95 % intervals of the default test."""
    rng = np.random.default_rng([SEED, systems, raters, items, DESIGNS.index(design)])
    pairs = np.array(list(itertools.combinations(range(systems), 2)))
    alarms = {name: np.zeros(2) for name in ("default", "naive")}
    covered = 0.0
    for _ in range(STUDIES):
        study = drawn(design, systems, raters, items, rng)
        found = system_contrasts(*study, pairs)
        covered += float(np.mean((found.low <= 0) & (found.high >= 0)))
        p_values = {"default": found.p_value, "naive": naive(study, pairs)}
        for name, p_value in p_values.items():
            alarms[name] += [float(np.mean(p_value <= LEVEL)), float(np.any(holm(p_value).adjusted <= LEVEL))]
    rates = {
        f"{name}_{kind}": round(float(alarms[name][place]) / STUDIES, 4)
        for name in alarms
        for place, kind in enumerate(("alone", "holm"))
    }
    if design == "side by side":
        rates["default_alone"], rates["default_holm"] = (round(one, 4) for one in precise(systems, raters, items))
    size = {"design": design, "systems": systems, "raters": raters, "items": items}
    return {**size, **rates, "coverage": round(covered / STUDIES, 4)}


def lines(records: list[dict[str, object]]) -> Iterator[str]:
    """The table of the documentation."""
    names = list(records[0])
    yield "| " + " | ".join(names) + " |"
    yield "| " + " | ".join("---" for _ in names) + " |"
    for record in records:
        cells = (f"{one:.1%}" if isinstance(one, float) else str(one) for one in record.values())
        yield "| " + " | ".join(cells) + " |"


def run() -> dict[str, object]:
    """Simulate studies of every size without a difference, and print the table."""
    records = []
    for systems, design, (raters, items) in itertools.product(SYSTEMS, DESIGNS, SIZES):
        records.append(measured(design, systems, raters, items))
        print(records[-1], flush=True)
    print("\n".join(lines(records)), flush=True)
    return {"studies": STUDIES, "level": LEVEL, "rates": records}


if __name__ == "__main__":
    run()
