"""Agreement between raters: what was measured, on what design, what it means, and when not to trust it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, get_args

from genchal.domain.ratings import SetAside
from genchal.domain.results.quality_control import PassRules, QualityControl
from genchal.errors import InvalidInput, UnknownName, counted

ScaleLevel = Literal["nominal", "ordinal", "interval", "ratio"]
AgreementMeasure = Literal["icc", "alpha", "kappa", "fleiss", "pearson", "spearman", "kendall", "split-half"]
KappaWeights = Literal["none", "linear", "quadratic"]
MEASURES: tuple[AgreementMeasure, ...] = get_args(AgreementMeasure)
LEVELS: tuple[ScaleLevel, ...] = get_args(ScaleLevel)


@dataclass(frozen=True, slots=True)
class Agreeing:
    """How agreement is measured; no measures means those that fit the design."""

    measures: tuple[AgreementMeasure, ...] = ()
    level: ScaleLevel | None = None  # None: by the values, see `Design.level`
    weights: KappaWeights | None = None  # None: quadratic where values have an order, else none
    resamples: int = 1000  # of instances, for intervals of alpha and Fleiss' kappa
    splits: int = 200  # of raters into halves
    confidence: float = 0.95
    seed: int = 1
    rules: PassRules | None = None  # None: no quality control
    kappa_above: float | None = None  # None: no raters removed by kappa
    log: bool = False  # logarithms of values, for magnitudes

    def __post_init__(self) -> None:
        for name in self.measures:
            if name not in MEASURES:
                raise UnknownName("measure", name, MEASURES)
        if self.level is not None and self.level not in LEVELS:
            raise UnknownName("level", self.level, LEVELS)
        if not 0 < self.confidence < 1:
            raise InvalidInput(f"confidence {self.confidence:g} is not a share", "Give a number such as 0.95.")


@dataclass(frozen=True, slots=True)
class Design:
    """Who rated what, under one criterion: the numbers that decide which measure fits.

    Crossed: at least half of the items were rated by every rater. Sparse: items have two or more judgements, by
    different raters. Single: no item has two. `per_item` is the most common number of judgements of an item that has
    two or more; `middle` is the median, `commonest` the share of the commonest value, `top` that of the highest.
    """

    kind: Literal["crossed", "sparse", "single"]
    items: int
    raters: int
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
        numbers = f"{counted(self.items, 'item')}, {counted(self.raters, 'rater')}, {sizes} {noun} an item"
        return {
            "crossed": f"{numbers}: crossed, the same raters rated all or most items.",
            "sparse": f"{numbers}: sparse, every item was rated by some of the raters.",
            "single": f"{numbers}: no item has two judgements, so that agreement cannot be measured.",
        }[self.kind]

    def advice(self, level: ScaleLevel) -> str:
        """Which measure fits."""
        if self.kind == "single":
            return "Have a part of the items, fifty or more, rated by two or more raters."
        if level == "nominal":
            pair = "Cohen's kappa, " if self.kind == "crossed" and self.raters == 2 else ""
            return f"For categories like these {pair}Fleiss' kappa and nominal alpha fit; ICC and correlations do not."
        if self.has_huge:
            return "Ordinal alpha and Spearman fit, as some values are huge; ICC and Pearson fit logarithms of values."
        if self.kind == "crossed":
            return (
                f"ICC(2,1) and {level} alpha fit: both count strictness as disagreement. ICC(2,k) is for the means "
                f"over all {self.raters} raters, ICC(3) and correlations ignore strictness."
            )
        return (
            f"{level.capitalize()} alpha fits, and ICC(1,k), whose columns are judgements in the order of the file: it "
            "cannot tell strict raters from noise. ICC(2) and ICC(3) need the same raters for all items."
        )


@dataclass(frozen=True, slots=True)
class Agreement:
    """One coefficient. `low` to `high` is its interval, or for split halves the range of the middle splits; None: none.

    `value` is NaN where it is not defined, and `note` says why. `fits` is false where the design does not fit the
    measure. `unused` judgements did not enter it. `meaning` says it in words, `beware` when not to trust it.
    """

    measure: AgreementMeasure
    form: str
    criterion: str
    value: float
    low: float | None
    high: float | None
    p_value: float | None
    items: int
    raters: int
    judgements: int
    unused: int
    level: ScaleLevel
    fits: bool
    note: str | None
    meaning: str
    beware: tuple[str, ...]
    signature: str

    def sentence(self) -> str:
        """The coefficient in words."""
        if math.isnan(self.value):
            return f"{self.form}: not defined, {self.note}."
        return f"{self.form} = {self.value:.3f}: {self.meaning}."


@dataclass(frozen=True, slots=True)
class DesignDifference:
    """Test of a difference between the ICCs of two files: second less first, with interval and two-sided p-value."""

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


@dataclass(frozen=True, slots=True)
class Agreements:
    """All coefficients, criterion by criterion: `result["quality", "ICC(2,1)"].value`."""

    agreements: tuple[Agreement, ...]
    designs: dict[str, Design]
    how: Agreeing
    set_aside: tuple[SetAside, ...] = ()
    control: QualityControl | None = None
    differences: tuple[DesignDifference, ...] = ()
    remarks: tuple[str, ...] = field(default=())

    def __iter__(self) -> Iterator[Agreement]:
        return iter(self.agreements)

    def __getitem__(self, key: tuple[str, str]) -> Agreement:
        for one in self.agreements:
            if (one.criterion, one.form) == key:
                return one
        raise UnknownName("agreement", ", ".join(key), [f"{one.criterion}, {one.form}" for one in self.agreements])
