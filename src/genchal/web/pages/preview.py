"""A study as raters will see it, before it is created: every page, and nothing of it is stored.

Pages are drawn by the functions that draw them for raters. Answers are checked as they will be, and then forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from genchal.campaign.studies.create import ComposedStudy
from genchal.campaign.studies.steps import has_feedback
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain.study.study import Answers, Block, Problem
from genchal.elicitation.design.orders import order_for_turn
from genchal.elicitation.method import place_items
from genchal.errors import NotFound, UserError
from genchal.store.records import Rater, SeenSheet, SheetCounts, StoredSheet, Study
from genchal.web.assets import send_static_file
from genchal.web.pages import rendering
from genchal.web.pages.consent import write_consent
from genchal.web.pages.error_pages import describe_error
from genchal.web.pages.page_frame import Form, PageFrame
from genchal.web.pages.study_pages import feedback_url, make_frame, render_feedback, render_stored_sheet
from genchal.web.requests.cookies import Visitor
from genchal.web.requests.forms import read_form
from genchal.web.requests.security import SecureHeaders
from genchal.web.requests.senders import make_receipt, study_url, wants_json
from genchal.web.server.listening import check_address

_VISITOR = Visitor("preview", "preview")
_SHOWN = 30  # sheets of a study that the list of pages names; the others are a click further
_ENDINGS: tuple[rendering.Ending, ...] = ("thanks", "no_work", "screened_out", "declined")


@dataclass(frozen=True)
class PreviewedStudy:
    """A study that is composed, with its pages in the order in which a rater comes to them."""

    number: int
    plan: ComposedStudy
    seed: int

    @cached_property
    def running(self) -> RunningStudy:
        """The study as it would be served."""
        kept, name = self.plan.describe(), self.plan.design.name
        return read_study(Study(self.number, name, kept, self.seed, b"preview", "open", 0.0))

    @property
    def blocks(self) -> Sequence[Block]:
        """Sheets, those for practice first."""
        return sorted(self.plan.composition.blocks, key=lambda block: not block.practice)

    @property
    def frame(self) -> PageFrame:
        """What its pages share."""
        return replace(make_frame(self.running, _VISITOR), is_preview=True)

    def seen(self, place: int) -> SeenSheet:
        """A sheet as its first rater would have it."""
        block, subjects = self.blocks[place], {subject.instance: subject for subject in self.plan.subjects}
        stored = StoredSheet(
            token=name_sheet(self.number, place),
            block=block.id,
            items=tuple(block.items[where] for where in order_for_turn(block.items, 0)),
            subjects=subjects,
            condition=block.condition,
            practice=block.practice,
            turn=0,
            seed=place,
            state="open",
            leased_until=0.0,
            shown_at=0.0,
            draft=None,
        )
        rater = Rater(1, self.number, "preview", 1, "working", None, 0.0, None)
        practice = sum(other.practice for other in self.blocks[:place])
        previous = name_sheet(self.number, place - 1) if place else None
        return SeenSheet(rater, stored, SheetCounts(place - practice, practice), previous=previous)

    def render(self, place: int, sent: Answers | None = None, problems: Sequence[Problem] = ()) -> str:
        """The page of a sheet."""
        return render_stored_sheet(self.running, self.seen(place), _VISITOR, sent, problems, frame=self.frame)

    def address_after(self, place: int) -> str:
        """Where a rater goes from a sheet."""
        is_last = place + 1 == len(self.blocks)
        return f"{study_url(self.running)}/end/thanks" if is_last else f"/sheets/{name_sheet(self.number, place + 1)}"

    def list_pages(self) -> list[tuple[str, str]]:
        """Every page, by what it is and its address."""
        home = study_url(self.running)
        asks = [("eligibility", f"{home}/eligibility")] if self.running.design.eligibility else []
        sheets = [
            (
                f"{'practice page' if block.practice else 'page'} {place + 1}",
                f"/sheets/{name_sheet(self.number, place)}",
            )
            for place, block in enumerate(self.blocks)
        ]
        ends = [(f"end: {ending.replace('_', ' ')}", f"{home}/end/{ending}") for ending in _ENDINGS]
        more = [(f"and {len(sheets) - _SHOWN} more pages", sheets[_SHOWN][1])] if len(sheets) > _SHOWN else []
        start = [("consent", home), *asks, ("instructions", f"{home}/instructions")]
        return [*start, *sheets[:_SHOWN], *more, *ends]


def name_sheet(study: int, place: int) -> str:
    """The name of a sheet in addresses."""
    return f"{study}-{place}"


class Preview:
    """The pages of some studies at addresses."""

    def __init__(self, plans: Sequence[ComposedStudy], seed: int) -> None:
        self.studies = [PreviewedStudy(number, plan, seed) for number, plan in enumerate(plans)]
        self._by_name = {study.running.study.name: study for study in self.studies}
        routes = [
            Route("/", self.show_list),
            Route("/s/{study}", self.show_consent),
            Route("/s/{study}/declined", self.show_declined),
            Route("/s/{study}/end/{ending}", self.show_end),
            Route("/s/{study}/{step}", self.show_step),
            Route("/s/{study}/{step}", self.go_on, methods=["POST"]),
            Route("/sheets/{sheet}", self.show_sheet),
            Route("/sheets/{sheet}", self.check_sheet, methods=["POST"]),
            Route("/sheets/{sheet}/feedback", self.show_feedback),
            Route("/sheets/{sheet}/feedback", self.leave_feedback, methods=["POST"]),
            Route("/sheets/{sheet}/draft", self.forget, methods=["POST"]),
            Route("/sheets/{sheet}/change", self.show_sheet),
            Route("/sheets/{sheet}/sounds/{item}", self.send_sound),
            Route("/static/{version}/{name}", send_static_file),
        ]
        self.app: ASGIApp = SecureHeaders(Starlette(routes=routes, exception_handlers={UserError: _tell}), False)

    def find(self, request: Request) -> PreviewedStudy:
        """The study of an address."""
        found = self._by_name.get(request.path_params["study"])
        if found is None:
            raise NotFound("there is no such study here", "Start from the list of pages.")
        return found

    def find_sheet(self, request: Request) -> tuple[PreviewedStudy, int]:
        """The sheet of an address, by its place in its study."""
        study, _, place = request.path_params["sheet"].partition("-")
        if study.isdigit() and place.isdigit() and int(study) < len(self.studies):
            found = self.studies[int(study)]
            if int(place) < len(found.blocks):
                return found, int(place)
        raise NotFound("there is no such page", "Start from the list of pages.")

    async def show_list(self, request: Request) -> Response:
        """GET /: every page, with its address."""
        groups = [(one.running.study.name, one.list_pages()) for one in self.studies]
        frame = replace(self.studies[0].frame, language="en")
        return HTMLResponse(rendering.render_preview(frame, groups))

    async def show_consent(self, request: Request) -> Response:
        """GET /s/{study}: the first page."""
        one = self.find(request)
        form = Form(f"{study_url(one.running)}/consent")
        return HTMLResponse(rendering.render_consent(one.frame, write_consent(one.running, one.frame.texts), form))

    async def show_step(self, request: Request) -> Response:
        """GET /s/{study}/{step}: eligibility, instructions, or how it ends."""
        one, step = self.find(request), request.path_params["step"]
        home = study_url(one.running)
        if step == "eligibility":
            asked = one.running.design.eligibility
            form = Form(f"{home}/eligibility")
            return HTMLResponse(rendering.render_eligibility(one.frame, asked, {}, [], form))
        if step == "instructions":
            form = Form(f"{home}/begin")
            return HTMLResponse(rendering.render_instructions(one.frame, one.running.instructions, form))
        return RedirectResponse(f"{home}/end/thanks", 303)

    async def go_on(self, request: Request) -> Response:
        """POST /s/{study}/{step}: to the page that follows."""
        one, step, sent = self.find(request), request.path_params["step"], await read_form(request)
        home = study_url(one.running)
        asks = bool(one.running.design.eligibility)
        if sent.own.get(rendering.DECISION) == rendering.DECLINE:
            return RedirectResponse(f"{home}/end/declined", 303)
        after = {
            "consent": f"{home}/eligibility" if asks else f"{home}/instructions",
            "eligibility": f"{home}/instructions",
            "begin": f"/sheets/{name_sheet(one.number, 0)}",
        }
        return RedirectResponse(after.get(step, f"{home}/end/thanks"), 303)

    async def show_declined(self, request: Request) -> Response:
        """GET /s/{study}/declined."""
        return RedirectResponse(f"{study_url(self.find(request).running)}/end/declined", 303)

    async def show_end(self, request: Request) -> Response:
        """GET /s/{study}/end/{ending}: one of the last pages."""
        one = self.find(request)
        asked = request.path_params["ending"]
        ending: rendering.Ending = next((known for known in _ENDINGS if known == asked), "thanks")
        design, home = one.running.design, study_url(one.running)
        state = {"thanks": "finished", "declined": "no_consent"}.get(ending, ending)
        code = design.codes.at_end(state) if ending != "no_work" else ""
        form = Form(f"{home}/comment") if ending == "thanks" and design.comments else None
        undo = home if ending == "declined" else ""
        return HTMLResponse(rendering.render_ending(one.frame, ending, code, undo_url=undo, form=form))

    async def show_sheet(self, request: Request) -> Response:
        """GET /sheets/{sheet}: a sheet."""
        one, place = self.find_sheet(request)
        return HTMLResponse(one.render(place))

    async def check_sheet(self, request: Request) -> Response:
        """POST /sheets/{sheet}: what would be said of the answers, and the next sheet."""
        one, place = self.find_sheet(request)
        sent, token = await read_form(request), name_sheet(one.number, place)
        sheet = one.running.sheet(one.seen(place).stored)
        problems = one.running.method.check_answers(sheet, sent.answers, one.running.texts)
        url = feedback_url(token) if has_feedback(one.seen(place).stored) else one.address_after(place)
        if not wants_json(request):
            if problems:
                return HTMLResponse(one.render(place, sent.answers, problems), 422)
            return RedirectResponse(url, 303)
        if problems:
            said = [{"field": problem.field, "sentence": problem.sentence} for problem in problems]
            return JSONResponse({**make_receipt(token, token, "problems"), "problems": said}, 422)
        return JSONResponse({**make_receipt(token, token, "stored"), "next": url})

    async def show_feedback(self, request: Request) -> Response:
        """GET /sheets/{sheet}/feedback: what is said after practice; what was answered is forgotten."""
        one, place = self.find_sheet(request)
        form = Form(feedback_url(name_sheet(one.number, place)))
        return HTMLResponse(render_feedback(one.running, one.seen(place).stored, {}, one.frame, form))

    async def leave_feedback(self, request: Request) -> Response:
        """POST /sheets/{sheet}/feedback: to the page that follows."""
        one, place = self.find_sheet(request)
        return RedirectResponse(one.address_after(place), 303)

    async def forget(self, request: Request) -> Response:
        """POST /sheets/{sheet}/draft: is not kept."""
        return Response(status_code=204)

    async def send_sound(self, request: Request) -> Response:
        """GET /sheets/{sheet}/sounds/{item}: what an item sounds like."""
        one, number = self.find_sheet(request)
        for place in place_items(one.running.sheet(one.seen(number).stored)):
            for sound in one.plan.sounds:
                if (place.key, sound.system, sound.instance) == (
                    request.path_params["item"],
                    place.item.system,
                    place.item.instance,
                ):
                    return Response(sound.data, media_type=sound.media_type)
        raise NotFound("there is no such sound", "Start from the list of pages.")


async def _tell(_request: Request, error: Exception) -> Response:
    frame = PageFrame("genchal")
    return HTMLResponse(rendering.render_error(frame, describe_error(error, 404, frame.texts), "/"), 404)


def run_preview(
    plans: Sequence[ComposedStudy], seed: int, *, host: str, port: int, tell: Callable[[str], None]
) -> None:
    """Show studies until stopped."""
    check_address(host, port)
    tell(f"preview at http://{'localhost' if host == '127.0.0.1' else host}:{port}/ (stop with Ctrl-C)")
    uvicorn.run(Preview(plans, seed).app, host=host, port=port, access_log=False, log_level="warning")
