"""Behind the web servers that the documentation sets up, with TLS: a browser completes a study, and logs name nobody.

The configurations are read from the page, with other ports, certificates and folders.
"""

import os
import re
import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from browser.study_server import BrowserRater, add_study
from conftest import lacking
from genchal.campaign.studies.links import make_personal_link
from genchal.campaign.studies.stored import RunningStudy
from genchal.store.export import read_study_progress
from genchal.store.store import open_store

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "put-a-study-on-the-web.md"
NAME = "study.example.org"
PROGRAMS = {"nginx": ("nginx", "/usr/sbin/nginx"), "caddy": ("caddy",)}
ID = secrets.token_hex(12)  # on a platform


def documented(caption: str) -> str:
    found = re.search(rf":caption: {re.escape(caption)}\n\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    assert found, caption
    return found[1]


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A documented configuration for this machine; what is changed must be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def make_nginx(site: "Site", program: str) -> list[str]:
    certificates = f"/etc/letsencrypt/live/{NAME}"
    text = changed(
        documented("genchal-nginx.conf"),
        ("listen 80;", f"listen 127.0.0.1:{site.plain};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{site.port} ssl"),
        (f"https://{NAME}$request_uri", f"https://{NAME}:{site.port}$request_uri"),
        (f"{certificates}/fullchain.pem", str(site.folder / "cert.pem")),
        (f"{certificates}/privkey.pem", str(site.folder / "key.pem")),
        ("127.0.0.1:8000", f"127.0.0.1:{site.behind}"),
        ("proxy_set_header Host $host;", "proxy_set_header Host $host:$server_port;"),  # the port is not the usual one
        ("/var/log/nginx", str(site.logs)),
    )
    temporary = "".join(
        f"{kind}_temp_path {site.folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""
    (site.folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {site.folder}/pid;\nevents {{}}\nhttp {{\n{temporary}{text}\n}}\n", encoding="utf-8"
    )
    return [program, "-p", str(site.folder), "-c", str(site.folder / "nginx.conf"), "-e", str(site.logs / "start.log")]


def make_caddy(site: "Site", program: str) -> list[str]:
    ours = f"admin off\n\tauto_https disable_redirects\n\thttps_port {site.port}\n\thttp_port {site.plain}\n\tlog {{"
    text = changed(
        documented("Caddyfile"),
        ("log {", ours),
        (f"{NAME} {{", f"{NAME} {{\n\ttls {site.folder}/cert.pem {site.folder}/key.pem"),
        ("127.0.0.1:8000", f"127.0.0.1:{site.behind}"),
    )
    (site.folder / "Caddyfile").write_text(text, encoding="utf-8")
    return [program, "run", "--adapter", "caddyfile", "--config", str(site.folder / "Caddyfile")]


# Visitors have 40 requests at once, so that a test is quick to make too many.
FEW_VISITS = """
import inspect
from genchal.web.requests.security import Limits
names = list(inspect.signature(Limits.__init__).parameters)[1:]
few = {"visitor": 0.1, "visitor_burst": 40.0}
usual = Limits.__init__.__defaults__
Limits.__init__.__defaults__ = tuple(few.get(name, value) for name, value in zip(names, usual, strict=True))
"""
MAKE: dict[str, Callable[["Site", str], list[str]]] = {"nginx": make_nginx, "caddy": make_caddy}


@dataclass
class Site:
    """genchal with two studies behind a web server, both as the page has them."""

    kind: str
    folder: Path
    port: int = field(default_factory=free_port)
    plain: int = field(default_factory=free_port)
    behind: int = field(default_factory=free_port)
    processes: list["subprocess.Popen[bytes]"] = field(default_factory=list)
    linked: RunningStudy = field(init=False)
    open: RunningStudy = field(init=False)

    def __post_init__(self) -> None:
        self.logs, self.database = self.folder / "logs", self.folder / "campaign.db"
        self.logs.mkdir()
        with open_store(self.database) as store:
            self.linked = add_study(store, "rankme", name="linked", identity="link", sheets_per_rater=2)
            self.open = add_study(store, "likert", name="open", identity="prolific", sheets_per_rater=1)

    @property
    def address(self) -> str:
        return f"https://{NAME}:{self.port}"

    def client(self, source: str = "127.0.0.1") -> httpx.Client:
        """Somebody with an address of their own, who finds the site where it is."""
        trusted = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        transport = httpx.HTTPTransport(verify=trusted, local_address=source)
        known = {"Host": f"{NAME}:{self.port}"}
        base = f"https://127.0.0.1:{self.port}"
        return httpx.Client(transport=transport, base_url=base, headers=known, timeout=20, trust_env=False)

    def ask(self, client: httpx.Client, path: str, **more: object) -> httpx.Response:
        return client.get(path, extensions={"sni_hostname": NAME}, **more)  # type: ignore[arg-type]

    def start(self) -> None:
        found = next(filter(None, map(shutil.which, PROGRAMS[self.kind])), None)
        if found is None:
            lacking(self.kind, f"a web server in front: install {self.kind}")
        if shutil.which("openssl") is None:
            lacking("openssl", "a certificate: install openssl")
        assert found is not None
        key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
        files = ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", "key.pem", "-out", "cert.pem"]
        subprocess.run([*key, *files], cwd=self.folder, check=True, capture_output=True)
        serve = next(line for line in documented("genchal.service").splitlines() if line.startswith("ExecStart="))
        options = serve.partition(" serve ")[2].replace(f"https://{NAME}", self.address).split()
        command = [sys.executable, "-m", "genchal", "serve", "--database", str(self.database)]
        self._run("genchal", [*command, "--port", str(self.behind), *options])
        self._run(self.kind, MAKE[self.kind](self, found))
        until = time.monotonic() + 30
        with self.client() as client:
            while True:
                try:
                    if self.ask(client, "/health").text == "ok\n":
                        return
                except httpx.TransportError:
                    pass
                assert time.monotonic() < until, self.said()
                assert all(process.poll() is None for process in self.processes), self.said()
                time.sleep(0.1)

    def _run(self, name: str, command: list[str]) -> None:
        with (self.logs / f"{name}-printed.log").open("wb") as log:
            (self.folder / "sitecustomize.py").write_text(FEW_VISITS, encoding="utf-8")
            own = f"{self.folder}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
            environment = {
                **os.environ,
                "PYTHONPATH": own,
                "HOME": str(self.folder),
                "XDG_DATA_HOME": str(self.folder / "data"),
            }
            self.processes.append(subprocess.Popen(command, stdout=log, stderr=log, env=environment))

    def said(self) -> str:
        """All logs of both."""
        return "\n".join(file.read_text(errors="replace") for file in sorted(self.logs.iterdir()))

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(30)


@pytest.fixture(params=list(PROGRAMS))
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Site]:
    made = Site(request.param, tmp_path)
    try:
        made.start()
        yield made
    finally:
        made.stop()


def test_a_browser_completes_a_study_and_logs_name_nobody(chromium: "Browser", site: Site) -> None:
    sheets = []
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    here = ["--no-sandbox", "--disable-gpu", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"]
    browser = chromium.browser_type.launch(executable_path=program, args=here)
    context = browser.new_context(ignore_https_errors=True)
    rater = BrowserRater(context, site.address, site.linked)
    link = make_personal_link(site.linked.study, 7, site.address)
    rater.start(link)
    for _ in range(2):
        sheets.append(rater.page.url.rpartition("/")[2])
        rater.answer_by_keyboard("a text")
    assert rater.page.url == f"{site.address}/s/linked/done"
    assert "DONE-42" in rater.page.content()
    assert rater.complaints == []
    cookies = context.cookies()
    assert [(cookie["secure"], cookie["httpOnly"], cookie["domain"]) for cookie in cookies] == [(True, True, NAME)]
    browser.close()
    with site.client("127.0.0.9") as client:
        page = site.ask(client, f"/s/open?PROLIFIC_PID={ID}&STUDY_ID=1&SESSION_ID=2")
        assert page.status_code == 200
        assert "max-age" in page.headers["strict-transport-security"]
        site.ask(client, "/sheets/" + "0" * 32)
    with open_store(site.database) as store:
        assert store.read(lambda t: read_study_progress(t, site.linked.study.id)).answered == 2
    site.processes[0].terminate()  # what is logged where genchal does not answer
    site.processes[0].wait(30)
    with site.client("127.0.0.9") as client:
        assert site.ask(client, link.removeprefix(site.address)).status_code in (502, 503)
        assert site.ask(client, f"/s/open?PROLIFIC_PID={ID}").status_code in (502, 503)
    site.stop()
    said = site.said()
    if site.kind == "nginx":
        assert re.search(r"^\S+T\S+ GET 200 \d+ [\d.]+$", said, re.M), "requests are logged at all"
        assert re.search(r"^\S+T\S+ GET 502 ", said, re.M)
    token = link.rpartition("/")[2]
    for secret in (ID, token, token.partition("-")[2], *sheets, "127.0.0.9", "/sheets/", "/s/linked/r", "Mozilla"):
        assert secret not in said, secret


def test_visitors_are_told_apart_and_cannot_pretend(site: Site) -> None:
    path = f"/s/open?PROLIFIC_PID={ID}"
    with site.client("127.0.0.7") as flood, site.client("127.0.0.8") as visitor:
        refused = 0
        for number in range(60):
            pretended = {"X-Forwarded-For": f"192.0.2.{number % 250}", "X-Forwarded-Proto": "http"}
            flood.cookies.clear()
            answer = site.ask(flood, path, headers=pretended)
            refused += answer.status_code == 429
            if refused:
                break
            assert "secure" in answer.headers["set-cookie"].lower()
        assert refused, "another address with each request, and still one visitor"
        assert site.ask(visitor, path).status_code == 200


def test_what_is_too_large_is_refused(site: Site) -> None:
    with site.client() as client:
        extensions = {"sni_hostname": NAME}
        assert site.ask(client, "/health", headers={"X-Long": "a" * 12_000}).status_code == 200
        large = site.ask(client, "/health", headers={"X-Long": "a" * 100_000})
        assert large.status_code in (400, 431)
        body = client.post("/s/open/consent", data={"a": "b" * 2_000_000}, extensions=extensions)
        assert body.status_code in {"nginx": (413,), "caddy": (413, 502)}[site.kind]  # Caddy 2.6 says 502
    if site.kind == "nginx":
        answer = httpx.get(
            f"http://127.0.0.1:{site.plain}/s/open?a=b", headers={"Host": "evil.example"}, trust_env=False
        )
        assert (answer.status_code, answer.headers["location"]) == (301, f"{site.address}/s/open?a=b")
