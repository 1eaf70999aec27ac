"""The leaderboard of the page: one line a system, metrics and people side by side, with letters for what differs.

What is marked rests on the tests: best values, those not significantly worse, and those significantly above the
baseline. Values that read the same are both best, whatever the next decimal says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from genchal.domain.results.campaign import DECIMALS
from genchal.domain.submission import System
from genchal.reports.contents.items import ReportStyle
from genchal.reports.contents.track import TrackContents
from genchal.reports.figures.symbols import family_shapes, needs_legend, write_symbol
from genchal.reports.standings import Placed, Standing, letter_groups

NOT_SCORED = "–"
BASELINE = "baseline"  # the family of the system that others are compared with, unless a campaign names one


@dataclass(frozen=True, slots=True)
class CompactCell:
    """One number: as shown, as it is sorted by, with its interval, letters and marks.

    `mark` is where interval and value lie in the column: start, width and point, in per cent.
    """

    value: str
    exact: float | None = None
    interval: str = ""
    letters: str = ""
    is_best: bool = False
    is_near_best: bool = False
    is_above_baseline: bool = False
    not_scored: int = 0
    mark: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class CompactColumn:
    """A measure or criterion with its title, and what it is."""

    standing: Standing
    best_first: str
    is_sorted_by: bool
    has_letters: bool
    hint: str

    @property
    def is_people(self) -> bool:
        """Whether people said it."""
        return self.standing.source == "people"


@dataclass(frozen=True, slots=True)
class CompactRow:
    """A system; `starts_cluster` says that a cluster of the first criterion ends above it."""

    system: System
    team: str | None
    symbol: str | None  # corners of the family's symbol, empty for a dot; None without a family
    about: str
    cells: tuple[CompactCell, ...]
    starts_cluster: bool


@dataclass(frozen=True, slots=True)
class CompactTable:
    """The leaderboard as the page shows it; what its legend explains is there only where it is in the table."""

    columns: tuple[CompactColumn, ...]
    rows: tuple[CompactRow, ...]
    families: tuple[tuple[str, str], ...]
    baseline: str | None
    has_late: bool
    has_secondary: bool
    has_oracle: bool
    has_letters: bool
    has_near_best: bool
    has_above_baseline: bool
    has_numbers: bool  # instead of letters
    has_intervals: bool
    has_clusters: bool
    has_partial: bool
    low_rated: tuple[str, ...]  # criteria whose scores are high for systems that were rated low
    scopes: tuple[str, ...]  # which measures score some of the instances only, in words


def compact_table(contents: TrackContents, style: ReportStyle) -> CompactTable:
    """Lay out the leaderboard of a track."""
    order = contents.order
    standings = (*contents.people, *contents.measures)
    sorted_by = standings[0] if standings else None
    baseline = _find_baseline(order, style.baseline)
    # Where no pair differs, all would have the same letter.
    letters = [letter_groups(standing) if standing.wins else {} for standing in standings]
    scopes = contents.track.scopes()
    missing = {
        (score.system, score.metric): scopes[score.metric].count_others(score)
        if score.metric in scopes
        else score.not_scored
        for score in contents.track.scores
    }
    signatures = {measure.name: measure.signature for measure in contents.track.measures}
    columns = [
        _column_cells(standing, order, own, baseline, style) for standing, own in zip(standings, letters, strict=True)
    ]
    for column, standing in zip(columns, standings, strict=True):
        if standing.source == "metric":
            column[:] = [
                _with_missing(cell, missing.get((system.name, standing.name), 0))
                for cell, system in zip(column, order, strict=True)
            ]
    shapes = family_shapes(contents.track.systems)
    if not needs_legend(shapes):
        shapes = {}
    # Who was not rated, or does not compete, is in no cluster: a rule above them would separate nothing.
    clusters = [
        sorted_by.placed[system.name].cluster if sorted_by and system.name in sorted_by.order else None
        for system in order
    ]
    rows = []
    for place, system in enumerate(order):
        team = None if system.anonymous else system.team
        descriptors = {} if system.anonymous else system.descriptors
        about = [team or "", system.family or "", *(f"{name}: {value}" for name, value in descriptors.items())]
        rows.append(
            CompactRow(
                system,
                team,
                write_symbol(shapes[system.family]) if system.family in shapes else None,
                " · ".join(filter(None, about)),
                tuple(column[place] for column in columns),
                bool(place) and len({None, clusters[place], clusters[place - 1]}) > 2,
            )
        )
    return CompactTable(
        tuple(
            CompactColumn(
                standing,
                "ascending" if standing.higher_is_better is False else "descending",
                standing is sorted_by,
                bool(own),
                signatures.get(standing.name, "") if standing.source == "metric" else standing.test,
            )
            for standing, own in zip(standings, letters, strict=True)
        ),
        tuple(rows),
        tuple((family, write_symbol(shape)) for family, shape in shapes.items()),
        baseline,
        any(system.late for system in order),
        not all(system.primary for system in order),
        any(system.oracle for system in order),
        any(letters),
        any(cell.is_near_best for column in columns for cell in column),
        any(cell.is_above_baseline for column in columns for cell in column),
        any(text[:1].isdigit() for own in letters for text in own.values()),
        any(cell.interval for column in columns for cell in column),
        any(row.starts_cluster for row in rows),
        any(cell.not_scored for column in columns for cell in column),
        tuple(standing.label for standing in standings if standing.is_low_rated and standing.higher_is_better),
        contents.track.scope_sentences(),
    )


def _find_baseline(order: Sequence[System], named: str | None) -> str | None:
    """The system that is named, or the first of the family that stands for baselines; None where there is neither."""
    names = [system.name for system in order]
    if named in names:
        return named
    return next((system.name for system in order if (system.family or "").lower() == BASELINE), None)


def write_number(value: float, digits: int, times: int = 1) -> str:
    """A number with so many decimals, no minus before zero."""
    text = f"{value * times:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def _column_cells(
    standing: Standing,
    order: Sequence[System],
    letters: dict[str, str],
    baseline: str | None,
    style: ReportStyle,
) -> list[CompactCell]:
    is_scaled = style.percent and standing.is_fraction
    usual = (DECIMALS if standing.source == "metric" else standing.digits) - (2 if is_scaled else 0)
    digits = style.digits if style.digits is not None and standing.source == "metric" else max(usual, 0)
    times = 100 if is_scaled else 1
    has_best = standing.higher_is_better is not None and bool(standing.order)
    best = write_number(standing.placed[standing.order[0]].value, digits, times) if has_best else None
    marks = _place_marks([standing.placed.get(system.name) for system in order])
    cells = []
    for system, mark in zip(order, marks, strict=True):
        place = standing.placed.get(system.name)
        if place is None:
            cells.append(CompactCell(NOT_SCORED))
            continue
        shown = write_number(place.value, digits, times)
        bounds = _bounds(place)
        cells.append(
            CompactCell(
                shown,
                place.value,
                f"{write_number(bounds[0], digits, times)} – {write_number(bounds[1], digits, times)}"
                if bounds
                else "",
                letters.get(system.name, ""),
                shown == best and system.name in standing.order,
                has_best and shown != best and standing.is_near_best(system.name),
                baseline is not None and (system.name, baseline) in standing.wins,
                mark=mark,
            )
        )
    return cells


def _with_missing(cell: CompactCell, count: int) -> CompactCell:
    return replace(cell, not_scored=count) if count and cell.exact is not None else cell


def _bounds(place: Placed) -> tuple[float, float] | None:
    if place.low is None or place.high is None or not math.isfinite(place.low + place.high):
        return None
    return place.low, place.high


def _place_marks(placed: Sequence[Placed | None]) -> list[tuple[float, float, float] | None]:
    """Place the marks of one column, whose ends are the lowest and the highest number in it."""
    spans = [(*(_bounds(place) or (place.value, place.value)), place.value) if place else None for place in placed]
    numbers = [number for span in spans if span for number in span]
    if not numbers:
        return [None] * len(spans)
    lowest, highest = min(numbers), max(numbers)

    def share(number: float) -> float:
        return round(100 * (number - lowest) / (highest - lowest), 1) if highest > lowest else 50.0

    return [
        (share(span[0]), round(share(span[1]) - share(span[0]), 1), share(span[2])) if span else None for span in spans
    ]
