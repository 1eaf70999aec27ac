"""`genchal serve` as a process of its own: how it is stopped, and what connections may do to it."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

import httpx
import numpy as np
import pytest

import core_only
from genchal.campaign.studies.stored import RunningStudy
from genchal.store.export import read_study_progress
from genchal.store.sheets import see_sheet
from genchal.store.store import open_store
from genchal.store.studies import list_studies
from genchal.web.health import ASK_EVERY
from web.raters import Forms, serve_study

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows stops processes in another way")


@dataclass
class Server:
    """A server that is stopped by signals, and what it wrote to its log."""

    folder: Path
    options: tuple[str, ...] = ()
    process: "subprocess.Popen[str]" = field(init=False)
    study: RunningStudy = field(init=False)
    clients: list[httpx.Client] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.path = self.folder / "campaign.db"
        if not self.path.exists():
            with open_store(self.path) as store:
                self.study = serve_study(store, "rankme", count=12, now=time.time())
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "genchal", "serve", "--database", str(self.path), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, *self.options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        until = time.monotonic() + 30
        while time.monotonic() < until:
            with suppress(OSError), urllib.request.urlopen(f"{self.address}/health", timeout=5):
                return
            assert self.process.poll() is None, "the server has ended"
            time.sleep(0.02)
        raise AssertionError("the server did not start")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """Stop it; what is in the log."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.communicate(timeout=30)[1]


@pytest.fixture(params=["httptools", "h11"])
def customised(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a server runs when it starts; it reads requests with the extra `server`, or without it."""
    customise = tmp_path / "sitecustomize.py"
    shutil.copy(core_only.__file__, customise)
    monkeypatch.setenv(core_only.VARIABLE, "httptools" if request.param == "h11" else "")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
    return customise


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.stop(signal.SIGKILL)
    for client in made.clients:
        client.close()


class Visitor:
    """Somebody who answers the sheets of a study."""

    def __init__(self, server: Server) -> None:
        self.path, self.study = server.path, server.study
        self.client = httpx.Client(base_url=server.address, follow_redirects=True, trust_env=False)
        server.clients.append(self.client)
        self.page = self.client.get("/s/study")
        self.send({"_decision": "agree"})
        self.send({})
        self.rng = np.random.default_rng(1)

    def send(self, answers: dict[str, str]) -> httpx.Response:
        forms = Forms(self.page.text)
        self.page = self.client.post(forms.actions[0], data={**forms.hidden, **answers})
        return self.page

    def answers(self) -> dict[str, str]:
        token = self.page.url.path.removeprefix("/sheets/")
        with open_store(self.path, create=False) as store:
            stored = store.read(lambda t: see_sheet(t, token).stored)
        return self.study.method.answer_somehow(self.study.sheet(stored), self.rng)

    def answer(self) -> httpx.Response:
        return self.send(self.answers())


def count_answers(path: Path) -> int:
    with open_store(path, create=False) as store:
        (study,) = store.read(list_studies)
        return store.read(lambda t: read_study_progress(t, study.id)).answered


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda how: how.name)
def test_a_copy_of_the_file_of_a_stopped_server_holds_everything(server: Server, how: signal.Signals) -> None:
    if signal.getsignal(how) is signal.SIG_IGN:
        pytest.skip(f"{how.name} is ignored here, as `nohup` has it, and so by the server")
    visitor = Visitor(server)
    for _ in range(3):
        assert visitor.answer().status_code == 200
    said = server.stop(how)
    assert said == ""
    assert server.process.returncode == 0 or how is signal.SIGINT
    assert not Path(f"{server.path}-wal").exists()
    shutil.copyfile(server.path, server.folder / "copy.db")
    assert count_answers(server.folder / "copy.db") == 3


def test_a_server_that_is_told_to_stop_while_somebody_waits_answers_first(server: Server) -> None:
    visitor = Visitor(server)
    with closing(sqlite3.connect(server.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # the draft has to wait
        forms, path = Forms(visitor.page.text), server.path
        body = urlencode(forms.hidden).encode()
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.client.cookies.items())
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            head = f"POST {forms.actions[0]}/draft HTTP/1.1\r\nHost: x\r\nCookie: {cookie}\r\n"
            form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body) + 9}\r\n\r\n"
            line.sendall((head + form).encode() + body + b"&_draft=7")
            time.sleep(0.3)
            server.process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            other.execute("ROLLBACK")
            assert b" 204 " in line.recv(1000)[:20]
    assert server.stop() == ""
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT number FROM draft").fetchall() == [(7,)]


def test_a_database_that_is_replaced_under_a_server_is_noticed(server: Server) -> None:
    visitor = Visitor(server)
    assert visitor.answer().status_code == 200
    answers = visitor.answers()
    shutil.copyfile(server.path, server.folder / "new.db")
    (server.folder / "new.db").replace(server.path)
    refused = visitor.send(answers)
    assert refused.status_code == 503
    assert str(server.path) not in refused.text
    time.sleep(ASK_EVERY)
    health = httpx.get(f"{server.address}/health", trust_env=False)
    assert (health.status_code, health.text) == (503, "the database cannot be written\n")
    said = server.stop()
    assert f"{server.path} was replaced while it was open. Put the database back" in said
    assert said.count("was replaced while") == 1, "once in ten seconds"
    assert count_answers(server.path) in (0, 1)


@pytest.mark.parametrize("deletes_log", [False, True])
def test_a_file_that_is_overwritten_is_left_as_it_was_put_there(server: Server, deletes_log: bool) -> None:
    """The log of the one before would be mixed with it, and both would be lost."""
    visitor = Visitor(server)
    server.stop()
    yesterday = server.path.read_bytes()
    server.start()
    for _ in range(3):
        assert visitor.answer().status_code == 200
    answers = visitor.answers()
    time.sleep(ASK_EVERY)
    assert httpx.get(f"{server.address}/health", trust_env=False).text == "ok\n"  # which is in the log, then
    server.path.write_bytes(yesterday)
    if deletes_log:
        Path(f"{server.path}-wal").unlink()
        Path(f"{server.path}-shm").unlink()
    assert visitor.send(answers).status_code == 503
    said = server.stop()
    assert f"{server.path} was overwritten while it was open, and is left as it is" in said
    assert server.process.returncode == 1
    assert server.path.read_bytes() == yesterday
    assert not Path(f"{server.path}-wal").exists()
    assert count_answers(server.path) == 0
    assert Path(f"{server.path}-wal.of-the-file-before").exists() != deletes_log


# Connections


def connect(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def memory(server: Server) -> int:
    """Bytes that the process has of its own."""
    lines = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")) * 1024


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is read as Linux tells it")
@pytest.mark.parametrize("kind", ["header", "headers", "address"])
def test_a_head_of_92_mb_is_refused_before_it_is_read(customised: Path, kind: str) -> None:
    server = Server(customised.parent)
    try:
        send_large_head(server, kind)
    finally:
        server.stop()


def send_large_head(server: Server, kind: str) -> None:
    before = memory(server)
    piece = {"header": b"a" * 2**20, "headers": b"X-A: b\r\n" * 2**17, "address": b"/a" * 2**19}[kind]
    with connect(server) as line:
        line.sendall(b"GET /" + (b"" if kind == "address" else b"health HTTP/1.1\r\nHost: x\r\n"))
        sent = 0
        with suppress(OSError):
            if kind == "header":
                line.sendall(b"X-A: ")
            for _ in range(92):
                line.sendall(piece)
                sent += len(piece)
        with suppress(OSError):
            assert line.recv(100).split()[1] in (b"431", b"400")
    assert sent < 10 * 2**20, "what lies in buffers on the way"
    assert memory(server) - before < 8 * 2**20
    assert httpx.get(f"{server.address}/health", trust_env=False).status_code == 200


def test_usual_heads_and_large_forms_pass(server: Server) -> None:
    visitor = Visitor(server)
    visitor.client.headers["X-Long"] = "x" * 8000
    assert visitor.client.get("/s/study").status_code == 200
    forms = Forms(visitor.page.text)
    answers = {**visitor.answers(), "_timings": "a" * 400_000}
    assert visitor.client.post(forms.actions[0], data={**forms.hidden, **answers}).status_code == 200


@pytest.mark.slow
def test_300_half_open_requests_hinder_nobody_and_end(customised: Path) -> None:
    with customised.open("a", encoding="utf-8") as file:
        file.write("\nimport genchal.web.server.connections as c\nc.ARRIVE_WITHIN = 3.0\nc.MOST_HALF_OPEN = 250\n")
    server = Server(customised.parent)
    lines = []
    try:
        for number in range(300):
            line = connect(server)
            begun = (
                b"",
                b"GET /s/study HT",
                b"GET /s/study HTTP/1.1\r\nHost: x\r\nX-A",
                b"POST /sheets/x HTTP/1.1\r\n",
            )
            line.sendall(begun[number % 4])
            lines.append(line)
        started = time.monotonic()
        assert Visitor(server).answer().status_code == 200
        assert time.monotonic() - started < 3
        assert [closed(line) for line in lines[:45]] == [True] * 45, "more than allowed: the oldest go"
        assert not closed(lines[-1])
        time.sleep(3.5)
        assert all(map(closed, lines)), "none has sent a request within its time"
    finally:
        for line in lines:
            line.close()
        for client in server.clients:
            client.close()
        server.stop()


def closed(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


# What the server in front says


def test_only_servers_that_are_named_are_believed_about_visitors(tmp_path: Path) -> None:
    """Cookies are marked as secure where they came by https: whoever is believed decides that."""
    forwarded = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}
    for options, is_believed in (
        ((), False),
        (("--trusted-proxy", "127.0.0.0/8"), True),
        (("--trusted-proxy", "::1"), False),
    ):
        server = Server(tmp_path, options)
        answer = httpx.get(f"{server.address}/s/study", headers=forwarded, trust_env=False)
        said = server.stop()
        assert ("secure" in answer.headers["set-cookie"].lower()) == is_believed
        assert ("--trusted-proxy 127.0.0.1" in said) == (not options), said


def test_an_organiser_is_warned_of_what_others_can_read(tmp_path: Path) -> None:
    server = Server(tmp_path, ("--host", "0.0.0.0", "--base-url", "http://study.example"))
    said = server.stop().splitlines()
    assert [line.partition(":")[0] for line in said] == ["warning", "warning"]
    assert "listening on 0.0.0.0" in said[0]
    assert "http://study.example is not HTTPS" in said[1]
    server.path.chmod(0o644)
    server.start()
    assert f"chmod 600 {server.path}" in server.stop()


def test_a_proxy_has_to_be_an_address(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "genchal", "serve", "--database", "none.db", "--trusted-proxy", "nginx"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "error: proxy 'nginx' is not an address. Give an IP address or a network, such as 127.0.0.1 or 10.0.0.0/8.\n",
    )


def test_an_address_that_cannot_be_listened_at_is_one_line(tmp_path: Path) -> None:
    with open_store(tmp_path / "campaign.db") as store:
        serve_study(store, "rankme", count=12, now=time.time())
    taken = socket.create_server(("127.0.0.1", 0))
    port = str(taken.getsockname()[1])
    for options, complaint in (
        (("--port", port), f"port {port} is in use. Choose another with --port, or stop the program that listens"),
        (("--host", "192.0.2.1"), "this machine cannot listen at 192.0.2.1. Give an address of this machine"),
        (("--host", "no.such.host.invalid"), "this machine cannot listen at no.such.host.invalid. Give an address"),
    ):
        command = [sys.executable, "-m", "genchal", "serve", "--database", "campaign.db", *options]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, ""), "nothing says that there is a study to be seen"
        assert done.stderr.startswith(f"error: {complaint}")
        assert done.stderr.count("\n") == 1
    taken.close()
