"""Pages as HTML: from what a study asks and a rater answered to text that a browser shows.

Nothing here knows requests or the store. Pages have no inline scripts or styles, so that they work under
``default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self';
form-action 'self'; base-uri 'none'; frame-ancestors 'none'``, and ask nobody else for anything.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache

import jinja2
from markupsafe import Markup, escape

from genchal.domain.study.design import Eligibility
from genchal.domain.study.study import Answers, Page, Problem
from genchal.elicitation.messages import Texts
from genchal.web.inputs import drawn, facts, scene_to_point_at
from genchal.web.layout import general, orders, sections, with_gaps, word_marks
from genchal.web.markdown import markdown
from genchal.web.messages import for_scripts, page_texts
from genchal.web.page_frame import Form, Shell

DECISION, AGREE, DECLINE = "_decision", "agree", "decline"  # the field of the consent page and its answers
NOTHING: Mapping[str, str] = {}


def sheet_page(
    shell: Shell,
    page: Page,
    answers: Answers,
    problems: Sequence[Problem],
    form: Form,
    *,
    one_at_a_time: bool = False,
    sounds: Mapping[str, str] = NOTHING,
) -> str:
    """A sheet. `answers` are shown again: of the draft, or those that were sent with `problems`.

    `sounds` are addresses of sound files by item, where descriptions are heard.
    """
    return _render(
        "sheet",
        shell,
        page=page,
        form=form,
        answers=answers,
        sections=sections(page, problems),
        general=general(page, problems),
        orders=orders(page),
        one_at_a_time=one_at_a_time,
        sounds=sounds,
        has_problems=bool(problems),
    )


def consent_page(shell: Shell, consent: str, form: Form) -> str:
    """What taking part means (Markdown; empty: the default text), and two buttons that send `DECISION`."""
    text = consent.strip() or shell.texts("consent.default")
    return _render("consent", shell, form=form, consent=text, decision=DECISION, agree=AGREE, decline=DECLINE)


def eligibility_field(number: int) -> str:
    """The name of the field of a question, from 0; it sends one of the options."""
    return f"question{number}"


def eligibility_page(
    shell: Shell, questions: Sequence[Eligibility], answers: Answers, problems: Sequence[Problem], form: Form
) -> str:
    """Questions of which only it is kept whether they were passed."""
    asked = [(eligibility_field(number), question) for number, question in enumerate(questions)]
    sentences = {problem.field: problem.sentence for problem in problems}
    return _render("eligibility", shell, form=form, asked=asked, answers=answers, sentences=sentences)


def instructions_page(shell: Shell, instructions: str, form: Form) -> str:
    """What to do (Markdown), before the first sheet."""
    return _render("instructions", shell, form=form, instructions=instructions)


def thanks_page(shell: Shell, code: str = "", return_url: str = "") -> str:
    """All is done: a completion code, and where to go with it."""
    return _render("thanks", shell, code=code, return_url=return_url)


def no_work_page(shell: Shell, code: str = "", return_url: str = "") -> str:
    """Nothing is left for this rater; who has done something gets the code for it."""
    return _render("no_work", shell, code=code, return_url=return_url)


def screened_out_page(shell: Shell, code: str = "", return_url: str = "") -> str:
    """Somebody who does not belong to whom the study is for."""
    return _render("screened_out", shell, code=code, return_url=return_url)


def declined_page(shell: Shell, code: str = "", return_url: str = "") -> str:
    """Somebody who did not agree to take part."""
    return _render("declined", shell, code=code, return_url=return_url)


def answered_page(shell: Shell, form: Form) -> str:
    """A sheet that was sent before, as after going back; the form asks for the next one."""
    return _render("answered", shell, form=form)


def error_page(shell: Shell, sentence: str, retry_url: str = "") -> str:
    """What went wrong, in a sentence with what to do about it."""
    return _render("error", shell, sentence=sentence, retry_url=retry_url)


def _address(url: str) -> str:
    """An address that a link may lead to: of the web, or on this server."""
    return url if url.lower().startswith(("https://", "http://")) or ":" not in url.split("/")[0] else ""


def _render(name: str, shell: Shell, **values: object) -> str:
    template = _environment().get_template(f"{name}.html.j2")
    html = template.render(shell=shell, say=shell.texts, messages=_for_scripts(shell), **values)
    return html.encode("utf-8", "replace").decode()  # half characters cannot be sent


def _for_scripts(shell: Shell) -> Markup:
    return _escaped(shell.language) if shell.own_texts is None else _escape_messages(shell.texts)


@cache
def _escaped(language: str) -> Markup:
    """What scripts say: the same on every page of a language, and most of it."""
    return _escape_messages(page_texts(language))


def _escape_messages(texts: Texts) -> Markup:
    return escape(json.dumps(for_scripts(texts), ensure_ascii=False))


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
    environment.filters |= {"markdown": markdown, "address": _address}
    environment.globals |= {
        "drawn": drawn,
        "facts": facts,
        "scene_to_point_at": scene_to_point_at,
        "with_gaps": with_gaps,
        "word_marks": word_marks,
    }
    return environment
