"""Does a campaign that is killed at ten random moments always end as if nothing had happened?"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from benchmarks.measuring import python

KILLS = 10


def run() -> dict[str, object]:
    """Run the tests of resuming with more kills than usual."""
    tests = Path(__file__).parents[1] / "tests" / "campaign" / "test_resuming.py"
    command = python("-m", "pytest", "-q", "-p", "no:cacheprovider", tests)
    done = subprocess.run(command, env=os.environ | {"GENCHAL_KILLS": str(KILLS)}, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode()[-2000:]
    return {"kills": KILLS, "outcome": done.stdout.decode().strip().splitlines()[-1]}
