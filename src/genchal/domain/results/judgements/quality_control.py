"""Which raters pass quality control, by what evidence, and what changes without those who do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from genchal.domain.results.table import Cell, Column, PValue, Share, Table
from genchal.domain.settings import check_choices, setting
from genchal.errors import counted, list_some

RaterVerdict = Literal["pass", "fail", "untested"]
RaterFault = Literal["damaged", "repeats", "references", "attention", "speed", "straight", "disagreement", "few"]
FAULTS: tuple[RaterFault, ...] = get_args(RaterFault)
WMT: tuple[RaterFault, ...] = ("damaged", "repeats", "references")  # what decides in WMT and SR'18


@dataclass(frozen=True, slots=True)
class PassRules:
    """When a rater passes: as in WMT and SR'18, unless said otherwise. Checks that do not decide only flag raters."""

    fail_by: tuple[RaterFault, ...] = setting(
        WMT,
        "Checks of quality control that raters must pass; the others only flag raters. Separate several with commas.",
        choices=FAULTS,
    )
    control_test: Literal["wilcoxon", "t"] = setting(
        "wilcoxon", "Test of damaged copies against originals, one-sided, and of repeats."
    )
    control_level: float = setting(
        0.05,
        "Damaged copies must score lower at this level, repeats must not differ at it.",
        low=0,
        high=0.5,
        open_low=True,
    )
    attention_right: float = setting(
        0.7, "Share of attention checks that must be answered as most raters answer them.", low=0, high=1
    )
    fast_share: float = setting(
        0.33, "Share of the typical rater's time for a judgement, below which a rater is fast.", low=0, high=1
    )
    sheet_seconds: float = setting(2.0, "Median seconds for a sheet, below which a rater is fast.", low=0)
    judgement_seconds: float = setting(0.5, "Median seconds for a judgement, below which a rater is fast.", low=0)
    longest_run: int = setting(
        10,
        "Judgements of one value in a row, from which on they are a straight line unless chance explains them.",
        low=2,
    )
    run_chance: float = setting(
        0.001,
        "Number of such runs expected by chance, from how often others give the value; above it no run counts.",
        low=0,
        high=1,
    )
    others_correlation: float = setting(
        0.0,
        "Correlation with the mean of the others, at or below which a rater disagrees, if it is also clearly below "
        "that of the typical rater.",
        low=-1,
        high=1,
    )
    fewest_judgements: int = setting(10, "Scored judgements, below which they are few.", low=0)

    def __post_init__(self) -> None:
        check_choices(self)

    @property
    def limits(self) -> dict[RaterFault, str]:
        """What belongs behind the name of a check in a signature."""
        return {
            "attention": f":{self.attention_right:g}",
            "speed": f":{self.sheet_seconds:g}/{self.judgement_seconds:g}/{self.fast_share:.2g}",
            "straight": f":{self.longest_run}/{self.run_chance:g}",
            "disagreement": f":{self.others_correlation:g}",
            "few": f":{self.fewest_judgements}",
        }

    def signature(self) -> str:
        """What belongs beside numbers of raters who passed."""
        refs = "yes" if "references" in self.fail_by else "no"
        chosen = [fault for fault in FAULTS if fault in self.fail_by]
        by = "+".join(f"{fault}{self.limits.get(fault, '')}" for fault in chosen) or "none"
        more = "" if tuple(chosen) == WMT else f"|fail-by:{by}"
        return f"qc:{self.control_test}|p:{self.control_level:g}|refs:{refs}{more}"


@dataclass(frozen=True, slots=True)
class RaterCheck:
    """What is known about a rater. Differences are original minus damaged copy, first minus repeated judgement.

    `line` is where the rater first appears. Numbers are None where the rater had no such items, or too few. `run` is
    the longest run of one value, under the criterion where chance explains it least; `others_correlation` is that with
    the mean of the others, over `others_items`.
    """

    rater: str
    line: int | str
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
    attention: int
    attention_right: float | None
    seconds: float | None
    sheet_seconds: float | None
    run: int
    run_value: float | None
    others_items: int
    others_correlation: float | None
    signature: str

    def sentence(self) -> str:
        """The verdict and its reasons in words."""
        verdict = {"pass": "passes", "fail": "fails", "untested": "cannot be tested"}[self.verdict]
        because = f": {'; '.join(self.reasons)}" if self.reasons else ""
        flags = f" Flagged: {'; '.join(self.flags)}." if self.flags else ""
        return f"{self.rater} (line {self.line}) {verdict}{because}.{flags}"


@dataclass(frozen=True, slots=True)
class SystemMeans:
    """A system's mean rating and its place by it, of all raters and of those who do not fail; None: no judgements."""

    criterion: str
    system: str
    mean_all: float | None
    mean: float | None
    n_all: int
    n: int
    rank_all: int
    rank: int | None


COLUMNS = (
    *(Column("rater"), Column("line"), Column("verdict"), Column("judgements")),
    *(Column("damaged", "damaged_difference", digits=2), Column("p", "damaged_p")),
    *(Column("repeats", "repeat_distance", digits=2), Column("p", "repeat_p")),
    *(Column("references", "reference_difference", digits=2), Column("attention", "attention_right")),
    *(Column("s/sheet", "sheet_seconds", digits=1), Column("s/judgement", "seconds", digits=1)),
    *(Column("run", "run"), Column("with others", "others_correlation", digits=2), Column("why")),
)


@dataclass(frozen=True, slots=True)
class QualityControl:
    """Every named rater's check; `intra_rater` is the mean over HITs of the correlation on repeats (None: no repeats).

    `unnamed` counts judgements of raters whom the file does not name: nobody can test them. `means` are those of
    systems with and without raters who fail.
    """

    checks: tuple[RaterCheck, ...]
    rules: PassRules
    intra_rater: float | None
    intra_rater_sheets: int
    unnamed: int = 0
    means: tuple[SystemMeans, ...] = ()

    def __iter__(self) -> Iterator[RaterCheck]:
        return iter(self.checks)

    def passing(self) -> frozenset[str]:
        """Raters whose judgements count: all who did not fail."""
        return frozenset(check.rater for check in self.checks if check.verdict != "fail")

    def failing(self) -> frozenset[str]:
        """Raters whose judgements do not count."""
        return frozenset(check.rater for check in self.checks if check.verdict == "fail")

    def count(self, verdict: RaterVerdict) -> int:
        """How many raters got a verdict."""
        return sum(check.verdict == verdict for check in self.checks)

    def tables(self, notes: Sequence[str] = ()) -> tuple[Table, ...]:
        """Every rater with evidence and reasons, who fails first; then means with and without these."""
        checks = sorted(self.checks, key=lambda check: (check.verdict != "fail", not check.flags))
        rows = [_row(check) for check in checks]
        shown = [
            place
            for place, column in enumerate(COLUMNS)
            if column.key in ("rater", "line", "verdict", "judgements", "why")
            or any(_is_known(row[place]) for row in rows)
        ]
        raters = Table(
            title="Raters",
            columns=tuple(COLUMNS[place] for place in shown),
            rows=tuple(tuple(row[place] for place in shown) for row in rows),
            notes=(*self.sentences(), *notes),
            signatures=(self.rules.signature(),),
            label="raters",
        )
        return (raters, self._tabulate_means()) if self.means and self.count("fail") else (raters,)

    def _tabulate_means(self) -> Table:
        columns = (
            *(Column("criterion"), Column("system"), Column("all raters", "mean_all", digits=3)),
            *(Column("rank", "rank_all"), Column("n", "n_all"), Column("raters who pass", "mean", digits=3)),
            *(Column("rank"), Column("n")),
        )
        rows = tuple(
            (*(line.criterion, line.system, line.mean_all, line.rank_all, line.n_all), line.mean, line.rank, line.n)
            for line in self.means
        )
        return Table("Means of all raters and without those who fail", columns, rows, label="means")

    def sentences(self) -> Iterator[str]:
        """What was found, in words."""
        yield (
            f"Quality control: {counted(len(self.checks), 'rater')}; {self.count('pass')} pass, "
            f"{self.count('fail')} fail, {self.count('untested')} cannot be tested."
        )
        yield self._say_rule()
        if self.intra_rater is not None:
            yield (
                f"Raters agree with themselves at r = {self.intra_rater:.2f} "
                f"(mean over {counted(self.intra_rater_sheets, 'sheet')} with repeats)."
            )
        if self.unnamed:
            yield f"{counted(self.unnamed, 'judgement')} by raters who are not named cannot be tested, and are kept."
        if 0 < self.count("fail") < len(self.checks) and self.means:
            moved = self.find_moved_criteria()
            order = f"another order in {list_some(moved)}" if moved else "the same order"
            yield f"With all raters, means would put systems in {order}."

    def find_moved_criteria(self) -> list[str]:
        """Criteria under which raters who fail change the order of means."""
        moved = (line.criterion for line in self.means if line.rank is not None and line.rank != line.rank_all)
        return list(dict.fromkeys(moved))

    def _say_rule(self) -> str:
        rules = self.rules
        test = {"wilcoxon": "Wilcoxon's signed-rank test", "t": "the paired t test"}[rules.control_test]
        said: dict[RaterFault, str] = {
            "damaged": f"damaged copies score lower ({test}, one-sided, p < {rules.control_level:g})",
            "repeats": "repeats do not differ",
            "references": "references score higher than outputs",
            "attention": f"{rules.attention_right:.0%} of attention checks are answered as by most raters",
            "speed": f"sheets take {rules.sheet_seconds:g} s or more, and judgements {rules.judgement_seconds:g} s",
            "straight": "values do not stay the same for long",
            "disagreement": f"they correlate with the mean of the others above {rules.others_correlation:g}",
            "few": f"there are {rules.fewest_judgements} judgements or more",
        }
        wanted = [said[fault] for fault in FAULTS if fault in rules.fail_by]
        if not wanted:
            return "No check decides: raters are only flagged."
        listed = f"{', '.join(wanted[:-1])}, and {wanted[-1]}" if len(wanted) > 1 else wanted[0]
        return f"Raters pass if {listed}, where there are any. Other checks only flag raters."


def _row(check: RaterCheck) -> tuple[Cell, ...]:
    return (
        *(check.rater, str(check.line), check.verdict, check.judgements, check.damaged_difference),
        *(PValue(check.damaged_p), check.repeat_distance, PValue(check.repeat_p), check.reference_difference),
        *(Share(check.attention_right), check.sheet_seconds, check.seconds, check.run or None),
        *(check.others_correlation, "; ".join((*check.reasons, *check.flags))),
    )


def _is_known(cell: Cell) -> bool:
    return (cell.value if isinstance(cell, PValue | Share) else cell) is not None
