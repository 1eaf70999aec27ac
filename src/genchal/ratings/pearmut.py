"""Annotations of Pearmut (Zouhar and Kocmi 2026): an object for every document that somebody finished.

An object has ``user_id``, ``item_i``, the segments ``item`` and, for each of them, ``annotation``: by system a score
and error spans. A document is a sheet. Sliders of other names are criteria of their own; the number of error spans, if
the file has any, is the criterion "errors", negative so that higher is better. Items of welcome and tutorials are
practice, those with expected answers are attention checks. What a rater answered again later, and what was reset, is
set aside.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from genchal.domain.ratings import ItemKind
from genchal.errors import InvalidInput, counted
from genchal.ratings._rows import JudgementRow, as_dict, as_list, format_moment, stack_rows
from genchal.ratings.layout import Judgements
from genchal.text.tables.source import TableSource, format_cell

RESET = "__RESET__"


class Pearmut:
    """Reads the layout."""

    summary: ClassVar[str] = "annotations of Pearmut: JSON with user_id, item_i, item and annotation"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are the keys of an annotation."""
        return {"annotation", "user_id", "item_i"} <= set(header)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, in its order."""
        entries = list(source.objects())
        if not any(Pearmut.claims(tuple(entry)) for _, entry in entries):
            problem = f"{source.name}: not Pearmut annotations: expected user_id, item_i and annotation"
            raise InvalidInput(problem, "Download the annotations from Pearmut's dashboard, or name another layout.")
        last = {_document(entry): number for number, (_, entry) in enumerate(entries)}
        has_spans = any(
            as_list(as_dict(answer).get("error_spans"))
            for _, entry in entries
            for by_system in as_list(entry.get("annotation"))
            for answer in as_dict(by_system).values()
        )
        rows: list[JudgementRow] = []
        segments: dict[str, str] = {}
        forms = 0
        for number, (line, entry) in enumerate(entries):
            if entry.get("annotation") == RESET:
                continue
            if any("form" in as_dict(item) for item in as_list(entry.get("item"))):
                forms += 1
                continue
            late = "answered again later, or reset" if last[_document(entry)] != number else ""
            for row in _rows(entry, line, segments, has_spans=has_spans):
                row.aside = row.aside or late
                row.sheet = f"{number}"
                rows.append(row)
        judgements = stack_rows(rows, has_sheets=True)
        if forms:
            judgements.notes["forms"] = (
                f"{counted(forms, 'form')} about raters {'was' if forms == 1 else 'were'} not read"
            )
        if has_spans:
            judgements.notes["errors"] = "errors are counts of error spans, negative so that higher is better"
        return judgements


def _document(entry: dict[str, Any]) -> tuple[str, str]:
    return format_cell(entry.get("user_id")), format_cell(entry.get("item_i"))


def _rows(entry: dict[str, Any], line: int, segments: dict[str, str], *, has_spans: bool) -> Iterator[JudgementRow]:
    rater, document = _document(entry)
    stamps = [as_dict(action).get("time") for action in as_list(entry.get("actions"))]
    shown, answered = (format_moment(stamps[0]), format_moment(stamps[-1])) if stamps else ("", "")
    items = as_list(entry.get("item"))
    for place, by_system in enumerate(as_list(entry.get("annotation"))):
        item = as_dict(items[place]) if place < len(items) else {}
        instance = _instance(item, f"{document} {place}", segments)
        for position, (system, given) in enumerate(as_dict(by_system).items()):
            for criterion, value in _answers(as_dict(given), has_spans=has_spans):
                yield JudgementRow(
                    line=line,
                    rater=rater,
                    instance=instance,
                    system=system,
                    criterion=criterion,
                    value=value,
                    kind=_kind(document, item),
                    position=position,
                    shown_at=shown,
                    answered_at=answered,
                )


def _instance(item: dict[str, object], place: str, segments: dict[str, str]) -> str:
    """A segment's own name; without one, segments with the same source are the same."""
    if item.get("item_id") not in (None, ""):
        return format_cell(item["item_id"])
    given = json.dumps([item.get("src"), item.get("ref")], default=str) if item.get("src") is not None else place
    return segments.setdefault(given, f"segment {len(segments) + 1}")


def _kind(document: str, item: dict[str, object]) -> ItemKind:
    if document.startswith(("welcome_", "goodbye_")) or item.get("skippable"):
        return "practice"
    return "attention" if document.startswith("random_") or item.get("validation") else "scored"


def _answers(given: dict[str, object], *, has_spans: bool) -> Iterator[tuple[str, str]]:
    sliders = {name: value for name, value in as_dict(given.get("sliders")).items() if value is not None}
    yield from ((name, format_cell(value)) for name, value in sliders.items())
    if given.get("score") is not None or not (sliders or has_spans):
        yield "score", format_cell(given.get("score"))
    if has_spans:
        yield "errors", str(-len(as_list(given.get("error_spans"))))
