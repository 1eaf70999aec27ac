"""What tests on ratings have found: differences between systems, direct assessment, added and missed information."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from genchal.domain.ratings import SetAside
from genchal.errors import UnknownName, counted

RatingTest = Literal["clustered", "mixed", "mixed-slopes"]


@dataclass(frozen=True, slots=True)
class Difference:
    """Two systems under a criterion: B less A, with bounds; `effect` is in standard deviations of one rating.

    `better` names the system that is ahead, by however little; `note` says why there is no p-value.
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
    effect: float
    note: str | None
    signature: str


@dataclass(frozen=True, slots=True)
class Differences:
    """All pairs of systems: `found["tgen", "slug"].p_adjusted`."""

    differences: tuple[Difference, ...]
    criterion: str
    level: float
    ratings: int
    raters: int
    instances: int
    removed: tuple[str, ...]
    correction: str
    warnings: tuple[str, ...]
    set_aside: tuple[SetAside, ...]
    test: RatingTest = "clustered"

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)

    def __getitem__(self, pair: tuple[str, str]) -> Difference:
        for one in self.differences:
            if (one.system_a, one.system_b) == pair:
                return one
        raise UnknownName("pair", ", ".join(pair), [f"{one.system_a}, {one.system_b}" for one in self.differences])

    def sentences(self) -> Iterator[str]:
        """What was found, by what test, and what to beware of."""
        told = sum(one.p_adjusted <= self.level + 1e-12 for one in self.differences)
        found = "differs" if told == 1 else "differ"
        yield f"{told} of {counted(len(self.differences), 'pair')} {found} in {self.criterion} at {self.level:g}."
        out = " and ".join({"rater": "severity of raters", "item": "difficulty of items"}[one] for one in self.removed)
        evidence = (
            f"{self.ratings:,} ratings by {counted(self.raters, 'rater')} of {counted(self.instances, 'instance')}"
        )
        if self.test == "clustered":
            yield (
                f"Two-sided t tests of means ({evidence}), {f'{out} taken out, ' if out else ''}clustered by rater and "
                f"instance; correction: {self.correction}."
            )
        else:
            likes = " and of their likes for systems" if self.test == "mixed-slopes" else ""
            yield (
                f"Two-sided z tests in a mixed-effects model ({evidence}) with crossed random effects of rater and "
                f"instance{likes}, fitted by REML; correction: {self.correction}."
            )
        yield from (f"Beware: {one}." for one in self.warnings)
        yield from (f"{one.sentence()}." for one in self.set_aside)


@dataclass(frozen=True, slots=True)
class AssessedSystem:
    """A line of a table of direct assessment; `n` counts distinct sentences, `assessments` all scores."""

    system: str
    raw: float
    z: float
    n: int
    assessments: int
    cluster: int
    rank_low: int
    rank_high: int


@dataclass(frozen=True, slots=True)
class AssessedSystems:
    """Systems in the order of their z-scores; `p_value[i][j]` tests that system i beats system j, in that order."""

    systems: tuple[AssessedSystem, ...]
    p_value: tuple[tuple[float, ...], ...]
    criterion: str
    correction: str
    level: float
    raters: int
    constant_raters: int
    set_aside: tuple[SetAside, ...]
    signature: str

    def __iter__(self) -> Iterator[AssessedSystem]:
        return iter(self.systems)

    def sentences(self) -> Iterator[str]:
        """What the columns are, and what to beware of."""
        yield (
            "z is the mean over sentences of their mean standardised score; scores are standardised by rater, from all "
            "raw scores of that rater."
        )
        yield (
            f"A cluster ends where every system above beats every one below (one-sided Wilcoxon rank-sum test of "
            f"sentences, p at most {self.level:g}, correction: {self.correction})."
        )
        if self.constant_raters:
            yield f"{counted(self.constant_raters, 'rater')} gave one score only, or the same throughout: no z-scores."
        yield "Beware: the rank-sum test takes sentences for independent, and does not know that raters recur."
        yield from (f"{one.sentence()}." for one in self.set_aside)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of answers per system, 0-1: OK, only added, only missed, both; then all added and all missed, with ranks.

    Ranks run from 1 for the least; systems that the default test cannot tell apart from each other share a range.
    """

    system: str
    ok: float
    added: float
    missed: float
    both: float
    any_added: float
    any_missed: float
    added_rank_low: int
    added_rank_high: int
    missed_rank_low: int
    missed_rank_high: int
    n: int

    def sentence(self) -> str:
        """The line in words."""
        if math.isnan(self.ok):
            return f"{self.system}: no answers."
        return (
            f"{self.system}: {self.ok:.0%} of {counted(self.n, 'answer')} say that it covers the input; information "
            f"added in {self.any_added:.0%}, missed in {self.any_missed:.0%}."
        )


@dataclass(frozen=True, slots=True)
class Coverages:
    """Every system's shares, those that cover the input most often first."""

    systems: tuple[Coverage, ...]
    level: float
    raters: int
    instances: int
    set_aside: tuple[SetAside, ...]
    signature: str

    def __iter__(self) -> Iterator[Coverage]:
        return iter(self.systems)

    def __getitem__(self, system: str) -> Coverage:
        for one in self.systems:
            if one.system == system:
                return one
        raise UnknownName("system", system, [one.system for one in self.systems])

    def sentences(self) -> Iterator[str]:
        """What the columns are, and what was set aside."""
        yield (
            f"Shares of answers by {counted(self.raters, 'rater')} on {counted(self.instances, 'instance')}: OK has "
            "nothing ticked, A only added, M only missed information, A+M both."
        )
        yield (
            f"Ranks run from 1 for the least; those of systems that the default test (clustered by rater and instance, "
            f"Holm, {self.level:g}) cannot tell apart overlap."
        )
        yield from (f"{one.sentence()}." for one in self.set_aside)
