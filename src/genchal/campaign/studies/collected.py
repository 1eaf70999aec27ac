"""What the studies of a campaign have collected so far, as ratings: the same rows as an export, without a file."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass

from genchal.campaign.studies.export import RATINGS, is_number
from genchal.campaign.studies.page_times import read_time_spent
from genchal.campaign.studies.stored import read_study
from genchal.domain.study.design import StudyDesign
from genchal.elicitation.designed import make_criteria_groups
from genchal.resources.table_files import table
from genchal.store.connection.writer import Transaction
from genchal.store.export import AnsweredSheet, list_answered_sheets, read_ratings
from genchal.store.records import Study
from genchal.store.store import Store
from genchal.store.studies import list_studies


@dataclass(frozen=True, slots=True)
class CollectedAnswers:
    """One stored study: its ratings as the text of a table, and the seconds that each answered sheet took.

    `design` is the one that raters have met; `of` is the name of the [[study]] that it was made from. `paid` counts
    answered sheets that were not for practice, surplus ones too: their raters have worked.
    """

    name: str
    of: str
    design: StudyDesign
    criteria: tuple[str, ...]
    table: str
    ratings: int
    seconds: tuple[float, ...]
    paid: int


def list_stored_names(design: StudyDesign) -> list[str]:
    """What a study is called where it is stored: one for each criterion if they are not asked together."""
    groups = make_criteria_groups(design)
    return [design.name] if len(groups) == 1 else [f"{design.name}-{criteria[0].name}" for criteria in groups]


def collect_answers(store: Store, designs: tuple[StudyDesign, ...]) -> list[CollectedAnswers]:
    """What the database holds now of these studies; those that are not stored are left out."""
    with store.reading() as transaction:
        stored = {study.name: study for study in list_studies(transaction)}
        return [
            collect_study(transaction, stored[name], design.name)
            for design in designs
            for name in list_stored_names(design)
            if name in stored
        ]


def collect_study(transaction: Transaction, study: Study, of: str) -> CollectedAnswers:
    """What the database holds now of one study, which was made from the [[study]] `of`."""
    ratings, text = tabulate_numbers(transaction, study)
    sheets = list(list_answered_sheets(transaction, study.id))
    running = read_study(study)
    return CollectedAnswers(
        name=study.name,
        of=of,
        design=running.design,
        criteria=tuple(criterion.name for criterion in running.criteria),
        table=text,
        ratings=ratings,
        seconds=tuple(seconds for sheet in sheets if math.isfinite(seconds := _seconds(sheet))),
        paid=sum(not sheet.practice for sheet in sheets),
    )


def tabulate_numbers(transaction: Transaction, study: Study) -> tuple[int, str]:
    """Judgements of a study that are numbers: how many, and as the text of a table."""
    rows = [astuple(rating) for rating in read_ratings(transaction, study.id) if is_number(rating.value)]
    return len(rows), table(".csv", RATINGS, rows).decode()


def list_rater_seconds(transaction: Transaction, study: Study) -> dict[str, tuple[float, ...]]:
    """Seconds of the sheets of each rater of a study, without practice."""
    found: dict[str, list[float]] = {}
    for sheet in list_answered_sheets(transaction, study.id):
        if not sheet.practice:
            found.setdefault(sheet.rater, []).append(_seconds(sheet))
    return {rater: tuple(seconds) for rater, seconds in found.items()}


def _seconds(sheet: AnsweredSheet) -> float:
    """How long a rater was busy with a sheet; where no script measured it, from its showing to its answers."""
    active = read_time_spent(sheet.timings)[0]
    return active if active is not None else sheet.answered_at - sheet.shown_at
