"""BLEU (Papineni et al. 2002), in the forms of sacreBLEU (Post 2018), of NLTK and of the challenges.

Matches are clipped by the reference that has an n-gram most often; the reference length is the one closest to the
output's, the shorter one on ties. Defaults are sacreBLEU's. Others are settings:

- E2E challenge: ``case=lower:smooth=none``; its scores of single segments: ``case=lower:smooth=tiny``.
- TUNA challenges (BLEU-3): ``case=lower:smooth=none:order=3``, as mteval lower-cases and does not smooth a corpus.
- SR'18, the organisers' script: ``tok=none:case=lower:smooth=add-all:least=1``. That is NLTK's `corpus_bleu` with
  smoothing method 2 as it was until 2020; since version 3.6 NLTK leaves unigrams alone (``smooth=add-k``).
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from genchal.domain import Batch, Case, Metric, Rows, Scores, Tokens, Totals, setting
from genchal.errors import InvalidInput
from genchal.text.arrays.ragged import FloatArray, IntArray
from genchal.text.overlap.ngrams import clipped_matches

Smoothing = Literal["exp", "floor", "add-k", "add-all", "tiny", "none"]
# Chen and Cherry (2014), methods 1 and 2; method 2 from bigrams on, as they have it, and for unigrams as well.
USUAL_VALUE = {"floor": 0.1, "add-k": 1.0, "add-all": 1.0}
SCORES_WITHOUT_MATCH = ("add-all", "tiny")
TINY_MATCH, TINY_TOTAL = 1e-15, 1e-9  # in the place of 0, so that a logarithm is defined: the challenges' scorers


@dataclass(frozen=True, slots=True)
class Bleu(Metric):
    """Geometric mean of clipped n-gram precisions times a brevity penalty; an empty output matches nothing."""

    name: ClassVar[str] = "bleu"
    version: ClassVar[int] = 1
    perfect: ClassVar[float | None] = None  # a text shorter than the order scores 0 against itself

    tok: str = setting("13a", "Tokeniser.")
    case: Case = setting("mixed", "Whether case matters (mixed) or not (lower).")
    smooth: Smoothing = setting(
        "exp",
        "Smoothing of orders without a match: halve again, use a value, add one (from bigrams; to all), 1e-15, or 0.",
    )
    smooth_value: float | None = setting(None, "For floor, add-k and add-all; default: 0.1, 1 and 1.")
    effective: bool = setting(False, "Leave out orders longer than the output: for single segments.")
    order: int = setting(4, "Longest n-grams counted.", low=1, high=20)
    least: int = setting(0, "Minimum number of n-grams of each order per output; 1 in NLTK.", low=0, high=1)

    def check(self) -> None:
        """Refuse settings that mean nothing."""
        if self.smooth_value is not None and (self.smooth not in USUAL_VALUE or self.smooth_value <= 0):
            raise InvalidInput(
                f"setting 'smooth_value' of metric 'bleu' cannot be {self.smooth_value} with smooth={self.smooth}",
                "Give a positive value, with smooth=floor, smooth=add-k or smooth=add-all.",
            )

    def measure(self, batch: Batch) -> Rows:
        """Return one row per segment: matches of each order, n-grams of each order, output and reference length."""
        return ngram_rows(batch.tokens(self.tok, self.case), self.order, self.least)

    def summarise(self, totals: Totals) -> Scores:
        """Turn column sums into scores between 0 and 1."""
        matches, grams = totals[..., : self.order], totals[..., self.order : 2 * self.order]
        output_length, reference_length = totals[..., -2], totals[..., -1]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            mean_log = self._mean_log_precision(matches, grams)
            excess = np.where(output_length < reference_length, 1 - reference_length / output_length, 0.0)
            scores = np.exp(mean_log + excess)
        defined = output_length > 0 if self.smooth in SCORES_WITHOUT_MATCH else np.any(matches > 0, axis=-1)
        scores = np.where(defined, scores, 0.0)
        return np.where(np.isnan(totals).any(axis=-1), np.nan, scores)

    def _mean_log_precision(self, matches: FloatArray, grams: FloatArray) -> FloatArray:
        """Mean of the logarithms of the smoothed precisions; minus infinity where one of them is 0."""
        value = self.smooth_value if self.smooth_value is not None else USUAL_VALUE.get(self.smooth, 0.0)
        logs = np.zeros(matches.shape[:-1])
        used = np.zeros(matches.shape[:-1])
        going = np.ones(matches.shape[:-1], dtype=bool)  # ends at the first order without any n-gram
        halving = np.ones(matches.shape[:-1])
        for order in range(self.order):
            extra = value if self.smooth == "add-all" or (self.smooth == "add-k" and order > 0) else 0.0
            match, gram = matches[..., order] + extra, grams[..., order] + extra
            if self.smooth == "tiny" and not self.effective:
                gram = np.where(gram > 0, gram, TINY_TOTAL)
            going = going & (gram > 0)
            none = match == 0
            if self.smooth == "exp":
                halving = np.where(going & none, halving * 2, halving)
                match = np.where(none, 1 / halving, match)
            elif self.smooth in ("floor", "tiny"):
                match = np.where(none, TINY_MATCH if self.smooth == "tiny" else value, match)
            logs = logs + np.where(going, np.log(match / gram), 0.0 if self.effective else -np.inf)
            used = used + going
        return logs / (np.maximum(used, 1) if self.effective else self.order)

    def fields(self) -> dict[str, str]:
        """Settings under sacreBLEU's names, the n-gram order added."""
        smooth: str = self.smooth
        if self.smooth in USUAL_VALUE:
            value = self.smooth_value if self.smooth_value is not None else USUAL_VALUE[self.smooth]
            smooth = f"{self.smooth}[{value:.2f}]" if round(value, 2) == value else f"{self.smooth}[{value!r}]"
        fields = {
            "case": "lc" if self.case == "lower" else "mixed",
            "eff": "yes" if self.effective else "no",
            "tok": self.tok,
            "smooth": smooth,
            "order": str(self.order),
        }
        return fields | {"least": str(self.least)} if self.least else fields

    def release(self) -> str:
        """Name ourselves where sacreBLEU names itself: the fields are its own, the implementation is not."""
        from genchal.version import __version__

        return f"version:genchal-{__version__}"


def ngram_rows(tokens: Tokens, order: int, least: int = 0) -> Rows:
    """Rows of matches of each order, n-grams of each order (not below `least`), output length and reference length."""
    matches = clipped_matches(tokens.texts, tokens.encoded.types, tokens.output, tokens.groups, tokens.group, order)
    lengths = tokens.output_lengths
    grams = np.maximum(lengths[:, None] - np.arange(order), least)
    rows = np.column_stack([matches, grams, lengths, closest_reference_lengths(tokens)]).astype(np.float64)
    rows[~tokens.has_reference] = np.nan
    return rows


def closest_reference_lengths(tokens: Tokens) -> IntArray:
    """For every segment the reference length closest to the output's, the shorter one on ties; 0 without references."""
    pairs = tokens.pairs()
    reference = pairs.reference_lengths
    # One integer that sorts by distance, then by length.
    distance = np.abs(pairs.output_lengths - reference)
    packed = (distance << 32) | reference
    result = np.zeros(len(tokens.output), dtype=np.int64)
    filled = tokens.has_reference
    if filled.any():
        result[filled] = np.minimum.reduceat(packed, pairs.offsets[:-1][filled]) & 0xFFFFFFFF
    return result
