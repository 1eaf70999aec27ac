"""How much faster are two Ray workers than one, what does a batch cost the driver, and do killed workers change rows?

Rows are compared by the hash of their bytes. Every worker is started and has loaded its code before the clock is: what
starting takes is said apart. Other work on the machine is said by its load.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.measuring import data_folder
from benchmarks.million import write_pairs
from genchal.campaign.scoring.evidence import Machinery, gather_files
from genchal.campaign.scoring.request import make_request
from genchal.domain.campaign import Reading
from genchal.engines import Engine
from genchal.engines.processes import Processes
from genchal.engines.ray import Ray
from genchal.engines.serial import Serial

SEGMENTS = int(os.environ.get("GENCHAL_BENCH_SEGMENTS", "200000"))
METRICS = "bleu,chrf,rouge_l"
ROUNDS = 3
KILLS, KILL_EVERY = 3, 20.0
EMPTY_BATCHES = 2000
TILE = 4096  # segments in a tile of plain text


class Meter:
    """An engine whose results are hashed and timed."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.hash = hashlib.sha256()
        self.batches = 0
        self.seconds = self.driver_seconds = self.all_seconds = 0.0

    def map(self, function: Callable[[Any], Any], batches: Iterable[Any]) -> Iterator[Any]:
        """Apply `function` to every batch."""
        started, driver, everyone = time.perf_counter(), time.process_time(), _processor_seconds()
        hashing = 0.0
        for result in self.engine.map(function, batches):
            before = time.process_time()
            for by_metric in result.rows:
                for rows in by_metric:
                    self.hash.update(rows.tobytes())
            hashing += time.process_time() - before
            self.batches += 1
            yield result
        self.seconds += time.perf_counter() - started
        self.driver_seconds += time.process_time() - driver - hashing
        self.all_seconds += _processor_seconds() - everyone


def run() -> dict[str, object]:
    """Measure; engines take turns, so that other work on the machine meets all of them."""
    data_folder()
    with tempfile.TemporaryDirectory() as folder:
        references, outputs = Path(folder) / "references.txt", Path(folder) / "outputs.txt"
        write_pairs(references, outputs, SEGMENTS)

        def measure(engine: Engine) -> Meter:
            meter = Meter(engine)
            gather_files([outputs], Reading((references,)), make_request(METRICS), machinery=Machinery(meter))
            return meter

        engines: dict[str, Callable[[], Engine]] = {
            "serial": Serial,
            "processes:2": lambda: Processes(2),
            "ray:1": lambda: _started(Ray(1)),
            "ray:2": lambda: _started(Ray(2)),
        }
        meters: dict[str, list[Meter]] = {name: [] for name in engines}
        loads = []
        for _ in range(ROUNDS):
            loads.append(os.getloadavg()[0])
            for name, make in engines.items():
                meters[name].append(measure(make()))
        seconds = {name: [meter.seconds for meter in own] for name, own in meters.items()}
        middle = {name: statistics.median(own) for name, own in seconds.items()}
        expected = meters["serial"][0].hash.hexdigest()
        assert all(meter.hash.hexdigest() == expected for own in meters.values() for meter in own)
        result: dict[str, object] = {
            "segments": SEGMENTS,
            "metrics": METRICS,
            "batches": meters["serial"][0].batches,
            "load_before_rounds": [round(load, 1) for load in loads],
            "seconds": {name: [round(one, 2) for one in own] for name, own in seconds.items()},
            "ray_two_workers_over_one": round(middle["ray:1"] / middle["ray:2"], 2),
            "ray_two_workers_over_serial": round(middle["serial"] / middle["ray:2"], 2),
            "two_processes_over_serial": round(middle["serial"] / middle["processes:2"], 2),
            "processor_seconds": {name: [round(one.all_seconds, 2) for one in own] for name, own in meters.items()},
            "batch": _cost_of_batches(meters) | {"worker_cpu_ms_by_metric": _cost_of_metrics(outputs, references)},
            "same_rows": True,
        }
        result["killed"] = _kill(lambda: measure(_started(Ray(2))), expected)
        result["four_machines"] = _four_machines(measure, expected)
    return result


def _started(engine: Ray) -> Ray:
    """The engine, once its workers have loaded what measuring takes."""
    list(engine.map(_load_code, range(16)))
    return engine


def _load_code(number: int) -> int:
    import genchal.campaign.scoring.evidence  # noqa: F401

    time.sleep(0.1)
    return number


def _cost_of_batches(meters: dict[str, list[Meter]]) -> dict[str, object]:
    """What a batch costs the driver and a worker, in processor time, and how many empty ones pass in a second."""
    drivers = {
        name: statistics.median(meter.driver_seconds / meter.batches for meter in meters[name])
        for name in ("serial", "ray:2")
    }
    engine = _started(Ray(2))
    started, driver = time.perf_counter(), time.process_time()
    assert len(list(engine.map(_nothing, range(EMPTY_BATCHES)))) == EMPTY_BATCHES
    return {
        "worker_cpu_ms": round(1000 * drivers["serial"], 1),
        "driver_cpu_ms": round(1000 * drivers["ray:2"], 2),
        "driver_cpu_ms_empty": round(1000 * (time.process_time() - driver) / EMPTY_BATCHES, 2),
        "wall_ms_empty": round(1000 * (time.perf_counter() - started) / EMPTY_BATCHES, 2),
        "sent_bytes": len(pickle.dumps(_example_tile(), protocol=5)),
    }


def _cost_of_metrics(outputs: Path, references: Path) -> dict[str, float]:
    """Processor time that a tile takes, by metric, on one core; the first of three does not count: it loads code."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for path in (outputs, references):
            with path.open(encoding="utf-8") as file:
                part = Path(folder) / path.name
                part.write_text("".join(islice(file, TILE)), encoding="utf-8")
                names.append(part)
        for name in (*METRICS.split(","), "ter"):
            seconds = []
            for _ in range(3):
                meter = Meter(Serial())
                gather_files(names[:1], Reading((names[1],)), make_request(name), machinery=Machinery(meter))
                seconds.append(meter.driver_seconds)
            found[name] = round(1000 * min(seconds[1:]), 1)
    return found


def _nothing(number: int) -> int:
    return number


def _example_tile() -> object:
    """A tile of plain text, as it is sent."""
    from genchal.campaign.scoring.streams import FilePlace, UnreadTile

    place = (Path("/shared/campaign/outputs.txt"), FilePlace(123_456_789, 1_234_567))
    return UnreadTile(range(1), (place,), (place,), False, 1_234_567, 4096)


def _kill(measure: Callable[[], Meter], expected: str) -> dict[str, object]:
    """Runs in which a worker is killed every so many seconds, until it has happened a few times."""
    runs, kills = 0, 0
    with _killing() as killed:
        while len(killed) < KILLS:
            assert measure().hash.hexdigest() == expected
            runs += 1
        kills = len(killed)
    return {"every_seconds": KILL_EVERY, "workers_killed": kills, "runs": runs, "same_rows": True}


@contextmanager
def _killing() -> Iterator[list[int]]:
    """Meanwhile a worker of ours is killed every few seconds."""
    killed: list[int] = []
    stop = threading.Event()

    def kill() -> None:
        while not stop.wait(KILL_EVERY):
            for process in _workers()[:1]:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)

    thread = threading.Thread(target=kill, daemon=True)
    thread.start()
    try:
        yield killed
    finally:
        stop.set()
        thread.join()


def _processor_seconds() -> float:
    """Processor time of this process and of all that descend from it, dead or alive: other work does not change it."""
    times: dict[int, tuple[int, int]] = {}
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            fields = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            times[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    family, added = {os.getpid()}, {os.getpid()}
    while added:
        added = {process for process, (parent, _) in times.items() if parent in added}
        family |= added
    return sum(times[process][1] for process in family if process in times) / os.sysconf("SC_CLK_TCK")


def _workers() -> list[int]:
    """Processes of Ray that work on a batch right now, of clusters that this process has started."""
    found = []
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            is_busy = (folder / "cmdline").read_bytes().startswith(b"ray::work")
            if is_busy and _parent(_parent(int(folder.name))) == os.getpid():
                found.append(int(folder.name))
    return found


def _parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])


def _four_machines(measure: Callable[[Engine], Meter], expected: str) -> dict[str, object]:
    """Four simulated machines with a worker each, one of which is lost on the way."""
    import ray
    from ray.cluster_utils import Cluster

    ray.shutdown()
    sizes = {"num_cpus": 1, "object_store_memory": 80 << 20}
    cluster = Cluster(initialize_head=True, head_node_args={**sizes, "include_dashboard": False})
    try:
        machines = [cluster.add_node(**sizes, wait=False) for _ in range(3)]
        cluster.wait_for_nodes()
        engine = _started(Ray.at(cluster.address))
        whole = measure(engine)
        lose = threading.Timer(whole.seconds / 3, lambda: cluster.remove_node(machines[-1], allow_graceful=False))
        lose.start()
        partial = measure(engine)
        lose.join()
        assert whole.hash.hexdigest() == partial.hash.hexdigest() == expected
    finally:
        ray.shutdown()
        cluster.shutdown()
    return {
        "seconds": round(whole.seconds, 2),
        "seconds_with_one_lost": round(partial.seconds, 2),
        "machines_killed": 1,
        "same_rows": True,
    }
