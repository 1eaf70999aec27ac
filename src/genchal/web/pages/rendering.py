"""Pages as HTML: from what a study asks and a rater answered to text that a browser shows.

Nothing here knows requests or the store. Pages have no inline scripts or styles, so that they work under
``default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self';
form-action 'self'; base-uri 'none'; frame-ancestors 'none'``, and ask nobody else for anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import jinja2
from markupsafe import Markup, escape

from genchal.domain.study.design import Eligibility
from genchal.domain.study.study import Answers, Page, Problem
from genchal.domain.study.widgets import Spans, Writing
from genchal.elicitation.messages import Messages
from genchal.web.messages import load_page_messages, select_script_messages
from genchal.web.pages.inputs import draw_clickable_scene, draw_input, list_facts
from genchal.web.pages.layout import (
    is_long,
    list_general_problems,
    list_orders,
    make_sections,
    read_word_marks,
    split_words,
)
from genchal.web.pages.markdown import render_markdown
from genchal.web.pages.page_frame import Form, PageFrame
from genchal.web.pages.practice import ReviewedPart
from genchal.web.pages.rich_text import render_text

DECISION, AGREE, DECLINE = "_decision", "agree", "decline"  # the field of the consent page and its answers
LONGEST_COMMENT = 4000  # characters
NOTHING: Mapping[str, str] = {}
# All is done; nothing is left for this rater; the study is for others; somebody did not agree to take part.
Ending = Literal["thanks", "no_work", "screened_out", "declined", "rejected"]


def render_sheet(
    frame: PageFrame,
    page: Page,
    answers: Answers,
    problems: Sequence[Problem],
    form: Form,
    *,
    one_at_a_time: bool = False,
    sounds: Mapping[str, str] = NOTHING,
    previous_url: str = "",
    home_url: str = "",
    comment: str | None = None,
) -> str:
    """A sheet. `answers` are shown again: of the draft, or those that were sent with `problems`.

    `sounds` are addresses of sound files by item, where descriptions are heard; `previous_url` is the page before.
    A sheet that is answered and may be changed has a `home_url`: back to where the rater was. `comment` is what was
    said about the sheet; None: there is no room for it.
    """
    # Where words are marked or changed, a text is shown as it is: every character counts.
    is_exact = any(isinstance(part, Spans) or (isinstance(part, Writing) and part.text) for part in page.parts)
    return _render(
        "sheet",
        frame,
        is_rich=frame.is_rich and not is_exact,
        page=page,
        form=form,
        answers=answers,
        sections=make_sections(page, problems),
        is_long=is_long(page),
        general=list_general_problems(page, problems),
        orders=list_orders(page),
        one_at_a_time=one_at_a_time,
        sounds=sounds,
        previous_url=previous_url,
        home_url=home_url,
        comment=comment,
        longest_comment=LONGEST_COMMENT,
        has_problems=bool(problems),
    )


def render_consent(frame: PageFrame, consent: str, form: Form) -> str:
    """What taking part means (Markdown), and two buttons that send `DECISION`."""
    return _render("consent", frame, form=form, consent=consent, decision=DECISION, agree=AGREE, decline=DECLINE)


def name_eligibility_field(number: int) -> str:
    """The name of the field of a question, from 0; it sends one of the options."""
    return f"question{number}"


def render_eligibility(
    frame: PageFrame, questions: Sequence[Eligibility], answers: Answers, problems: Sequence[Problem], form: Form
) -> str:
    """Questions of which only it is kept whether they were passed."""
    asked = [(name_eligibility_field(number), question) for number, question in enumerate(questions)]
    sentences = {problem.field: problem.sentence for problem in problems}
    return _render("eligibility", frame, form=form, asked=asked, answers=answers, sentences=sentences)


def render_instructions(frame: PageFrame, instructions: str, form: Form) -> str:
    """What to do (Markdown), before the first sheet."""
    return _render("instructions", frame, form=form, instructions=instructions)


def render_ending(
    frame: PageFrame,
    ending: Ending,
    code: str = "",
    return_url: str = "",
    *,
    undo_url: str = "",
    form: Form | None = None,
    comment: str = "",
) -> str:
    """The last page: a completion code where there is one, and where to go with it.

    Who did not agree by mistake can go back to `undo_url`. A form takes a comment on the study.
    """
    return _render(
        "ending",
        frame,
        ending=ending,
        code=code,
        return_url=return_url,
        undo_url=undo_url,
        form=form,
        comment=comment,
        longest_comment=LONGEST_COMMENT,
    )


def render_front(frame: PageFrame, studies: Sequence[tuple[str, str]]) -> str:
    """What is at the address of the server: studies that anybody may take part in, by title and address."""
    return _render("front", frame, studies=studies)


def render_preview(frame: PageFrame, studies: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> str:
    """Every page of studies that are yet to be created, by the name of the study: what it is, and its address."""
    return _render("preview", frame, studies=studies)


def render_feedback(frame: PageFrame, reviewed: Sequence[ReviewedPart], form: Form) -> str:
    """What a rater has answered to a sheet for practice beside what the organisers think; the form goes on."""
    return _render("feedback", frame, is_rich=frame.is_rich, reviewed=reviewed, form=form)


def render_answered(frame: PageFrame, form: Form, change_url: str = "") -> str:
    """A sheet that was sent before, as after going back; the form asks for the next one."""
    return _render("answered", frame, form=form, change_url=change_url)


def render_error(
    frame: PageFrame, sentence: str, retry_url: str = "", *, note: str = "", form: Form | None = None
) -> str:
    """What went wrong, in a sentence with what to do about it, and what became of answers (the key of a message).

    A form has what could not be taken now, to be sent again.
    """
    return _render("error", frame, sentence=sentence, retry_url=retry_url, note=note, form=form)


def _address(url: str) -> str:
    """An address that a link may lead to: of the web, or on this server."""
    return url if url.lower().startswith(("https://", "http://")) or ":" not in url.split("/")[0] else ""


def _render(name: str, frame: PageFrame, **values: object) -> str:
    template = _environment().get_template(f"{name}.html.j2")
    html = template.render(frame=frame, say=frame.texts, messages=_for_scripts(frame), **values)
    return html.encode("utf-8", "replace").decode()  # half characters cannot be sent


def _for_scripts(frame: PageFrame) -> Markup:
    return _escaped(frame.language) if frame.own_texts is None else _escape_messages(frame.texts)


@cache
def _escaped(language: str) -> Markup:
    """What scripts say: the same on every page of a language, and most of it."""
    return _escape_messages(load_page_messages(language))


def _escape_messages(texts: Messages) -> Markup:
    return escape(json.dumps(select_script_messages(texts), ensure_ascii=False))


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("genchal.web", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=False,  # else every part of every page looks whether its file has changed
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"markdown": render_markdown, "rich": render_text, "address": _address}
    environment.globals |= {
        "draw_input": draw_input,
        "list_facts": list_facts,
        "draw_clickable_scene": draw_clickable_scene,
        "split_words": split_words,
        "read_word_marks": read_word_marks,
    }
    return environment
