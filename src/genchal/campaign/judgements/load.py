"""Ratings from files: detects which tool wrote a file, and reads it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import cast

from genchal.domain.columns import ColumnNames, parse_columns
from genchal.domain.ratings import Ratings
from genchal.domain.selection import RatingsSelection
from genchal.errors import InvalidInput
from genchal.ratings import LAYOUTS
from genchal.ratings.layout import Judgements
from genchal.ratings.several_files import merge_judgements
from genchal.ratings.tables.columns import is_wanted
from genchal.ratings.tables.read_table import read_table
from genchal.ratings.tables.renamed_columns import RenamedColumns
from genchal.resources.files import inner_name, iterate_lines
from genchal.resources.parquet_files import ParquetSource
from genchal.text.tables.frames import FrameSource, Table, is_frame
from genchal.text.tables.opening import open_table
from genchal.text.tables.source import TableSource

TABLES = ("long", "wide")  # layouts whose columns the user can name
UNREAD = ("unread", "unnamed")  # notes about columns
READING = ("values",)  # notes that only say how a file was read: nothing about how far results can be trusted
# Notes that are shown with every result.
REMARKS = (
    *("losses", "raters", "same raters", "positions", "places", "means", "contradictions", "repeats"),
    *READING,
    *UNREAD,
)


GivenRatings = Ratings | Path | str | Sequence[Path | str] | Table  # a table: a frame, or columns by name


def as_ratings(given: GivenRatings) -> Ratings:
    """Ratings as Python functions get them: read already, in files, or in a table whose columns are those of files."""
    return given if isinstance(given, Ratings) else load_ratings(given)


def load_ratings(
    paths: Path | str | Sequence[Path | str] | Table,
    layout: str | None = None,
    columns: str | Mapping[str, str | Sequence[str]] = "",
    systems: str | Sequence[str] = "",
) -> Ratings:
    """Read the judgements in one or more files; without a `layout` it is detected, and named in ``notes["layout"]``.

    Tables (CSV, TSV, Parquet), JSON lines and JSON documents are read, packed or not; ``-`` is standard input. A folder
    stands for the JSON files in it, as factgenie and Potato write them, one for every rater. `columns` says which
    columns have what (``"rater=worker_id,value=fluency+adequacy"``, or a dictionary), `systems` which have the ratings
    of one system each. A rater of the same name in several files is the same one. Raters of genchal's own studies keep
    their pseudonyms (rater-0012); others are numbered (r1), as are sheets. Columns about persons are not read. A
    pandas or polars frame, or a dictionary of columns, is read as a file with these columns.
    """
    if layout is not None:
        _ = LAYOUTS[layout]  # before a large file is opened
    names = parse_columns(columns, systems)
    if is_frame(paths) or isinstance(paths, Mapping):
        return _read_frame(paths, layout, names)
    listed = [paths] if isinstance(paths, Path | str) else cast("Sequence[Path | str]", paths)
    files = list(map(Path, listed))
    for place, path in enumerate(files):
        if path in files[:place]:
            raise InvalidInput(f"{path}: the file is given twice", "Name every file once.")
    found, layouts = [], []
    for path in files:
        name, judgements = _read_source(_open(path), layout, names)
        if not len(judgements.value):
            raise InvalidInput(f"{path}: it contains no ratings", "Check that this is the right file.")
        layouts.append(name)
        found.append(judgements)
    ratings = merge_judgements(found, [str(path) for path in files]).to_ratings()
    return replace(ratings, notes={"layout": ", ".join(dict.fromkeys(layouts)), **ratings.notes})


def _read_frame(table: Table, layout: str | None, names: ColumnNames) -> Ratings:
    name, judgements = _read_source(FrameSource(table), layout, names)
    if not len(judgements.value):
        raise InvalidInput("the frame contains no ratings", "Check that this is the right frame.")
    ratings = merge_judgements([judgements], ["frame"]).to_ratings()
    return replace(ratings, notes={"layout": name, **ratings.notes})


def read_rating_lines(lines: Iterable[str], name: str) -> Ratings:
    """Read the judgements of a table that is in memory, in genchal's own layout; `name` is for errors."""
    return LAYOUTS["long"].read(open_table(iter(lines), name)).to_ratings()


def load_selected(paths: Path | str | Sequence[Path | str], which: RatingsSelection) -> Ratings:
    """Read ratings as the options of a command say."""
    return load_ratings(paths, which.layout, which.columns, which.systems)


def collect_remarks(ratings: Ratings) -> tuple[str, ...]:
    """What a reader of results should know about the file: no raters named, judgements that contradict others."""
    return tuple(ratings.notes[name] for name in REMARKS if name in ratings.notes)


def list_unread(ratings: Ratings) -> tuple[str, ...]:
    """What columns of the file were not read, where results say nothing else about the file."""
    return tuple(ratings.notes[name] for name in UNREAD if name in ratings.notes)


def take_reading_notes(ratings: Ratings) -> tuple[Ratings, tuple[str, ...]]:
    """Ratings without the notes on how they were read, and these notes: a report has them once, not at every result."""
    told = tuple(ratings.notes[name] for name in READING if name in ratings.notes)
    return replace(ratings, notes={name: text for name, text in ratings.notes.items() if name not in READING}), told


def _read_source(source: TableSource, layout: str | None, names: ColumnNames) -> tuple[str, Judgements]:
    found = layout or _find_layout(source.header)
    name = found or "long"  # the reader of tables says which columns are missing
    if not names:
        if found is None and not any(is_wanted(column, names) for column in source.header):
            # Perhaps there is no header. The first row may have a rater's name in it, and is not shown.
            raise InvalidInput(
                f"{source.name}: the columns match no known layout of ratings",
                "Name columns instance, system, value (and rater, sheet, criterion), or say which they are: "
                f"--columns instance=COLUMN,system=COLUMN,value=COLUMN; or name a layout: {', '.join(LAYOUTS)}.",
            )
        return name, LAYOUTS[name].read(source)
    if name in TABLES or (layout is None and (names.systems or names.named("value"))):
        return "wide" if names.systems or len(names.named("value")) > 1 else "long", read_table(source, names)
    if names.systems or names.named("value"):
        raise InvalidInput(f"layout '{name}' has values of its own", "Leave out --layout, or the columns of values.")
    renamed = RenamedColumns(source, names)
    if not LAYOUTS[name].claims(renamed.header):
        problem = f"{source.name}: layout '{name}' has columns of its own"
        raise InvalidInput(problem, "Leave out --columns, or add --layout long.")
    return name, LAYOUTS[name].read(renamed)


def _find_layout(header: Sequence[str]) -> str | None:
    return next((name for name in LAYOUTS if LAYOUTS[name].claims(header)), None)


def _open(path: Path) -> TableSource:
    if path.is_dir():
        return open_table(_folder_lines(path), str(path))
    if inner_name(path).suffix == ".parquet":
        return ParquetSource(path)
    return open_table(iterate_lines(path), str(path))


def _folder_lines(folder: Path) -> Iterator[str]:
    """The lines of all files of annotations in a folder; a user's state of Potato is one line."""
    states = sorted(folder.rglob("user_state.json"))
    files = states or sorted(path for path in folder.rglob("*") if inner_name(path).suffix == ".jsonl")
    if not files:
        raise InvalidInput(f"{folder}: the folder has no annotation files (.jsonl)", "Give the path of a file in it.")
    if states:
        return (" ".join(iterate_lines(path)) for path in states)
    return chain.from_iterable(map(iterate_lines, files))
