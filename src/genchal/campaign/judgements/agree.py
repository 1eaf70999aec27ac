"""Agreement between raters: a file of ratings to coefficients that say what they mean."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from genchal.campaign.judgements.agreement.judged_criterion import JudgedCriterion, select_judgements
from genchal.campaign.judgements.agreement.rater_evidence import find_constant_raters
from genchal.campaign.judgements.agreement.reliability import RELIABILITY, choose_kappa_weights
from genchal.campaign.judgements.load import GivenRatings, as_ratings, collect_remarks
from genchal.campaign.judgements.quality_control import check_raters, keep_passing
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.agreement import (
    Agreeing,
    Agreement,
    AgreementMeasure,
    Agreements,
    Design,
    DesignDifference,
    KappaWeights,
    ScaleLevel,
)
from genchal.domain.results.judgements.quality_control import PassRules, QualityControl
from genchal.domain.selection import SetAside, list_of_criteria
from genchal.errors import InvalidInput, counted, list_some
from genchal.stats.agreement.icc import Model
from genchal.stats.agreement.icc_difference import icc_difference
from genchal.stats.agreement.kappa import cohen_kappa
from genchal.stats.agreement.kappa_filter import kappa_filter

CEILING = 0.5  # of judgements at the highest value


def agreement(
    ratings: GivenRatings,
    criterion: str | Sequence[str] | None = None,
    measures: Sequence[AgreementMeasure] = (),
    *,
    level: ScaleLevel | None = None,
    weights: KappaWeights | None = None,
    quality_control: bool | PassRules = False,
    kappa_above: float | None = None,
    log: bool = False,
    against: GivenRatings | None = None,
    resamples: int = 1000,
    splits: int = 200,
    confidence: float = 0.95,
    seed: int = 1,
) -> Agreements:
    """Measure how well raters agree, for each criterion of ratings: files, or a frame with their columns.

    Without `measures` those are taken that fit who rated what: ICC and Krippendorff's alpha, or for categories kappas
    and alpha. They are ``"icc"`` (all six forms), ``"alpha"``, ``"kappa"`` (Cohen's, mean over pairs), ``"fleiss"``,
    ``"pearson"``, ``"spearman"``, ``"kendall"`` (mean over pairs of raters) and ``"split-half"``. `quality_control`
    sets aside raters who fail on control items, `kappa_above` those whose kappa with others is not above it, as in
    nlg-eval; `log` takes logarithms, for magnitudes. `against` is a second file: its ICC is tested against the first's.

    >>> import genchal
    >>> values = [9, 2, 5, 8, 6, 1, 3, 2, 8, 4, 6, 8, 7, 1, 2, 6, 10, 5, 6, 9, 6, 2, 4, 7]  # Shrout and Fleiss (1979)
    >>> raters, items = list("abcd") * 6, [item for item in "123456" for _ in range(4)]
    >>> ratings = {"rater": raters, "instance": items, "system": ["ours"] * 24, "quality": values}
    >>> round(genchal.agree(ratings)["quality", "ICC(2,1)"].value, 2)
    0.29
    """
    rules = quality_control if isinstance(quality_control, PassRules) else PassRules() if quality_control else None
    how = Agreeing(tuple(measures), level, weights, resamples, splits, confidence, seed, kappa_above, log, rules)
    wanted = [criterion] if isinstance(criterion, str) else criterion
    return measure_agreement(as_ratings(ratings), wanted, how, None if against is None else as_ratings(against))


def measure_agreement(
    ratings: Ratings, criteria: Sequence[str] | None, how: Agreeing, against: Ratings | None = None
) -> Agreements:
    """Measure every criterion, or those that are wanted; `against` are ratings to compare agreement with."""
    control, kept = _keep_measurable(ratings, how)
    if control is not None and criteria is not None:
        control = replace(control, means=tuple(line for line in control.means if line.criterion in criteria))
    if not len(kept):  # nobody passes: the raters are all there is to show
        return Agreements((), {}, how, kept.set_aside, control, remarks=collect_remarks(ratings))
    found, designs, remarks = [], {}, list(collect_remarks(ratings))
    repeated = 0
    for criterion in _criteria(kept, criteria):
        judged, twice = select_judgements(kept, criterion, how)
        repeated += twice
        if how.kappa_above is not None:
            judged, kept, remark = _filter_by_kappa(judged, kept, how)
            remarks.append(remark)
        designs[criterion] = judged.design
        remarks += _remarks(judged)
        for measure in how.wanted or _choose_measures(judged.design, judged.level):
            found += list(RELIABILITY[measure](judged))
    aside = [
        *list_of_criteria(kept.set_aside, designs),
        *([SetAside("a rater's second judgement of an item", repeated)] if repeated else []),
    ]
    signed = "".join(
        [
            f"|{how.rules.signature()}" if how.rules else "",
            f"|kappa:>{how.kappa_above:g}" if how.kappa_above is not None else "",
        ]
    )
    signed += "|log" if how.log else ""
    records = tuple(replace(record, signature=record.signature + signed) for record in found)
    differences = () if against is None else tuple(_compare_designs(ratings, against, criteria, how))
    whole: tuple[Agreement, ...] = ()
    if control is not None and control.count("fail"):
        plain = replace(
            how, rules=None, resamples=0, measures=tuple(dict.fromkeys(record.measure for record in records))
        )
        whole = measure_agreement(ratings, criteria, plain).agreements
        forms = {(record.criterion, record.form) for record in records}
        whole = tuple(record for record in whole if (record.criterion, record.form) in forms)
    remarks = list(dict.fromkeys(remarks))
    return Agreements(records, designs, how, tuple(aside), control, differences, tuple(remarks), whole)


def _keep_measurable(ratings: Ratings, how: Agreeing) -> tuple[QualityControl | None, Ratings]:
    """Scored judgements of raters who count, those without a value set aside."""
    control = None
    if how.rules is not None:
        control = check_raters(ratings, how.rules)
        ratings = keep_passing(ratings, control)
    scored = ratings.of_kind("scored")
    scored = scored.without("no value", np.isnan(scored.value))
    if how.log:
        scored = scored.without("no logarithm: the value is not above 0", scored.value <= 0)
    if not len(scored) and not (control and control.count("fail")):
        raise InvalidInput("there are no judgements to measure agreement on", "Check the file and its columns.")
    return control, scored


def _criteria(ratings: Ratings, wanted: Sequence[str] | None) -> Sequence[str]:
    if wanted is None:
        return ratings.criterion.names
    for name in wanted:
        ratings.criterion.code(name, "criterion")
    return wanted


def _choose_measures(design: Design, level: ScaleLevel) -> Iterator[AgreementMeasure]:
    """The measures that fit, where none were asked for."""
    if level == "nominal":
        yield from ("alpha", "fleiss")
        if design.raters == 2:
            yield "kappa"
    else:
        yield from ("alpha", "spearman") if design.has_huge else ("icc", "alpha")


def _filter_by_kappa(judged: JudgedCriterion, ratings: Ratings, how: Agreeing) -> tuple[JudgedCriterion, Ratings, str]:
    """Without raters whose kappa with others is too low; those of other criteria are not touched."""
    kappa = cohen_kappa(judged.value, judged.item, judged.rater, choose_kappa_weights(judged))
    out = kappa_filter(kappa, len(judged.raters), how.kappa_above or 0.0)
    limit = f"every pair above {out.threshold:g}"
    if not len(out.removed):
        return judged, ratings, f"{judged.criterion}: nobody removed by kappa ({limit})"
    names = [judged.raters[rater] for rater in out.removed.tolist()]
    gone = np.isin(ratings.rater.codes, [ratings.rater.names.index(name) for name in names])
    of_this = ratings.criterion.codes == ratings.criterion.code(judged.criterion, "criterion")
    reason = f"{judged.criterion}: {counted(len(names), 'rater')} removed by kappa ({limit})"
    kept = ratings.without(reason, gone & of_this)
    return select_judgements(kept, judged.criterion, how)[0], kept, f"{reason}, in this order: {', '.join(names)}"


def _remarks(judged: JudgedCriterion) -> Iterator[str]:
    """What a reader should know before any coefficient."""
    design, name = judged.design, judged.criterion
    if design.top >= CEILING and design.values > 2:
        yield (
            f"{name}: {design.top:.0%} of judgements are the highest value, {design.highest:g}: items at this "
            "ceiling cannot differ, and agreement looks low"
        )
    if design.has_huge:
        yield (
            f"{name}: values go up to {design.highest:g} with a median of {design.middle:g}: a few huge values "
            "dominate ICC, Pearson and interval alpha; take logarithms (--log), or look at ranks (ordinal alpha, "
            "Spearman)"
        )
    is_constant = find_constant_raters(judged.value, judged.rater, len(judged.raters), fewest=3)
    constant = [judged.raters[rater] for rater in np.flatnonzero(is_constant)]
    if constant:
        yield f"{name}: {counted(len(constant), 'rater')} gave every item the same value: {list_some(constant)}"


def _compare_designs(
    first: Ratings, second: Ratings, wanted: Sequence[str] | None, how: Agreeing
) -> Iterator[DesignDifference]:
    """Test the ICCs of two files against each other, for every criterion of both."""
    ours, other = _keep_measurable(first, how)[1], _keep_measurable(second, how)[1]
    for criterion in wanted or [name for name in ours.criterion.names if name in other.criterion.names]:
        a, b = select_judgements(ours, criterion, how)[0], select_judgements(other, criterion, how)[0]
        crossed = a.design.kind == b.design.kind == "crossed"
        model: Model = 2 if crossed else 1
        tables = [each.by_rater() if crossed else each.by_order() for each in (a, b)]
        names = [each.of(criterion).items().names for each in (ours, other)]
        paired = len(set(names[0]) & set(names[1])) > max(map(len, names)) / 2
        if paired:
            places = [{name: place for place, name in enumerate(each)} for each in names]
            shared = [name for name in names[0] if name in places[1]]
            tables = [table[[at[name] for name in shared]] for table, at in zip(tables, places, strict=True)]
        found = icc_difference(tables[0], tables[1], model, True, paired, how.confidence)
        columns = "rater" if crossed else "order"
        yield DesignDifference(
            criterion=criterion,
            form=f"ICC({model},k)",
            first=found.first,
            second=found.second,
            difference=found.difference,
            low=found.low,
            high=found.high,
            p_value=found.p_value,
            items_first=found.items[0],
            items_second=found.items[1],
            paired=paired,
            note="a coefficient is not defined, or there are too few items" if math.isnan(found.p_value) else None,
            signature=f"icc-difference:{model},k|columns:{columns}|jackknife|paired:{'yes' if paired else 'no'}"
            f"|ci:{how.confidence:g}|crit:{criterion}|v:1",
        )
