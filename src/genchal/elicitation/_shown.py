"""What raters see beside the texts that they judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from genchal.domain.inputs import Scene, Text
from genchal.domain.scenes.places import Place, random_places, stated_places
from genchal.domain.study.study import Item, Sheet, Shown, Subject
from genchal.domain.study.widgets import Given
from genchal.elicitation._fields import chance, condition_words
from genchal.elicitation.messages import Texts

_ORDER: tuple[Shown, ...] = ("input", "picture", "scene", "reference")


def givens(sheet: Sheet, item: Item, key: str | None, texts: Texts) -> Iterator[Given]:
    """What the criteria of a sheet want shown, each once: who judges several together sees all of it (Setup 1)."""
    wanted = {criterion.shown for criterion in sheet.criteria}
    subject = sheet.subjects[item.instance]
    if subject.input == Text():  # a task without inputs has none to show
        wanted -= {"input", "picture", "scene"}
    if isinstance(subject.input, Scene):
        wanted = {"scene" if how in ("input", "picture") else how for how in wanted}
    elif "scene" in wanted:
        wanted = (wanted - {"scene"}) | {"input"}
    if "input" in wanted and "picture" in condition_words(sheet.condition):
        wanted = (wanted - {"input"}) | {"picture"}
    for how in _ORDER:
        if how in wanted:
            yield _given(how, sheet, item, subject, key, texts)


def _given(how: Shown, sheet: Sheet, item: Item, subject: Subject, key: str | None, texts: Texts) -> Given:
    label = texts(f"given.{how}")
    if how == "reference":
        return Given("reference", label, key, text=subject.references[0] if subject.references else "")
    if how == "scene" and isinstance(subject.input, Scene):
        places = places_of(sheet, item, subject.input)
        return Given("scene", label, key, bare(subject.input, has_targets=True), positions=places, is_framed=True)
    return Given("picture" if how == "picture" else "input", label, key, subject.input, str(subject.input))


def places_of(sheet: Sheet, item: Item, scene: Scene, *, is_random: bool = False) -> dict[str, Place]:
    """Where the entities of a scene stand on this sheet: as the scene says, or at random, the same at every load."""
    stated = None if is_random else stated_places(scene)
    return stated if stated is not None else random_places(scene, chance(sheet, item, "places"))


def bare(scene: Scene, *, has_targets: bool) -> Scene:
    """A scene without what raters must not find in the page: what others said of it, and perhaps its targets."""
    entities = scene.entities if has_targets else tuple(replace(entity, is_target=False) for entity in scene.entities)
    return replace(scene, entities=entities, attribute_sets=())
