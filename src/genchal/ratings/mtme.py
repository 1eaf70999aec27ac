"""Human scores of mt-metrics-eval (MTME): lines ``SYSTEM SCORE``, the n-th of a system for its n-th segment.

``None`` is a missing score. The criterion is the name in ``PAIR.NAME.LEVEL.score``. There are no raters in these files:
the scores are those that a campaign published. A level "domain" has lines ``DOMAIN SYSTEM SCORE``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from genchal.errors import InvalidInput, UserError, counted, raise_all
from genchal.ratings.layout import Judgements, parse_number, parse_numbers
from genchal.text.arrays.labels import Labels
from genchal.text.tables.source import TableSource


class Mtme:
    """Reads the layout."""

    summary: ClassVar[str] = "human scores of mt-metrics-eval: SYSTEM SCORE, no header"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """The first line is a name and a number, or None."""
        cells = " ".join(header).split() if len(header) < 4 else []
        return len(cells) in (2, 3) and (cells[-1] == "None" or not np.isnan(parse_number(cells[-1])))

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the scores of a file, in its order."""
        names: list[str] = []
        units: list[str] = []
        cells: list[str] = []
        lines: list[int] = []
        seen: Counter[str] = Counter()
        problems: list[UserError] = []
        width = 0
        for place, line in source.lines():
            columns = line.split()
            if not columns:
                continue
            width = width or (3 if len(columns) == 3 else 2)
            if len(columns) != width:
                problem = f"{source.name}, line {place}: {counted(len(columns), 'column')}, expected {width}"
                problems.append(InvalidInput(problem, "Write SYSTEM SCORE."))
                continue
            system = columns[-2]
            seen[system] += 1
            names.append(system)
            units.append(columns[0] if width == 3 else str(seen[system]))
            cells.append("" if columns[-1] == "None" else columns[-1])
            lines.append(place)
        raise_all(problems)
        value, doubtful = parse_numbers(Labels.of(cells))
        return Judgements(
            value=value,
            rater=None,
            instance=Labels.of(units),
            system=Labels.of(names),
            criterion=Labels(np.zeros(len(names), np.int64), (_criterion(source.name),)),
            lines=np.array(lines, dtype=np.int64),
            doubtful=doubtful,
        )


def _criterion(path: str) -> str:
    """The name of the scores in ``folder/en-de.mqm.seg.score``; "score" for a file of another name."""
    parts = path.replace("\\", "/").rpartition("/")[2].removesuffix(".gz").removesuffix(".xz").split(".")
    return parts[-3] if len(parts) >= 4 and parts[-1] == "score" else "score"
