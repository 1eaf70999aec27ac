"""Studies to serve, and people who take part in them: they read pages as a browser without scripts would."""

import asyncio
import threading
from collections.abc import Coroutine
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, TypeVar

import httpx
import numpy as np
from starlette.types import ASGIApp

from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain import Input, Instance
from genchal.domain.study.keys import parse_design
from genchal.elicitation import METHODS
from genchal.store.records import StoredSheet
from genchal.store.sheets import see_sheet
from genchal.store.store import Store
from genchal.web.app import make_app
from genchal.web.requests.security import Limits
from strategies import SOME_MEANINGS, SOME_SCENES

BASE = "http://testserver"
NO_LIMITS = Limits(1e9, 1e9, 1e9, 1e9)
SYSTEMS = ("one", "two", "three")
# What people have put into texts in the hope that a page would run it.
EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</textarea><script>alert(1)</script>",
    "</title><svg onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}{% raise %}${alert(1)}",
    "]]><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\u202e<b>txet</b>\u2028",
)


LOOP = asyncio.new_event_loop()
threading.Thread(target=LOOP.run_forever, name="browsers", daemon=True).start()
Result = TypeVar("Result")


def run_apart(coroutine: Coroutine[Any, Any, Result], seconds: float | None = None) -> Result:
    """Run it in a thread of its own: Playwright leaves a loop in the thread of the tests, where none can run then."""
    return asyncio.run_coroutine_threadsafe(asyncio.wait_for(coroutine, seconds), LOOP).result()


class Browser:
    """A client that follows redirects and keeps cookies; all of them share a loop, so that a request costs little."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        headers: dict[str, str] | None = None,
        raises: bool = True,
        address: str = "127.0.0.1",
    ) -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=raises, client=(address, 123))
        self._client = httpx.AsyncClient(
            transport=transport, base_url=BASE, headers=headers, follow_redirects=True, trust_env=False
        )
        self.cookies = self._client.cookies

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        return run_apart(self._client.request(method, path, **more))

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def head(self, path: str, **more: Any) -> httpx.Response:
        return self.request("HEAD", path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.request("POST", path, **more)


@dataclass
class Clock:
    """Time that passes when it is told to."""

    now: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def material(method: str, count: int = 4, texts: tuple[str, ...] | None = None) -> StudyMaterial:
    kinds: tuple[Input, ...] = SOME_SCENES[:3] if METHODS[method].needs_scene else SOME_MEANINGS
    instances = tuple(
        Instance(f"i{number}", kinds[number % len(kinds)], (f"The reference of {number}.",)) for number in range(count)
    )
    outputs = {
        system: [
            texts[(place * 3 + number) % len(texts)] if texts else f"The {system} text of number {number} is this."
            for number in range(count)
        ]
        for place, system in enumerate(SYSTEMS)
    }
    return StudyMaterial(instances, outputs, {}, "A study of texts")


def serve_study(store: Store, method: str = "likert", *, count: int = 4, now: float = 0.0, **keys: Any) -> RunningStudy:
    """Store a study of a few instances and three systems; anybody may take part unless `keys` say otherwise."""
    texts = keys.pop("texts", None)
    codes = {"complete": "DONE-1", "screened_out": "OUT-1", "no_consent": "NO-1"}
    usual = {"name": "study", "method": method, "identity": "anonymous", "raters_per_item": 2, "codes": codes}
    design = parse_design({**usual, **keys})
    (created,) = store_plans(store, plan_study(design, material(method, count, texts), 1), 1, now)
    return read_study(created.study)


class Forms(HTMLParser):
    """The forms of a page with their hidden fields, and the elements that it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.actions: list[str] = []
        self.hidden: dict[str, str] = {}
        self.tags: list[str] = []
        self.handlers: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.handlers += [name for name in own if name.startswith("on") or name in ("style", "srcdoc", "formaction")]
        if tag == "form":
            self.actions.append(own["action"])
        if tag == "input" and own.get("type") == "hidden":
            self.hidden[own["name"]] = own.get("value", "")


@dataclass
class Person:
    """Somebody with a browser."""

    store: Store
    clock: Clock
    study: RunningStudy
    seed: int = 0
    address: str = "127.0.0.1"
    limits: Limits = NO_LIMITS
    browser: Browser = field(init=False)
    page: httpx.Response = field(init=False)

    def __post_init__(self) -> None:
        app = make_app(self.store, limits=self.limits, clock=self.clock)
        self.browser = Browser(app, address=self.address)
        self.rng = np.random.default_rng(self.seed)

    def open(self, path: str = "/s/study") -> httpx.Response:
        self.page = self.browser.get(path)
        return self.page

    def send(self, answers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """Send the form of the page."""
        forms = Forms(self.page.text)
        fields = {**forms.hidden, **(answers or {}), **more.pop("own", {})}
        self.page = self.browser.post(forms.actions[0], data=fields, **more)
        return self.page

    def sheet_key(self, page: httpx.Response) -> str:
        """The key of a sheet's page."""
        return Forms(page.text).hidden["_key"]

    def agree(self, path: str = "/s/study") -> httpx.Response:
        self.open(path)
        return self.send({"_decision": "agree"})

    def start(self, path: str = "/s/study") -> httpx.Response:
        """Agree, read the instructions, and come to the first sheet."""
        self.agree(path)
        return self.send()

    @property
    def sheet(self) -> str:
        path = self.page.url.path
        assert path.startswith("/sheets/"), path
        return path.removeprefix("/sheets/")

    def stored(self) -> StoredSheet:
        token = self.sheet
        return self.store.read(lambda t: see_sheet(t, token).stored)

    def answers(self) -> dict[str, str]:
        return self.study.method.answer_somehow(self.study.sheet(self.stored()), self.rng)

    def work(self, most: int = 1000) -> int:
        """Answer sheets until there are no more; how many it were."""
        done = 0
        while self.page.url.path.startswith("/sheets/") and done < most:
            self.clock.now += 30
            self.send(self.answers())
            assert self.page.status_code == 200, self.page.text
            done += 1
        return done
