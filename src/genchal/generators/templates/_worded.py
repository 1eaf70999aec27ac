"""What hand-written systems share: words of a domain come from a file, and slots without words are said plainly."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, Protocol, Self

import numpy as np

from genchal.domain import Generator, Instance, setting
from genchal.domain.settings import parse_toml
from genchal.errors import InvalidInput
from genchal.generators.templates._acts import STATEMENT, Turn, merge_turns, read_turns
from genchal.generators.templates._plain_words import describe_plainly, is_name, read_shipped, say_act
from genchal.text.values.delexicalise import lexicalise

AUTO, NONE = "auto", "none"
DOMAINS = ("e2e",)  # those that come with genchal


class Statement(NamedTuple):
    """Sentences about something, and the slots that they express."""

    text: str
    said: frozenset[str]


class Wordings(Protocol):
    """The words of a domain, in the form of one system."""

    @property
    def slots(self) -> frozenset[str]:
        """Slots that there are words for."""

    def state(self, values: Mapping[str, str]) -> Statement:
        """Say as much as there are words for."""


@dataclass(frozen=True, slots=True)
class WordedGenerator(Generator):
    """Writes with words from a file; what these do not cover is said in plain sentences."""

    files: ClassVar[tuple[str, ...]] = ("wordings",)
    shipped: ClassVar[tuple[str, ...]] = (AUTO, NONE, *DOMAINS)
    learns: ClassVar[bool] = False

    wordings: str = setting(
        AUTO,
        "Words of the domain: a TOML file; `e2e`, which comes with genchal; `auto`, that is `e2e` for inputs with its "
        "slots; or `none`.",
    )

    _known: tuple[Wordings, ...] = field(default=())

    @abstractmethod
    def parse_wordings(self, document: Mapping[str, Any]) -> Wordings:
        """Read the words of a domain."""

    def fitted(self, train: Sequence[Instance], dev: Sequence[Instance], rng: np.random.Generator) -> Self:
        """Read the words; there is nothing to learn."""
        if self.wordings in (AUTO, *DOMAINS):
            names = DOMAINS if self.wordings == AUTO else (self.wordings,)
            documents: list[Mapping[str, Any]] = [read_shipped(f"{self.name}-{name}") for name in names]
        else:
            documents = [] if self.wordings == NONE else [parse_toml(self.wordings, "wordings")]
        return replace(self, _known=tuple(map(self.parse_wordings, documents)))

    def generate(self, instances: Sequence[Instance], rng: np.random.Generator) -> list[str | None]:
        """Say every slot once."""
        return [self._describe(read_turns(instance, self.name)) for instance in instances]

    def _describe(self, turns: list[Turn]) -> str | None:
        """Acts in words; statements that follow each other are about the same thing, and become one."""
        texts: list[str] = []
        stated: list[Turn] = []
        for turn in turns:
            said = None if turn.act == STATEMENT else say_act(turn)
            if said is None:
                stated.append(turn)
                continue
            texts += [self._state(merge_turns(stated)), said]
            stated = []
        return " ".join(filter(None, [*texts, self._state(merge_turns(stated))])) or None

    def _state(self, turn: Turn) -> str:
        known = next((known for known in self._known if self._suits(known, turn)), None)
        text, said = known.state(turn.values) if known else Statement("", frozenset())
        rest = {slot: value for slot, value in turn.values.items() if slot not in said}
        return " ".join(filter(None, [text, *self.state_rest(rest, any(map(is_name, said)))]))

    def state_rest(self, values: Mapping[str, str], is_named: bool) -> list[str]:
        """Sentences about slots that there are no words for."""
        return describe_plainly(values, is_named)

    def _suits(self, known: Wordings, turn: Turn) -> bool:
        """Words that nobody asked for are used where they cover two slots or more, and most of the input."""
        if self.wordings != AUTO:
            return True
        covered = len(known.slots & turn.values.keys())
        return turn.act == STATEMENT and covered >= 2 and 2 * covered > len(turn.values)


@dataclass(frozen=True, slots=True)
class ValueWords:
    """How values are worded: a table for each slot, with a `default` for values that it does not list."""

    tables: Mapping[str, Mapping[str, str]]

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> ValueWords:
        """Read [values.SLOT] tables."""
        tables = document.get("values", {})
        if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
            raise InvalidInput(
                "wordings: 'values' has no table for each slot", 'Write [values.area], then north = "in the north".'
            )
        return cls({slot: {value: str(text) for value, text in table.items()} for slot, table in tables.items()})

    def word(self, values: Mapping[str, str]) -> dict[str, str]:
        """Every value as it is said."""
        return {slot: self._word_value(slot, value) for slot, value in values.items()}

    def _word_value(self, slot: str, value: str) -> str:
        table = self.tables.get(slot, {})
        text = table.get(value, table.get("default", "{value}"))
        return lexicalise(f" {text}", {"value": value})[1:]  # the blank: a value need not begin a sentence


def require(entry: Mapping[str, Any], key: str, kind: type, place: str, remedy: str) -> Any:
    """A key of a file of wordings; one line where it is missing or something else."""
    value = entry.get(key)
    if not isinstance(value, kind):
        raise InvalidInput(f"wordings: {place} has no '{key}'", remedy)
    return value
