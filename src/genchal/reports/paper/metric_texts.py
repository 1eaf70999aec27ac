"""Metrics in words, with citations and with the settings that their signatures name: one sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from genchal.domain.instance import Instance, count_references
from genchal.domain.results.campaign import Measure

Fields = dict[str, str]
TOKENISERS = {
    "13a": "tokenised by mteval's rules (13a)",
    "ptb": "tokenised by Penn Treebank rules",
    "none": "split at white space",
    "char": "split into characters",
    "zh": "tokenised by sacreBLEU's rules for Chinese",
    "intl": "tokenised by mteval's international rules",
    "rouge": "tokenised by the rules of rouge-score",
    "string": "taken as strings of characters",
}
CASES = {"lower": "lower-cased", "lc": "lower-cased", "mixed": "case kept"}
SMOOTHING = {
    "exp": "exponential smoothing [@chen-cherry-2014]",
    "floor": "floor smoothing [@chen-cherry-2014]",
    "add-k": "add-k smoothing [@chen-cherry-2014]",
    "add-all": "add-k smoothing of all orders [@chen-cherry-2014]",
    "tiny": "a tiny count where an order has no match",
    "none": "no smoothing",
}
# Fields that have a sentence or a word of their own, or say nothing that a reader needs.
KNOWN = frozenset(
    {"nrefs", "group", "tok", "case", "smooth", "eff", "order", "beta", "preset", "scale", "v", "version"}
)


@dataclass(frozen=True, slots=True)
class MetricText:
    """What a metric is, in words; `details` adds settings that only this metric has."""

    noun: str
    details: Callable[[Fields], list[str]] = lambda _: []


def _orders(fields: Fields) -> list[str]:
    return [f"n-grams up to length {fields['order']}"] if "order" in fields else []


def _bleu(fields: Fields) -> list[str]:
    smooth = [SMOOTHING[fields["smooth"]]] if fields.get("smooth") in SMOOTHING else []
    return [*_orders(fields), *smooth]


def _beta(fields: Fields) -> list[str]:
    return [f"F-score with beta = {fields['beta']}"] if "beta" in fields else []


def _lexicon(fields: Fields) -> list[str]:
    repeated = {"yes": "repeated slots count as errors", "no": "repeated slots do not count"}
    told = [f"with the lexicon {fields['lexicon']}"] if "lexicon" in fields else []
    return [*told, *([repeated[fields["repetitions"]]] if fields.get("repetitions") in repeated else [])]


SLOTS = "[@dusek-2020; @wen-2015]"
VECTORS = "[@liu-2016]"
TEXTS: dict[str, MetricText] = {
    "bleu": MetricText("corpus BLEU [@papineni-2002; @post-2018]", _bleu),
    "sent_bleu": MetricText("the mean of smoothed sentence BLEU scores [@papineni-2002; @chen-cherry-2014]", _orders),
    **{
        f"bleu_{order}": MetricText(
            f"BLEU over n-grams up to length {order} [@papineni-2002] as computed for image captions "
            "[@chen-2015; @sharma-2017]"
        )
        for order in range(1, 5)
    },
    "nist": MetricText("NIST [@doddington-2002], which weights n-grams by information", _orders),
    "cider": MetricText("CIDEr [@vedantam-2015], the similarity of tf-idf weighted n-grams", _orders),
    "exact_match": MetricText("the share of outputs that are equal to a reference"),
    "chrf": MetricText("chrF [@popovic-2015], an F-score of character n-grams", _beta),
    "chrf_pp": MetricText("chrF++ [@popovic-2017], an F-score of character and word n-grams", _beta),
    "ter": MetricText("translation edit rate [@snover-2006]"),
    "meteor": MetricText("METEOR [@denkowski-lavie-2014]"),
    "rouge_l": MetricText("ROUGE-L [@lin-2004], over longest common subsequences", _beta),
    "rouge_1": MetricText("ROUGE-1 [@lin-2004], over words", _beta),
    "rouge_2": MetricText("ROUGE-2 [@lin-2004], over pairs of words", _beta),
    "rouge_lsum": MetricText("ROUGE-L of summaries [@lin-2004], sentence by sentence", _beta),
    "dist": MetricText("the normalised edit distance of characters as in SR'18 [@mille-2018; @levenshtein-1966]"),
    "edit": MetricText("the number of words to delete and insert [@gatt-belz-2010]"),
    "levenshtein": MetricText("edit distance [@levenshtein-1966]"),
    "slot_error": MetricText(f"slot error rate {SLOTS}: missing, added, wrong and repeated slots per slot", _lexicon),
    "slot_error.ok": MetricText(f"the share of outputs without a slot error {SLOTS}", _lexicon),
    "slot_error.added": MetricText(f"the share of outputs that only add information {SLOTS}", _lexicon),
    "slot_error.missing": MetricText(f"the share of outputs that only miss information {SLOTS}", _lexicon),
    "slot_error.both": MetricText(f"the share of outputs that add and miss information {SLOTS}", _lexicon),
    "slot_error.repeated": MetricText("the number of repeated slots per slot", _lexicon),
    "slot_error_delex": MetricText("slot error rate of placeholders in delexicalised outputs [@wen-2015]"),
    "dice": MetricText("the Dice coefficient of attribute sets [@dice-1945; @gatt-belz-2010]"),
    "masi": MetricText("MASI of attribute sets [@passonneau-2006; @gatt-belz-2010]"),
    "jaccard": MetricText("the Jaccard coefficient of attribute sets"),
    "set_accuracy": MetricText("the share of attribute sets that are equal to a person's [@gatt-belz-2010]"),
    "uniqueness": MetricText("the share of attribute sets that identify their target [@gatt-belz-2010]"),
    "minimality": MetricText("the share of attribute sets that are minimal [@gatt-belz-2010]"),
    "dlevel_ud": MetricText("the mean level of sentences on the revised D-Level scale [@covington-2006; @lu-2009]"),
    "dlevel_ud.simple": MetricText("the share of sentences at D-Levels 0 to 2 [@covington-2006; @lu-2009]"),
    "dlevel_ud.complex": MetricText("the share of sentences at D-Levels 6 and 7 [@covington-2006; @lu-2009]"),
    "embedding_average": MetricText(f"the cosine of averaged word vectors {VECTORS}"),
    "vector_extrema": MetricText("the cosine of vector extrema [@forgues-2014; @liu-2016]"),
    "greedy_matching": MetricText("greedy matching of word vectors [@rus-lintean-2012; @liu-2016]"),
    "sentence_cosine": MetricText("the cosine of sentence embeddings [@reimers-gurevych-2019]"),
    "token_matching": MetricText("the F-score of greedily matched token embeddings [@zhang-2020]"),
    "token_matching.precision": MetricText("the precision of greedily matched token embeddings [@zhang-2020]"),
    "token_matching.recall": MetricText("the recall of greedily matched token embeddings [@zhang-2020]"),
}


def describe_measure(measure: Measure) -> str:
    """One sentence: what the measure is, how it was set, which direction is better."""
    name, fields = parse_signature(measure.signature)
    label = measure.label or measure.name
    better = {True: "higher is better", False: "lower is better", None: "neither direction is better"}
    direction = better[measure.higher_is_better]
    if "formula" in fields:
        return f"{label} is derived from other scores as {fields['formula']}; {direction}."
    known = TEXTS.get(name)
    if known is None:
        return f"{label} is the metric {name} ({_list_settings(fields)}); {direction}."
    settings = [*known.details(fields), *_common(fields)]
    said = f"; {', '.join(settings)}" if settings else ""
    return f"{label} is {known.noun}{said}; {direction}."


def parse_signature(signature: str) -> tuple[str, Fields]:
    """The name and the fields of a signature: ``bleu|tok:13a`` is bleu with tok = 13a."""
    name, *parts = signature.split("|")
    return name, {key: value for key, _, value in (part.partition(":") for part in parts)}


def describe_references(instances: Sequence[Instance]) -> str | None:
    """How many references instances have; nothing where none has any."""
    counts = Counter(map(count_references, instances))
    bare, kinds = counts.pop(0, 0), sorted(counts)
    if not kinds:
        return None
    if len(kinds) == 1:
        noun = _count_noun(kinds[0])
        if not bare:
            return f"Each instance has {noun}."
        return (
            f"{counts[kinds[0]]:,} of the {len(instances):,} instances {_have(counts[kinds[0]])} {noun}{_others(bare)}."
        )
    mean = sum(kind * count for kind, count in counts.items()) / counts.total()
    spread = f"{_write_number(kinds[0])} to {_count_noun(kinds[-1])}, {mean:.1f} in the mean"
    if len(kinds) == 2:
        first, second = kinds
        spread = f"{_count_noun(first)} ({counts[first]:,}) or {_write_number(second)} ({counts[second]:,})"
    if not bare:
        return f"Instances have {spread}."
    return f"{counts.total():,} of the {len(instances):,} instances have {spread}{_others(bare)}."


def _count_noun(count: int) -> str:
    return f"{_write_number(count)} {'reference' if count == 1 else 'references'}"


def _write_number(count: int) -> str:
    return "one" if count == 1 else f"{count:,}"


def _have(count: int) -> str:
    return "has" if count == 1 else "have"


def _others(count: int) -> str:
    return f", and {'the other one' if count == 1 else f'the other {count:,}'} {_have(count)} none"


def _common(fields: Fields) -> list[str]:
    told = [TOKENISERS.get(fields["tok"], f"tokeniser {fields['tok']}")] if "tok" in fields else []
    return [*told, *([CASES[fields["case"]]] if fields.get("case") in CASES else [])]


def _list_settings(fields: Fields) -> str:
    shown = [f"{key} = {value}" for key, value in fields.items() if key not in KNOWN or key in ("tok", "case")]
    return ", ".join(shown) or "default settings"
