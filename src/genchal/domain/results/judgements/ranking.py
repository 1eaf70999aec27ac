"""Rankings: systems in order, with ranges and clusters that show how far the order can be trusted."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from genchal.domain.results.judgements.scale import MEANT, SCALE, RatingScale
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Bounds, Column, RankRange, Table, pick_fields, rules_between
from genchal.domain.selection import SetAside, count_raters, sign_raters, write_caveats
from genchal.domain.settings import check_choices, setting
from genchal.errors import counted, find_known

RankingMethod = Literal[
    "bradley-terry", "plackett-luce", "expected-wins", "wins", "elo", "trueskill", "z", "mean", "magnitude"
]
METHODS: tuple[RankingMethod, ...] = get_args(RankingMethod)
BY_COMPARISON: tuple[RankingMethod, ...] = METHODS[:6]
SHARES: tuple[RankingMethod, ...] = ("expected-wins", "wins")
Clustering = Literal["tests", "neighbours"]
# What the options of this name say; captions then say that the direction was taken from a name.
LOWER_DOC = (
    "Which values are good. Default: lower where a word of the criterion's name is added, missed, wrong, errors, time "
    "or the like, else higher."
)
BY_NAME = ", going by the name of the criterion."
Normalisation = Literal["log", "modulus", "z", "relative"]
# Of the rankings: raised when any score, interval or test changes. Those that only repeat papers have not changed.
VERSION, PAPERS_VERSION = 4, 1

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
    "elo": "Scores are Elo ratings (k = 4, from 1000), averaged over 20 random orders of the comparisons.",
    "expected-wins": "Scores are expected wins (WMT 2013): the mean over opponents of the share won, without ties.",
    "wins": "Scores are shares of comparisons won, with ties counted as half.",
    "mean": "Scores are means of the ratings.",
    "z": MEANT["rater"],
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

    method: RankingMethod | None = setting(
        None,
        "Ranking method. Default: bradley-terry if sheets have several systems; otherwise z. Mean for ratings of 0 and "
        "1, unless they say which output of a sheet is chosen, and where raters judged one system only. Papers: "
        "trueskill in the E2E report.",
    )
    runs: int = setting(200, "Number of runs of trueskill.", low=2)
    resamples: int = setting(1000, "Number of bootstrap resamples for --clusters neighbours.", low=100)
    confidence: float = setting(
        0.95,
        "Confidence level of intervals and rank ranges; clusters are separated at 1 minus this.",
        low=0.5,
        high=0.999,
    )
    seed: int = setting(1, "Random seed.", low=0)
    normalisation: Normalisation = setting(
        "modulus", "For magnitude: how each rater's own scale is normalised.", option="--normalise"
    )
    lower_is_better: bool | None = setting(
        None,
        LOWER_DOC,
        option="--lower-is-better/--higher-is-better",
    )
    clusters: Clustering = setting(
        "tests",
        "What ranks and clusters rest on: tests of all pairs, by raters and instances; or, for mean, how often "
        "neighbours keep their order when instances are resampled (neighbours), as in Table 4 of RankME.",
    )
    stability: bool = setting(False, "Also compare rankings from 10% to 100% of the sheets.")
    scale: RatingScale = setting("rater", f"For z: {SCALE}")

    def __post_init__(self) -> None:
        check_choices(self)


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
    """Two systems in the order of the ranking, and the test between them: what ranks and clusters rest on.

    `better` names the system that is ahead, by however little, None if they are equal; `significant` says whether the
    adjusted p-value is at most 1 minus the confidence.
    """

    system_a: str
    system_b: str
    p_value: float | None
    p_adjusted: float | None
    better: str | None
    significant: bool


@dataclass(frozen=True, slots=True)
class StabilityPoint:
    """The ranking from a share of the sheets beside the whole: Kendall's tau, mean and 5th to 95th percentile."""

    share: float
    tau: float
    low: float
    high: float
    same_order: float


@dataclass(frozen=True, slots=True, repr=False)
class Ranking(ShownResult):
    """Systems from best to worst: `ranking["tgen"].rank_low`; `how` has the settings that were used."""

    systems: tuple[RankedSystem, ...]
    criterion: str
    method: RankingMethod
    how: RankingBy
    ratings: int
    comparisons: int
    ties: float
    raters: int | None  # None: the file does not name them
    instances: int
    steps: int | None
    chosen: str
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    stability: tuple[StabilityPoint, ...]
    stability_said: str
    pass_rules: str = ""  # of quality control, where raters had to pass it
    pairs: tuple[RankedPair, ...] = ()  # none where ranks rest on runs, as those of trueskill do
    quality_control: str | None = None  # how it went, where raters had to pass it
    is_low_by_name: bool = False  # lower was taken to be better because of the criterion's name

    def __iter__(self) -> Iterator[RankedSystem]:
        return iter(self.systems)

    def __getitem__(self, system: str) -> RankedSystem:
        return find_known("system", system, {ranked.system: ranked for ranked in self})

    @property
    def is_low_best(self) -> bool:
        """Whether low scores are the best. Strengths and shares are high for systems that win, if by low ratings."""
        return bool(self.how.lower_is_better) and self.method not in BY_COMPARISON

    @property
    def digits(self) -> int:
        """Decimals that are worth printing: three, fewer where scores are large."""
        largest = max((abs(ranked.score) for ranked in self.systems if math.isfinite(ranked.score)), default=0.0)
        return 3 if largest < 10 else 2 if largest < 100 else 1

    @property
    def signature(self) -> str:
        """What belongs beside the ranking."""
        how = self.how
        fields = [self.method, f"crit:{self.criterion}"]
        fields.append(f"pairs:{self.comparisons}" if self.method in BY_COMPARISON else f"n:{self.ratings}")
        fields += [sign_raters(self.raters), f"instances:{self.instances}"]
        if self.method == "trueskill":
            fields += [f"runs:{how.runs}", f"steps:{self.steps}"]
        elif how.clusters == "neighbours":
            fields += [f"bs:{how.resamples}", "cl:instance", "clusters:neighbours"]
        else:
            fields += ["jk:rater+instance", "adj:holm"]
        if self.method == "magnitude":
            fields.append(f"norm:{how.normalisation}")
        if self.method == "z" and how.scale != "rater":
            fields.append(f"scale:{how.scale}")
        if how.lower_is_better:
            fields.append("lower:better")
        if self.pass_rules:
            fields.append(self.pass_rules)
        is_papers = self.method == "trueskill" or how.clusters == "neighbours"
        version = PAPERS_VERSION if is_papers else VERSION
        return "|".join([*fields, f"ci:{how.confidence:g}", f"seed:{how.seed}", f"v:{version}"])

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {
            "ranking": self.systems,
            **pick_fields(self, "criterion", "method", "ratings", "comparisons", "raters", "instances", "warnings"),
            **pick_fields(self, "set_aside", "quality_control?", "pairs?", "stability?", "signature"),
        }

    def tables(self) -> tuple[Table, ...]:
        """Systems from best to worst, with a rule between clusters; then what the numbers mean."""
        bounds = f"{self.how.confidence * 100:g}% {'of runs' if self.method == 'trueskill' else 'interval'}"
        is_share = self.method in SHARES
        columns = (
            *(Column("#", "cluster"), Column("system"), Column("score", digits=self.digits, percent=is_share)),
            Column(bounds, "score", digits=self.digits, percent=is_share),
            *(Column("ranks", "rank"), Column("n")),
        )
        rows = [
            (
                *(ranked.cluster, ranked.system, ranked.score, Bounds(ranked.low, ranked.high)),
                *(RankRange(ranked.rank_low, ranked.rank_high), ranked.n),
            )
            for ranked in self
        ]
        table = Table(
            title=f"Ranking by {self.criterion}",
            columns=columns,
            rows=tuple(rows),
            rules=rules_between([ranked.cluster for ranked in self]),
            notes=tuple(self.sentences()),
            signatures=(self.signature,),
            label=f"ranking-{self.criterion}",
        )
        return (table,)

    def sentences(self) -> Iterator[str]:
        """What the numbers mean and what was assumed, when not to trust them, and what was set aside."""
        score = SCORES[self.method].format(
            runs=self.how.runs,
            steps=f"{self.steps or 0:,}",
            normalised=NORMALISED[self.how.normalisation],
        )
        if self.method == "z":
            score = MEANT[self.how.scale]
        if self.how.clusters == "neighbours":
            score = "Scores are means of the instances' mean ratings."
        direction = " Lower is better" if self.is_low_best else " Lower ratings win"
        direction += BY_NAME if self.is_low_by_name else "."
        yield f"{self.chosen}{score}{direction if self.how.lower_is_better else ''}"
        yield self._based_on()
        yield from self._ranges()
        if self.stability_said:
            yield self.stability_said
        yield from write_caveats(self.warnings, self.set_aside, self.quality_control)

    def _based_on(self) -> str:
        """How much the ranking rests on."""
        people = f"{count_raters(self.raters)}, {counted(self.instances, 'instance')}"
        if self.method in BY_COMPARISON:
            ties = f" ({self.ties * 100:.0f}% ties)"
            return f"Based on {counted(self.comparisons, 'comparison')}{ties} by {people}."
        return f"Based on {counted(self.ratings, 'rating')} by {people}."

    def _ranges(self) -> Iterator[str]:
        """What ranges and clusters mean."""
        level = f"{self.how.confidence * 100:g}%"
        if self.method == "trueskill":
            yield (
                f"Ranks and intervals cover {level} of the runs; a cluster ends where they do not overlap. Runs differ "
                "only in the comparisons drawn: they do not account for other raters or other instances."
            )
        elif self.how.clusters == "neighbours":
            yield (
                f"{level} intervals come from {self.how.resamples:,} resamples of the instances. A cluster ends where "
                f"{level} of these put a system before the next one, and its systems share their ranks. Other raters "
                "are not accounted for, nor is the number of pairs."
            )
        else:
            yield (
                f"{level} intervals say how far each score is from the mean of all systems, with other raters and "
                "other instances; strictness towards all systems is not in them. Ranks are those that tests of all "
                "pairs of systems leave possible (t tests clustered by rater and instance, Holm, "
                f"{1 - self.how.confidence:.2g}); a cluster ends where every system above is significantly better than "
                "every one below."
            )
