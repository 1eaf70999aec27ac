"""The results of a campaign, ready to be shown: the only thing that reports draw."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from genchal.domain.instance import Instance
from genchal.domain.results.comparison import Comparisons
from genchal.domain.results.levels import Levels
from genchal.domain.results.over_systems import CorrelationsOverSystems
from genchal.domain.results.people import HumanEvaluation
from genchal.domain.results.profiles import ProfileNumber
from genchal.domain.results.published import PublishedNumbers
from genchal.domain.results.scope import Scope, describe_scopes, find_scopes
from genchal.domain.results.scores import Score, SegmentScores
from genchal.domain.results.shown import ShownResult
from genchal.domain.results.similarity import Similarities
from genchal.domain.results.subsets import SubsetScores
from genchal.domain.results.table import Column, Estimate, Marked, Table, mark_best
from genchal.domain.submission import System
from genchal.errors import counted

DECIMALS = 4  # the custom of the E2E challenge
LATE, SECONDARY, ORACLE = "†", "‡", "§"
LISTED = (
    *("system", "team", "family", "primary", "late"),
    *("metric", "label", "value", "low", "high", "n", "not_scored", "signature"),
)


@dataclass(frozen=True, slots=True)
class Measure:
    """A column of the leaderboard: a metric under the label the campaign gives it.

    `higher_is_better` is None where a metric has no direction.
    """

    name: str
    label: str
    higher_is_better: bool | None
    low: float
    high: float
    signature: str

    @property
    def is_fraction(self) -> bool:
        """Whether scores lie between 0 and 1, and may be shown times 100."""
        return self.low >= -1 and self.high <= 1


@dataclass(frozen=True, slots=True, repr=False)
class TrackResults(ShownResult):
    """Everything known about one track.

    ``outputs[system]`` has one text per instance, None where it is missing. Scores and segment scores carry the names
    of systems and measures. Text statistics, similarities and D-Levels are there where the campaign asks for them.
    `people` are its studies and ratings. `comparisons` are the paired tests of all systems on every measure. `subsets`
    are the scores of instances that have something in common.
    """

    name: str
    task: str
    language: str
    instances: tuple[Instance, ...]
    systems: tuple[System, ...]
    measures: tuple[Measure, ...]
    scores: tuple[Score, ...]
    segments: tuple[SegmentScores, ...]
    outputs: Mapping[str, tuple[str | None, ...]]
    statistics: tuple[ProfileNumber, ...] = ()
    similarities: Similarities | None = None
    levels: Levels | None = None
    comparisons: Comparisons | None = None
    people: tuple[HumanEvaluation, ...] = ()
    subsets: tuple[SubsetScores, ...] = ()

    def score(self, system: str, measure: str) -> Score | None:
        """One cell of the leaderboard."""
        return next((score for score in self.scores if (score.system, score.metric) == (system, measure)), None)

    def scopes(self) -> dict[str, Scope]:
        """Measures that score outputs for some of the instances only, such as those with references."""
        shown = {system.name for system in self.systems if not system.withdrawn}
        own = (segments for segments in self.segments if segments.system in shown)
        return find_scopes(self.instances, own, [measure.name for measure in self.measures])

    def scope_sentences(self) -> tuple[str, ...]:
        """The same in words."""
        labels = {measure.name: measure.label or measure.name for measure in self.measures}
        return tuple(describe_scopes(self.scopes(), labels))

    def unscored(self) -> tuple[str, ...]:
        """Systems that no measure has scored, although there are some."""
        scored = {score.system for score in self.scores if not math.isnan(score.value)}
        return tuple(system.name for system in self.systems if self.measures and system.name not in scored)

    def ranked(self) -> tuple[System, ...]:
        """The systems to show, best first by the first measure, unscored ones last; withdrawn ones are left out."""
        shown = [system for system in self.systems if not system.withdrawn]
        if not self.measures:
            return tuple(shown)
        first = self.measures[0]

        def key(system: System) -> tuple[bool, float]:
            score = self.score(system.name, first.name)
            if score is None or score.value != score.value:
                return (True, 0.0)
            return (False, score.value if first.higher_is_better is False else -score.value)

        return tuple(sorted(shown, key=key))

    def table(self, confidence: float | None = None) -> Table:
        """The leaderboard for people: systems down, measures across, the best values in bold."""
        systems = self.ranked()
        columns, cells = [], []
        for measure in self.measures:
            scores = [self.score(system.name, measure.name) for system in systems]
            own = [Estimate(score.value, score.low, score.high) if score else None for score in scores]
            direction = measure.higher_is_better
            competing = [system.competes for system in systems]
            cells.append(mark_best(own, DECIMALS, higher_is_better=direction, competing=competing))
            columns.append(
                Column(
                    measure.label or measure.name,
                    measure.name,
                    digits=DECIMALS,
                    percent=measure.is_fraction,
                    missing="not scored",
                    higher_is_better=direction,
                )
            )
        has_best = any(isinstance(cell, Marked) for column in cells for cell in column)
        names = [Marked(system.name, _mark_fate(system)) for system in systems]
        return Table(
            title=f"{self.name}: {counted(len(self.instances), 'instance')}{'' if columns else ', no metrics'}",
            columns=(Column("system"), *columns),
            rows=tuple(zip(names, *cells, strict=True)),
            notes=tuple(self._notes(systems, confidence, has_best=has_best)),
            signatures=tuple(f"{measure.label or measure.name}: {measure.signature}" for measure in self.measures),
            label=self.name,
        )

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard."""
        return (self.table(),)

    def data_tables(self) -> tuple[Table, ...]:
        """The leaderboard for programs."""
        return (self.listed(),)

    def _notes(self, systems: Sequence[System], confidence: float | None, *, has_best: bool) -> Iterator[str]:
        if confidence is not None and any(score.low is not None for score in self.scores):
            yield f"In brackets: {confidence * 100:g}% confidence intervals."
        if any(system.late for system in systems):
            yield f"{LATE} submitted late."
        if not all(system.primary for system in systems):
            yield f"{SECONDARY} not a primary submission."
        if any(system.oracle for system in systems):
            yield f"{ORACLE} an oracle: it is told what the others are not, and does not compete."
        yield from self.scope_sentences()
        yield from self._describe_unscored(systems)
        if has_best:
            yield "Bold: the best value of each column."

    def _describe_unscored(self, systems: Sequence[System]) -> Iterator[str]:
        """How many outputs of which systems count for nothing; a measure that scores none says so in its cell.

        Outputs for instances that a measure scores of no system are told apart, by its scope.
        """
        scopes, unscored = self.scopes(), dict[str, int]()
        for score in self.scores:
            count = scopes[score.metric].count_others(score) if score.metric in scopes else score.not_scored
            if count and math.isfinite(score.value):
                unscored[score.system] = max(count, unscored.get(score.system, 0))
        counts = {system.name: unscored[system.name] for system in systems if system.name in unscored}
        why, noun = "not scored (missing, or no reference).", "more output" if scopes else "output"
        if len(counts) == len(systems) > 1 and len(set(counts.values())) == 1:
            yield f"{counted(next(iter(counts.values())), noun)} of every system {why}"
            return
        for name, count in counts.items():
            yield f"{name}: {counted(count, noun)} {why}"

    def listed(self) -> Table:
        """The leaderboard for programs: a row for every system and measure; what is not known is left empty."""
        rows = []
        for system in self.ranked():
            team = None if system.anonymous else system.team
            who = (system.name, team or "", system.family or "", system.primary, system.late)
            for measure in self.measures:
                score = self.score(system.name, measure.name)
                numbers = (score.value, score.low, score.high, score.n, score.not_scored) if score else (None,) * 5
                rows.append((*who, measure.name, measure.label, *map(_written, numbers), measure.signature))
        return Table(self.name, tuple(map(Column, LISTED)), tuple(rows))


def _mark_fate(system: System) -> str:
    """Signs behind a system's name."""
    signs = ((LATE, system.late), (SECONDARY, not system.primary), (ORACLE, system.oracle))
    return "".join(sign for sign, is_so in signs if is_so)


def _written(number: float | None) -> float | str | None:
    """A number as programs read it back, also where it is not finite."""
    return number if number is None or math.isfinite(number) else repr(float(number))


@dataclass(frozen=True, slots=True, repr=False)
class CampaignResults(ShownResult):
    """A whole campaign."""

    name: str
    seed: int
    version: str
    resamples: int
    confidence: float
    tracks: tuple[TrackResults, ...]
    published: PublishedNumbers | None = None
    over_systems: tuple[CorrelationsOverSystems, ...] = ()

    def tables(self) -> tuple[Table, ...]:
        """The leaderboard of every track that has measures."""
        return tuple(track.table(self.confidence) for track in self.tracks if track.measures or not track.people)

    def data_tables(self) -> tuple[Table, ...]:
        """The scores of all tracks, a row each."""
        listed = [(track.name, track.listed()) for track in self.tracks]
        rows = tuple((name, *row) for name, table in listed for row in table.rows)
        return (Table(self.name, tuple(map(Column, ("track", *LISTED))), rows),)
