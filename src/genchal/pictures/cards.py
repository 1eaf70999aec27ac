"""Dialogue acts as cards: the type of the act as heading, its slots and values as rows.

Slots and values of an input that is no dialogue act are one card without a heading.
"""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain import Act, DialogueAct, Input, SlotValues
from genchal.pictures.drawing import fill_drawing
from genchal.pictures.fitted import BOLD, fit_text, write_fitted, write_text
from genchal.pictures.options import PictureOptions
from genchal.pictures.style import paint
from genchal.pictures.svg import Svg, at, canvas, element, join, rect, stroke

WIDTH, GAP, HEAD, PADDING = 400, 12, 44, 16
SLOT, VALUE = 132, 222  # widths of the two columns
_SIZE, LINES = 17, 5  # of a value

# What kind of thing is said, by parts of the names of acts in the dialogue data sets; the first that fits counts.
SIGNS = {
    "nothing": ("nomatch", "canthelp", "exception"),
    "question": ("req", "conf", "select", "repeat"),
    "fact": ("inform", "offer", "recommend"),
}
MARKS = {  # drawings before a value that says yes, no, whatever or nothing
    "tick": ("yes", "true"),
    "cross": ("no", "false"),
    "value-any": ("dontcare", "any"),
    "value-none": ("none", ""),
}


def draw(given: Input, options: PictureOptions) -> str | None:
    """Draw one card for each act, or one for all slots; None for an input of another kind."""
    if isinstance(given, SlotValues):
        acts: Sequence[Act] = (Act("", given.pairs),)
    elif isinstance(given, DialogueAct):
        acts = given.acts
    else:
        return None
    parts: list[Svg] = []
    top = 0.0
    for number, act in enumerate(acts):
        card, height = _card(act, f"{options.prefix}-{number}")
        parts.append(at(0, top, card))
        top += height + GAP
    return canvas(
        "cards",
        WIDTH,
        max(top - GAP, 1),
        *parts,
        prefix=options.prefix,
        title=options.words.cards,
        description=str(given),
    )


def sign_of(act: str) -> str:
    """What an act does, by its name: question, fact, nothing (there is none), or speech of any other kind."""
    if act.startswith("?"):
        return "question"
    plain = _plain(act)
    return next((sign for sign, parts in SIGNS.items() if any(part in plain for part in parts)), "speech")


def _plain(text: str) -> str:
    return "".join(character for character in text.casefold() if character not in " _-'")


def _card(act: Act, name: str) -> tuple[Svg, float]:
    is_question = sign_of(act.type) == "question"
    head = HEAD if act.type else 0
    rows: list[Svg] = []
    top = head + 4.0
    for number, (slot, value) in enumerate(act.pairs):
        row, height = _row(slot, value, is_question)
        line = stroke(f"M{PADDING} {top}H{WIDTH - PADDING}", 1, paint("edge"))
        rows += [*([line] if number else []), at(0, top, row)]
        top += height
    height = top + 4 if act.pairs else max(head, HEAD)
    clip = element("clipPath", rect(1, 1, WIDTH - 2, height - 2, 12), id=f"{name}-card")
    heading = join(rect(0, 0, WIDTH, HEAD, fill=paint("head"), clip_path=f"url(#{name}-card)"), _heading(act.type))
    box = rect(1, 1, WIDTH - 2, height - 2, 12, fill=paint("panel"))
    edge = rect(1, 1, WIDTH - 2, height - 2, 12, fill="none", stroke=paint("edge"), stroke_width=1.5)
    return join(clip, box, heading if act.type else Svg(""), edge, *rows), height


def _heading(act: str) -> Svg:
    x, y = PADDING + 13, HEAD / 2
    text = act.removeprefix("?").replace("_", " ")
    return join(
        at(x, y, fill_drawing(f"act-{sign_of(act)}")),
        write_text(
            text,
            x + 24,
            y,
            WIDTH - x - 24 - PADDING,
            18,
            lines=1,
            anchor="start",
            font_weight=700,
            fill=paint("on-head"),
        ),
    )


def _row(slot: str, value: str | None, is_question: bool) -> tuple[Svg, float]:
    label = slot.replace("_", " ")
    left = fit_text(label, SLOT, 15)
    x = PADDING + SLOT + 14
    if value is None:
        middle = max(left.height, 22) / 2 + 9
        content = at(x, middle, fill_drawing("asked")) if is_question else Svg("")
        height = middle * 2
    else:
        mark = next((name for name, values in MARKS.items() if _plain(value) in values), None)
        indent = 32 if mark else 0
        right = fit_text(value, (VALUE - indent) / BOLD, _SIZE, LINES)
        height = max(left.height, right.height, 22) + 18
        middle = height / 2
        words = write_fitted(right, value, x + indent, middle, anchor="start", font_weight=600)
        content = join(at(x + 11, middle, fill_drawing(mark)) if mark else Svg(""), words)
    return join(write_fitted(left, label, PADDING, middle, anchor="start", fill=paint("muted")), content), height
