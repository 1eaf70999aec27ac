"""Judgements that are found one by one, in nested exports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genchal.domain.ratings import KINDS, ItemKind
from genchal.ratings.layout import Judgements, parse_numbers, parse_times
from genchal.text.arrays.labels import Labels


@dataclass(slots=True)
class JudgementRow:
    """One judgement as an export has it: cells as text, empty where unknown."""

    line: int
    rater: str
    instance: str
    system: str
    criterion: str
    value: str
    sheet: str = ""
    kind: ItemKind = "scored"
    position: int = -1
    shown_at: str = ""
    answered_at: str = ""
    aside: str = ""  # why it must be set aside


def stack_rows(rows: Sequence[JudgementRow], *, has_sheets: bool) -> Judgements:
    """Put judgements into columns."""
    value, doubtful = parse_numbers(Labels.of(row.value.strip() for row in rows))
    reasons = list(dict.fromkeys(row.aside for row in rows if row.aside))
    return Judgements(
        value=value,
        rater=Labels.of(row.rater.strip() for row in rows),
        instance=Labels.of(row.instance.strip() for row in rows),
        system=Labels.of(row.system.strip() for row in rows),
        criterion=Labels.of(row.criterion.strip() for row in rows),
        lines=np.array([row.line for row in rows], dtype=np.int64),
        sheet=Labels.of(row.sheet for row in rows) if has_sheets else None,
        kind=np.array([KINDS.index(row.kind) for row in rows], dtype=np.int8),
        position=np.array([row.position for row in rows], dtype=np.int64),
        shown_at=parse_times(Labels.of(row.shown_at for row in rows)),
        answered_at=parse_times(Labels.of(row.answered_at for row in rows)),
        doubtful=[
            *((reason, np.array([row.aside == reason for row in rows], dtype=bool)) for reason in reasons),
            *doubtful,
        ],
    )


def as_dict(value: object) -> dict[str, object]:
    """What should be an object; anything else is an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[object]:
    """What should be a list; anything else is an empty one."""
    return value if isinstance(value, list) else []


def format_moment(value: object) -> str:
    """A moment in seconds as a cell; anything else is unknown."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return repr(float(value)) if is_number and math.isfinite(value) else ""  # type: ignore[arg-type]
