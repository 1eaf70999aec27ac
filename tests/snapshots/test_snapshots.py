"""What commands print now is what they printed when it was frozen, but for the time they take.

After a change that is meant to change results, run ``GENCHAL_FREEZE=1 pytest tests/snapshots``, look at the
differences that git shows, and commit them with the change. Texts of others are never frozen.
"""

import csv
import hashlib
import json
import math
import os
import shlex
import shutil
import sqlite3
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cli.typed import genchal
from genchal.version import __version__
from snapshots.workshop import own_files, real_files, texts_of_others

HERE = Path(__file__).parent
FROZEN = HERE / "frozen"
IS_FREEZING = bool(os.environ.get("GENCHAL_FREEZE"))
RELATIVE, ABSOLUTE = 1e-9, 1e-12
SHOWN = 20  # differences in a failure
COMPOSED = ("item", "subject", "block", "block_item")  # tables of a new study that do not depend on the time of day


@dataclass(frozen=True)
class Command:
    """A command line, what it needs, and what it writes."""

    name: str
    line: str
    needs: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    is_json: bool = True


def _commands() -> list[Command]:
    tables: list[dict[str, Any]] = tomllib.loads((HERE / "commands.toml").read_text(encoding="utf-8"))["command"]
    lists = ("needs", "before", "files")
    return [Command(**{**table, **{key: tuple(table.get(key, ())) for key in lists}}) for table in tables]


COMMANDS = _commands()


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what needs no data of others."""
    folder = tmp_path_factory.mktemp("own")
    own_files(folder)
    return folder


@pytest.fixture(scope="session")
def real(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with parts of real data."""
    folder = tmp_path_factory.mktemp("real")
    real_files(folder, data)
    return folder


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_command_prints_what_it_printed_before(
    command: Command, own: Path, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "here"
    shutil.copytree(own, folder)
    if "data" in command.needs:
        shutil.copytree(request.getfixturevalue("real"), folder, dirs_exist_ok=True)
    if "meteor" in command.needs:
        request.getfixturevalue("meteor")
    for name in [name for name in os.environ if name.startswith("GENCHAL_") and name != "GENCHAL_CACHE"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "nothing"))
    found = observed(command, folder)
    path = FROZEN / f"{command.name}.json"
    if IS_FREEZING:
        FROZEN.mkdir(exist_ok=True)
        path.write_text(_written(found), encoding="utf-8", newline="\n")
    differences = list(differing(json.loads(path.read_text(encoding="utf-8")), found))
    if differences:
        more = [f"and {len(differences) - SHOWN} more"] if len(differences) > SHOWN else []
        pytest.fail("\n".join([found["command"], *differences[:SHOWN], *more]), pytrace=False)


def test_every_frozen_file_is_of_a_command() -> None:
    names = [command.name for command in COMMANDS]
    assert len(set(names)) == len(names)
    assert sorted(path.stem for path in FROZEN.iterdir()) == sorted(names)


def test_no_frozen_file_has_a_text_of_others(real: Path) -> None:
    texts = texts_of_others(real)
    assert len(texts) > 1000
    for path in FROZEN.iterdir():
        frozen = path.read_text(encoding="utf-8")
        assert not [text for text in texts if text in frozen], path.name


@pytest.mark.parametrize(
    ("frozen", "found", "said"),
    [
        ({"a": [1.0, {"b": 2.0}]}, {"a": [1.0 + 1e-10, {"b": 2.0}]}, []),
        ({"a": [1.0, {"b": 2.0}]}, {"a": [1.0, {"b": 2.1}]}, ["a[1].b: frozen 2.0, now 2.1"]),
        ({"a": "x", "b": 1}, {"a": "y", "c": 1}, ["a: frozen 'x', now 'y'", "b: is gone", "c: is new"]),
        ({"a": [1, 2]}, {"a": [1]}, ["a: frozen 2 entries, now 1"]),
        ({"a": 1, "b": None, "c": True}, {"a": 1.0, "b": 0, "c": 1}, [
            "a: frozen 1, now 1.0", "b: frozen None, now 0", "c: frozen True, now 1",
        ]),
        ({"a": math.nan}, {"a": math.nan}, []),
    ],
)  # fmt: skip
def test_differences_are_told_with_their_place(frozen: Any, found: Any, said: list[str]) -> None:
    assert list(differing(frozen, found)) == said


def observed(command: Command, folder: Path) -> Any:
    """Run a command and gather what it prints and writes, without what differs from day to day."""
    for line in command.before:
        done = genchal(*shlex.split(line), folder=folder)
        assert done.returncode == 0, done.stderr
    arguments = [*shlex.split(command.line), *(["--json"] if command.is_json else [])]
    done = genchal(*arguments, folder=folder)
    printed = json.loads(done.stdout) if command.is_json and done.stdout else done.stdout.splitlines()
    if isinstance(printed, dict):
        printed.pop("seconds", None)
    paths = [path for pattern in command.files for path in sorted(folder.glob(pattern))]
    assert len(paths) >= len(command.files), "a file is missing"
    found = {
        "command": shlex.join(["genchal", *arguments]),
        "exit_code": done.returncode,
        "stdout": printed,
        "stderr": done.stderr.splitlines(),
        "files": {path.relative_to(folder).as_posix(): _content(path) for path in paths},
    }
    text = _written(found).replace(f"genchal-{__version__}", "genchal-VERSION")
    assert str(folder) not in text, "a path of this machine"
    return json.loads(text.replace(f'"version": "{__version__}"', '"version": "VERSION"'))


def differing(frozen: Any, found: Any, place: str = "") -> Iterator[str]:
    """Every place where two documents are not the same, with both values."""
    if isinstance(frozen, dict) and isinstance(found, dict):
        for key in sorted(frozen.keys() | found.keys()):
            inner = f"{place}.{key}" if place else key
            if key not in found or key not in frozen:
                yield f"{inner}: is {'gone' if key in frozen else 'new'}"
            else:
                yield from differing(frozen[key], found[key], inner)
    elif isinstance(frozen, list) and isinstance(found, list):
        if len(frozen) != len(found):
            yield f"{place}: frozen {len(frozen)} entries, now {len(found)}"
        for number, (old, new) in enumerate(zip(frozen, found, strict=False)):
            yield from differing(old, new, f"{place}[{number}]")
    elif type(frozen) is not type(found) or not _is_same(frozen, found):
        yield f"{place}: frozen {frozen!r}, now {found!r}"


def _is_same(frozen: Any, found: Any) -> bool:
    if isinstance(frozen, float):
        near = math.isclose(frozen, found, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
        return near or (math.isnan(frozen) and math.isnan(found))
    return bool(frozen == found)


def _written(document: Any) -> str:
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def _content(path: Path) -> Any:
    """A file in a form that can be compared: numbers as numbers."""
    if path.suffix == ".db":
        return _tables(path)
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        return json.loads(text)
    if path.suffix not in (".csv", ".tsv"):
        return text.splitlines()
    rows = list(csv.reader(text.splitlines(), delimiter="\t" if path.suffix == ".tsv" else ","))
    if path.name.endswith(".segments.tsv"):
        return _columns(rows)
    return [[_cell(cell) for cell in row] for row in rows]


def _cell(text: str) -> str | float:
    try:
        return float(text)
    except ValueError:
        return text


def _columns(rows: list[list[str]]) -> dict[str, Any]:
    """Columns of segment scores: names as a hash, numbers for each system and metric as sums that know the order."""
    header, *body = rows
    assert header == ["system", "instance", "metric", "value"]
    sums: dict[str, list[float]] = {}
    for number, (system, _, metric, text) in enumerate(body, 1):
        value = float(text)
        entry = sums.setdefault(f"{system} {metric}", [0, 0.0, 0.0])
        if not math.isnan(value):
            entry[0] += 1
            entry[1] += value
            entry[2] += value * number
    names = "\n".join("\t".join(row[:3]) for row in body)
    return {"rows": len(body), "names": _hash(names), "number, sum and sum times place": sums}


def _tables(path: Path) -> dict[str, Any]:
    """Which outputs stand on which sheets of a new study."""
    with closing(sqlite3.connect(path)) as database:
        rows = {name: database.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in COMPOSED}
    return {name: {"rows": len(some), "hash": _hash(repr(some))} for name, some in rows.items()}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
