"""How sentences spread over the levels of the D-Level scale, system by system."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from genchal.domain.results.comparison import CORRECTED, Correction
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.table import Cell, Column, PValue, Share, Table, pick_fields
from genchal.domain.settings import setting
from genchal.errors import counted

SIMPLE, COMPLEX = slice(0, 3), slice(6, 8)  # levels 0-2 and 6-7, as the E2E report divides the scale (Table 9)


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """How levels are determined, and what to show of them."""

    delexicalise: tuple[str, ...] = setting(
        (), "Slots whose values are read as proper names, such as name,near.", metavar="SLOTS"
    )
    clean: Literal["none", "detokenise", "sf", "bagel"] = setting(
        "detokenise",
        "How to clean texts first: join tokens and capitalise sentences (detokenise), or as a data set needs it.",
    )
    parser: str = setting("en", "Tagger-parser: one that comes with genchal, or a file of weights.")
    acts: str = setting("", "Only turns with an act whose type begins so, such as inform.", metavar="TYPE")
    explain: bool = setting(False, "Show every sentence with its level and the reasons for it.")
    compare: bool = setting(False, "Compare the distributions of all pairs of systems.")
    correction: Correction = setting("holm", "Correction for the number of pairs: Holm, Benjamini-Hochberg, or none.")
    seed: int = setting(1, "Random seed.", low=0)
    confidence: float = setting(0.95, "Distributions differ if p is at most 1 minus this.", low=0.5, high=0.999)


@dataclass(frozen=True, slots=True)
class LevelShares:
    """The sentences of a system at each level, 0 to 7.

    `mean` is the mean level; `simple` and `complex` are the shares of levels 0-2 and 6-7. All three are NaN without a
    sentence. `not_scored` counts outputs that are missing or have no sentence.
    """

    system: str
    counts: tuple[int, ...]
    mean: float
    simple: float
    complex: float
    not_scored: int
    signature: str

    @property
    def sentences(self) -> int:
        """How many sentences there are."""
        return sum(self.counts)

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of each level; NaN without a sentence."""
        return tuple(count / self.sentences if self.sentences else float("nan") for count in self.counts)


@dataclass(frozen=True, slots=True)
class LevelComparison:
    """Two systems' distributions over the levels.

    `distance` is Kolmogorov and Smirnov's: the largest difference between the shares at or below a level, here
    `level`; `p_value` is exact on a scale of steps (Arnold and Emerson 2011), with sentences taken for independent.
    `overlap` is Bhattacharyya's coefficient: 1 for equal shares, 0 for disjoint ones. `n` and `m` count sentences.
    """

    system_a: str
    system_b: str
    distance: float
    level: int
    p_value: float
    p_adjusted: float
    overlap: float
    n: int
    m: int
    signature: str

    def verdict(self, significant: float) -> str:
        """What the test says, in two words."""
        if math.isnan(self.p_adjusted):
            return "no p-value"
        return "different" if self.p_adjusted <= significant + 1e-12 else "not significant"


@dataclass(frozen=True, slots=True)
class LevelledSentence:
    """A sentence of an output with its level and the reasons for it."""

    system: str
    instance: str
    sentence: int
    level: int
    text: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        reasons = "; ".join(self.reasons) or "simple sentence"
        return f"{self.system}, {self.instance}, sentence {self.sentence}: {self.text}\n  level {self.level}: {reasons}"


@dataclass(frozen=True, slots=True, repr=False)
class Levels(ShownResult):
    """Everything that is known of the levels of some systems; what was not requested is empty."""

    systems: tuple[LevelShares, ...]
    comparisons: tuple[LevelComparison, ...] = ()
    sentences: tuple[LevelledSentence, ...] = ()
    correction: Correction = "holm"
    confidence: float = 0.95

    def payload(self) -> dict[str, object]:
        """What --json prints; what was not asked for is left out."""
        systems = [
            {
                "system": shares.system,
                "sentences": shares.sentences,
                **{f"level_{level}": count for level, count in enumerate(shares.counts)},
                **pick_fields(shares, "mean", "simple", "complex", "not_scored", "signature"),
            }
            for shares in self.systems
        ]
        asked = {"comparisons": self.comparisons, "sentences": self.sentences}
        return {"systems": systems, **{name: found for name, found in asked.items() if found}}

    def tables(self) -> tuple[Table, ...]:
        """Shares of levels, and comparisons where they were asked for."""
        return (self._share_table(), *((self._comparison_table(),) if self.comparisons else ()))

    def _share_table(self) -> Table:
        unscored = [
            f"{shares.system}: {shares.not_scored} not scored (missing, or no word)."
            for shares in self.systems
            if shares.not_scored
        ]
        levels = [*map(str, range(8)), "0-2", "6-7"]
        rows: list[tuple[Cell, ...]] = [
            (
                shares.system,
                *(Share(share, unit="") for share in (*shares.shares, shares.simple, shares.complex)),
                *(shares.mean, shares.sentences),
            )
            for shares in self.systems
        ]
        return Table(
            title="Sentences at each level of the revised D-Level scale, in per cent",
            columns=(
                Column("system"),
                *(Column(level, f"level_{level.replace('-', '_')}", digits=1) for level in levels),
                *(Column("mean", digits=2), Column("sentences")),
            ),
            rows=tuple(rows),
            notes=("Levels in per cent of the sentences.", *unscored),
            signatures=tuple(shares.signature for shares in self.systems),
            label="dlevel",
        )

    def _comparison_table(self) -> Table:
        significant = 1 - self.confidence
        columns = (
            *(
                Column("A", "system_a"),
                Column("B", "system_b"),
                Column("D", "distance", digits=3),
                Column("at", "level"),
            ),
            *(Column("p", "p_value"), Column("adjusted", "p_adjusted"), Column("BC", "overlap", digits=3)),
            Column("verdict"),
        )
        rows = [
            (
                *(pair.system_a, pair.system_b, pair.distance, None if math.isnan(pair.p_adjusted) else pair.level),
                *(PValue(pair.p_value), PValue(pair.p_adjusted), pair.overlap, pair.verdict(significant)),
            )
            for pair in self.comparisons
        ]
        return Table(
            title="Comparison of D-Levels",
            columns=columns,
            rows=tuple(rows),
            notes=self._notes(),
            label="dlevel-pairs",
        )

    def _notes(self) -> tuple[str, ...]:
        """What a reader of the comparisons should know."""
        pairs = counted(len(self.comparisons), "pair")
        correction = CORRECTED[self.correction]
        corrected = f"adjusted: after {correction} for {pairs}" if correction else f"no correction for {pairs}"
        return (
            f"D: largest distance between cumulative shares (Kolmogorov and Smirnov); {corrected}.",
            "p: exact for discrete levels (Arnold and Emerson 2011). BC: Bhattacharyya coefficient.",
            "Warning: sentences are assumed to be independent, but those of one output or for one input are not.",
            "For a test on the same inputs use: genchal compare -m dlevel_ud",
        )
