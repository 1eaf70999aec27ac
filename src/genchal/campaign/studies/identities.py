"""Who raters are on their platforms: listed so that they can be paid, and erased when that is done.

A rater has the name that `genchal study export` writes and that rankings and verdicts of quality control repeat.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain.results.table import Column, Table
from genchal.errors import InvalidInput, UnknownName
from genchal.resources.table_files import Columns
from genchal.store.connection.writer import Transaction
from genchal.store.identities import Participant, erase_identities, list_participants, recognise_raters
from genchal.store.raters import name_rater
from genchal.store.records import Identity, Study
from genchal.store.store import Store
from genchal.store.studies import find_study

LINKS = 100_000  # numbers of invitations that are tried
_NUMBER = re.compile(r"(?:rater-)?0*([1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class Identities:
    """Raters as rows: pseudonym, platform and what it calls them, and what they did."""

    columns: Columns
    rows: tuple[tuple[str | int | float, ...], ...]

    def tables(self) -> tuple[Table, ...]:
        """One row per rater."""
        return (Table("Raters", tuple(Column(name, name) for name in self.columns), self.rows, label="raters"),)

    def payload(self) -> dict[str, object]:
        """One record per rater."""
        return {"raters": [dict(zip(self.columns, row, strict=True)) for row in self.rows]}


def list_identities(store: Store, name: str, raters: Sequence[str] = ()) -> Identities:
    """List everybody who came to a study, or these raters. Invitations have their numbers, browsers nothing."""
    with store.reading() as transaction:
        study = find_study(transaction, name)
        found = list_participants(transaction, study.id)
        links = _find_links(transaction, study)
    known = {participant.rater: participant for participant in found}
    if raters:
        found = [known[find_rater(rater, known)] for rater in raters]
    opened = read_study(study)
    ids = _id_columns(opened, found)
    columns: Columns = {
        "rater": str,
        "platform": str,
        **dict.fromkeys(ids, str),
        "state": str,
        "sheets": int,
        "finished_at": str,
        "code": str,
    }
    rows: list[tuple[str | int | float, ...]] = []
    for participant in found:
        given = [{"link": links[participant.id]}] if participant.id in links else participant.given
        platform = "link" if participant.id in links else participant.platform
        own = [" ".join(dict.fromkeys(each[key] for each in given if key in each)) for key in ids]
        done = (
            participant.state,
            participant.answered,
            _moment(participant.finished_at),
            opened.find_code(participant.number, participant.ended_as, participant.answered),
        )
        rows.append((participant.rater, platform, *own, *done))
    return Identities(columns, tuple(rows))


def erase_raters(
    store: Store, name: str, raters: Sequence[str] | None, now: float, *, with_answers: bool = False
) -> tuple[Sequence[str], str]:
    """Permanently erase the identities of raters, or of all (None), and their answers if these are withdrawn.

    Who was erased, and a sentence if something of it remains in the database's files.
    """

    def erased(transaction: Transaction) -> list[str]:
        study = find_study(transaction, name)
        if raters is None and study.state == "open":
            raise InvalidInput(
                f"study '{name}' is open, so an erased rater could take part again",
                f"Close it first: genchal study close {name}. Nothing was erased.",
            )
        known = {participant.rater: participant.id for participant in list_participants(transaction, study.id)}
        chosen = list(known) if raters is None else [find_rater(rater, known) for rater in raters]
        erase_identities(transaction, study.id, [known[rater] for rater in chosen], now, with_answers=with_answers)
        return chosen

    return store.write(erased), store.purge()


def find_rater(text: str, known: Collection[str]) -> str:
    """Find the pseudonym that is given in full or as a number."""
    found = _NUMBER.fullmatch(text.strip())
    name = name_rater(int(found[1])) if found else text
    if name not in known:
        raise UnknownName("rater", text, known)
    return name


def _find_links(transaction: Transaction, study: Study) -> dict[int, str]:
    """Find the numbers of personal links. They are not stored; the study's key is needed to work them out."""
    if read_study(study).design.identity != "link":
        return {}
    who = (Identity("link", str(number)) for number in range(1, LINKS + 1))
    return {number: rater.id for number, rater in recognise_raters(transaction, study, who).items()}


def _id_columns(opened: RunningStudy, found: Sequence[Participant]) -> list[str]:
    home = opened.design.home
    first = (home.id, *home.keep) if home else ("link",) if opened.design.identity == "link" else ()
    return list(
        dict.fromkeys([*first, *(key for participant in found for given in participant.given for key in given)])
    )


def _moment(seconds: float | None) -> str:
    return "" if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
