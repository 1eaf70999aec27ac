"""Which items stand on a sheet together, before control items are added and before they are put in order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.domain.study.study import Item
from genchal.elicitation.design._colouring import colour_equitably
from genchal.elicitation.design.blocks import draw_samples, make_partitions
from genchal.text.arrays.labels import Labels

Group = list[Item]  # outputs of one instance that are shown together


def group_items(
    table: Sequence[Sequence[Item | None]],
    size: int,
    fewest: int,
    sheets_per_instance: int | None,
    rng: np.random.Generator,
    systems: Sequence[str],
) -> list[Group]:
    """Outputs that are shown together; `table` is instances x `systems`.

    All outputs of every instance are shown, or only those that fit on so many sheets of each.
    """
    present = [[number for number, item in enumerate(row) if item is not None] for row in table]
    if sheets_per_instance is None or all(len(some) <= size * sheets_per_instance for some in present):
        chosen = make_partitions(present, len(systems), size, rng, fewest)
    else:
        place_of = {name: number for number, name in enumerate(systems)}
        also = [
            {number: tuple(place_of[name] for name in item.also) for number, item in enumerate(row) if item is not None}
            for row in table
        ]
        chosen = draw_samples(present, len(systems), size, sheets_per_instance, rng, fewest, also)
    return [
        [item for number in sheet if (item := row[number]) is not None]
        for row, sheets in zip(table, chosen, strict=True)
        for sheet in sheets
    ]


def deal_to_sheets(groups: Sequence[Group], per_sheet: int, rng: np.random.Generator) -> list[list[Group]]:
    """Deal groups to as few sheets as hold them, of equal size within 1.

    An instance comes twice on a sheet only where there are more groups of it than sheets. Single items are also dealt
    so that every system is on every sheet equally often, within 1.
    """
    if not groups:
        return []
    sheets = -(-len(groups) // per_sheet)
    instance = Labels.of(group[0].instance for group in groups)
    is_single = all(len(group) == 1 for group in groups)
    # Larger groups have no system of their own: all of them are then one, and only sizes are made equal.
    system = Labels.of(group[0].system if is_single else "" for group in groups)
    sheet = colour_equitably(instance.codes, system.codes, sheets, rng)
    found: list[list[Group]] = [[] for _ in range(sheets)]
    for group, number in zip(groups, sheet.tolist(), strict=True):
        found[number].append(group)
    return found
