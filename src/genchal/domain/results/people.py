"""What people said of a track's outputs: rankings, agreement, differences, and how metrics go together with them.

One `HumanEvaluation` is one study, or one `[[ratings]]` of a campaign. It is made by `campaign/people.py` from
judgements, and drawn by reports; nothing in it names a rater.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from genchal.domain.results.agreement import Agreement, Design
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.coverage import Coverages
from genchal.domain.results.differences import Differences
from genchal.domain.results.quality_control import QualityControl
from genchal.domain.results.ranking import Ranking
from genchal.domain.selection import SetAside
from genchal.errors import find_known

if TYPE_CHECKING:
    from genchal.text.arrays.ragged import FloatArray, IntArray

Origin = Literal["file", "study"]


@dataclass(frozen=True, slots=True)
class RatedSegments:
    """What a system's outputs got under a criterion: ``means[i]`` of ``counts[i]`` judgements of ``instances[i]``."""

    system: str
    criterion: str
    instances: Sequence[str]
    means: FloatArray
    counts: IntArray


@dataclass(frozen=True, slots=True)
class EvaluationSize:
    """How much people did. Raters are None where a file does not name them, hours and cost where nobody knows."""

    judgements: int
    raters: int | None
    sheets: int
    instances: int
    systems: int
    hours: float | None = None
    seconds_per_sheet: float | None = None  # the median
    cost: float | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True)
class CriterionResults:
    """One criterion: the ranking, and how far it can be trusted.

    Correlations are those of every metric of the track with this criterion, over systems and over outputs; the human
    ceiling is among them. What could not be computed is None, and `missing` says why, one sentence each.
    """

    criterion: str
    ranking: Ranking
    agreements: tuple[Agreement, ...] = ()
    design: Design | None = None
    differences: Differences | None = None
    by_system: Correlations | None = None
    by_segment: Correlations | None = None
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HumanEvaluation:
    """A study or a file of ratings as a whole.

    `method` is how judgements were elicited, where it is known. `is_simulated` says that the raters were a program, and
    whatever shows the results says so, too.
    """

    name: str
    origin: Origin
    size: EvaluationSize
    criteria: tuple[CriterionResults, ...]
    segments: tuple[RatedSegments, ...] = ()
    method: str | None = None
    is_simulated: bool = False
    quality: QualityControl | None = None
    coverage: Coverages | None = None
    warnings: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()

    def __getitem__(self, criterion: str) -> CriterionResults:
        return find_known("criterion", criterion, {found.criterion: found for found in self.criteria})
