"""DANGNT of the E2E challenge: rules choose the structure of the text, further rules word each slot in its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from genchal.domain import setting
from genchal.errors import InvalidInput
from genchal.generators.templates._plain_words import capitalise
from genchal.generators.templates._worded import Statement, ValueWords, WordedGenerator, require
from genchal.text.values.delexicalise import lexicalise

EDGE = ""  # what stands before the first slot of a sentence, and after its last one
ANY = "*"  # any value at all


@dataclass(frozen=True, slots=True)
class Condition:
    """What an input must have: slots with these values (or any), and slots that it must not have."""

    having: Mapping[str, str]
    without: frozenset[str]

    def holds(self, values: Mapping[str, str]) -> bool:
        """Whether an input is of that kind."""
        return not self.without & values.keys() and all(
            slot in values and value in (ANY, values[slot]) for slot, value in self.having.items()
        )


class Structure(NamedTuple):
    """Sentences as lists of slots, for inputs of a kind."""

    condition: Condition
    sentences: tuple[tuple[str, ...], ...]


class WordingRule(NamedTuple):
    """How a slot is said; `after` and `before` are the slots that may be its neighbours in the sentence, None: any."""

    condition: Condition
    slot: str
    after: frozenset[str] | None
    before: frozenset[str] | None
    text: str

    def suits(self, slot: str, previous: str, following: str, values: Mapping[str, str]) -> bool:
        """Whether the slot stands where the rule wants it, in an input of the right kind."""
        return (
            self.slot == slot
            and (self.after is None or previous in self.after)
            and (self.before is None or following in self.before)
            and self.condition.holds(values)
        )


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules of a domain: of each kind, the first that holds is used."""

    structures: tuple[Structure, ...]
    wordings: tuple[WordingRule, ...]
    values: ValueWords

    @property
    def slots(self) -> frozenset[str]:
        """Slots that there is a rule for."""
        return frozenset(rule.slot for rule in self.wordings)

    def state(self, values: Mapping[str, str]) -> Statement:
        """Choose a structure, and put every slot into words in its place."""
        given = {slot: value for slot, value in values.items() if value}
        known = self.slots
        sentences = [[slot for slot in slots if slot in known] for slots in self._arrange(given)]
        rules = [self._find_wordings(slots, given) for slots in sentences]
        texts = [capitalise(" ".join(rule.text for rule in found)) + "." for found in rules if found]
        said = frozenset(rule.slot for found in rules for rule in found)
        return Statement(lexicalise(" ".join(texts), self.values.word(given)), said)

    def _arrange(self, values: Mapping[str, str]) -> list[list[str]]:
        """The sentences of the first structure that suits; slots that it has no place for stand alone."""
        suiting = (structure.sentences for structure in self.structures if structure.condition.holds(values))
        sentences = [[slot for slot in slots if slot in values] for slots in next(suiting, ())]
        placed = {slot for slots in sentences for slot in slots}
        return [*sentences, *([slot] for slot in values if slot not in placed)]

    def _find_wordings(self, slots: Sequence[str], values: Mapping[str, str]) -> list[WordingRule]:
        places = zip((EDGE, *slots), slots, (*slots[1:], EDGE), strict=False)
        found = (
            next((rule for rule in self.wordings if rule.suits(slot, previous, following, values)), None)
            for previous, slot, following in places
        )
        return [rule for rule in found if rule is not None]


@dataclass(frozen=True, slots=True)
class Dangnt(WordedGenerator):
    """Chooses a structure by rules, then words for every slot by rules."""

    name: ClassVar[str] = "dangnt"
    version: ClassVar[int] = 1

    structures: bool = setting(True, "Rules choose which slots share a sentence; no: every slot has its own.")

    def parse_wordings(self, document: Mapping[str, Any]) -> RuleSet:
        """Read the rules: [[structure]], [[wording]] and the tables of values."""
        wordings = [_parse_wording(number, entry) for number, entry in _numbered(document, "wording")]
        if not wordings:
            raise InvalidInput(
                "wordings: there is no [[wording]]", 'Write one with slot = "area" and text = "in {area}".'
            )
        structures = [_parse_structure(number, entry) for number, entry in _numbered(document, "structure")]
        return RuleSet(tuple(structures if self.structures else ()), tuple(wordings), ValueWords.parse(document))


def _numbered(document: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    entries = document.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise InvalidInput(f"wordings: '{key}' is no list of rules", f"Write [[{key}]] above each of them.")
    return [(f"{key} {number}", entry) for number, entry in enumerate(entries, start=1)]


def _parse_structure(place: str, entry: Mapping[str, Any]) -> Structure:
    remedy = 'Write sentences = [["name", "kind"], ["area"]].'
    sentences = require(entry, "sentences", list, place, remedy)
    return Structure(_parse_condition(place, entry), tuple(tuple(_texts(slots, place, remedy)) for slots in sentences))


def _parse_wording(place: str, entry: Mapping[str, Any]) -> WordingRule:
    remedy = 'Write slot = "area", text = "in {area}" and, where needed, after = ["kind"].'
    after, before = (
        frozenset(_texts(entry[key], place, remedy)) if key in entry else None for key in ("after", "before")
    )
    slot, text = (require(entry, key, str, place, remedy) for key in ("slot", "text"))
    return WordingRule(_parse_condition(place, entry), slot, after, before, text)


def _parse_condition(place: str, entry: Mapping[str, Any]) -> Condition:
    having, without = entry.get("when", {}), entry.get("without", [])
    remedy = 'Write when = { dogs = "no", area = "*" } and without = ["near"].'
    if not isinstance(having, dict):
        raise InvalidInput(f"wordings: 'when' of {place} is no table", remedy)
    return Condition({slot: str(value) for slot, value in having.items()}, frozenset(_texts(without, place, remedy)))


def _texts(given: Any, place: str, remedy: str) -> Sequence[str]:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise InvalidInput(f"wordings: {place} has something that is no list of slots", remedy)
    return given
