"""Pages as text: whatever they show stays text, in the language and direction of the study."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

import genchal.reports.page
from gallery.items import ROOM
from gallery.pages import EXAMPLES, example_pages, frame_pages
from genchal.domain.inputs import Act, DialogueAct, SlotValues, Text
from genchal.domain.study.design import Eligibility
from genchal.domain.study.study import Page, Problem
from genchal.domain.study.widgets import (
    Box,
    Checks,
    Choice,
    Feedback,
    Note,
    Number,
    Option,
    Ordering,
    Part,
    Passage,
    Pointing,
    Preference,
    Ranked,
    Slider,
    Spans,
    Stimulus,
    Word,
    Writing,
)
from genchal.elicitation.messages import Messages
from genchal.errors import UnknownName
from genchal.web.assets import MEDIA_TYPES, hash_assets, load_assets
from genchal.web.messages import CATALOGUES, ENGLISH_MESSAGES, load_page_messages, select_script_messages
from genchal.web.pages import rendering
from genchal.web.pages.layout import list_fields
from genchal.web.pages.page_frame import Form, PageFrame, PageProgress

REPORT = Path(str(genchal.reports.page.__file__)).parent / "templates"
HOSTILE = (
    "<script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</title></style><img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    '" autofocus onfocus="alert(1)',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "[x](javascript:alert(1)) ![x](y) <b>b</b>",
    "{{ 7 * 7 }} {% raw %} {0} {row}",
    "<!-- --> <![CDATA[ x ]]> &lt;script&gt; &#60;",
    "\x00\x01\ud800 \u202eevil\u2066",
    "\n leading line\r\n",
)
PLAIN = "some words"
SHELL = PageFrame("Study", progress=PageProgress(2, 5))
FORM = Form("/sheet/1", {"_csrf": "token", "_key": "key"}, "sheet1", "/draft/1", 3)


class Markup(HTMLParser):
    """The elements of a page, with what must not be in them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.shape: list[str] = []
        self.attributes: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append(f"{tag} {' '.join(sorted(name for name, _ in attrs))}")
        self.attributes.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.shape.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if data.strip():
            assert self.get_starttag_text() is None or not self.shape[-1].startswith(("script", "style"))


def assert_harmless(html: str) -> Markup:
    """No inline script or style, no handler, nothing from elsewhere."""
    page = Markup(html)
    for tag, attributes in page.attributes:
        names = set(attributes)
        assert not {name for name in names if name.startswith("on") or name == "style"}, (tag, attributes)
        assert tag not in ("iframe", "object", "embed", "base", "style", "img"), tag
        for name in names & {"src", "href", "action", "formaction", "xlink:href"}:
            address = attributes[name] or ""
            assert not re.match(r"\s*(javascript|vbscript|data:(?!,$))", address, re.IGNORECASE), (tag, address)
        if tag == "script":
            assert (attributes.get("src") or "").startswith((SHELL.folder, "assets/"))
        if tag in ("script", "link"):
            address = attributes.get("src") or attributes.get("href") or ""
            assert not address.startswith(("http", "//"))
    return page


def all_parts(text: str) -> tuple[Part, ...]:
    """Every kind of part, with a text in every place that holds one."""
    name = "i1"
    options = (Option(text, text), Option("2", text))
    return (
        Note(text),
        Note(text),
        Stimulus("input", text, input=SlotValues(((text, text),)), text=text),
        Stimulus("input", text, input=DialogueAct((Act(text, ((text, text), (text, None))),)), text=text),
        Stimulus("input", text, input=Text(text), text=text),
        Stimulus("picture", text, input=SlotValues((("name", text), ("near", text))), text=text),
        Stimulus("reference", text, text=text),
        Stimulus("scene", text, name, ROOM, is_framed=True),
        Passage(name, text, text),
        Choice(name, f"{name}.a", text, options, text, text, text, is_scale=True),
        Choice(name, f"{name}.b", text, options, text),
        Number(name, f"{name}.c", text, 0, 9, text, text, text),
        Slider(name, f"{name}.d", text, 0, 100, 50, text, text, text, has_faces=True, has_ticks=True),
        Ordering(text, (Ranked(name, f"{name}.e", text, text), Ranked("i2", "i2.e", text, text)), text, text),
        Preference(f"{name}.f", text, options),
        Checks(name, text, (Box(f"{name}.g", text),), Box(f"{name}.h", text), text),
        Spans(
            name,
            f"{name}.j",
            text,
            text,
            (Word(f"{name}.w1", 0, len(text), text), Word(f"{name}.w2", len(text), len(text), text)),
            options,
            options,
            options,
            Box(f"{name}.k", text),
            text,
        ),
        Writing(name, f"{name}.l", text, text, 3, 9, text, text, text),
        Feedback(name, f"{name}.l", text, (1, 2)),
        Pointing(name, f"{name}.m", f"{name}.n", f"{name}.o", text, text, ROOM, _places(), "sequential", text, text),
        Pointing(name, f"{name}.p", "", f"{name}.q", text, text, ROOM, _places(), "heard", text, text, is_spoken=True),
        Pointing(name, f"{name}.r", "", f"{name}.s", text, text, ROOM, _places(), "heard", text, text),
    )


def _places() -> dict[str, tuple[int, int]]:
    return {entity.id: (1 + number // 5, 1 + number % 5) for number, entity in enumerate(ROOM.entities)}


def sheet(text: str) -> str:
    parts = all_parts(text)
    names = [name for part in parts for name in list_fields(part)]
    frame = PageFrame(text, progress=PageProgress(1, 2, is_practice=True), instructions=text, text_language="en")
    form = Form("/x", {"_csrf": text}, text, text)
    problems = [Problem(name, text) for name in names] + [Problem("", text)]
    return rendering.render_sheet(
        frame, Page(text, parts), dict.fromkeys(names, text), problems, form, sounds={"i1": "/sound.ogg"}
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_texts_in_every_part_of_a_sheet(text: str) -> None:
    page = assert_harmless(sheet(text))
    assert Markup(sheet(PLAIN)).shape.count("script src type") == page.shape.count("script src type") == 1
    seen = "".join(page.text)
    if "script" in text:
        assert text in seen


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_texts_around_the_sheets(text: str) -> None:
    frame, form = PageFrame(text), Form("/x", {"_csrf": text})
    made: list[Callable[[], str]] = [
        lambda: rendering.render_consent(frame, text, form),
        lambda: rendering.render_instructions(frame, text, form),
        lambda: rendering.render_eligibility(
            frame, [Eligibility(text, (text, "b"), (text,))], {"question0": text}, [Problem("question0", text)], form
        ),
        lambda: rendering.render_ending(frame, "thanks", text, text),
        lambda: rendering.render_ending(frame, "no_work", text, text),
        lambda: rendering.render_ending(frame, "screened_out", text, text),
        lambda: rendering.render_ending(frame, "declined", text, text),
        lambda: rendering.render_answered(frame, form),
        lambda: rendering.render_error(frame, text, text),
    ]
    for one in made:
        assert_harmless(one())


def test_every_page_of_the_gallery_is_harmless_and_complete() -> None:
    for language in CATALOGUES:
        for name, html in (frame_pages(language) | example_pages(language)).items():
            page = assert_harmless(html)
            assert page.shape.count("h1 ") + page.shape.count("h1 dir") == 1, name
            ids = [value for _, attributes in page.attributes if (value := attributes.get("id"))]
            assert len(ids) == len(set(ids)), name
            for _, attributes in page.attributes:
                named = [attributes.get(key) or "" for key in ("aria-describedby", "aria-labelledby", "for")]
                assert set(" ".join(named).split()) <= set(ids), (name, attributes)


def test_every_field_has_a_name_that_the_method_knows() -> None:
    texts = Messages("en", {})
    for example in EXAMPLES:
        page = Markup(example_pages()[example.name])
        controls = {a.get("name") for tag, a in page.attributes if tag in ("input", "select", "textarea")} - {None}
        own = {name for name in controls if name and not name.startswith("_")}
        assert own <= set(example.build().fields(example.sheet(texts))), example.name


def test_answers_and_problems_are_shown_again() -> None:
    parts = (
        Number("i1", "i1.a", "How good?", 0, 9),
        Choice("i1", "i1.b", "Which?", (Option("1", "one"), Option("2", "two"))),
        Writing("i1", "i1.c", "Write", "begin"),
        Checks("i1", "Tick", (Box("i1.d", "d"),), Box("i1.e", "none")),
        Slider("i1", "i1.f", "Slide", 0, 100, 0),
    )
    answers = {"i1.a": "12,5", "i1.b": "2", "i1.c": "\nmy text", "i1.d": "1", "i1.f": "40"}
    problems = [Problem("i1.a", "Too much."), Problem("i1.b", "Not that."), Problem("", "In a hurry?")]
    html = rendering.render_sheet(SHELL, Page("Heading", parts), answers, problems, FORM)
    page = Markup(html)
    fields_ = {a["name"]: a for tag, a in page.attributes if tag == "input" and "name" in a and a["type"] != "radio"}
    assert fields_["i1.a"]["value"] == "12,5"
    assert fields_["i1.a"]["aria-invalid"] == "true"
    assert fields_["i1.f"]["value"] == "40"
    assert "checked" in fields_["i1.d"]
    assert "checked" not in fields_["i1.e"]
    checked = [a["value"] for _, a in page.attributes if a.get("type") == "radio" and "checked" in a]
    assert checked == ["2"]
    assert ">\n\nmy text</textarea>" in html  # the first line end belongs to the element, not to the text
    for problem in problems:
        assert problem.sentence in html
    assert {"_csrf", "_key"} <= set(fields_)


def test_marks_that_were_sent_as_one_are_shown_word_by_word() -> None:
    words = (Word("w1", 0, 3, "One"), Word("w2", 4, 7, "two"), Word("w3", 7, 8, "."), Word("w4", 8, 8, "missing"))
    marks = (Option("grammar/minor", "Grammar, minor"),)
    spans = Spans("i1", "s", "Mark", "One two.", words, (), (), marks, Box("n", "none"))
    sent = '[{"start": 0, "end": 7, "category": "grammar", "severity": "minor"}]'
    for answers in ({"s": sent}, {"w1": "grammar/minor", "w2": "grammar/minor"}):
        page = Markup(rendering.render_sheet(SHELL, Page("H", (spans,)), answers, [], FORM))
        assert page.shape.count("option selected value") == 2
    for broken in ("[", "{}", "[1]", '[{"start": "x"}]', "[" * 5000):
        assert_harmless(rendering.render_sheet(SHELL, Page("H", (spans,)), {"s": broken}, [], FORM))


def test_pages_have_the_language_and_direction_of_the_study() -> None:
    for language in CATALOGUES:
        html = rendering.render_ending(PageFrame("Study", language), "thanks")
        assert f'<html lang="{language}" dir="ltr">' in html
    arabic = PageFrame("دراسة", "ar", own_texts=Messages("ar", ENGLISH_MESSAGES), text_language="he")
    html = rendering.render_sheet(arabic, Page("H", (Passage("i1", "A", "שלום"),)), {}, [], FORM)
    assert '<html lang="ar" dir="rtl">' in html
    assert '<p class="text" dir="auto" lang="he">שלום</p>' in html
    with pytest.raises(UnknownName, match="xx"):
        rendering.render_ending(PageFrame("Study", "xx"), "thanks")


def test_style_sheets_know_no_left_and_right() -> None:
    physical = re.compile(
        r"(?:margin|padding|border)-(?:left|right)|(?<![\w-])(?:left|right)\s*:|text-align:\s*(?:left|right)"
    )
    for name in ("page.css", "widgets.css"):
        assert not physical.findall(load_assets()[name].decode())


@pytest.mark.parametrize("name", ["page.css", "widgets.css"])
def test_no_rule_of_a_style_sheet_is_there_twice(name: str) -> None:
    """A rule that was pasted again into the selector of another changes what that applies to."""
    rules = [line.strip() for line in load_assets()[name].decode().splitlines() if re.fullmatch(r"\s*\S.*\{.+\}", line)]
    assert sorted({rule for rule in rules if rules.count(rule) > 1}) == []


def test_pages_have_the_colours_of_the_report() -> None:
    """What the two call otherwise is a pair; greys that are read on other grounds may differ."""
    own, report = load_assets()["page.css"].decode(), (REPORT / "report.css").read_text(encoding="utf-8")
    same = {"page": "paper", "card": "card", "ink": "ink", "accent": "accent", "soft": "tint", "quote": "shade"}
    for ours, theirs in zip(list_colours(own), list_colours(report), strict=False):
        for name, other in same.items():
            assert ours.get(name) == theirs.get(other), name


def list_colours(style: str) -> list[dict[str, str]]:
    """Named colours, for light and dark."""
    blocks = re.findall(r":root \{([^}]*)\}", style)
    return [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)) for block in blocks[:2]]


def test_catalogues_say_the_same_things() -> None:
    gaps = re.compile(r"\{(\w+)\}")
    for language, messages in CATALOGUES.items():
        assert set(messages) == set(ENGLISH_MESSAGES), language
        for key, sentence in messages.items():
            assert sorted(gaps.findall(sentence)) == sorted(gaps.findall(ENGLISH_MESSAGES[key])), (language, key)


def test_scripts_and_templates_say_nothing_that_is_not_in_the_catalogue() -> None:
    scripts = "".join(data.decode() for name, data in load_assets().items() if name.endswith(".js"))
    said = set(re.findall(r'\bsay\(\s*"(\w+)"', scripts))
    assert said <= set(select_script_messages(load_page_messages("en")))
    unused = [
        key
        for key in select_script_messages(load_page_messages("en"))
        if f'"{key}"' not in scripts and f"{key}:" not in scripts
    ]
    assert unused == []


def test_assets_ask_nobody_else() -> None:
    for name, data in load_assets().items():
        assert name.endswith(tuple(MEDIA_TYPES))
        assert not re.search(rb"(?:https?:)?//[a-z0-9]+\.", data.replace(b"http://www.w3.org", b"")), name
        assert b"@import" not in data
        assert b"innerHTML" not in data
    assert re.fullmatch(r"[0-9a-f]{16}", hash_assets())


@pytest.mark.parametrize(
    ("progress", "said"),
    [
        (PageProgress(3, 20), "Page 3 of 20"),
        (PageProgress(3), "Page 3"),
        (PageProgress(1, 2, is_practice=True), "Practice page 1 of 2"),
        (PageProgress(1, None, is_practice=True), "Practice page 1"),
    ],
)
def test_progress_is_said(progress: PageProgress, said: str) -> None:
    assert f">{said}</p>" in rendering.render_answered(PageFrame("Study", progress=progress), FORM)
