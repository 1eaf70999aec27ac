"""Dependency trees."""

import lzma
from itertools import combinations, islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import DependencyTree, Node
from genchal.pictures import PictureOptions
from genchal.pictures._arcs import find_arc_levels
from genchal.pictures.tree import draw, find_heads, is_right_to_left, keeps_order
from genchal.tasks.conllu import ConllU
from pictures.checks import assert_harmless, parsed, texts


def node(number: str, form: str, head: str, deprel: str = "dep") -> Node:
    return Node(number, form, form, "X", "_", "_", head, deprel, "_", "_")


STORY = (node("1", "This", "2", "det"), node("2", "story", "3", "nsubj"), node("3", "ends", "0", "root"))


def drawn(tree: DependencyTree, ordered: bool | None = None) -> str:
    svg = draw(tree, PictureOptions(ordered=ordered))
    assert svg is not None
    return svg


def middles(svg: str, forms: list[str]) -> list[float]:
    """Where words stand, from left to right of the drawing."""
    found = {"".join(one.itertext()): float(one.attrib["x"]) for one in parsed(svg).iter() if one.tag.endswith("text")}
    return [found[form] for form in forms]


def test_words_of_a_sentence_stand_in_order() -> None:
    tree = DependencyTree(STORY, ("text = This story ends",))
    assert keeps_order(tree)
    places = middles(drawn(tree), ["This", "story", "ends"])
    assert places == sorted(places)


def test_a_script_from_right_to_left_runs_so() -> None:
    words = (node("1", "قالت", "0"), node("2", "نلتقي", "1"))
    assert is_right_to_left(words)
    places = middles(drawn(DependencyTree(words), ordered=True), ["قالت", "نلتقي"])
    assert places == sorted(places, reverse=True)


@pytest.mark.parametrize(
    ("comments", "expected"),
    [
        ((), False),
        (("text = story This ends",), False),
        (("text = THIS story ends.",), True),
        (("texts = This story ends",), False),
    ],
)
def test_only_words_that_follow_the_sentence_are_ordered(comments: tuple[str, ...], expected: bool) -> None:
    assert keeps_order(DependencyTree(STORY, comments)) is expected


def test_contracted_words_are_looked_for_as_they_are_written() -> None:
    words = (node("1-2", "du", "_"), node("1", "de", "3"), node("2", "le", "3"), node("3", "pain", "0"))
    tree = DependencyTree(words, ("text = du pain",))
    assert keeps_order(tree)
    assert "du" not in texts(drawn(tree))


def test_heads_are_above_their_dependents_where_there_is_no_order() -> None:
    svg = parsed(drawn(DependencyTree(STORY)))
    found = {"".join(one.itertext()): float(one.attrib["y"]) for one in svg.iter() if one.tag.endswith("text")}
    assert found["ends"] < found["story"] < found["This"]


@pytest.mark.parametrize("ordered", [True, False])
def test_labels_and_words_are_all_there(ordered: bool) -> None:
    expected = {"This", "story", "ends", "det", "nsubj", "root"}
    assert expected <= set(texts(drawn(DependencyTree(STORY), ordered)))


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize(
    "words",
    [
        (),
        (node("1", "a", "1"),),
        (node("1", "a", "2"), node("2", "b", "1")),
        (node("1", "a", "9"), node("2", "b", "_")),
        (node("1", "a", "2"), node("2", "b", "3"), node("3", "c", "2"), node("4", "d", "1")),
    ],
)
def test_a_graph_that_is_no_tree_is_drawn_all_the_same(words: tuple[Node, ...], ordered: bool) -> None:
    found = texts(drawn(DependencyTree(words), ordered))
    assert {word.form for word in words} <= set(found)


@given(st.lists(st.integers(-1, 8), max_size=9))
def test_heads_never_run_in_a_circle(given_heads: list[int]) -> None:
    found = find_heads([node(str(place), "a", str(head)) for place, head in enumerate(given_heads)])
    for place in range(len(found)):
        steps = 0
        above = found[place]
        while above is not None:
            steps += 1
            assert steps <= len(found)
            above = found[above]


@given(st.lists(st.integers(-1, 8), max_size=9))
def test_arcs_that_share_words_have_different_heights(given_heads: list[int]) -> None:
    found = find_heads([node(str(place), "a", str(head)) for place, head in enumerate(given_heads)])
    levels = find_arc_levels(found)
    spans = [(sorted((place, head)), levels[place]) for place, head in enumerate(found) if head is not None]
    assert all(level > 0 for _, level in spans)
    for ((low, high), level), ((left, right), other) in combinations(spans, 2):
        if low < right and left < high:
            assert level != other


def test_real_trees_are_drawn(data: Path) -> None:
    for file, ordered in (("ud/en-ud-dev.conllu.xz", True), ("official/T1/en-ud-dev.conll.xz", False)):
        with lzma.open(data / "sr18" / file, "rt", encoding="utf-8") as lines:
            trees = [instance.input for instance in islice(ConllU().parse(lines, file), 100)]
        for tree in trees:
            assert isinstance(tree, DependencyTree)
            assert keeps_order(tree) is ordered
            assert_harmless(drawn(tree), "picture")
