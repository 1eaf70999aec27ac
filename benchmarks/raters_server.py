"""A study served to raters as in earnest, by `genchal serve` in processes of its own, and what is in its database."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks.measuring import ENVIRONMENT, python
from benchmarks.raters import Log
from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.domain import Instance
from genchal.domain.inputs import SlotValues
from genchal.domain.study.keys import parse_design
from genchal.store.schema import answer, draft, judgement, sheet
from genchal.store.store import open_store

STUDY = "load"
PATH = f"/s/{STUDY}"
SYSTEMS = ("one", "two", "three", "four", "five")  # five outputs a sheet, as E2E had
INSTANCES = 630  # as many as E2E's test set
_TICKS = os.sysconf("SC_CLK_TCK")


@contextmanager
def place_of(database: str) -> Iterator[str]:
    """An empty database on the disk: a SQLite file, or a PostgreSQL server of our own with fsync on."""
    folder = Path(tempfile.mkdtemp(prefix="genchal-load-"))
    try:
        if database == "sqlite":
            yield str(folder / "campaign.db")
            return
        module = _postgres()
        module.quick_folder = lambda: folder
        cluster = module.Cluster(pg_programs())
        try:
            yield cluster.address()
        finally:
            cluster.stop("fast")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def pg_programs() -> Path:
    """Where PostgreSQL's programs are."""
    found: Path | None = _postgres().programs()
    if found is None:
        raise SystemExit("error: there is no PostgreSQL here. Install it, or ask for SQLite alone.")
    return found


def _postgres() -> Any:
    path = Path(__file__).parents[1] / "tests" / "postgres.py"
    spec = importlib.util.spec_from_file_location("postgres", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def store_study(place: str, sheets: int) -> None:
    """A RankME study of E2E's size that has work for so many sheets in all."""
    area = ("riverside", "city centre")
    instances = tuple(
        Instance(
            f"i{number}",
            SlotValues((("name", f"Place {number}"), ("eatType", "restaurant"), ("area", area[number % 2]))),
            (f"Place {number} is a restaurant in the {area[number % 2]} area, and it is open to everybody.",),
        )
        for number in range(INSTANCES)
    )
    outputs = {
        system: [f"Place {number} is a {system}-star place near {area[number % 2]}." for number in range(INSTANCES)]
        for system in SYSTEMS
    }
    keys = {"name": STUDY, "method": "rankme", "identity": "anonymous", "raters_per_item": sheets // INSTANCES + 1}
    plans = plan_study(parse_design(keys), StudyMaterial(instances, outputs, {}, "A study of texts"), 1)
    with open_store(place) as store:
        store_plans(store, plans, 1, time.time())


@dataclass
class Server:
    """`genchal serve` as a process group that can be killed."""

    place: str
    workers: int = 1
    port: int = field(default_factory=lambda: _free_port())
    process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Start it, and wait until it answers."""
        command = python("-m", "genchal", "serve", "--database", self.place, "--port", str(self.port))
        command += ["--workers", str(self.workers)]
        own = os.environ.get("GENCHAL_BENCH_SERVER")  # another way to run it: for profiles
        if own:
            command = python(own, self.place, str(self.port))
        self.process = subprocess.Popen(
            command, start_new_session=True, stdout=subprocess.DEVNULL, env=os.environ | ENVIRONMENT
        )
        for _ in range(600):
            await asyncio.sleep(0.05)
            assert self.process.poll() is None, "the server ended by itself"
            if await self._is_healthy():
                return
        raise AssertionError("the server does not answer")

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop it as it should be, or kill every process of it."""
        assert self.process
        if how == signal.SIGKILL:
            os.killpg(self.process.pid, how)
        else:
            self.process.send_signal(how)
        self.process.wait(30)

    def pids(self) -> list[int]:
        """All processes of it."""
        assert self.process
        return [pid for pid, stat in _processes() if int(stat[2]) == self.process.pid]

    def memory_mb(self) -> float:
        """Memory that its processes have of their own."""
        return sum(_own_memory(pid) for pid in self.pids()) / 2**20

    async def _is_healthy(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            said = await reader.read()
            writer.close()
        except OSError:
            return False
        return b" 200 " in said[:20]


def cpu_seconds(pids: list[int]) -> float:
    """Seconds that these processes have had the processor."""
    times = dict(_processes())
    return sum(int(times[pid][11]) + int(times[pid][12]) for pid in pids if pid in times) / _TICKS


def database_pids() -> list[int]:
    """Processes of PostgreSQL; SQLite has none of its own."""
    return [pid for pid, _ in _processes() if _name(pid) == "postgres"]


def busy_seconds() -> float:
    """Seconds that all processors have worked, for whomever, since the machine was started."""
    first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:9]
    return (sum(map(int, first)) - int(first[3]) - int(first[4])) / _TICKS


def allow_connections() -> None:
    """Let this process and the server have one for each rater."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))


@dataclass(frozen=True)
class Comparison:
    """The raters' log against the database."""

    stored: int
    lost: int  # confirmed, and not there as sent
    doubled: int  # judgements of the same item on the same sheet
    unasked: int  # there, and never sent
    incomplete: int  # sheets whose judgements are not those of its answers
    lost_drafts: int
    stored_without_reply: int  # not confirmed, but there: the server was killed in between
    damage: tuple[str, ...]

    def check(self) -> None:
        """Nothing may be wrong."""
        wrong = self.lost, self.doubled, self.unasked, self.incomplete, self.lost_drafts, len(self.damage)
        assert not any(wrong), self


def compare(place: str, log: Log) -> Comparison:
    """Read all that was stored, and the database's own check."""
    with open_store(place, create=False) as store, store.reading() as t:
        of_answer, of_draft = sheet.c.id == answer.c.sheet, sheet.c.id == draft.c.sheet
        answers = dict(t.execute(select(sheet.c.token, answer.c.answers).join(sheet, of_answer)).all())
        drafts = dict(t.execute(select(sheet.c.token, draft.c.number).join(sheet, of_draft)).all())
        judged = t.execute(
            select(sheet.c.token, judgement.c.item, judgement.c.criterion, judgement.c.value)
            .join(sheet, sheet.c.id == judgement.c.sheet)
            .order_by(judgement.c.sheet, judgement.c.position)
        ).all()
        damage = tuple(store.find_damage())
    values: dict[str, list[float]] = {}  # in the order of the page, as answers are
    for token, _, _, value in judged:
        values.setdefault(token, []).append(float(value))
    times = Counter((token, number, criterion) for token, number, criterion, _ in judged)
    return Comparison(
        stored=len(answers),
        lost=sum(answers.get(token) != given for token, given in log.confirmed.items()),
        doubled=sum(count - 1 for count in times.values()),
        unasked=sum(log.sent.get(token) != given for token, given in answers.items()),
        incomplete=sum(
            values.get(token) != [float(value) for value in answers.get(token, {}).values()]
            for token in values.keys() | answers.keys()
        ),
        lost_drafts=sum(drafts.get(token, 0) < number for token, number in log.drafts.items()),
        stored_without_reply=len(answers.keys() - log.confirmed.keys()),
        damage=damage,
    )


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def _processes() -> Iterator[tuple[int, list[str]]]:
    """Every process with its numbers in /proc/PID/stat, from the state on."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            yield int(path.parent.name), path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def _own_memory(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Clean:", "Private_Dirty:"))) * 1024
