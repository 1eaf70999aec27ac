"""What a rater is told when something goes wrong: in the language of the study, and the truth about their answers."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from genchal.elicitation.messages import Messages
from genchal.errors import UserError
from genchal.store.connection.trouble import Unavailable
from genchal.web.pages import rendering
from genchal.web.pages.page_frame import Form, PageFrame
from genchal.web.pages.study_pages import make_frame
from genchal.web.requests.forms import SentForm, find_sent_form, read_form
from genchal.web.requests.senders import OtherRater, guess_study, is_rater, landing_url, make_receipt, wants_json

# Nobody knows whether what was sent is stored, or it is known not to be but may be later: it can be sent again.
PASSING = (408, 429, 500, 502, 503, 504)
_NO_WAY_BACK = ("no_identity", "by_invitation", "broken_link")  # the same address would say the same again
_SAID = (403, 404, 405, 409, 413, 422, 429, 503)  # there is a general sentence for these


async def answer_error(request: Request, status: int, error: Exception | None = None) -> Response:
    """A page for people, or JSON for scripts."""
    running = guess_study(request)
    frame = make_frame(running) if running else PageFrame("genchal")
    sentence = describe_error(error, status, frame.texts)
    headers = {"Retry-After": "5"} if status in (429, 503) else None
    back = landing_url(request, running) if running and getattr(error, "key", "") not in _NO_WAY_BACK else ""
    if wants_json(request):
        receipt = _make_receipt(request, status, error)
        return JSONResponse({**receipt, "message": sentence, "next": back}, status, headers)
    is_sent = request.method == "POST"
    note = "error.unknown" if is_sent and status in PASSING else "error.not_stored" if is_sent else ""
    if not note and running and is_rater(request, running):
        note = "error.kept"
    sent = await _find_form(request) if is_sent and status in PASSING else None
    form = Form(str(request.url.path) + _query(request), {**sent.own, **sent.answers}) if sent else None
    return HTMLResponse(rendering.render_error(frame, sentence, back, note=note, form=form), status, headers)


def describe_error(error: Exception | None, status: int, texts: Messages) -> str:
    """What went wrong and what to do, in a language that is known; in English, as whoever raised it says it."""
    key = "unavailable" if isinstance(error, Unavailable) else getattr(error, "key", "")
    if key and f"error.{key}" in texts.messages:
        return texts(f"error.{key}")
    if isinstance(error, UserError) and texts.language == "en":
        sentence = str(error)
        return sentence[:1].upper() + sentence[1:]
    return texts(f"error.status_{status}" if status in _SAID else "error.own_fault" if status >= 500 else "error.other")


def _make_receipt(request: Request, status: int, error: Exception | None) -> dict[str, dict[str, str]]:
    """That the study itself refuses answers; where it may take them later there is no receipt yet."""
    sheet = request.path_params.get("sheet", "")
    if request.method != "POST" or not sheet or status in PASSING:
        return {}
    sent = find_sent_form(request)
    own = sent.own if sent else {}
    return make_receipt(
        own.get("_sheet") or sheet,
        own.get("_key") or sheet,
        "elsewhere" if isinstance(error, OtherRater) else "refused",
    )


async def _find_form(request: Request) -> SentForm | None:
    """What was sent, so that nobody has to type it again; nothing if it cannot be read."""
    try:
        return find_sent_form(request) or await read_form(request)
    except (UserError, RuntimeError):  # the rest of it has gone
        return None


def _query(request: Request) -> str:
    return f"?{request.url.query}" if request.url.query else ""
