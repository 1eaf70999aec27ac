"""The tagger-parser: words in, tags, lemmas and a tree out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from genchal.text.arrays.ragged import IntArray, offsets_of
from genchal.text.parser.features import FeatureTables, is_placeholder
from genchal.text.parser.lemmas import Scripts, apply
from genchal.text.parser.network import Network, SentenceStates
from genchal.text.parser.recurrent import Floats
from genchal.text.parser.trees import are_trees, best_heads, greedy_heads
from genchal.text.syntax import Parse

LONGEST = 400  # words that are parsed at once; what is longer is parsed in pieces
TOGETHER = 128  # sentences in a batch, at most
BATCH = 4_000  # words in a batch, at most, roots included
JOINING = "parataxis"  # label of a later piece's root
KNOWN = 4.0  # added to the score of a lemma that is a known word; the best on EWT's dev part


@dataclass(frozen=True, slots=True)
class Inventory:
    """The names behind the numbers of a model."""

    words: tuple[str, ...]
    characters: tuple[str, ...]
    upos: tuple[str, ...]
    xpos: tuple[str, ...]
    deprels: tuple[str, ...]
    scripts: tuple[str, ...]


class TaggerParser:
    """A joint tagger, lemmatiser and dependency parser (`genchal.text.syntax.Parser`)."""

    def __init__(self, name: str, inventory: Inventory, weights: Mapping[str, Floats]) -> None:
        self._name = name
        self._inventory = inventory
        self._tables = FeatureTables(inventory.words, inventory.characters, len(weights["affixes"]))
        self._network = Network(weights)
        self._scripts = Scripts(inventory.scripts)
        self._is_root = np.array([label == "root" for label in inventory.deprels])

    @property
    def name(self) -> str:
        """Name with a fingerprint of the weights."""
        return self._name

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        """Give every sentence tags, lemmas and a tree; sentences above LONGEST words are parsed in pieces."""
        pieces: list[Sequence[str]] = []
        owners: list[int] = []
        for number, words in enumerate(sentences):
            for start in range(0, len(words), LONGEST):
                pieces.append(words[start : start + LONGEST])
                owners.append(number)
        parses: list[list[Parse]] = [[] for _ in sentences]
        for owner, parse in zip(owners, self._parse(pieces), strict=True):
            parses[owner].append(parse)
        return [_joined(parts) for parts in parses]

    def _parse(self, sentences: list[Sequence[str]]) -> list[Parse]:
        if not sentences:
            return []
        types: dict[str, int] = {}
        numbers = [np.array([0, *(types.setdefault(word, len(types) + 1) for word in words)]) for words in sentences]
        forms = list(types)
        projected = self._network.read_types(self._tables.look_up(forms))
        fitting = self._fitting(forms)
        lemmas: dict[tuple[int, int], str] = {}
        lengths = np.array([len(sentence) for sentence in numbers])
        results: dict[int, Parse] = {}
        for batch in _batches(lengths):
            own = np.concatenate([numbers[n] for n in batch])
            encoded = self._network.encode(projected, own, lengths[batch])
            starts = offsets_of(encoded.lengths)
            is_word = np.ones(len(own), dtype=bool)
            is_word[starts[:-1]] = False
            heads, deprels = self._tree(encoded, is_word)
            tags = self._network.tags(encoded.states[is_word])
            words = own[is_word]
            scripts = (tags["script"] + fitting[words]).argmax(axis=1).tolist()
            upos, xpos = tags["upos"].argmax(axis=1).tolist(), tags["xpos"].argmax(axis=1).tolist()
            for pair in zip(words.tolist(), scripts, strict=True):
                if pair not in lemmas:
                    lemmas[pair] = apply(self._scripts.scripts[pair[1]], forms[pair[0] - 1])
            ours = self._inventory
            for place, number in enumerate(batch.tolist()):
                begin, end = int(starts[place]) - place, int(starts[place + 1]) - place - 1
                results[number] = Parse(
                    tuple(sentences[number]),
                    tuple([lemmas[pair] for pair in zip(words[begin:end].tolist(), scripts[begin:end], strict=True)]),
                    tuple([ours.upos[tag] for tag in upos[begin:end]]),
                    tuple([ours.xpos[tag] for tag in xpos[begin:end]]),
                    tuple(heads[begin:end]),
                    tuple([ours.deprels[label] for label in deprels[begin:end]]),
                )
        return [_with_names(results[number]) for number in range(len(sentences))]

    def _tree(self, encoded: SentenceStates, is_word: NDArray[np.bool_]) -> tuple[list[int], list[int]]:
        """Heads and labels of all words of a batch, one sentence after the other."""
        scores = self._network.arcs(encoded)
        heads = greedy_heads(scores)
        inside = np.arange(scores.shape[-1]) < encoded.lengths[:, None]
        heads[~inside] = 1  # what pads a sentence hangs on its first word, so that it makes no difference
        for sentence in np.flatnonzero(~are_trees(heads)).tolist():
            length = int(encoded.lengths[sentence])
            heads[sentence, 1:length] = best_heads(scores[sentence, :length, :length])
        flat = heads[inside]
        starts = np.repeat(offsets_of(encoded.lengths)[:-1], encoded.lengths)
        chosen = flat[is_word]
        labels = self._network.labels(encoded.states, np.flatnonzero(is_word), (starts + flat)[is_word])
        allowed = (chosen == 0)[:, None] == self._is_root[
            None, :
        ]  # the label `root` goes with the root, and only there
        return chosen.tolist(), np.where(allowed, labels, -np.inf).argmax(axis=1).tolist()

    def _fitting(self, forms: Sequence[str]) -> Floats:
        """What is added to the scores of lemma scripts, by word type: those that make a known word are preferred."""
        fitting = np.full((len(forms) + 1, len(self._scripts.scripts)), -np.inf, np.float32)
        for row, form in enumerate(forms, start=1):
            for script in self._scripts.fitting(form):
                lemma = apply(self._scripts.scripts[script], form)
                fitting[row, script] = KNOWN if self._tables.knows(lemma) else 0.0
        return fitting


def _batches(lengths: IntArray) -> Iterator[IntArray]:
    """Numbers of sentences of like lengths, the longest first."""
    order = np.argsort(-lengths, kind="stable")
    start = 0
    while start < len(order):
        end = start + max(1, min(TOGETHER, BATCH // int(lengths[order[start]])))
        yield order[start:end]
        start = end


def _with_names(parse: Parse) -> Parse:
    """The parse with placeholders as the proper names that they stand for."""
    places = {place for place, form in enumerate(parse.forms) if is_placeholder(form)}
    if not places:
        return parse
    columns = ((parse.lemmas, parse.forms), (parse.upos, ("PROPN",) * len(parse)), (parse.xpos, ("NNP",) * len(parse)))
    lemmas, upos, xpos = (
        tuple(named[place] if place in places else value for place, value in enumerate(column))
        for column, named in columns
    )
    return replace(parse, lemmas=lemmas, upos=upos, xpos=xpos)


def _joined(pieces: list[Parse]) -> Parse:
    """One tree of several: the roots of later pieces hang on the first root."""
    if len(pieces) == 1:
        return pieces[0]
    if not pieces:
        return Parse((), (), (), (), (), ())
    root = pieces[0].heads.index(0) + 1
    heads: list[int] = []
    deprels: list[str] = []
    for piece in pieces:
        before = len(heads)
        heads += [head + before if head else root if before else 0 for head in piece.heads]
        deprels += [
            JOINING if before and not head else label for head, label in zip(piece.heads, piece.deprels, strict=True)
        ]
    return Parse(
        tuple(form for piece in pieces for form in piece.forms),
        tuple(lemma for piece in pieces for lemma in piece.lemmas),
        tuple(tag for piece in pieces for tag in piece.upos),
        tuple(tag for piece in pieces for tag in piece.xpos),
        tuple(heads),
        tuple(deprels),
    )
