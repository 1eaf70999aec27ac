"""FORGe1 of the E2E challenge: a grammar turns slots into predications, aggregates them, and puts them into words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from genchal.domain import setting
from genchal.errors import InvalidInput
from genchal.generators.templates._grammar import Complement, Kind, Predication, Subject, aggregate, linearise
from genchal.generators.templates._worded import Statement, WordedGenerator
from genchal.text.values.delexicalise import lexicalise

_KINDS: tuple[Kind, ...] = ("noun", "adjective", "phrase")
_KEYS = {"verb", "participle", "determiner", "values", *_KINDS}


@dataclass(frozen=True, slots=True)
class SlotEntry:
    """What a slot says of the subject; `{value}` stands for the value. The value `no` denies it."""

    verb: str
    participle: str
    kind: Kind
    words: str
    determiner: str
    values: Mapping[str, str]

    def predicate(self, subject: Subject, value: str) -> Predication:
        """The predication for a value, which may have words of its own."""
        words = lexicalise(f" {self.values.get(value, self.words)}", {"value": value})[1:]
        complement = Complement(self.kind, words, self.determiner)
        return Predication(subject, self.verb, (complement,), self.participle, value.lower() == "no")


@dataclass(frozen=True, slots=True)
class Grammar:
    """The slots of a domain as predicates, in the order in which they are said; and what they are about."""

    entries: Mapping[str, SlotEntry]
    subject: str
    unnamed: str
    is_plural: bool
    is_aggregated: bool
    clauses: int

    @property
    def slots(self) -> frozenset[str]:
        """Slots that the grammar knows."""
        return frozenset(self.entries) | {self.subject}

    def state(self, values: Mapping[str, str]) -> Statement:
        """From slots to predications, to fewer predications, to sentences."""
        named = bool(values.get(self.subject))
        subject = Subject(values[self.subject] if named else self.unnamed, self.is_plural)
        said = [slot for slot in self.entries if values.get(slot)]
        if not said:
            return Statement("", frozenset())
        predications = [self.entries[slot].predicate(subject, values[slot]) for slot in said]
        if self.is_aggregated:
            predications = aggregate(predications)
        sentences = linearise(predications, self.clauses if self.is_aggregated else 1)
        return Statement(" ".join(sentences), frozenset(said) | ({self.subject} if named else frozenset()))


@dataclass(frozen=True, slots=True)
class Forge1(WordedGenerator):
    """Predications with a shared subject are aggregated, ordered and inflected."""

    name: ClassVar[str] = "forge1"
    version: ClassVar[int] = 1

    aggregation: bool = setting(True, "Predications share verbs and sentences; no: a sentence for each.")
    clauses: int = setting(2, "Clauses in a sentence, at most.", low=1)

    def parse_wordings(self, document: Mapping[str, Any]) -> Grammar:
        """Read [subject] and [slots.SLOT] tables."""
        about, slots = document.get("subject", {}), document.get("slots")
        if not isinstance(slots, dict) or not isinstance(about, dict):
            raise InvalidInput(
                "wordings: there are no [slots.NAME] tables", 'Write [slots.area], verb = "be", phrase = "in {value}".'
            )
        return Grammar(
            {slot: _parse_entry(slot, entry) for slot, entry in slots.items()},
            str(about.get("slot", "name")),
            str(about.get("unnamed", "it")),
            about.get("number") == "plural",
            self.aggregation,
            self.clauses,
        )


def _parse_entry(slot: str, entry: Any) -> SlotEntry:
    kinds = [kind for kind in _KINDS if isinstance(entry, dict) and isinstance(entry.get(kind), str)]
    if len(kinds) != 1 or not isinstance(entry.get("verb"), str):
        raise InvalidInput(
            f"wordings: [slots.{slot}] has no verb with a noun, an adjective or a phrase",
            'Write verb = "serve" and noun = "{value} food".',
        )
    for key in _unknown_keys(entry):
        raise InvalidInput(
            f"wordings: [slots.{slot}] has an unknown key '{key}'", f"Known: {', '.join(sorted(_KEYS))}."
        )
    values = entry.get("values", {})
    return SlotEntry(
        verb=entry["verb"],
        participle=str(entry.get("participle", "")),
        kind=kinds[0],
        words=entry[kinds[0]],
        determiner=str(entry.get("determiner", "")),
        values={value: str(words) for value, words in values.items()} if isinstance(values, dict) else {},
    )


def _unknown_keys(entry: Mapping[str, Any]) -> Iterator[str]:
    return (key for key in entry if key not in _KEYS)
