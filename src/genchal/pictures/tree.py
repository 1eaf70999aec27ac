"""Dependency trees: arcs over the words of a sentence, or a tree of nodes where the order of the words is not known.

Trees are as wide as they are: the page scrolls them sideways, since smaller words could not be read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from genchal.domain import DependencyTree, Input, Node
from genchal.pictures._arcs import draw_arcs
from genchal.pictures._node_tree import draw_node_tree
from genchal.pictures.options import PictureOptions
from genchal.pictures.svg import canvas, element

UNITS = 15  # of the drawing in one em of the page
NEARBY = 20  # characters that may be between two words of a sentence
MOST = 0.8  # share of words that must be found in the sentence; some are written otherwise there


def draw(given: Input, options: PictureOptions) -> str | None:
    """Draw a tree in a box that scrolls sideways; None for an input of another kind."""
    if not isinstance(given, DependencyTree):
        return None
    words = [node for node in given.nodes if node.id.isdecimal()]  # no ranges of words, no empty nodes
    is_ordered = keeps_order(given) if options.ordered is None else options.ordered
    from_right = is_right_to_left(words)
    width, height, content = (draw_arcs if is_ordered else draw_node_tree)(words, find_heads(words), from_right)
    svg = canvas(
        "tree",
        width,
        height,
        content,
        prefix=options.prefix,
        title=options.words.tree,
        description=_told(words),
        natural=f"{width / UNITS:.2f}em",
    )
    return element(
        "div",
        svg,
        class_="picture-scroll",
        tabindex=0,
        role="group",
        aria_label=options.words.tree,
        dir="rtl" if from_right else "ltr",  # where scrolling begins
    )


def keeps_order(tree: DependencyTree) -> bool:
    """Whether the words follow each other as in the sentence that a comment gives; without one they do not."""
    comments = (comment.partition("=") for comment in tree.comments)
    text = _bare(next((value for key, _, value in comments if key.strip() == "text"), ""))
    forms = [_bare(form) for form in _written(tree.nodes)]
    place = found = 0
    for form in forms:
        # Looked for nearby only: a word that is not there must not lead to its twin at the end of the sentence.
        start = text.find(form, place, place + len(form) + NEARBY)
        if start >= 0:
            place = start + len(form)
            found += 1
    return bool(forms) and found >= MOST * len(forms)


def _written(nodes: Sequence[Node]) -> Iterator[str]:
    """Forms as a sentence has them: a range (du) in place of its words (de, le)."""
    end = 0
    for node in nodes:
        first, _, last = node.id.partition("-")
        if last.isdecimal():
            end = int(last)
            yield node.form
        elif first.isdecimal() and int(first) > end:
            yield node.form


def _bare(text: str) -> str:
    """Text without vowel signs and accents, which sentences leave out."""
    return "".join(
        character
        for character in unicodedata.normalize("NFD", text.casefold())
        if unicodedata.category(character) != "Mn"
    )


def find_heads(words: Sequence[Node]) -> list[int | None]:
    """Where the head of each word stands; None for roots, and for words whose head is not there or is themselves."""
    places = {word.id: place for place, word in enumerate(words)}
    found = [places.get(word.head) for word in words]
    for place in range(len(words)):  # a circle is cut open, so that whatever walks upwards comes to an end
        seen = {place}
        above = found[place]
        while above is not None:
            if above in seen:
                found[place] = None
                break
            seen.add(above)
            above = found[above]
    return found


def is_right_to_left(words: Sequence[Node]) -> bool:
    """Whether the words are of a script that runs from right to left, by most letters that have a direction."""
    directions = [unicodedata.bidirectional(character) for word in words for character in word.form]
    return sum(direction in ("R", "AL") for direction in directions) > sum(direction == "L" for direction in directions)


def _told(words: Sequence[Node]) -> str:
    forms = {word.id: word.form for word in words}
    return "; ".join(
        f"{word.form}: {word.deprel}" + (f" of {forms[word.head]}" if word.head in forms else "") for word in words
    )
