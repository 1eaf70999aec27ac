"""Fair ends: what raters have done and are to be paid, whose work is rejected or taken in again, and larger studies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from genchal.campaign.studies.identities import Identities, find_rater, list_identities
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain.results.table import Column, Table
from genchal.errors import InvalidInput, counted
from genchal.store.connection.writer import Transaction
from genchal.store.identities import Participant, list_participants
from genchal.store.rejections import list_rejection_reasons, readmit_rater, reject_rater
from genchal.store.store import Store
from genchal.store.studies import find_study, raise_quota

_SAID = {
    "rejected": "rejected",
    "screened_out": "screened out",
    "no_consent": "no consent",
    "removed": "removed",
}
_WORK = {"full": "full", "some": "partial", "none": "none"}


@dataclass(frozen=True, slots=True)
class PayList:
    """Everybody who came, what they did, and what that is worth; `unknown` are codes that nobody was given."""

    people: Identities
    sheets: int
    total: float | None
    currency: str
    unknown: tuple[str, ...] = field(default=())

    def tables(self) -> tuple[Table, ...]:
        """One row per rater."""
        columns = tuple(
            Column(name.replace("_", " "), name, digits=2) if kind is float else Column(name.replace("_", " "), name)
            for name, kind in self.people.columns.items()
        )
        return (Table("Pay", columns, self.people.rows, notes=tuple(self.sentences()), label="pay"),)

    def sentences(self) -> Sequence[str]:
        """The sum, and codes that are nobody's."""
        due = f"{self.total:.2f} {self.currency}".rstrip() if self.total is not None else ""
        said = [f"{counted(self.sheets, 'sheet')} to be paid{f': {due}' if due else ''}."]
        return [*said, *(f"Code {code} was given to nobody." for code in self.unknown)]

    def payload(self) -> dict[str, object]:
        """One record per rater."""
        return {**self.people.payload(), "total": self.total, "currency": self.currency, "unknown_codes": self.unknown}


def make_pay_list(store: Store, name: str, raters: Sequence[str] = (), codes: Sequence[str] = ()) -> PayList:
    """List who is to be paid for what: every rater, or these, or those who were given these codes.

    Sheets that came too late to count (surplus) are paid like all others; those of rejected raters are not.
    """
    with store.reading() as transaction:
        study = find_study(transaction, name)
        opened = read_study(study)
        known = {participant.rater: participant for participant in list_participants(transaction, study.id)}
        reasons = list_rejection_reasons(transaction, study.id)
    people = list_identities(store, name, raters)
    places = {column: place for place, column in enumerate(people.columns)}
    own, pay = places["code"], opened.design.pay
    rows = [row for row in people.rows if not codes or row[own] in codes]
    ids = [column for column in people.columns if column not in ("state", "sheets", "finished_at", "code")]
    columns = {**dict.fromkeys(ids, str), "work": str, "sheets": int, "of": str, "paid_sheets": int}
    columns |= {**({"pay": float} if pay is not None else {}), "code": str, "reason": str}
    listed, paid_in_all = [], 0
    for row in rows:
        participant = known[str(row[places["rater"]])]
        paid = 0 if participant.state == "rejected" else participant.answered
        paid_in_all += paid
        wanted = opened.sheets_of_a_rater
        listed.append(
            (
                *(row[places[column]] for column in ids),
                *(_say_work(opened, participant), participant.answered, "" if wanted is None else str(wanted), paid),
                *([] if pay is None else [round(pay * paid, 2)]),
                *(row[own], reasons.get(participant.id, "")),
            )
        )
    unknown = tuple(code for code in codes if code not in {row[own] for row in rows})
    total = None if pay is None else round(pay * paid_in_all, 2)
    return PayList(Identities(columns, tuple(listed)), paid_in_all, total, opened.design.currency, unknown)


def reject_work(store: Store, name: str, rater: str, reason: str, now: float) -> str:
    """Set aside what a rater answered, with a reason; say what became of it."""

    def reject(transaction: Transaction) -> str:
        study, found = _find(transaction, name, rater)
        sheets = reject_rater(transaction, study, found.id, _check_reason(reason), now)
        return f"{found.rater} of {name} is rejected: {counted(sheets, 'sheet')} set aside, to be judged by others"

    return store.write(reject)


def readmit_work(store: Store, name: str, rater: str, reason: str, now: float) -> str:
    """Take in again what was set aside of a rater; say what became of it."""

    def readmit(transaction: Transaction) -> str:
        study, found = _find(transaction, name, rater)
        done = readmit_rater(transaction, study, found.id, _check_reason(reason), now)
        counts = f"{counted(done.counted, 'sheet')} {'counts' if done.counted == 1 else 'count'}"
        said = f"{found.rater} of {name} is admitted again: {counts}"
        if not done.surplus:
            return said
        replaced = "1 is surplus, as others have judged it meanwhile"
        if done.surplus > 1:
            replaced = f"{done.surplus} are surplus, as others have judged them meanwhile"
        return f"{said}; {replaced}"

    return store.write(readmit)


def extend_study(store: Store, name: str, raters_per_item: int, now: float) -> str:
    """Ask more raters to judge every item; say how many sheets that adds."""
    more = store.write(lambda t: raise_quota(t, find_study(t, name), raters_per_item, now))
    return f"{name}: {counted(raters_per_item, 'rater')} per item, {counted(more, 'sheet')} more"


def _find(transaction: Transaction, name: str, rater: str) -> tuple[int, Participant]:
    study = find_study(transaction, name)
    known = {participant.rater: participant for participant in list_participants(transaction, study.id)}
    return study.id, known[find_rater(rater, known)]


def _check_reason(reason: str) -> str:
    if not reason.strip():
        raise InvalidInput("there is no reason", "Say in a few words why: it is kept with the study.")
    return reason.strip()


def _say_work(opened: RunningStudy, participant: Participant) -> str:
    return _SAID.get(participant.state) or _WORK[opened.judge_work(participant.answered)]
