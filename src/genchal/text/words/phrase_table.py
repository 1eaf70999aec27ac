"""A table of phrases that finds all of them in a text in one pass, however many wordings they stand for.

Phrases are the paths of an automaton over words; sets of its states are worked out when a text first leads to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from genchal.text.words.phrases import ANY, InOrder, Phrase, Said, Words

T = TypeVar("T")
MOST = 50_000  # sets of states that are looked through; phrases that people write have a few thousand


class _Node(Generic[T]):
    """A set of states: what ends there, and where words lead."""

    __slots__ = ("ends", "states", "steps")

    def __init__(self, states: frozenset[int], ends: tuple[T, ...]) -> None:
        self.states = states
        self.ends = ends
        self.steps: dict[str, _Node[T] | None] = {}


class PhraseTable(Generic[T]):
    """Phrases with something attached to each; what is attached once counts once, whichever wording is found."""

    def __init__(self, entries: Iterable[tuple[Phrase, T]] = ()) -> None:
        self._edges: list[dict[str, list[int]]] = [{}]
        self._attached: list[list[T]] = [[]]
        self._nodes: dict[frozenset[int], _Node[T]] = {}
        for phrase, what in entries:
            self.add(phrase, what)

    @property
    def size(self) -> int:
        """Number of states, that is, of words in all phrases."""
        return len(self._edges)

    def add(self, phrase: Phrase, what: T) -> None:
        """Attach something to a phrase; a wording without words is never found."""
        for state in self._linked(phrase, {0}) - {0}:
            if what not in self._attached[state]:
                self._attached[state].append(what)
        self._nodes.clear()

    def find(self, words: Words) -> Iterator[tuple[int, int, T]]:
        """Every occurrence: the first word, the word after the last, and what is attached."""
        root = self._node(frozenset([0]))
        for start in range(len(words)):
            node = self._step(root, words[start])
            place = start + 1
            while node is not None:
                for what in node.ends:
                    yield start, place, what
                if place == len(words):
                    break
                node = self._step(node, words[place])
                place += 1

    def endings(self) -> Iterator[tuple[Words, tuple[T, ...]]]:
        """Everything that can be attached to one wording, each combination once, with a wording that leads there.

        A table made to have no end of wordings is looked through in part.
        """
        root = self._node(frozenset([0]))
        seen = {root.states}
        reached: list[tuple[_Node[T], Words]] = [(root, ())]
        told: set[tuple[T, ...]] = set()
        while reached:
            node, words = reached.pop()
            if node.ends and node.ends not in told:
                told.add(node.ends)
                yield words, node.ends
            if len(seen) > MOST:
                return
            for word in {word for state in node.states for word in self._edges[state]}:
                after = self._step(node, "x" if word == ANY else word)
                if after is not None and after.states not in seen:
                    seen.add(after.states)
                    reached.append((after, (*words, word)))

    def _linked(self, phrase: Phrase, before: set[int]) -> set[int]:
        """Add the paths of a phrase behind some states; return the states where it may end."""
        if isinstance(phrase, Said):
            for word in phrase.words:
                self._edges.append({})
                self._attached.append([])
                for state in before:
                    self._edges[state].setdefault(word, []).append(len(self._edges) - 1)
                before = {len(self._edges) - 1}
            return before
        if isinstance(phrase, InOrder):
            for part in phrase.parts:
                before = self._linked(part, before)
            return before
        return set().union(*(self._linked(option, before) for option in phrase.options))

    def _step(self, node: _Node[T], word: str) -> _Node[T] | None:
        try:
            return node.steps[word]
        except KeyError:
            pass
        states = set()
        if word != ANY:  # an asterisk in a text stands for itself, which no phrase has
            states |= {after for state in node.states for after in self._edges[state].get(word, ())}
        if word[0].isalnum():  # any word, but not a sign
            states |= {after for state in node.states for after in self._edges[state].get(ANY, ())}
        found = self._node(frozenset(states)) if states else None
        if len(node.steps) < 1 << 16:
            node.steps[word] = found
        return found

    def _node(self, states: frozenset[int]) -> _Node[T]:
        node = self._nodes.get(states)
        if node is None:
            ends = dict.fromkeys(what for state in sorted(states) for what in self._attached[state])
            node = self._nodes[states] = _Node(states, tuple(ends))
        return node
