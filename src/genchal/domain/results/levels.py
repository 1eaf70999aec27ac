"""How sentences spread over the levels of the D-Level scale, system by system."""

from __future__ import annotations

from dataclasses import dataclass

from genchal.domain.results.comparison import Correction

SIMPLE, COMPLEX = slice(0, 3), slice(6, 8)  # levels 0-2 and 6-7, as the E2E report divides the scale (Table 9)


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


@dataclass(frozen=True, slots=True)
class LevelledSentence:
    """A sentence of an output with its level and the reasons for it."""

    system: str
    instance: str
    sentence: int
    level: int
    text: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Levels:
    """Everything that is known of the levels of some systems; what was not asked for is empty."""

    systems: tuple[LevelShares, ...]
    comparisons: tuple[LevelComparison, ...] = ()
    sentences: tuple[LevelledSentence, ...] = ()
    correction: Correction = "holm"
    confidence: float = 0.95

    def notes(self) -> list[str]:
        """What a reader of the comparisons should know."""
        if not self.comparisons:
            return []
        pairs = f"{len(self.comparisons)} pair{'' if len(self.comparisons) == 1 else 's'}"
        corrected = {
            "holm": f"adjusted: after Holm's correction for {pairs}",
            "bh": f"adjusted: after Benjamini and Hochberg's correction for {pairs}",
            "none": f"nothing is corrected for {pairs}",
        }[self.correction]
        return [
            f"D: largest distance between cumulative shares (Kolmogorov and Smirnov); {corrected}.",
            "p: exact for discrete levels (Arnold and Emerson 2011). BC: Bhattacharyya coefficient.",
            "Beware: sentences are taken for independent, but those of one output or for one input are not.",
            "For a test on the same inputs use: genchal compare -m dlevel_ud",
        ]
