"""Direct assessment: the table of WMT and SR'18, raw and standardised means with clusters."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from genchal.domain.results.comparison import Correction
from genchal.domain.results.judgements.scale import SCALE, RatingScale
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Column, RankRange, Table, pick_fields, rules_between
from genchal.domain.selection import SetAside, write_caveats
from genchal.domain.settings import check_choices, setting

INDEPENDENT = "the rank-sum test assumes independent sentences, and ignores that raters recur"


@dataclass(frozen=True, slots=True)
class AssessmentSettings:
    """How systems of a direct assessment are put into clusters."""

    correction: Correction = setting(
        "none", "Correction for the number of pairs: Holm, Benjamini-Hochberg, or none, as in WMT."
    )
    scale: RatingScale = setting("rater", f"What systems are ordered and tested by: {SCALE}")
    confidence: float = setting(0.95, "Confidence level; clusters are separated at 1 minus this.", low=0.5, high=0.999)

    def __post_init__(self) -> None:
        check_choices(self)


@dataclass(frozen=True, slots=True)
class AssessedSystem:
    """A line of a table of direct assessment; `n` counts distinct sentences, `assessments` all scores.

    `raters` is how many people gave these; None if the file names nobody.
    """

    system: str
    raw: float
    z: float
    n: int
    assessments: int
    raters: int | None
    cluster: int
    rank_low: int
    rank_high: int


@dataclass(frozen=True, slots=True, repr=False)
class AssessedSystems(ShownResult):
    """Systems in the order of their scores on the scale that was asked for.

    `p_value[i][j]` tests that system i beats system j, in that order.
    """

    systems: tuple[AssessedSystem, ...]
    p_value: tuple[tuple[float, ...], ...]
    criterion: str
    how: AssessmentSettings
    raters: int | None
    pooled_raters: int  # who have no scale of their own, and are on that of all
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    signature: str
    quality_control: str | None = None

    def __iter__(self) -> Iterator[AssessedSystem]:
        return iter(self.systems)

    def without(self, hidden: Collection[str]) -> AssessedSystems:
        """The same without the lines of some systems; clusters and ranks stay as they are."""
        kept = [place for place, assessed in enumerate(self.systems) if assessed.system not in hidden]
        tests = tuple(tuple(self.p_value[first][second] for second in kept) for first in kept)
        return replace(self, systems=tuple(self.systems[place] for place in kept), p_value=tests)

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        level = 1 - self.how.confidence + 1e-12
        pairs = [
            {
                "system_a": above.system,
                "system_b": below.system,
                "better": above.system if above.z != below.z else None,
                "p_value": self.p_value[first][second],
                "significant": self.p_value[first][second] <= level,
            }
            for first, above in enumerate(self)
            for second, below in enumerate(self)
            if first < second
        ]
        return {
            "direct_assessment": self.systems,
            "criterion": self.criterion,
            "correction": self.how.correction,
            "scale": self.how.scale,
            "raters": self.raters,
            "pairs": pairs,
            **pick_fields(self, "warnings", "set_aside", "quality_control?", "signature"),
        }

    def tables(self) -> tuple[Table, ...]:
        """Systems from best to worst, with a rule between clusters."""
        columns = (
            *(Column("#", "cluster"), Column("system"), Column("average", "raw", digits=1)),
            *(Column("average z", "z", digits=3), Column("n"), Column("assessments"), Column("raters")),
            Column("ranks", "rank"),
        )
        rows = [
            (
                *(assessed.cluster, assessed.system, assessed.raw, assessed.z, assessed.n, assessed.assessments),
                assessed.raters,
                RankRange(assessed.rank_low, assessed.rank_high),
            )
            for assessed in self
        ]
        table = Table(
            title=f"Direct assessment of {self.criterion}",
            columns=columns,
            rows=tuple(rows),
            rules=rules_between([assessed.cluster for assessed in self]),
            notes=tuple(self.sentences()),
            signatures=(self.signature,),
            label=f"direct-assessment-{self.criterion}",
        )
        return (table,)

    def sentences(self) -> Iterator[str]:
        """What the columns are, and when not to trust them."""
        own = "scores are standardised by rater, from all raw scores of that rater"
        pooled = "scores are standardised by the mean of all and the standard deviation within raters"
        yield (
            "z is the mean over sentences of their mean standardised score; "
            f"{pooled if self.how.scale == 'pooled' else own}."
        )
        if self.how.scale == "raw":
            yield "Systems are ordered and tested by raw scores."
        yield (
            "A cluster ends where every system above beats every one below (one-sided Wilcoxon rank-sum test of "
            f"sentences, p at most {1 - self.how.confidence:g}, correction: {self.how.correction})."
        )
        yield from write_caveats((*self.warnings, INDEPENDENT), self.set_aside, self.quality_control)
