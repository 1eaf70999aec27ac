"""Do intervals of rankings cover the truth, and do tests between systems that do not differ keep quiet?"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from benchmarks.simulated_campaigns import GENERATORS, Campaign, Sizes
from genchal.campaign.judgements.rank import SCORERS
from genchal.campaign.judgements.ranking.steps import RankingInput, RankingOutcome
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.ranking import RankingBy, RankingMethod
from genchal.stats.resampling.clustered import PairTests
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray

SEED = 2032  # not among the seeds that tests and intervals were chosen with
DEFAULT: RankingMethod = "bradley-terry"  # where sheets have several systems
OTHERS: tuple[RankingMethod, ...] = ("plackett-luce", "expected-wins", "wins", "z", "mean", "magnitude", "elo")
FEW = (Sizes(3, 50, random=1), Sizes(3, 50))  # raters of whom an interval is not asked, but silence is
ENOUGH = (Sizes(5, 50), Sizes(10, 100), Sizes(30, 100))
LARGE = Sizes(1500, 3000)  # where the truth is read off
TRUESKILL_CAMPAIGNS = 40


class Numbers(NamedTuple):
    """How many campaigns are drawn: with few raters, with enough, of `elo`; and large ones, for the truth."""

    few: int = 1000
    enough: int = 600
    elo: int = 250
    large: int = 1


NUMBERS = {
    "magnitudes": Numbers(4000, 4000, 1000, 4),
    "scales": Numbers(1000, 1000, 250, 4),
    "stars": Numbers(1000, 600, 250, 4),
}


@dataclass(frozen=True)
class Simulation:
    """Campaigns without and with differences, ranked by a method."""

    generator: str
    sizes: Sizes
    method: RankingMethod
    null_campaigns: int
    campaigns: int


def make_ratings(campaign: Campaign) -> Ratings:
    """A campaign as ratings; a sheet is what one rater said about one instance."""
    width = campaign.value.shape[1]
    sheet = np.repeat(np.arange(len(campaign.rater)), width)
    columns = np.repeat(campaign.rater, width), sheet, np.repeat(campaign.instance, width), campaign.system.ravel()
    rater, sheets, instance, system = (
        Labels(codes, tuple(map(str, names.tolist())))
        for names, codes in (np.unique(column, return_inverse=True) for column in columns)
    )
    quality = ["quality"] * len(sheet)
    ratings = Ratings.from_columns(campaign.value.ravel(), *[quality] * 5)
    return replace(ratings, rater=rater, sheet=sheets, instance=instance, system=system)


def rank(campaign: Campaign, method: RankingMethod, rng: np.random.Generator) -> RankingOutcome:
    """What `genchal rank` finds."""
    ratings = make_ratings(campaign)
    return SCORERS[method](RankingInput(ratings, ratings.pairwise(), RankingBy(method), rng))


class Finding(NamedTuple):
    """What is counted of a ranking: scores and bounds in the order of the generator's systems, tests, clusters."""

    score: FloatArray
    low: FloatArray
    high: FloatArray
    tests: PairTests | None
    clusters: int


def find_scores(found: RankingOutcome) -> Finding:
    """Keep what is counted, since thousands of whole outcomes do not fit into memory."""
    order = np.argsort([int(name) for name in found.ratings.system.names])
    score, low, high = (column[order] for column in (found.score, found.low, found.high))
    return Finding(score, low, high, found.tests, int(found.ranks.cluster.max()))


@functools.cache
def true_scores(generator: str, method: RankingMethod, *, apart: bool) -> FloatArray:
    """What a method would find with very many raters and instances.

    Systems that do not differ have the same true score, the mean of what they get in a large campaign. What each gets
    beyond it is luck, and is subtracted where they do differ: the same raters and instances are drawn. Otherwise that
    luck, which is up to half a standard error of a campaign of 30 raters, would count as a fault of the intervals.
    """
    same = large_scores(generator, method, apart=False)
    if not apart:
        return np.full(len(same), float(same.mean()))
    return np.asarray(large_scores(generator, method, apart=True) - (same - same.mean()))


@functools.cache
def large_scores(generator: str, method: RankingMethod, *, apart: bool) -> FloatArray:
    """Scores in a large campaign, or the means of several."""
    gains = GENERATORS[generator].gains * apart
    scores = []
    for number in range(NUMBERS.get(generator, Numbers()).large):
        rng = np.random.default_rng(9 + number)
        found = rank(GENERATORS[generator].draw(LARGE, gains, rng), method, rng)
        scores.append(find_scores(found).score)
    return np.asarray(np.mean(scores, axis=0))


def simulate(plan: Simulation) -> dict[str, float | int | str]:
    """Draw campaigns and count."""
    generator, sizes = GENERATORS[plan.generator], plan.sizes
    same = np.zeros(len(generator.gains))
    outcomes = {}
    for name, gains, number in (("same", same, plan.null_campaigns), ("apart", generator.gains, plan.campaigns)):
        found = []
        for repeat in range(number):
            rng = np.random.default_rng([SEED, sizes.raters, sizes.instances, sizes.random, len(gains), repeat])
            found.append(find_scores(rank(generator.draw(sizes, gains, rng), plan.method, rng)))
        outcomes[name] = found
    row: dict[str, float | int | str] = {"generator": plan.generator, **sizes._asdict(), "method": plan.method}
    if plan.sizes in ENOUGH and plan.method != "trueskill":
        row |= _coverage(plan, outcomes["same"], outcomes["apart"])
    tested = [found.tests for found in outcomes["same"] if found.tests is not None]
    if tested:
        row["one_pair"] = float(np.mean([np.mean(tests.p_value <= 0.05) for tests in tested]))
        row["any_pair"] = float(np.mean([(tests.adjusted <= 0.05).any() for tests in tested]))
    row["clusters"] = float(np.mean([found.clusters > 1 for found in outcomes["same"]]))
    found_pairs = [np.mean(found.tests.adjusted <= 0.05) for found in outcomes["apart"] if found.tests is not None]
    if found_pairs:
        row["pairs_found"] = float(np.mean(found_pairs))
    return row | {"null_campaigns": plan.null_campaigns, "campaigns": plan.campaigns}


def _coverage(plan: Simulation, same: list[Finding], apart: list[Finding]) -> dict[str, float]:
    """How often intervals cover, and how wide they are beside 3.92 standard deviations of the scores."""
    row = {}
    for name, found in (("covers_same", same), ("covers_apart", apart)):
        score, low, high = (np.array(part) for part in zip(*(finding[:3] for finding in found), strict=True))
        # Elo has no truth beyond the size of a campaign: with few comparisons all stay near 1000.
        truth = score.mean(axis=0)
        if plan.method != "elo":
            truth = true_scores(plan.generator, plan.method, apart=name == "covers_apart")
        if plan.method == "magnitude":  # geometric means: distances are those of logarithms
            score, low, high, truth = (np.log(values) for values in (score, low, high, truth))
        # An interval is of the distance from the mean of all systems, so the truth is moved to the campaign's mean.
        truth = truth - truth.mean() + score.mean(axis=1, keepdims=True)
        row[name] = float(np.mean((low <= truth) & (truth <= high)))
        if name == "covers_same":
            # Where all raters say the same of a system there is no interval: it does not cover, and has no width.
            row["without_interval"] = float(np.mean(np.isnan(low)))
            row["width"] = float(np.nanmean(high - low) / (3.92 * np.nanstd(score - truth, axis=0).mean()))
    return row


def plans(generators: Iterable[str]) -> Iterator[Simulation]:
    """What is simulated: the default everywhere, other methods with 5 raters and more, TrueSkill's clusters."""
    for generator in generators:
        numbers = NUMBERS.get(generator, Numbers())
        for sizes in (*FEW, *ENOUGH):
            null_campaigns = numbers.few if sizes in FEW else numbers.enough
            yield Simulation(generator, sizes, DEFAULT, null_campaigns, numbers.enough)
        if generator == "two systems":
            continue
        for method in OTHERS:
            for sizes in ENOUGH:
                number = numbers.elo if method == "elo" else numbers.enough
                yield Simulation(generator, sizes, method, number, number)
        for sizes in (FEW[0], ENOUGH[1]) if generator == "points" else ():
            yield Simulation(generator, sizes, "trueskill", TRUESKILL_CAMPAIGNS, 0)


def write_table(rows: list[dict[str, float | int | str]]) -> str:
    """The table of the documentation."""
    head = "generator", "raters, instances", "method", "covers", "with differences", "width", "a pair", "any pair"
    lines = ["| " + " | ".join((*head, "clusters", "pairs found")) + " |", "| --- " * 10 + "|"]
    for row in rows:
        random = ", one at random" if row["random"] else ""
        cells = [str(row["generator"]), f"{row['raters']}{random}, {row['instances']}", str(row["method"])]
        shares = ("covers_same", "covers_apart", "width", "one_pair", "any_pair", "clusters", "pairs_found")
        for name in shares:
            value = row.get(name)
            shown = "" if value is None else f"{value:.2f}" if name == "width" else f"{100 * float(value):.1f}%"
            cells.append(shown)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def run(generators: Iterable[str] = tuple(GENERATORS)) -> dict[str, object]:
    """Simulate, and print the table."""
    rows = []
    for plan in plans(generators):
        rows.append(simulate(plan))
        print(write_table(rows[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    print(write_table(rows))
    return {"seed": SEED, "rows": rows}


if __name__ == "__main__":
    run(sys.argv[1:] or tuple(GENERATORS))
