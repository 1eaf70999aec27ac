"""Claims that compare metrics with people: slot errors of leaders, reversals, correlations, and agreement of raters."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.correlation import NAMES, Correlation
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.judgements.agreement import Agreement, AgreementMeasure
from genchal.domain.results.numbers import FEW_SYSTEMS
from genchal.domain.results.people import CriterionResults, HumanEvaluation
from genchal.errors import counted
from genchal.reports.standings import Standing, label_criterion
from genchal.reports.verdict.claims import NAMED, Claim, Name, Part, join_words, list_names
from genchal.reports.verdict.leaders import name_raters

LOW_AGREEMENT = 0.4
POOR = 0.5  # below it Koo and Li (2016) call the reliability that an ICC stands for poor
MEANS = "k)"  # how names of coefficients of means end: ICC(2,k)
RELIABLE: tuple[AgreementMeasure, ...] = ("alpha", "icc", "fleiss", "kappa")  # of single judgements
SLOT_ERRORS = ("slot_error", "slot_error_delex")  # how signatures of such measures begin
PARTS = {
    1 / 2: "half",
    1 / 3: "a third",
    2 / 3: "two thirds",
    1 / 4: "a quarter",
    3 / 4: "three quarters",
    1 / 5: "a fifth",
    1 / 10: "a tenth",
}
NEAR = 0.06  # how far a ratio may be from a part that it is called by, as a share of it


def claim_errors(track: TrackResults, measures: Sequence[Standing], people: Sequence[Standing]) -> Iterator[Claim]:
    """How the slot errors of leading systems compare, where the difference is significant."""
    names = {measure.name for measure in track.measures if measure.signature.split("|")[0] in SLOT_ERRORS}
    errors = next((standing for standing in measures if standing.name in names and standing.is_tested), None)
    ranked = [standing for standing in people if standing.is_tested or standing.has_clusters]
    before = [*ranked, *(standing for standing in measures if standing is not errors and standing.is_tested)]
    if errors is None or errors.higher_is_better is not False or not before or not before[0].order:
        return
    leaders = [system for system in before[0].leaders() if system in errors.placed]
    pairs = [(a, b) for a in leaders for b in leaders if (a, b) in errors.wins]
    if not pairs and len(before[0].order) > 1:  # else against the next one below
        pairs = [(a, b) for a, b in (before[0].order[:2], before[0].order[1::-1]) if (a, b) in errors.wins]
    found = [(_rates(track, errors, pair), pair) for pair in pairs]
    rated = [((fewer, more), pair) for (fewer, more), pair in found if more > 0]
    if not rated:
        return
    (fewer, more), (best, other) = min(rated, key=lambda entry: entry[0][0] / entry[0][1])
    share = write_share(fewer / more)
    numbers = {"fewer": fewer, "more": more, "ratio": fewer / more}
    against = f" ({fewer:.3f} against {more:.3f})."
    parts: tuple[Part, ...] = (Name(best), f" makes {share} of ", Name(other), f"'s slot errors{against}")
    if fewer == 0:
        parts = (Name(best), " makes no slot errors; ", Name(other), f" makes some ({more:.3f}).")
    yield Claim("errors", "metric", parts, (errors.name,), (best,), (other,), numbers, errors.test)


def _rates(track: TrackResults, errors: Standing, pair: tuple[str, str]) -> tuple[float, float]:
    """The error rates of two systems on the instances that both have."""
    for found in track.comparisons or ():
        if found.metric == errors.name and {found.system_a, found.system_b} == set(pair):
            values = {found.system_a: found.value_a, found.system_b: found.value_b}
            return values[pair[0]], values[pair[1]]
    return math.nan, math.nan


def write_share(ratio: float) -> str:
    """A ratio below 1 in words: "a third", "about a third", or per cent."""
    for part, word in PARTS.items():
        if abs(ratio - part) <= NEAR * part:
            return word if abs(ratio - part) <= 0.01 * part else f"about {word}"
    return f"{100 * ratio:.0f}%" if ratio >= 0.01 else "less than 1%"


def claim_reversals(measures: Sequence[Standing], people: Sequence[Standing]) -> Iterator[Claim]:
    """The system on which metrics and people disagree most: above others by one, below the same ones by the other."""
    for criterion in people:
        found = list(_find_reversals(measures, criterion))
        if found:
            yield _write_reversal(criterion, max(found, key=lambda reversal: reversal.weight))
            return


@dataclass(frozen=True, slots=True)
class _Reversal:
    """A system that measures put above others (or below them) whom people put above it (or below)."""

    system: str
    others: frozenset[str]
    measures: tuple[Standing, ...]
    is_above: bool  # by the measures

    @property
    def weight(self) -> tuple[int, int, bool]:
        """How much it says; what metrics like too well comes before what they like too little."""
        return len(self.others) * len(self.measures), len(self.others), self.is_above


def _find_reversals(measures: Sequence[Standing], criterion: Standing) -> Iterator[_Reversal]:
    """Every system with the pairs that are significant both ways; measures with the same pairs go together."""
    for system in criterion.order:
        for is_above in (True, False):
            by_others: dict[frozenset[str], list[Standing]] = {}
            for measure in measures:
                pairs = {other: (system, other) if is_above else (other, system) for other in criterion.order}
                others = {
                    other
                    for other, (ahead, behind) in pairs.items()
                    if (ahead, behind) in measure.wins and (behind, ahead) in criterion.wins
                }
                if others:
                    by_others.setdefault(frozenset(others), []).append(measure)
            for found, own in by_others.items():
                yield _Reversal(system, found, tuple(own), is_above)


def _write_reversal(criterion: Standing, found: _Reversal) -> Claim:
    ordered = tuple(other for other in criterion.order if other in found.others)
    named = list_names(ordered) if len(ordered) <= NAMED else (f"{len(ordered)} systems",)
    puts = "puts" if len(found.measures) == 1 else "put"
    above, below = ("above", "lower") if found.is_above else ("below", "higher")
    if criterion.is_low_rated:
        below = "worse" if found.is_above else "better"
    labels = join_words([measure.label for measure in found.measures])
    raters, rate = name_raters(criterion)
    parts: tuple[Part, ...] = (
        *(f"{labels} {puts} ", Name(found.system), f" significantly {above} ", *named),
        f", but {raters} {rate} it significantly {below} in {criterion.label}.",
    )
    return Claim(
        "reversal",
        "people",
        parts,
        (criterion.name, *(measure.name for measure in found.measures)),
        (found.system,),
        ordered,
        {"above_by_metrics": float(found.is_above)},
        " ".join(filter(None, [criterion.test, found.measures[0].test])),
    )


def claim_correlations(track: TrackResults) -> Iterator[Claim]:
    """The metric with the highest correlation over systems, where these are enough and it is significant."""
    labels = {measure.name: measure.label or measure.name for measure in track.measures}
    for evaluation in track.people:
        for results in evaluation.criteria:
            if results.by_system is None or results.by_system.systems < FEW_SYSTEMS:
                continue
            if results.design is not None and results.design.has_huge:  # a few values decide every mean
                continue
            tested = list(_tested(results.by_system))
            is_low_best = results.is_low_best(results.by_system)
            strengths = [_find_strength(coefficient, track, is_low_best=is_low_best) for coefficient in tested]
            level = results.by_system.how.significant
            label = label_criterion(track.people, evaluation, results.criterion)
            claims = (
                list(_claim_correlation(results.criterion, label, tested, strengths, level, labels)) if tested else []
            )
            if claims:
                yield from claims
                return


def _tested(found: Correlations) -> Iterator[Correlation]:
    """Coefficients of metrics that have a p-value."""
    for coefficient in found:
        if coefficient.method != found.how.methods[0] or coefficient.group or coefficient.metric == "human":
            continue
        if coefficient.p_adjusted is not None and not math.isnan(coefficient.value + coefficient.p_adjusted):
            yield coefficient


def _find_strength(coefficient: Correlation, track: TrackResults, *, is_low_best: bool) -> float:
    """The coefficient, positive where the metric and people call the same systems better.

    Of a metric for which neither higher nor lower is better only the size counts.
    """
    directions = {measure.name: measure.higher_is_better for measure in track.measures}
    is_higher = directions.get(coefficient.metric)
    if is_higher is None:
        return abs(coefficient.value)
    return coefficient.value if is_higher != is_low_best else -coefficient.value


def _claim_correlation(
    criterion: str,
    criterion_label: str,
    tested: Sequence[Correlation],
    strengths: Sequence[float],
    level: float,
    labels: Mapping[str, str],
) -> Iterator[Claim]:
    best = tested[strengths.index(max(strengths))]
    systems, numbers = counted(best.n, "system"), {"value": best.value, "n": float(best.n)}
    clear = [coefficient.p_adjusted is not None and coefficient.p_adjusted <= level for coefficient in tested]
    if not any(clear):
        parts: tuple[Part, ...] = (f"No metric correlates significantly with {criterion_label} over {systems}.",)
        yield Claim("unrelated", "metric", parts, (criterion,), numbers=numbers, test=best.signature)
    elif clear[tested.index(best)] and max(strengths) > 0:
        label = labels.get(best.metric, best.metric)
        number = f"{NAMES[best.method]} = {best.value:.2f}".replace("-", "−")
        parts = (f"Over {systems}, {label} correlates most strongly with {criterion_label} ({number}).",)
        yield Claim("follows", "metric", parts, (criterion, best.metric), numbers=numbers, test=best.signature)


def claim_agreement(people: Sequence[HumanEvaluation]) -> Iterator[Claim]:
    """The criteria that raters agree on little, by every coefficient that fits the design; the least first.

    Means are said to be better than single judgements only where no coefficient says that they are unreliable, too.
    """
    low = []
    for evaluation in people:
        for results in evaluation.criteria:
            found = reliability(results)
            if found is not None and all(fitting.value < LOW_AGREEMENT for fitting in _fitting(results)):
                label = label_criterion(people, evaluation, results.criterion)
                low.append((found, label, _find_unreliable_means(results)))
    if not low:
        return
    low.sort(key=lambda entry: entry[0].value)
    labels = [label for _, label, _ in low]
    about = join_words(labels) if len(labels) <= NAMED else f"{len(labels)} criteria, least of all on {labels[0]}"
    number = _write_coefficients([found for found, _, _ in low[: len(low) if len(low) <= NAMED else 1]])
    means = [(mean, label) for _, label, mean in low if mean is not None]
    advice = ": rely on means, not on single judgements"
    if means:
        uncertain = f"({_write_coefficients([mean for mean, _ in means[:NAMED]])})"
        if len(means) == len(low):
            advice = f", and even means over raters are uncertain {uncertain}"
        else:
            where = join_words([label for _, label in means]) if len(means) <= NAMED else f"{len(means)} of these"
            advice += f", but in {where} even means over raters are uncertain {uncertain}"
    parts = (f"Raters agree little on {about} ({number}){advice}.",)
    least, criteria = low[0][0], tuple(found.criterion for found, _, _ in low)
    numbers = {"value": least.value} | ({"means": min(mean.value for mean, _ in means)} if means else {})
    yield Claim("reliability", "people", parts, criteria, numbers=numbers, test=least.signature)


def _write_coefficients(found: Sequence[Agreement]) -> str:
    """Such as "alpha = 0.12 and 0.26", with the name of each where they are not all of one kind."""
    if len({coefficient.form for coefficient in found}) == 1:
        number = f"{found[0].form} = {join_words([f'{coefficient.value:.2f}' for coefficient in found])}"
    else:
        number = ", ".join(f"{coefficient.form} = {coefficient.value:.2f}" for coefficient in found)
    return number.replace("-", "−")


def _find_unreliable_means(results: CriterionResults) -> Agreement | None:
    """The coefficient of means over raters that fits the design, if it is poor."""
    means = [
        found
        for found in results.agreements
        if found.measure == "icc" and found.fits and found.form.endswith(MEANS) and not math.isnan(found.value)
    ]
    return means[0] if means and means[0].value < POOR else None


def reliability(results: CriterionResults) -> Agreement | None:
    """The coefficient of single judgements that fits the design."""
    return min(_fitting(results), key=lambda found: RELIABLE.index(found.measure), default=None)


def _fitting(results: CriterionResults) -> list[Agreement]:
    """All coefficients of single judgements that fit the design."""
    return [
        found
        for found in results.agreements
        if found.measure in RELIABLE and found.fits and not math.isnan(found.value) and not found.form.endswith(MEANS)
    ]
