"""Which words of a text say which fact: learnt from texts beside their facts, then one run of words for each fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.generators.neural.data.meanings import ANY, Meaning
from genchal.generators.neural.data.tokens import ENDS, split_words

Words = tuple[str, ...]
ROUNDS = 8  # of expectation maximisation: scores hardly change after five
RARE = 5.0  # added to the mass of a fact, so that rare facts do not take hold of rare words
ANCHOR = 0.7  # least log-ratio by which a word must be more frequent with a fact than without, to stand for it
LOWEST, HIGHEST = -1.0, 6.0  # bounds of log-ratios: no single word decides where a run ends
OWN = 20.0  # the placeholder of a fact surely says it
RIGHT = 0.3  # words that say nothing go with what follows, as most phrases begin with them ("with a", "located in the")


class Segmented(NamedTuple):
    """A text cut into runs: which fact each run says (its place in the meaning), their words, and the last words."""

    order: tuple[int, ...]
    runs: tuple[Words, ...]
    closing: Words

    @property
    def words(self) -> Words:
        """All words, in order."""
        return tuple(word for run in (*self.runs, self.closing) for word in run)


@dataclass(frozen=True)
class Links:
    """Every word of every text beside every fact of its meaning, as numbers of distinct pairs of word and fact."""

    pairs: NDArray[np.int64]
    tokens: NDArray[np.int64]
    words: NDArray[np.int64]  # by pair
    facts: NDArray[np.int64]  # by pair
    is_first: NDArray[np.bool_]  # of each word of a text: whether it has not been in this text before, like pairs
    counts: NDArray[np.float64]  # by word
    texts: NDArray[np.float64]  # that have a word
    texts_about: NDArray[np.float64]  # a fact
    all_texts: int


def segment_texts(meanings: Sequence[Meaning], texts: Sequence[Words]) -> list[Segmented]:
    """Cut every text into runs of words, one for each fact that it says; hidden values are placeholders in both."""
    links = link_words(meanings, texts)
    ratios = _learn_ratios(links) if len(links.pairs) else np.zeros(0)
    standing = np.where(is_typical(links), ratios, -np.inf)[links.pairs]
    ratios = ratios[links.pairs]
    found, start = [], 0
    for meaning, words in zip(meanings, texts, strict=True):
        end = start + len(words) * len(meaning)
        shape = len(words), len(meaning)
        scores, anchors = ratios[start:end].reshape(shape).copy(), standing[start:end].reshape(shape).copy()
        for place, fact in enumerate(meaning):
            own: list[bool] | list[int] = []
            if fact.value == ANY:
                own = [word == f"{{{fact.slot}}}" for word in words]
            elif len(words) and anchors[:, place].max() < ANCHOR:  # a rare one, or one that is said in all texts
                own = find_value(words, fact.value)
            scores[own, place] = anchors[own, place] = OWN
        found.append(segment_text(words, scores, find_anchors(anchors)))
        start = end
    return found


def segment_text(words: Words, scores: NDArray[np.float64], anchors: Mapping[int, int]) -> Segmented:
    """Cut a text between the words that stand for facts: runs end where the sum of their words' scores is best."""
    order = sorted(anchors, key=lambda fact: anchors[fact])
    cuts = [0]
    for left, right in zip(order, [*order[1:], None], strict=False):
        begin, end = anchors[left] + 1, len(words) if right is None else anchors[right]
        ends = [place for place in range(begin, end) if words[place] in ENDS]
        last = ends[0] if ends else end  # a sentence that ends belongs to what follows
        gains = scores[begin:last, left] - (0.0 if right is None else scores[begin:last, right]) - RIGHT
        sums = np.concatenate([[0.0], np.cumsum(gains)])
        cuts.append(begin + int(sums.argmax()))
    runs = tuple(words[begin:end] for begin, end in pairwise(cuts))
    return Segmented(tuple(order), runs, words[cuts[-1] :])


def find_value(words: Words, value: str) -> list[int]:
    """Where a value stands as it is; nowhere if it does not."""
    wanted = tuple(split_words(value.lower()))
    starts = range(len(words) - len(wanted) + 1) if wanted else ()
    found = next((start for start in starts if words[start : start + len(wanted)] == wanted), None)
    return [] if found is None else list(range(found, found + len(wanted)))


def find_anchors(scores: NDArray[np.float64]) -> dict[int, int]:
    """The word that stands for each fact, best pairs first; facts that no word tells have none."""
    left = scores.copy()
    anchors: dict[int, int] = {}
    while left.size:
        word, fact = divmod(int(left.argmax()), left.shape[1])
        if left[word, fact] < ANCHOR:
            break
        anchors[fact] = word
        left[word, :] = left[:, fact] = -np.inf
    return anchors


def link_words(meanings: Sequence[Meaning], texts_of_words: Sequence[Words]) -> Links:
    """Number every word of a text beside every fact of its meaning."""
    word_numbers: dict[str, int] = {}
    fact_numbers: dict[tuple[str, str], int] = {}
    words, facts, tokens, firsts, token = [], [], [], [], 0
    texts, texts_about = Counter[int](), Counter[int]()
    for meaning, text in zip(meanings, texts_of_words, strict=True):
        text_words = [word_numbers.setdefault(word, len(word_numbers)) for word in text]
        text_facts = [fact_numbers.setdefault(fact, len(fact_numbers)) for fact in meaning]
        words.append(np.repeat(np.array(text_words, dtype=np.int64), len(text_facts)))
        facts.append(np.tile(np.array(text_facts, dtype=np.int64), len(text_words)))
        tokens.append(np.repeat(np.arange(token, token + len(text_words)), len(text_facts)))
        first = np.zeros(len(text_words), dtype=np.int64)
        first[np.unique(text_words, return_index=True)[1]] = 1
        firsts.append(np.repeat(first, len(text_facts)))
        texts.update(set(text_words))
        texts_about.update(set(text_facts))
        token += len(text_words)
    counts = np.bincount(
        [word_numbers[word] for text in texts_of_words for word in text] or np.zeros(0, dtype=np.int64),
        minlength=len(word_numbers),
    ).astype(np.float64)
    kinds = max(1, len(fact_numbers))
    codes, pairs = np.unique(_join(words) * kinds + _join(facts), return_inverse=True)
    return Links(
        pairs,
        _join(tokens),
        codes // kinds,
        codes % kinds,
        _join(firsts) > 0,
        counts,
        np.array([texts[word] for word in range(len(word_numbers))], dtype=np.float64),
        np.array([texts_about[fact] for fact in range(len(fact_numbers))], dtype=np.float64),
        len(texts_of_words),
    )


def _join(arrays: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(0, dtype=np.int64), *arrays])


def is_typical(links: Links) -> NDArray[np.bool_]:
    """Whether texts about a fact have a word, of each pair, much more often than other texts.

    A word may have a high ratio only because it often stands beside what says the fact ("it is", of a sentence more);
    but then texts that forget the fact would have something that seems to say it.
    """
    together = np.bincount(links.pairs, links.is_first, len(links.words))
    about = links.texts_about[links.facts]
    others = (links.texts[links.words] - together) / (links.all_texts - about + RARE)
    typical: NDArray[np.bool_] = together / about >= np.exp(ANCHOR) * others
    return typical


def _learn_ratios(links: Links) -> NDArray[np.float64]:
    """Log-ratio of each pair: the word's probability when the fact is said, to that in any text (IBM model 1)."""
    background = links.counts / links.counts.sum()
    chances = np.ones(len(links.words)) * background[links.words]
    tokens = int(links.tokens.max()) + 1
    for _ in range(ROUNDS):
        shares = chances[links.pairs]
        of_nothing = background[links.words[links.pairs]]  # a word may also say nothing
        shares /= np.bincount(links.tokens, shares, tokens)[links.tokens] + of_nothing
        mass = np.bincount(links.pairs, shares, len(chances))
        chances = mass / (np.bincount(links.facts, mass)[links.facts] + RARE)
    with np.errstate(divide="ignore"):
        ratios = np.log(chances / background[links.words])
    clipped: NDArray[np.float64] = np.clip(ratios, LOWEST, HIGHEST)
    return clipped
