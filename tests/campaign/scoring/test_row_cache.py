"""What is kept of rows is what was shown, to the last bit."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np

from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import SubmissionTiles, SystemRows, measure_rows
from genchal.domain import Batch, Instance, Metric, Rows, Scores, Submission, System, Text, Totals
from genchal.engines.serial import Serial
from genchal.resources.results import ResultStore

INSTANCES = tuple(Instance(str(number), Text(f"input {number}"), (f"walk {number}",)) for number in range(3))


@dataclass(frozen=True, slots=True)
class Unstable(Metric):
    """Rows that depend on where in a batch a segment stands, as the last digits of sums may."""

    name: ClassVar[str] = "unstable"
    version: ClassVar[int] = 1
    higher_is_better: ClassVar[bool] = True

    def measure(self, batch: Batch) -> Rows:
        """A number that differs by place."""
        return np.column_stack([1 + 1e-15 * np.arange(len(batch)), np.ones(len(batch))])

    def summarise(self, totals: Totals) -> Scores:
        """The mean."""
        return totals[..., 0] / totals[..., 1]


def write(name: str, *texts: str) -> Submission:
    return Submission(System(name), (0, 1, 2), texts)


def measure(folder: Path) -> list[SystemRows]:
    both = [write("a", "x", "y", "z"), write("other", "u", "v", "w"), write("twin of a", "x", "y", "z")]
    cache = MetricRowCache(ResultStore(folder), keeps_all=True)
    return measure_rows(SubmissionTiles(INSTANCES, both), [Unstable()], Serial(), cache)


def test_systems_that_wrote_the_same_have_the_rows_that_are_kept(tmp_path: Path) -> None:
    first, again = measure(tmp_path), measure(tmp_path)
    for measured, loaded in zip(first, again, strict=True):
        assert np.array_equal(measured.rows[0], loaded.rows[0])
    assert np.array_equal(first[0].rows[0], first[2].rows[0])
    assert not np.array_equal(first[0].rows[0], first[1].rows[0])
