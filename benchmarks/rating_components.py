"""What do real ratings owe to raters, instances and chance? The sizes that simulated campaigns are built after.

python -m benchmarks.rating_components           magnitudes of E2E and RankME, as logarithms
python -m benchmarks.rating_components points    RankME's Likert scales of one to six points
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np

from benchmarks.measuring import data_folder
from benchmarks.simulated_campaigns import GENERATORS, Sizes
from genchal.campaign.judgements.load import load_ratings
from genchal.stats.significance._regression import number_levels
from genchal.text.arrays.ragged import FloatArray, IntArray

FILES = (
    ("E2E quality", "e2e-eval/human_ratings/quality.csv.xz", "quality"),
    ("E2E naturalness", "e2e-eval/human_ratings/naturalness.csv.xz", "naturalness"),
    ("RankME 1 quality", "rankme/stp1_rankME.csv.gz", "quality"),
    ("RankME 1 informativeness", "rankme/stp1_rankME.csv.gz", "informativeness"),
    ("RankME 2 quality", "rankme/stp2_rankME_qual.csv.gz", "quality"),
    ("RankME 2 naturalness", "rankme/stp2_rankME_nat.csv.gz", "naturalness"),
    ("RankME 2 informativeness", "rankme/stp2_rankME_inf.csv.gz", "informativeness"),
)
LIKERT_FILES = (
    ("RankME 1 quality", "rankme/stp1_likert.csv.gz", "quality"),
    ("RankME 1 informativeness", "rankme/stp1_likert.csv.gz", "informativeness"),
    ("RankME 1 naturalness", "rankme/stp1_likert.csv.gz", "naturalness"),
    ("RankME 2 quality", "rankme/stp2_likert_qual.csv.gz", "quality"),
    ("RankME 2 naturalness", "rankme/stp2_likert_nat.csv.gz", "naturalness"),
    ("RankME 2 informativeness", "rankme/stp2_likert_inf.csv.gz", "informativeness"),
)
YARDSTICK = 100.0  # what raters were told a good output has
OTHER_SCALE = 2.0  # a rater whose median is off by more than this factor has a scale of their own
FEWEST_SHEETS = 5  # of a rater whose habits can be seen


class Columns(NamedTuple):
    """Ratings as columns, an entry per rating."""

    value: FloatArray
    rater: IntArray
    instance: IntArray
    system: IntArray
    sheet: IntArray


def keep_raters(columns: Columns) -> tuple[Columns, float, float]:
    """Ratings by those who gave enough of them and used the yardstick; the shares of raters and sheets with others."""
    sheets = {rater: np.unique(columns.sheet[columns.rater == rater]) for rater in np.unique(columns.rater).tolist()}
    known = [rater for rater, theirs in sheets.items() if len(theirs) >= FEWEST_SHEETS]
    far = [
        rater
        for rater in known
        if abs(np.log(np.median(columns.value[columns.rater == rater]) / YARDSTICK)) > np.log(OTHER_SCALE)
    ]
    keep = np.isin(columns.rater, np.setdiff1d(known, far))
    work = sum(len(sheets[rater]) for rater in far) / sum(len(sheets[rater]) for rater in known)
    rater, instance, system, sheet = (column[keep] for column in columns[1:])
    return Columns(columns.value[keep], rater, instance, system, sheet), len(far) / len(known), work


def estimate_components(columns: Columns, logs: FloatArray) -> dict[str, float]:
    """Standard deviations of effects on logarithms (or values), and how values look; every rater counts the same.

    Products of two ratings of a rater, of different systems and sheets, have the variance of raters as their mean; if
    of the same system, also that of the rater's likes. Ratings of an instance by different raters tell the same about
    instances, two ratings on a sheet about sheets, and what is left of the whole is that of single judgements.
    """
    weight = 1.0 / np.bincount(columns.rater)[columns.rater]
    systems = np.bincount(columns.system, weight * logs) / np.maximum(np.bincount(columns.system, weight), 1e-300)
    rest = logs - systems[columns.system]
    whole = float(np.average(rest**2, weights=weight))
    rater, likes, sheet = _mean_products(rest, columns.rater, columns.system, columns.sheet)
    instance, fits, _ = _mean_products(rest, columns.instance, columns.system, columns.sheet)
    parts = {
        "rater": rater,
        "instance": instance,
        "rater's likes": likes - rater,
        "instance's likes": fits - instance,
        "sheet": sheet - rater - instance,
        "judgement": whole - sheet - (likes - rater) - (fits - instance),
    }
    found = {name: float(np.sign(part) * abs(part) ** 0.5) for name, part in parts.items()}
    spreads = [float(logs[columns.rater == each].std()) for each in np.unique(columns.rater)]
    levels = np.array([logs[columns.rater == each].mean() for each in np.unique(columns.rater)])
    work = np.array([len(np.unique(columns.sheet[columns.rater == each])) for each in np.unique(columns.rater)])
    return found | {
        "systems": float(systems[np.unique(columns.system)].std()),
        "mean": float(np.average(logs, weights=weight)),
        "at yardstick": float(np.average(columns.value == YARDSTICK, weights=weight)),
        "above": float(np.average(columns.value > YARDSTICK, weights=weight)),
        "ties": _share_of_ties(columns),
        "tens": float(np.average(columns.value % 10 == 0, weights=weight)),
        "fives": float(np.average(columns.value % 5 == 0, weights=weight)),
        "spread 25%": float(np.quantile(spreads, 0.25)),
        "spread 50%": float(np.quantile(spreads, 0.5)),
        "spread 75%": float(np.quantile(spreads, 0.75)),
        "skew of raters": float(np.mean((levels - np.mean(levels)) ** 3) / np.std(levels) ** 3),
        "work, deviation / mean": float(work.std() / work.mean()),
    }


def _both(first: IntArray, second: IntArray) -> IntArray:
    """Numbers of pairs."""
    return number_levels(first * (int(second.max()) + 1) + second)


def _mean_products(rest: FloatArray, unit: IntArray, system: IntArray, sheet: IntArray) -> tuple[float, float, float]:
    """Means over units of mean products of two ratings: of other systems and sheets, of a system, of a sheet."""
    sums = [_pair_sums(rest, unit, group) for group in (unit, _both(unit, system), sheet, np.arange(len(rest)))]
    whole, same_system, same_sheet, itself = sums
    pairs = (whole - same_system - same_sheet + itself, same_system - itself, same_sheet - itself)
    means = [
        float(np.mean(products[numbers > 0] / numbers[numbers > 0])) if (numbers > 0).any() else np.nan
        for products, numbers in pairs
    ]
    return means[0], means[1], means[2]


def _pair_sums(rest: FloatArray, unit: IntArray, group: IntArray) -> FloatArray:
    """Sums of products of all pairs of ratings in a group, added up by unit, and how many pairs there are."""
    home = np.zeros(int(group.max()) + 1, dtype=np.int64)
    home[group] = unit
    sums = [
        np.bincount(home, np.bincount(group, values, len(home)) ** 2, int(unit.max()) + 1)
        for values in (rest, np.ones(len(rest)))
    ]
    return np.stack(sums)


def _share_of_ties(columns: Columns) -> float:
    """How often two outputs on a sheet have the same value."""
    values = np.searchsorted(np.unique(columns.value), columns.value)
    sizes, same = np.bincount(columns.sheet), np.bincount(_both(columns.sheet, values))
    pairs = (sizes * (sizes - 1)).sum()
    return float((same * (same - 1)).sum() / pairs) if pairs else np.nan


def read_columns(path: str, criterion: str) -> Columns:
    """Ratings of one criterion in a file."""
    ratings = load_ratings(data_folder() / path)
    some = ratings.criterion.codes == ratings.criterion.names.index(criterion)
    parts = (ratings.rater, ratings.instance, ratings.system, ratings.sheet)
    return Columns(ratings.value[some], *(part.codes[some] for part in parts))


def draw_columns(generator: str) -> Columns:
    """Ratings of a simulated campaign of 400 raters and 4,000 instances."""
    drawn = GENERATORS[generator]
    campaign = drawn.draw(Sizes(400, 4000), drawn.gains, np.random.default_rng(6))
    width = campaign.value.shape[1]
    sheet, rater, instance = (
        np.repeat(column, width) for column in (np.arange(len(campaign.rater)), campaign.rater, campaign.instance)
    )
    return Columns(campaign.value.ravel(), rater, instance, campaign.system.ravel(), sheet)


def run(*, points: bool = False) -> dict[str, object]:
    """Estimate the components of every file, their medians, and those of the generators that follow them."""
    files, generators = (LIKERT_FILES, ("stars",)) if points else (FILES, ("magnitudes", "scales"))
    describe = _describe_points if points else _describe
    sources = {name: read_columns(path, criterion) for name, path, criterion in files}
    found = {name: describe(columns) for name, columns in sources.items()}
    middle = {key: float(np.median([row[key] for row in found.values()])) for key in next(iter(found.values()))}
    found["median"] = middle
    found |= {name: describe(draw_columns(name)) for name in generators}
    for name, row in found.items():
        print(f"{name}:", ", ".join(f"{key} {value:.3f}" for key, value in row.items()))
    return dict(found)


def _describe(columns: Columns) -> dict[str, float]:
    """Components of those raters who used the yardstick, and how many did not."""
    kept, raters, work = keep_raters(columns)
    components = estimate_components(kept, np.log(kept.value / YARDSTICK))
    return {"raters with another scale": raters, "their work": work} | components


def _describe_points(columns: Columns) -> dict[str, float]:
    """Components of points by those raters who gave enough of them, and the shares of the points."""
    keep = np.bincount(columns.rater)[columns.rater] >= FEWEST_SHEETS
    kept = Columns(columns.value[keep], *(column[keep] for column in columns[1:]))
    found = estimate_components(kept, kept.value)
    left_out = ("at yardstick", "above", "tens", "fives")
    shares = {f"share of {point}": float(np.mean(kept.value == point)) for point in range(1, 7)}
    return {name: value for name, value in found.items() if name not in left_out} | shares


if __name__ == "__main__":
    run(points=sys.argv[1:] == ["points"])
