"""What raters see beside the texts that they judge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from genchal.domain.inputs import Scene, Text
from genchal.domain.scenes.places import Place, random_places, stated_places
from genchal.domain.study.study import Item, Sheet, Shown, Subject
from genchal.domain.study.widgets import Stimulus
from genchal.elicitation._fields import make_item_rng, split_condition
from genchal.elicitation.messages import Messages

_ORDER: tuple[Shown, ...] = ("input", "picture", "scene", "reference")


def list_shown(sheet: Sheet, item: Item, key: str | None, texts: Messages) -> Iterator[Stimulus]:
    """What the criteria of a sheet want shown, each once: who judges several together sees all of it (Setup 1)."""
    wanted = {criterion.shown for criterion in sheet.criteria}
    subject = sheet.subjects[item.instance]
    if subject.input == Text():  # a task without inputs has none to show
        wanted -= {"input", "picture", "scene"}
    if isinstance(subject.input, Scene):
        wanted = {"scene" if how in ("input", "picture") else how for how in wanted}
    elif "scene" in wanted:
        wanted = (wanted - {"scene"}) | {"input"}
    if "input" in wanted and "picture" in split_condition(sheet.condition):
        wanted = (wanted - {"input"}) | {"picture"}
    for how in _ORDER:
        if how in wanted:
            yield _show(how, sheet, item, subject, key, texts)


def _show(how: Shown, sheet: Sheet, item: Item, subject: Subject, key: str | None, texts: Messages) -> Stimulus:
    label = texts(f"given.{how}")
    if how == "reference":
        return Stimulus("reference", label, key, text=subject.references[0] if subject.references else "")
    if how == "scene" and isinstance(subject.input, Scene):
        places = place_entities(sheet, item, subject.input)
        return Stimulus(
            "scene", label, key, strip_scene(subject.input, has_targets=True), positions=places, is_framed=True
        )
    if how == "input" and isinstance(subject.input, Text):
        label = texts("given.text")
    return Stimulus("picture" if how == "picture" else "input", label, key, subject.input, str(subject.input))


def place_entities(sheet: Sheet, item: Item, scene: Scene, *, is_random: bool = False) -> dict[str, Place]:
    """Where the entities of a scene stand on this sheet: as the scene says, or at random, the same at every load."""
    stated = None if is_random else stated_places(scene)
    return stated if stated is not None else random_places(scene, make_item_rng(sheet, item, "places"))


def strip_scene(scene: Scene, *, has_targets: bool) -> Scene:
    """A scene without what raters must not find in the page: what others said of it, and perhaps its targets."""
    entities = scene.entities if has_targets else tuple(replace(entity, is_target=False) for entity in scene.entities)
    return replace(scene, entities=entities, attribute_sets=())
