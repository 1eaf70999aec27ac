"""Outputs of an instance that are the same text: shown as they are, or once for all the systems that wrote it.

The E2E challenge and RankME showed such texts side by side, and raters gave them the same number most of the time
only. To judge a text once, and count that for each of its systems, is what WMT seems to do (tables "...-redup.csv").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from genchal.domain.inputs import AttributeSet
from genchal.domain.study.study import Item

Row = Sequence[Item | None]  # outputs of an instance by system, None where there is none


def merge_identical(row: Row, fewest: int, rng: np.random.Generator) -> list[Item | None]:
    """Keep one item of each text, that of a system drawn at random; the others are among its `also`.

    Where less than `fewest` would be left, as if all systems had written the same, there is nothing to compare: the row
    stays as it is.
    """
    alike: dict[tuple[str, AttributeSet | None], list[int]] = {}
    for place, item in enumerate(row):
        if item is not None:
            alike.setdefault(_as_seen(item), []).append(place)
    if len(alike) < fewest or all(len(places) == 1 for places in alike.values()):
        return list(row)
    found: list[Item | None] = [None] * len(row)
    for places in alike.values():
        kept, *others = (places[number] for number in rng.permutation(len(places)).tolist())
        item = row[kept]
        names = tuple(other.system for place in sorted(others) if (other := row[place]) is not None)
        found[kept] = item if item is None else replace(item, also=names)
    return found


def has_same_text(items: Sequence[Item]) -> bool:
    """Whether a text stands among these items twice, for the same instance."""
    return len({(item.instance, _as_seen(item)) for item in items}) < len(items)


def _as_seen(item: Item) -> tuple[str, AttributeSet | None]:
    """What is the same for raters: pages show any number of blanks as one."""
    return " ".join(item.text.split()), item.attributes
