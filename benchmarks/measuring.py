"""Running commands and keeping what they cost."""

from __future__ import annotations

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

# One thread a process; bytecode is kept, as it is for users, whatever the shell says (empty means not set).
ENVIRONMENT = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "ARROW_NUM_THREADS"), "1"),
    "PYTHONDONTWRITEBYTECODE": "",
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What runs of a command cost: seconds (all of them, and the median), the largest memory, and processor time."""

    seconds: float
    runs: tuple[float, ...]
    peak_mb: float
    stdout: str
    cpu_seconds: float  # median, of all processes of a run


def data_folder() -> Path:
    """The folder of real data sets."""
    folder = Path(os.environ.get("GENCHAL_DATA", ""))
    if not (folder / "e2e").is_dir():
        sys.exit("error: benchmarks need real data. Set GENCHAL_DATA to the folder of data sets.")
    return folder


def python(*arguments: str | Path) -> list[str]:
    """Command line of this very Python."""
    return [sys.executable, *map(str, arguments)]


# Starts a command from a process that is small itself: a child's peak memory begins with its parent's.
_LAUNCHER = """
import os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(child.pid, 0)
used = usage.ru_utime + usage.ru_stime
print(time.perf_counter() - start, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), used, file=sys.stderr)
"""


def cost(command: Sequence[str], repeat: int = 1, folder: Path | None = None) -> Cost:
    """Run a command as a process of its own, on one thread, in this folder or a given one."""
    runs, peaks, used, output = [], [], [], ""
    for _ in range(repeat):
        launched = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _LAUNCHER, *command],
            capture_output=True,
            env=os.environ | ENVIRONMENT,
            check=True,
            cwd=folder,
        )
        output = launched.stdout.decode()
        seconds, peak, status, cpu = map(float, launched.stderr.decode().splitlines()[-1].split())
        if status:
            sys.exit(f"error: {' '.join(command[:4])} ... ended with {status:.0f}\n{launched.stderr.decode()}")
        runs.append(seconds)
        peaks.append(peak)
        used.append(cpu)
    return Cost(statistics.median(runs), tuple(runs), max(peaks), output, statistics.median(used))


def compared(ours: Cost, theirs: Cost) -> dict[str, object]:
    """Both costs, and how many times less ours is."""
    return {
        "ours": {key: value for key, value in asdict(ours).items() if key != "stdout"},
        "theirs": {key: value for key, value in asdict(theirs).items() if key != "stdout"},
        "times_faster": round(theirs.seconds / ours.seconds, 2),
        "memory_share": round(ours.peak_mb / theirs.peak_mb, 3),
    }


def machine() -> dict[str, object]:
    """Where and with what this was measured."""
    packages = ("numpy", "pyarrow", "rapidfuzz", "sacrebleu")
    return {
        "python": platform.python_version(),
        "cpu": _processor(),
        "cores": os.cpu_count(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
        **{package: version(package) for package in packages},
    }


def peak_mb() -> float:
    """Largest memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def written(result: dict[str, object]) -> str:
    """JSON that is read by people too."""
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown"
