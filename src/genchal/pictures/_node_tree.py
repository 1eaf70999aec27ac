"""A tree whose words have no order: heads above their dependents."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain import Node
from genchal.pictures.fitted import estimate_width, write_text
from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, join, rect, stroke

SIZE, SMALL = 15, 11
MARGIN, SPACE, STEP, BOX = 10, 14, 78, 28  # around the drawing, between nodes, between levels, height of a node
WIDEST = 170  # of a node; a longer word is shortened


def draw_node_tree(words: Sequence[Node], heads: Sequence[int | None], runs_left: bool) -> tuple[float, float, Svg]:
    """Draw nodes with labelled branches: width, height, content. Dependents stand in the order of the file."""
    below: list[list[int]] = [[] for _ in words]
    for place, head in enumerate(heads):
        if head is not None:
            below[head].append(place)
    roots = [place for place, head in enumerate(heads) if head is None]
    depth = [0] * len(words)
    order: list[int] = []
    stack = roots[::-1]
    while stack:
        place = stack.pop()
        order.append(place)
        for child in reversed(below[place]):
            depth[child] = depth[place] + 1
            stack.append(child)
    own = [
        min(max(estimate_width(word.form, SIZE) * 1.1 + 20, estimate_width(word.deprel, SMALL) + 8, 36), WIDEST)
        for word in words
    ]
    spread = own[:]  # the room of a node with all that hangs below it
    for place in reversed(order):
        if below[place]:
            spread[place] = max(
                own[place], sum(spread[child] for child in below[place]) + SPACE * (len(below[place]) - 1)
            )
    left = dict[int, float]()
    x = float(MARGIN)
    for root in roots:
        left[root] = x
        x += spread[root] + SPACE
    width = max(x - SPACE + MARGIN, 60)
    for place in order:
        together = sum(spread[child] for child in below[place]) + SPACE * (len(below[place]) - 1)
        start = left[place] + (spread[place] - together) / 2
        for child in below[place]:
            left[child] = start
            start += spread[child] + SPACE
    centres = [left[place] + spread[place] / 2 for place in range(len(words))]
    if runs_left:
        centres = [width - centre for centre in centres]
    tops = [MARGIN + 18 + STEP * level for level in depth]
    height = max(tops, default=0) + BOX + MARGIN
    branches = [
        stroke(_branch(centres[head], tops[head] + BOX, centres[place], tops[place] - 17), 1.6, paint("muted"))
        for place, head in enumerate(heads)
        if head is not None
    ]
    nodes = [
        _node(word, centres[place], tops[place], own[place], heads[place] is None) for place, word in enumerate(words)
    ]
    return width, height, join(*branches, *nodes)


def _branch(x: float, y: float, end: float, low: float) -> str:
    half = (y + low) / 2
    return f"M{x:.1f} {y:.1f}C{x:.1f} {half:.1f} {end:.1f} {half:.1f} {end:.1f} {low:.1f}"


def _node(word: Node, x: float, top: float, width: float, is_root: bool) -> Svg:
    colours = (paint("head"), paint("on-head")) if is_root else (paint("panel"), "currentColor")
    return join(
        write_text(word.deprel, x, top - 8, max(width, 60), SMALL, lines=1, fill=paint("accent")),
        rect(x - width / 2, top, width, BOX, 8, fill=colours[0], stroke=paint("edge")),
        write_text(word.form, x, top + BOX / 2, width - 12, SIZE, lines=1, font_weight=600, fill=colours[1]),
    )
