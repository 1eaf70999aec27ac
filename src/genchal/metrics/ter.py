"""TER, the translation edit rate (Snover et al. 2006), in the form of sacreBLEU (Post 2018).

Words to insert, delete, replace or shift until an output equals a reference, by the number of words of the
reference. Of several references the one with the fewest edits counts, but the length is that of all of them on
average.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Case, Metric, Pairs, Rows, Scores, Tokens, Totals, setting
from genchal.metrics._tercom import tercom_text
from genchal.text.arrays.ragged import IntArray
from genchal.text.overlap.beam import is_within_beam
from genchal.text.overlap.pair_ngrams import common_ngrams
from genchal.text.overlap.shifts import shift_edits
from genchal.text.overlap.subsequence import edit_distances


@dataclass(frozen=True, slots=True)
class Ter(Metric):
    """Edits and shifts per reference word; more than 1 if there are more edits than words, 1 if there are no words."""

    name: ClassVar[str] = "ter"
    version: ClassVar[int] = 1
    higher_is_better: ClassVar[bool] = False
    perfect: ClassVar[float | None] = 0.0

    case: Case = setting("lower", "Whether case matters (mixed) or not (lower).")
    normalized: bool = setting(False, "First split off punctuation, and decode &amp; and the like.")
    punct: bool = setting(True, "Whether punctuation counts.")
    asian: bool = setting(False, "Also normalise Chinese and Japanese, and remove their punctuation.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row (fewest edits, mean length of the references) per segment."""
        tokens, which = self._words(batch).distinct()
        pairs = tokens.pairs()
        rows = np.full((len(tokens.output), 2), np.nan)
        filled = tokens.has_reference
        starts = pairs.offsets[:-1][filled]
        if len(starts):
            rows[filled, 0] = fewest_edits(tokens, pairs)[filled]
            rows[filled, 1] = np.add.reduceat(pairs.reference_lengths, starts) / np.diff(pairs.offsets)[filled]
        return rows[which]

    def _words(self, batch: Batch) -> Tokens:
        """White space separates words; all other rules apply beforehand.

        sacreBLEU applies them to references twice, which makes a difference for ``'s`` before a full stop.
        """
        if not self.normalized and self.punct:
            return batch.tokens("none", self.case)
        outputs = {text: self._prepared(text) for text in dict.fromkeys(batch.outputs)}
        references = {
            texts: tuple(self._prepared(self._prepared(text)) for text in texts)
            for texts in dict.fromkeys(batch.references)
        }
        rewritten = Batch([outputs[text] for text in batch.outputs], [references[texts] for texts in batch.references])
        return rewritten.tokens("none")

    def _prepared(self, text: str) -> str:
        text = text.lower() if self.case == "lower" else text
        return " ".join(tercom_text(text.rstrip(), self.normalized, self.punct, self.asian).split())

    def summarise(self, totals: Totals) -> Scores:
        """Edits per word; without any word 1 if there is an edit, else 0."""
        edits, words = totals[..., 0], totals[..., 1]
        without = np.where(np.isnan(totals).any(axis=-1), np.nan, np.where(edits > 0, 1.0, 0.0))
        return np.divide(edits, words, out=without, where=words > 0)

    def fields(self) -> dict[str, str]:
        """Settings under sacreBLEU's names."""
        return {
            "case": "lc" if self.case == "lower" else "mixed",
            "tok": "tercom",
            "norm": "yes" if self.normalized else "no",
            "punct": "yes" if self.punct else "no",
            "asian": "yes" if self.asian else "no",
        }

    def release(self) -> str:
        """Name ourselves where sacreBLEU names itself: the fields are its own, the implementation is not."""
        from genchal.version import __version__

        return f"version:genchal-{__version__}"


def fewest_edits(tokens: Tokens, pairs: Pairs) -> IntArray:
    """Edits to the nearest reference, for every segment that has one.

    The search for shifts is slow, so it is left off where it cannot find fewer edits than another reference needs:
    references are taken one by one, the most similar first, against what is known to be necessary.
    """
    lengths = pairs.output_lengths, pairs.reference_lengths
    plain = edit_distances(pairs.texts, pairs.output, pairs.reference)
    common = common_ngrams(tokens.texts, tokens.output, tokens.groups, tokens.group, 1)[:, 0]
    least = np.maximum(*lengths) - common  # words that are not common cost an edit each, in whatever order they stand
    bound = least + (plain > least)  # and if order matters, one edit or shift more

    segment = np.repeat(np.arange(len(tokens.output)), np.diff(pairs.offsets))
    fewest = np.full(len(tokens.output), np.iinfo(np.int64).max)
    sure = is_within_beam(plain, *lengths)  # then shifts only ever lower the plain distance
    np.minimum.at(fewest, segment[sure], plain[sure])
    open_ = np.flatnonzero(~sure | (bound < plain))
    open_ = open_[np.lexsort((plain[open_], segment[open_]))]
    while len(open_ := open_[bound[open_] < fewest[segment[open_]]]):
        nearest = np.diff(segment[open_], prepend=-1) != 0
        some = open_[nearest]
        who = segment[some]
        found = shift_edits(
            pairs.texts, pairs.output[some], pairs.reference[some], plain[some], least[some], fewest[who]
        )
        fewest[who] = np.minimum(fewest[who], found)
        open_ = open_[~nearest]
    return fewest
