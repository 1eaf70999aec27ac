"""Rankings: systems in order, with ranges and clusters that say how much of the order is to be believed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from genchal.domain.ratings import SetAside
from genchal.errors import UnknownName, counted

RankingMethod = Literal["trueskill", "bradley-terry", "plackett-luce", "elo", "wins", "mean", "z", "magnitude"]
METHODS: tuple[RankingMethod, ...] = get_args(RankingMethod)
BY_COMPARISON: tuple[RankingMethod, ...] = ("trueskill", "bradley-terry", "plackett-luce", "elo", "wins")
Normalisation = Literal["log", "modulus", "z", "relative"]
# Criteria of which less is better: wrong information, and the time that a reader needs.
LOWER_IS_BETTER = frozenset({"added", "missed", "wrong", "reading_time", "identification_time"})
VERSION = 1  # of the rankings: raised when any score changes

SCORES: dict[RankingMethod, str] = {
    "trueskill": "Scores are means of mu over {runs} TrueSkill runs of {steps} updates each, as in the E2E report.",
    "bradley-terry": (
        "Scores are strengths in Bradley and Terry's model with ties (Davidson 1970), natural logarithms with mean 0: "
        "a difference of 1 means 2.7 times as many wins as losses."
    ),
    "plackett-luce": (
        "Scores are strengths in Plackett and Luce's model of rankings, natural logarithms with mean 0; systems that "
        "tie count as ranked in every order."
    ),
    "elo": "Scores are Elo ratings (k = 4, from 1000), averaged over random orders of the comparisons.",
    "wins": "Scores are shares of comparisons won, ties counted by half.",
    "mean": "Scores are means of the ratings.",
    "z": "Scores are means of z-scores: each rating less its rater's mean, in that rater's standard deviations.",
    "magnitude": "Scores are geometric means of the magnitudes{normalised}.",
}
NORMALISED: dict[Normalisation, str] = {
    "log": "",
    "modulus": ", each divided by its rater's geometric mean and multiplied by that of all",
    "z": " as z-scores of logarithms within raters",
    "relative": ", each divided by the geometric mean of its sheet",
}


@dataclass(frozen=True, slots=True)
class RankingBy:
    """How systems are ranked."""

    method: RankingMethod | None = None  # None: what suits the ratings
    runs: int = 200  # of TrueSkill
    resamples: int = 1000  # of each of the three bootstraps
    confidence: float = 0.95  # of intervals, ranges and clusters
    seed: int = 1
    normalisation: Normalisation = "modulus"  # of magnitudes
    lower_is_better: bool | None = None  # None: only for added and missed information
    stability: bool = False  # whether to rank from shares of the sheets too

    def __post_init__(self) -> None:
        if self.method is not None and self.method not in METHODS:
            raise UnknownName("method", self.method, METHODS)
        if self.normalisation not in NORMALISED:
            raise UnknownName("normalisation", self.normalisation, NORMALISED)


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system's place. `low` and `high` bound its score; `n` counts its ratings, or its comparisons.

    A system that was never compared has no score (NaN), and any rank is possible.
    """

    system: str
    score: float
    low: float | None
    high: float | None
    rank_low: int
    rank_high: int
    cluster: int
    n: int


@dataclass(frozen=True, slots=True)
class RankedPair:
    """Two systems in the order of the ranking and how far they are told apart: what ranks and clusters rest on."""

    better: str
    worse: str
    p_value: float | None
    p_adjusted: float | None


@dataclass(frozen=True, slots=True)
class StabilityPoint:
    """The ranking from a share of the sheets beside the whole: Kendall's tau, mean and 5th to 95th percentile."""

    share: float
    tau: float
    low: float
    high: float
    same_order: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems from best to worst: `ranking["tgen"].rank_low`; `how` has the settings that were used."""

    systems: tuple[RankedSystem, ...]
    criterion: str
    method: RankingMethod
    how: RankingBy
    ratings: int
    comparisons: int
    ties: float
    raters: int
    instances: int
    steps: int | None
    chosen: str
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    stability: tuple[StabilityPoint, ...]
    stability_said: str
    pass_rules: str = ""  # of quality control, where raters had to pass it
    pairs: tuple[RankedPair, ...] = ()  # none where ranks rest on runs, as those of trueskill do

    def __iter__(self) -> Iterator[RankedSystem]:
        return iter(self.systems)

    def __getitem__(self, system: str) -> RankedSystem:
        for one in self.systems:
            if one.system == system:
                return one
        raise UnknownName("system", system, [one.system for one in self.systems])

    @property
    def digits(self) -> int:
        """Decimals that are worth printing: three, fewer where scores are large."""
        largest = max((abs(one.score) for one in self.systems if math.isfinite(one.score)), default=0.0)
        return 3 if largest < 10 else 2 if largest < 100 else 1

    @property
    def signature(self) -> str:
        """What belongs beside the ranking."""
        how = self.how
        fields = [self.method, f"crit:{self.criterion}"]
        fields.append(f"pairs:{self.comparisons}" if self.method in BY_COMPARISON else f"n:{self.ratings}")
        fields += [f"raters:{self.raters}", f"instances:{self.instances}"]
        if self.method == "trueskill":
            fields += [f"runs:{how.runs}", f"steps:{self.steps}"]
        else:
            fields += [f"bs:{how.resamples}", "cl:rater+instance", "adj:holm"]
        if self.method == "magnitude":
            fields.append(f"norm:{how.normalisation}")
        if how.lower_is_better:
            fields.append("lower:better")
        if self.pass_rules:
            fields.append(self.pass_rules)
        return "|".join([*fields, f"ci:{how.confidence:g}", f"seed:{how.seed}", f"v:{VERSION}"])

    def sentences(self) -> Iterator[str]:
        """What the numbers mean, what was assumed, what to beware of, and what was set aside."""
        yield from self.explained()
        yield from self.cautions()

    def explained(self) -> Iterator[str]:
        """What the numbers mean, and what was assumed."""
        score = SCORES[self.method].format(
            runs=self.how.runs,
            steps=f"{self.steps or 0:,}",
            normalised=NORMALISED[self.how.normalisation],
        )
        yield f"{self.chosen}{score}{' Lower is better.' if self.how.lower_is_better else ''}"
        yield self._based_on()
        yield from self._ranges()
        if self.stability_said:
            yield self.stability_said

    def cautions(self) -> Iterator[str]:
        """What to beware of, and what was set aside."""
        yield from (f"Beware: {one}." for one in self.warnings)
        yield from (f"{one.sentence()}." for one in self.set_aside)

    def _based_on(self) -> str:
        """How much the ranking rests on."""
        people = f"{counted(self.raters, 'rater')}, {counted(self.instances, 'instance')}"
        if self.method in BY_COMPARISON:
            ties = f" ({self.ties * 100:.0f}% ties)"
            return f"Based on {counted(self.comparisons, 'comparison')}{ties} by {people}."
        return f"Based on {counted(self.ratings, 'rating')} by {people}."

    def _ranges(self) -> Iterator[str]:
        """What ranges and clusters mean."""
        level = f"{self.how.confidence * 100:g}%"
        if self.method == "trueskill":
            yield (
                f"Ranks and intervals are those of {level} of the runs; a cluster ends where they do not overlap. Runs "
                "differ by chance in drawing comparisons: other raters and other instances are not accounted for. "
                "For that, rank by bradley-terry."
            )
        else:
            yield (
                f"{level} intervals: bootstrap by raters and by instances ({self.how.resamples:,} resamples each). "
                f"Ranks are those that tests of all pairs leave possible (Holm, {1 - self.how.confidence:.2g}); "
                "a cluster ends where every system above is significantly better than every one below."
            )
