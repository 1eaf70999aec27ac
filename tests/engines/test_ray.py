"""Ray loses nothing when workers die, and says in one line what is wrong with a cluster."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from conftest import lacking
from genchal.campaign.scoring import rows
from genchal.campaign.scoring.rows import SubmissionTiles, measure_rows
from genchal.domain import Instance, Submission, System, Text
from genchal.engines import Engine, _ray_cluster, make_engine
from genchal.engines import ray as ray_engine
from genchal.engines._ray_worker import make_work, read_reply, versions
from genchal.engines.ray import Ray
from genchal.engines.serial import Serial
from genchal.errors import NeedsExtra, UserError
from genchal.metrics import METRICS
from genchal.resources.files import read_lines
from genchal.version import __version__


class DiesOnce:
    """A function whose worker is killed when it gets one of some numbers, the first time."""

    def __init__(self, folder: Path, numbers: tuple[int, ...]) -> None:
        self.folder = folder
        self.numbers = numbers

    def __call__(self, number: int) -> int:
        mark = self.folder / str(number)
        if number in self.numbers and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


class KillsOnce:
    """Another function, whose worker is killed in the middle of a batch, the first time."""

    def __init__(self, function: Callable[[Any], Any], mark: Path) -> None:
        self.function = function
        self.mark = mark

    def __call__(self, batch: Any) -> Any:
        result = self.function(batch)
        if not self.mark.exists():
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return result


class Killing:
    """Ray with a worker that is killed."""

    def __init__(self, engine: Engine, mark: Path) -> None:
        self.engine = engine
        self.mark = mark

    def map(self, function: Callable[[Any], Any], batches: Any) -> Iterator[Any]:
        """Apply `function` to every batch."""
        return self.engine.map(KillsOnce(function, self.mark), batches)


def assert_rows_survive(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of an engine are those of the serial one, bit by bit."""
    monkeypatch.setattr(rows, "TEXTS_AT_ONCE", 16)
    instances = [Instance(str(n), Text(), (f"walk {n} by the river", f"a walk number {n}")) for n in range(60)]
    texts = tuple(f"walk {n} near the river" for n in range(60))
    corpus = SubmissionTiles(instances, [Submission(System("a"), tuple(range(60)), texts)])
    metrics = [METRICS[name]() for name in ("bleu", "nist", "rouge_l", "cider", "chrf", "ter")]
    ours, theirs = (measure_rows(corpus, metrics, one)[0].rows for one in (engine, Serial()))
    for own, other in zip(ours, theirs, strict=True):
        assert own.tobytes() == other.tobytes()


def test_a_killed_worker_loses_nothing_and_leaves_standard_output_to_results(
    tmp_path: Path, two_workers: Callable[[str], Engine], capfd: pytest.CaptureFixture[str]
) -> None:
    found = two_workers("ray").map(DiesOnce(tmp_path, (0, 7, 8)), range(30))
    assert list(found) == [number * number for number in range(30)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "7", "8"]
    assert capfd.readouterr().out == ""


def test_a_killed_worker_changes_no_row(
    tmp_path: Path, two_workers: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = tmp_path / "killed"
    assert_rows_survive(Killing(two_workers("ray"), mark), monkeypatch)
    assert mark.exists()


def test_a_batch_that_kills_every_worker_is_told_in_one_line(
    two_workers: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ray_engine, "RETRIES", 1)
    with pytest.raises(UserError, match="a batch lost its worker again and again, perhaps because memory ran out"):
        list(two_workers("ray").map(_die, [0, 1]))


def test_versions_that_differ_are_told_in_one_line(
    two_workers: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = two_workers("ray")
    monkeypatch.setattr(ray_engine, "versions", lambda: {**versions(), "numpy": "1.0"})
    with pytest.raises(UserError) as caught:
        list(engine.map(len, ["a", "b"]))
    (line,) = caught.value.lines()
    assert line.startswith("versions differ on ")
    assert line.endswith(
        f": numpy {np.__version__}, here 1.0. "
        "Install the same versions on all machines: only then are the rows the same."
    )


@pytest.mark.parametrize("hidden", [("genchal", "genchal.engines._ray_worker"), ("genchal.engines._ray_worker",)])
def test_a_worker_without_genchal_or_with_an_old_one_says_so(
    hidden: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    addresses = SimpleNamespace(get_node_ip_address=lambda: "10.0.0.3")
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(util=addresses))
    expected, work = versions(), make_work()
    for module in hidden:
        monkeypatch.setitem(sys.modules, module, None)
    reply = work(expected, [], b"")
    monkeypatch.undo()
    found = "is missing" if "genchal" in hidden else __version__
    with pytest.raises(
        UserError, match=rf"^versions differ on 10.0.0.3: genchal {found}, here {__version__} \(code [0-9a-f]+\)"
    ):
        read_reply(reply, expected)


def test_code_that_workers_do_not_have_is_told_in_one_line(
    tmp_path: Path, two_workers: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = two_workers("ray")
    list(engine.map(len, ["a", "b"]))  # workers that start later would have the new path
    (tmp_path / "elsewhere_only_here.py").write_text("def double(text): return text * 2\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    from elsewhere_only_here import double  # type: ignore[import-not-found]

    with pytest.raises(UserError, match=r"cannot load what it has to work with: No module named 'elsewhere_only_here'"):
        list(engine.map(double, ["a", "b"]))


@pytest.mark.parametrize(
    ("address", "reason"), [("ray://127.0.0.1:1", "refused"), ("ray://nowhere.invalid:10001", r"not known|No address")]
)
def test_a_cluster_that_is_not_there_is_told_within_seconds(address: str, reason: str) -> None:
    if find_spec("ray") is None:
        lacking("ray", "engine 'ray': pip install 'genchal[ray]'")
    started = time.monotonic()
    with pytest.raises(UserError, match=f"no Ray cluster answers at {address} .*({reason})"):
        _ray_cluster._check_answers(address)
    assert time.monotonic() - started < 20


def test_ray_that_is_not_installed_is_told_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_engine, "find_spec", lambda _: None)
    with pytest.raises(NeedsExtra) as caught:
        make_engine("ray:2")
    assert str(caught.value) == "engine 'ray' needs an optional package. Install it with: pip install 'genchal[ray]'"


def _lose_connection(number: int) -> None:
    raise ConnectionError("the judge does not answer")


def _die(number: int) -> None:
    os._exit(9)


@pytest.mark.slow
def test_four_machines_give_the_same_rows_even_if_one_of_them_is_lost(
    tmp_path: Path, two_workers: Callable[[str], Engine], monkeypatch: pytest.MonkeyPatch
) -> None:
    two_workers("ray")
    import ray
    from ray.cluster_utils import Cluster

    ray.shutdown()
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # what is installed on all machines of a real cluster
    sizes = {"num_cpus": 1, "object_store_memory": 80 << 20}
    cluster = Cluster(initialize_head=True, head_node_args={**sizes, "include_dashboard": False})
    try:
        lost = [cluster.add_node(**sizes, wait=False) for _ in range(3)][-1]
        cluster.wait_for_nodes()
        engine = Ray.at(cluster.address)
        assert_rows_survive(engine, monkeypatch)
        results = engine.map(_wait_a_little, range(40))
        found = [next(results)]
        cluster.remove_node(lost, allow_graceful=False)
        assert [*found, *results] == list(range(40))
        assert_rows_survive(Killing(engine, tmp_path / "killed"), monkeypatch)
    finally:
        ray.shutdown()
        cluster.shutdown()


def _wait_a_little(number: int) -> int:
    time.sleep(0.1)
    return number


def test_a_file_that_a_worker_cannot_see_is_told_with_the_remedy(
    tmp_path: Path, two_workers: Callable[[str], Engine]
) -> None:
    with pytest.raises(UserError) as caught:
        list(two_workers("ray").map(read_lines, [tmp_path / "none.txt"] * 2))
    assert str(caught.value) == (
        f"{tmp_path / 'none.txt'}: no such file where a worker looked for it. "
        "Put files where all machines can read them: into a shared folder, or at an address such as s3://bucket/file."
    )


def test_a_lost_connection_of_a_function_is_its_own_error(two_workers: Callable[[str], Engine]) -> None:
    with pytest.raises(ConnectionError, match="the judge does not answer"):
        list(two_workers("ray").map(_lose_connection, [0, 1]))


def test_ray_that_does_not_start_in_time_is_told_in_one_line() -> None:
    def init(**options: object) -> None:
        raise Exception("The current node timed out during startup.\nThis could happen because ...")

    with pytest.raises(UserError) as caught:
        _ray_cluster._start(SimpleNamespace(init=init), 2, {})
    assert str(caught.value) == (
        "Ray did not start on this machine (The current node timed out during startup.). "
        "Try again when the machine is less busy, or work without Ray (-j)."
    )
