"""Tables of ratings: a row for every judgement, or columns for criteria or systems, or cells with several ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from genchal.domain.columns import RATING_NAMES, ColumnNames, ColumnRole, name_options
from genchal.domain.directions import are_places
from genchal.domain.ratings import KINDS, RELATIVE, ItemKind
from genchal.errors import InvalidInput, counted, list_some
from genchal.ratings.layout import (
    Judgements,
    fill_column,
    is_empty,
    join_columns,
    parse_kinds,
    parse_numbers,
    parse_times,
    stack_columns,
)
from genchal.ratings.tables.cells import NOTHING, ParsedValues, find_date, parse_values_of_criteria
from genchal.ratings.tables.columns import TEXTS, ColumnFinder, RatingColumns, is_complete, is_wanted, is_wide
from genchal.ratings.tables.criteria import is_mean
from genchal.ratings.tables.nested_cells import NestedRating, is_nested, list_names, unfold_cell
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import IntArray, combine_codes, count_earlier
from genchal.text.tables.names import plain_name
from genchal.text.tables.source import CodedTable, TableSource

NO_COLUMNS = ColumnNames()
DETAILS: tuple[ColumnRole, ...] = ("kind", "position", "shown_at", "answered_at")


# What the tools call the kinds of items: WMT's types and Appraise's among them.
KIND_NAMES: dict[str, ItemKind] = {
    **{kind: kind for kind in KINDS},
    "": "scored",
    "tgt": "scored",
    "system": "scored",
    "chk": "repeat",
    "bad": "damaged",
    "bad_ref": "damaged",
    "ref": "reference",
}


@dataclass(frozen=True, eq=False)
class _Answers:
    """The ratings of one column of values, which may have several in a cell; `row` is that of the table."""

    row: IntArray
    parsed: ParsedValues
    system: Labels
    criterion: Labels
    rater: Labels | None
    places: tuple[str, ...]  # criteria whose values are places, which are turned round


def read_table(source: TableSource, names: ColumnNames = NO_COLUMNS) -> Judgements:
    """Read the judgements of a table in its order: row by row, column by column."""
    # So that an error can show what there is, or a note what was not taken for a criterion.
    reads_all = not is_complete(source.header, names) or (is_wide(source.header) and not names.named("value"))
    reads_numbers = not names.named("value") and not names.systems
    table = source.read(
        lambda name: reads_all or is_wanted(name, names) or (reads_numbers and plain_name(name) not in TEXTS)
    )
    finder = ColumnFinder(table, source.header, names)
    columns = finder.find_columns()
    instance = _join(columns.of("instance", table))
    notes: dict[str, str] = {}
    if instance is None:
        instance = _number_instances(table, columns, finder)
        notes["positions"] = "no column names the instances: the n-th row of a system is taken for instance n"
    if unread := finder.describe_unread(columns):
        notes["unread"] = unread
    if unnamed := finder.list_unnamed(columns):
        options = ",".join(f"{role}=NAME" for role in ("rater", "instance") if role not in columns.roles)
        notes["unnamed"] = f"columns that are not read: {list_some(unnamed)}; --columns {options} says what they name"
    answers = [_read_answers(name, table, columns) for name in (*columns.values, *columns.systems, *columns.raters)]
    _check_numbers(answers, table, columns, finder)
    made = _stack_answers(answers, table, columns, instance)
    made.notes.update(notes)
    return made


def _join(columns: Sequence[Labels]) -> Labels | None:
    return None if not columns else columns[0] if len(columns) == 1 else join_columns(columns)


def _number_instances(table: CodedTable, columns: RatingColumns, finder: ColumnFinder) -> Labels:
    """Rows of a system as instances 1, 2, 3 ...; only where all systems have as many and nobody is named."""
    by = [*columns.of("system", table), *columns.of("criterion", table)]
    rater = _join(columns.of("rater", table))
    counts = np.unique(combine_codes(*(column.codes for column in by)), return_counts=True)[1] if by else [len(table)]
    if (rater is not None and len(set(rater.names) - {""}) > 1) or len(set(counts)) > 1:
        rows = f", and systems have {min(counts)} to {max(counts)} rows" if len(set(counts)) > 1 else ""
        raise finder.refuse(f"no column names the instances{rows}", finder.suggest_instance())
    key = combine_codes(*(column.codes for column in by)) if by else np.zeros(len(table), np.int64)
    number = count_earlier(key)
    return Labels(number, tuple(str(place + 1) for place in range(int(number.max(initial=-1)) + 1)))


def _read_answers(name: str, table: CodedTable, columns: RatingColumns) -> _Answers:
    """Read a column of values: under its name as a criterion, as a system, or as a rater."""
    cells = table.columns[name]
    rater = fill_column(name, len(table)) if name in columns.raters else _join(columns.of("rater", table))
    rows = np.arange(len(table))
    criterion = _join(columns.of("criterion", table))
    system = _join(columns.of("system", table)) or fill_column(name, len(table))
    is_plain = plain_name(name) in RATING_NAMES["value"]
    own = "value" if name in (*columns.systems, *columns.raters) else name.lower() if is_plain else name
    if any(map(is_nested, cells.names)):
        rows, nested = _unfold(cells, rater)
        cells = Labels.of(rating.value for rating in nested)
        outer = f"{own} " if len(columns.values) > 1 else ""
        usual = (
            [criterion.names[code] for code in criterion.codes[rows]] if criterion is not None else [own] * len(rows)
        )
        pairs = list(zip(nested, usual, strict=True))
        criterion = Labels.of(f"{outer}{rating.criterion}" if rating.criterion else other for rating, other in pairs)
        rater = Labels.of(rating.rater for rating in nested)
    else:
        criterion = criterion or fill_column(own, len(table))
    _refuse_dates(name, cells, table.lines[rows], table.name)
    parsed = parse_values_of_criteria(cells, criterion)
    parsed, places = _turn_places(parsed, criterion, is_place=name in columns.values and are_places(name))
    return _Answers(rows, parsed, system.take(rows), criterion, rater, places)


def _refuse_dates(column: str, cells: Labels, lines: IntArray, source: str) -> None:
    """Refuse ratings that a spreadsheet has made dates of: nobody knows whether 3-May was 3/5 or 5/3."""
    row = find_date(cells)
    if row is not None:
        raise InvalidInput(
            f"{source}, line {lines[row]}: '{cells.names[cells.codes[row]]}' in column '{column}' is a date, as "
            "spreadsheets make of ratings such as 3/5",
            "Write plain numbers such as 3, into a column that is formatted as text.",
        )


def _turn_places(parsed: ParsedValues, criterion: Labels, *, is_place: bool) -> tuple[ParsedValues, tuple[str, ...]]:
    """Places as negative numbers, so that more is better, and the criteria that are places by their name.

    Those of which some are negative have been turned round already.
    """
    used = np.unique(criterion.codes).tolist()
    below = set(criterion.codes[parsed.value < 0].tolist())
    turned = [code for code in used if (is_place or are_places(criterion.names[code])) and code not in below]
    if not turned:
        return parsed, ()
    sign = np.where(np.isin(criterion.codes, turned), -1.0, 1.0)
    return replace(parsed, value=sign * parsed.value), tuple(criterion.names[code] for code in turned)


def _unfold(cells: Labels, rater: Labels | None) -> tuple[IntArray, list[NestedRating]]:
    """The ratings of every cell and their rows; a list of raters beside a list of as many values names them."""
    found = [unfold_cell(cell) if is_nested(cell) else [NestedRating(cell)] for cell in cells.names]
    raters = {} if rater is None else {name: list_names(name) for name in rater.names if is_nested(name)}
    nested: list[NestedRating] = []
    for row, code in enumerate(cells.codes.tolist()):
        ratings = found[code]
        if rater is not None:
            name = rater.names[rater.codes[row]]
            given = raters.get(name, [name] * len(ratings))
            given = given if len(given) == len(ratings) else [""] * len(ratings)
            ratings = [replace(rating, rater=rating.rater or own) for rating, own in zip(ratings, given, strict=True)]
        nested.extend(ratings)
    lengths = np.array([len(ratings) for ratings in found], dtype=np.int64)[cells.codes]
    return np.repeat(np.arange(len(cells)), lengths), nested


def _check_numbers(
    answers: Sequence[_Answers], table: CodedTable, columns: RatingColumns, finder: ColumnFinder
) -> None:
    """Refuse values that are words without numbers: columns were misunderstood, or are labels.

    So is a table without any value. A column of several may be empty: nobody was asked.
    """
    names = (*columns.values, *columns.systems, *columns.raters)
    if not len(table):
        return
    has_numbers = [bool(np.isfinite(answer.parsed.value).any()) for answer in answers]
    if any(has_numbers):
        is_answered = [any(cell.lower() not in NOTHING for cell in table.columns[name].names) for name in names]
        words = [name for name, *what in zip(names, is_answered, has_numbers, strict=True) if what == [True, False]]
        if words and columns.values:
            numeric = [name for name, has in zip(names, has_numbers, strict=True) if has]
            option = name_options({**finder.names.columns, "value": numeric})
            raise finder.refuse(
                f"no numbers in column {' or '.join(repr(name) for name in words)}",
                f"{option}, or write numbers for the labels: '5 - very good'",
            )
        return
    shown = f"column '{names[0]}'" if len(names) == 1 else f"columns {', '.join(names)}"
    if all(doubtful[1].all() for answer in answers for doubtful in answer.parsed.doubtful[:1]):
        raise finder.refuse(f"{shown} {'is' if len(names) == 1 else 'are'} empty", "--columns value=COLUMN")
    raise finder.refuse(
        f"no numbers in {shown}", "--columns value=COLUMN, or write numbers for the labels: '5 - very good'"
    )


def _stack_answers(
    answers: Sequence[_Answers], table: CodedTable, columns: RatingColumns, instance: Labels
) -> Judgements:
    row = np.concatenate([answer.row for answer in answers])
    place = np.repeat(np.arange(len(answers)), [len(answer.row) for answer in answers])
    order = np.lexsort((place, row))
    row = row[order]
    rater = None
    if any(answer.rater is not None for answer in answers):
        raters = [answer.rater or fill_column("", len(answer.row)) for answer in answers]
        rater = stack_columns(raters).take(order)
    sheet, identity = _join(columns.of("sheet", table)), columns.identity

    def stack_doubts(number: int) -> NDArray[np.bool_]:
        return np.concatenate([answer.parsed.doubtful[number][1] for answer in answers])[order]

    is_word = stack_doubts(1)
    words = [("the value is not a number", is_word)]
    if len(columns.values) > 1:  # criteria, and not raters, whose columns are not named
        words = [
            (f"the value is not a number in column '{name}'", is_word & (place[order] == number))
            for number, name in enumerate(columns.values)
        ]

    found = Judgements(
        value=np.concatenate([answer.parsed.value for answer in answers])[order],
        rater=rater,
        instance=instance.take(row),
        system=stack_columns([answer.system for answer in answers]).take(order),
        criterion=stack_columns([answer.criterion for answer in answers]).take(order),
        lines=table.lines[row],
        sheet=None if sheet is None else sheet.take(row),
        identity=None if identity is None else table.columns[identity].take(row),
        doubtful=[("the value is empty", stack_doubts(0)), *words],
        personal=table.personal,
        has_named_sheets=sheet is not None,
    )
    add_details(found, {role: _join(columns.of(role, table)) for role in DETAILS}, row)
    _note_values(found, answers)
    _note_means(found, table, columns, row)
    return found


def add_details(found: Judgements, details: Mapping[str, Labels | None], row: IntArray) -> None:
    """Add kinds, positions and times, where a table has them; `row` is the row of every judgement."""
    if (kind := details.get("kind")) is not None:
        kinds, unknown = parse_kinds(kind, KIND_NAMES)
        found.kind = kinds[row]
        found.doubtful.append((f"the kind of item is none of {', '.join(KINDS)}", unknown[row]))
    if (position := details.get("position")) is not None:
        places = parse_numbers(position)[0]
        is_place = (places >= 0) & (places < 1 << 62) & (places == np.floor(places))
        found.position = np.where(is_place, places, -1).astype(np.int64)[row]
    for role in ("shown_at", "answered_at"):
        if (moments := details.get(role)) is not None:
            seconds = parse_times(moments)
            unclear = int((np.isnan(seconds) & ~is_empty(moments)).sum())
            if unclear:
                found.notes[role] = f"{counted(unclear, 'time')} not understood, treated as unknown"
            if role == "shown_at":
                found.shown_at = seconds[row]
            else:
                found.answered_at = seconds[row]


def _note_values(found: Judgements, answers: Sequence[_Answers]) -> None:
    notes = dict.fromkeys(answer.parsed.note for answer in answers if answer.parsed.note)
    if notes:
        found.notes["values"] = "; ".join(notes)
    if places := list(dict.fromkeys(name for answer in answers for name in answer.places)):
        found.notes["places"] = (
            f"values of {list_some(places)} are places, by the name: 1, the best, is read as -1; if more is better, "
            "--lower-is-better turns them back"
        )
        if len(places) == len(found.criterion.names):
            found.notes[RELATIVE] = "values are places on a sheet"


def _note_means(found: Judgements, table: CodedTable, columns: RatingColumns, row: IntArray) -> None:
    """Say of values that are means what they are; the ratings behind them are not made up."""
    if columns.count is None and not (columns.values and all(map(is_mean, columns.values))):
        return
    of = ""
    if columns.count is not None:
        counts = parse_numbers(table.columns[columns.count])[0]
        found.doubtful.append(("a mean of no ratings", (counts == 0)[row]))
        counts = counts[np.isfinite(counts) & (counts > 0)]
        if len(counts):
            low, high = counts.min(), counts.max()
            of = f" of {low:g} ratings each" if low == high else f" of {low:g} to {high:g} ratings"
    found.notes["means"] = f"values are means{of}; intervals and tests know nothing of the raters behind them"
