"""Random requests at every address: whatever comes, the answer is a page or a refusal, never a failure of ours."""

from collections import Counter
from typing import Any
from urllib.parse import quote, urlencode

import numpy as np

from genchal.campaign.studies import links
from genchal.elicitation import METHODS
from genchal.store.store import Store
from genchal.web.app import make_app
from web.raters import EVIL, NO_LIMITS, Browser, Clock, Forms, Person, serve_study

QUESTION = {"question": "Are you well?", "options": ["yes", "no"], "passing": ["yes"]}
ODD = (
    *EVIL,
    "",
    " ",
    "\0",
    "\ud800",
    "a\r\nSet-Cookie: a=b",
    "-1",
    "1e309",
    "NaN",
    "9" * 40,
    "١٢",
    "[]",
    "[[[[",
    '{"items": {"a": 1}, "wall_ms": -5, "shown_at": "x"}',
    '[{"start": 0, "end": 10000000000, "category": "x"}]',
    "../../etc/passwd",
    "%",
    "x" * 5000,
)


class Fuzzer:
    """Somebody who sends nonsense, sometimes with the right cookie, token and names of fields."""

    def __init__(self, store: Store, method: str, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.clock = Clock()
        self.name = f"{method} {seed}"
        keys: dict[str, Any] = {
            "identity": ("anonymous", "prolific", "link")[seed % 3] if seed % 2 else "anonymous",
            "minimum_seconds": 5.0 * (seed % 4 == 1),
            "eligibility": [QUESTION] if seed % 3 == 0 else [],
        }
        self.study = serve_study(store, method, name=self.name, raters_per_item=1000, **keys)
        self.person = Person(store, self.clock, self.study, seed)
        self.app = make_app(store, limits=NO_LIMITS, clock=self.clock)
        self.person.browser = Browser(self.app, raises=False)
        self.url = f"/s/{quote(self.name)}"
        self.sheets: list[str] = []
        self.csrf = ""
        self.statuses: Counter[int] = Counter()

    def run(self, count: int) -> Counter[int]:
        """Send so many requests; the statuses that were answered."""
        for _ in range(count):
            self.clock.now += float(self.rng.exponential(20))
            method, path = self._address()
            content = self._body() if method == "POST" else b""
            headers = {"Content-Type": self._one("application/x-www-form-urlencoded", "text/plain", many=12)}
            if self.rng.random() < 0.3:
                headers["Accept"] = "application/json"
            if self.rng.random() < 0.01:
                self.person.browser.cookies.clear()
                self.sheets.clear()
            if self.rng.random() < 0.2:
                self._go_on()
            answer = self.person.browser.request(method, path, content=content, headers=headers)
            if answer.status_code >= 500:
                raise AssertionError(f"{answer.status_code} for {method} {path!r} {content[:500]!r}")
            self.statuses[answer.status_code] += 1
            self.csrf = Forms(answer.text).hidden.get("_csrf", self.csrf)
            if answer.url.path.startswith("/sheets/") and answer.status_code == 200:
                self.sheets.append(answer.url.path)
        return self.statuses

    def _go_on(self) -> None:
        """Do the next thing as it should be done, so that there is something behind it to send nonsense to."""
        link = links.make_link_token(self.study.study, int(self.rng.integers(1, 4)))
        where = {"link": f"/r/{link}", "prolific": f"?PROLIFIC_PID={1:024}"}.get(self.study.design.identity, "")
        answer = self.person.open(f"{self.url}{where}")
        forms = Forms(answer.text)
        if answer.status_code == 200 and forms.actions:
            fields = dict(forms.hidden)
            if answer.url.path.startswith("/sheets/"):
                self.sheets.append(answer.url.path)
                fields |= self.person.answers()
            elif answer.url.path.startswith("/s/"):
                fields |= {"_decision": "agree", "question0": "yes"}
            answer = self.person.browser.post(forms.actions[0], data=fields)
        assert answer.status_code < 500

    def _one(self, usual: str, *odd: str, many: int = 3) -> str:
        return usual if self.rng.integers(many) else str(self.rng.choice(odd))

    def _odd(self) -> str:
        return ODD[self.rng.integers(len(ODD))]

    def _address(self) -> tuple[str, str]:
        odd = quote(self._odd().encode("utf-8", "replace"), safe="")[:300]
        sheet = self.sheets[-1] if self.sheets else f"/sheets/{'0' * 32}"
        who = (
            f"?PROLIFIC_PID={self.rng.integers(5):024}"
            if self.rng.random() < 0.7
            else f"?PROLIFIC_PID={odd}&link={odd}"
        )
        gets = [
            f"{self.url}{who}",
            f"{self.url}/done",
            f"{self.url}/declined",
            f"{self.url}/r/{odd}",
            sheet,
            f"/s/{odd}",
        ]
        gets += [f"/sheets/{odd}", f"{sheet}/sounds/{odd}", f"/static/{odd}/page.css", "/health", f"/{odd}"]
        posts = [f"{self.url}/consent{who}", f"{self.url}/eligibility", f"{self.url}/begin", sheet, sheet, sheet]
        posts += [f"{sheet}/draft", f"/s/{odd}/consent", f"/sheets/{odd}"]
        if self.rng.random() < 0.65:
            return "POST", posts[self.rng.integers(len(posts))]
        return self._one("GET", "HEAD", "PUT", many=10), gets[self.rng.integers(len(gets))]

    def _body(self) -> bytes:
        if self.rng.random() < 0.05:
            return self.rng.bytes(int(self.rng.integers(2000)))
        fields = {"_csrf": self._one(self.csrf, "", "x", many=10), "_decision": self._one("agree", "decline", "x")}
        fields |= {"question0": self._one("yes", "no", "", many=5), "_draft": self._one("1", "-1", "x", "9" * 30)}
        if self.sheets and self.rng.random() < 0.8:
            fields |= self._answers()
        for name in ("_timings", "_key"):
            if self.rng.random() < 0.5:
                fields[name] = self._odd()
        if self.rng.random() < 0.2:
            fields[self._odd()] = self._odd()
        return urlencode(fields, errors="replace").encode()

    def _answers(self) -> dict[str, str]:
        """Good answers, some of them spoilt."""
        self.person.page = type("Page", (), {"url": type("Url", (), {"path": self.sheets[-1]})})  # type: ignore[assignment]
        answers = self.person.answers()
        for name in list(answers):
            if self.rng.random() < 0.15:
                answers[name] = self._odd()
        return answers


def fuzz(store: Store, each: int, seed: int) -> Counter[int]:
    """Fuzz a study of every method; the statuses that were answered."""
    total: Counter[int] = Counter()
    for number, method in enumerate(METHODS):
        total += Fuzzer(store, method, seed * 100 + number).run(each)
    return total
