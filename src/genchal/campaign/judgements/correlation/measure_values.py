"""Values of measures, each with its system and its instance, from files and from plain columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genchal.domain.columns import LONGEST, RATING_NAMES, ColumnNames
from genchal.domain.ratings import Ratings
from genchal.domain.results.correlation import CorrelationLevel, LeftOut
from genchal.errors import InvalidInput, check_known, counted
from genchal.ratings.layout import parse_number, parse_numbers, stack_columns
from genchal.resources.files import iterate_lines
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes, count_earlier
from genchal.text.tables.names import plain_name
from genchal.text.tables.opening import open_table
from genchal.text.tables.source import CodedTable

SEGMENT_NAMES = {  # columns of segment scores, and what else they are called
    "system": RATING_NAMES["system"],
    "instance": (*RATING_NAMES["instance"], "id"),
    "metric": ("metric", "metricname", "measure"),
    "value": ("value", "score", "segmentscore"),
}
NO_COLUMNS = ColumnNames()
_DECIMAL_COMMA = re.compile(r"[-+]?\d+(?:,\d+)?")
_MAY_BE_THOUSANDS = re.compile(r"[-+]?[1-9]\d{0,2},\d{3}")
NOTHING = ("", "na", "nan", "none", "-", "n/a")  # cells that say that there is no number


@dataclass(frozen=True, eq=False)
class MeasureValues:
    """Values of one measure: of a system, on an instance, for the k-th time."""

    system: Labels
    instance: Labels
    occurrence: IntArray
    value: FloatArray


def read_segment_values(paths: Sequence[Path], names: ColumnNames = NO_COLUMNS) -> dict[str, MeasureValues]:
    """Read what ``genchal score --segments`` writes: system, instance, metric, value; or the same by usual names.

    Files may share metrics, if not outputs: a second value of a metric for an output is an error, as nobody knows which
    one holds.
    """
    tables = [_read_segments(path, names) for path in paths]
    system, instance, metric = (stack_columns(list(columns)) for columns in zip(*(t[0] for t in tables), strict=True))
    value = np.concatenate([value for _, value, _ in tables])
    lines = np.concatenate([lines for _, _, lines in tables])
    file = np.repeat(np.arange(len(tables)), [len(value) for _, value, _ in tables])
    _, first, row = np.unique(
        combine_codes(system.codes, instance.codes, metric.codes), return_index=True, return_inverse=True
    )
    again = np.flatnonzero(first[row] != np.arange(len(row)))
    if len(again):
        place = int(again[0])
        before = int(first[row[place]])
        where = f"line {lines[before]}" + (f" of {paths[file[before]]}" if file[before] != file[place] else "")
        of = [column.names[column.codes[place]] for column in (metric, system, instance)]
        raise InvalidInput(
            f"{paths[file[place]]}, line {lines[place]}: a second value of {of[0]} for system '{of[1]}', instance "
            f"'{of[2]}'; the first is in {where}",
            f"Keep one line of each output and metric; there {'is' if len(again) == 1 else 'are'} "
            f"{counted(len(again), 'such line')}.",
        )
    return {name: _cells(system, instance, value, metric.codes == number) for number, name in enumerate(metric.names)}


def _read_segments(path: Path, names: ColumnNames) -> tuple[tuple[Labels, Labels, Labels], FloatArray, IntArray]:
    """Systems, instances and metrics of a file; values; lines."""
    source = open_table(iterate_lines(path), str(path))
    chosen = {needed: _find_column(source.header, needed, names) for needed in SEGMENT_NAMES}
    missing = [needed for needed, column in chosen.items() if column is None]
    if missing:
        raise InvalidInput(
            f"{path}: there is no column '{missing[0]}'",
            f"A file of segment scores has {', '.join(SEGMENT_NAMES)}; genchal score --segments writes one.",
        )
    table = source.read(lambda name: name in chosen.values())
    system, instance, metric = (table.columns[chosen[needed] or ""] for needed in ("system", "instance", "metric"))
    return (system, instance, metric), _numbers(table, chosen["value"] or ""), table.lines


def collect_rating_values(
    ratings: Ratings, wanted: Sequence[str] = (), *, log: bool = False, level: CorrelationLevel = "segment"
) -> tuple[dict[str, MeasureValues], list[LeftOut]]:
    """Values of each criterion: one for every judgement, to be averaged, or numbered if they are not to be."""
    left = [LeftOut("rating", aside.reason, aside.count) for aside in ratings.set_aside]
    kept = ratings.of_kind("scored")
    left += [LeftOut("rating", "practice and control items", len(ratings) - len(kept))]
    for name in wanted:
        kept.criterion.code(name, "criterion")
    cells = {}
    for name in wanted or kept.criterion.names:
        judged = kept.of(name)
        if log and not wanted and np.isin(judged.value, (0.0, 1.0)).all():
            left.append(LeftOut("rating", f"{name} is a check box and has no logarithm", len(judged)))
            continue
        value = judged.value
        if log:
            left += count_left_out("rating", f"{name} is not above 0 and has no logarithm", value <= 0)
            value = np.log(np.where(value > 0, value, np.nan))
        known = ~np.isnan(value)
        each = _cells(judged.system, judged.instance, value, known)
        if level == "judgement":
            each = replace(each, occurrence=count_earlier(combine_codes(each.system.codes, each.instance.codes)))
        cells[name] = each
    return cells, [entry for entry in left if entry.count]


def read_table_values(
    path: Path, against: Sequence[str] = (), names: ColumnNames = NO_COLUMNS
) -> tuple[dict[str, MeasureValues], list[LeftOut], list[str]]:
    """Read a table with a column `system` and columns of numbers, a line per system; also what was made of some."""
    source = open_table(iterate_lines(path), str(path))
    table = source.read(lambda _: True)
    named = _find_column(source.header, "system", names)
    if named is None:
        raise InvalidInput(
            f"{path}: there is no column 'system'. The columns are: {', '.join(source.header)}",
            "Add --columns system=COLUMN.",
        )
    system = table.columns[named]
    check_known("column", against, [name for name in table.columns if name != named])
    counts = np.bincount(system.codes, minlength=len(system.names))
    if counts.max(initial=0) > 1:
        name = system.names[int(np.argmax(counts))]
        raise InvalidInput(f"{path}: '{name}' has {counts.max()} lines", "Keep one line per system.")
    cells, left, notes = {}, [], []
    for name, column in table.columns.items():
        if name == named:
            continue
        texts = [text for text in column.names if text.lower() not in NOTHING]
        value, _ = parse_numbers(column)
        written = _read_written_numbers(texts)
        if written:
            notes += [f"{texts[0]} in column '{name}' is read as {written[texts[0]]:g}"]
            value = np.array([written.get(text, np.nan) for text in column.names])[column.codes]
        elif texts and np.isnan(value).all() and name not in against:
            left.append(
                LeftOut("column", f"'{name}' has no numbers in it; its first value is '{texts[0][:LONGEST]}'", 1)
            )
            continue
        else:
            value = _numbers(table, name)
        cells[name] = _cells(system, Labels(np.zeros(len(system), np.int64), ("",)), value)
    return cells, left, notes


def _read_written_numbers(texts: Sequence[str]) -> dict[str, float]:
    """Numbers with decimal commas or percent signs, if all of a column are; nothing if a comma may be of thousands."""
    has_percent = bool(texts) and all(text.endswith("%") for text in texts)
    plain = [text.removesuffix("%").strip() for text in texts] if has_percent else texts
    if all(_DECIMAL_COMMA.fullmatch(text) for text in plain):
        with_comma = [text for text in plain if "," in text]
        if with_comma and all(map(_MAY_BE_THOUSANDS.fullmatch, with_comma)):
            return {}
        if not with_comma and not has_percent:
            return {}
        return {text: float(number.replace(",", ".")) for text, number in zip(texts, plain, strict=True)}
    numbers = dict(zip(texts, map(parse_number, plain), strict=True))
    return numbers if has_percent and np.isfinite(list(numbers.values())).all() else {}


def collect_column_values(
    columns: Mapping[str, Sequence[float] | FloatArray],
    systems: Sequence[str] | None,
    instances: Sequence[str] | None,
) -> dict[str, MeasureValues]:
    """Plain columns, row by row; without names every row is an instance of one system."""
    lengths = {len(values) for values in columns.values()}
    for names in (systems, instances):
        lengths |= {len(names)} if names is not None else set()
    if len(lengths) > 1:
        raise InvalidInput(
            f"columns have {' and '.join(map(str, sorted(lengths)))} values", "Give columns of equal length."
        )
    rows = lengths.pop() if lengths else 0
    if systems is not None and instances is None and len(set(systems)) == rows:
        instances = [""] * rows  # a row is a system
    system = Labels.of(systems if systems is not None else [""] * rows)
    instance = Labels.of(instances if instances is not None else map(str, range(1, rows + 1)))
    return {name: _cells(system, instance, np.asarray(values, np.float64)) for name, values in columns.items()}


def drop_systems(cells: Mapping[str, MeasureValues], names: Sequence[str]) -> dict[str, MeasureValues]:
    """Leave systems out, such as human references."""
    kept = {}
    for name, measure in cells.items():
        gone = [code for code, system in enumerate(measure.system.names) if system in names]
        rows = ~np.isin(measure.system.codes, gone)
        kept[name] = MeasureValues(
            measure.system.take(rows), measure.instance.take(rows), measure.occurrence[rows], measure.value[rows]
        )
    return kept


def _find_column(header: Sequence[str], needed: str, names: ColumnNames) -> str | None:
    """The column of this name, or that the user named, or of another usual name if there is just one."""
    given = next((name for role, columns in names.columns.items() if role == needed for name in columns), None)
    if given in header or needed in header:
        return given if given in header else needed
    usual = [name for name in header if plain_name(name) in SEGMENT_NAMES[needed]]
    return usual[0] if len(usual) == 1 else None


def _numbers(table: CodedTable, name: str) -> FloatArray:
    """A column of numbers; what is neither a finite number nor says that there is none is an error."""
    column = table.columns[name]
    value, _ = parse_numbers(column)
    nothing = np.array([text.lower() in NOTHING for text in column.names], dtype=bool)[column.codes]
    wrong = np.flatnonzero(np.isnan(value) & ~nothing)
    if len(wrong):
        where = f"{table.name}, line {table.lines[wrong[0]]}"
        raise InvalidInput(
            f"{where}: '{column.names[column.codes[wrong[0]]]}' in column '{name}' is not a number",
            f"Fix {counted(len(wrong), 'such cell')}; nan or NA stands for no number.",
        )
    infinite = np.flatnonzero(np.isinf(value))
    if len(infinite):
        where = f"{table.name}, line {table.lines[infinite[0]]}"
        raise InvalidInput(
            f"{where}: '{column.names[column.codes[infinite[0]]]}' in column '{name}' is infinite, and correlates with "
            "nothing",
            f"Fix {counted(len(infinite), 'such cell')}; nan or NA stands for no number.",
        )
    return value


def _cells(system: Labels, instance: Labels, value: FloatArray, rows: NDArray[np.bool_] | None = None) -> MeasureValues:
    if rows is None:
        return MeasureValues(system, instance, np.zeros(len(value), np.int64), value)
    return MeasureValues(
        system.take(rows), instance.take(rows), np.zeros(int(np.count_nonzero(rows)), np.int64), value[rows]
    )


def count_left_out(what: str, reason: str, rows: NDArray[np.bool_]) -> list[LeftOut]:
    """Report how many rows were left out; nothing if there are none."""
    count = int(np.count_nonzero(rows))
    return [LeftOut(what, reason, count)] if count else []
