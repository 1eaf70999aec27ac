"""ROUGE-Lsum (Lin 2004, section 3.2), as the rouge-score package computes it: the lines of a text are its sentences.

Every line of a reference is compared with every line of the output. The places of the reference's line that are in
any of the longest common subsequences are its union; the words at these places are the matches, each counted at most
as often as the output has it. Of a line and another there may be several longest common subsequences, and unions depend
on which one is taken: it is the one that rouge-score reads from its table. A text of one line scores as in ROUGE-L.
"""

from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Pairs, Rows
from genchal.metrics._means import with_count
from genchal.metrics._rouge import RougeMetric
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from genchal.text.arrays.ragged import FloatArray, IntArray, Ragged, offsets_of, positions
from genchal.text.overlap.pair_ngrams import common_ngrams
from genchal.text.overlap.subsequence import lcs_lengths, lcs_places

TOKENS_AT_ONCE = 1 << 20  # of references, once for every line of the output beside them


@dataclass(frozen=True, slots=True)
class RougeLsum(RougeMetric):
    """Union of longest common subsequences of lines, as an F-score; an empty output scores 0."""

    name: ClassVar[str] = "rouge_lsum"
    version: ClassVar[int] = 1

    def measure(self, batch: Batch) -> Rows:
        """Return one row (F, 1) per segment."""
        columns = zip(batch.outputs, batch.references, strict=True)
        has_lines = np.array(
            ["\n" in text or any("\n" in reference for reference in texts) for text, texts in columns], dtype=bool
        )
        scores = np.empty(len(batch))
        for some, scored in ((~has_lines, self._as_a_whole), (has_lines, self._by_lines)):
            if some.any():
                scores[some] = scored(batch if some.all() else batch.take(np.flatnonzero(some).tolist()))
        return with_count(scores)

    def _as_a_whole(self, batch: Batch) -> FloatArray:
        """Scores of segments in which every text is one line."""
        pairs = batch.tokens(self.tok, self.case).pairs()
        common = lcs_lengths(pairs.texts, pairs.output, pairs.reference)
        return self.over_references(pairs, common, pairs.output_lengths, pairs.reference_lengths)

    def _by_lines(self, batch: Batch) -> FloatArray:
        """Scores of the other segments."""
        references = list(chain.from_iterable(batch.references))
        numbers = {text: number for number, text in enumerate(dict.fromkeys([*batch.outputs, *references]))}
        split = [[line for line in text.split("\n") if line] for text in numbers]
        lines = encode(list(chain.from_iterable(split)), TOKENISERS[self.tok](), self.case == "lower").tokens
        first = offsets_of(np.array([len(parts) for parts in split], dtype=np.int64))
        counts = np.array([len(texts) for texts in batch.references], dtype=np.int64)
        pairs = Pairs(
            Ragged(lines.values, lines.offsets[first]),
            np.repeat(np.array([numbers[text] for text in batch.outputs], dtype=np.int64), counts),
            np.array([numbers[text] for text in references], dtype=np.int64),
            offsets_of(counts),
        )
        return self.over_references(pairs, _matches(pairs, lines, first), pairs.output_lengths, pairs.reference_lengths)


def _matches(pairs: Pairs, lines: Ragged, first: IntArray) -> IntArray:
    """Words of the unions that the outputs have, of every pair; text i has the lines `first[i]` to `first[i + 1]`."""
    matches = np.zeros(len(pairs.output), dtype=np.int64)
    work = offsets_of(pairs.reference_lengths * np.diff(first)[pairs.output] + 1)
    start = 0
    while start < len(matches):
        stop = max(int(np.searchsorted(work, work[start] + TOKENS_AT_ONCE, side="right")) - 1, start + 1)
        outputs, references = pairs.output[start:stop], pairs.reference[start:stop]
        union = _unions(lines, first, outputs, references)
        used, place = np.unique(outputs, return_inverse=True)
        whole = pairs.texts.take(used)
        both = Ragged(
            np.concatenate([union.values, whole.values]),
            np.concatenate([union.offsets, union.offsets[-1] + whole.offsets[1:]]),
        )
        pair = np.arange(len(union))
        theirs = Ragged((len(union) + place).astype(np.int32), np.arange(len(union) + 1))
        matches[start:stop] = common_ngrams(both, pair, theirs, pair, 1)[:, 0]
        start = stop
    return matches


def _unions(lines: Ragged, first: IntArray, outputs: IntArray, references: IntArray) -> Ragged:
    """Words of each reference that are in a longest common subsequence of one of its lines and a line of the output."""
    sizes = np.diff(first)
    pair = np.repeat(np.arange(len(references)), sizes[references])  # of every line of a reference
    line = positions(first[references], sizes[references], offsets_of(sizes[references]))
    against = sizes[outputs[pair]]
    row = np.repeat(np.arange(len(line)), against)  # of every comparison
    other = positions(first[outputs[pair]], against, offsets_of(against))
    who, place = lcs_places(lines, line[row], other)
    words = lines.take(line)
    is_common = np.zeros(len(words.values), dtype=bool)
    is_common[words.offsets[row[who]] + place] = True
    counts = np.bincount(pair[words.rows()[is_common]], minlength=len(references))
    return Ragged(words.values[is_common], offsets_of(counts))
