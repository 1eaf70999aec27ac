"""Forms as browsers send them, read with limits: nothing is taken in whole before it is known to be small."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from genchal.domain.study.study import Answers
from genchal.errors import InvalidInput
from genchal.web.requests.security import TooLarge

LARGEST = 512 * 1024  # bytes
MOST_FIELDS = 20_000
_KIND = "application/x-www-form-urlencoded"
_AGAIN = "Reload the page; what you have written is saved."


@dataclass(frozen=True, slots=True)
class SentForm:
    """What was sent: answers, and the fields of the page itself, whose names begin with an underscore."""

    answers: Answers
    own: dict[str, str]

    def number(self, name: str) -> int:
        """A field of the page that has to be a number."""
        text = self.own.get(name, "")
        if not (text.isascii() and text.isdigit() and len(text) < 19):
            raise InvalidInput(f"the form has no number '{name}'", _AGAIN)
        return int(text)


async def read_form(request: Request) -> SentForm:
    """Read the form of a request. Of fields of one name the last one counts."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _KIND:
        raise InvalidInput("this is not a form", _AGAIN)
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > LARGEST:
                raise TooLarge(f"more than {LARGEST // 1024} kB were sent", "Shorten your text and send it again.")
    except ClientDisconnect as error:
        raise InvalidInput("the form arrived incomplete", _AGAIN) from error
    try:
        pairs = parse_qsl(
            bytes(body).decode("utf-8", "replace"),
            keep_blank_values=True,
            errors="replace",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError as error:
        raise TooLarge("the form has too many fields", _AGAIN) from error
    fields = dict(pairs)
    own = {name: value for name, value in fields.items() if name.startswith("_")}
    sent = SentForm({name: value for name, value in fields.items() if not name.startswith("_")}, own)
    request.state.sent = sent  # if it cannot be stored, it is shown again
    return sent


def find_sent_form(request: Request) -> SentForm | None:
    """The form of a request, if it has been read."""
    return getattr(request.state, "sent", None)
