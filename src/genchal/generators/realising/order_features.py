"""Features of the order of words: integers that index a table of weights.

A *family* is a head with its dependents; its *members* are ordered. There are two kinds of features: which of two
members comes first (precedence), and which member follows which (adjacency). Names of features are never stored: values
are hashed, and the hash is the place in the table (Weinberger et al. 2009).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from genchal.generators.realising.forest import ROOT, Forest

Codes = NDArray[np.uint64]
Ints = NDArray[np.int64]

BITS = 21  # two million weights
MIRRORED = 1 << BITS  # a place beyond the table means: this weight, with the other sign
FUNCTION_RELATIONS = frozenset({"case", "mark", "cc"})  # words that say how their head hangs on the rest
QUESTION = ("PronType=Int", "PronType=Rel")
HEAD, START = (np.uint64(crc32(name)) for name in (b"<head>", b"<start>"))
NONE = np.uint64(0)
_FACTOR, _SECOND, _THIRD = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9))
_SIZES = np.array([0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7], dtype=np.uint64)  # a few classes of sizes


@dataclass(frozen=True, slots=True)
class WordCodes:
    """What features are made of: one number a word for each of its properties."""

    relation: Codes
    upos: Codes
    xpos: Codes
    lemma: Codes
    feats: Codes
    shape: Codes  # digits, capitals, letters, other
    size: Codes  # class of the number of words in the subtree
    question: Codes  # whether an interrogative or relative word is in the subtree
    is_asking: Codes  # whether the word itself is one
    function: Codes  # adpositions, conjunctions and markers of the word
    below: Codes  # relations of the word's dependents
    ordinal: Codes  # first, second ... of leaves that are the same in all respects, such as two commas
    mood: Codes  # how the sentence ends: its punctuation marks


def encode_words(forest: Forest) -> WordCodes:
    """Turn the columns of a forest into numbers."""
    size = len(forest)
    function, below, ordinal = (np.zeros(size, dtype=np.uint64) for _ in range(3))
    asking = np.array([feats.find("PronType=") >= 0 and any(q in feats for q in QUESTION) for feats in forest.feats])
    question = asking.copy()
    for place in sorted(range(size), key=forest.heights.__getitem__):
        if question[place] and forest.parents[place] != ROOT:
            question[forest.parents[place]] = True
        children = forest.children[place]
        if children:
            below[place] = _code(" ".join(sorted({forest.deprels[child] for child in children})))
            names = [forest.lemmas[child] for child in children if forest.deprels[child] in FUNCTION_RELATIONS]
            function[place] = _code(" ".join(sorted(names)))
            _number_twins(forest, children, ordinal)
    for roots in forest.roots:
        _number_twins(forest, roots, ordinal)
    return WordCodes(
        relation=encode_texts(forest.deprels),
        upos=encode_texts(forest.upos),
        xpos=encode_texts(forest.xpos),
        lemma=encode_texts(lemma.lower() for lemma in forest.lemmas),
        feats=encode_texts(forest.feats),
        shape=encode_texts(_shape(lemma) for lemma in forest.lemmas),
        size=_SIZES[np.minimum(forest.sizes, len(_SIZES) - 1)] if size else np.zeros(0, dtype=np.uint64),
        question=question.astype(np.uint64),
        is_asking=asking.astype(np.uint64),
        function=function,
        below=below,
        ordinal=ordinal,
        mood=_moods(forest),
    )


def _number_twins(forest: Forest, siblings: Sequence[int], ordinal: Codes) -> None:
    """Number leaves that cannot be told apart; otherwise a model would put both commas in the same place."""
    leaves = [place for place in siblings if not forest.children[place]]
    if len(leaves) < 2:
        return
    seen: dict[bytes, list[int]] = {}
    for place in leaves:
        seen.setdefault(forest.digests[place], []).append(place)
    for twins in seen.values():
        if len(twins) > 1:
            for number, place in enumerate(twins):
                ordinal[place] = 100 * min(len(twins), 9) + min(number + 1, 9)


def _moods(forest: Forest) -> Codes:
    moods = np.zeros(len(forest), dtype=np.uint64)
    for tree, (start, end) in enumerate(zip(forest.bounds, forest.bounds[1:], strict=False)):
        marks = {forest.lemmas[child] for root in forest.roots[tree] for child in forest.children[root]}
        moods[start:end] = 2 if "?" in marks else 1 if "." in marks else 0
    return moods


def encode_texts(values: Iterable[str]) -> Codes:
    """A number for each text, the same for the same text."""
    known: dict[str, int] = {}
    return np.array(
        [known[value] if value in known else known.setdefault(value, _code(value)) for value in values],
        dtype=np.uint64,
    )


def _code(value: str) -> int:
    return crc32(value.encode(errors="surrogatepass"))


def _shape(lemma: str) -> str:
    if lemma.isdecimal():
        return f"digits {min(len(lemma), 5)}"
    if any(letter.isdecimal() for letter in lemma):
        return "with digits"
    return "capital" if lemma[:1].isupper() else "letters" if lemma[:1].isalpha() else "other"


@dataclass(frozen=True, slots=True)
class Members:
    """Properties of the members of families with equally many of them: families in rows, members in columns.

    The head is a member with a relation of its own and without what is below it. `left` and `right` are the first and
    the last word of a member's part of the sentence.
    """

    tag: Codes  # relation and ordinal
    upos: Codes
    xpos: Codes
    lemma: Codes
    feats: Codes
    shape: Codes
    size: Codes
    question: Codes
    function: Codes
    below: Codes
    left: Ints
    right: Ints
    head: Ints  # the word, one a family; ROOT for the roots of a tree
    family: Codes  # relations of all members
    words: WordCodes


def make_members(words: WordCodes, members: Ints, heads: Ints, left: Ints, right: Ints) -> Members:
    """Look up the properties of members; `left` and `right` are edges of all words' subtrees."""
    is_head = members == heads[:, None]

    def below(values: Codes, own: Codes | np.uint64 = NONE) -> Codes:
        return np.where(is_head, own, values[members])

    tag = mix_codes(below(words.relation, HEAD), below(words.ordinal))
    return Members(
        tag=tag,
        upos=words.upos[members],
        xpos=words.xpos[members],
        lemma=words.lemma[members],
        feats=words.feats[members],
        shape=words.shape[members],
        size=below(words.size),
        question=below(words.question, words.is_asking[members]),
        function=below(words.function),
        below=below(words.below),
        left=np.where(is_head, members, left[members]),
        right=np.where(is_head, members, right[members]),
        head=heads,
        family=tag.sum(axis=1, dtype=np.uint64),
        words=words,
    )


def _of_heads(members: Members, values: Codes) -> Codes:
    """A property of the heads, as a column beside pairs; of no head: 0."""
    return np.where(members.head >= 0, values[np.maximum(members.head, 0)], NONE)[:, None]


def precedence_features(members: Members, first: Ints, second: Ints) -> NDArray[np.int32]:
    """Features of pairs of members (columns `first` and `second`): families x pairs x features.

    A feature of (a, b) is that of (b, a) with the other sign, so that scores are antisymmetric.
    """
    m, w = members, members.words
    upos, xpos, lemma, feats = (_of_heads(m, values) for values in (w.upos, w.xpos, w.lemma, w.feats))
    relation = _of_heads(m, w.relation)
    mood, asks = _of_heads(m, w.mood), m.question.max(axis=1)[:, None]
    number = np.uint64(min(m.tag.shape[1], 8))
    tag_upos, tag_lemma = mix_codes(m.tag, m.upos), mix_codes(m.tag, m.lemma)
    sized = mix_codes(m.tag, m.size)
    same: list[tuple[Codes, Codes | np.uint64]] = [
        (m.tag, NONE),
        (m.tag, upos),
        (tag_upos, upos),
        (mix_codes(m.tag, m.xpos), xpos),
        (tag_lemma, NONE),
        (sized, NONE),
        (mix_codes(sized, m.upos), upos),
        (mix_codes(m.tag, m.function), NONE),
        (mix_codes(m.tag, m.below), NONE),
        (m.tag, m.family[:, None]),
        (m.tag, mix_codes(upos, relation)),
        (tag_upos, mix_codes(mood, asks, upos)),
        (mix_codes(m.tag, m.question, m.upos), mix_codes(mood, relation)),
        (m.tag, mix_codes(upos, number)),
        (mix_codes(m.tag, m.feats), NONE),
        (m.tag, mix_codes(feats, upos)),
        (mix_codes(m.tag, m.shape, m.upos), NONE),
        (m.tag, lemma),
    ]
    crossed: list[tuple[Codes, Codes, Codes | np.uint64]] = [
        (tag_lemma, m.tag, NONE),
        (tag_lemma, tag_upos, upos),
        (mix_codes(tag_lemma, m.size), m.tag, NONE),
        (mix_codes(m.tag, m.function, m.size), m.tag, upos),
        (mix_codes(m.tag, m.feats), m.tag, upos),
        (mix_codes(m.tag, m.below), m.tag, upos),
    ]
    shape = (*first.shape, len(same) + 2 * len(crossed))
    found = np.empty((m.tag.shape[0], *shape), dtype=np.int32)
    for number_, (value, context) in enumerate(same):
        a, b = value[:, first], value[:, second]
        place = _place(np.minimum(a, b), np.maximum(a, b), context, number_)
        found[..., number_] = np.where(a < b, place, np.where(a > b, place + MIRRORED, 0))
    for number_, (value, other, context) in enumerate(crossed):
        at = len(same) + 2 * number_
        found[..., at] = _place(value[:, first], other[:, second], context, at)
        found[..., at + 1] = _place(value[:, second], other[:, first], context, at) + MIRRORED
    return found


def adjacency_features(members: Members, last: Ints, following: Ints) -> NDArray[np.int32]:
    """Features of `following` right after `last` (both columns; -1 is the start): families x pairs x features."""
    m, w = members, members.words
    upos, relation = _of_heads(m, w.upos), _of_heads(m, w.relation)
    mood = _of_heads(m, w.mood)

    def before(values: Codes) -> Codes:
        return np.where(last >= 0, values[:, np.maximum(last, 0)], START)

    def after(values: Codes) -> Codes:
        return values[:, following]

    left, right = m.left, m.right
    tag_before, tag_after = before(m.tag), after(m.tag)
    templates: list[tuple[Codes, Codes, Codes | np.uint64]] = [
        (tag_before, tag_after, NONE),
        (tag_before, tag_after, upos),
        (tag_before, tag_after, mix_codes(upos, relation)),
        (before(mix_codes(m.tag, m.lemma)), tag_after, NONE),
        (tag_before, after(mix_codes(m.tag, m.lemma)), NONE),
        (before(mix_codes(m.tag, m.size)), after(mix_codes(m.tag, m.size)), NONE),
        (tag_before, mix_codes(tag_after, after(m.question)), mood),
        (before(w.upos[right]), after(w.upos[left]), NONE),
        (before(w.xpos[right]), after(w.xpos[left]), NONE),
        (before(w.lemma[right]), after(w.lemma[left]), NONE),
        (before(w.lemma[right]), after(w.upos[left]), NONE),
        (before(w.upos[right]), after(w.lemma[left]), NONE),
        (before(mix_codes(w.lemma[right], m.tag)), after(mix_codes(w.upos[left], m.tag)), NONE),
        (before(mix_codes(w.upos[right], m.tag)), after(mix_codes(w.lemma[left], m.tag)), NONE),
    ]
    found = np.empty((m.tag.shape[0], *following.shape, len(templates)), dtype=np.int32)
    for number, (one, other, context) in enumerate(templates):
        found[..., number] = _place(one, other, context, 100 + number)
    return found


def mix_codes(*values: Codes | np.uint64 | int) -> Codes:
    """One number for several, sensitive to their order."""
    mixed: Codes = np.asarray(values[0], dtype=np.uint64)
    with np.errstate(over="ignore"):
        for value in values[1:]:
            mixed = (mixed ^ (mixed >> np.uint64(29))) * _FACTOR + np.asarray(value, dtype=np.uint64) * _SECOND
    return mixed


def _place(one: Codes, other: Codes, context: Codes | np.uint64, template: int) -> NDArray[np.int32]:
    """Hash to a place in the table; place 0 is kept for features that say nothing."""
    with np.errstate(over="ignore"):
        mixed = (one * _FACTOR) ^ (one >> np.uint64(31))
        mixed = (mixed + other * _SECOND + np.uint64(template + 1)) * _THIRD
        mixed = ((mixed ^ (mixed >> np.uint64(32))) + context) * _FACTOR
        mixed = (mixed ^ (mixed >> np.uint64(29))) * _SECOND
    places: NDArray[np.int32] = np.maximum((mixed >> np.uint64(64 - BITS)).astype(np.int32), 1)
    return places
