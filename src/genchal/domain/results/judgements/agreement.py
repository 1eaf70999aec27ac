"""Agreement between raters: what was measured, on what design, what it means, and when not to trust it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Literal, get_args

from genchal.domain.results.judgements.quality_control import PassRules, QualityControl, RaterCheck
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Bounds, Column, PValue, Table
from genchal.domain.selection import SetAside, count_raters
from genchal.domain.settings import check_choices, setting
from genchal.errors import InvalidInput, counted, find_known

ScaleLevel = Literal["nominal", "ordinal", "interval", "ratio"]
AgreementMeasure = Literal["icc", "alpha", "kappa", "fleiss", "pearson", "spearman", "kendall", "split-half"]
KappaWeights = Literal["none", "linear", "quadratic"]
MEASURES: tuple[AgreementMeasure, ...] = get_args(AgreementMeasure)
LEVELS: tuple[ScaleLevel, ...] = get_args(ScaleLevel)


@dataclass(frozen=True, slots=True)
class Agreeing:
    """How agreement is measured; no measures means those that fit the design."""

    measures: tuple[AgreementMeasure | Literal["all"], ...] = setting(
        (),
        "Measures of agreement; separate several with commas. Default: those that suit the design.",
        choices=(*MEASURES, "all"),
        option="--measure",
    )
    level: ScaleLevel | None = setting(
        None, "Scale of the values: categories, ranks, distances, or magnitudes. Default: inferred from the values."
    )
    weights: KappaWeights | None = setting(
        None, "How Cohen's kappa weights near misses. Default: quadratic if values are ordered, else none."
    )
    resamples: int = setting(1000, "Number of bootstrap resamples for the intervals.", low=0)
    splits: int = setting(200, "Number of random splits into halves.", low=1)
    confidence: float = setting(0.95, "Confidence level of the intervals.", low=0.5, high=0.999)
    seed: int = setting(1, "Random seed.", low=0)
    kappa_above: float | None = setting(
        None, "Remove raters until every pair has a Cohen's kappa above this (nlg-eval: 0.1).", low=-1, high=1
    )
    log: bool = setting(False, "Take logarithms of the values, for magnitude estimates.")
    rules: PassRules | None = None  # None: no quality control

    def __post_init__(self) -> None:
        check_choices(self)
        if not 0 < self.confidence < 1:
            raise InvalidInput(f"confidence {self.confidence:g} is not between 0 and 1", "Give a number such as 0.95.")

    @property
    def wanted(self) -> tuple[AgreementMeasure, ...]:
        """The measures that were requested, each once; none means those that suit the design."""
        return tuple(measure for measure in MEASURES if {measure, "all"} & set(self.measures))


@dataclass(frozen=True, slots=True)
class Design:
    """Who rated what, under one criterion: the numbers that decide which measure fits.

    Crossed: at least half of the items were rated by every rater. Sparse: items have two or more judgements, by
    different raters. Single: no item has two. `per_item` is the most common number of judgements of an item that has
    two or more; `middle` is the median, `commonest` the share of the commonest value, `top` that of the highest.
    Relative: raters said which of the outputs beside each other are better, and outputs were beside different ones.
    """

    kind: Literal["crossed", "sparse", "single"]
    items: int
    raters: int | None  # None: the file does not name them
    judgements: int
    per_item: int
    fewest: int
    most: int
    values: int
    is_whole: bool
    lowest: float
    highest: float
    middle: float
    commonest: float
    top: float
    is_relative: bool = False

    @property
    def level(self) -> ScaleLevel:
        """What the values look like: two of them nominal, up to 11 whole numbers ordinal, anything else interval.

        Values that go far beyond their median are ordinal, too: a few of them would decide everything else.
        """
        if self.values <= 2:
            return "nominal"
        return "ordinal" if self.has_huge or (self.is_whole and self.values <= 11) else "interval"

    @property
    def has_huge(self) -> bool:
        """Whether some values are more than twenty times the median, as magnitudes may be."""
        return self.lowest >= 0 and self.highest > 20 * self.middle > 0

    def sentence(self) -> str:
        """The design in words."""
        sizes = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        noun = "judgement" if self.most == 1 else "judgements"
        numbers = f"{counted(self.items, 'item')}, {count_raters(self.raters)}, {sizes} {noun} per item"
        return {
            "crossed": f"{numbers}: crossed, the same raters rated all or most items.",
            "sparse": f"{numbers}: sparse, every item was rated by some of the raters."
            if self.raters is not None
            else f"{numbers}: nothing says who rated what.",
            "single": f"{numbers}: no item has two judgements, so agreement cannot be measured.",
        }[self.kind]

    def advice(self, level: ScaleLevel) -> str:
        """Which measures are suitable."""
        if self.kind == "single":
            return "Have some of the items, fifty or more, rated by at least two raters."
        if self.is_relative:
            return (
                "No measure is suitable: judgements compare an output with those beside it, which were not always the "
                "same, so that values of an output differ although raters agree."
            )
        if level == "nominal":
            pair = "Cohen's kappa, " if self.kind == "crossed" and self.raters == 2 else ""
            return f"For categories, {pair}Fleiss' kappa and nominal alpha are suitable; ICC and correlations are not."
        if self.has_huge:
            return (
                "Ordinal alpha and Spearman are suitable, as some values are huge; ICC and Pearson are suitable for "
                "logarithms of values."
            )
        if self.kind == "crossed":
            return (
                f"ICC(2,1) and {level} alpha are suitable: both count strictness as disagreement. ICC(2,k) is for the "
                f"means over all {self.raters} raters; ICC(3) and correlations ignore strictness."
            )
        return (
            f"{level.capitalize()} alpha is suitable, and so is ICC(1,k), whose columns are judgements in file order: "
            "it cannot distinguish strict raters from noise. ICC(2) and ICC(3) need the same raters for all items."
        )


@dataclass(frozen=True, slots=True)
class Agreement:
    """One coefficient. `low` to `high` is its interval, or for split halves the range of the middle splits; None: none.

    `value` is NaN where it is not defined, and `note` says why. `fits` is false then, and where the design does not fit
    the measure. `unused` judgements were not used for it. `meaning` says it in words, `caution` when not to trust it.
    """

    measure: AgreementMeasure
    form: str
    criterion: str
    value: float
    low: float | None
    high: float | None
    p_value: float | None
    items: int
    raters: int | None
    judgements: int
    unused: int
    level: ScaleLevel
    fits: bool
    note: str | None
    meaning: str
    caution: tuple[str, ...]
    signature: str

    def sentence(self) -> str:
        """The coefficient in words."""
        if math.isnan(self.value):
            return f"{self.form}: not defined, {self.note}."
        return f"{self.form} = {self.value:.3f}: {self.meaning}."


@dataclass(frozen=True, slots=True)
class DesignDifference:
    """Test of a difference between the ICCs of two files: second minus first, with interval and two-sided p-value."""

    criterion: str
    form: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    p_value: float
    items_first: int
    items_second: int
    paired: bool
    note: str | None
    signature: str

    def sentence(self) -> str:
        """What was found, in words."""
        if math.isnan(self.p_value):
            return f"{self.criterion}: the two designs cannot be compared by {self.form}, {self.note}."
        items = "the same items" if self.paired else "different items"
        verdict = "more" if self.difference > 0 else "less"
        sure = "" if self.p_value <= 0.05 else ", which may be chance"
        p_value = f"p = {self.p_value:.4f}" if self.p_value >= 0.00005 else "p < 0.0001"
        return (
            f"{self.criterion}: {self.form} is {self.first:.3f} in the first file and {self.second:.3f} in the second, "
            f"on {items}; the difference is {self.difference:+.3f} [{self.low:+.3f}, {self.high:+.3f}], "
            f"{p_value}: raters agree {verdict} in the second{sure}."
        )


@dataclass(frozen=True, slots=True, repr=False)
class Agreements(ShownResult):
    """All coefficients, criterion by criterion: `result["quality", "ICC(2,1)"].value`."""

    agreements: tuple[Agreement, ...]
    designs: dict[str, Design]
    how: Agreeing
    set_aside: tuple[SetAside, ...] = ()
    control: QualityControl | None = None
    differences: tuple[DesignDifference, ...] = ()
    remarks: tuple[str, ...] = ()
    with_all_raters: tuple[Agreement, ...] = ()  # the same, where quality control has left raters out

    def __iter__(self) -> Iterator[Agreement]:
        return iter(self.agreements)

    def __getitem__(self, key: tuple[str, str]) -> Agreement:
        return find_known("agreement", key, {(found.criterion, found.form): found for found in self})

    def payload(self) -> dict[str, object]:
        """What --json prints: flat records."""
        control: dict[str, object] = {}
        if self.control is not None:
            names = ("criterion", "form", "value", "items", "raters", "judgements")
            control = {
                "raters": list(map(_flatten, self.control)),
                "intra_rater": self.control.intra_rater,
                "means": self.control.means,
                "with_all_raters": [{name: getattr(found, name) for name in names} for found in self.with_all_raters],
            }
        return {
            "agreement": list(map(_flatten, self)),
            **({"differences": self.differences} if self.differences else {}),
            **control,
            "set_aside": self.set_aside,
        }

    def tables(self) -> tuple[Table, ...]:
        """A row for every coefficient; then the design, what fits it, what the numbers mean, when not to trust them."""
        columns = (
            *(Column("criterion"), Column("measure"), Column("value", digits=3)),
            Column(f"{self.how.confidence * 100:g}% interval", "value", digits=3, missing=""),
            *(Column("p", "p_value", missing=""), Column("items"), Column("raters"), Column("fits")),
        )
        rows = [
            (
                *(found.criterion, found.form, found.value, Bounds(found.low, found.high), PValue(found.p_value)),
                *(found.items, found.raters, found.fits),
            )
            for found in self
        ]
        table = Table(
            title="Agreement between raters",
            columns=columns,
            rows=tuple(rows),
            notes=(*self._meanings(), *self._warnings()),
            signatures=tuple(f"{found.form}: {found.signature}" for found in self),
            label="agreement",
        )
        if self.control is None:
            return (table,)
        if not self.agreements:  # nobody passes
            return self.control.tables(tuple(self._warnings()))
        return (table, *self.control.tables())

    def _meanings(self) -> Iterator[str]:
        """The design of each criterion, then what its coefficients mean: those that fit, and why others are missing."""
        for criterion, design in self.designs.items():
            yield f"{criterion}: {design.sentence()} {design.advice(self.how.level or design.level)}"
            records = [found for found in self if found.criterion == criterion]
            some_fit = any(found.fits for found in records)
            yield from (found.sentence() for found in records if found.fits or math.isnan(found.value) or not some_fit)

    def _warnings(self) -> Iterator[str]:
        """When not to trust it, who passes quality control, and what was set aside."""
        yield from (f"Warning: {remark}." for remark in self.remarks)
        about: dict[str, list[str]] = {}
        for found in self:
            for text in found.caution:
                name = f"{found.criterion}: " if len(self.designs) > 1 else ""
                about.setdefault(f"{name}{text}", []).append(found.form)
        yield from (f"Warning: {text} ({', '.join(forms)})." for text, forms in about.items())
        yield from (difference.sentence() for difference in self.differences)
        if self.with_all_raters:
            values = ", ".join(
                f"{f'{found.criterion} ' if len(self.designs) > 1 else ''}{found.form} = {found.value:.3f}"
                for found in self.with_all_raters
            )
            yield f"With all raters, also those who fail quality control: {values}."
        if not self.agreements:
            yield "Agreement is not measured, as nobody passes."
        for aside in self.set_aside:
            yield f"Set aside: {counted(aside.count, 'judgement')} ({aside.reason})."
        yield "Cut-offs for good agreement, such as 0.6 or 0.8, are conventions; report the value with its interval."


def _flatten(record: Agreement | RaterCheck) -> dict[str, object]:
    """Fields of a record, texts in a list joined to one."""
    values = {field.name: getattr(record, field.name) for field in fields(record)}
    return {name: "; ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
