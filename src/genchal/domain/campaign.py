"""A campaign as its file describes it, after checking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from genchal.domain.columns import COLUMNS_DOC, NO_COLUMNS, SYSTEMS_DOC, ColumnNames, parse_columns
from genchal.domain.grouping import Grouping
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.settings import setting
from genchal.domain.submission import System

if TYPE_CHECKING:
    from genchal.domain.derived import Derived
    from genchal.domain.study.design import StudyDesign

Missing = Literal["not_scored", "zero"]
EVERY_SYSTEM = "*"  # the name of an entry that stands for all systems of a file
MOST_COMPARED = 30  # systems that are compared with each other by default: 435 pairs


@dataclass(frozen=True, slots=True)
class Reading:
    """What outputs are compared with, and how files are read."""

    references: tuple[Path, ...] = setting(
        (),
        "References; several plain-text files are several references per line. Not needed for metrics of outputs "
        "alone.",
        option="-r, --references",
    )
    task: str | None = setting(
        None,
        "Format of the references, with defaults for metrics: slots, e2e, table, plain, sf ... Detected if omitted.",
    )
    group: Grouping | None = setting(
        None,
        "Which rows share references: row, input, slots, filled (as slots, with the values of the borrower), or pairs "
        "(two people's descriptions of a scene). Default: depends on the format.",
    )
    missing: Missing | None = setting(
        None,
        "What to do with missing outputs: set them aside (not_scored), or score them as empty (zero). Default: "
        "not_scored, unless a preset says otherwise.",
    )
    columns: str = setting("", COLUMNS_DOC, metavar="ROLE=COLUMN,...")
    systems: str = setting("", SYSTEMS_DOC, metavar="COLUMN,...")
    wmt: str | None = setting(
        None, "FILE is a WMT metrics folder; score its systems for this language pair, such as en-de.", metavar="PAIR"
    )

    @property
    def column_names(self) -> ColumnNames:
        """What `columns` and `systems` say."""
        return parse_columns(self.columns, self.systems)


@dataclass(frozen=True, slots=True)
class Folds:
    """Cross-validation: what systems write about each part of the test instances, they have learnt from the others.

    Instances with the same `by` (see `genchal.domain.splits.group_keys`) stay together. With several `seeds`, instances
    are divided several times, and a system has an output for each instance each time.
    """

    count: int
    by: str = "row"
    seeds: int = 1


@dataclass(frozen=True, slots=True)
class Track:
    """A task that systems compete in. Files are found beside campaign.toml; `references` are apart from `test`."""

    name: str
    format: str
    test: Path
    train: tuple[Path, ...]
    dev: tuple[Path, ...]
    language: str
    group: Grouping | None
    missing: Missing | None
    columns: ColumnNames = NO_COLUMNS
    references: Path | None = None
    folds: Folds | None = None
    score_by: tuple[str, ...] = ()  # properties of instances

    @property
    def files(self) -> tuple[Path, ...]:
        """All files of its data."""
        return (self.test, *((self.references,) if self.references else ()), *self.train, *self.dev)


@dataclass(frozen=True, slots=True)
class Entry:
    """A system of the campaign and where its outputs come from: a file, a generator or its model, or the references.

    One whose name is `EVERY_SYSTEM` stands for all systems of its file.
    """

    system: System
    file: Path | None
    generator: str | None
    model: Path | None
    references: str | None
    settings: Mapping[str, object]
    columns: ColumnNames = NO_COLUMNS


@dataclass(frozen=True, slots=True)
class MetricEntry:
    """A metric of the campaign; no tracks means all of them."""

    name: str | None
    preset: str | None
    label: str | None
    tracks: tuple[str, ...]
    settings: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class DerivedEntry:
    """A derived score of the campaign; no tracks means all of them."""

    score: Derived
    tracks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Simulation:
    """Raters who are a program: what they say of an output under each criterion follows a metric, with errors."""

    follows: tuple[tuple[str, str], ...]  # criteria with the metrics they follow
    raters: int
    instances: int


@dataclass(frozen=True, slots=True)
class RatingsEntry:
    """Ratings of a track, in files or in a study's database, and how they are evaluated.

    `rules` is False or None without quality control; None leaves the decision to the study, whose control items ask for
    it. `ranking` is how systems are ranked, unless `by_criterion` has something else.
    """

    name: str
    track: str
    files: tuple[Path, ...] = ()
    study: str | None = None
    layout: str | None = None
    columns: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    systems: tuple[str, ...] = ()
    rename: Mapping[str, str] = field(default_factory=dict)
    criteria: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    rules: PassRules | bool | None = None
    ranking: RankingBy = field(default_factory=RankingBy)
    by_criterion: Mapping[str, RankingBy] = field(default_factory=dict)
    log: bool = False
    partial: bool = False
    simulated: bool = False
    elicitation: str | None = None
    cost: float | None = None
    currency: str = ""
    direct_assessment: bool = False
    williams: bool = False
    simulation: Simulation | None = None

    def rank_by(self, criterion: str) -> RankingBy:
        """How systems are ranked under a criterion."""
        how = self.by_criterion.get(criterion, self.ranking)
        return replace(how, lower_is_better=True) if criterion in self.lower_is_better else how


@dataclass(frozen=True, slots=True)
class CorrelationEntry:
    """Measures to be correlated over systems: metrics or criteria, `of` with `against`; no tracks means all."""

    name: str
    of: tuple[str, ...]
    against: tuple[str, ...]
    tracks: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportEntry:
    """What the report has besides scores; the values of the slots in `delexicalise` are taken out of texts first.

    Statistics, similarity and levels are for the `tracks` that are named, or for all. `comparisons` None: where there
    are not too many systems. `digits` None: as usual. `published` are tables of published numbers, or folders of them.
    `baseline` None: the first system of the family "baseline". `frequencies` None: the usual list of frequent words.
    `has_usual_statistics` says that tracks without any measure get usual statistics, if none are named.
    """

    statistics: tuple[str, ...] = ()
    similarity: tuple[str, ...] = ()
    delexicalise: tuple[str, ...] = ()
    levels: bool = False
    comparisons: bool | None = None
    digits: int | None = None
    percent: bool = False
    tracks: tuple[str, ...] = ()
    published: tuple[Path, ...] = ()
    baseline: str | None = None
    frequencies: Path | None = None
    has_usual_statistics: bool = False


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything in campaign.toml. `has_usual_metrics` says that tracks without metrics of their own get usual ones."""

    name: str
    seed: int
    resamples: int
    confidence: float
    folder: Path
    tracks: tuple[Track, ...]
    entries: tuple[Entry, ...]
    metrics: tuple[MetricEntry, ...]
    derived: tuple[DerivedEntry, ...]
    report: ReportEntry
    studies: tuple[StudyDesign, ...] = ()
    ratings: tuple[RatingsEntry, ...] = ()
    has_usual_metrics: bool = True
    engine: str = "serial"  # where scoring runs: NAME or NAME:WORKERS
    correlations: tuple[CorrelationEntry, ...] = ()
    absent_tracks: tuple[str, ...] = ()  # optional ones whose data are not on this machine
