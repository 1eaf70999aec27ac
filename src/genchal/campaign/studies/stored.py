"""Studies as they are stored and asked: everything that the server needs, without the campaign's files."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from genchal.domain.settings import settings_of
from genchal.domain.study.design import StudyDesign
from genchal.domain.study.keys import parse_design, write_keys
from genchal.domain.study.platform import Work
from genchal.domain.study.study import Criterion, Sheet
from genchal.elicitation.designed import make_method
from genchal.elicitation.messages import Messages, load_messages, name_inputs
from genchal.elicitation.method import Method
from genchal.store.connection.writer import Transaction
from genchal.store.leases import shorten_leases
from genchal.store.places import PlaceLimits
from genchal.store.records import StoredSheet, Study
from genchal.store.studies import list_studies
from genchal.version import __version__

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class RunningStudy:
    """A study as raters meet it. `sheets` and `practice` are how many there are in all."""

    study: Study
    design: StudyDesign
    method: Method
    criteria: tuple[Criterion, ...]
    texts: Messages
    title: str
    systems: tuple[str, ...]
    text_language: str
    sheets: int
    practice: int
    has_secret_fields: bool = True  # False: stored before names of form fields were made with the study's key

    @property
    def instructions(self) -> str:
        """What raters are told to do, in Markdown: the study's own words, or else the method's."""
        if self.design.instructions:
            return self.design.instructions
        rules = [self.texts("rule.back")] if self.is_revisable else []
        return self.method.write_instructions(self.criteria, self.texts, rules)

    @property
    def is_revisable(self) -> bool:
        """Whether raters can go back and change what they answered."""
        return self.design.revisable and self.method.is_revisable and not self.design.removes_hasty

    @property
    def lease_seconds(self) -> float:
        """How long a sheet stays reserved for an inactive rater."""
        return self.design.lease_minutes * 60

    @property
    def place_limits(self) -> PlaceLimits | None:
        """How many places a network may hold; None where nobody can come without being known."""
        design = self.design
        if design.identity == "link" or (design.home and design.home.signed):
            return None
        return PlaceLimits(design.places_per_address, design.raters_per_address)

    @property
    def has_gate(self) -> bool:
        """Whether browsers must do a calculation before anybody can take part."""
        return self.design.gate and self.place_limits is not None

    @property
    def sheets_of_a_rater(self) -> int | None:
        """How many sheets a rater will do at most; None if that is not known, since it depends on others."""
        if self.design.between:
            return self.design.sheets_per_rater
        return min(self.design.sheets_per_rater or self.sheets, self.sheets)

    @property
    def is_total_certain(self) -> bool:
        """Whether a rater will do that many sheets, if others do not take them away."""
        return self.design.crossed or self.design.sheets_per_rater is not None

    def judge_work(self, answered: int) -> Work:
        """How much of what a rater was to do is done, by the number of sheets that they have answered."""
        if not answered:
            return "none"
        wanted = self.sheets_of_a_rater
        return "full" if wanted is None or answered >= wanted else "some"

    def find_code(self, number: int, state: str, answered: int) -> str:
        """The completion code of a rater (by number), for how the study ended for them; none before the end."""
        codes = self.design.codes
        code = codes.at_end(state, self.judge_work(answered))
        return make_rater_code(self.study, code, number) if code and codes.per_rater else code

    def sheet(self, stored: StoredSheet) -> Sheet:
        """A stored sheet as the method reads it."""
        return stored.sheet(self.criteria, self.study.key if self.has_secret_fields else b"")


def make_rater_code(study: Study, code: str, number: int) -> str:
    """A code that only one rater has: with their number, and a signature that nobody else can make."""
    made = hmac.new(study.key, f"code\0{code}\0{number}".encode(), hashlib.sha256).digest()
    return f"{code}-{number}-{base64.b32encode(made).decode()[:10]}"


def write_design(
    design: StudyDesign,
    method: Method,
    criteria: tuple[Criterion, ...],
    *,
    title: str,
    systems: tuple[str, ...],
    text_language: str,
    sheets: int,
    practice: int,
) -> dict[str, Any]:
    """A study as the store keeps it: words and settings are written out, so that a later version asks the same."""
    settings = {name: getattr(method, name) for name in settings_of(type(method))}
    return {
        "schema": SCHEMA,
        "genchal": __version__,
        "keys": {**write_keys(design), **settings},
        "criteria": [asdict(criterion) for criterion in criteria],
        "title": title,
        "systems": list(systems),
        "text_language": text_language,
        "sheets": sheets,
        "practice": practice,
        "signature": method.signature(),
        "secret_fields": True,
    }


def read_study(study: Study) -> RunningStudy:
    """The study that was stored."""
    kept: Mapping[str, Any] = study.design
    design = parse_design(kept["keys"])
    return RunningStudy(
        study=study,
        design=design,
        method=make_method(design),
        criteria=tuple(Criterion(**criterion) for criterion in kept["criteria"]),
        texts=name_inputs(load_messages(design.language), design.input_label),
        title=kept["title"],
        systems=tuple(kept["systems"]),
        text_language=kept["text_language"],
        sheets=kept["sheets"],
        practice=kept["practice"],
        has_secret_fields=kept.get("secret_fields", False),
    )


def end_late_leases(transaction: Transaction, now: float) -> int:
    """Shorten leases that end later than any given now could: a clock was ahead, and has been set right meanwhile."""
    late = 0
    for study in list_studies(transaction):
        if study.state == "open":
            late += shorten_leases(transaction, study.id, now + read_study(study).lease_seconds)
    return late
