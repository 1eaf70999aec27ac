"""A gallery of all pages with invented items: ``PYTHONPATH=tests python -m gallery.pages FOLDER``.

For looking at pages while they are made, for screenshots, and for tests. Browsers load scripts from a server only:
show it with ``python -m http.server -d FOLDER``.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gallery.items import ITEMS, SUBJECTS
from genchal.campaign.studies.stored import RunningStudy, read_study, write_design
from genchal.domain.study.design import Eligibility
from genchal.domain.study.keys import parse_design
from genchal.domain.study.study import Page, Sheet
from genchal.elicitation import METHODS
from genchal.elicitation.criteria import make_criterion
from genchal.elicitation.messages import Messages, load_messages
from genchal.elicitation.method import Method, place_items
from genchal.store.records import Study
from genchal.web.assets import load_assets
from genchal.web.pages import rendering
from genchal.web.pages.consent import write_consent
from genchal.web.pages.page_frame import Form, PageFrame, PageProgress
from genchal.web.pages.practice import Remark, review_practice

ASSETS = "assets"
INSTRUCTIONS = """\
You will read short texts and say how good they are. There is **no right answer**: we want to know what *you* think.

## What to look at

1. Read what the text should say.
2. Read each text once, as you would read it on a phone.
3. Give your answer. You can go back to it until the end.

More about the project is on [its page](https://example.org/study).
"""
QUESTIONS = (
    Eligibility("Is English your first language?", ("Yes", "No"), ("Yes",)),
    Eligibility("Where do you live?", ("Canada", "United Kingdom", "United States", "Elsewhere"), ("Canada",)),
)


CONSENT = {
    "contact": "Ann Example, ann@example.org",
    "duration": "about 15 minutes",
    "pay": 0.25,
    "currency": "EUR",
    "erase_on": "2027-03-31",
}
FEEDBACK = (
    ("120 or more", "It says everything, in **two good sentences**, and in an order that helps."),
    ("60 to 90", "It reads well, but *families* and the *rating* are missing."),
)


@dataclass(frozen=True)
class Example:
    """A method with settings, and what it asks about."""

    name: str
    method: str
    instance: str = "restaurant"
    criteria: tuple[str, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)
    size: int | None = None
    condition: str = ""
    minimum_seconds: float = 0
    one_at_a_time: bool = False
    is_rich: bool = False

    def build(self) -> Method:
        """The method."""
        return METHODS[self.method](**self.settings)

    def sheet(self, texts: Messages) -> Sheet:
        """Its sheet; methods that collect texts get items without one."""
        method = self.build()
        items = ITEMS[self.instance][: self.size or method.per_sheet]
        if not method.has_texts:
            items = tuple(replace(item, text="") for item in items)
        criteria = tuple(make_criterion(name, None, texts) for name in self.criteria or method.default_criteria)
        sheet = Sheet(f"sheet-{self.name}", items, SUBJECTS, criteria, self.condition, seed=7)
        method.check_sheet(sheet)
        return sheet

    def page(self, texts: Messages) -> Page:
        """What templates draw."""
        return replace(self.build().page(self.sheet(texts), texts), minimum_seconds=self.minimum_seconds)


EXAMPLES = (
    Example("likert", "likert", size=1, criteria=("informativeness", "naturalness", "quality")),
    Example("likert-appropriateness", "likert", "turn", ("appropriateness",), {"points": 5}, size=2),
    Example("magnitude", "magnitude", size=1, criteria=("quality",)),
    Example("magnitude-own-modulus", "magnitude", size=2, criteria=("quality",), settings={"modulus": 0.0}),
    Example("rankme", "rankme", criteria=("quality",)),
    Example(
        "rankme-together", "rankme", size=3, criteria=("informativeness", "quality"), settings={"information": True}
    ),
    Example("ranking", "ranking", criteria=("quality",)),
    Example("pairwise", "pairwise", criteria=("naturalness",)),
    Example(
        "direct-assessment-readability", "direct_assessment", size=3, criteria=("readability",), one_at_a_time=True
    ),
    Example("direct-assessment-similarity", "direct_assessment", size=1, criteria=("meaning_similarity",)),
    Example(
        "direct-assessment-faces", "direct_assessment", size=2, criteria=("readability",), settings={"variant": "sr11"}
    ),
    Example(
        "direct-assessment-scene", "direct_assessment", "room", ("clarity", "fluency"), {"variant": "tuna"}, size=1
    ),
    Example("check-boxes", "check_boxes", size=2, settings={"boxes": "added, missed, wrong"}),
    Example("coverage", "check_boxes", size=1, settings={"form": "coverage"}),
    Example("error-spans", "error_spans", size=1),
    Example("correction", "correction", size=1),
    Example("writing", "writing", size=1, minimum_seconds=2),
    Example("writing-picture", "writing", size=1, condition="picture"),
    Example("identification", "identification", "room", size=2),
    Example("identification-simultaneous", "identification", "room", settings={"pacing": "simultaneous"}, size=1),
    Example("identification-heard", "identification", "room", settings={"pacing": "heard"}, size=1),
    Example("describing", "describing", "room", settings={"feedback": True, "location": False}, size=1),
    Example("attribute-marking", "attribute_marking", "room", size=1),
)


# The same methods about texts of 300 words in Markdown.
LONG_EXAMPLES = (
    Example("likert-long", "likert", "prompt", ("usefulness", "coherence"), size=1, is_rich=True),
    Example("magnitude-long", "magnitude", "prompt", ("quality",), {"standard": "none"}, size=1, is_rich=True),
    Example("rankme-long", "rankme", "prompt", ("quality",), {"standard": "none"}, size=2, is_rich=True),
    Example("ranking-long", "ranking", "prompt", ("quality",), size=2, is_rich=True),
    Example("pairwise-long", "pairwise", "prompt", ("usefulness",), {"both_bad": True}, is_rich=True),
    Example("direct-assessment-long", "direct_assessment", "prompt", ("usefulness",), size=2, is_rich=True),
    Example("check-boxes-long", "check_boxes", "prompt", size=1, is_rich=True),
    Example("coverage-long", "check_boxes", "prompt", settings={"form": "coverage"}, size=1, is_rich=True),
    Example("error-spans-long", "error_spans", "prompt", size=1, is_rich=True),
    Example("correction-long", "correction", "prompt", size=1, is_rich=True),
    Example("writing-long", "writing", "prompt", size=1, is_rich=True),
)
ALL_EXAMPLES = (*EXAMPLES, *LONG_EXAMPLES)


def frame_of(language: str = "en", number: int | None = None) -> PageFrame:
    """The study of the gallery."""
    progress = None if number is None else PageProgress(number, len(ALL_EXAMPLES))
    title = "Restaurant texts" if language == "en" else "Restauranttexte"
    return PageFrame(title, language, progress, INSTRUCTIONS if number is not None else "", assets=ASSETS)


def form_of(name: str) -> Form:
    """A form that goes nowhere."""
    hidden = {"_csrf": "invented", "_key": f"key-{name}"}
    return Form(f"{name}/answers", hidden, sheet=f"sheet-{name}", draft_url=f"{name}/draft")


def example_pages(language: str = "en") -> dict[str, str]:
    """A page for every example of a method."""
    texts = load_messages(language)
    return {
        one.name: rendering.render_sheet(
            replace(frame_of(language, number), is_rich=one.is_rich),
            one.page(texts),
            {},
            [],
            form_of(one.name),
            one_at_a_time=one.one_at_a_time,
            previous_url="answered" if number > 1 else "",
            comment="",
        )
        for number, one in enumerate(ALL_EXAMPLES, 1)
    }


def _study(language: str) -> RunningStudy:
    """A study of which all is said: who asks, for how long, what is paid, and until when who took part is known."""
    keys = {"name": "quality", "method": "rankme", "identity": "prolific", "language": language, **CONSENT}
    design = parse_design(keys)
    words = write_design(
        design, METHODS["rankme"](), (), title="", systems=(), text_language=language, sheets=8, practice=1
    )
    return read_study(Study(1, "quality", words, 1, b"invented", "open", 0.0))


def _feedback(frame: PageFrame, form: Form) -> str:
    """After practice with two texts: one judged as expected, one not."""
    example, messages = Example("practice", "rankme", size=2, criteria=("quality",)), load_messages(frame.language)
    sheet = example.sheet(messages)
    places = place_items(sheet)
    answers = dict(zip(example.build().fields(sheet), ("140", "120"), strict=True))
    remarks = {
        place.key: Remark(place.label(messages), place.item.text, expected, told)
        for place, (expected, told) in zip(places, FEEDBACK, strict=True)
    }
    return rendering.render_feedback(frame, review_practice(example.page(messages), answers, remarks), form)


def frame_pages(language: str = "en") -> dict[str, str]:
    """The pages around the sheets."""
    frame, form = frame_of(language), Form("next", {"_csrf": "invented"})
    return {
        "consent": rendering.render_consent(frame, write_consent(_study(language), frame.texts), form),
        "eligibility": rendering.render_eligibility(frame, QUESTIONS, {}, [], form),
        "instructions": rendering.render_instructions(frame, INSTRUCTIONS, form),
        "feedback": _feedback(frame, form),
        "thanks": rendering.render_ending(
            frame, "thanks", "C1A2B3D4", "https://example.org/complete?cc=C1A2B3D4", form=form, comment="Good."
        ),
        "no-work": rendering.render_ending(frame, "no_work"),
        "screened-out": rendering.render_ending(frame, "screened_out", "S5E6F7"),
        "declined": rendering.render_ending(frame, "declined", undo_url="consent"),
        "front": rendering.render_front(frame, [("Restaurant texts: quality", "/s/quality")]),
        "answered": rendering.render_answered(frame, form, "change"),
        "preview": rendering.render_preview(
            replace(frame, is_preview=True), [("quality", [("consent", "/s/quality")])]
        ),
        "send-again": rendering.render_error(frame, "The study cannot be reached.", note="error.unknown", form=form),
        "error": rendering.render_error(
            frame, "This link is incomplete. Please open it again.", "again", note="error.kept"
        ),
    }


def write_gallery(folder: Path, language: str = "en") -> list[Path]:
    """Write all pages, with an index that links them."""
    found = frame_pages(language) | example_pages(language)
    (folder / ASSETS).mkdir(parents=True, exist_ok=True)
    for name, data in load_assets().items():
        (folder / ASSETS / name).write_bytes(data)
    links = "".join(f'<li><a href="{name}.html">{name}</a></li>' for name in found)
    head = (
        f'<!doctype html><meta charset="utf-8"><title>Gallery</title><link rel="stylesheet" href="{ASSETS}/page.css">'
    )
    written = {"index": f"{head}<main><h1>Gallery</h1><ul>{links}</ul></main>"} | found
    for name, html in written.items():
        (folder / f"{name}.html").write_text(html, encoding="utf-8", newline="\n")
    return [folder / f"{name}.html" for name in written]


if __name__ == "__main__":
    write_gallery(Path(sys.argv[1]), *sys.argv[2:3])
