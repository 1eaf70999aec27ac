"""What answers each address: read the request, call one step, answer. GET changes nothing; what POST says is stored."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from genchal.campaign.studies import links, steps
from genchal.campaign.studies.next_sheet import Memory
from genchal.campaign.studies.page_times import read_timings
from genchal.campaign.studies.stored import Running
from genchal.domain.study.study import Answers, Problem
from genchal.errors import InvalidInput
from genchal.store import Draft
from genchal.web import pages
from genchal.web.forms import read_form
from genchal.web.last_page import ending
from genchal.web.requests import (
    gated,
    jot,
    parameters_of,
    read,
    read_sheet_visit,
    read_visit,
    remembering,
    sender,
    sent_form,
    sheet_token,
    step_url,
    wants_json,
    write,
)
from genchal.web.sheets import render_sheet, shell_of
from genchal.web.sounds import sheet_sound
from genchal.web.static_files import static_file

# Before the first sheet


async def landing(request: Request) -> Response:
    """GET /s/{study} and /s/{study}/r/{link}: what comes next for whoever this is."""
    visit = await run_in_threadpool(read_visit, request)
    rater, running = visit.rater, visit.running
    shell = shell_of(running)
    if rater is None or rater.state in ("arrived", "no_consent"):
        if rater is None and links.identity_of(running, parameters_of(request), visit.visitor.browser) is None:
            raise links.stranger(running)
        if running.study.state == "closed":
            html = pages.no_work_page(shell)
        else:
            query = links.carried(running, parameters_of(request))
            html = pages.consent_page(shell, running.design.consent, visit.form("consent", query))
    elif rater.state == "consented":
        html = pages.eligibility_page(shell, running.design.eligibility, {}, [], visit.form("eligibility"))
    elif rater.state in steps.ENDED:
        html = ending(running, rater, shell)
    else:
        step = await read(request, lambda transaction: steps.where(transaction, rater))
        if step.sheet:
            return remembering(RedirectResponse(step_url(running, step), 303), visit, request)
        html = pages.instructions_page(shell, running.instructions, visit.form("begin"))
    return remembering(HTMLResponse(html), visit, request)


async def consent(request: Request) -> Response:
    """POST /s/{study}/consent: somebody agrees and is a rater from now on, or does not."""
    visit = await run_in_threadpool(read_visit, request)
    sent = await sent_form(request, visit)
    running, known, now = visit.running, visit.rater, request.app.state.clock()
    if sent.own.get(pages.DECISION) == pages.DECLINE:
        await write(request, lambda transaction: steps.decline(transaction, running, known, now))
        return RedirectResponse(f"{visit.url}/declined", 303)
    if sent.own.get(pages.DECISION) != pages.AGREE:
        raise InvalidInput("the form has no decision", "Go back and choose one of the buttons.")
    if known is None:
        identity = links.identity_of(running, parameters_of(request), visit.visitor.browser)
        if identity is None:
            raise links.stranger(running)
        rater = await write(request, lambda transaction: steps.consent(transaction, running, identity, now))
    else:
        rater = await write(request, lambda transaction: steps.agree(transaction, running, known, now))
    visit = replace(visit, visitor=replace(visit.visitor, rater=rater.token), rater=rater)
    return remembering(RedirectResponse(visit.url, 303), visit, request)


async def declined(request: Request) -> Response:
    """GET /s/{study}/declined: for those who did not agree."""
    running = await run_in_threadpool(request.app.state.studies.named, request.path_params["study"])
    return HTMLResponse(ending(running, None, shell_of(running)))


async def eligibility(request: Request) -> Response:
    """POST /s/{study}/eligibility: whether this is somebody whom the study is for."""
    visit = await run_in_threadpool(read_visit, request)
    sent = await sent_form(request, visit)
    running, rater, now = visit.running, visit.known(), request.app.state.clock()
    fields = tuple(pages.eligibility_field(number) for number in range(len(running.design.eligibility)))
    missing = steps.unanswered_questions(running, sent.answers, fields)
    if missing and rater.state == "consented":
        shell = shell_of(running)
        problems = [Problem(name, shell.texts("script.unanswered")) for name in missing]
        form = visit.form("eligibility")
        html = pages.eligibility_page(shell, running.design.eligibility, sent.answers, problems, form)
        return HTMLResponse(html, 422)
    await write(
        request,
        lambda transaction: steps.judge_eligibility(transaction, running, rater, sent.answers, fields, now),
    )
    return RedirectResponse(visit.url, 303)


async def begin(request: Request) -> Response:
    """POST /s/{study}/begin: the first sheet, or the next one."""
    visit = await run_in_threadpool(read_visit, request)
    await sent_form(request, visit)
    running, rater, now = visit.running, visit.known(), request.app.state.clock()
    memory = await _memory(request, running, now)
    step = await write(request, lambda transaction: steps.begin(transaction, running, rater, memory, now))
    is_before = step.rater.state in ("arrived", "consented", "eligible")
    return RedirectResponse(visit.url if is_before else step_url(running, step), 303)


async def done(request: Request) -> Response:
    """GET /s/{study}/done: how it ended, with the code."""
    visit = await run_in_threadpool(read_visit, request)
    running, rater = visit.running, visit.known()
    step = await read(request, lambda transaction: steps.where(transaction, rater))
    if rater.state not in (*steps.ENDED, "working") or (rater.state == "working" and step.sheet):
        return RedirectResponse(visit.url, 303)
    return HTMLResponse(ending(running, rater, shell_of(running)))


# Sheets


async def show_sheet(request: Request) -> Response:
    """GET /sheets/{sheet}: a sheet with what was answered so far."""
    return await run_in_threadpool(_shown, request)


def _shown(request: Request, sent: Answers | None = None, problems: tuple[Problem, ...] = ()) -> Response:
    visit, seen = read_sheet_visit(request)
    running = visit.running
    if seen.rater.state in steps.SENT_AWAY:
        return RedirectResponse(f"{visit.url}/done", 303)
    if seen.stored.is_answered:
        return HTMLResponse(pages.answered_page(shell_of(running), visit.form("begin")))
    html = render_sheet(running, seen, visit.visitor.csrf(running.study), sent, problems)
    return HTMLResponse(html, 422 if problems else 200)


async def submit_sheet(request: Request) -> Response:
    """POST /sheets/{sheet}: store answers, then go to the next sheet; or say what is wrong with them."""
    sheet, sent, now = sheet_token(request), await read_form(request), request.app.state.clock()
    running, visitor = await sender(request, sent)
    operation = partial(
        steps.submit,
        running=running,
        rater=visitor.rater,
        sheet=sheet,
        answers=sent.answers,
        key=sent.own.get("_key", "")[:100] or sheet,
        timings=read_timings(sent.own.get("_timings", "")),
        now=now,
        memory=await _memory(request, running, now),
    )
    result = await write(request, operation)
    if result.problems and wants_json(request):
        said = [{"field": problem.field, "sentence": problem.sentence} for problem in result.problems]
        return JSONResponse({"problems": said}, 422)
    if result.problems:
        return await run_in_threadpool(_shown, request, sent.answers, result.problems)
    url = step_url(running, result.step)
    return JSONResponse({"next": url}) if wants_json(request) else RedirectResponse(url, 303)


async def _memory(request: Request, running: Running, now: float) -> Memory:
    """What is remembered of a study, with the newest; nobody reads for those that need nothing of the kind."""
    memory: Memory = request.app.state.studies.memory(running)
    if memory.learns:
        await read(request, lambda transaction: memory.refresh(transaction, now))
    return memory


async def save_draft(request: Request) -> Response:
    """POST /sheets/{sheet}/draft: keep answers in progress."""
    sheet, sent, now = sheet_token(request), await read_form(request), request.app.state.clock()
    running, visitor = await sender(request, sent)
    rater, draft = visitor.rater, Draft(sent.number("_draft"), sent.answers)
    if not await jot(request, lambda transaction: steps.jot(transaction, running, rater, sheet, draft, now)):
        await write(request, lambda transaction: steps.draft(transaction, running, rater, sheet, draft, now))
    return Response(status_code=204)


async def health(request: Request) -> Response:
    """GET /health: whether the database answers."""
    await read(request, lambda _: None)
    return PlainTextResponse("ok\n")


ROUTES: list[BaseRoute] = [
    Route("/s/{study}", gated(landing), methods=["GET"], name="landing"),
    Route("/s/{study}/r/{link}", gated(landing), methods=["GET"], name="personal"),
    Route("/s/{study}/consent", gated(consent), methods=["POST"], name="consent"),
    Route("/s/{study}/declined", gated(declined), methods=["GET"], name="declined"),
    Route("/s/{study}/eligibility", gated(eligibility), methods=["POST"], name="eligibility"),
    Route("/s/{study}/begin", gated(begin), methods=["POST"], name="begin"),
    Route("/s/{study}/done", gated(done), methods=["GET"], name="done"),
    Route("/sheets/{sheet}", gated(show_sheet), methods=["GET"], name="show_sheet"),
    Route("/sheets/{sheet}", gated(submit_sheet), methods=["POST"], name="submit_sheet"),
    Route("/sheets/{sheet}/draft", gated(save_draft), methods=["POST"], name="save_draft"),
    Route("/sheets/{sheet}/sounds/{item}", gated(sheet_sound), methods=["GET"], name="sheet_sound"),
    Route("/static/{version}/{name}", static_file, methods=["GET"], name="static"),
    Route("/health", health, methods=["GET"], name="health"),
]
