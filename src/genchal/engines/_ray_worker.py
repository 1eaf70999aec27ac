"""What a Ray worker does with a batch, and what it replies."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from genchal.errors import NotFound, UserError
from genchal.version import __version__

Kind = Literal["result", "error", "versions", "import"]

SHARE = "Put files where all machines can read them: into a shared folder, or at an address such as s3://bucket/file."

_function: dict[str, Callable[[Any], Any]] = {}  # the last that was fetched, by its reference


class Reply(NamedTuple):
    """A result, or what went wrong, as bytes: arrays would stay in Ray's store, read only."""

    kind: Kind
    content: bytes
    machine: str


@cache
def versions() -> dict[str, str]:
    """What must be the same everywhere, so that rows are; of genchal also the code, which may be a working copy."""
    package = Path(__file__).parents[1]
    code = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        code.update(path.relative_to(package).as_posix().encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return {
        "Python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "numpy": np.__version__,
        "genchal": f"{__version__} (code {code.hexdigest()[:8]})",
    }


def make_work() -> Callable[..., tuple[Kind, bytes, str]]:
    """What Ray calls for each batch. It is made here to travel by value: a worker without genchal can say so."""

    def work(expected: dict[str, str], shared: list[Any], batch: bytes) -> tuple[Any, bytes, str]:
        import contextlib
        import importlib
        import pickle
        import sys

        import ray

        machine = ray.util.get_node_ip_address()
        try:
            from genchal.engines._ray_worker import apply, versions

            found = versions()
        except ImportError:
            found = {"Python": f"{sys.version_info[0]}.{sys.version_info[1]}", "numpy": "", "genchal": ""}
            for package in ("numpy", "genchal"):
                with contextlib.suppress(ImportError, AttributeError):
                    found[package] = importlib.import_module(package).__version__
        if found != expected:
            return "versions", pickle.dumps(found), machine
        kind, content = apply(shared, batch)
        return kind, content, machine

    return work


def apply(shared: Sequence[Any], batch: bytes) -> tuple[Kind, bytes]:
    """Apply a function that `shared` refers to, in a folder that it names; errors are results: Ray would wrap them."""
    with contextlib.suppress(OSError):
        os.chdir(shared[1])  # where names of files are meant, if these are seen from here at all
    try:
        function = _fetch(shared[0])
        given = pickle.loads(batch)  # noqa: S301 (it comes from our own driver)
    except ImportError as error:
        return "import", pickle.dumps(str(error))
    try:
        return "result", pickle.dumps(function(given), protocol=5)
    except NotFound as error:
        return "error", pickle.dumps(NotFound(f"{error.problem} where a worker looked for it", SHARE))
    except Exception as error:
        if not isinstance(error, UserError):
            error.add_note(f"On a worker:\n{traceback.format_exc()}")
        return "error", _dump_error(error)


def read_reply(reply: Sequence[Any], expected: Mapping[str, str]) -> Any:
    """The result in a reply, or its error."""
    kind, content, machine = reply
    found = pickle.loads(content)  # noqa: S301 (it comes from a worker of ours)
    if kind == "error":
        raise found
    if kind == "import":
        raise UserError(
            f"a worker on {machine} cannot load what it has to work with: {found}",
            "Install the same packages on all machines and run the same command again.",
        )
    if kind == "versions":
        differences = [
            f"{name} {found[name] or 'is missing'}, here {version}"
            for name, version in expected.items()
            if found[name] != version
        ]
        raise UserError(
            f"versions differ on {machine}: {'; '.join(differences)}",
            "Install the same versions on all machines: only then are the rows the same.",
        )
    return found


def _fetch(reference: Any) -> Callable[[Any], Any]:
    """The function, kept for the next batch."""
    import ray

    key = reference.hex()
    if key not in _function:
        _function.clear()
        _function[key] = pickle.loads(ray.get(reference))  # noqa: S301 (it comes from our own driver)
    return _function[key]


def _dump_error(error: Exception) -> bytes:
    """An error as bytes; one that cannot travel is told by its text."""
    try:
        content = pickle.dumps(error)
        pickle.loads(content)  # noqa: S301 (our own bytes)
    except Exception:
        return pickle.dumps(RuntimeError("".join(traceback.format_exception(error))))
    return content
