"""Judgements of several files as one set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genchal.domain.selection import FILE
from genchal.errors import counted
from genchal.ratings.layout import Judgements, fill_column, is_empty, stack_columns
from genchal.text.arrays.labels import Labels


def merge_judgements(found: Sequence[Judgements], files: Sequence[str]) -> Judgements:
    """Put the judgements of several files together, in their order. A rater of the same name is the same rater.

    Sheets of the same name are the same one where the files name their sheets and the rater; rows that are sheets,
    and sheets of unknown raters, are different ones in different files.
    """
    if len(found) == 1:
        return found[0]
    has_sheets = any(own.sheet is not None for own in found)
    return Judgements(
        value=np.concatenate([own.value for own in found]),
        rater=_stack_names(found, "rater"),
        instance=stack_columns([own.instance for own in found]),
        system=stack_columns([own.system for own in found]),
        criterion=stack_columns([own.criterion for own in found]),
        lines=np.concatenate([number * FILE + own.lines for number, own in enumerate(found)]),
        sheet=stack_columns([_name_sheets(own, file) for own, file in zip(found, files, strict=True)])
        if has_sheets
        else None,
        kind=_stack_numbers(found, "kind", np.int8(0)),
        position=_stack_numbers(found, "position", np.int64(-1)),
        shown_at=_stack_numbers(found, "shown_at", np.float64(np.nan)),
        answered_at=_stack_numbers(found, "answered_at", np.float64(np.nan)),
        identity=_stack_names(found, "identity"),
        doubtful=_stack_doubts(found),
        notes=_merge_notes(found, files) | _count_shared_raters(found),
        personal=sum(own.personal for own in found),
        has_named_sheets=all(own.has_named_sheets for own in found),
        sheetless=np.concatenate([np.full(len(own.value), own.sheet is None) for own in found]),
        files=tuple(files),
    )


def _stack_names(found: Sequence[Judgements], name: str) -> Labels | None:
    columns: list[Labels | None] = [getattr(own, name) for own in found]
    if all(column is None for column in columns):
        return None
    pairs = zip(columns, found, strict=True)
    return stack_columns([column or fill_column("", len(own.value)) for column, own in pairs])


def _stack_numbers(found: Sequence[Judgements], name: str, unknown: np.generic) -> Any:
    columns = [getattr(own, name) for own in found]
    if all(column is None for column in columns):
        return None
    pairs = zip(columns, found, strict=True)
    return np.concatenate([np.full(len(own.value), unknown) if column is None else column for column, own in pairs])


def _name_sheets(own: Judgements, file: str) -> Labels:
    """Sheets under names that tell them from those of other files where they are others."""
    count = len(own.value)
    if own.sheet is None:
        return Labels(np.arange(count), tuple(f"{file}\trow {number}" for number in range(count)))
    if not own.has_named_sheets:
        return Labels(own.sheet.codes, tuple(f"{file}\t{number}" for number in range(len(own.sheet.names))))
    unknown = is_empty(own.rater) if own.rater is not None else np.ones(count, dtype=bool)
    names = own.sheet.names
    nobodys = [f"{file}\t{name}" if name else "" for name in names]
    return stack_columns([Labels(own.sheet.codes + unknown * len(names), (*names, *nobodys))]).take(np.arange(count))


def _stack_doubts(found: Sequence[Judgements]) -> list[tuple[str, NDArray[np.bool_]]]:
    reasons = dict.fromkeys(reason for own in found for reason, _ in own.doubtful)
    stacked = []
    for reason in reasons:
        parts = []
        for own in found:
            rows = np.zeros(len(own.value), dtype=bool)
            for other, doubtful in own.doubtful:
                if other == reason:
                    rows |= doubtful
            parts.append(rows)
        stacked.append((reason, np.concatenate(parts)))
    return stacked


def _merge_notes(found: Sequence[Judgements], files: Sequence[str]) -> dict[str, str]:
    """Notes that all files share, once; others with their files."""
    notes = {}
    for key in dict.fromkeys(key for own in found for key in own.notes):
        said = [(file, own.notes[key]) for own, file in zip(found, files, strict=True) if key in own.notes]
        is_shared = len(said) == len(found) and len({text for _, text in said}) == 1
        notes[key] = said[0][1] if is_shared else "; ".join(f"{file}: {text}" for file, text in said)
    return notes


def _count_shared_raters(found: Sequence[Judgements]) -> dict[str, str]:
    named = [{name for name in own.rater.names if name} if own.rater is not None else set() for own in found]
    shared = sum(sum(name in names for names in named) > 1 for name in set().union(*named))
    if not shared:
        return {}
    have, are = ("has", "is") if shared == 1 else ("have", "are")
    same = "the same person" if shared == 1 else "the same people"
    return {
        "same raters": f"{counted(shared, 'rater')} {have} the same name in several files and {are} taken for {same}"
    }
