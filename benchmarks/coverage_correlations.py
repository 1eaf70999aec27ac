"""Do intervals of metric-human correlations cover, and do tests of two equally good metrics keep quiet?"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from genchal.domain.results.correlation import CorrelationLevel, Resample, Within
from genchal.stats.correlation.coefficients import correlation, correlation_interval
from genchal.stats.correlation.meta_evaluation import UnitGroups, average_groups, meta_correlation
from genchal.stats.correlation.meta_resampling import meta_bootstrap, meta_permutation
from genchal.stats.correlation.williams import williams
from genchal.stats.resampling.bootstrap import percentile_interval
from genchal.text.arrays.ragged import FloatArray

SEED, SIMULATIONS, TRIALS, RESAMPLES = 2028, 400, 99, 200
SIZES = ((15, 20),)  # systems, inputs, for tests of two metrics
COVERED = ((5, 50), (10, 50), (20, 100))  # for intervals
SWAPS: tuple[Resample, ...] = ("systems", "inputs", "both")
LEVELS: tuple[tuple[str, CorrelationLevel, Within], ...] = (
    ("system", "system", "none"),
    ("within items", "segment", "item"),
    ("within systems", "segment", "system"),
    ("all outputs", "segment", "none"),
)


class Likes(NamedTuple):
    """Standard deviations of what a measure, or people, see beside quality: in systems, inputs and single outputs."""

    systems: float
    inputs: float
    outputs: float
    has_outliers: bool = False  # systems' part is t with 3 degrees of freedom instead of normal


# Quality itself has standard deviations of 0.5 between systems, 0.5 between inputs and 0.7 between single outputs.
QUALITY = Likes(0.5, 0.5, 0.7)
PEOPLE = Likes(0.5, 0.5, 0.7)
METRICS = {
    "none but noise": Likes(0.0, 0.0, 1.0),
    "weak": Likes(0.15, 0.15, 1.0),
    "medium": Likes(0.5, 0.5, 0.7),
    "strong": Likes(1.0, 1.0, 0.5),
    "of systems": Likes(1.0, 0.0, 0.7),
    "medium, outliers": Likes(0.5, 0.5, 0.7, has_outliers=True),
}


def draw_measure(systems: int, inputs: int, own: Likes, rng: np.random.Generator) -> FloatArray:
    """Normal values of outputs, systems x inputs, as one row."""
    shape = (systems, 1)
    by_system = rng.standard_t(3, shape) * own.systems if own.has_outliers else rng.normal(0, own.systems, shape)
    value = by_system + rng.normal(0, own.inputs, (1, inputs))
    return np.asarray((value + rng.normal(0, own.outputs, (systems, inputs))).ravel())


def draw_campaign(systems: int, inputs: int, likes: Likes, rng: np.random.Generator) -> FloatArray:
    """People and two metrics that are equally good: quality plus likes of their own; outliers are outliers in all."""
    quality, people = (own._replace(has_outliers=likes.has_outliers) for own in (QUALITY, PEOPLE))
    shared = draw_measure(systems, inputs, quality, rng)
    return np.stack([shared + draw_measure(systems, inputs, own, rng) for own in (people, likes, likes)])


def count_rejections(systems: int, inputs: int, likes: Likes) -> dict[str, dict[str, float]]:
    """How often each test calls two equally good metrics different at 0.05."""
    system, instance = (codes.ravel() for codes in np.indices((systems, inputs)))
    found: dict[str, dict[str, list[bool]]] = {name: {} for name, _, _ in LEVELS}
    for number in range(SIMULATIONS):
        rng = np.random.default_rng([SEED, systems, inputs, number])
        people, first, second = draw_campaign(systems, inputs, likes, rng)
        for name, level, within in LEVELS:
            units = UnitGroups(system, instance, level, within)
            for swap in SWAPS:
                tested = meta_permutation(first, second, people, units, "pearson", TRIALS, rng, swap)
                found[name].setdefault(f"swap {swap}", []).append(tested.p_value <= 0.05)
            if within == "none":
                values = np.stack([people, first, second])
                if level == "system":
                    values = average_groups(values, units.groups())
                r = correlation(values[[0, 0, 1]], values[[1, 2, 2]], "pearson").value
                p_value = williams(r[0], r[1], r[2], values.shape[1]).p_value
                found[name].setdefault("williams", []).append(bool(p_value <= 0.05))
    return {name: {test: float(np.mean(shares)) for test, shares in tests.items()} for name, tests in found.items()}


def count_covered(systems: int, inputs: int, likes: Likes) -> dict[str, float]:
    """How often intervals of a coefficient over all outputs cover the true one."""
    system, instance = (codes.ravel() for codes in np.indices((systems, inputs)))
    units = UnitGroups(system, instance)
    total, people, own = (sum(deviation**2 for deviation in own_likes[:3]) for own_likes in (QUALITY, PEOPLE, likes))
    truth = total / np.sqrt((total + people) * (total + own))
    covered: dict[str, list[bool]] = {name: [] for name in (*SWAPS, "formula")}
    for number in range(SIMULATIONS):
        rng = np.random.default_rng([SEED, systems, inputs, number])
        people_values, metric, _ = draw_campaign(systems, inputs, likes, rng)
        for resample in SWAPS:
            drawn = meta_bootstrap(metric[None], people_values, units, "pearson", RESAMPLES, rng, resample).values
            bounds = percentile_interval(drawn, 0.95)
            covered[resample].append(bool(bounds.low[0] <= truth <= bounds.high[0]))
        value = meta_correlation(metric, people_values, units).value
        formula = correlation_interval(np.array([value]), np.array([len(metric)]), "pearson", 0.95)
        covered["formula"].append(bool(formula.low[0] <= truth <= formula.high[0]))
    return {"truth": float(truth), **{name: float(np.mean(shares)) for name, shares in covered.items()}}


def write_rejections(size: tuple[int, int], name: str, rates: dict[str, dict[str, float]]) -> list[str]:
    """Lines of the documentation's table."""
    lines = []
    for level, tests in rates.items():
        shown = [f"{100 * tests[test]:.1f}%" if test in tests else "" for test in (*_tests(), "williams")]
        lines.append(f"| {size[0]} x {size[1]} | {name} | {level} | " + " | ".join(shown) + " |")
    return lines


def _tests() -> list[str]:
    return [f"swap {swap}" for swap in SWAPS]


def run() -> dict[str, object]:
    """Simulate, and print both tables."""
    results: dict[str, object] = {"quality": QUALITY, "people": PEOPLE, "metrics": METRICS, "simulations": SIMULATIONS}
    lines = ["| systems x inputs | likes | level | swap systems | swap inputs | swap single outputs | Williams |"]
    for size in SIZES:
        for name, likes in METRICS.items():
            rates = count_rejections(*size, likes)
            results[f"{size[0]} x {size[1]}, {name}"] = rates
            lines += write_rejections(size, name, rates)
            print("\n".join(lines[-len(rates) :]), file=sys.stderr, flush=True)
    lines.append("| systems x inputs | likes | true r | both | systems | inputs | Fisher's z |")
    for size in COVERED:
        for name in ("weak", "medium"):
            found = count_covered(*size, METRICS[name])
            results[f"{size[0]} x {size[1]}, {name}, intervals"] = found
            shares = " | ".join(f"{100 * found[key]:.1f}%" for key in ("both", "systems", "inputs", "formula"))
            lines.append(f"| {size[0]} x {size[1]} | {name} | {found['truth']:.2f} | {shares} |")
            print(lines[-1], file=sys.stderr, flush=True)
    print("\n".join(lines))
    return results


if __name__ == "__main__":
    run()
