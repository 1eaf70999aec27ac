"""Exports of Potato (Pei et al. 2022): tables or JSON lines with ``instance_id`` and ``user_id``, or users' states.

Every scheme is a criterion. Scales, sliders and numbers are values; several numbers under one scheme are criteria
SCHEME.LABEL; a ranking ("B,D=A,C") or a choice between A and B compares systems on one sheet. Other answers, such as
categories and texts, are set aside. Potato's items do not say which system wrote a text: name them
``INSTANCE::SYSTEM``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import numpy as np

from genchal.errors import InvalidInput
from genchal.ratings._rows import JudgementRow, as_dict, as_list, stack_rows
from genchal.ratings.layout import Judgements, parse_number
from genchal.text.tables.source import TableSource, format_cell

STATE = "instance_id_to_label_to_value"
SEPARATOR = "::"
UNNAMED = "outputs"  # the system where items name none
_POINT = re.compile(r"(?:scale_?)?(-?\d+(?:\.\d+)?)", re.IGNORECASE)
NOT_A_NUMBER = "the answer is neither a number nor a ranking"

Labelled = Mapping[str, Mapping[str, object]]  # scheme, label, value


class Potato:
    """Reads the layout."""

    summary: ClassVar[str] = "exports of Potato: instance_id, user_id and the answers of every scheme"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are the columns of an export, or the keys of a user's state."""
        return STATE in header or {"instance_id", "user_id"} <= set(header)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, in its order."""
        if not Potato.claims(source.header):
            problem = f"{source.name}: not a Potato export: expected instance_id and user_id"
            raise InvalidInput(problem, "Export as csv, tsv, jsonl or parquet, or name another layout.")
        rows: list[JudgementRow] = []
        personal = 0
        if "labels" in source.header or STATE in source.header:
            for line, user, item, labels in _from_objects(source):
                rows.extend(_rows(line, user, item, labels))
        else:
            table = source.read(lambda name: not name.endswith("._spans"))
            personal = table.personal
            answers = [name for name in table.columns if name not in ("instance_id", "user_id")]
            cells = {name: [column.names[code] for code in column.codes] for name, column in table.columns.items()}
            for place, line in enumerate(table.lines.tolist()):
                labels = _by_scheme({name: cells[name][place] for name in answers if cells[name][place]})
                rows.extend(_rows(line, cells["user_id"][place], cells["instance_id"][place], labels))
        judgements = stack_rows(rows, has_sheets=True)
        judgements.personal = personal
        if all(row.system == UNNAMED for row in rows):
            judgements.notes["systems"] = (
                f"the items name no systems: call them INSTANCE{SEPARATOR}SYSTEM to rank systems"
            )
        return judgements


def _from_objects(source: TableSource) -> Iterator[tuple[int, str, str, Labelled]]:
    for line, entry in source.objects():
        user = format_cell(entry.get("user_id"))
        if STATE in entry:
            for item, answers in as_dict(entry[STATE]).items():
                yield line, user, item, _schemes(answers)
        else:
            yield line, user, format_cell(entry.get("instance_id")), _schemes(entry.get("labels"))


def _schemes(answers: object) -> Labelled:
    """Answers by scheme and label; old states have a list of pairs ({schema, name}, value)."""
    found: dict[str, dict[str, object]] = {}
    if isinstance(answers, dict):
        for scheme, labels in answers.items():
            inner = as_dict(labels).get("labels", labels)
            found[scheme] = dict(inner) if isinstance(inner, dict) else {"": inner}
    for pair in as_list(answers):
        if isinstance(pair, list) and len(pair) == 2:
            about = as_dict(pair[0])
            found.setdefault(format_cell(about.get("schema")), {})[format_cell(about.get("name"))] = pair[1]
    return found


def _by_scheme(cells: Mapping[str, str]) -> Labelled:
    """Columns SCHEME.LABEL, or SCHEME alone, which is then the final answer."""
    found: dict[str, dict[str, object]] = {}
    for name, cell in cells.items():
        scheme, _, label = name.partition(".")
        if label:
            found.setdefault(scheme, {})[label] = cell
    found.update({name: {"": cell} for name, cell in cells.items() if "." not in name})
    return found


def _rows(line: int, user: str, item: str, labels: Labelled) -> Iterator[JudgementRow]:
    instance, _, system = item.partition(SEPARATOR)
    for scheme, answers in labels.items():
        own = JudgementRow(line, user, instance, system or UNNAMED, scheme, "", sheet=f"{line} {instance}")
        if "rank_order" in answers:
            yield from _ranking(own, format_cell(answers["rank_order"]))
        elif "selection" in answers:
            yield from _choice(own, format_cell(answers["selection"]))
        elif answers:
            yield from _values(own, answers)


def _ranking(row: JudgementRow, order: str) -> Iterator[JudgementRow]:
    rank = 1
    for group in order.split(","):
        tied = [name.strip() for name in group.split("=") if name.strip()]
        for name in tied:
            yield replace(row, system=name, value=str(-rank))
        rank += len(tied)


def _choice(row: JudgementRow, chosen: str) -> Iterator[JudgementRow]:
    is_known = chosen.lower() in ("a", "b", "tie")
    for system in ("A", "B"):
        value = "0.5" if chosen.lower() == "tie" else str(int(chosen.upper() == system))
        yield replace(row, system=system, value=value, aside="" if is_known else NOT_A_NUMBER)


def _values(row: JudgementRow, answers: Mapping[str, object]) -> Iterator[JudgementRow]:
    found = {label: _point(label, value) for label, value in answers.items()}
    for label, value in found.items():
        criterion = row.criterion if len(found) == 1 else f"{row.criterion}.{label}"
        yield replace(row, criterion=criterion, value=repr(value), aside=NOT_A_NUMBER if np.isnan(value) else "")


def _point(label: str, value: object) -> float:
    """The number that was answered: the label is it on a scale (4, scale_4), the value is it elsewhere."""
    if match := _POINT.fullmatch(label):
        return float(match[1])
    return parse_number(format_cell(value)) if not isinstance(value, bool) else np.nan
