"""Plans: how many items and raters a study needs, and how many comparisons an unfinished one still lacks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from genchal.domain.ratings import SetAside
from genchal.errors import InvalidInput, counted

VERSION = 1  # of the plans: raised when any number changes


@dataclass(frozen=True, slots=True)
class Planning:
    """What a study should be able to see, and which sizes are looked at."""

    difference: float | None = None  # None: a quarter of the standard deviation of one rating
    power: float = 0.8
    items: tuple[int, ...] = (25, 50, 100, 200, 400)
    raters: tuple[int, ...] = (5, 10, 20, 40)
    judgements: int = 3  # raters per item
    systems: int | None = None  # None: as many as in the pilot, or 2
    level: float = 0.05  # of the test, after Holm for all pairs of systems
    simulations: int = 500
    seed: int = 1

    def __post_init__(self) -> None:
        if self.difference is not None and not (self.difference > 0 and math.isfinite(self.difference)):
            raise InvalidInput("the difference to be seen is not above 0", "Give --difference a number above 0.")
        if min(*self.items, *self.raters) < 2:
            raise InvalidInput("a study needs 2 items and 2 raters at least", "Give --items and --raters from 2 on.")
        if self.judgements > max(self.raters):
            raise InvalidInput(
                f"{self.judgements} judgements of an item need as many raters",
                "Give more --raters, or fewer --judgements.",
            )


@dataclass(frozen=True, slots=True)
class Variances:
    """Variances of one rating by where they come from; NaN where they cannot be told from the rest."""

    rater: float
    item: float
    rater_item: float
    rater_system: float
    item_system: float
    residual: float
    origin: str  # how they were come by

    @property
    def total(self) -> float:
        """Variance of one rating, systems apart."""
        parts = (self.rater, self.item, self.rater_item, self.rater_system, self.item_system, self.residual)
        return sum(0.0 if math.isnan(one) else one for one in parts)


@dataclass(frozen=True, slots=True)
class PlannedStudy:
    """A size of study and its power, with the Monte Carlo error of that; `sheets` is what raters have to fill in."""

    items: int
    raters: int
    judgements: int
    systems: int
    sheets: int
    difference: float
    power: float
    error: float
    is_enough: bool
    signature: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Sizes of study with their power; `smallest` is the cheapest that is enough, None where none is."""

    studies: tuple[PlannedStudy, ...]
    how: Planning
    difference: float
    systems: int
    variances: Variances
    criterion: str | None
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...] = ()

    def __iter__(self) -> Iterator[PlannedStudy]:
        return iter(self.studies)

    @property
    def smallest(self) -> PlannedStudy | None:
        """The study with the fewest sheets, then the fewest raters, that reaches the power asked for."""
        enough = [one for one in self.studies if one.is_enough]
        return min(enough, key=lambda one: (one.sheets, one.raters), default=None)

    @property
    def signature(self) -> str:
        """What belongs beside the numbers."""
        how, v = self.how, self.variances
        fields = ["plan", f"diff:{self.difference:.4g}", f"judgements:{how.judgements}", f"systems:{self.systems}"]
        parts = (("rs", v.rater_system), ("is", v.item_system), ("e", v.residual))
        fields += [f"var_{name}:{value:.4g}" for name, value in parts]
        return "|".join(
            [*fields, f"level:{how.level:g}", "adj:holm", f"sims:{how.simulations}", f"seed:{how.seed}", f"v:{VERSION}"]
        )

    def sentences(self) -> Iterator[str]:
        """A sentence for the paper, then what it rests on."""
        best = self.smallest
        pairs = self.systems * (self.systems - 1) // 2
        if best is None:
            most = max(self.studies, key=lambda one: one.power)
            yield (
                f"None of these sizes sees a difference of {self.difference:.3g} with {self.how.power:.0%} power; "
                f"{most.items} items and {most.raters} raters come to {most.power:.0%}."
            )
        else:
            yield (
                f"With {best.items} items, each judged by {counted(best.judgements, 'rater')} out of {best.raters}, a "
                f"difference of {self.difference:.3g} between two of {self.systems} systems is found with "
                f"{best.power:.0%} power (two-sided test clustered by rater and item, {self.how.level:g} after Holm "
                f"for {counted(pairs, 'pair')})."
            )
        yield (
            f"A rater sees the outputs of all systems for an item side by side. Power is from {self.how.simulations:,} "
            f"simulated studies per size, good to {max(one.error for one in self.studies) * 1.96:.1%}."
        )
        yield f"{self.variances.origin}"


@dataclass(frozen=True, slots=True)
class Separation:
    """Two neighbours in the ranking: how far apart, and what it would take to tell them apart.

    `factor` is how many times as many comparisons would be needed in all, None where there is no telling.
    """

    system_a: str
    system_b: str
    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    p_adjusted: float | None
    is_separated: bool
    factor: float | None
    further_comparisons: int | None
    note: str | None
    signature: str


@dataclass(frozen=True, slots=True)
class Separations:
    """Neighbours from best to worst, on `comparisons` by `raters` of `instances`."""

    neighbours: tuple[Separation, ...]
    criterion: str
    comparisons: int
    raters: int
    instances: int
    power: float
    level: float
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    signature: str

    def __iter__(self) -> Iterator[Separation]:
        return iter(self.neighbours)

    def sentences(self) -> Iterator[str]:
        """What the numbers say, and what they assume."""
        apart = sum(one.is_separated for one in self.neighbours)
        yield (
            f"Told apart: {apart} of {counted(len(self.neighbours), 'pair')} of neighbours, by {self.comparisons:,} "
            f"comparisons ({counted(self.raters, 'rater')}, {counted(self.instances, 'instance')})."
        )
        open_ones = [one for one in self.neighbours if not one.is_separated and one.further_comparisons is not None]
        if open_ones:
            nearest = min(open_ones, key=lambda one: one.further_comparisons or 0)
            yield (
                f"The next to be told apart are {nearest.system_a} and {nearest.system_b}: about "
                f"{nearest.further_comparisons:,} further comparisons of all systems, for {self.power:.0%} power."
            )
        yield (
            "Differences are shares of comparisons won less shares lost. It is assumed that the differences seen so "
            "far are the real ones, and that new raters and instances come in the same proportion: orders of "
            "magnitude, no more."
        )
