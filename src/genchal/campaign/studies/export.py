"""What was collected, as files: numbers as ratings that other commands read, and everything else beside them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Literal, TypeVar

from genchal.campaign.studies.page_times import read_time_spent
from genchal.campaign.studies.tuna_export import make_trial_files
from genchal.errors import counted
from genchal.ratings.long import HEADER
from genchal.resources.files import write_whole
from genchal.resources.spreadsheets import defuse_formulas
from genchal.resources.table_files import check_name, table, write_table
from genchal.store.comments import Comment, list_comments
from genchal.store.export import AnsweredSheet, list_answered_sheets, name_sheet, read_ratings
from genchal.store.records import Rating
from genchal.store.store import Store
from genchal.store.studies import find_study

RATINGS = {name: {"position": int, "shown_at": float, "answered_at": float}.get(name, str) for name in HEADER}
TimeUnit = Literal["hour", "day", "week"]
UNITS: Mapping[TimeUnit, float] = {"hour": 3600.0, "day": 86_400.0, "week": 7 * 86_400.0}
_FIRST_MONDAY = 4 * 86_400.0  # 1970-01-05
Timed = TypeVar("Timed", Rating, AnsweredSheet)
TIMES = {
    "rater": str,
    "sheet": str,
    "kind": str,
    "shown_at": float,
    "answered_at": float,
    "active_seconds": float,
    "idle_seconds": float,
    "hidden_seconds": float,
    "items": int,
    "condition": str,
    "state": str,
}


COMMENTS = {"rater": str, "sheet": str, "comment": str, "received_at": float}


@dataclass(frozen=True, slots=True)
class ExportedStudy:
    """What was written; `table` is the ratings themselves where no file is named for anything."""

    ratings: int
    others: int
    has_others: bool
    table: str | None
    sheets: int | None = None
    trials: int | None = None
    comments: int | None = None

    def sentence(self) -> str:
        """Such as "120 ratings; 40 values that are not numbers; 60 sheets"."""
        note = "" if self.has_others or not self.others else " were not written: give a file with --texts"
        return "; ".join(
            [
                counted(self.ratings, "rating"),
                *([f"{self.others:,} values that are not numbers{note}"] if self.others else []),
                *([counted(self.sheets, "sheet")] if self.sheets is not None else []),
                *([counted(self.trials, "trial")] if self.trials is not None else []),
                *([counted(self.comments, "comment")] if self.comments is not None else []),
            ]
        )


def export_study(
    store: Store,
    name: str,
    out: Path | None = None,
    texts: Path | None = None,
    *,
    times: Path | None = None,
    attribute_sets: Path | None = None,
    comments: Path | None = None,
    surplus: bool = False,
    coarse_times: TimeUnit | None = None,
) -> ExportedStudy:
    """Write what a study has collected: numbers to `out`, all else (texts, spans, things pointed at) to `texts`.

    `times` says how long every sheet took, surplus ones too. `attribute_sets` is TUNA's XML: one file (.xml), or a
    folder with a file for each rater. `coarse_times` leaves of moments the hour, day or week; durations stay.
    `comments` are what raters said about sheets and about the study.
    """
    tables = {path for path in (out, texts, times, comments) if path is not None}
    for path in tables:
        check_name(path)
    with store.reading() as transaction:
        study = find_study(transaction, name)
        rows = list(read_ratings(transaction, study.id, surplus=surplus))
        sheets = list(list_answered_sheets(transaction, study.id)) if times or attribute_sets else []
        said = list(list_comments(transaction, study.id)) if comments else []
        if coarse_times:
            rows = [coarsen_times(row, coarse_times) for row in rows]
            sheets = [coarsen_times(sheet, coarse_times) for sheet in sheets]
            said = [replace(one, received_at=_coarsen_moment(one.received_at, coarse_times)) for one in said]
        trials = make_trial_files(transaction, study, rows, sheets, attribute_sets) if attribute_sets else None
    numbers = [astuple(rating) for rating in rows if is_number(rating.value)]
    others = [astuple(rating) for rating in rows if not is_number(rating.value)]
    for place, columns, values in (
        (out, RATINGS, numbers),
        (texts, RATINGS, others),
        (times, TIMES, [_times(sheet) for sheet in sheets]),
        (comments, COMMENTS, [_comment(one) for one in said]),
    ):
        if place is not None:
            write_table(place, columns, defuse_formulas(place.suffix, columns, values, {"value"}))
    for place, data in trials.files.items() if trials else ():
        write_whole(place, data)
    return ExportedStudy(
        len(numbers),
        len(others),
        has_others=texts is not None or trials is not None,
        table=None if tables or trials else table(".csv", RATINGS, numbers).decode(),
        sheets=len(sheets) if times else None,
        trials=trials.count if trials else None,
        comments=len(said) if comments else None,
    )


def _coarsen_moment(moment: float, unit: TimeUnit) -> float:
    return moment - (moment - _FIRST_MONDAY) % UNITS[unit]


def coarsen_times(row: Timed, unit: TimeUnit) -> Timed:
    """Round the moment of showing down to the hour, day or week (from Monday) in UTC; how long it took stays."""
    start = _coarsen_moment(row.shown_at, unit)
    return replace(row, shown_at=start, answered_at=start + (row.answered_at - row.shown_at))


def _times(sheet: AnsweredSheet) -> Sequence[object]:
    kind = "practice" if sheet.practice else "scored"
    moments = (sheet.shown_at, sheet.answered_at)
    return (
        sheet.rater,
        sheet.sheet,
        kind,
        *moments,
        *read_time_spent(sheet.timings),
        sheet.items,
        sheet.condition,
        sheet.state,
    )


def _comment(said: Comment) -> Sequence[object]:
    return said.rater, "" if said.sheet is None else name_sheet(said.sheet), said.text, said.received_at


def is_number(value: str) -> bool:
    """Whether a value is a number, and not a text, a span or an object pointed at."""
    try:
        return math.isfinite(float(value))
    except ValueError:
        return False
