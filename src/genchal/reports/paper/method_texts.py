"""Statistics and human evaluation in words, with citations and exact settings: one sentence for each thing used."""

from __future__ import annotations

import math
from collections.abc import Iterator

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.comparison import Comparisons, Correction, Test
from genchal.domain.results.correlation import CorrelationMethod
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.judgements.agreement import Agreement, AgreementMeasure
from genchal.domain.results.judgements.differences import Differences
from genchal.domain.results.judgements.quality_control import FAULTS, PassRules, QualityControl, RaterFault
from genchal.domain.results.judgements.ranking import Ranking, RankingMethod
from genchal.domain.results.numbers import FEW_COMPARED
from genchal.domain.results.people import CriterionResults, HumanEvaluation
from genchal.domain.selection import count_raters
from genchal.errors import counted

CORRECTIONS: dict[Correction, str] = {
    "holm": "Holm's correction [@holm-1979]",
    "bh": "Benjamini and Hochberg's correction [@benjamini-hochberg-1995]",
    "none": "no correction",
}
TESTS: dict[Test, str] = {
    "bootstrap": "two-sided paired bootstrap tests [@koehn-2004] with {draws} resamples",
    "bootstrap-sacrebleu": "paired bootstrap tests as in sacreBLEU [@koehn-2004; @post-2018] with {draws} resamples",
    "randomisation": (
        "two-sided approximate randomisation tests [@noreen-1989] with {draws} trials, or with all swaps where these "
        "are no more"
    ),
    "t": "two-sided paired t tests of segment scores",
    "wilcoxon": "two-sided Wilcoxon signed-rank tests of segment scores [@wilcoxon-1945]",
}
RANKINGS: dict[RankingMethod, str] = {
    "bradley-terry": "Bradley and Terry's model [@bradley-terry-1952] with ties [@davidson-1970]",
    "plackett-luce": "Plackett and Luce's model [@plackett-1975; @luce-1959]",
    "expected-wins": "expected wins [@koehn-2012; @bojar-2013]",
    "wins": "the share of comparisons won, ties counted as half",
    "elo": "Elo ratings [@elo-1978] averaged over 20 random orders",
    "trueskill": "TrueSkill [@herbrich-2007; @sakaguchi-2014] as in the E2E challenge [@dusek-2020], with {runs} runs",
    "z": "means of ratings standardised within raters [@graham-2017]",
    "mean": "means of ratings",
    "magnitude": "geometric means of magnitudes [@bard-1996]",
}
CLUSTERED = ", clustered by {} [@cameron-2011]"
METHODS = {
    "rankme": "RankME [@novikova-2018]: relative magnitude estimation, all systems of an instance on a sheet",
    "likert": "Likert scales [@likert-1932]",
    "magnitude": "magnitude estimation [@bard-1996]",
    "direct_assessment": "direct assessment on a continuous scale [@graham-2017]",
    "pairwise": "pairwise comparison",
    "ranking": "ranking of several outputs",
    "check_boxes": "check boxes",
    "error_spans": "marking of errors in the text",
    "identification": "identification of the described object [@gatt-belz-2010]",
}
AGREEMENTS: dict[AgreementMeasure, str] = {
    "icc": "intraclass correlation [@shrout-fleiss-1979]",
    "alpha": "Krippendorff's alpha [@hayes-krippendorff-2007]",
    "kappa": "Cohen's kappa [@cohen-1960]",
    "fleiss": "Fleiss' kappa [@fleiss-1971]",
    "pearson": "Pearson's r between raters",
    "spearman": "Spearman's rho between raters [@spearman-1904]",
    "kendall": "Kendall's tau between raters [@kendall-1938]",
    "split-half": "correlation of random halves of the judgements",
}
CORRELATIONS: dict[CorrelationMethod, str] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's rho [@spearman-1904]",
    "kendall": "Kendall's tau-b [@kendall-1938]",
    "accuracy": "pairwise accuracy",
}
SHORTEST = 0.05  # hours, below which 0.0 would stand there
TESTS_OF_RATERS = {"wilcoxon": "Wilcoxon's signed-rank test [@wilcoxon-1945]", "t": "a paired t test"}


def describe_intervals(results: CampaignResults, track: TrackResults) -> str | None:
    """How the intervals of scores were made."""
    if not results.resamples or not any(score.low is not None for score in track.scores):
        return None
    return (
        f"Intervals of scores are {results.confidence * 100:g}% percentile intervals of {results.resamples:,} "
        "bootstrap resamples of the instances [@efron-tibshirani-1993], the same for all systems "
        f"(seed {results.seed})."
    )


def describe_comparisons(found: Comparisons) -> str:
    """Which test was made between systems."""
    how = found.how
    texts = {test: TESTS[test].format(draws=f"{how.count_draws(test) or 0:,}") for test in TESTS if test in found.tests}
    test = "; ".join(texts.values())
    if how.test is None and "randomisation" in texts:
        few = f"fewer than {FEW_COMPARED} instances"
        swapped = texts.pop("randomisation")
        others = "".join(texts.values())
        test = f"{others}, and those that share {few} by {swapped}" if others else f"{swapped} (they share {few})"
    pairs = "All pairs of systems" if how.all_pairs else f"All systems and the baseline {how.baseline or ''}".rstrip()
    return (
        f"{pairs} were compared by {test}, with {CORRECTIONS[how.correction]} for {counted(found.pairs, 'pair')} per "
        f"metric; differences are significant at {how.significant:.2g}."
    )


def describe_evaluation(found: HumanEvaluation) -> Iterator[str]:
    """How people were asked, how much they did, who counted, and how their judgements were analysed."""
    yield _describe_size(found)
    if found.is_simulated:
        yield "These raters are simulated by a program; no person judged anything."
    if found.quality is not None:
        yield _describe_quality(found.quality)
    rankings = [criterion.ranking for criterion in found.criteria]
    yield from dict.fromkeys(map(describe_ranking, rankings))
    yield from dict.fromkeys(
        describe_differences(criterion.differences)
        for criterion in found.criteria
        if criterion.differences and not all(math.isnan(pair.p_value) for pair in criterion.differences)
    )
    agreements = [each for criterion in found.criteria for each in criterion.agreements if not math.isnan(each.value)]
    if agreements:
        yield describe_agreements(agreements)
    yield from dict.fromkeys(_describe_correlations(found.criteria))


def describe_ranking(found: Ranking) -> str:
    """How systems were ranked, and what separates clusters."""
    method = RANKINGS[found.method].format(runs=found.how.runs)
    level = f"{found.how.confidence * 100:g}%"
    if found.method == "trueskill":
        clusters = f"ranks cover {level} of the runs, and a cluster ends where they do not overlap"
    elif found.how.clusters == "neighbours":
        clusters = (
            f"a cluster ends where {level} of {found.how.resamples:,} bootstrap resamples of the instances keep two "
            "neighbours in order [@novikova-2018]"
        )
    elif any(pair.p_value is not None for pair in found.pairs):
        clusters = (
            f"intervals ({level}) are of the distance of a score from the mean of all systems; ranks and clusters "
            f"rest on tests of all pairs of systems{_describe_clustering(found.raters, found.instances)}, with Holm's "
            f"correction [@holm-1979], at {1 - found.how.confidence:.2g}"
        )
    else:
        return f"Systems were ranked by {method}."
    return f"Systems were ranked by {method}; {clusters}."


def describe_differences(found: Differences) -> str:
    """Which test was made on ratings."""
    how = found.how
    scale = " of logarithms" if how.log else ""
    if how.test == "clustered":
        test = f"two-sided t tests{scale} of mean ratings{_describe_clustering(found.raters, found.instances)}"
    else:
        slopes = ", and of their preferences for systems" if how.test == "mixed-slopes" else ""
        test = f"a mixed-effects model{scale} with crossed random effects of rater and instance{slopes}"
    return f"Differences between mean ratings were tested by {test}, with {CORRECTIONS[how.correction]}."


def _describe_clustering(raters: int | None, instances: int) -> str:
    """By what judgements are clustered: what there are several of. Raters without names are not known to recur."""
    several = [what for what, count in (("rater", raters or 0), ("instance", instances)) if count > 1]
    return CLUSTERED.format(_join(several)) if several else ""


def describe_agreements(found: list[Agreement]) -> str:
    """Which coefficients say how well raters agree."""
    forms: dict[AgreementMeasure, list[str]] = {}
    for agreement in found:
        if agreement.form not in forms.setdefault(agreement.measure, []):
            forms[agreement.measure].append(agreement.form)
    said = [
        f"{AGREEMENTS[measure]}{f', {_join(names)}' if measure == 'icc' else ''}" for measure, names in forms.items()
    ]
    return f"Agreement between raters was measured by {_join(said)}."


def _describe_size(found: HumanEvaluation) -> str:
    size = found.size
    asked = f" by {METHODS.get(found.method, found.method)}" if found.method else ""
    criteria = [criterion.criterion for criterion in found.criteria]
    under = f" under {_join(criteria)}" if criteria else ""
    sheets = f" on {counted(size.sheets, 'sheet')}" if size.sheets else ""
    spent = f" It took {size.hours:,.1f} hours." if size.hours is not None and size.hours >= SHORTEST else ""
    if size.seconds_per_sheet is not None and size.seconds_per_sheet >= 1:
        spent += f" The median time for a sheet is {size.seconds_per_sheet:,.0f} seconds."
    cost = f" It cost {size.cost:,.2f} {size.currency}.".replace(" .", ".") if size.cost is not None else ""
    return (
        f"In the evaluation {found.name}, {count_raters(size.raters)} gave {counted(size.judgements, 'judgement')}"
        f"{sheets}{asked}{under}, of outputs of {counted(size.systems, 'system')} for "
        f"{counted(size.instances, 'instance')}.{spent}{cost}"
    )


def _describe_quality(found: QualityControl) -> str:
    rules = found.rules
    said = [text for fault, text in _rules(rules).items() if fault in rules.fail_by]
    failing = found.count("fail")
    gone = f"{counted(failing, 'rater')} of {len(found.checks)} failed, and their judgements were set aside"
    if not said:
        return (
            f"Raters were checked, but no check decided whose judgements count ({counted(len(found.checks), 'rater')})."
        )
    return f"Raters had to pass quality control: {_join(said)}, where there were such items; {gone}."


def _rules(rules: PassRules) -> dict[RaterFault, str]:
    test = TESTS_OF_RATERS[rules.control_test]
    said: dict[RaterFault, str] = {
        "damaged": f"damaged copies must score lower than originals ({test}, one-sided, p < {rules.control_level:g}) "
        "[@graham-2017]",
        "repeats": "repeated items must not differ",
        "references": "references must score higher than outputs",
        "attention": f"{rules.attention_right:.0%} of attention checks must be answered as by most raters",
        "speed": f"a sheet must take {rules.sheet_seconds:g} seconds in the median, a judgement "
        f"{rules.judgement_seconds:g}",
        "straight": f"runs of {rules.longest_run} equal values were not allowed unless chance explained them",
        "disagreement": f"the correlation with the mean of the others must be above {rules.others_correlation:g}",
        "few": f"{rules.fewest_judgements} judgements are needed",
    }
    return {fault: said[fault] for fault in FAULTS}


def _describe_correlations(criteria: tuple[CriterionResults, ...]) -> Iterator[str]:
    for criterion in criteria:
        for found, over in ((criterion.by_system, "systems"), (criterion.by_segment, "outputs")):
            if found is not None and (methods := _list_known(found)):
                yield _describe_correlation(found, over, methods)


def _list_known(found: Correlations) -> list[CorrelationMethod]:
    """Methods by which any metric has a coefficient."""
    known = {each.method for each in found if each.metric != "human" and not math.isnan(each.value)}
    return [method for method in found.how.methods if method in known]


def _describe_correlation(found: Correlations, over: str, known: list[CorrelationMethod]) -> str:
    how = found.how
    methods = _join([CORRELATIONS[method] for method in known])
    drawn = {"inputs": "instances", "systems": "systems", "both": "instances and systems"}[how.resample or "both"]
    intervals = {
        "bootstrap": f", with {how.confidence * 100:g}% intervals of {how.resamples:,} bootstrap resamples of {drawn}",
        "formula": f", with {how.confidence * 100:g}% intervals by Fisher's z",
        "none": "",
    }[how.interval]
    williams = " Williams' test [@williams-1959; @graham-baldwin-2014] compared metrics." if how.williams else ""
    people = "the scores of the ranking" if found.how.is_with_ranking else "mean ratings"
    return f"Metrics were correlated with {people} over {over} by {methods}{intervals}.{williams}"


def _join(texts: list[str]) -> str:
    return f"{', '.join(texts[:-1])} and {texts[-1]}" if len(texts) > 1 else "".join(texts)
