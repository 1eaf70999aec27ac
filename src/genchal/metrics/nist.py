"""NIST (Doddington 2002), as mteval and the E2E challenge computed it.

An n-gram that matches counts for its information: the logarithm (base 2) of how often its first n - 1 words occur in
the references of the whole test set, divided by how often the n-gram does; for single words, of how many words there
are. Matches are clipped as for BLEU. A corpus score is the sum, over n, of the information of all matches per n-gram
of the outputs, times a penalty for outputs that are shorter than references on average.

Which average is the one thing that programs disagree on when segments have different numbers of references. mteval
(Perl, behind all published numbers) takes the mean of all references, times the segments; its Python successor the sum
of the segments' means. With one reference each, both are the same, and the same as NLTK's `corpus_nist`: so
``tok=none:case=lower:order=4`` is what the organisers' script of SR'18 computes. (With several references NLTK takes
the best of them for each segment and order instead of clipping by all; that form is not offered.)

The score of a segment is its score as a corpus of its own: information comes from its own references alone.
"""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

import numpy as np

from genchal.domain import Batch, Case, Metric, Rows, Scores, Tokens, Totals, setting
from genchal.text.arrays.fingerprints import Fingerprints, ngrams_by_order, shared_fingerprints, token_fingerprints
from genchal.text.arrays.ragged import FloatArray, IntArray, ratio
from genchal.text.overlap.ngram_counts import GramCounts, GramPart, count_grams, merge_parts
from genchal.text.overlap.ngrams import Piece, pieces

Length = Literal["perl", "python"]
BETA = np.log(0.5) / np.log(1.5) ** 2  # the penalty is one half for outputs two thirds as long as references


@dataclass(frozen=True, slots=True)
class Nist(Metric):
    """Information-weighted n-gram precision, summed over orders; an empty output scores 0."""

    name: ClassVar[str] = "nist"
    version: ClassVar[int] = 1
    is_informed_by_corpus: ClassVar[bool] = True

    tok: str = setting("13a", "Tokeniser.")
    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    order: int = setting(5, "Longest n-grams counted.", low=1, high=20)
    length: Length = setting(
        "perl", "Reference length: the mean of all references times the number of segments, or the sum of means."
    )
    _references: GramCounts | None = field(default=None, repr=False, compare=False)

    def survey(self, batch: Batch) -> GramPart:
        """Count the n-grams of the references, and their words."""
        tokens = batch.tokens(self.tok, self.case)
        references = tokens.texts.take(tokens.pairs().reference)
        words = token_fingerprints(tokens.encoded.vocabulary)
        grams = [found for _, found in ngrams_by_order(references, words, self.order)]
        return count_grams(np.concatenate(grams), len(references.values))

    def informed(self, surveys: Iterable[GramPart]) -> Self:
        """Add up the counts."""
        return dataclasses.replace(self, _references=merge_parts(surveys))

    def state(self) -> str:
        """Fingerprint of the n-grams of all references."""
        return self._references.digest if self._references else ""

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment.

        Its columns: information of matches by order, n-grams by order, words and number of references, mean words of
        a reference, 1, and the segment's own score.
        """
        if self._references is None:
            raise ValueError("NIST has not been informed by the corpus")
        tokens = batch.tokens(self.tok, self.case)
        words = token_fingerprints(tokens.encoded.vocabulary)
        of_corpus = np.zeros((len(batch), self.order))
        of_segment = np.zeros((len(batch), self.order))
        for piece in pieces(tokens.texts, tokens.encoded.types, tokens.output, tokens.groups, tokens.group):
            of_corpus[piece.who], of_segment[piece.who] = _information_of(piece, words, self._references, self.order)
        grams = np.maximum(tokens.output_lengths[:, None] - np.arange(self.order), 0)
        count, total = _reference_words(tokens)
        mean = ratio(total, count)
        alone = ratio(of_segment, grams).sum(axis=-1) * _penalty(tokens.output_lengths, mean)
        rows = np.column_stack([of_corpus, grams, total, count, mean, np.ones(len(batch)), alone])
        rows[~tokens.has_reference] = np.nan
        return rows

    def summarise(self, totals: Totals) -> Scores:
        """Sum of the information per n-gram over orders, with penalty; the segments' own scores do not count."""
        information, grams = totals[..., : self.order], totals[..., self.order : 2 * self.order]
        words, references, means, segments, _ = np.moveaxis(totals[..., 2 * self.order :], -1, 0)
        length = ratio(words, ratio(references, segments)) if self.length == "perl" else means
        scores = ratio(information, grams).sum(axis=-1) * _penalty(grams[..., 0], length)
        return np.where(segments == 0, np.nan, scores)

    def segment_scores(self, rows: Rows) -> Scores:
        """Scores of segments by themselves."""
        return rows[..., -1]


def _information_of(
    piece: Piece, words: Fingerprints, references: GramCounts, order: int
) -> tuple[FloatArray, FloatArray]:
    """Information of the clipped matches of every output by order: by the whole corpus, and by its own references.

    Counts are kept as logarithms, by number of the n-gram. Before the first order there are sequences of no words, one
    for each group: they occur as often as there are words.
    """
    rows = len(piece.who)
    of_corpus, of_segment = np.zeros((rows, order)), np.zeros((rows, order))
    groups = len(piece.group_sizes)
    words_of_group = np.bincount(piece.reference_group, weights=piece.references.lengths, minlength=groups)
    corpus_before, segment_before = _log(np.full(groups, references.size)), _log(words_of_group)
    fingerprints = np.zeros(0, dtype=np.uint64)
    for n, (ours, theirs) in enumerate(piece.shared(order), start=1):
        fingerprints = shared_fingerprints(piece, ours, n, words, fingerprints)
        most = theirs.most(ours.count)
        there = np.flatnonzero(most)
        corpus, segment = np.zeros(ours.count), np.zeros(ours.count)
        corpus[there] = _log(references.of(fingerprints[there]))
        segment[there] = _log(np.bincount(theirs.gram, minlength=ours.count)[there])
        beginning = np.zeros(ours.count, dtype=np.int64)
        beginning[ours.gram] = ours.beginning if n > 1 else piece.output_group[ours.row[ours.at]]
        gram, row, count = ours.counted()
        clipped = np.minimum(count, most[gram])
        of_corpus[:, n - 1] = np.bincount(row, clipped * (corpus_before[beginning] - corpus)[gram], rows)
        of_segment[:, n - 1] = np.bincount(row, clipped * (segment_before[beginning] - segment)[gram], rows)
        corpus_before, segment_before = corpus, segment
    return of_corpus, of_segment


def _log(counts: FloatArray | IntArray) -> FloatArray:
    """Logarithm to the base of 2; 0 for 0."""
    return np.log2(np.maximum(counts, 1))


def _reference_words(tokens: Tokens) -> tuple[IntArray, FloatArray]:
    """Number of references of every segment, and how many words they have together."""
    lengths = tokens.texts.lengths[tokens.groups.values]
    of_group = np.repeat(np.arange(len(tokens.groups)), tokens.groups.lengths)
    total = np.bincount(of_group, weights=lengths, minlength=len(tokens.groups))
    return tokens.groups.lengths[tokens.group], total[tokens.group].astype(np.float64)


def _penalty(output: FloatArray | IntArray, reference: FloatArray) -> FloatArray:
    """Factor for outputs that are shorter than references: 1 if they are not, 0 if they are empty."""
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = np.minimum(np.log(output / reference), 0.0)
    return np.where(output > 0, np.exp(BETA * relative**2), 0.0)
