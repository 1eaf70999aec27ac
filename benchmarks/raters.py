"""Raters by the hundred, for load: each has a browser's connection, reads pages, saves drafts and sends sheets.

They share the machine with the server that they measure, so a request costs them little: bytes are written as they go
over the line, and of a page only the fields are read. Each keeps a log of what the server has confirmed.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode

THINKING = 10.0  # seconds between a page and its answers, in the mean; exponential
DRAFT_EVERY = 5.0  # seconds
AGAIN_AFTER = (0.2, 1.0)  # seconds until a request is sent again that nobody answered: between these
# What a browser says about itself with every request.
_BROWSER = (
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36\r\n"
    "Accept-Encoding: gzip, deflate, br\r\nAccept-Language: en-GB,en;q=0.9\r\nSec-Fetch-Site: same-origin\r\n"
)
_ACTION = re.compile(rb'<form[^>]* action="([^"]+)"')
_HIDDEN = re.compile(rb'<input type="hidden" name="([^"]+)" value="([^"]*)"')
_NUMBER = re.compile(rb'inputmode="decimal"[^>]* name="([^"]+)"')
_STATUS = slice(9, 12)  # where an answer says how it went


class NoAnswer(Exception):
    """The server went away, or closed the connection before it had read the request."""


class Refused(Exception):
    """The server answered something that a rater should never see."""


@dataclass
class Log:
    """What the raters know: what was confirmed, what was sent without a reply, and how long it took."""

    confirmed: dict[str, dict[str, str]] = field(default_factory=dict)  # answers by sheet
    sent: dict[str, dict[str, str]] = field(default_factory=dict)
    drafts: dict[str, int] = field(default_factory=dict)  # number of the last draft that was confirmed, by sheet
    waits: dict[str, list[tuple[float, float]]] = field(default_factory=dict)  # when, and seconds, by kind of request
    asked_to_wait: int = 0
    unanswered: int = 0
    raters: set[int] = field(default_factory=set)  # who has had a sheet confirmed
    refused: list[str] = field(default_factory=list)


class Line(asyncio.Protocol):
    """One connection, one request at a time."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self._got = bytearray()
        self._head = b""
        self._needed = -1

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Can be written to."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits does so in vain."""
        self.transport = None
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(NoAnswer())

    def data_received(self, data: bytes) -> None:
        """Part of an answer; all our server's answers say how long they are."""
        self._got += data
        if self._needed < 0:
            end = self._got.find(b"\r\n\r\n")
            if end < 0:
                return
            self._head = bytes(self._got[: end + 2])
            del self._got[: end + 4]
            length = re.search(rb"(?i)\r\ncontent-length: (\d+)", self._head)
            self._needed = int(length[1]) if length else 0
        if len(self._got) >= self._needed and self._waiting and not self._waiting.done():
            body = bytes(self._got)
            self._got.clear()
            self._needed = -1
            self._waiting.set_result((int(self._head[_STATUS]), self._head, body))

    async def ask(self, request: bytes) -> tuple[int, bytes, bytes]:
        """Status, headers and body."""
        if self.transport is None:
            raise NoAnswer
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._waiting


class LoadRater:
    """Somebody who takes part until `is_over` says so. Every one has an address of their own on the loopback."""

    def __init__(self, number: int, port: int, path: str, log: Log, is_over: asyncio.Event) -> None:
        self.number, self.port, self.path, self.log, self.is_over = number, port, path, log, is_over
        self.rng = random.Random(number)
        self.cookie = ""
        self.line: Line | None = None
        self.next_draft = 0.0

    async def take_part(self, after: float) -> None:
        """Arrive after so many seconds, agree, begin, and answer sheets."""
        try:
            await self._rest(after)
            page = await self._get("arrive", self.path)
            page = await self._get("arrive", await self._send(page, {"_decision": "agree"}))
            url = await self._send(page, {})
            self.next_draft = time.perf_counter() + self.rng.uniform(0, DRAFT_EVERY)
            while not self.is_over.is_set() and url.startswith("/sheets/"):
                url = await self._sheet(url)
        except Refused as error:
            self.log.refused.append(str(error))
        finally:
            if self.line and self.line.transport:
                self.line.transport.close()

    async def _sheet(self, url: str) -> str:
        page = await self._get("page", url)
        hidden, names = dict(_HIDDEN.findall(page)), _NUMBER.findall(page)
        if not names:  # it was answered already: the answer to an answer was lost with the server
            return await self._send(page, {})
        sheet, csrf = url.rpartition("/")[2], hidden[b"_csrf"].decode()
        answers = {name.decode(): str(self.rng.randint(1, 300)) for name in names}
        until, drafts = time.perf_counter() + self.rng.expovariate(1 / THINKING), 0
        while self.next_draft < until:
            if await self._rest(self.next_draft - time.perf_counter()):
                return url
            self.next_draft += DRAFT_EVERY
            drafts += 1
            some = dict(list(answers.items())[: 1 + drafts % len(answers)])
            await self._post("draft", f"{url}/draft", {"_csrf": csrf, "_draft": str(drafts), **some})
            self.log.drafts[sheet] = drafts
        if await self._rest(until - time.perf_counter()):
            return url
        self.log.sent[sheet] = answers
        fields = {"_csrf": csrf, "_key": sheet, "_timings": _timings(until), **answers}
        _, _, body = await self._post("submit", url, fields, "application/json")
        self.log.confirmed[sheet] = answers
        self.log.raters.add(self.number)
        return body.partition(b'"next":"')[2].partition(b'"')[0].decode()

    async def _rest(self, seconds: float) -> bool:
        """Wait; whether it is all over."""
        if seconds > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.is_over.wait(), seconds)
        return self.is_over.is_set()

    async def _get(self, kind: str, path: str) -> bytes:
        _, head, body = await self._asked(kind, f"GET {path}", "Accept: text/html\r\n", "")
        self._remember(head)
        return body

    async def _send(self, page: bytes, more: dict[str, str]) -> str:
        """Send the form of a page; where it leads."""
        action = _ACTION.search(page)
        if action is None:
            raise Refused(f"no form: {page[:2000]!r}")
        hidden = {name.decode(): value.decode() for name, value in _HIDDEN.findall(page)}
        _, head, _ = await self._post("arrive", action[1].decode(), hidden | more)
        self._remember(head)
        return head.lower().partition(b"\r\nlocation: ")[2].partition(b"\r\n")[0].decode()

    async def _post(
        self, kind: str, path: str, fields: dict[str, str], accept: str = "*/*"
    ) -> tuple[int, bytes, bytes]:
        body = urlencode(fields)
        form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        return await self._asked(kind, f"POST {path}", f"Accept: {accept}\r\n{form}", body)

    async def _asked(self, kind: str, what: str, headers: str, body: str) -> tuple[int, bytes, bytes]:
        """Ask until there is an answer; the time of it is that of the request that was answered."""
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        host = f"localhost:{self.port}"
        request = f"{what} HTTP/1.1\r\nHost: {host}\r\n{_BROWSER}{headers}{cookie}\r\n{body}".encode()
        while True:
            start = time.perf_counter()
            try:
                if self.line is None or self.line.transport is None:
                    self.line = await self._connected()
                status, head, content = await self.line.ask(request)
            except (NoAnswer, OSError):
                self.line = None
                self.log.unanswered += 1
                await asyncio.sleep(self.rng.uniform(*AGAIN_AFTER))
                continue
            if b"\r\nconnection: close" in head.lower():
                self.line = None
            if status < 400:
                self.log.waits.setdefault(kind, []).append((start, time.perf_counter() - start))
                return status, head, content
            if status not in (429, 503):
                raise Refused(f"{what}: {status} {content[-600:]!r}")
            self.log.asked_to_wait += 1
            await asyncio.sleep(self.rng.uniform(*AGAIN_AFTER))

    async def _connected(self) -> Line:
        own = (f"127.1.{self.number // 250}.{self.number % 250 + 1}", 0)
        _, line = await asyncio.get_running_loop().create_connection(Line, "127.0.0.1", self.port, local_addr=own)
        return line

    def _remember(self, head: bytes) -> None:
        found = re.search(rb"(?i)\r\nset-cookie: ([^;]+)", head)
        if found:
            self.cookie = found[1].decode()


def _timings(until: float) -> str:
    """What the page's script reports, about as long as it is."""
    wall = round(until * 1000) % 100_000
    return f'{{"version":1,"wall_ms":{wall},"page_ms":{wall},"active_ms":{wall},"idle_ms":0,"hidden_ms":0,"loads":1}}'


async def crowd(count: int, port: int, path: str, log: Log, is_over: asyncio.Event, ramp: float) -> None:
    """So many raters at once, arriving evenly over `ramp` seconds."""
    raters = [LoadRater(number, port, path, log, is_over) for number in range(count)]
    await asyncio.gather(*(one.take_part(ramp * number / count) for number, one in enumerate(raters)))
