"""What people said of a track's outputs: rankings, agreement, differences, and how metrics go together with them.

One `HumanEvaluation` is one study, or one `[[ratings]]` of a campaign. It is made by `campaign/people.py` from
judgements, and drawn by reports; nothing in it names a rater.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from genchal.domain.results.correlations import Correlations
from genchal.domain.results.judgements.agreement import Agreement, Design
from genchal.domain.results.judgements.coverage import Coverages
from genchal.domain.results.judgements.differences import Differences
from genchal.domain.results.judgements.direct_assessment import AssessedSystems
from genchal.domain.results.judgements.quality_control import QualityControl, RaterVerdict
from genchal.domain.results.judgements.ranking import Ranking
from genchal.domain.results.table import Column, Estimate, RankRange, Table, pick_fields, rules_between
from genchal.domain.selection import SetAside, count_raters
from genchal.errors import counted, find_known
from genchal.text.arrays.ragged import FloatArray, IntArray

Origin = Literal["file", "study"]


@dataclass(frozen=True, slots=True)
class RatedSegments:
    """What a system's outputs got under a criterion: ``means[i]`` of ``counts[i]`` judgements of ``instances[i]``."""

    system: str
    criterion: str
    instances: Sequence[str]
    means: FloatArray
    counts: IntArray


@dataclass(frozen=True, slots=True)
class EvaluationSize:
    """How much people did. Raters are None where a file does not name them, hours and cost where nobody knows."""

    judgements: int
    raters: int | None
    sheets: int
    instances: int
    systems: int
    hours: float | None = None
    seconds_per_sheet: float | None = None  # the median
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class CriterionResults:
    """One criterion: the ranking, and how far it can be trusted.

    Correlations are those of every metric of the track with this criterion, over systems and over outputs; the human
    ceiling is among them. What could not be computed is None, and `missing` says why, one sentence each.
    """

    criterion: str
    ranking: Ranking
    agreements: tuple[Agreement, ...] = ()
    design: Design | None = None
    differences: Differences | None = None
    by_system: Correlations | None = None
    by_segment: Correlations | None = None
    assessment: AssessedSystems | None = None
    missing: tuple[str, ...] = ()

    def is_low_best(self, found: Correlations) -> bool:
        """Whether low values are the best of those that metrics were correlated with.

        Strengths are high for systems that win by low ratings; the mean ratings of their outputs are low.
        """
        return self.ranking.is_low_best if found.how.is_with_ranking else bool(self.ranking.how.lower_is_better)


@dataclass(frozen=True, slots=True)
class HumanEvaluation:
    """A study or a file of ratings as a whole.

    `method` is how judgements were elicited, where it is known. `is_simulated` says that the raters were a program, and
    whatever shows the results says so, too; `follows` has the metrics that it followed under each criterion.
    """

    name: str
    origin: Origin
    size: EvaluationSize
    criteria: tuple[CriterionResults, ...]
    segments: tuple[RatedSegments, ...] = ()
    method: str | None = None
    is_simulated: bool = False
    follows: tuple[tuple[str, str], ...] = ()
    quality: QualityControl | None = None
    coverage: Coverages | None = None
    warnings: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()
    reading: tuple[str, ...] = ()  # how a file was read, such as what a comma in a number was taken for

    def __getitem__(self, criterion: str) -> CriterionResults:
        return find_known("criterion", criterion, {found.criterion: found for found in self.criteria})


def tabulate_people(evaluations: Sequence[HumanEvaluation], track: str = "") -> Iterator[Table]:
    """A compact ranking for every criterion: systems with scores, ranks, and rules between clusters.

    `track` is named where there are several.
    """
    for evaluation in evaluations:
        where, place = (f"{track}, ", f"{track}-") if track else ("", "")
        simulated = " (simulated)" if evaluation.is_simulated else ""
        for found in evaluation.criteria:
            ranking = found.ranking
            size = f"{counted(ranking.ratings, 'rating')} by {count_raters(ranking.raters)}{simulated}"
            columns = (
                Column("system"),
                Column(ranking.method, "score", digits=3),
                Column("rank", "rank"),
                Column("cluster"),
            )
            rows = tuple(
                (
                    ranked.system,
                    Estimate(ranked.score, ranked.low, ranked.high),
                    RankRange(ranked.rank_low, ranked.rank_high),
                    ranked.cluster,
                )
                for ranked in ranking
            )
            yield Table(
                title=f"{where}{evaluation.name}: {found.criterion}, {size}",
                columns=columns,
                rows=rows,
                rules=rules_between([ranked.cluster for ranked in ranking]),
                signatures=(f"{found.criterion}: {ranking.signature}",),
                label=f"{place}{evaluation.name}-{found.criterion}",
            )


def list_caveats(evaluation: HumanEvaluation) -> Iterator[str]:
    """What readers of rankings must know of the ratings: a line for each warning, one for all that do not count."""
    yield from (f"Warning: {evaluation.name}: {warning.rstrip('.')}." for warning in evaluation.warnings)
    if evaluation.set_aside:
        yield f"{evaluation.name}: {'; '.join(aside.sentence() for aside in evaluation.set_aside)}."


def describe_evaluation(evaluation: HumanEvaluation) -> dict[str, object]:
    """What programs read of an evaluation; raters are counted, not named."""
    quality = evaluation.quality
    verdicts = {verdict: quality.count(verdict) for verdict in get_args(RaterVerdict)} if quality else None
    return {
        **pick_fields(evaluation, "name", "origin", "method", "is_simulated", "size"),
        "raters": verdicts,
        "criteria": [
            {
                "criterion": found.criterion,
                "method": found.ranking.method,
                "ranking": found.ranking.systems,
                "signature": found.ranking.signature,
                "agreements": found.agreements,
                "by_system": found.by_system.correlations if found.by_system else (),
                "by_segment": found.by_segment.correlations if found.by_segment else (),
                "missing": found.missing,
            }
            for found in evaluation.criteria
        ],
        "coverage": evaluation.coverage.systems if evaluation.coverage else (),
        "warnings": evaluation.warnings,
        "reading": evaluation.reading,
        "set_aside": [aside.payload() for aside in evaluation.set_aside],
    }
