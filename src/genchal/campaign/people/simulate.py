"""Raters who are a program: they follow metrics, with errors, so that an evaluation can be tried before people begin.

What they show is how an evaluation will look and whether it is large enough; they say nothing about the systems that
the metrics have not said. They judge by sliders from 0 to 100, as in direct assessment, with repeated and damaged
copies in between. Everybody has a severity and a scale of their own; the last one clicks anywhere and should fail.
Under the criteria of identification (accuracy, reading_time, identification_time) they find the right thing or not, and
take seconds: the more points they would have given, the quicker and the more often right; there are no control items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from genchal.campaign.people.sources import JudgementSource
from genchal.domain.campaign import Campaign, RatingsEntry, Simulation
from genchal.domain.ratings import ItemKind, Ratings
from genchal.domain.results.campaign import TrackResults
from genchal.errors import InvalidInput, suggestion
from genchal.resources.results import digest
from genchal.text.arrays.ragged import FloatArray, IntArray

JUDGEMENTS = 2  # of each output and criterion
MIDDLE, SPREAD = 55.0, 20.0  # points of an average output, and what a standard deviation of the metric is worth
TASTE = 0.6  # what all raters see and the metric does not, in standard deviations
SEVERITY, SCALE, NOISE = 8.0, 0.2, 9.0  # how raters differ, and how a rater differs from one time to the next
CONTROLS = 15  # of each kind and rater, as far as there are outputs
REPEATED_NOISE, DAMAGE = 4.0, 32.0  # points
ACCURACY, TIMES = "accuracy", ("reading_time", "identification_time")  # as studies of identification call them
SECONDS = 2.5  # for an average output; 100 points more make it 2.7 times quicker
HARDEST, SLOPE = 5.0, 20.0  # points at which half of the answers are right, and how soon more of them are


def list_simulations(campaign: Campaign, track: str, results: TrackResults | None = None) -> Iterator[JudgementSource]:
    """Every simulation that campaign.toml asks for in this track; only with its results they can be read."""
    for entry in campaign.ratings:
        simulation = entry.simulation
        if simulation is None or entry.track != track:
            continue

        def read(entry: RatingsEntry = entry, simulation: Simulation = simulation) -> Ratings:
            if results is None:
                raise ValueError("a simulation follows results, and there are none")
            return simulate_ratings(results, simulation, _draw(campaign.seed, entry), f"[[ratings]] '{entry.name}'")

        yield JudgementSource(entry, "file", digest(repr(simulation), str(campaign.seed)), read)


def simulate_ratings(
    track: TrackResults, simulation: Simulation, rng: np.random.Generator, what: str = "the simulation"
) -> Ratings:
    """Ratings of a track's outputs under every criterion, control items among them."""
    systems = [system.name for system in track.ranked()]
    count = len(track.instances)
    chosen = np.sort(rng.permutation(count)[: simulation.instances])
    columns: list[tuple[str, str, str, str, float, ItemKind]] = []
    names = [track.instances[place].id for place in chosen.tolist()]
    for criterion, metric in simulation.follows:
        quality = _read_quality(track, metric, systems, what)[:, chosen].ravel()
        known = np.flatnonzero(~np.isnan(quality)).astype(np.int64)  # what the metric does not score, nobody rates
        quality = quality + TASTE * rng.standard_normal(len(quality))
        severity = SEVERITY * rng.standard_normal(simulation.raters)
        scale = np.exp(SCALE * rng.standard_normal(simulation.raters))
        for rater, outputs in enumerate(_deal(len(known), simulation.raters, rng)):
            outputs = known[outputs]
            is_careless = rater == simulation.raters - 1
            meant = MIDDLE + severity[rater] + SPREAD * scale[rater] * quality[outputs]
            for places, points, kind in _judge(meant, is_careless=is_careless, rng=rng):
                if criterion in (ACCURACY, *TIMES):
                    if kind != "scored":
                        continue
                    points = _identify(criterion, points, rng)
                for place, value in zip(outputs[places].tolist(), points.tolist(), strict=True):
                    system, instance = systems[place // len(chosen)], names[place % len(chosen)]
                    columns.append((f"r{rater + 1}", instance, system, criterion, value, kind))
    if not columns:
        raise InvalidInput(f"{what}: there is nothing to rate", "Add systems to the track.")
    raters, instances, rated, criteria, values, kinds = zip(*columns, strict=True)
    return Ratings.from_columns(values, raters, raters, instances, rated, criteria, kind=kinds)


def _judge(
    meant: FloatArray, *, is_careless: bool, rng: np.random.Generator
) -> Iterator[tuple[IntArray, FloatArray, ItemKind]]:
    """What a rater says of all outputs, then of those that come back as they are, and damaged."""
    everything = np.arange(len(meant))
    first = meant + NOISE * rng.standard_normal(len(meant))
    repeated, damaged = (rng.permutation(len(meant))[:CONTROLS] for _ in range(2))
    again = first[repeated] + REPEATED_NOISE * rng.standard_normal(len(repeated))
    worse = first[damaged] - DAMAGE + NOISE * rng.standard_normal(len(damaged))
    kinds: tuple[ItemKind, ...] = ("scored", "repeat", "damaged")
    for places, points, kind in zip((everything, repeated, damaged), (first, again, worse), kinds, strict=True):
        shown = rng.uniform(0, 100, len(points)) if is_careless else points
        yield places, np.clip(np.round(shown), 0, 100), kind


def _identify(criterion: str, points: FloatArray, rng: np.random.Generator) -> FloatArray:
    """What somebody does who would give so many points: seconds that it takes, or whether the thing is found."""
    if criterion in TIMES:
        return np.round(SECONDS * np.exp((MIDDLE - points) / 100), 2)
    is_found = rng.random(len(points)) < 1 / (1 + np.exp((HARDEST - points) / SLOPE))
    return is_found.astype(np.float64)


def _deal(outputs: int, raters: int, rng: np.random.Generator) -> list[IntArray]:
    """Which outputs each rater judges: every output has several raters, never one of them twice."""
    order = rng.permutation(outputs)
    first = np.arange(outputs) % raters
    return [
        np.sort(np.concatenate([order[(first + turn) % raters == rater] for turn in range(JUDGEMENTS)]))
        for rater in range(raters)
    ]


def _read_quality(track: TrackResults, metric: str, systems: Sequence[str], what: str) -> FloatArray:
    """A metric's segment scores, systems by instances, standardised so that higher is better; NaN where not scored.

    Of several outputs for an instance the first counts, which is the one that reports show.
    """
    known = sorted({part.metric for part in track.segments})
    if metric not in known:
        raise InvalidInput(f"{what} follows '{metric}', which has no segment scores here", suggestion(metric, known))
    direction = next((measure.higher_is_better for measure in track.measures if measure.name == metric), True)
    scores = np.full((len(systems), len(track.instances)), np.nan)
    places = {instance.id: place for place, instance in enumerate(track.instances)}
    for part in track.segments:
        if part.metric == metric and part.system in systems:
            where = np.array([places[name] for name in part.instances], dtype=np.int64)
            scores[systems.index(part.system), where[::-1]] = part.values[::-1]
    scores = -scores if direction is False else scores
    spread = float(np.nanstd(scores)) or 1.0
    standard: FloatArray = (scores - np.nanmean(scores)) / spread
    return standard


def _draw(seed: int, entry: RatingsEntry) -> np.random.Generator:
    """Random numbers of their own for every track and name."""
    return np.random.default_rng([seed, int(digest(entry.track, entry.name)[:8], 16)])
