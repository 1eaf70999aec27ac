"""Hand-written sentence templates, in the manner of TUDA in the E2E challenge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from genchal.domain import Generator, Instance, setting
from genchal.domain.settings import parse_toml
from genchal.errors import InvalidInput
from genchal.generators._slots import slot_values
from genchal.generators.templates._acts import merge_repeated
from genchal.text.values.delexicalise import lexicalise, slots_in

EXAMPLE = """
[[sentence]]
slots = ["name"]
text = "This is {name}."
"""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that expresses `slots`, for inputs that have the values `when`."""

    slots: tuple[str, ...]
    when: Mapping[str, str]
    text: str

    def suits(self, values: Mapping[str, str], unsaid: set[str]) -> bool:
        """Whether every slot it expresses is still to be said, and every value it uses is there."""
        return (
            unsaid.issuperset(self.slots)
            and all(values.get(slot) == value for slot, value in self.when.items())
            and all(slot in values for slot in slots_in(self.text))
        )


@dataclass(frozen=True, slots=True)
class Templates(Generator):
    """Tries sentences from top to bottom and uses each one that says only what has not been said."""

    name: ClassVar[str] = "templates"
    version: ClassVar[int] = 2
    files: ClassVar[tuple[str, ...]] = ("templates",)
    learns: ClassVar[bool] = False

    templates: str = setting("", "File with the sentences, relative to campaign.toml.")

    _sentences: tuple[Sentence, ...] = field(default=())

    @classmethod
    def example(cls) -> Self:
        """Sentences for one slot."""
        return cls(EXAMPLE)

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Read the templates; there is nothing to learn."""
        return replace(self, _sentences=tuple(parse_sentences(self.templates)))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Say every slot once."""
        return [self._describe(merge_repeated(slot_values(instance, self.name).pairs)) for instance in instances]

    def _describe(self, values: Mapping[str, str]) -> str | None:
        unsaid = set(values)
        said = []
        for sentence in self._sentences:
            if sentence.suits(values, unsaid):
                said.append(lexicalise(sentence.text, values))
                unsaid.difference_update(sentence.slots)
        return " ".join(said) if said else None


def parse_sentences(text: str) -> list[Sentence]:
    """Read the TOML form."""
    document = parse_toml(text, "templates")
    entries = document.get("sentence")
    if not isinstance(entries, list) or not entries:
        raise InvalidInput(
            "templates have no [[sentence]]", "Give the generator a file through the setting 'templates'."
        )
    return [_sentence(number, entry) for number, entry in enumerate(entries, start=1)]


def _sentence(number: int, entry: Any) -> Sentence:
    slots, when, text = (
        (entry.get("slots"), entry.get("when", {}), entry.get("text")) if isinstance(entry, dict) else (0,) * 3
    )
    if not (isinstance(slots, list) and slots and isinstance(when, dict) and isinstance(text, str)):
        raise InvalidInput(
            f"template {number}: not a sentence with slots and text",
            'Write slots = ["name"], text = "{name} is a walk." and, where needed, when = { dogs = "no" }.',
        )
    return Sentence(tuple(map(str, slots)), {slot: str(value) for slot, value in when.items()}, text)
