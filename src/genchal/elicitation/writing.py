"""Text elicitation as in the E2E data collection (Novikova, Lemon and Rieser 2016): write a text for an input."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.inputs import DialogueAct, Input, SlotValues
from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Problem, Sheet
from genchal.domain.study.widgets import Part, Stimulus, Writing
from genchal.elicitation._fields import check_longest, make_item_rng, write_typed_text
from genchal.elicitation._shown import list_shown
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import Method, PlacedItem, place_items, read_answer

PER_ATTRIBUTE = 10  # characters that an attribute of the input takes up without being words
_WORDS = ("a", "place", "with", "good", "food", "and", "friendly", "people", "near", "the", "river", "today")


@dataclass(frozen=True, slots=True)
class TextWriting(Method):
    """An input as text, its slots in random order, or as a picture; a text to write, checked as E2E did."""

    name: ClassVar[str] = "writing"
    summary: ClassVar[str] = "a text for an input"
    has_texts: ClassVar[bool] = False
    default_criteria: ClassVar[tuple[str, ...]] = ("text",)

    allowed: str = setting(",'.:;£", "Characters allowed besides letters, digits and spaces; all if empty.")
    shuffle: bool = setting(True, "Whether the slots of an input are shown in random order.")
    longest: int = setting(2000, "Maximum length of a text, in characters.")

    def check(self) -> None:
        """Room to write."""
        check_longest(self.longest)

    def explain(self, texts: Messages) -> list[str]:
        """A text in own words."""
        return [texts("instructions.writing"), texts("rule.own_words")]

    def shortest(self, given: Input) -> int:
        """Characters that a text needs: those of the input minus ten for every attribute (E2E), 1 for other inputs."""
        slots = len(given.slots) if isinstance(given, SlotValues | DialogueAct) else 0
        return min(max(len(str(given)) - PER_ATTRIBUTE * slots, 1), self.longest) if slots else 1

    def shown(self, place: PlacedItem, key: str | None, texts: Messages) -> list[Part]:
        """The input, its slots in the order of this sheet."""
        return [self._shuffled(given, place) for given in list_shown(place.sheet, place.item, place.key, texts)]

    def _shuffled(self, given: Stimulus, place: PlacedItem) -> Stimulus:
        meaning = given.input
        if not self.shuffle or given.how == "picture" or not isinstance(meaning, SlotValues):
            return given
        order = make_item_rng(place.sheet, place.item, "slots").permutation(len(meaning.pairs))
        mixed = SlotValues(tuple(meaning.pairs[number] for number in order.tolist()))
        return Stimulus(given.how, given.label, given.item, mixed, str(mixed))

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """Room to write."""
        fewest = self.shortest(place.subject.input)
        for criterion in place.sheet.criteria:
            key = "writing.hint" if fewest > 1 else "writing.hint_any"
            hint = texts(key, fewest=str(fewest), signs=" ".join(self.allowed)) if self.allowed else ""
            name = place.field(criterion.name)
            yield Writing(place.key, name, criterion.question, "", fewest, self.longest, self.allowed, hint)

    def problems(self, sheet: Sheet, answers: Answers, texts: Messages, circumstances: Circumstances) -> list[Problem]:
        """The three validators of E2E: legal characters, length, and no text twice, on this sheet or before."""
        taken: set[str] = set()
        found = []
        for place in place_items(sheet):
            for name in self.item_fields(place):
                text = read_answer(answers, name)
                sentence = self._complaint(text, self.shortest(place.subject.input), texts)
                plain = normalise_text(text)
                if sentence is None and (plain in taken or plain in circumstances.earlier):
                    sentence = texts("problem.twice")
                if sentence is not None:
                    found.append(Problem(name, sentence))
                taken.add(plain)
        return found

    def _complaint(self, text: str, fewest: int, texts: Messages) -> str | None:
        if not text:
            return texts("problem.empty")
        if self.allowed:
            illegal = sorted(
                {character for character in unicodedata.normalize("NFC", text) if not self._is_legal(character)}
            )
            if illegal:
                return texts("problem.characters", characters=" ".join(illegal[:10]), signs=" ".join(self.allowed))
        if len(text) < fewest:
            return texts("problem.short", fewest=str(fewest), length=str(len(text)))
        return texts("problem.too_long", most=str(self.longest)) if len(text) > self.longest else None

    def _is_legal(self, character: str) -> bool:
        """Letters and digits of any language, with their marks."""
        return (
            character.isalnum()
            or character.isspace()
            or character in self.allowed
            or unicodedata.category(character) in ("Mn", "Mc")
        )

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """The text with single blanks, as JSON."""
        names = self.measures(place.sheet.criteria)
        return {name: write_typed_text(read_answer(answers, place.field(name))) for name in names}

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Words in random order, long enough; a number makes it a text of its own."""
        fewest = self.shortest(place.subject.input)
        found: dict[str, str] = {}
        for criterion in place.sheet.criteria:
            text = str(rng.integers(1 << 50))
            while len(text) < fewest:
                text = f"{text} {rng.choice(_WORDS)}"
            found[place.field(criterion.name)] = text[: self.longest].rstrip().ljust(fewest, "y")
        return found


def normalise_text(text: str) -> str:
    """What two texts share that count as one: capitals and blanks do not matter. For those who keep earlier texts."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
