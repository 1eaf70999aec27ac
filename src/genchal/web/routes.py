"""What answers each address: read the request, call one step, answer. GET changes nothing; what POST says is stored."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from genchal.campaign import arrivals, collect
from genchal.campaign.memory import Memory
from genchal.campaign.sheet_times import read_timings
from genchal.domain.study import Answers, Problem
from genchal.errors import InvalidInput
from genchal.store import Store, StoredSheet, load_sheet
from genchal.web import pages
from genchal.web.endings import ending
from genchal.web.forms import SentForm, read_form
from genchal.web.sheets import render_sheet, shell_of
from genchal.web.static_files import static_file
from genchal.web.visits import (
    Visit,
    check_token,
    gated,
    parameters_of,
    read,
    read_sheet_visit,
    read_visit,
    remembering,
    sent_form,
    step_url,
    wants_json,
    write,
)

# Before the first sheet


async def landing(request: Request) -> Response:
    """GET /s/{study} and /s/{study}/r/{link}: what comes next for whoever this is."""
    visit = await run_in_threadpool(read_visit, request)
    rater, running = visit.rater, visit.running
    shell = shell_of(running)
    if rater is None or rater.state in ("arrived", "no_consent"):
        if rater is None and arrivals.identity_of(running, parameters_of(request), visit.visitor.browser) is None:
            raise arrivals.stranger(running)
        if running.study.state == "closed":
            html = pages.no_work_page(shell)
        else:
            query = arrivals.carried(running, parameters_of(request))
            html = pages.consent_page(shell, running.design.consent, visit.form("consent", query))
    elif rater.state == "consented":
        html = pages.eligibility_page(shell, running.design.eligibility, {}, [], visit.form("eligibility"))
    elif rater.state in collect.ENDED:
        html = ending(running, rater, shell)
    else:
        step = await read(request, lambda transaction: collect.where(transaction, rater))
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
        await write(request, lambda transaction: collect.decline(transaction, running, known, now))
        return RedirectResponse(f"{visit.url}/declined", 303)
    if sent.own.get(pages.DECISION) != pages.AGREE:
        raise InvalidInput("the form has no decision", "Go back and choose one of the buttons.")
    if known is None:
        identity = arrivals.identity_of(running, parameters_of(request), visit.visitor.browser)
        if identity is None:
            raise arrivals.stranger(running)
        rater = await write(request, lambda transaction: collect.consent(transaction, running, identity, now))
    else:
        rater = await write(request, lambda transaction: collect.agree(transaction, running, known, now))
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
    missing = collect.unanswered_questions(running, sent.answers, fields)
    if missing and rater.state == "consented":
        shell = shell_of(running)
        problems = [Problem(name, shell.texts("script.unanswered")) for name in missing]
        form = visit.form("eligibility")
        html = pages.eligibility_page(shell, running.design.eligibility, sent.answers, problems, form)
        return HTMLResponse(html, 422)
    await write(
        request,
        lambda transaction: collect.judge_eligibility(transaction, running, rater, sent.answers, fields, now),
    )
    return RedirectResponse(visit.url, 303)


async def begin(request: Request) -> Response:
    """POST /s/{study}/begin: the first sheet, or the next one."""
    visit = await run_in_threadpool(read_visit, request)
    await sent_form(request, visit)
    running, rater, now = visit.running, visit.known(), request.app.state.clock()
    memory = request.app.state.studies.memory(running)
    if running.design.adaptive:
        await read(request, lambda transaction: memory.refresh(transaction, now))
    step = await write(request, lambda transaction: collect.begin(transaction, running, rater, memory, now))
    is_before = step.rater.state in ("arrived", "consented", "eligible")
    return RedirectResponse(visit.url if is_before else step_url(running, step), 303)


async def done(request: Request) -> Response:
    """GET /s/{study}/done: how it ended, with the code."""
    visit = await run_in_threadpool(read_visit, request)
    running, rater = visit.running, visit.known()
    step = await read(request, lambda transaction: collect.where(transaction, rater))
    if rater.state not in (*collect.ENDED, "working") or (rater.state == "working" and step.sheet):
        return RedirectResponse(visit.url, 303)
    return HTMLResponse(ending(running, rater, shell_of(running)))


# Sheets


async def show_sheet(request: Request) -> Response:
    """GET /sheets/{sheet}: a sheet with what was answered so far."""
    visit = await run_in_threadpool(read_sheet_visit, request)
    rater = visit.known()
    if rater.state in collect.SENT_AWAY:
        return RedirectResponse(f"{visit.url}/done", 303)
    return HTMLResponse(await run_in_threadpool(_shown, request, visit))


def _shown(request: Request, visit: Visit, sent: Answers | None = None, problems: tuple[Problem, ...] = ()) -> str:
    sheet, rater = request.path_params["sheet"], visit.known()
    shown = request.app.state.store.read(lambda transaction: collect.show(transaction, rater, sheet))
    if shown.is_answered:
        return pages.answered_page(shell_of(visit.running), visit.form("begin"))
    return render_sheet(visit.running, shown, visit.visitor.csrf(visit.running.study), sent, problems)


async def submit_sheet(request: Request) -> Response:
    """POST /sheets/{sheet}: store answers, then go to the next sheet; or say what is wrong with them."""
    sent, now = await read_form(request), request.app.state.clock()
    visit, stored, checked = await run_in_threadpool(_checked, request, sent, now)
    operation = partial(
        collect.submit,
        running=visit.running,
        rater=visit.known(),
        stored=stored,
        answers=sent.answers,
        checked=checked,
        key=sent.own.get("_key", "")[:100] or stored.token,
        timings=read_timings(sent.own.get("_timings", "")),
        now=now,
        memory=request.app.state.studies.memory(visit.running),
    )
    result = await write(request, operation)
    if result.problems and wants_json(request):
        said = [{"field": one.field, "sentence": one.sentence} for one in result.problems]
        return JSONResponse({"problems": said}, 422)
    if result.problems:
        return HTMLResponse(await run_in_threadpool(_shown, request, visit, sent.answers, result.problems), 422)
    url = step_url(visit.running, result.step)
    return JSONResponse({"next": url}) if wants_json(request) else RedirectResponse(url, 303)


def _checked(request: Request, sent: SentForm, now: float) -> tuple[Visit, StoredSheet, collect.Checked]:
    """Everything about answers that needs no write, in one go."""
    visit = read_sheet_visit(request)
    check_token(visit, sent)
    running, rater = visit.running, visit.known()
    memory: Memory = request.app.state.studies.memory(running)
    store: Store = request.app.state.store
    with store.reading() as transaction:
        stored = load_sheet(transaction, request.path_params["sheet"], rater.id)
        memory.refresh(transaction, now)
    return visit, stored, collect.check(running, stored, sent.answers, now, memory.earlier)


async def save_draft(request: Request) -> Response:
    """POST /sheets/{sheet}/draft: keep answers in progress."""
    visit = await run_in_threadpool(read_sheet_visit, request)
    sent = await sent_form(request, visit)
    sheet, rater, now = request.path_params["sheet"], visit.known(), request.app.state.clock()
    number = sent.number("_draft")
    await write(
        request,
        lambda transaction: collect.draft(transaction, visit.running, rater, sheet, number, sent.answers, now),
    )
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
    Route("/static/{version}/{name}", static_file, methods=["GET"], name="static"),
    Route("/health", health, methods=["GET"], name="health"),
]
