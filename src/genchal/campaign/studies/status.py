"""The progress of studies, and the links that raters are sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from genchal.campaign.studies.links import check_base_url, make_personal_link, make_signing_key, make_study_link
from genchal.campaign.studies.stored import read_study
from genchal.domain.results.table import Cell, Column, Table
from genchal.errors import InvalidInput
from genchal.store.export import read_ratings, read_study_progress
from genchal.store.records import Rating, StudyProgress
from genchal.store.store import Store
from genchal.store.studies import find_study, list_studies


@dataclass(frozen=True, slots=True)
class StudyStatus:
    """The progress of a study; `seconds` is the median time from showing a sheet to its answers, None without any."""

    name: str
    state: str
    progress: StudyProgress
    seconds: float | None


@dataclass(frozen=True, slots=True)
class StudyStatuses:
    """The progress of several studies."""

    studies: tuple[StudyStatus, ...]

    def tables(self) -> tuple[Table, ...]:
        """One row per study; sheets for practice are not counted."""
        columns = (
            Column("study"),
            Column("state"),
            Column("sheets", "answered"),
            Column("wanted", missing="any number"),
            Column("complete"),
            Column("of", "blocks"),
            Column("in progress", "leased"),
            Column("judgements"),
            Column("seconds per sheet", "seconds", digits=0),
            Column("raters"),
        )
        return (Table("Studies", columns, tuple(_write_row(status) for status in self.studies), label="studies"),)

    def payload(self) -> dict[str, object]:
        """One record per study."""
        return {"studies": self.studies}


def _write_row(status: StudyStatus) -> tuple[Cell, ...]:
    progress = status.progress
    raters = ", ".join(f"{count:,} {state.replace('_', ' ')}" for state, count in sorted(progress.raters.items()))
    sheets = (progress.answered, progress.wanted, progress.complete, progress.blocks, progress.leased)
    return status.name, status.state, *sheets, progress.judgements, status.seconds, raters or "none"


def read_study_status(store: Store, name: str | None = None) -> StudyStatuses:
    """Read the progress of the studies in a database, or of one of them."""
    with store.reading() as transaction:
        studies = list_studies(transaction) if name is None else [find_study(transaction, name)]
        return StudyStatuses(
            tuple(
                StudyStatus(
                    study.name,
                    study.state,
                    read_study_progress(transaction, study.id),
                    _median_seconds(read_ratings(transaction, study.id)),
                )
                for study in studies
            )
        )


def list_links(store: Store, name: str, base_url: str, first: int, count: int) -> list[str]:
    """The links that raters are sent: one for all, or a number of personal ones."""
    check_base_url(base_url)
    study = store.read(lambda transaction: find_study(transaction, name))
    opened = read_study(study)
    if opened.design.identity != "link":
        return [make_study_link(opened, base_url)]
    return [make_personal_link(study, number, base_url) for number in range(first, first + count)]


def find_signing_key(store: Store, name: str) -> str:
    """The key that a platform signs the ids of raters with."""
    study = store.read(lambda transaction: find_study(transaction, name))
    home = read_study(study).design.home
    if home is None or not home.signed:
        raise InvalidInput(
            f"study '{name}' has no signed ids", 'Name their parameter: platform = {signed = "...", ...}.'
        )
    return make_signing_key(study)


def _median_seconds(rows: Iterator[Rating]) -> float | None:
    took = {rating.sheet: rating.answered_at - rating.shown_at for rating in rows if rating.kind != "practice"}
    return float(np.median(list(took.values()))) if took else None
