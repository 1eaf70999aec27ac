"""Identification (Gatt, Belz and Kow 2008): read or hear a description, point at what it means; times are measured."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from genchal.domain.scenes.places import Place
from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Criterion, Problem
from genchal.domain.study.widgets import Pacing, Part, Pointing
from genchal.elicitation._fields import parse_number, write_number
from genchal.elicitation._shown import place_entities, strip_scene
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import Method, PlacedItem, read_answer
from genchal.errors import InvalidInput

LONGEST_MS = 24 * 3600 * 1000  # who comes back the next day has not been measuring


@dataclass(frozen=True, slots=True)
class Identification(Method):
    """A description and a scene, together or one after the other; the rater clicks what is described."""

    name: ClassVar[str] = "identification"
    summary: ClassVar[str] = "pointing at what a text describes, with reading and identification time"
    needs_script: ClassVar[bool] = True
    needs_scene: ClassVar[bool] = True
    is_revisable: ClassVar[bool] = False  # who has seen the scene has seen it
    default_criteria: ClassVar[tuple[str, ...]] = ("identification",)

    pacing: Pacing = setting(
        "sequential", "When the scene appears: after reading ('08), at once ('07), or with a spoken description ('09)."
    )
    sound: Literal["speech", "file"] = setting(
        "speech", "Whether the browser speaks, or sound files are played (`sounds`)."
    )
    positions: Literal["given", "random"] = setting("given", "Positions of objects: as in the scene, or at random.")

    def explain(self, texts: Messages) -> list[str]:
        """Objects to find, and that it is timed."""
        key = "instructions.identification_heard" if self.pacing == "heard" else "instructions.identification"
        return [texts(key), texts("rule.once")]

    @property
    def plays_files(self) -> bool:
        """Whether descriptions are heard from sound files."""
        return self.pacing == "heard" and self.sound == "file"

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """Accuracy and times; a reading time only where reading comes first."""
        times = ("reading_time", "identification_time") if self.pacing == "sequential" else ("identification_time",)
        return ("accuracy", *times, "chosen")

    def shown(self, place: PlacedItem, key: str | None, texts: Messages) -> list[Part]:
        """Nothing before the description."""
        return []

    def places(self, place: PlacedItem) -> dict[str, Place]:
        """Where the entities of the scene stand."""
        return place_entities(place.sheet, place.item, place.scene, is_random=self.positions == "random")

    def check(self) -> None:
        """Files are played where something is heard."""
        if self.sound == "file" and self.pacing != "heard":
            raise InvalidInput(f"sound files with pacing '{self.pacing}'", 'Set pacing = "heard".')

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """Where, and the times."""
        times = ("reading_ms", "finding_ms") if self.pacing == "sequential" else ("finding_ms",)
        return [place.field(what) for what in ("place", *times)]

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """The description with its scene; nothing in it tells the target."""
        hidden, places = strip_scene(place.scene, has_targets=False), self.places(place)
        yield Pointing(
            place.key,
            place.field("place"),
            place.field("reading_ms") if self.pacing == "sequential" else "",
            place.field("finding_ms"),
            place.sheet.criteria[0].question,
            place.item.text,
            replace(hidden, entities=tuple(sorted(hidden.entities, key=lambda entity: places[entity.id]))),
            places,
            self.pacing,
            texts(f"identification.begin_{self.pacing}"),
            texts("identification.proceed"),
            self.pacing == "heard" and not self.plays_files,
        )

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """A thing must have been pointed at, and times measured."""
        name, *times = self.item_fields(place)
        if read_answer(answers, name) not in map(write_place, self.places(place).values()):
            yield Problem(name, texts("problem.pointing"))
        for time in times:
            number = parse_number(read_answer(answers, time))
            if number is None or not 0 <= number <= LONGEST_MS:
                yield Problem(time, texts("problem.time"))

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """Whether it was a target, seconds, and what was pointed at."""
        places = self.places(place)
        name, *times = self.item_fields(place)
        answer = read_answer(answers, name)
        chosen = next(entity for entity in place.scene.entities if write_place(places[entity.id]) == answer)
        seconds = [write_number((parse_number(read_answer(answers, time)) or 0.0) / 1000) for time in times]
        return {
            "accuracy": str(int(chosen.is_target)),
            "reading_time": seconds[0],
            "identification_time": seconds[-1],
            "chosen": json.dumps({"entity": chosen.id, "place": list(places[chosen.id])}, ensure_ascii=False),
        }

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """The target more often than not, after times as people need them."""
        scene = place.scene
        name, *times = self.item_fields(place)
        targets = [target.id for target in scene.targets]
        chosen = targets[0] if targets and rng.random() < 0.8 else scene.entities[rng.integers(len(scene.entities))].id
        taken = {time: write_number(round(float(rng.lognormal(7.5, 0.4)), 1)) for time in times}
        return {name: write_place(self.places(place)[chosen]), **taken}


def write_place(place: Place) -> str:
    """A place as pages send it: r2c3 is row 2, column 3."""
    return f"r{place[0]}c{place[1]}"
