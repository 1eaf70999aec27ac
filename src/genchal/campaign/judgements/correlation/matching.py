"""Ratings must be of outputs that have scores; outputs that nobody rated are normal, because campaigns rate samples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from genchal.campaign.judgements.correlation.measure_values import MeasureValues
from genchal.errors import InvalidInput, counted, list_some
from genchal.text.arrays.ragged import combine_codes

SHOWN = 3  # names of each side in a message
REMEDY = "Use the same names in both files, or add --partial to leave these ratings out."

Output = tuple[str, str]  # system, instance


def check_matches(
    metrics: Mapping[str, MeasureValues], criteria: Mapping[str, MeasureValues], *, by_system: bool
) -> None:
    """Refuse ratings of outputs that have no scores, unless nothing at all matches, which is another error.

    An output whose score is not a number has a score here. At system level only systems are compared.
    """
    if not metrics or not criteria:
        return
    scored, rated = (list_outputs(measures.values()) for measures in (metrics, criteria))
    for place, kind in enumerate(("system", "instance")[: 1 if by_system else 2]):
        known, given = ({output[place] for output in outputs} for outputs in (scored, rated))
        if not known & given:
            return
        missing = [name for name in dict.fromkeys(output[place] for output in rated) if name not in known]
        if missing:
            leave_out = f"leave out systems with --leave-out '{missing[0]}', " if kind == "system" else ""
            raise InvalidInput(
                f"{len(missing):,} of {counted(len(given), f'rated {kind}')} {_have(len(missing))} no scores: "
                f"ratings have {_quote(missing)}, scores have {_quote(sorted(known))}",
                REMEDY.replace("or add", f"{leave_out}or add"),
            )
    if by_system:
        return
    alone = [f"{system} {instance}" for system, instance in rated if (system, instance) not in scored]
    if alone and len(alone) < len(rated):
        others = [f"{system} {instance}" for system, instance in scored]
        raise InvalidInput(
            f"{len(alone):,} of {counted(len(rated), 'rated output')} {_have(len(alone))} no scores: "
            f"ratings have {_quote(alone)}, scores have {_quote(others)}",
            REMEDY,
        )


def check_positions(metrics: Mapping[str, MeasureValues], criteria: Mapping[str, MeasureValues]) -> None:
    """Ratings without names of instances are joined by their positions only if there are as many scores."""
    scored, rated = ({instance for _, instance in list_outputs(measures.values())} for measures in (metrics, criteria))
    if scored and rated and len(scored) != len(rated):
        raise InvalidInput(
            f"the ratings name no instances, and cannot be joined by position: {counted(len(rated), 'instance')} are "
            f"rated, {len(scored):,} have scores",
            "Name the column of instances: --columns instance=COLUMN.",
        )


def list_outputs(measures: Iterable[MeasureValues]) -> dict[Output, None]:
    """The outputs that are measured, whether a value is a number or not, in the order of their appearance."""
    found: dict[Output, None] = {}
    for values in measures:
        systems, instances = values.system, values.instance
        _, first = np.unique(combine_codes(systems.codes, instances.codes), return_index=True)
        for row in np.sort(first).tolist():
            found[systems.names[systems.codes[row]], instances.names[instances.codes[row]]] = None
    return found


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _quote(names: Iterable[str]) -> str:
    return list_some([f"'{name}'" for name in names], SHOWN)
