"""Addresses for second thoughts: earlier pages with their answers, to be changed until the end, and comments."""

from __future__ import annotations

from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from genchal.campaign.studies import steps
from genchal.campaign.studies.page_times import read_timings
from genchal.domain.study.study import Answers, Problem
from genchal.store.comments import find_comment, replace_comment
from genchal.store.revisions import find_version
from genchal.web.pages.study_pages import name_change, render_change
from genchal.web.requests.forms import find_sent_form, read_form
from genchal.web.requests.senders import (
    identify_sender,
    make_receipt,
    read_own_form,
    read_sheet_visit,
    read_visit,
    refresh_memory,
    run_write,
    sheet_token,
    step_url,
    wants_json,
)


async def show_change(request: Request) -> Response:
    """GET /sheets/{sheet}/change: an answered sheet with its answers; once it cannot be changed, what comes next."""
    return await run_in_threadpool(_render_change, request)


def _render_change(request: Request, sent: Answers | None = None, problems: tuple[Problem, ...] = ()) -> Response:
    visit, seen = read_sheet_visit(request)
    store = request.app.state.store
    version = store.read(lambda transaction: find_version(transaction, seen.stored.token))
    if version is None or not steps.can_revise(visit.running, seen.rater, seen.stored):
        return RedirectResponse(visit.url, 303)
    form = find_sent_form(request) if sent is not None else None
    comment = form.own.get("_comment") if form else None
    if comment is None:
        comment = store.read(lambda transaction: find_comment(transaction, seen.rater.id, seen.id))
    html = render_change(visit.running, seen, visit.visitor, version, visit.url, sent, problems, comment)
    return HTMLResponse(html, 422 if problems else 200)


async def submit_change(request: Request) -> Response:
    """POST /sheets/{sheet}/change: store changed answers, then go back to where the rater was."""
    sheet, sent, now = sheet_token(request), await read_form(request), request.app.state.clock()
    running, visitor = await identify_sender(request, sent)
    version = sent.number("_version")
    operation = partial(
        steps.revise_answers,
        running=running,
        rater=visitor.rater,
        sheet=sheet,
        answers=sent.answers,
        version=version,
        timings=read_timings(sent.own.get("_timings", "")),
        comment=sent.own.get("_comment"),
        now=now,
        memory=await refresh_memory(request, running, now),
    )
    result = await run_write(request, operation)
    name, key, url = name_change(sheet, version), sent.own.get("_key", "") or sheet, step_url(running, result.step)
    if result.problems and not wants_json(request):
        return await run_in_threadpool(_render_change, request, sent.answers, result.problems)
    if result.problems:
        said = [{"field": problem.field, "sentence": problem.sentence} for problem in result.problems]
        return JSONResponse({**make_receipt(name, key, "problems"), "problems": said}, 422)
    if wants_json(request):
        return JSONResponse({**make_receipt(name, key, "stored"), "next": url})
    return RedirectResponse(url, 303)


async def submit_comment(request: Request) -> Response:
    """POST /s/{study}/comment: what a rater says about the study, at its end."""
    visit = await run_in_threadpool(read_visit, request)
    sent = await read_own_form(request, visit)
    rater, text, now = visit.require_rater(), sent.own.get("_comment"), request.app.state.clock()
    if visit.running.design.comments and text is not None:
        await run_write(request, lambda transaction: replace_comment(transaction, rater.id, None, text, now))
    return RedirectResponse(f"{visit.url}/done", 303)
