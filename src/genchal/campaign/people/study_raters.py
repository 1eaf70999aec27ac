"""How far studies are, and who is at work on them: what raters did, how fast they were, and what is odd about them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from genchal.campaign.judgements.load import read_rating_lines
from genchal.campaign.judgements.quality_control import check_raters
from genchal.campaign.studies.collected import list_rater_seconds, tabulate_numbers
from genchal.campaign.studies.status import StudyStatus, StudyStatuses, read_study_status
from genchal.domain.results.judgements.quality_control import PassRules, RaterCheck
from genchal.domain.results.table import Column, Table
from genchal.store.identities import Participant, list_participants
from genchal.store.store import Store
from genchal.store.studies import find_study

SHOWN = 5  # raters who are named below the table
RULES = PassRules(fewest_judgements=0)  # who has just begun has few judgements, and is not odd for it


@dataclass(frozen=True, slots=True)
class StudyRater:
    """A rater of a study: sheets without practice, the median seconds of one, and what quality control says.

    `verdict` is None where nothing was judged by numbers.
    """

    study: str
    rater: str
    state: str
    sheets: int
    seconds: float | None
    verdict: str | None
    reasons: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def is_odd(self) -> bool:
        """Whether an organiser should look at what this rater did."""
        return bool(self.reasons or self.flags)


@dataclass(frozen=True, slots=True)
class WatchedStudies:
    """The progress of studies and their raters; `names_all` lists all raters in tables, not only a few odd ones."""

    studies: tuple[StudyStatus, ...]
    raters: tuple[StudyRater, ...]
    names_all: bool = False

    def tables(self) -> tuple[Table, ...]:
        """One row per study, and one per rater where all are to be named."""
        (progress,) = StudyStatuses(self.studies).tables()
        flagged = {study.name: sum(rater.is_odd for rater in self._of(study.name)) for study in self.studies}
        rows = tuple((*row, flagged[str(row[0])]) for row in progress.rows)
        columns = (*progress.columns, Column("flagged"))
        first = replace(progress, columns=columns, rows=rows, notes=tuple(self._say_odd()))
        return (first, self._tabulate_raters()) if self.names_all else (first,)

    def payload(self) -> dict[str, object]:
        """One record per study, and one per rater."""
        return {"studies": self.studies, "raters": self.raters}

    def _of(self, study: str) -> Iterator[StudyRater]:
        return (rater for rater in self.raters if rater.study == study)

    def _say_odd(self) -> Iterator[str]:
        if self.names_all:
            return
        for study in self.studies:
            odd = [rater for rater in self._of(study.name) if rater.is_odd]
            for rater in odd[:SHOWN]:
                yield f"{study.name}: {rater.rater}: {'; '.join((*rater.reasons, *rater.flags))}."
            if len(odd) > SHOWN:
                yield f"{study.name}: and {len(odd) - SHOWN} more; --raters lists all."

    def _tabulate_raters(self) -> Table:
        columns = (
            *(Column("study"), Column("rater"), Column("state"), Column("sheets")),
            *(Column("seconds per sheet", "seconds", digits=0), Column("quality control", "verdict"), Column("why")),
        )
        rows = tuple(
            (
                *(rater.study, rater.rater, rater.state, rater.sheets, rater.seconds, rater.verdict),
                "; ".join((*rater.reasons, *rater.flags)),
            )
            for rater in self.raters
        )
        return Table("Raters", columns, rows, label="raters")


def watch_studies(store: Store, name: str | None = None, *, names_all: bool = False) -> WatchedStudies:
    """Read the progress of the studies in a database, or of one of them, with what their raters did."""
    statuses = read_study_status(store, name).studies
    raters = tuple(rater for status in statuses for rater in list_study_raters(store, status.name))
    return WatchedStudies(statuses, raters, names_all)


def list_study_raters(store: Store, name: str) -> list[StudyRater]:
    """All raters of a study in order of arrival, with what quality control finds; nobody is left out for it."""
    with store.reading() as transaction:
        study = find_study(transaction, name)
        people = list_participants(transaction, study.id)
        count, table = tabulate_numbers(transaction, study)
        seconds = list_rater_seconds(transaction, study)
    checks: dict[str, RaterCheck] = {}
    if count:
        ratings = read_rating_lines(table.removesuffix("\n").split("\n"), f"study '{name}'")
        checks = {check.rater: check for check in check_raters(ratings, RULES)}
    return [_describe(name, person, checks.get(person.rater), seconds) for person in people]


def _describe(
    study: str, person: Participant, check: RaterCheck | None, seconds: Mapping[str, tuple[float, ...]]
) -> StudyRater:
    took = [value for value in seconds.get(person.rater, ()) if math.isfinite(value)]
    return StudyRater(
        study=study,
        rater=person.rater,
        state=person.state,
        sheets=person.answered,
        seconds=float(np.median(took)) if took else None,
        verdict=check.verdict if check else None,
        reasons=check.reasons if check else (),
        flags=check.flags if check else (),
    )
