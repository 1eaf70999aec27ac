"""Sheets that a method can ask about, for Hypothesis."""

from dataclasses import fields, is_dataclass

from hypothesis import strategies as st

from genchal.domain import Input, Text
from genchal.domain.ratings import KINDS
from genchal.domain.settings import configure
from genchal.domain.study.study import Item, Page, Sheet, Subject
from genchal.domain.study.widgets import Box, Note, Pointing, Ranked, Word, Writing
from genchal.elicitation import METHODS
from genchal.elicitation.criteria import CRITERIA, make_criterion
from genchal.elicitation.method import Method
from strategies import SOME_MEANINGS, SOME_SCENES, plain_texts, texts

# Every method as it is by default, and in the other forms that it has.
FORMS: list[tuple[str, dict[str, object]]] = [
    *((name, {}) for name in METHODS),
    ("likert", {"points": 3, "labels": "bad, fair, good", "information": True}),
    ("magnitude", {"modulus": 0, "highest": 1000}),
    ("magnitude", {"standard": "none", "information": True}),
    ("rankme", {"modulus": 0, "information": True}),
    ("ranking", {"ties": False}),
    ("pairwise", {"ties": False, "both_bad": True}),
    ("direct_assessment", {"variant": "sr11", "information": True}),
    ("direct_assessment", {"variant": "tuna", "highest": 7, "start": 3, "ticks": True}),
    ("check_boxes", {"form": "coverage"}),
    ("check_boxes", {"boxes": "wrong, added, missed"}),
    ("error_spans", {"severities": "", "omissions": False, "categories": "number, name, word, context"}),
    ("correction", {"longest": 10}),
    ("writing", {"allowed": "", "shuffle": False, "longest": 10}),
    ("identification", {"pacing": "simultaneous", "positions": "random"}),
    ("identification", {"pacing": "heard", "sound": "file"}),
    ("describing", {"feedback": True, "right": 0.5, "location": False, "longest": 10}),
    ("attribute_marking", {"choices": "target", "negations": True}),
]


def made(name: str, settings: dict[str, object]) -> Method:
    return configure(METHODS[name], settings, f"method '{name}'")


@st.composite
def sheets(draw: st.DrawFn, method: Method) -> Sheet:
    """Items have ids, systems and kinds that a page must not show."""
    size = draw(st.integers(method.fewest, min(method.most or 5, 5)))
    instances = 1 if method.is_comparison else draw(st.integers(1, 2))
    scenes = [scene for scene in SOME_SCENES if scene.targets]
    inputs: list[Input] = [*scenes] if method.needs_scene else [Text("a walk"), *SOME_MEANINGS, *scenes]
    subjects = {
        f"instance {number}": Subject(
            f"instance {number}",
            draw(st.sampled_from(inputs)),
            tuple(draw(st.lists(plain_texts, min_size=1, max_size=2))),
        )
        for number in range(instances)
    }
    items = []
    for number in range(size):
        instance, kind = f"instance {number % instances}", draw(st.sampled_from(KINDS))
        system = f"SYSTEM{draw(st.integers(0, 99))}"
        text = draw(texts) if method.has_texts else ""
        items.append(
            Item(f"{instance}/{system}/{kind}/{number}", instance, system, text, kind, f"of {system}", "EXPECTED")
        )
    names = draw(st.lists(st.sampled_from(list(CRITERIA)), min_size=1, max_size=3, unique=True))
    return Sheet(
        "sheet",
        tuple(items),
        subjects,
        tuple(map(make_criterion, names)),
        draw(st.sampled_from(["", "picture", "loc fc", "noloc nofc"])),
        draw(st.integers(0, 2**63)),
    )


def field_names(page: Page) -> list[str]:
    """Every field that the widgets of a page would send."""
    return [name for part in page.parts if not isinstance(part, Note) for name in _names(part)]


def _names(part: object) -> list[str]:
    if isinstance(part, Box | Ranked | Word | Writing):
        return [part.name]
    if isinstance(part, Pointing):
        return [name for name in (part.name, part.reading, part.finding) if name]
    if isinstance(part, tuple):
        return [name for one in part for name in _names(one)]
    if is_dataclass(part):
        own = [part.name] if hasattr(part, "name") and type(part).__module__ == "genchal.domain.study.widgets" else []
        inside = [getattr(part, field.name) for field in fields(part)]
        return own + [name for one in inside if is_dataclass(one) or isinstance(one, tuple) for name in _names(one)]
    return []


def sheet_of(
    *written: str,
    given: Input = SOME_MEANINGS[0],
    criteria: tuple[str, ...] = ("quality",),
    condition: str = "",
    seed: int = 7,
    instances: bool = False,
) -> Sheet:
    """A sheet with these texts, of one instance or (`instances`) each of its own."""
    places = [f"instance {number if instances else 0}" for number in range(len(written))]
    items = tuple(
        Item(f"item {number}", place, f"system {number}", text)
        for number, (place, text) in enumerate(zip(places, written, strict=True))
    )
    subjects = {place: Subject(place, given, (f"The reference of {place}.",)) for place in places}
    return Sheet("sheet", items, subjects, tuple(map(make_criterion, criteria)), condition, seed)
