"""Text elicitation as in the E2E data collection (Novikova, Lemon and Rieser 2016): write a text for an input."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.inputs import DialogueAct, Input, SlotValues
from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Problem, Sheet
from genchal.domain.study.widgets import Given, Part, Writing
from genchal.elicitation._fields import chance
from genchal.elicitation._shown import givens
from genchal.elicitation.messages import Texts
from genchal.elicitation.method import Method, MethodCard, Placed, answered, placed
from genchal.errors import InvalidInput

PER_ATTRIBUTE = 10  # characters that an attribute of the input takes up without being words
_WORDS = ("a", "place", "with", "good", "food", "and", "friendly", "people", "near", "the", "river", "today")


@dataclass(frozen=True, slots=True)
class TextWriting(Method):
    """An input as text, its slots in random order, or as a picture; a text to write, checked as E2E did."""

    name: ClassVar[str] = "writing"
    summary: ClassVar[str] = "a text for an input"
    card: ClassVar[MethodCard] = MethodCard(
        elicits="A text that expresses an input, as a JSON string: references for a dataset.",
        used_by="The data collection of the E2E challenge: 80 % of the inputs as text, 20 % as pictures.",
        when="A dataset is made, or one compares texts that people write for words and for pictures.",
        limits=(
            "Pictures get more natural and more varied texts, but some miss or add information: have the texts judged. "
            "The validators keep out the careless, not the wrong."
        ),
        citation="Novikova, Lemon and Rieser (2016), Crowd-sourcing NLG Data: Pictures Elicit Better Data.",
    )
    has_texts: ClassVar[bool] = False
    default_criteria: ClassVar[tuple[str, ...]] = ("text",)

    allowed: str = setting(",'.:;£", "Signs that a text may have besides letters, digits and blanks; empty: any.")
    shuffle: bool = setting(True, "Whether the slots of an input stand in random order.")
    longest: int = setting(2000, "Characters that a text may have.")

    def check(self) -> None:
        """Room to write."""
        if not 10 <= self.longest <= 20_000:
            raise InvalidInput(f"texts of {self.longest} characters", "Set longest from 10 to 20000.")

    def shortest(self, given: Input) -> int:
        """Characters that a text needs: those of the input less ten for every attribute (E2E), 1 for other inputs."""
        slots = len(given.slots) if isinstance(given, SlotValues | DialogueAct) else 0
        return min(max(len(str(given)) - PER_ATTRIBUTE * slots, 1), self.longest) if slots else 1

    def shown(self, place: Placed, key: str | None, texts: Texts) -> list[Part]:
        """The input, its slots in the order of this sheet."""
        return [self._shuffled(one, place) for one in givens(place.sheet, place.item, place.key, texts)]

    def _shuffled(self, given: Given, place: Placed) -> Given:
        meaning = given.input
        if not self.shuffle or given.how == "picture" or not isinstance(meaning, SlotValues):
            return given
        order = chance(place.sheet, place.item, "slots").permutation(len(meaning.pairs))
        mixed = SlotValues(tuple(meaning.pairs[number] for number in order.tolist()))
        return Given(given.how, given.label, given.item, mixed, str(mixed))

    def item_fields(self, place: Placed) -> Sequence[str]:
        """One for each criterion."""
        return [place.field(criterion.name) for criterion in place.sheet.criteria]

    def item_parts(self, place: Placed, texts: Texts) -> Iterator[Part]:
        """Room to write."""
        fewest = self.shortest(place.subject.input)
        for criterion in place.sheet.criteria:
            hint = texts("writing.hint", fewest=str(fewest), signs=" ".join(self.allowed)) if self.allowed else ""
            name = place.field(criterion.name)
            yield Writing(place.key, name, criterion.question, "", fewest, self.longest, self.allowed, hint)

    def problems(self, sheet: Sheet, answers: Answers, texts: Texts, circumstances: Circumstances) -> list[Problem]:
        """The three validators of E2E: legal characters, length, and no text twice, on this sheet or before."""
        taken: set[str] = set()
        found = []
        for one in placed(sheet):
            for name in self.item_fields(one):
                text = answered(answers, name)
                sentence = self._complaint(text, self.shortest(one.subject.input), texts)
                plain = same_text(text)
                if sentence is None and (plain in taken or plain in circumstances.earlier):
                    sentence = texts("problem.twice")
                if sentence is not None:
                    found.append(Problem(name, sentence))
                taken.add(plain)
        return found

    def _complaint(self, text: str, fewest: int, texts: Texts) -> str | None:
        if not text:
            return texts("problem.empty")
        if self.allowed:
            illegal = sorted({one for one in unicodedata.normalize("NFC", text) if not self._is_legal(one)})
            if illegal:
                return texts("problem.characters", characters=" ".join(illegal[:10]), signs=" ".join(self.allowed))
        if len(text) < fewest:
            return texts("problem.short", fewest=str(fewest), length=str(len(text)))
        return texts("problem.too_long", most=str(self.longest)) if len(text) > self.longest else None

    def _is_legal(self, one: str) -> bool:
        """Letters and digits of any language, with their marks."""
        return one.isalnum() or one.isspace() or one in self.allowed or unicodedata.category(one) in ("Mn", "Mc")

    def item_values(self, place: Placed, answers: Answers) -> Mapping[str, str]:
        """The text with single blanks, as JSON."""
        names = [criterion.name for criterion in place.sheet.criteria]
        return {
            name: json.dumps(" ".join(answered(answers, place.field(name)).split()), ensure_ascii=False)
            for name in names
        }

    def item_answers(self, place: Placed, rng: np.random.Generator) -> dict[str, str]:
        """Words in random order, long enough; a number makes it a text of its own."""
        fewest = self.shortest(place.subject.input)
        found: dict[str, str] = {}
        for criterion in place.sheet.criteria:
            text = str(rng.integers(1 << 50))
            while len(text) < fewest:
                text = f"{text} {rng.choice(_WORDS)}"
            found[place.field(criterion.name)] = text[: self.longest].rstrip().ljust(fewest, "y")
        return found


def same_text(text: str) -> str:
    """What two texts share that count as one: capitals and blanks do not matter. For whoever keeps earlier texts."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())
