"""A PostgreSQL server of our own: in a temporary folder, on a socket in it, with nothing to do with any other."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg

PLACES = (Path("/usr/lib/postgresql"), Path("/usr/local/opt"), Path("/opt/homebrew/opt"))


def quick_folder() -> Path:
    """A new folder in memory where there is one with room, else on the disk, which takes its time to be sure."""
    memory = Path("/dev/shm")
    has_room = memory.is_dir() and shutil.disk_usage(memory).free > 2**30
    return Path(tempfile.mkdtemp(prefix="genchal-", dir=memory if has_room else None))


def programs() -> Path | None:
    """The folder of the server's programs, of the newest version that is installed."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(path.parent for place in PLACES for path in place.glob("*/bin/initdb"))
    return found[-1] if found else None


class Cluster:
    """A server that is running; fsync is on, as it would be in earnest."""

    def __init__(self, programs: Path) -> None:
        self.folder = quick_folder()
        self.data = self.folder / "data"
        self._programs = programs
        self._schemas = count(1)
        # The server refuses to run as root.
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        self._run("initdb", f"--pgdata={self.data}", *options)
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c max_connections=200"
        self._run("pg_ctl", f"--pgdata={self.data}", f"--log={self.folder / 'log'}", "-w", "-o", settings, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop the server; at once is as if the power had failed."""
        self._run("pg_ctl", f"--pgdata={self.data}", f"--mode={how}", "-w", "stop")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop all its processes in the middle, for a while."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        pids = [first, *(int(pid) for pid in Path(f"/proc/{first}/task/{first}/children").read_text().split())]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in reversed(pids):
                os.kill(pid, signal.SIGCONT)

    def remove(self) -> None:
        """Stop the server and leave nothing behind."""
        self.stop()
        shutil.rmtree(self.folder)

    def new_schema(self) -> str:
        """The address of an empty schema: a database of one's own, for much less."""
        name = f"schema_{next(self._schemas)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.address()}&options={quote(f'-csearch_path={name}')}"

    def new_database(self) -> str:
        """The address of an empty database, beside which another can be written: locks are of a database."""
        name = f"database_{next(self._schemas)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def address(self, database: str = "postgres") -> str:
        """The address of a database, by default the server's own."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        # Not into pipes: the server inherits them, and we would wait for it to close them.
        with (self.folder / f"{program}.txt").open("w") as output:
            done = subprocess.run(
                command,
                cwd=self.folder,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, "LC_ALL": "C"},
                **self._as,
            )
        if done.returncode:
            said = (self.folder / f"{program}.txt").read_text()
            raise RuntimeError(f"{program} failed: {said}")
