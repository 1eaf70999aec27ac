"""Until when it is kept who raters are: `erase_on` of a study. Then it is closed, and they are erased."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime

from genchal.campaign.studies.stored import read_study
from genchal.store.connection.writer import Transaction
from genchal.store.identities import erase_identities, list_known_raters
from genchal.store.records import Study
from genchal.store.store import Store
from genchal.store.studies import list_studies, set_study_state


@dataclass(frozen=True, slots=True)
class ErasedStudy:
    """A study whose date has come, and how many raters were erased."""

    name: str
    raters: int


def erase_due(store: Store, now: float) -> tuple[list[ErasedStudy], str]:
    """Erase the identities of studies whose date has come; and what remains of them in the database's files.

    On the day itself, in UTC, nobody can take part any more: who they are would be erased at once.
    """

    def erase(transaction: Transaction) -> list[ErasedStudy]:
        erased = []
        for study in list_studies(transaction):
            raters = list_known_raters(transaction, study.id)
            if is_due(study, now) and (raters or study.state == "open"):
                if study.state == "open":
                    set_study_state(transaction, study.id, "closed", now)
                erase_identities(transaction, study.id, raters, now)
                erased.append(ErasedStudy(study.name, len(raters)))
        return erased

    if not any(is_due(study, now) for study in store.read(list_studies)):
        return [], ""
    erased = store.write(erase)
    return erased, store.purge() if any(study.raters for study in erased) else ""


def is_due(study: Study, now: float) -> bool:
    """Whether the date of a study has come."""
    return has_come(read_study(study).design.erase_on, now)


def has_come(erase_on: str, now: float) -> bool:
    """Whether a date is today, in UTC, or has passed; a study without one has none to come."""
    return bool(erase_on) and datetime.fromtimestamp(now, UTC).date() >= date.fromisoformat(erase_on)
