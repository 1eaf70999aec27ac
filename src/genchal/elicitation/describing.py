"""Collecting descriptions as TUNA did (Gatt, van der Sluis and van Deemter 2007): an object is in a red frame."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.inputs import Entity, Scene
from genchal.domain.scenes.places import Place
from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem, Sheet
from genchal.domain.study.widgets import Feedback, Given, Note, Part, Writing
from genchal.elicitation._fields import chance, condition_words
from genchal.elicitation._shown import bare, places_of
from genchal.elicitation.messages import Texts
from genchal.elicitation.method import Method, MethodCard, Placed, answered
from genchal.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Describing(Method):
    """A scene with one thing in a red frame; participants type which one it is, as if to somebody who must find it.

    The condition of a sheet may say "loc" or "noloc", "fc" or "nofc": it wins over the settings.
    """

    name: ClassVar[str] = "describing"
    summary: ClassVar[str] = "descriptions of a thing in a scene"
    card: ClassVar[MethodCard] = MethodCard(
        elicits=(
            "A description that tells a thing from others (JSON string), the places of all things, and the feedback "
            "given."
        ),
        used_by="The TUNA corpus: +LOC and -LOC within participants, +FC and -FC between them.",
        when="A corpus of referring expressions is made; attributes are marked later (attribute_marking).",
        limits="The feedback is staged: say so afterwards. Whoever may use places uses them nearly always.",
        citation=(
            "Gatt, van der Sluis and van Deemter (2007), Evaluating Algorithms for the Generation of Referring "
            "Expressions."
        ),
    )
    needs_scene: ClassVar[bool] = True
    has_texts: ClassVar[bool] = False
    default_criteria: ClassVar[tuple[str, ...]] = ("description",)

    location: bool = setting(True, "Whether participants may say where a thing is (+LOC), or are asked not to (-LOC).")
    feedback: bool = setting(False, "Whether a system seems to look for the thing (+FC): staged, and not always right.")
    right: float = setting(0.75, "How often the feedback is right.")
    longest: int = setting(500, "Characters that a description may have.")

    def check(self) -> None:
        """A share, and room to write."""
        if not 0 <= self.right <= 1:
            raise InvalidInput(f"feedback is right {self.right:g} of the time", "Set right to a share from 0 to 1.")
        if not 10 <= self.longest <= 20_000:
            raise InvalidInput(f"descriptions of {self.longest} characters", "Set longest from 10 to 20000.")

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """The description, and what has to be known to understand it."""
        return ("description", "positions", "feedback")

    def allows_location(self, sheet: Sheet) -> bool:
        """Whether participants may say where the thing is (+LOC)."""
        return self._is_on(sheet, "loc", self.location)

    def _is_on(self, sheet: Sheet, word: str, usual: bool) -> bool:
        words = condition_words(sheet.condition)
        return word in words or (usual and f"no{word}" not in words)

    def scene(self, place: Placed) -> tuple[Scene, dict[str, Place]]:
        """The scene, its things at random places."""
        scene = place.subject.input
        if not isinstance(scene, Scene):
            raise TypeError("describing needs a scene")
        return scene, places_of(place.sheet, place.item, scene, is_random=True)

    def pointed(self, place: Placed) -> Entity | None:
        """What the staged system points at; None without feedback."""
        if not self._is_on(place.sheet, "fc", self.feedback):
            return None
        scene, _ = self.scene(place)
        rng = chance(place.sheet, place.item, "feedback")
        others = [one for one in scene.entities if not one.is_target]
        pool = list(scene.targets) if rng.random() < self.right or not others else others
        return pool[rng.integers(len(pool))]

    def shown(self, place: Placed, key: str | None, texts: Texts) -> list[Part]:
        """The scene with its frame."""
        scene, places = self.scene(place)
        framed = bare(scene, has_targets=True)
        return [Given("scene", texts("given.scene"), place.key, framed, positions=places, is_framed=True)]

    def item_fields(self, place: Placed) -> Sequence[str]:
        """The description."""
        return [place.field("description")]

    def item_parts(self, place: Placed, texts: Texts) -> Iterator[Part]:
        """Whether places may be used, room to write, and what the system seems to say."""
        allowed = self.allows_location(place.sheet)
        yield Note(texts("describing.location" if allowed else "describing.no_location"), place.key)
        name = place.field("description")
        yield Writing(place.key, name, place.sheet.criteria[0].question, most=self.longest)
        pointed = self.pointed(place)
        if pointed is not None:
            yield Feedback(place.key, name, texts("describing.feedback"), self.scene(place)[1][pointed.id])

    def item_problems(
        self, place: Placed, answers: Answers, texts: Texts, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """Some letters, and not too many."""
        name = place.field("description")
        text = answered(answers, name)
        if not any(one.isalnum() for one in text):
            yield Problem(name, texts("problem.empty"))
        elif len(text) > self.longest:
            yield Problem(name, texts("problem.too_long", most=str(self.longest)))

    def item_values(self, place: Placed, answers: Answers) -> Mapping[str, str]:
        """All as JSON; feedback is null where there was none."""
        _, places = self.scene(place)
        pointed = self.pointed(place)
        said = None if pointed is None else {"entity": pointed.id, "is_right": pointed.is_target}
        return {
            "description": json.dumps(
                " ".join(answered(answers, place.field("description")).split()), ensure_ascii=False
            ),
            "positions": json.dumps({one: list(where) for one, where in places.items()}, ensure_ascii=False),
            "feedback": json.dumps(said, ensure_ascii=False),
        }

    def item_answers(self, place: Placed, rng: np.random.Generator) -> dict[str, str]:
        """Some attributes of the target."""
        scene, _ = self.scene(place)
        values = [one.value for one in scene.targets[0].attributes if rng.random() < 0.7] if scene.targets else []
        return {place.field("description"): " ".join(["the", *values, "one"])[: self.longest].strip()}
