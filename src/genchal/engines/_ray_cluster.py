"""Joining a Ray cluster, or starting one on this machine; what becomes of a cluster that is lost."""

from __future__ import annotations

import logging
import os
import socket
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from genchal.errors import NeedsExtra, UserError

RETRIES = 8  # how often a batch that lost its worker is worked on again: one that kills every worker must end some time
PATIENCE = 5.0  # seconds until an address counts as one where nobody answers
STORE = 512 << 20  # bytes of Ray's store on this machine: batches in flight are a few megabytes each
CLIENT_PORT = 10001  # of Ray's own

_joined: tuple[str, int] | None = None  # what this process has joined or started


def join_cluster(address: str, workers: int) -> None:
    """Join the cluster at the address, or start so many workers here. What the program has joined itself is used."""
    global _joined
    place = _full_address(address)
    if "ray" not in sys.modules:
        _prepare_environment(joins=bool(place))
    import ray

    if ray.is_initialized() and _joined in (None, (place, workers)):
        return
    if ray.is_initialized():
        ray.shutdown()
    logging.getLogger("ray").setLevel(logging.ERROR)
    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    if place:
        _join(ray, place, quiet)
    else:
        _start(ray, workers, quiet)
    _joined = (place, workers)


def count_workers() -> int:
    """How many batches the cluster can work on at once."""
    import ray

    return max(1, int(ray.cluster_resources().get("CPU", 1)))


@contextmanager
def explain_losses() -> Iterator[None]:
    """Say what the user can do if workers are lost again and again, or the cluster as a whole."""
    from ray import exceptions

    lost = (exceptions.WorkerCrashedError, exceptions.OutOfMemoryError, exceptions.NodeDiedError)
    try:
        yield
    except lost:
        raise UserError(
            "a batch lost its worker again and again, perhaps because memory ran out",
            "Give each worker more memory, or use fewer workers per machine.",
        ) from None
    except (exceptions.RaySystemError, exceptions.RayError, ConnectionError) as error:
        if isinstance(error, exceptions.RayTaskError):
            raise
        raise UserError(
            f"the Ray cluster was lost ({_first_line(error)})", "Check that it runs, and run the same command again."
        ) from None


def _prepare_environment(*, joins: bool) -> None:
    """Set what Ray reads when it is loaded, unless the user has."""
    usual = {
        "RAY_USAGE_STATS_ENABLED": "0",  # it would report to its makers: not from here
        "RAY_DEDUP_LOGS_SKIP_REGEX": ".*",  # its notes on lost workers would go to standard output, as results do
        "RAY_IGNORE_UNHANDLED_ERRORS": "1",  # of batches that nobody waits for any more
        "RAY_worker_niceness": "0",  # as processes of ours; of a cluster that is joined, its owner has decided
        "RAY_task_oom_retries": str(RETRIES),  # or a batch too large for memory would never end
    }
    for name, value in usual.items():
        os.environ.setdefault(name, value)
    token = Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
    if joins and (os.environ.get("RAY_AUTH_TOKEN") or token.is_file()):
        os.environ.setdefault("RAY_AUTH_MODE", "token")  # clusters started by `ray start` want it where there is one


def _start(ray: Any, workers: int, quiet: dict[str, Any]) -> None:
    try:
        with _shared_imports():
            ray.init(address="local", num_cpus=workers, include_dashboard=False, object_store_memory=STORE, **quiet)
    except Exception as error:  # it raises no other kind for a start that took too long
        raise UserError(
            f"Ray did not start on this machine ({_first_line(error)})",
            "Try again when the machine is less busy, or work without Ray (-j).",
        ) from error


@contextmanager
def _shared_imports() -> Iterator[None]:
    """Workers on this machine find the modules that this process finds, as processes of ours do."""
    known = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(place for place in sys.path if place)
    try:
        yield
    finally:
        if known is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = known


def _join(ray: Any, address: str, quiet: dict[str, Any]) -> None:
    _check_answers(address)
    try:
        with warnings.catch_warnings(action="ignore"):  # they repeat the error
            ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, TimeoutError, ValueError, ray.exceptions.RayError) as error:
        raise UserError(
            f"no Ray cluster can be joined at {address} ({_first_line(error)})",
            "Check the address, that Ray and Python have the same versions there, and that you have its token, if any.",
        ) from None


def _check_answers(address: str) -> None:
    """Whether somebody answers who speaks as Ray does: it would itself try for minutes, or hang."""
    place = address.removeprefix("ray://")
    host, colon, port = place.rpartition(":")
    if not colon or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
        reason = _find_silence(place)
    except OSError as error:
        reason = error.strerror or str(error)
    if reason:
        raise UserError(
            f"no Ray cluster answers at {address} ({reason})",
            "Check the address, that the cluster runs (ray start --head), and that its port can be reached from here.",
        )


def _find_silence(place: str) -> str:
    """Why nobody there speaks as Ray does; empty if all is well, or encrypted, which is for Ray to see to."""
    try:
        import grpc
    except ImportError:
        raise NeedsExtra("joining a Ray cluster", "ray") from None
    if os.environ.get("RAY_USE_TLS", "0") != "0":
        return ""
    with grpc.insecure_channel(place) as channel:
        try:
            channel.unary_unary("/genchal/Ping")(b"", timeout=PATIENCE)  # which nobody knows: the refusal is the answer
        except grpc.RpcError as error:
            code, details = error.code(), error.details() or ""
            if code == grpc.StatusCode.DEADLINE_EXCEEDED:
                return f"the port is open, but nothing was heard for {PATIENCE:.0f} seconds"
            if code == grpc.StatusCode.UNAVAILABLE or "http2 header" in details:
                return "something else answers at this port"
    return ""


def _full_address(address: str) -> str:
    """An address of Ray's client without a port has the usual one."""
    address = address.strip()
    place = address.removeprefix("ray://").strip("/")
    if place == address or ":" in place:
        return address.rstrip("/")
    return f"ray://{place}:{CLIENT_PORT}"


def _first_line(error: BaseException) -> str:
    return next(filter(None, map(str.strip, str(error).splitlines())), type(error).__name__)
