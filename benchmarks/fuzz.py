"""Do all readers survive 100,000 broken files, and how long does the slowest take?"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from benchmarks.measuring import data_folder, peak_mb

COUNT = 100_000


def run() -> dict[str, object]:
    """Feed every reader its share; whatever is neither read nor refused with a remedy ends the run."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from fuzzing import READERS, damaged_files, inputs, try_reader
    from genchal.errors import UserError
    from genchal.resources.files import iterate_lines

    data = data_folder()
    each = -(-COUNT // len(READERS))
    result: dict[str, object] = {"inputs": each * len(READERS)}
    with tempfile.TemporaryDirectory() as folder:
        for name in READERS:
            tally = try_reader(name, inputs(name, each, seed=2, data=data), Path(folder))
            result[name] = {
                "read": tally.accepted,
                "refused": tally.refused,
                "slowest_seconds": round(tally.slowest, 3),
            }
        refused = 0
        for path in damaged_files(Path(folder), 5000, seed=2):
            try:
                for _ in iterate_lines(path):
                    pass
            except UserError:
                refused += 1
        result["damaged bytes"] = {"read": 5000 - refused, "refused": refused}
    return result | {"peak_mb": round(peak_mb())}
