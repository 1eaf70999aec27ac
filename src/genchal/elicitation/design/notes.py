"""What organisers should know about the composition of a study before it is served."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from genchal.domain.study.design import StudyDesign
from genchal.domain.study.study import Item
from genchal.elicitation._fields import CHANGING, split_condition
from genchal.elicitation.design.identical import Row, has_same_text
from genchal.elicitation.design.sheets import Group
from genchal.errors import counted

# Of careful raters, one in ten fails WMT's test by chance with seven damaged copies, one in 300 with ten
# (benchmarks/crowds.py).
ENOUGH_DAMAGED = 10


def write_notes(design: StudyDesign, table: Sequence[Row], groups: Sequence[Group], instances: int) -> Iterator[str]:
    """Sentences on what is missing, left out, shown twice or judged together.

    `table` has a row for each instance that is used, of `instances` in all, and `groups` is what is shown of it.
    """
    there = sum(map(_outputs, (item for row in table for item in row if item is not None)))
    missing = sum(map(len, table)) - there
    if missing:
        yield f"{_are(missing, 'output')} missing and cannot be judged."
    shown = {item.id: item for group in groups for item in group}
    left = there - sum(map(_outputs, shown.values()))
    if left:
        yield f"{counted(left, 'output')} of {there:,} {'is' if left == 1 else 'are'} not shown."
    others = sum(map(_outputs, shown.values())) - len(shown)
    if others:
        yield f"{_are(others, 'output')} judged together with an identical one."
    same = sum(map(has_same_text, groups))
    if same:
        once = '; identical = "merge" shows it once' if design.identical == "keep" else "; there are no others"
        yield f"{counted(same, 'sheet')} {'shows' if same == 1 else 'show'} the same text of several systems{once}."
    most = max(map(len, groups), default=0)
    if most < (design.outputs_per_sheet or 0):
        yield f"Sheets have {counted(most, 'output')} at most, not {design.outputs_per_sheet}: there are not enough."
    again = sum(map(len, groups)) - len(shown)
    if again:
        yield f"{_are(again, 'output')} shown on two sheets, to fill them."
    for word in sorted(frozenset().union(*map(split_condition, design.conditions)) - {*CHANGING, ""}):
        yield f"The condition '{word}' does not change any page; the ones that do are {', '.join(CHANGING)}."
    if 0 < design.control.damaged < ENOUGH_DAMAGED:
        copies = counted(design.control.damaged, "damaged copy")
        yield (
            f"A sheet has {copies} (control.damaged): too few to test a rater of a single sheet. With seven, one"
            f" careful rater in ten fails by chance, with {ENOUGH_DAMAGED} hardly any."
        )
    if design.practice and len(table) == instances:
        yield "All instances are used, so practice sheets show outputs that also count later."


def _outputs(item: Item) -> int:
    """How many systems wrote an item."""
    return 1 + len(item.also)


def _are(count: int, what: str) -> str:
    return f"{counted(count, what)} {'is' if count == 1 else 'are'}"
