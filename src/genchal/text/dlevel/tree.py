"""A sentence's dependency tree with the questions that the rules of the D-Level scale ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from genchal.errors import InvalidInput
from genchal.text.syntax import Parse

FINITE = frozenset(["VBD", "VBP", "VBZ", "MD"])
WITHIN_NOUN_PHRASE = frozenset(["nmod", "appos", "conj", "compound", "flat", "list", "nummod", "amod"])


class Structure(NamedTuple):
    """A structure: the word that heads it, and its words."""

    word: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """A checked tree; words count from 1, and 0 stands above the root."""

    parse: Parse
    children: tuple[tuple[int, ...], ...]

    @property
    def words(self) -> range:
        """Numbers of the words."""
        return range(1, len(self.parse) + 1)

    def form(self, word: int) -> str:
        """The word in lower case."""
        return self.parse.forms[word - 1].lower()

    def lemma(self, word: int) -> str:
        """Its lemma in lower case."""
        return self.parse.lemmas[word - 1].lower()

    def head(self, word: int) -> int:
        """The word that it depends on, or 0."""
        return self.parse.heads[word - 1]

    def relation(self, word: int) -> str:
        """Its relation to the head, without a subtype: nsubj for nsubj:pass."""
        return self.parse.deprels[word - 1].partition(":")[0]

    def upos(self, word: int) -> str:
        """Its universal part of speech."""
        return self.parse.upos[word - 1]

    def xpos(self, word: int) -> str:
        """Its tag of the Penn Treebank."""
        return self.parse.xpos[word - 1]

    def of(self, word: int, *relations: str) -> list[int]:
        """Its dependents that stand in one of these relations to it, in order."""
        return [child for child in self.children[word] if self.relation(child) in relations]

    def related(self, relation: str) -> Iterator[int]:
        """All words that stand in this relation to their heads."""
        return (word for word in self.words if self.relation(word) == relation)

    def is_predicate(self, word: int) -> bool:
        """Whether it is the head of a clause: a verb, or something with a copula or a subject of its own."""
        return self.upos(word) in ("VERB", "AUX") or bool(self.of(word, "cop", "nsubj", "csubj", "aux"))

    def is_finite(self, word: int) -> bool:
        """Whether the clause that it heads has a finite verb."""
        return any(self.xpos(part) in FINITE for part in (word, *self.of(word, "aux", "cop")))

    def has_to(self, word: int) -> bool:
        """Whether it is an infinitive with *to*."""
        return any(self.form(mark) == "to" for mark in self.of(word, "mark", "aux"))

    def is_subject_side(self, noun: int) -> bool:
        """Whether a noun is the subject of a verb that follows, or part of that subject."""
        word = noun
        while self.relation(word) in WITHIN_NOUN_PHRASE and self.head(word) and not self.is_predicate(word):
            word = self.head(word)
        return self.relation(word) in ("nsubj", "csubj") and word < self.head(word)

    def span(self, word: int) -> tuple[int, ...]:
        """Itself and all that depends on it, in order."""
        found, waiting = [], [word]
        while waiting:
            current = waiting.pop()
            found.append(current)
            waiting.extend(self.children[current])
        return tuple(sorted(found))

    def clause(self, word: int) -> Structure:
        """The structure that it heads: all that depends on it."""
        return Structure(word, self.span(word))

    def text(self, words: tuple[int, ...]) -> str:
        """Words as they stand, punctuation at the ends left out."""
        inner = list(words)
        while inner and self.upos(inner[-1]) == "PUNCT":
            inner.pop()
        while inner and self.upos(inner[0]) == "PUNCT":
            inner.pop(0)
        return " ".join(self.parse.forms[word - 1] for word in inner)


def tree_of(parse: Parse) -> Tree:
    """Check that heads make a tree: every word below the root, no word below itself."""
    size = len(parse)
    children: list[list[int]] = [[] for _ in range(size + 1)]
    for word, head in enumerate(parse.heads, start=1):
        if not 0 <= head <= size or head == word:
            raise InvalidInput(
                f"no tree: word {word} of {_quoted(parse)} has the head {head}", "Give a parse with heads 0 to n."
            )
        children[head].append(word)
    below, waiting = 0, [0]
    while waiting:
        reached = children[waiting.pop()]
        below += len(reached)
        waiting.extend(reached)
    if below < size:
        raise InvalidInput(
            f"no tree: {size - below} of {size} words of {_quoted(parse)} are in a cycle, not below the root",
            "Give a parse in which every word's heads lead to the root.",
        )
    return Tree(parse, tuple(map(tuple, children)))


def _quoted(parse: Parse) -> str:
    text = " ".join(parse.forms)
    return f"'{text if len(text) <= 60 else text[:57] + '...'}'"
