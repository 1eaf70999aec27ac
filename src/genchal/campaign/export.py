"""What was collected, as tables: numbers as ratings that other commands read, and everything else beside them."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from genchal.errors import InvalidInput, counted
from genchal.ratings.long import HEADER
from genchal.resources.files import write_whole
from genchal.store import Rating, Store, find_study, ratings

SUFFIXES = (".csv", ".tsv", ".jsonl", ".parquet")


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written; `table` is the ratings themselves where they did not go into a file."""

    ratings: int
    others: int
    has_others: bool
    table: str | None

    def sentence(self) -> str:
        """Such as "120 ratings, 40 texts and other values"."""
        others = f"{self.others:,} values that are no numbers"
        note = "" if self.has_others or not self.others else " not written: name a file with --texts"
        return f"{counted(self.ratings, 'rating')}{f'; {others}{note}' if self.others else ''}"


def export_study(
    store: Store, name: str, out: Path | None = None, texts: Path | None = None, *, surplus: bool = False
) -> Exported:
    """Write the judgements of a study: numbers to `out`, all else (texts, spans, things pointed at) to `texts`."""
    for path in (out, texts):
        if path is not None and path.suffix not in SUFFIXES:
            raise InvalidInput(f"{path}: tables are {', '.join(SUFFIXES)}", "Name the file by one of these.")
    with store.reading() as transaction:
        rows = list(ratings(transaction, find_study(transaction, name).id, surplus=surplus))
    numbers = [one for one in rows if _is_number(one.value)]
    others = [one for one in rows if not _is_number(one.value)]
    if out is not None:
        write_whole(out, _WRITERS[out.suffix](numbers))
    if texts is not None:
        write_whole(texts, _WRITERS[texts.suffix](others))
    table = None if out is not None else _delimited(numbers, ",").decode()
    return Exported(len(numbers), len(others), texts is not None, table)


def _is_number(value: str) -> bool:
    try:
        return math.isfinite(float(value))
    except ValueError:
        return False


def _delimited(rows: Sequence[Rating], delimiter: str) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([getattr(one, name) for name in HEADER] for one in rows)
    return text.getvalue().encode()


def _lines(rows: Sequence[Rating]) -> bytes:
    return "".join(f"{json.dumps(asdict(one), ensure_ascii=False)}\n" for one in rows).encode()


def _parquet(rows: Sequence[Rating]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    kinds = {"position": pa.int64(), "shown_at": pa.float64(), "answered_at": pa.float64()}
    columns = {name: pa.array([getattr(one, name) for one in rows], kinds.get(name, pa.string())) for name in HEADER}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), sink)
    data: bytes = sink.getvalue().to_pybytes()
    return data


_WRITERS: dict[str, Callable[[Sequence[Rating]], bytes]] = {
    ".csv": lambda rows: _delimited(rows, ","),
    ".tsv": lambda rows: _delimited(rows, "\t"),
    ".jsonl": _lines,
    ".parquet": _parquet,
}
