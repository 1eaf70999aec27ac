"""Errors that raters marked (MQM, Freitag et al. 2021): a row for every error, with its category and severity.

Columns ``system, doc, seg_id, rater, category, severity`` under the names people use. The judgement of a rater about
an output is the sum of the weights of its errors, negative so that higher is better: 5 for a major error, 1 for a minor
one (0.1 if it is of punctuation), 25 for a non-translation or a critical error, 0 where a row says that there is none.
A column of weights wins. An output without a row was not rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np

from genchal.domain.columns import RATING_NAMES
from genchal.errors import InvalidInput, counted
from genchal.ratings.layout import Judgements, fill_column, is_empty, join_columns, parse_numbers
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, combine_codes
from genchal.text.tables.names import plain_name
from genchal.text.tables.source import CodedTable, TableSource

SEVERITY = ("severity",)
CATEGORY = ("category", "errorcategory", "errortype", "error")
WEIGHT = ("weight", "penalty")
DOCUMENT = ("doc", "docid", "document", "documentid")
SEGMENT = ("segid", "segmentid", "globalsegid", *RATING_NAMES["instance"])
WEIGHTS = {"major": 5.0, "minor": 1.0, "critical": 25.0, "noerror": 0.0, "none": 0.0, "neutral": 0.0, "": 0.0}
NON_TRANSLATION = 25.0
PUNCTUATION = 0.1  # of minor errors of the category "Fluency/Punctuation"


class Mqm:
    """Reads the layout."""

    summary: ClassVar[str] = "errors marked by raters (MQM): system, seg_id, rater, category, severity; a row per error"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are a severity, a system and a segment, and no values."""
        names = {plain_name(name) for name in header}
        if not names.isdisjoint(RATING_NAMES["value"]):
            return False
        needed = (SEVERITY, RATING_NAMES["system"], (*SEGMENT, *DOCUMENT))
        return all(not names.isdisjoint(columns) for columns in needed)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file: one for every output and rater, in the order of first appearance."""
        if not Mqm.claims(source.header):
            problem = f"{source.name}: not marked errors: expected the columns system, seg_id, rater and severity"
            raise InvalidInput(problem, "Rename the columns, or name another layout.")
        known = (*SEVERITY, *CATEGORY, *WEIGHT, *DOCUMENT, *SEGMENT, *RATING_NAMES["system"], *RATING_NAMES["rater"])
        table = source.read(lambda name: plain_name(name) in known)
        return _add_errors(table)


def _add_errors(table: CodedTable) -> Judgements:
    columns = {plain_name(name): column for name, column in table.columns.items()}

    def first_of(names: Sequence[str]) -> Labels | None:
        return next((columns[name] for name in names if name in columns), None)

    segment, document = first_of(SEGMENT), first_of(DOCUMENT)
    parts = [column for column in (document, segment) if column is not None]
    instance = join_columns(parts) if segment is not document and len(parts) == 2 else parts[0]
    system, rater = first_of(RATING_NAMES["system"]), first_of(RATING_NAMES["rater"])
    weights = _weigh_errors(columns, first_of(WEIGHT), first_of(CATEGORY))
    by = [column for column in (instance, system, rater) if column is not None]
    _, first, output = np.unique(
        combine_codes(*(column.codes for column in by)), return_index=True, return_inverse=True
    )
    order = np.argsort(first)
    rows = first[order]
    known = np.isfinite(weights)
    total = np.bincount(output, weights=np.where(known, weights, 0.0), minlength=len(first))
    unclear = np.bincount(output, weights=~known, minlength=len(first)) > 0
    return Judgements(
        value=0.0 - np.where(unclear, np.nan, total)[order],
        rater=None if rater is None else rater.take(rows),
        instance=instance.take(rows),
        system=(system or fill_column("", len(table))).take(rows),
        criterion=fill_column("errors", len(rows)),
        lines=table.lines[rows],
        doubtful=[("an error has a severity that is not known", unclear[order])],
        notes={
            "errors": f"{counted(len(table), 'row')} of errors added up to {counted(len(rows), 'judgement')} by their "
            "weights, negative so that higher is better"
        },
        personal=table.personal,
    )


def _weigh_errors(columns: dict[str, Labels], given: Labels | None, category: Labels | None) -> FloatArray:
    """The weight of every row; NaN where it is not known."""
    if given is not None:
        return np.where(is_empty(given), 0.0, np.abs(parse_numbers(given)[0]))
    severity = columns[SEVERITY[0]]
    weights = np.array([WEIGHTS.get(plain_name(name), np.nan) for name in severity.names])[severity.codes]
    if category is not None:
        plain = [plain_name(name) for name in category.names]
        is_minor = weights == WEIGHTS["minor"]
        of_punctuation = np.array([name == "fluencypunctuation" for name in plain], dtype=bool)[category.codes]
        untranslated = np.array([name.startswith("nontranslation") for name in plain], dtype=bool)[category.codes]
        weights = np.where(is_minor & of_punctuation, PUNCTUATION, weights)
        weights = np.where(untranslated, NON_TRANSLATION, weights)
    return weights
