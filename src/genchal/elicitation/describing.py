"""Collecting descriptions as TUNA did (Gatt, van der Sluis and van Deemter 2007): an object is in a red frame."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.inputs import Entity
from genchal.domain.scenes.places import Place
from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem, Sheet
from genchal.domain.study.widgets import Feedback, Note, Part, Stimulus, Writing
from genchal.elicitation._fields import check_longest, make_item_rng, split_condition, write_typed_text
from genchal.elicitation._shown import place_entities, strip_scene
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import Method, PlacedItem, read_answer
from genchal.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Describing(Method):
    """A scene with one object in a red frame; participants describe it for somebody who has to find it.

    The condition of a sheet may say "loc" or "noloc", "fc" or "nofc": it wins over the settings.
    """

    name: ClassVar[str] = "describing"
    summary: ClassVar[str] = "descriptions of an object in a scene"
    needs_scene: ClassVar[bool] = True
    has_texts: ClassVar[bool] = False
    is_revisable: ClassVar[bool] = False  # feedback has told something since
    default_criteria: ClassVar[tuple[str, ...]] = ("description",)

    location: bool = setting(True, "Whether participants may say where the object is (+LOC) or not (-LOC).")
    feedback: bool = setting(False, "Whether a system pretends to look for the object (+FC), sometimes wrongly.")
    right: float = setting(0.75, "How often the feedback is right.")
    longest: int = setting(500, "Maximum length of a description, in characters.")

    def check(self) -> None:
        """A share, and room to write."""
        if not 0 <= self.right <= 1:
            raise InvalidInput(f"right is {self.right:g}", "Set it to a share from 0 to 1.")
        check_longest(self.longest)

    def explain(self, texts: Messages) -> list[str]:
        """Words for somebody else."""
        return [texts("instructions.describing"), texts("rule.not_quick")]

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """The description, and what has to be known to understand it."""
        return ("description", "positions", "feedback")

    def allows_location(self, sheet: Sheet) -> bool:
        """Whether participants may say where the thing is (+LOC)."""
        return self._is_on(sheet, "loc", self.location)

    def _is_on(self, sheet: Sheet, word: str, usual: bool) -> bool:
        words = split_condition(sheet.condition)
        return word in words or (usual and f"no{word}" not in words)

    def places(self, place: PlacedItem) -> dict[str, Place]:
        """Where the things of the scene stand: at random."""
        return place_entities(place.sheet, place.item, place.scene, is_random=True)

    def pointed(self, place: PlacedItem) -> Entity | None:
        """What the staged system points at; None without feedback."""
        if not self._is_on(place.sheet, "fc", self.feedback):
            return None
        rng = make_item_rng(place.sheet, place.item, "feedback")
        others = [entity for entity in place.scene.entities if not entity.is_target]
        pool = list(place.scene.targets) if rng.random() < self.right or not others else others
        return pool[rng.integers(len(pool))]

    def shown(self, place: PlacedItem, key: str | None, texts: Messages) -> list[Part]:
        """The scene with its frame."""
        framed, places = strip_scene(place.scene, has_targets=True), self.places(place)
        return [Stimulus("scene", texts("given.scene"), place.key, framed, positions=places, is_framed=True)]

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """The description."""
        return [place.field("description")]

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """Whether places may be used, room to write, and what the system seems to say."""
        allowed = self.allows_location(place.sheet)
        yield Note(texts("describing.location" if allowed else "describing.no_location"), place.key)
        name = place.field("description")
        yield Writing(place.key, name, place.sheet.criteria[0].question, most=self.longest)
        pointed = self.pointed(place)
        if pointed is not None:
            yield Feedback(place.key, name, texts("describing.feedback"), self.places(place)[pointed.id])

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """Some letters, and not too many."""
        name = place.field("description")
        text = read_answer(answers, name)
        if not any(character.isalnum() for character in text):
            yield Problem(name, texts("problem.empty"))
        elif len(text) > self.longest:
            yield Problem(name, texts("problem.too_long", most=str(self.longest)))

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """All as JSON; feedback is null where there was none."""
        pointed = self.pointed(place)
        said = None if pointed is None else {"entity": pointed.id, "is_right": pointed.is_target}
        return {
            "description": write_typed_text(read_answer(answers, place.field("description"))),
            "positions": json.dumps(self.places(place), ensure_ascii=False),
            "feedback": json.dumps(said, ensure_ascii=False),
        }

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Some attributes of the target."""
        target = place.scene.targets[:1]
        values = [attribute.value for entity in target for attribute in entity.attributes if rng.random() < 0.7]
        return {place.field("description"): " ".join(["the", *values, "one"])[: self.longest].strip()}
