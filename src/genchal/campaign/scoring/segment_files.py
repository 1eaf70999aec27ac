"""Files of segment scores, as `genchal correlate` reads them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from genchal.domain.results.scores import Scoring
from genchal.errors import InvalidInput
from genchal.resources.files import writing_whole
from genchal.text.tables.delimited import unquote_cell
from genchal.text.tables.written import BREAKS, write_csv_rows

HEADER = ("system", "instance", "metric", "value")


def write_segments(path: Path, scoring: Scoring) -> None:
    """Write segment scores as TSV, or as CSV if the file is called so; values are in full precision.

    What cannot stand in TSV, such as ids with tabs or line breaks, is refused there; CSV quotes it.
    """
    is_csv = path.suffix == ".csv"
    with writing_whole(path) as file:
        file.write((write_csv_rows([HEADER]) if is_csv else "\t".join(HEADER) + "\n").encode())
        for segment in scoring.segments:
            system, metric, instances = segment.system, segment.metric, iter(segment.instances)
            for values in segment.pieces():
                names = list(map(str, islice(instances, len(values))))
                rows = [(system, name, metric, repr(value)) for name, value in zip(names, values.tolist(), strict=True)]
                if not is_csv:
                    _check_names(path, (system, metric, *names))
                file.write((write_csv_rows(rows) if is_csv else "".join(map(_join_cells, rows))).encode())


def _join_cells(row: Sequence[str]) -> str:
    return "\t".join(row) + "\n"


def _check_names(path: Path, names: Sequence[str]) -> None:
    """Refuse names that would be others when they are read again."""
    text = "".join(names)
    if '"' not in text and not BREAKS.search(text):
        return
    for name in names:
        if BREAKS.search(name) or unquote_cell(name) != name:
            problem = f"{path}: the name '{name}' has tabs, line breaks or quotes that TSV cannot hold"
            raise InvalidInput(problem, f"Write CSV: --segments {path.with_suffix('.csv').name}.")
