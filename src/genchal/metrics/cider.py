"""CIDEr (Vedantam, Zitnick and Parikh 2015), as the caption metrics and the E2E challenge computed it.

Texts become vectors of n-gram counts, one for each n, weighted by how rare an n-gram is: the logarithm of the number
of segments, minus that of the number of segments with a reference that has it. What is not in any reference weighs as
much as what is in one. An output's score is the mean, over references and over n, of the similarities of vectors, times
10; a corpus has the mean of its segments.

The paper has two forms. `plain` is its CIDEr: the cosine. `d` is its CIDEr-D, "defended": repeating a word does not
help, as an output's counts are clipped by the reference's, and neither does another length, which is punished by a
Gaussian of the difference in bigrams. Names are confused: the programs in use (coco-caption, pycocoevalcap, nlg-eval,
the E2E challenge's script) compute the `d` form and call it CIDEr; the authors' own repository has both.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import Batch, Case, Rows, setting
from genchal.metrics._captions import caption_tokens
from genchal.metrics._means import MeanMetric, with_count
from genchal.text.arrays.fingerprints import Fingerprints, ngrams_by_order, shared_fingerprints, token_fingerprints
from genchal.text.arrays.numbering import Numbering
from genchal.text.arrays.ragged import FloatArray, IntArray, Ragged, offsets_of, positions, ratio
from genchal.text.overlap.ngram_counts import GramCounts, GramPart, count_grams, merge_parts
from genchal.text.overlap.ngrams import Grams, Piece, pieces

Form = Literal["d", "plain"]


@dataclass(frozen=True, slots=True)
class Cider(MeanMetric):
    """Similarity of an output to its references by rare n-grams, times 10; an empty output scores 0.

    A single segment always scores 0, since nothing is rare in it.
    """

    name: ClassVar[str] = "cider"
    version: ClassVar[int] = 1
    is_informed_by_corpus: ClassVar[bool] = True

    tok: str = setting("ptb", "Tokeniser.")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    form: Form = setting("d", "CIDEr-D, which is usually just called CIDEr, or the plain cosine.")
    order: int = setting(4, "Longest n-grams counted.", low=1, high=20)
    sigma: float = setting(6.0, "For form d: width of the Gaussian over differences in length.", low=0, open_low=True)
    _references: GramCounts | None = field(default=None, repr=False, compare=False)

    def survey(self, batch: Batch) -> GramPart:
        """Count the segments whose references have an n-gram, and the segments."""
        tokens = caption_tokens(batch, self.tok, self.case)
        pairs = tokens.pairs()
        references = tokens.texts.take(pairs.reference)
        segment = np.repeat(np.arange(len(batch)), np.diff(pairs.offsets))[references.rows()]
        words = token_fingerprints(tokens.encoded.vocabulary)
        places, grams = zip(*ngrams_by_order(references, words, self.order), strict=True)
        owner = np.concatenate([segment[at] for at in places])
        return count_grams(np.concatenate(grams), int(tokens.has_reference.sum()), owner)

    def informed(self, surveys: Iterable[GramPart]) -> Self:
        """Add up the counts."""
        return dataclasses.replace(self, _references=merge_parts(surveys))

    def state(self) -> str:
        """Fingerprint of the n-grams of all references."""
        return self._references.digest if self._references else ""

    def measure(self, batch: Batch) -> Rows:
        """Return one row (score, 1) per segment."""
        if self._references is None:
            raise ValueError("CIDEr has not been informed by the corpus")
        tokens = caption_tokens(batch, self.tok, self.case)
        words = token_fingerprints(tokens.encoded.vocabulary)
        norms = _norms(tokens.texts, words, self._references, self.order)
        scores = np.full(len(batch), np.nan)
        for piece in pieces(tokens.texts, tokens.encoded.types, tokens.output, tokens.groups, tokens.group):
            similarities = _Similarities(piece, norms[tokens.output[piece.who]], norms[piece.which])
            fingerprints = np.zeros(0, dtype=np.uint64)
            for n, (ours, theirs) in enumerate(piece.shared(self.order), start=1):
                fingerprints = shared_fingerprints(piece, ours, n, words, fingerprints)
                there = np.flatnonzero(np.bincount(theirs.gram))
                weights = np.zeros(ours.count)
                weights[there] = _rarity(self._references, fingerprints[there])
                similarities.add(n, ours, theirs, weights, clip=self.form == "d")
            scores[piece.who] = similarities.means(self.sigma if self.form == "d" else None) * 10 / self.order
        return with_count(scores)


class _Similarities:
    """Similarities of the outputs of a piece to each of their references: sums over n-grams, added order by order."""

    def __init__(self, piece: Piece, output_norms: FloatArray, reference_norms: FloatArray) -> None:
        self.piece = piece
        self.output_scale = ratio(np.ones(1), output_norms)
        self.reference_scale = ratio(np.ones(1), reference_norms)
        self.sizes = piece.group_sizes[piece.output_group]
        offsets = offsets_of(self.sizes)
        # Pair (output, reference) has the place `shift[output] + reference`: references of a group stand together.
        self.shift = offsets[:-1] - offsets_of(piece.group_sizes)[piece.output_group]
        self.of_pair = np.zeros(offsets[-1])

    def add(self, order: int, ours: Grams, theirs: Grams, weights: FloatArray, clip: bool) -> None:
        """Add the products of vectors of this order, for n-grams with these weights."""
        gram, row, count = theirs.counted()
        by_gram = np.argsort(gram, kind="stable")
        reference, times = row[by_gram], count[by_gram]
        value = times * (weights**2)[gram[by_gram]] * self.reference_scale[reference, order - 1]
        holders = np.bincount(gram, minlength=ours.count)
        begins = offsets_of(holders)

        gram, row, count = ours.counted()
        counts = holders[gram]
        places = positions(begins[gram], counts, offsets_of(counts))
        output, most = np.repeat(row, counts), np.repeat(count, counts)
        common = np.minimum(most, times[places]) if clip else most
        product = common * value[places] * self.output_scale[output, order - 1]
        self.of_pair += np.bincount(self.shift[output] + reference[places], product, len(self.of_pair))

    def means(self, sigma: float | None) -> FloatArray:
        """Mean over the references of every output, with the penalty for a different length; NaN without references."""
        outputs = np.repeat(np.arange(len(self.sizes)), self.sizes)
        similarity = self.of_pair
        if sigma is not None:
            references = np.arange(len(outputs)) - self.shift[outputs]
            ours, theirs = (np.maximum(texts.lengths - 1, 0) for texts in (self.piece.outputs, self.piece.references))
            difference = ours[outputs] - theirs[references]
            similarity = similarity * np.exp(-(difference**2) / (2 * sigma**2))
        sums = np.bincount(outputs, similarity, len(self.sizes))
        means: FloatArray = np.divide(sums, self.sizes, out=np.full(len(sums), np.nan), where=self.sizes > 0)
        return means


def _rarity(references: GramCounts, fingerprints: Fingerprints) -> FloatArray:
    """Inverse document frequencies."""
    rarity: FloatArray = np.log(max(references.size, 1)) - np.log(references.of(fingerprints))
    return rarity


def _norms(texts: Ragged, words: Fingerprints, references: GramCounts, order: int) -> FloatArray:
    """Lengths of the weighted vectors of every text, a column for each order.

    An n-gram that occurs twice in a text has a beginning that does, so that few have to be counted.
    """
    row = texts.rows()
    squares = np.zeros((len(texts), order))
    again = np.ones(len(row), dtype=bool)
    for column, (at, grams) in enumerate(ngrams_by_order(texts, words, order)):
        weight = _rarity(references, grams) ** 2
        some = np.flatnonzero(again[at])
        number = Numbering(grams[some].view(np.int64)).numbers
        times = _occurrences((number << 32) | row[at[some]])
        weight[some] *= times  # each of t occurrences adds t times the square, which makes t² times the square
        again[at[some]] = times > 1
        squares[:, column] = np.bincount(row[at], weight, len(texts))
    return np.sqrt(squares)


def _occurrences(keys: IntArray) -> IntArray:
    """How often each key is there."""
    numbering = Numbering(keys)
    return np.bincount(numbering.numbers, minlength=numbering.count)[numbering.numbers]
