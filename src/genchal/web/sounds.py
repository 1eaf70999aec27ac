"""Sound files of sheets: for the rater whose sheet it is, whole or in the pieces that players ask for."""

from __future__ import annotations

import re
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from genchal.campaign.studies.stored import RunningStudy
from genchal.elicitation.identification import Identification
from genchal.elicitation.method import place_items
from genchal.store.records import StoredSheet
from genchal.store.sheets import missing_sheet
from genchal.store.sounds import Sound, load_sound
from genchal.web.requests.senders import read_sheet_visit

_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
# Sounds never change. They are kept by the browser alone: others must not be told that there is such a sheet.
_HEADERS = {"Accept-Ranges": "bytes", "Cache-Control": "private, max-age=86400, immutable"}


def list_sound_addresses(running: RunningStudy, stored: StoredSheet) -> dict[str, str]:
    """Where the sounds of a sheet are, by the keys of its items; nothing where none are heard."""
    if not (isinstance(running.method, Identification) and running.method.plays_files):
        return {}
    return {place.key: f"/sheets/{stored.token}/sounds/{place.key}" for place in place_items(running.sheet(stored))}


async def send_sound(request: Request) -> Response:
    """GET /sheets/{sheet}/sounds/{item}: what an item of a sheet sounds like."""
    found = await run_in_threadpool(_load_sound, request)
    return _answer_range(found, request.headers.get("range", "") if "if-range" not in request.headers else "")


def _load_sound(request: Request) -> Sound:
    visit, seen = read_sheet_visit(request)
    for place in place_items(visit.running.sheet(seen.stored)):
        if place.key == request.path_params["item"]:
            study, item = visit.running.study.id, place.item
            operation = partial(load_sound, study=study, system=item.system, instance=item.instance)
            found: Sound = request.app.state.store.read(operation)
            return found
    raise missing_sheet()


def _answer_range(sound: Sound, asked: str) -> Response:
    """The whole sound, or the one piece of it that was asked for; what else can be asked for is not needed."""
    size, piece = len(sound.data), _RANGE.fullmatch(asked.strip())
    if piece is None or not (piece[1] or piece[2]):
        return Response(sound.data, headers=_HEADERS, media_type=sound.media_type)
    if piece[1]:
        first, last = int(piece[1]), min(int(piece[2] or size - 1), size - 1)
    else:  # so many from the end
        first, last = max(size - int(piece[2]), 0), size - 1
    if first > last:
        return Response(status_code=416, headers={**_HEADERS, "Content-Range": f"bytes */{size}"})
    headers = {**_HEADERS, "Content-Range": f"bytes {first}-{last}/{size}"}
    return Response(sound.data[first : last + 1], 206, headers, sound.media_type)
