"""Studies as they are stored and asked: everything that the server needs, without the campaign's files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from genchal.domain.settings import settings_of
from genchal.domain.study.design import StudyDesign
from genchal.domain.study.keys import parse_design, write_keys
from genchal.domain.study.study import Criterion, Sheet
from genchal.elicitation.designed import make_method
from genchal.elicitation.messages import Messages, load_messages, name_inputs
from genchal.elicitation.method import Method
from genchal.store.records import StoredSheet, Study
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
    def sheets_of_a_rater(self) -> int | None:
        """How many sheets a rater will do at most; None if that is not known, since it depends on others."""
        if self.design.between:
            return self.design.sheets_per_rater
        return min(self.design.sheets_per_rater or self.sheets, self.sheets)

    @property
    def is_total_certain(self) -> bool:
        """Whether a rater will do that many sheets, if others do not take them away."""
        return self.design.crossed or self.design.sheets_per_rater is not None

    def sheet(self, stored: StoredSheet) -> Sheet:
        """A stored sheet as the method reads it."""
        return stored.sheet(self.criteria)


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
    )
