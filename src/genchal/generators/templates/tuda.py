"""TUDA of the E2E challenge: one hand-written text, without the constituents that the input has no slots for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from genchal.domain import setting
from genchal.generators.templates._optional import Constituent, parse_optional
from genchal.generators.templates._plain_words import is_name
from genchal.generators.templates._worded import Statement, ValueWords, WordedGenerator, require
from genchal.text.values.delexicalise import lexicalise

_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class OptionalText:
    """The text of a domain with its optional constituents."""

    text: Constituent
    values: ValueWords
    is_combined: bool = True

    @property
    def slots(self) -> frozenset[str]:
        """Slots that the text has a place for."""
        return self.text.slots

    def state(self, values: Mapping[str, str]) -> Statement:
        """Keep the constituents that the input has values for; or fill in the text for one slot after the other."""
        given = {slot: value for slot, value in values.items() if value}
        names = {slot: value for slot, value in given.items() if is_name(slot)}
        alone = [names | {slot: value} for slot, value in given.items() if slot not in names and slot in self.slots]
        statements = [self._fill(part) for part in ([given] if self.is_combined else alone or [given])]
        return Statement(
            " ".join(statement.text for statement in statements),
            frozenset().union(*(statement.said for statement in statements)),
        )

    def _fill(self, values: Mapping[str, str]) -> Statement:
        template, said = self.text.choose(values) or ("", frozenset())
        return Statement(lexicalise(_BLANKS.sub(" ", template).strip(), self.values.word(values)), said)


@dataclass(frozen=True, slots=True)
class Tuda(WordedGenerator):
    """Fills in one text and leaves out what the input does not have."""

    name: ClassVar[str] = "tuda"
    version: ClassVar[int] = 1

    optional: bool = setting(True, "One text with optional constituents; no: the text anew for every slot.")

    def parse_wordings(self, document: Mapping[str, Any]) -> OptionalText:
        """Read `text` and the tables of values."""
        text = require(document, "text", str, "the file", 'Write text = "{name} is a walk[ of {distance}]."')
        return OptionalText(parse_optional(text), ValueWords.parse(document), self.optional)
