"""chrF (Popović 2015) and chrF++ (Popović 2017), in the form of sacreBLEU (Post 2018).

Character n-grams (white space left out), and for chrF++ word n-grams too, that an output shares with a reference. Of
several references the one with the best segment score counts, the first one on ties, and its n-grams alone enter the
sums of a corpus.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain import Batch, Case, Metric, Rows, Scores, Tokens, Totals, setting
from genchal.metrics._means import first_best
from genchal.text.arrays.ragged import FloatArray
from genchal.text.overlap.pair_ngrams import common_ngrams

NEARLY_NOTHING = 1e-16  # what an order without n-grams is worth if it is not left out


@dataclass(frozen=True, slots=True)
class Chrf(Metric):
    """F-score of shared character n-grams, recall counting more; an empty output or reference scores 0."""

    name: ClassVar[str] = "chrf"
    version: ClassVar[int] = 1
    perfect: ClassVar[float | None] = 1.0

    case: Case = setting("mixed", "Whether case matters (mixed) or not (lower).")
    char_order: int = setting(6, "Longest character n-grams counted.", low=1, high=20)
    word_order: int = setting(0, "Longest word n-grams counted; 0 means none, 2 is chrF++.", low=0, high=20)
    beta: float = setting(2.0, "Weight of recall.", low=0, open_low=True)
    space: bool = setting(False, "Count white space as characters too.")
    effective: bool = setting(True, "Leave out orders longer than the text, which count as 0 in NLTK.")

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: matches, output n-grams and reference n-grams, each of every order."""
        characters, which = batch.tokens("verbatim" if self.space else "char", self.case).distinct()
        parts = [_counts(characters, self.char_order)]
        if self.word_order:
            words, _ = batch.tokens("chrf", self.case).distinct()
            parts.append(_counts(words, self.word_order))
        evidence = np.concatenate(parts, axis=-1)  # kinds x pairs x orders
        best = first_best(characters.pairs(), self._f_scores(*evidence))
        rows = np.full((len(characters.output), 3, evidence.shape[-1]), np.nan)
        rows[characters.has_reference] = evidence[:, best].transpose(1, 0, 2)
        return rows.reshape(len(rows), 3 * evidence.shape[-1])[which]

    def summarise(self, totals: Totals) -> Scores:
        """Turn column sums into scores between 0 and 1."""
        scores = self._f_scores(*np.split(totals, 3, axis=-1)) / 100
        return np.where(np.isnan(totals).any(axis=-1), np.nan, scores)

    def _f_scores(self, matches: FloatArray, outputs: FloatArray, references: FloatArray) -> FloatArray:
        """F-scores from 0 to 100, in sacreBLEU's order of operations: which reference wins may hang on the last bit."""
        weight = self.beta**2
        orders = int(matches.shape[-1])
        precision_sum: FloatArray = np.zeros(matches.shape[:-1])
        recall_sum = score_sum = used = precision_sum
        for order in range(orders):
            match, output, reference = matches[..., order], outputs[..., order], references[..., order]
            precision, recall = _share(match, output), _share(match, reference)
            both = (output > 0) & (reference > 0)
            precision_sum = precision_sum + np.where(both, precision, 0.0)
            recall_sum = recall_sum + np.where(both, recall, 0.0)
            used = used + both
            score_sum = score_sum + _f(precision, recall, weight, nothing=NEARLY_NOTHING)
        if not self.effective:
            return 100 * score_sum / orders
        used = np.maximum(used, 1)
        return 100 * _f(precision_sum / used, recall_sum / used, weight, nothing=0.0)

    def fields(self) -> dict[str, str]:
        """Settings under sacreBLEU's names, the weight of recall added."""
        return {
            "case": "lc" if self.case == "lower" else "mixed",
            "eff": "yes" if self.effective else "no",
            "nc": str(self.char_order),
            "nw": str(self.word_order),
            "space": "yes" if self.space else "no",
            "beta": f"{self.beta:.12g}",
        }

    def release(self) -> str:
        """Name ourselves where sacreBLEU names itself: the fields are its own, the implementation is not."""
        from genchal.version import __version__

        return f"version:genchal-{__version__}"


@dataclass(frozen=True, slots=True)
class ChrfPlusPlus(Chrf):
    """chrF with words: single words and pairs of words count beside the character n-grams."""

    name: ClassVar[str] = "chrf_pp"

    word_order: int = setting(2, "Longest word n-grams counted; 0 is plain chrF.", low=0, high=20)


def _counts(tokens: Tokens, order: int) -> FloatArray:
    """For every pair and order: common n-grams, n-grams of the output (if the reference has any), of the reference."""
    pairs = tokens.pairs()
    common = common_ngrams(tokens.texts, tokens.output, tokens.groups, tokens.group, order)
    outputs, references = (
        np.maximum(lengths[:, None] - np.arange(order), 0)
        for lengths in (pairs.output_lengths, pairs.reference_lengths)
    )
    return np.stack([common, np.where(references > 0, outputs, 0), references]).astype(np.float64)


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    """Divide; nearly nothing where there is no whole."""
    shares: FloatArray = np.divide(part, whole, out=np.full(whole.shape, NEARLY_NOTHING), where=whole > 0)
    return shares


def _f(precision: FloatArray, recall: FloatArray, weight: float, nothing: float) -> FloatArray:
    """F-score; `nothing` where both are 0."""
    below = weight * precision + recall
    above = (1 + weight) * precision * recall
    scores: FloatArray = np.divide(above, below, out=np.full(below.shape, nothing), where=below > 0)
    return scores
