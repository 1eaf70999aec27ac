"""A sentence with an arc from every head to its dependents."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain import Node
from genchal.pictures.fitted import estimate_width, write_text
from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, group, join, path, stroke

SIZE, SMALL = 16, 11.5
MARGIN, SPACE, LIFT = 14, 20, 24  # around the drawing, between words, between levels of arcs
WIDEST, LABEL = 190, 120  # of a word and of a label; longer ones are shortened


def draw_arcs(words: Sequence[Node], heads: Sequence[int | None], runs_left: bool) -> tuple[float, float, Svg]:
    """Draw words in a row, from right to left if so, with labelled arcs above: width, height, content."""
    boxes = [_box(word) for word in words]
    centres: list[float] = []
    x = float(MARGIN)
    for box in boxes:
        centres.append(x + box / 2)
        x += box + SPACE
    width = max(x - SPACE + MARGIN, 60)
    if runs_left:
        centres = [width - centre for centre in centres]
    levels = find_arc_levels(heads)
    top = MARGIN + 14 + LIFT * (max(levels, default=0) + 0.5)
    lines: list[Svg] = []
    labels: list[Svg] = []
    for place, head in enumerate(heads):
        if head is None:
            middle, peak = centres[place], MARGIN + 8.0
            lines.append(_line(f"M{middle:.1f} {peak + 8:.1f}V{top - 7:.1f}"))
        else:
            # Arcs leave a head a little towards their dependent, so that they do not lie on those that arrive.
            start = centres[head] + (5 if centres[place] > centres[head] else -5)
            middle, peak = (start + centres[place]) / 2, top - LIFT * levels[place]
            lines.append(_line(_arc(start, centres[place], top, peak, levels[place])))
        labels.append(_label(words[place].deprel, middle, peak))
        tip = centres[place]
        lines.append(path(f"M{tip:.1f} {top - 1:.1f}l-4 -8h8Z"))
    texts = [
        join(
            write_text(word.form, centre, top + 13, WIDEST, SIZE, lines=1, font_weight=600),
            write_text(word.upos, centre, top + 31, WIDEST, SMALL, lines=1, fill=paint("muted")),
        )
        for word, centre in zip(words, centres, strict=True)
    ]
    return width, top + 42, join(group(*lines, fill=paint("muted")), *labels, *texts)


def _arc(start: float, end: float, foot: float, peak: float, level: int) -> str:
    bend = min(10 + 4 * level, abs(end - start) / 2) * (1 if end > start else -1)
    rise = f"M{start:.1f} {foot - 3:.1f}C{start:.1f} {peak:.1f} {start:.1f} {peak:.1f} {start + bend:.1f} {peak:.1f}"
    return f"{rise}H{end - bend:.1f}C{end:.1f} {peak:.1f} {end:.1f} {peak:.1f} {end:.1f} {foot - 7:.1f}"


def _line(d: str) -> Svg:
    return stroke(d, 1.4, paint("muted"))


def _box(word: Node) -> float:
    own = min(max(estimate_width(word.form, SIZE) * 1.1, estimate_width(word.upos, SMALL), 24), WIDEST)
    return max(own, min(estimate_width(word.deprel, SMALL), LABEL))  # a label has room over neighbours


def find_arc_levels(heads: Sequence[int | None]) -> list[int]:
    """How high each arc is: above all arcs that it spans; the arrow to a root (0) is drawn from the top."""
    spans = {place: tuple(sorted((place, head))) for place, head in enumerate(heads) if head is not None}
    levels = [0] * len(heads)
    for place in sorted(spans, key=lambda dependent: spans[dependent][1] - spans[dependent][0]):
        low, high = spans[place]
        below = [levels[other] for other, (left, right) in spans.items() if low <= left and right <= high]
        crossed = [levels[other] for other, (left, right) in spans.items() if low < right and left < high]
        taken = set(crossed)
        level = max(below, default=0) + 1
        while level in taken:
            level += 1
        levels[place] = level
    return levels


def _label(text: str, x: float, y: float) -> Svg:
    """A label with a halo of the page's ground, so that lines below do not cross it out."""
    return write_text(
        text,
        x,
        y,
        LABEL,
        SMALL,
        lines=1,
        stroke=paint("page"),
        stroke_width=4,
        stroke_linejoin="round",
        paint_order="stroke",
        fill=paint("accent"),
    )
