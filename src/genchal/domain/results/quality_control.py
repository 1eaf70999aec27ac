"""Which raters pass quality control, and why the others do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from genchal.errors import counted

RaterVerdict = Literal["pass", "fail", "untested"]


@dataclass(frozen=True, slots=True)
class PassRules:
    """When a rater passes: as in WMT and SR'18, unless said otherwise. Nobody fails by a flag."""

    test: Literal["wilcoxon", "t"] = "wilcoxon"  # of damaged copies against originals, one-sided, and of repeats
    level: float = 0.05  # damaged copies must score lower at this level, repeats must not differ at it
    references: bool = True  # references must score higher on average than outputs
    fewest: int = 10  # scored judgements, below which a rater is flagged
    fast: float = 1 / 3  # of the typical rater's time for a judgement, below which a rater is flagged
    seconds: float | None = None  # the same as an absolute time, which then takes its place

    def signature(self) -> str:
        """What belongs beside numbers of raters who passed."""
        return f"qc:{self.test}|p:{self.level:g}|refs:{'yes' if self.references else 'no'}"


@dataclass(frozen=True, slots=True)
class RaterCheck:
    """What is known about a rater. Differences are original minus damaged copy, first minus repeated judgement.

    Numbers are None where the rater had no such items; p-values are NaN where there are too few.
    """

    rater: str
    verdict: RaterVerdict
    reasons: tuple[str, ...]
    flags: tuple[str, ...]
    judgements: int
    damaged: int
    damaged_difference: float | None
    damaged_p: float | None
    repeats: int
    repeat_distance: float | None
    repeat_correlation: float | None
    repeat_p: float | None
    references: int
    reference_difference: float | None
    seconds: float | None
    signature: str

    def sentence(self) -> str:
        """The verdict and its reasons in words."""
        verdict = {"pass": "passes", "fail": "fails", "untested": "cannot be tested"}[self.verdict]
        because = f": {'; '.join(self.reasons)}" if self.reasons else ""
        flags = f" Flagged: {'; '.join(self.flags)}." if self.flags else ""
        return f"{self.rater} {verdict}{because}.{flags}"


@dataclass(frozen=True, slots=True)
class QualityControl:
    """Every rater's check; `intra_rater` is the mean over HITs of the correlation on repeats (None: no repeats)."""

    checks: tuple[RaterCheck, ...]
    rules: PassRules
    intra_rater: float | None
    intra_rater_sheets: int

    def __iter__(self) -> Iterator[RaterCheck]:
        return iter(self.checks)

    def passing(self) -> frozenset[str]:
        """Raters whose judgements count: all who did not fail."""
        return frozenset(check.rater for check in self.checks if check.verdict != "fail")

    def count(self, verdict: RaterVerdict) -> int:
        """How many raters got a verdict."""
        return sum(check.verdict == verdict for check in self.checks)

    def sentences(self) -> Iterator[str]:
        """What was found, in words."""
        yield (
            f"Quality control: {counted(len(self.checks), 'rater')}; {self.count('pass')} pass, "
            f"{self.count('fail')} fail, {self.count('untested')} cannot be tested."
        )
        rule = {"wilcoxon": "Wilcoxon's signed-rank test", "t": "the paired t test"}[self.rules.test]
        yield (
            f"Raters pass if damaged copies score lower ({rule}, one-sided, p < {self.rules.level:g}), repeats do not "
            "differ, and references score higher than outputs, where there are any."
        )
        if self.intra_rater is not None:
            yield (
                f"Raters agree with themselves at r = {self.intra_rater:.2f} "
                f"(mean over {counted(self.intra_rater_sheets, 'sheet')} with repeats)."
            )
