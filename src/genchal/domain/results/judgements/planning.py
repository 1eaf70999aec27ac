"""Plans: how many items and raters a study needs, and how many comparisons an unfinished one still needs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields

from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Cell, Column, Estimate, Marked, PValue, Share, Table, pick_fields
from genchal.domain.selection import SetAside, write_caveats
from genchal.domain.settings import setting
from genchal.errors import InvalidInput, counted

VERSION = 2  # of the plans: raised when any number changes


@dataclass(frozen=True, slots=True)
class Planning:
    """The difference that a study should detect, and the sizes to try."""

    difference: float | None = setting(
        None,
        "Difference to detect, on the scale of the ratings. Default: a quarter of their standard deviation.",
    )
    power: float = setting(0.8, "Required chance of detecting such a difference.", low=0.5, high=0.99)
    items: tuple[int, ...] = setting((25, 50, 100, 200, 400), "Numbers of items to try, separated by commas.")
    raters: tuple[int, ...] = setting((5, 10, 20, 40), "Numbers of raters to try, separated by commas.")
    judgements: int = setting(3, "Number of raters who judge each item.", low=1)
    systems: int | None = setting(
        None, "Number of systems in the study. Default: as many as in the pilot, or 2.", low=2, high=100
    )
    log: bool = setting(False, "Plan for logarithms of the ratings, for magnitude estimates.")
    level: float = setting(
        0.05, "Significance level of the test, after Holm's correction for all pairs of systems.", low=0.0001, high=0.5
    )
    simulations: int = setting(500, "Number of simulated studies per size.", low=50)
    seed: int = setting(1, "Random seed.", low=0)

    def __post_init__(self) -> None:
        if self.difference is not None and not (self.difference > 0 and math.isfinite(self.difference)):
            raise InvalidInput("the difference to detect is not above 0", "Set --difference to a number above 0.")
        if min(*self.items, *self.raters) < 2:
            raise InvalidInput("a study needs at least 2 items and 2 raters", "Set --items and --raters to 2 or more.")
        if self.judgements > max(self.raters):
            raise InvalidInput(
                f"{self.judgements} judgements of an item need as many raters",
                "Give more --raters, or fewer --judgements.",
            )


@dataclass(frozen=True, slots=True)
class GivenVariances:
    """Variances of one rating where there is no pilot; None: not given, 0 if another one is."""

    rater_system: float | None = setting(
        None, "Without a pilot: variance of raters' preferences for a system. Default: 0.", low=0
    )
    item_system: float | None = setting(
        None, "Without a pilot: variance of a system's outputs over items. Default: 0.", low=0
    )
    residual: float | None = setting(None, "Without a pilot: residual variance of a rating.", low=0)

    def __bool__(self) -> bool:
        return (self.rater_system, self.item_system, self.residual) != (None, None, None)


@dataclass(frozen=True, slots=True)
class Variances:
    """Variances of one rating by where they come from; NaN where they cannot be separated from the rest."""

    rater: float
    item: float
    rater_item: float
    rater_system: float
    item_system: float
    residual: float
    origin: str  # where they come from, in words

    @property
    def total(self) -> float:
        """Variance of one rating, systems apart."""
        parts = (self.rater, self.item, self.rater_item, self.rater_system, self.item_system, self.residual)
        return sum(0.0 if math.isnan(part) else part for part in parts)


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


@dataclass(frozen=True, slots=True, repr=False)
class Plan(ShownResult):
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
        enough = [study for study in self.studies if study.is_enough]
        return min(enough, key=lambda study: (study.sheets, study.raters), default=None)

    @property
    def signature(self) -> str:
        """What belongs beside the numbers."""
        how, v = self.how, self.variances
        fields = ["plan", f"diff:{self.difference:.4g}", f"judgements:{how.judgements}", f"systems:{self.systems}"]
        parts = (("rs", v.rater_system), ("is", v.item_system), ("e", v.residual))
        # What a pilot of one rater cannot show is taken to be 0, with a warning.
        fields += [f"var_{name}:{'unknown' if math.isnan(value) else f'{value:.4g}'}" for name, value in parts]
        return "|".join(
            [*fields, f"level:{how.level:g}", "adj:holm", f"sims:{how.simulations}", f"seed:{how.seed}", f"v:{VERSION}"]
        )

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        variances = {field.name: getattr(self.variances, field.name) for field in fields(self.variances)}
        del variances["origin"]
        return {
            "plan": self.studies,
            "smallest": self.smallest,
            "criterion": self.criterion,
            "variances": variances,
            "sentence": next(self.sentences()),
            **pick_fields(self, "warnings", "set_aside", "signature"),
        }

    def tables(self) -> tuple[Table, ...]:
        """Power by items (down) and raters (across), with a star where it is enough; then what it means."""
        raters = sorted({study.raters for study in self})
        cells = {
            (study.items, study.raters): Marked(Share(study.power), "*" if study.is_enough else "") for study in self
        }
        columns = (Column("items"), *(Column(f"{number} raters", f"raters_{number}", digits=0) for number in raters))
        sizes = dict.fromkeys(study.items for study in self)
        rows: list[tuple[Cell, ...]] = [(items, *(cells[items, number] for number in raters)) for items in sizes]
        table = Table(
            title="Power of studies",
            columns=columns,
            rows=tuple(rows),
            notes=(*self.sentences(), *write_caveats(self.warnings, self.set_aside)),
            signatures=(self.signature,),
            label="plan",
        )
        return (table,)

    def sentences(self) -> Iterator[str]:
        """A sentence for the paper, then what it rests on."""
        best = self.smallest
        pairs = self.systems * (self.systems - 1) // 2
        if best is None:
            most = max(self.studies, key=lambda study: study.power)
            yield (
                f"None of these sizes detects a difference of {self.difference:.3g} with {self.how.power:.0%} power; "
                f"{most.items} items and {most.raters} raters reach {most.power:.0%}."
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
            f"simulated studies per size, accurate to {max(study.error for study in self.studies) * 1.96:.1%}."
        )
        yield self.variances.origin


@dataclass(frozen=True, slots=True)
class Separation:
    """Two neighbours in the ranking: how far apart, and what it would take to separate them.

    `factor` is how many times as many comparisons would be needed in all, None where that is not known.
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

    def needed(self) -> str:
        """How many further comparisons would separate them, in words."""
        if self.is_separated:
            return "separated"
        return f"- ({self.note})" if self.further_comparisons is None else f"{self.further_comparisons:,}"


@dataclass(frozen=True, slots=True, repr=False)
class Separations(ShownResult):
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

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {
            "plan": self.neighbours,
            **pick_fields(self, "criterion", "comparisons", "raters", "instances"),
            "sentence": next(self.sentences()),
            **pick_fields(self, "warnings", "set_aside", "signature"),
        }

    def tables(self) -> tuple[Table, ...]:
        """Neighbours from best to worst; then what the numbers mean."""
        columns = (
            *(Column("better", "system_a"), Column("worse", "system_b"), Column("difference", digits=3, sign=True)),
            *(Column("adjusted p", "p_adjusted"), Column("further comparisons")),
        )
        rows = [
            (
                *(pair.system_a, pair.system_b, Estimate(pair.difference, pair.low, pair.high)),
                *(PValue(pair.p_adjusted), pair.needed()),
            )
            for pair in self
        ]
        table = Table(
            title=f"Neighbours in the ranking by {self.criterion}",
            columns=columns,
            rows=tuple(rows),
            notes=(*self.sentences(), *write_caveats(self.warnings, self.set_aside)),
            signatures=(self.signature,),
            label=f"separations-{self.criterion}",
        )
        return (table,)

    def sentences(self) -> Iterator[str]:
        """What the numbers say, and what they assume."""
        apart = sum(pair.is_separated for pair in self.neighbours)
        yield (
            f"Separated: {apart} of {counted(len(self.neighbours), 'pair')} of neighbours, by {self.comparisons:,} "
            f"comparisons ({counted(self.raters, 'rater')}, {counted(self.instances, 'instance')})."
        )
        close = [pair for pair in self.neighbours if not pair.is_separated and pair.further_comparisons is not None]
        if close:
            nearest = min(close, key=lambda pair: pair.further_comparisons or 0)
            yield (
                f"The next pair to separate is {nearest.system_a} and {nearest.system_b}: this takes about "
                f"{nearest.further_comparisons:,} more comparisons of all systems, for {self.power:.0%} power."
            )
        yield (
            "Differences are shares of comparisons won minus shares lost. These are rough estimates: they assume "
            "that the differences seen so far are the true ones, and that new raters and instances come in the same "
            "proportion."
        )
