"""Presets: metrics with exactly the settings of a campaign or tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from genchal.domain.campaign import Missing
from genchal.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Preset:
    """Metrics with their settings, and formulas over them.

    Where nobody names metrics those of `unasked` are computed, or all if there are none. `scale` multiplies the printed
    scores, for users who expect 0 to 100; `missing` is what the campaign did with missing outputs, where it said so;
    `task` is the special form in which the campaign read its files.
    """

    summary: str
    metrics: Mapping[str, Mapping[str, object]]
    derived: Mapping[str, str] = field(default_factory=dict)
    unasked: tuple[str, ...] = ()
    scale: float = 1.0
    missing: Missing | None = None
    task: str | None = None


_LOWER_13A: Mapping[str, object] = {"tok": "13a", "case": "lower"}
_LOWER_PTB: Mapping[str, object] = {"tok": "ptb", "case": "lower"}
_LOWER_WORDS: Mapping[str, object] = {"tok": "none", "case": "lower"}
_AS_GIVEN: Mapping[str, object] = {"tok": "none", "case": "mixed"}
_TABLE_12: Mapping[str, object] = {"lexicon": "e2e_report", "repetitions": False}

PRESETS: dict[str, Preset] = {
    "e2e": Preset(
        summary=(
            "The E2E NLG Challenge (Dušek et al. 2020, Tables 8 and A.14): BLEU and NIST of mteval, METEOR 1.5, "
            "ROUGE-L and CIDEr of the caption metrics, and their average, made from values rounded to four "
            "decimals. Where they are asked for: slot errors as its Table 12 counts them."
        ),
        metrics={
            "bleu": {**_LOWER_13A, "smooth": "tiny", "order": 4},
            "nist": {**_LOWER_13A, "order": 5, "length": "perl"},
            "meteor": {**_LOWER_PTB, "language": "en"},
            "rouge_l": {**_LOWER_PTB, "beta": 1.2},
            "cider": {**_LOWER_PTB, "form": "d", "order": 4, "sigma": 6.0},
            "slot_error": _TABLE_12,
            "slot_error.ok": _TABLE_12,
            "slot_error.added": _TABLE_12,
            "slot_error.missing": _TABLE_12,
            "slot_error.both": _TABLE_12,
        },
        unasked=("bleu", "nist", "meteor", "rouge_l", "cider"),
        derived={
            "norm_avg": (
                "(round(bleu, 4) + round(nist, 4) / 10 + round(meteor, 4) + round(rouge_l, 4) + round(cider, 4) / 10)"
                " / 5"
            )
        },
        task="e2e",
    ),
    "sr18": Preset(
        summary=(
            "The Surface Realisation shared task 2018 (Mille et al. 2018) as the paper describes it: smoothed "
            "BLEU-4, NIST and DIST on lower-cased tokens as they were handed in."
        ),
        metrics={
            "bleu": {**_LOWER_WORDS, "smooth": "add-k", "smooth_value": 1.0, "order": 4},
            "nist": {**_LOWER_WORDS, "order": 5},
            "dist": {"tok": "string", "case": "lower", "over": "reference", "corpus": "mean"},
        },
        missing="zero",
    ),
    "sr18-script": Preset(
        summary=(
            "The same task as the organisers' script computes it: BLEU with NLTK's second smoothing, NIST up to "
            "four words, and edits of words over the sum of the longer lengths. Which of the two made the tables is "
            "not known."
        ),
        metrics={
            "bleu": {**_LOWER_WORDS, "smooth": "add-k", "smooth_value": 1.0, "order": 4, "least": 1},
            "nist": {**_LOWER_WORDS, "order": 4},
            "dist": {"tok": "none", "case": "lower", "over": "longest", "corpus": "sum"},
        },
        missing="zero",
    ),
    "tuna07": Preset(
        summary=(
            "TUNA 2007 (Gatt and Belz 2010, Table 3), attribute selection: Dice, accuracy, minimality and uniqueness "
            "of the sets. With -m also MASI, and what Table 6 has of the words that realise them: edit distance, "
            "BLEU-3 and NIST."
        ),
        metrics={
            "dice": {},
            "set_accuracy": {},
            "minimality": {},
            "uniqueness": {},
            "masi": {},
            "edit": {**_LOWER_WORDS},
            "exact_match": {**_LOWER_WORDS},
            "bleu": {**_LOWER_13A, "smooth": "none", "order": 3},
            "nist": {**_LOWER_13A, "order": 5},
        },
        unasked=("dice", "set_accuracy", "minimality", "uniqueness"),
    ),
    "tuna08-as": Preset(
        summary=(
            "TUNA 2008 (Gatt and Belz 2010, Table 3), attribute selection: Dice and MASI, averaged over the "
            "references, accuracy, minimality and uniqueness of the sets."
        ),
        metrics={
            "dice": {"each": "mean"},
            "masi": {"each": "mean"},
            "set_accuracy": {},
            "minimality": {},
            "uniqueness": {},
        },
    ),
    "tuna08": Preset(
        summary=(
            "TUNA 2008 (Gatt and Belz 2010, Table 3), realisation, alone and end to end: accuracy, edit distance of "
            "words, BLEU-3 and NIST. Attribute selection is tuna08-as."
        ),
        metrics={
            "exact_match": {**_LOWER_WORDS},
            "edit": {**_LOWER_WORDS},
            "bleu": {**_LOWER_13A, "smooth": "none", "order": 3},
            "nist": {**_LOWER_13A, "order": 5},
        },
    ),
    "tuna09": Preset(
        summary="TUNA 2009 (Gatt and Belz 2010), end to end: accuracy, edit distance of words, BLEU-3 and NIST.",
        metrics={
            "exact_match": {**_LOWER_WORDS},
            "edit": {**_LOWER_WORDS},
            "bleu": {**_LOWER_13A, "smooth": "none", "order": 3},
            "nist": {**_LOWER_13A, "order": 5},
        },
    ),
    "nlg-eval": Preset(
        summary=(
            "The command line of nlg-eval (Sharma et al. 2017): BLEU-1 to BLEU-4, METEOR 1.5, ROUGE-L and CIDEr on "
            "tokens as they come; its embedding metrics, where they are asked for, with vectors of your own."
        ),
        metrics={
            "bleu_1": _AS_GIVEN,
            "bleu_2": _AS_GIVEN,
            "bleu_3": _AS_GIVEN,
            "bleu_4": _AS_GIVEN,
            "meteor": {"tok": "none", "case": "mixed", "language": "en"},
            "rouge_l": {"tok": "none", "case": "mixed", "beta": 1.2},
            "cider": {**_AS_GIVEN, "form": "d", "order": 4, "sigma": 6.0},
            "embedding_average": {**_AS_GIVEN, "unknown": "mean"},
            "vector_extrema": {**_AS_GIVEN, "unknown": "mean", "extreme": "nlg-eval"},
            "greedy_matching": {**_AS_GIVEN, "unknown": "mean"},
        },
        unasked=("bleu_1", "bleu_2", "bleu_3", "bleu_4", "meteor", "rouge_l", "cider"),
    ),
    "meteor-2005": Preset(
        summary=(
            "METEOR in its first form (Banerjee and Lavie 2005; equation 3 of nlg-eval's paper): recall counts nine "
            "times as much as precision, and there are no paraphrases. The tool nlg-eval itself runs METEOR 1.5."
        ),
        metrics={
            "meteor": {
                **_LOWER_PTB,
                "language": "en",
                "matchers": "exact stem synonym",
                "weights": "1 1 1",
                "alpha": 0.9,
                "beta": 3.0,
                "gamma": 0.5,
                "delta": 0.5,
            }
        },
    ),
    "rouge-score": Preset(
        summary="The four scores of the rouge-score package, without its stemmer (tok=rouge-stem has it).",
        metrics={
            "rouge_1": {"tok": "rouge", "case": "lower", "beta": 1.0, "best": "f"},
            "rouge_2": {"tok": "rouge", "case": "lower", "beta": 1.0, "best": "f"},
            "rouge_l": {"tok": "rouge", "case": "lower", "beta": 1.0, "best": "f"},
            "rouge_lsum": {"tok": "rouge", "case": "lower", "beta": 1.0, "best": "f"},
        },
    ),
    "sacrebleu": Preset(
        summary=(
            "What `sacrebleu` prints without options: BLEU on 13a tokens, mixed case, exponential smoothing, times "
            "100. With -m also chrF and TER, as it has them."
        ),
        metrics={
            "bleu": {"tok": "13a", "case": "mixed", "smooth": "exp", "effective": False, "order": 4},
            "chrf": {},
            "chrf_pp": {},
            "ter": {},
        },
        unasked=("bleu",),
        scale=100.0,
    ),
}


def preset(name: str) -> Preset:
    """Look a preset up."""
    if name not in PRESETS:
        raise UnknownName("preset", name, PRESETS)
    return PRESETS[name]
