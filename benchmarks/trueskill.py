"""How long do 200 TrueSkill runs over 29,790 comparisons take, beside the trueskill package? And is Table 11 met?"""

from __future__ import annotations

import csv
import math
import time
from pathlib import Path

import numpy as np

from benchmarks.measuring import data_folder
from genchal.campaign.judgements.load import load_ratings
from genchal.domain.ratings import Pairwise
from genchal.stats.ranking.clusters import ClusteredRanks, ranks_of_runs
from genchal.stats.ranking.trueskill import SIGMA, STEPS_A_BETA, tabulate_comparisons, trueskill_runs
from genchal.text.arrays.ragged import FloatArray

RUNS, THEIR_RUNS = 200, 10
MANY_RUNS, SEEDS = 2000, 20
PUBLISHED = Path(__file__).parents[1] / "src" / "genchal" / "recipes" / "published" / "e2e_table11_trueskill.tsv"


def run() -> dict[str, object]:
    """Measure both; then rank with many runs, and with many seeds."""
    quality = compared("quality")
    table = tabulate_comparisons(quality.left, quality.right, quality.outcome, len(quality.systems))
    start = time.process_time()
    trueskill_runs(table, RUNS, np.random.default_rng(1))
    own = time.process_time() - start
    start = time.process_time()
    peer_runs(table, THEIR_RUNS, len(quality) + 1)
    theirs = (time.process_time() - start) * RUNS / THEIR_RUNS
    return {
        "comparisons": len(quality),
        "runs": RUNS,
        "cpu_seconds": round(own, 2),
        "trueskill_package_cpu_seconds": round(theirs, 1),
        "measured_on": f"{THEIR_RUNS} runs, scaled",
        "times_faster": round(theirs / own, 1),
        "table_11": {criterion: table_11(criterion) for criterion in ("naturalness", "quality")},
    }


def compared(criterion: str) -> Pairwise:
    """Comparisons of the E2E release."""
    path = data_folder() / "e2e-eval" / "human_ratings" / f"{criterion}.csv.xz"
    return load_ratings(path).of(criterion).pairwise()


def peer_runs(table: FloatArray, runs: int, steps: int) -> FloatArray:
    """The same runs with the trueskill package, a step at a time, as one would write it."""
    import trueskill

    systems = len(table)
    beta = SIGMA * steps / STEPS_A_BETA
    world = trueskill.TrueSkill(mu=0.0, sigma=SIGMA, beta=beta, tau=0.0, draw_probability=0.25)
    observed = {
        (a, b): np.repeat([-1, 0, 1], table[a, b].astype(int)).tolist() for a in range(systems) for b in range(systems)
    }
    rng, rate = np.random.default_rng(1), trueskill.rate_1vs1
    ends = []
    for _ in range(runs):
        state = [world.create_rating() for _ in range(systems)]
        for _ in range(steps):
            first = max(range(systems), key=lambda one: state[one].sigma)
            others = [one for one in range(systems) if one != first]
            weights = [math.exp(-abs(state[first].mu - state[one].mu)) for one in others]
            bar, second = rng.random() * sum(weights), others[-1]
            for one, weight in zip(others, weights, strict=True):
                bar -= weight
                if bar < 0:
                    second = one
                    break
            seen = observed[first, second]
            outcome = seen[int(rng.random() * len(seen))]
            if outcome >= 0:
                state[first], state[second] = rate(state[first], state[second], outcome == 0, env=world)
            else:
                state[second], state[first] = rate(state[second], state[first], env=world)
        ends.append([one.mu for one in state])
    return np.array(ends)


def table_11(criterion: str) -> dict[str, object]:
    """Scores with many runs, ranges and clusters with many seeds, beside the published ones."""
    with PUBLISHED.open(encoding="utf-8") as lines:
        rows = {row["system"]: row for row in csv.DictReader(lines, delimiter="\t") if row["criterion"] == criterion}
    pairs = compared(criterion)
    table = tabulate_comparisons(pairs.left, pairs.right, pairs.outcome, len(pairs.systems))
    # All seeds side by side: runs are independent, so that 20 x 200 of them are 4,000 in one go.
    every = trueskill_runs(table, SEEDS * RUNS, np.random.default_rng(1)).mu.reshape(SEEDS, RUNS, -1)
    scores = every.reshape(SEEDS * RUNS, -1)[:MANY_RUNS].mean(axis=0)
    ranked = [ranks_of_runs(runs.mean(axis=0), runs) for runs in every]
    systems = [_beside(place, name, rows[name], scores, ranked) for place, name in enumerate(pairs.systems)]
    systems.sort(key=lambda one: -float(str(one["score"])))
    gaps = [abs(float(str(one["score"])) - float(str(one["published"]))) for one in systems]
    clusters = [int(one.cluster.max()) for one in ranked]
    published = {int(row["cluster"]) for row in rows.values()}
    same = sum(_partition(one, pairs.systems) == _published_partition(rows) for one in ranked)
    return {
        "runs": MANY_RUNS,
        "largest_difference": round(max(gaps), 4),
        "clusters_published": len(published),
        "clusters_over_seeds": {str(number): clusters.count(number) for number in sorted(set(clusters))},
        "seeds_with_the_published_clusters": same,
        "systems": systems,
    }


def _beside(
    place: int, name: str, row: dict[str, str], scores: FloatArray, ranked: list[ClusteredRanks]
) -> dict[str, object]:
    lows, highs = [int(one.low[place]) for one in ranked], [int(one.high[place]) for one in ranked]
    published = (int(row["rank_low"]), int(row["rank_high"]))
    return {
        "system": name,
        "score": round(float(scores[place]), 4),
        "published": float(row["score"]),
        "range_published": f"{published[0]}-{published[1]}",
        "range_most_often": "-".join(str(max(set(ends), key=ends.count)) for ends in (lows, highs)),
        "seeds_with_the_published_range": sum(one == published for one in zip(lows, highs, strict=True)),
    }


def _partition(ranks: ClusteredRanks, systems: tuple[str, ...]) -> set[frozenset[str]]:
    return {
        frozenset(systems[one] for one in np.flatnonzero(ranks.cluster == cluster)) for cluster in set(ranks.cluster)
    }


def _published_partition(rows: dict[str, dict[str, str]]) -> set[frozenset[str]]:
    clusters = {row["cluster"] for row in rows.values()}
    return {frozenset(name for name, row in rows.items() if row["cluster"] == cluster) for cluster in clusters}
