"""What answers each address: read the request, call one step, answer. GET changes nothing; what POST says is stored."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from genchal.campaign.studies import links, steps
from genchal.campaign.studies.gate import is_solved, make_challenge
from genchal.campaign.studies.next_sheet import can_do_more
from genchal.campaign.studies.page_times import read_timings
from genchal.domain.study.study import Answers, Problem
from genchal.errors import InvalidInput, UserError
from genchal.store.comments import find_comment
from genchal.store.drafts import keep_draft
from genchal.store.raters import count_sheets
from genchal.store.records import ENDED, SENT_AWAY, Draft, Rater
from genchal.store.revisions import find_version
from genchal.web.assets import send_static_file
from genchal.web.pages import rendering
from genchal.web.pages.consent import write_consent
from genchal.web.pages.page_frame import PageFrame
from genchal.web.pages.study_pages import (
    change_url,
    feedback_url,
    make_frame,
    render_feedback,
    render_last_page,
    render_stored_sheet,
)
from genchal.web.requests.forms import find_sent_form, read_form
from genchal.web.requests.senders import (
    guard,
    identify_sender,
    make_receipt,
    may_note,
    read_network,
    read_own_form,
    read_parameters,
    read_sheet_visit,
    read_visit,
    refresh_memory,
    remember_visitor,
    run_jot,
    run_read,
    run_write,
    sheet_token,
    step_url,
    study_url,
    wants_json,
)
from genchal.web.revision_routes import show_change, submit_change, submit_comment
from genchal.web.sounds import send_sound
from genchal.web.study_cache import StudyCache

# Before the first sheet


async def show_front(request: Request) -> Response:
    """GET /: what this server is, with the studies that are open to everybody; others are by link."""
    studies: StudyCache = request.app.state.studies
    found = await run_in_threadpool(studies.list_all)
    public = [one for one in found if one.design.identity == "anonymous" and one.study.state == "open"]
    named = [(f"{one.title}: {one.study.name}", study_url(one)) for one in public]
    return HTMLResponse(rendering.render_front(PageFrame("genchal"), named))


async def show_landing(request: Request) -> Response:
    """GET /s/{study} and /s/{study}/r/{link}: what comes next for this visitor."""
    visit = await run_in_threadpool(read_visit, request)
    rater, running = visit.rater, visit.running
    frame = make_frame(running, visit.visitor)
    if rater is None or rater.state in ("arrived", "no_consent"):
        identity = links.read_identity(running, read_parameters(request), visit.visitor.browser)
        if rater is None and identity is None:
            raise links.missing_identity(running)
        if running.study.state == "closed":
            html = rendering.render_ending(frame, "no_work", running.design.codes.returned)
        else:
            query = links.write_identity_query(running, read_parameters(request))
            form = visit.form("consent", query)
            if rater is None and identity and running.has_gate:
                challenge = make_challenge(running.study, identity, request.app.state.clock())
                form = replace(form, hidden={**form.hidden, "_work": challenge})
            html = rendering.render_consent(frame, write_consent(running, frame.texts), form)
    elif rater.state == "consented":
        html = rendering.render_eligibility(frame, running.design.eligibility, {}, [], visit.form("eligibility"))
    elif rater.state in ENDED and not await run_read(request, lambda t: can_do_more(t, running, rater)):
        html = render_last_page(running, rater, frame, visit.url, await _count_answered(request, rater))
    else:
        step = await run_read(request, lambda transaction: steps.find_step(transaction, rater))
        if step.sheet:
            return remember_visitor(RedirectResponse(step_url(running, step), 303), visit, request)
        html = rendering.render_instructions(frame, running.instructions, visit.form("begin"))
    return remember_visitor(HTMLResponse(html), visit, request)


async def submit_consent(request: Request) -> Response:
    """POST /s/{study}/consent: a visitor agrees and becomes a rater, or declines."""
    visit = await run_in_threadpool(read_visit, request)
    sent = await read_own_form(request, visit)
    running, known, now = visit.running, visit.rater, request.app.state.clock()
    if sent.own.get(rendering.DECISION) == rendering.DECLINE:
        if known is not None or may_note(request, "declined"):
            await run_write(request, lambda transaction: steps.record_refusal(transaction, running, known, now))
        query = links.write_identity_query(running, read_parameters(request))
        return RedirectResponse(f"{visit.url}/declined{query}", 303)
    if sent.own.get(rendering.DECISION) != rendering.AGREE:
        raise InvalidInput("no button was chosen", "Go back and choose one of the buttons.")
    if known is None:
        identity = links.read_identity(running, read_parameters(request), visit.visitor.browser)
        if identity is None:
            raise links.missing_identity(running)
        own = sent.own.get("_work", ""), sent.own.get("_proof", "")
        if running.has_gate and not is_solved(running.study, identity, *own, now):
            raise InvalidInput("your browser has not finished its calculation", "Open the study again with JavaScript.")
        network = read_network(request)
        admit = partial(steps.admit_rater, running=running, identity=identity, now=now, network=network)
        rater = await run_write(request, admit)
    else:
        rater = await run_write(request, lambda transaction: steps.record_consent(transaction, running, known, now))
    visit = replace(visit, visitor=replace(visit.visitor, rater=rater.token), rater=rater)
    return remember_visitor(RedirectResponse(visit.url, 303), visit, request)


async def show_declined(request: Request) -> Response:
    """GET /s/{study}/declined: for those who did not agree."""
    running = await run_in_threadpool(request.app.state.studies.find_named, request.path_params["study"])
    back = f"{study_url(running)}{links.write_identity_query(running, read_parameters(request))}"
    return HTMLResponse(render_last_page(running, None, make_frame(running), back))


async def submit_eligibility(request: Request) -> Response:
    """POST /s/{study}/eligibility: whether the rater is eligible for the study."""
    visit = await run_in_threadpool(read_visit, request)
    sent = await read_own_form(request, visit)
    running, rater, now = visit.running, visit.require_rater(), request.app.state.clock()
    fields = tuple(rendering.name_eligibility_field(number) for number in range(len(running.design.eligibility)))
    missing = steps.find_unanswered_questions(running, sent.answers, fields)
    if missing and rater.state == "consented":
        frame = make_frame(running, visit.visitor)
        problems = [Problem(name, frame.texts("script.unanswered")) for name in missing]
        form = visit.form("eligibility")
        html = rendering.render_eligibility(frame, running.design.eligibility, sent.answers, problems, form)
        return HTMLResponse(html, 422)
    await run_write(
        request,
        lambda transaction: steps.judge_eligibility(transaction, running, rater, sent.answers, fields, now),
    )
    return RedirectResponse(visit.url, 303)


async def begin_study(request: Request) -> Response:
    """POST /s/{study}/begin: the first sheet, or the next one."""
    visit = await run_in_threadpool(read_visit, request)
    await read_own_form(request, visit)
    running, rater, now = visit.running, visit.require_rater(), request.app.state.clock()
    memory = await refresh_memory(request, running, now)
    step = await run_write(request, lambda transaction: steps.begin_work(transaction, running, rater, memory, now))
    is_before = step.rater.state in ("arrived", "consented", "eligible")
    return RedirectResponse(visit.url if is_before else step_url(running, step), 303)


async def show_last_page(request: Request) -> Response:
    """GET /s/{study}/done: how it ended, with the code."""
    visit = await run_in_threadpool(read_visit, request)
    running, rater = visit.running, visit.require_rater()
    step = await run_read(request, lambda transaction: steps.find_step(transaction, rater))
    if rater.state not in (*ENDED, "working") or (rater.state == "working" and step.sheet):
        return RedirectResponse(visit.url, 303)
    form = visit.form("comment") if rater.state == "finished" and running.design.comments else None
    said = await run_read(request, lambda transaction: find_comment(transaction, rater.id, None)) if form else ""
    frame = make_frame(running, visit.visitor)
    answered = await _count_answered(request, rater)
    return HTMLResponse(render_last_page(running, rater, frame, visit.url, answered, form=form, comment=said))


async def _count_answered(request: Request, rater: Rater) -> int:
    """How many sheets that count a rater has answered."""
    return await run_read(request, lambda transaction: count_sheets(transaction, rater.id).answered)


# Sheets


async def show_sheet(request: Request) -> Response:
    """GET /sheets/{sheet}: a sheet with what was answered so far."""
    return await run_in_threadpool(_render_sheet, request)


def _render_sheet(request: Request, sent: Answers | None = None, problems: tuple[Problem, ...] = ()) -> Response:
    visit, seen = read_sheet_visit(request)
    running = visit.running
    if seen.rater.state in SENT_AWAY:
        return RedirectResponse(f"{visit.url}/done", 303)
    if seen.stored.is_answered:
        change = change_url(seen.stored.token) if steps.can_revise(running, seen.rater, seen.stored) else ""
        frame = make_frame(running, visit.visitor)
        return HTMLResponse(rendering.render_answered(frame, visit.form("begin"), change))
    form = find_sent_form(request) if sent is not None else None
    comment = form.own.get("_comment", "") if form else ""
    html = render_stored_sheet(running, seen, visit.visitor, sent, problems, comment)
    return HTMLResponse(html, 422 if problems else 200)


async def submit_sheet(request: Request) -> Response:
    """POST /sheets/{sheet}: store answers, then go to the next sheet; or say what is wrong with them."""
    sheet, sent, now = sheet_token(request), await read_form(request), request.app.state.clock()
    running, visitor = await identify_sender(request, sent)
    operation = partial(
        steps.submit_answers,
        running=running,
        rater=visitor.rater,
        sheet=sheet,
        answers=sent.answers,
        key=sent.own.get("_key", "")[:100] or sheet,
        timings=read_timings(sent.own.get("_timings", "")),
        comment=sent.own.get("_comment", ""),
        now=now,
        memory=await refresh_memory(request, running, now),
    )
    result = await run_write(request, operation)
    key = sent.own.get("_key", "") or sheet
    url = feedback_url(sheet) if result.has_feedback else step_url(running, result.step)
    is_kept = result.receipt is None or result.receipt.is_same
    if not wants_json(request):
        if result.problems:
            return await run_in_threadpool(_render_sheet, request, sent.answers, result.problems)
        if is_kept:
            return RedirectResponse(url, 303)
        frame = make_frame(running, visitor)
        return HTMLResponse(
            rendering.render_error(frame, frame.texts("answered.other"), url, note="error.not_stored"), 409
        )
    if result.problems:
        said = [{"field": problem.field, "sentence": problem.sentence} for problem in result.problems]
        return JSONResponse({**make_receipt(sheet, key, "problems"), "problems": said}, 422)
    if is_kept:
        return JSONResponse({**make_receipt(sheet, key, "stored"), "next": url})
    message = make_frame(running).texts("answered.other")
    return JSONResponse({**make_receipt(sheet, key, "answered"), "message": message, "next": url}, 409)


async def show_feedback(request: Request) -> Response:
    """GET /sheets/{sheet}/feedback: after practice, the rater's answers beside what the organisers think."""
    return await run_in_threadpool(_render_feedback, request)


def _render_feedback(request: Request) -> Response:
    visit, seen = read_sheet_visit(request)
    version = request.app.state.store.read(lambda transaction: find_version(transaction, seen.stored.token))
    if version is None or seen.rater.state in SENT_AWAY or not steps.has_feedback(seen.stored):
        return RedirectResponse(visit.url, 303)
    frame = make_frame(visit.running, visit.visitor)
    return HTMLResponse(render_feedback(visit.running, seen.stored, version.answers, frame, visit.form("begin")))


async def save_draft(request: Request) -> Response:
    """POST /sheets/{sheet}/draft: keep answers in progress."""
    sheet, sent, now = sheet_token(request), await read_form(request), request.app.state.clock()
    running, visitor = await identify_sender(request, sent)
    rater, draft = visitor.rater, Draft(sent.number("_draft"), sent.answers)
    lease = running.lease_seconds
    keep = partial(keep_draft, token=sheet, rater=rater, given=draft, now=now, lease_seconds=lease)
    store = partial(steps.store_draft, running=running, rater=rater, sheet=sheet, given=draft, now=now)
    if await run_jot(request, keep) or await run_write(request, store):
        return Response(status_code=204, headers={"Genchal-Draft": str(draft.number)})
    return Response(status_code=409)  # the sheet is answered, or has a later draft


async def show_health(request: Request) -> Response:
    """GET /health: whether answers can be stored. It writes, though nothing that anybody sees."""
    try:
        await request.app.state.health.check()
    except UserError as error:
        request.app.state.health.log_trouble(error)
        return PlainTextResponse("the database cannot be written\n", 503)
    return PlainTextResponse("ok\n")


ROUTES: list[BaseRoute] = [
    Route("/", guard(show_front), methods=["GET"], name="front"),
    Route("/s/{study}", guard(show_landing), methods=["GET"], name="landing"),
    Route("/s/{study}/r/{link}", guard(show_landing), methods=["GET"], name="personal"),
    Route("/s/{study}/consent", guard(submit_consent), methods=["POST"], name="consent"),
    Route("/s/{study}/declined", guard(show_declined), methods=["GET"], name="declined"),
    Route("/s/{study}/eligibility", guard(submit_eligibility), methods=["POST"], name="eligibility"),
    Route("/s/{study}/begin", guard(begin_study), methods=["POST"], name="begin"),
    Route("/s/{study}/done", guard(show_last_page), methods=["GET"], name="done"),
    Route("/sheets/{sheet}", guard(show_sheet), methods=["GET"], name="show_sheet"),
    Route("/sheets/{sheet}", guard(submit_sheet), methods=["POST"], name="submit_sheet"),
    Route("/sheets/{sheet}/change", guard(show_change), methods=["GET"], name="show_change"),
    Route("/sheets/{sheet}/change", guard(submit_change), methods=["POST"], name="submit_change"),
    Route("/s/{study}/comment", guard(submit_comment), methods=["POST"], name="comment"),
    Route("/sheets/{sheet}/feedback", guard(show_feedback), methods=["GET"], name="feedback"),
    Route("/sheets/{sheet}/draft", guard(save_draft), methods=["POST"], name="save_draft"),
    Route("/sheets/{sheet}/sounds/{item}", guard(send_sound), methods=["GET"], name="sheet_sound"),
    Route("/static/{version}/{name}", send_static_file, methods=["GET"], name="static"),
    Route("/health", show_health, methods=["GET"], name="health"),
]
