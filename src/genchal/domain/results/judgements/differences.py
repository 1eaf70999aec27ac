"""Differences between systems on ratings: every two of them, with intervals and tests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from genchal.domain.results.comparison import Correction
from genchal.domain.results.judgements.ranking import BY_NAME, LOWER_DOC
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Bounds, Cell, Column, Marked, PValue, Table, pick_fields
from genchal.domain.selection import SetAside, count_raters, write_caveats
from genchal.domain.settings import check_choices, setting
from genchal.errors import counted, find_known

RatingTest = Literal["clustered", "mixed", "mixed-slopes"]
SeverityTreatment = Literal["remove", "keep"]
TREATED = {"rater": "severity of raters", "instance": "difficulty of instances"}


@dataclass(frozen=True, slots=True)
class DifferenceSettings:
    """How systems are compared on ratings."""

    test: RatingTest = setting(
        "clustered",
        "t tests clustered by rater and instance, or a mixed-effects model with crossed effects of both (with slopes: "
        "also of their preferences for systems).",
    )
    severity: SeverityTreatment | None = setting(
        None,
        "For clustered: whether the severity of raters is removed from their ratings, which leaves nothing of raters "
        "who judged one system only, or kept in. Default: removed, unless a system would lose more than 10% of its "
        "judgements.",
    )
    log: bool = setting(False, "Take logarithms of the values, for magnitude estimates.")
    correction: Correction = setting("holm", "Correction for the number of pairs: Holm, Benjamini-Hochberg, or none.")
    confidence: float = setting(
        0.95, "Confidence level of the intervals; differences are significant at 1 minus this.", low=0.5, high=0.999
    )
    lower_is_better: bool | None = setting(
        None,
        LOWER_DOC,
        option="--lower-is-better/--higher-is-better",
    )

    def __post_init__(self) -> None:
        check_choices(self)


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems under a criterion: B minus A, with bounds; `effect` is in standard deviations of one rating.

    `better` names the system that is ahead, by however little, None if they are equal; `significant` says whether the
    adjusted p-value is at most 1 minus the confidence. `note` says why there is no p-value.
    """

    criterion: str
    system_a: str
    system_b: str
    difference: float
    low: float
    high: float
    p_value: float
    p_adjusted: float
    better: str | None
    significant: bool
    effect: float
    note: str | None
    signature: str

    @property
    def verdict(self) -> str:
        """What the test says, in a word or two."""
        if self.significant:
            return self.better or ""
        return f"- ({self.note})" if self.note else "not significant"


@dataclass(frozen=True, slots=True, repr=False)
class Differences(ShownResult):
    """All pairs of systems: `found["tgen", "slug"].p_adjusted`."""

    differences: tuple[Difference, ...]
    criterion: str
    how: DifferenceSettings
    ratings: int
    raters: int | None
    instances: int
    removed: tuple[str, ...]
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    signature: str
    quality_control: str | None = None
    is_low_best: bool = False
    is_low_by_name: bool = False  # lower was taken to be better because of the criterion's name

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __getitem__(self, pair: tuple[str, str]) -> Difference:
        return find_known("pair", pair, {(found.system_a, found.system_b): found for found in self})

    @property
    def level(self) -> float:
        """The level at which a difference is significant."""
        return 1 - self.how.confidence

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {
            **pick_fields(self, "differences", "criterion"),
            "correction": self.how.correction,
            "level": round(self.level, 10),
            **pick_fields(self, "warnings", "set_aside", "quality_control?", "signature"),
        }

    def tables(self) -> tuple[Table, ...]:
        """A row for every pair, the better system in bold where the difference is significant."""
        columns = (
            *(Column("system A", "system_a"), Column("system B", "system_b")),
            Column("B - A", "difference", digits=3, sign=True),
            Column(f"{self.how.confidence * 100:g}% interval", "difference", digits=3, sign=True),
            *(Column("p", "p_value"), Column("adjusted p", "p_adjusted"), Column("better")),
        )
        rows = [
            (
                *(self._name(pair, pair.system_a), self._name(pair, pair.system_b)),
                *(pair.difference, Bounds(pair.low, pair.high), PValue(pair.p_value), PValue(pair.p_adjusted)),
                pair.verdict,
            )
            for pair in self
        ]
        table = Table(
            title=f"Differences in {self.criterion}",
            columns=columns,
            rows=tuple(rows),
            notes=tuple(self.sentences()),
            signatures=(self.signature,),
            label=f"differences-{self.criterion}",
        )
        return (table,)

    def _name(self, pair: Difference, name: str) -> Cell:
        return Marked(name, strong=True) if name == pair.better and pair.significant else name

    def sentences(self) -> Iterator[str]:
        """What was found, by what test, and when not to trust it."""
        clear = sum(pair.significant for pair in self.differences)
        verb = "differs" if clear == 1 else "differ"
        yield f"{clear} of {counted(len(self.differences), 'pair')} {verb} in {self.criterion} at {self.level:g}."
        removed = " and ".join(TREATED[effect] for effect in self.removed)
        evidence = f"{self.ratings:,} ratings by {count_raters(self.raters)} of {counted(self.instances, 'instance')}"
        kept = "severity of raters kept, " if self.how.severity == "keep" else ""
        if self.how.test == "clustered":
            yield (
                f"Two-sided t tests of means ({evidence}), {f'{removed} removed, ' if removed else ''}{kept}clustered "
                f"by rater and instance; correction: {self.how.correction}."
            )
        else:
            slopes = " and of their preferences for systems" if self.how.test == "mixed-slopes" else ""
            yield (
                f"Two-sided z tests in a mixed-effects model ({evidence}) with crossed random effects of rater and "
                f"instance{slopes}, fitted by REML; correction: {self.how.correction}."
            )
        if self.is_low_best:
            yield f"Lower is better{BY_NAME if self.is_low_by_name else '.'}"
        yield from write_caveats(self.warnings, self.set_aside, self.quality_control)
