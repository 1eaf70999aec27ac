"""One measure of agreement at a time: judgements of one criterion to coefficients, with what they mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genchal.campaign.judgements.agreement.judged_criterion import JudgedCriterion
from genchal.domain.results.judgements.agreement import Agreement, AgreementMeasure, KappaWeights
from genchal.domain.results.numbers import FEW_CROSSED_RATERS, FEW_ITEMS
from genchal.errors import counted, list_some
from genchal.stats.agreement.fleiss import fleiss_kappa
from genchal.stats.agreement.icc import Model, icc
from genchal.stats.agreement.kappa import CohenKappa, cohen_kappa
from genchal.stats.agreement.kappa_filter import kappa_filter, kappa_table
from genchal.stats.agreement.krippendorff import krippendorff_alpha
from genchal.stats.agreement.rater_correlation import rater_correlations
from genchal.stats.agreement.split_half import split_half
from genchal.stats.correlation.coefficients import correlation_interval
from genchal.text.arrays.ragged import IntArray

FORMS: tuple[tuple[Model, bool], ...] = ((1, False), (1, True), (2, False), (2, True), (3, False), (3, True))
NO_PAIR = "no item has judgements by two raters"
CONTRADICTING = "raters contradict each other more than by chance, and the formula has no meaningful value"
NOT_NAMED = "the file names no raters, and this compares pairs of them"


def measure_icc(judged: JudgedCriterion) -> Iterator[Agreement]:
    """ICC on items x raters if crossed, else on items x judgements in order; all six forms if asked for."""
    crossed = judged.design.kind == "crossed"
    table = judged.by_rater() if crossed else judged.by_order()
    wanted = FORMS if judged.chosen else [form for form in FORMS if form[0] == (2 if crossed else 1)]
    columns = "rater" if crossed else "order"
    for model, average in wanted:
        found = icc(table, model, average, judged.how.confidence)
        raters, items = table.shape[1], int(found.items)
        fits = judged.has_distances and (crossed if model > 1 else not crossed)
        caution = []
        if not crossed and model > 1:
            caution.append("columns are judgements in file order, not raters; only for comparison with papers")
        if crossed and len(judged.raters) < FEW_CROSSED_RATERS and model == 2:
            caution.append("two raters say little about how strict other raters are")
        if math.isfinite(found.value) and math.isnan(found.low):
            caution.append("raters contradict each other so much that there is no interval")
        yield judged.record(
            "icc",
            f"ICC({model},{'k' if average else '1'})",
            float(found.value),
            _icc_meaning(float(found.value), model, average, raters),
            f"icc:{model},{'k' if average else '1'}|k:{raters}|columns:{columns}|missing:complete"
            f"|ci:{judged.how.confidence:g}",
            low=float(found.low),
            high=float(found.high),
            p_value=float(found.p_value),
            items=items,
            raters=raters if crossed else judged.design.raters,
            judgements=items * raters,
            fits=fits,
            note=f"only {counted(items, 'item')} rated {'by all raters' if crossed else f'{raters} times'}"
            if items < 2
            else CONTRADICTING
            if math.isfinite(float(found.f))
            else None,
            caution=tuple(caution),
        )


def _icc_meaning(value: float, model: Model, average: bool, raters: int) -> str:
    others = {1: "noise and differences between raters", 2: "strictness of raters and noise", 3: "noise"}[model]
    if value < 0:
        return "items differ less than expected by chance; interpret this as no agreement"
    if average:
        return f"means over {raters} raters would correlate at about {value:.2f} with means over {raters} others"
    of = "what is left of single ratings without strictness" if model == 3 else "how single ratings vary"
    return f"{value:.0%} of {of} is due to the items, the rest to {others}"


def measure_alpha(judged: JudgedCriterion) -> Iterator[Agreement]:
    """Krippendorff's alpha, its interval from resampled instances."""
    form = f"alpha ({judged.level})"
    how = judged.how
    signature = f"alpha|level:{judged.level}|bs:{how.resamples}|seed:{how.seed}|by:instance|ci:{how.confidence:g}"
    if judged.level == "ratio" and judged.design.lowest < 0:
        yield judged.record("alpha", form, math.nan, "", signature, note="ratio level needs values of at least 0")
        return
    found = krippendorff_alpha(
        judged.value, judged.item, judged.level, how.resamples, judged.rng(), judged.instance, how.confidence
    )
    nearer = "closer together" if found.value >= 0 else "further apart"
    yield judged.record(
        "alpha",
        form,
        found.value,
        f"judgements of the same item are {abs(found.value):.0%} {nearer} than any two judgements (in squared "
        "distance)",
        signature,
        low=found.low,
        high=found.high,
        items=found.units,
        judgements=found.judgements,
        caution=(*_prevalence(judged), *_few_instances(judged, found.units)),
    )


def measure_kappa(judged: JudgedCriterion) -> Iterator[Agreement]:
    """Cohen's kappa, the mean over pairs of raters."""
    if not judged.raters_known:
        yield judged.record("kappa", "Cohen's kappa", math.nan, "", "kappa", note=NOT_NAMED)
        return
    weights = choose_kappa_weights(judged)
    found = cohen_kappa(judged.value, judged.item, judged.rater, weights, judged.how.confidence)
    known = ~np.isnan(found.value)
    is_pair = len(found.value) == 1
    mean = float(found.value[known].mean()) if known.any() else math.nan
    meaning = (
        f"raters reach {mean:.0%} of the agreement that is possible beyond chance"
        if mean >= 0
        else "less than by chance"
    )
    table = kappa_table(found.value)
    if table.pairs > 1:
        spread = ", ".join(
            f"{share:.0%} above {limit:g}" for limit, share in zip(table.threshold, table.share, strict=True)
        )
        meaning += f", on average over {table.pairs:,} pairs of raters ({spread})"
    yield judged.record(
        "kappa",
        "Cohen's kappa" if weights == "none" else f"Cohen's kappa ({weights})",
        mean,
        meaning,
        f"kappa|weights:{weights}|pairs:{table.pairs}" + (f"|ci:{judged.how.confidence:g}" if is_pair else "|mean"),
        low=float(found.low[0]) if is_pair else math.nan,
        high=float(found.high[0]) if is_pair else math.nan,
        fits=judged.level == "nominal" or weights != "none",
        note=NO_PAIR if not len(found.value) else "in each pair, both raters use a single category",
        caution=(*_prevalence(judged), *_thin(found.n[known]), *_left_out(known, "kappa"), *_would_go(judged, found)),
    )


def choose_kappa_weights(judged: JudgedCriterion) -> KappaWeights:
    """Near misses count less if values have an order, unless weights are given."""
    return judged.how.weights or ("none" if judged.level == "nominal" else "quadratic")


def _would_go(judged: JudgedCriterion, found: CohenKappa) -> Iterator[str]:
    """Whom nlg-eval's rule would remove."""
    if judged.design.kind != "crossed":  # in a crowd most pairs share too few items to remove anybody by
        return
    out = kappa_filter(found, len(judged.raters))
    if len(out.removed):
        names = list_some([judged.raters[rater] for rater in out.removed.tolist()])
        many = counted(len(out.removed), "rater")
        yield f"nlg-eval's rule (every pair above {out.threshold:g}) would remove {many}: {names}"


def measure_fleiss(judged: JudgedCriterion) -> Iterator[Agreement]:
    """Fleiss' kappa, its interval from resampled instances."""
    how = judged.how
    found = fleiss_kappa(judged.value, judged.item, how.resamples, judged.rng(), judged.instance, how.confidence)
    expected = f"{found.observed:.0%} of pairs of judgements agree where chance would give {found.expected:.0%}"
    yield judged.record(
        "fleiss",
        "Fleiss' kappa",
        found.value,
        expected,
        f"fleiss|bs:{how.resamples}|seed:{how.seed}|by:instance|ci:{how.confidence:g}",
        low=found.low,
        high=found.high,
        p_value=found.p_value,
        items=found.items,
        judgements=found.judgements,
        fits=judged.level == "nominal",
        caution=(
            *_prevalence(judged),
            *_few_instances(judged, found.items),
            *(() if judged.level == "nominal" else ("near misses count as disagreement",)),
        ),
    )


def measure_correlation(
    judged: JudgedCriterion, method: Literal["pearson", "spearman", "kendall"]
) -> Iterator[Agreement]:
    """Correlation between raters, the mean over pairs."""
    if not judged.raters_known:
        yield judged.record(method, f"{method.capitalize()} between raters", math.nan, "", method, note=NOT_NAMED)
        return
    found = rater_correlations(judged.value, judged.item, judged.rater, method)
    known = ~np.isnan(found.value)
    is_pair = len(found.value) == 1 and bool(known[0])
    bounds = (
        correlation_interval(found.value, found.n.astype(np.float64), method, judged.how.confidence)
        if is_pair
        else None
    )
    across = f", on average over {found.known:,} pairs of raters" if found.known > 1 else ""
    worst = [name for name, mean in zip(judged.raters, found.rater_mean.tolist(), strict=False) if mean <= 0]
    yield judged.record(
        method,
        f"{method.capitalize()} between raters",
        found.mean,
        f"how similarly two raters order the items they share, regardless of strictness{across}",
        f"{method}|pairs:{found.known}|fewest:{found.fewest}"
        + (f"|ci:{judged.how.confidence:g}" if is_pair else "|mean"),
        low=float(bounds.low[0]) if bounds else math.nan,
        high=float(bounds.high[0]) if bounds else math.nan,
        fits=judged.level != "nominal" and (method != "pearson" or judged.has_distances),
        note=NO_PAIR if not len(found.value) else "no two raters share three items on which the ratings of both vary",
        caution=(
            *_thin(found.n[known]),
            *_left_out(known, "coefficient"),
            *([f"{counted(len(worst), 'rater')} at or below 0 on average: {list_some(worst)}"] if worst else []),
        ),
    )


def measure_split_halves(judged: JudgedCriterion) -> Iterator[Agreement]:
    """The human ceiling by Pearson and Spearman."""
    by: Literal["raters", "judgements"] = "raters" if judged.design.kind == "crossed" else "judgements"
    for method in ("pearson", "spearman"):
        found = split_half(
            judged.value, judged.item, judged.rater, judged.rng(), method, judged.how.splits, by, judged.how.confidence
        )
        all_raters = f"; means over all raters: {found.stepped_up:.2f}" if not math.isnan(found.stepped_up) else ""
        yield judged.record(
            "split-half",
            f"split-half {method}",
            found.value,
            f"item means of one half of the {by} against those of the other, over {found.known:,} splits{all_raters}",
            f"split-half|{method}|by:{by}|splits:{found.splits}|seed:{judged.how.seed}|range:{judged.how.confidence:g}",
            low=found.low,
            high=found.high,
            items=round(found.items),
            fits=judged.level != "nominal" and (method != "pearson" or judged.has_distances),
            note="fewer than three items have varying judgements in both halves",
            caution=("the range is over random splits, not a confidence interval",),
        )


RELIABILITY: dict[AgreementMeasure, Callable[[JudgedCriterion], Iterator[Agreement]]] = {
    "icc": measure_icc,
    "alpha": measure_alpha,
    "kappa": measure_kappa,
    "fleiss": measure_fleiss,
    "pearson": lambda judged: measure_correlation(judged, "pearson"),
    "spearman": lambda judged: measure_correlation(judged, "spearman"),
    "kendall": lambda judged: measure_correlation(judged, "kendall"),
    "split-half": measure_split_halves,
}


def _few_instances(judged: JudgedCriterion, items: int) -> tuple[str, ...]:
    """Intervals come from resampled instances; few of them make narrow ones."""
    instances = np.unique(judged.instance).size
    if items < FEW_ITEMS or instances >= FEW_ITEMS:
        return ()
    few = "is" if instances == 1 else "are"
    return (f"{counted(instances, 'instance')} {few} few to resample, so the interval is too narrow",)


def _prevalence(judged: JudgedCriterion) -> tuple[str, ...]:
    share = judged.design.commonest
    return (f"a single value makes up {share:.0%} of the judgements, which keeps this low",) if share >= 0.8 else ()


def _thin(shared: IntArray) -> tuple[str, ...]:
    if not len(shared) or np.median(shared) >= FEW_ITEMS:
        return ()
    return (f"pairs of raters share {np.median(shared):.0f} items (median): single pairs are nearly noise",)


def _left_out(known: NDArray[np.bool_], what: str) -> tuple[str, ...]:
    gone = int((~known).sum())
    return (
        (f"{counted(gone, 'pair')} of raters without a {what} left out (constant, or too few shared items)",)
        if gone
        else ()
    )
