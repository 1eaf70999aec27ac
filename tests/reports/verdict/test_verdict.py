"""No sentence calls a system better that is not significantly better in the statistics behind it."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import pytest

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.judgements.agreement import Agreement
from genchal.domain.results.people import CriterionResults
from genchal.reports.standings import people_standings
from genchal.reports.verdict.claims import Claim, Name
from genchal.reports.verdict.comparing import claim_agreement, write_share
from genchal.reports.verdict.leaders import CRITERIA
from genchal.reports.verdict.write import MOST_CLAIMS, USUAL, write_verdict
from reports.campaigns import NASTY, TRACK
from reports.made_up import DEMO, LARGE, Plan, made_up_track
from reports.whole_campaign import whole_track

PLANS = [
    *(Plan(seed=seed, systems=2 + seed % 6, worth=(0.0, 0.15, 0.4, 1.0)[seed % 4]) for seed in range(1, 25)),
    *(Plan(seed=seed, systems=6, worth=0, instances=30, raters=4) for seed in range(30, 45)),  # nobody is better
    *(Plan(seed=seed, systems=12, worth=0.3, method="bradley-terry") for seed in range(50, 54)),
    *(Plan(seed=seed, systems=4, method="trueskill", instances=20) for seed in range(60, 63)),
    *(Plan(people=False, seed=seed, worth=0.2 * (seed % 3)) for seed in range(70, 82)),
    *(Plan(measures=0), Plan(systems=1), Plan(people=False, tested=False), Plan(measures=7, seed=3)),
    *(DEMO, LARGE, Plan(systems=60, instances=30, seed=4)),
    *(Plan(seed=seed, systems=3 + seed % 3, worth=0.6, criteria=tuple("abcdefgh")) for seed in range(90, 94)),
]


def criteria_of(track: TrackResults) -> dict[str, CriterionResults]:
    return {results.criterion: results for evaluation in track.people for results in evaluation.criteria}


def is_better(track: TrackResults, measure: str, system: str, other: str) -> bool:
    """Read straight from the raw results: a significant test of this pair that this system wins."""
    tests: list[tuple[str, str, float | None, bool, str | None]] = [
        (pair.system_a, pair.system_b, pair.p_adjusted, pair.significant, pair.better)
        for pair in track.comparisons or ()
        if pair.metric == measure
    ]
    if measure in criteria_of(track):
        results = criteria_of(track)[measure]
        pairs = results.ranking.pairs
        tests = [(pair.system_a, pair.system_b, pair.p_adjusted, pair.significant, pair.better) for pair in pairs]
    found = [test for test in tests if {test[0], test[1]} == {system, other}]
    return any(
        significant and better == system and p is not None and p <= 0.05 + 1e-9
        for _, _, p, significant, better in found
    )


def was_tested(track: TrackResults, measure: str, system: str, other: str) -> bool:
    pairs = [
        (pair.system_a, pair.system_b, pair.p_adjusted) for pair in track.comparisons or () if pair.metric == measure
    ]
    if measure in criteria_of(track):
        results = criteria_of(track)[measure]
        pairs = [(pair.system_a, pair.system_b, pair.p_adjusted) for pair in results.ranking.pairs]  # type: ignore[misc]
    return any({a, b} == {system, other} and p is not None and not math.isnan(p) for a, b, p in pairs)


def check_pairs(track: TrackResults, claim: Claim) -> None:
    """Everything that a claim says about two systems."""
    every = [(a, b, measure) for measure in claim.measures for a in claim.systems for b in claim.systems if a != b]
    if claim.kind in ("best", "ahead"):
        assert claim.others
        assert all(is_better(track, m, a, b) for m in claim.measures for a in claim.systems for b in claim.others)
    elif claim.kind in ("tied", "undecided"):
        assert not any(is_better(track, measure, a, b) for a, b, measure in every)
        assert all(was_tested(track, measure, a, b) for a, b, measure in every)
        assert all(is_better(track, m, a, b) for m in claim.measures for a in claim.systems for b in claim.others)
    elif claim.kind == "close":
        top, *near = claim.systems
        for measure in claim.measures:
            assert not any(is_better(track, measure, top, b) or is_better(track, measure, b, top) for b in near)
            assert all(is_better(track, measure, a, b) for a in claim.systems for b in claim.others)
    elif claim.kind == "errors":
        (fewer,), (more,), (measure,) = claim.systems, claim.others, claim.measures
        assert is_better(track, measure, fewer, more)
        pair = next(
            p for p in track.comparisons or () if p.metric == measure and {p.system_a, p.system_b} == {fewer, more}
        )
        low, high = sorted((pair.value_a, pair.value_b))
        assert claim.numbers["ratio"] == pytest.approx(low / high)
    elif claim.kind == "reversal":
        criterion, *metrics = claim.measures
        (system,) = claim.systems
        for other in claim.others:
            ahead, behind = (system, other) if claim.numbers["above_by_metrics"] else (other, system)
            assert all(is_better(track, metric, ahead, behind) for metric in metrics)
            assert is_better(track, criterion, behind, ahead)
    elif claim.kind == "cluster":
        ranking = criteria_of(track)[claim.measures[0]].ranking
        assert not ranking.pairs
        best = min(ranked.cluster for ranked in ranking)
        assert set(claim.systems) == {ranked.system for ranked in ranking if ranked.cluster == best}


def check_words(claim: Claim) -> None:
    """Words such as better stand only in sentences of claims that have been checked for it."""
    said = re.search(r"\b(better|higher|lower|worse|above|below)\b", claim.sentence)
    silent = ("undecided", "cluster", "follows", "unrelated", "reliability", "single", "untested", "simulated")
    if claim.kind in (*silent, "few", "scope"):
        assert said is None, claim.sentence
    if claim.kind in ("tied", "close") and said:
        assert claim.others
    named = {part.text for part in claim.parts if isinstance(part, Name)}
    assert named <= {*claim.systems, *claim.others}


@pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"seed {plan.seed}, {plan.systems} systems")
def test_every_sentence_holds_in_the_raw_results(plan: Plan) -> None:
    track = made_up_track(plan)
    claims = write_verdict(track)
    findings = [claim for claim in claims if claim.kind not in ("few", "scope", "gaps")]
    assert len(findings) <= MOST_CLAIMS + max(0, CRITERIA + 1 - USUAL)
    said = {name for claim in claims if claim.source == "people" for name in claim.measures}
    tested = {standing.name for standing in people_standings(track) if standing.is_tested and len(standing.order) > 1}
    assert tested <= said  # every criterion is in a sentence, if only in one that counts
    for claim in claims:
        check_pairs(track, claim)
        check_words(claim)
        assert claim.sentence.endswith(".")


def kinds(track: TrackResults) -> list[str]:
    return [claim.kind for claim in write_verdict(track)]


def test_nobody_is_better_where_all_systems_are_alike() -> None:
    """With Holm's correction at 5%, one of 20 families of tests has a false alarm; a verdict rests on a few of them."""
    said = [claim for seed in range(100, 120) for claim in write_verdict(made_up_track(Plan(seed=seed, worth=0)))]
    alarms = [claim for claim in said if claim.kind in ("best", "ahead", "reversal", "errors")]
    assert len(alarms) <= 3
    assert sum(claim.kind == "undecided" for claim in said) >= 30


def test_the_demo_says_that_raters_were_simulated_who_ties_and_whom_metrics_love() -> None:
    track = made_up_track(DEMO)
    claims = {claim.kind: claim for claim in write_verdict(track)}
    assert "simulated by a program" in claims["simulated"].sentence
    assert not any("people" in claim.sentence for claim in claims.values())
    assert set(claims["tied"].systems) == {"otter", "heron"}
    assert claims["reversal"].systems == ("careless",)


def test_slot_errors_are_compared_only_where_the_difference_is_significant() -> None:
    track = made_up_track(Plan(people=False))
    (claim,) = [claim for claim in write_verdict(track) if claim.kind == "errors"]
    weaker = replace(
        track,
        comparisons=replace(
            track.comparisons,  # type: ignore[type-var]
            comparisons=tuple(
                replace(pair, significant=False) if pair.metric == "slot_error" else pair
                for pair in track.comparisons or ()
            ),
        ),
    )
    assert claim.systems == ("heron",)
    assert "errors" not in kinds(weaker)


def test_few_systems_say_nothing_about_which_metric_follows_people() -> None:
    assert not {"follows", "unrelated"} & set(kinds(made_up_track(Plan(systems=9))))
    assert {"follows", "unrelated"} & set(kinds(made_up_track(LARGE)))


def test_a_metric_follows_people_where_low_values_are_good_if_it_calls_the_same_systems_better() -> None:
    track = made_up_track(Plan(systems=12, measures=2, criteria=("quality",)))
    (people,) = track.people
    (quality,) = people.criteria
    assert quality.by_system is not None
    values = {"bleu": -0.95, "meteor": 0.80}  # of effort: METEOR likes what costs raters effort
    turned = replace(
        quality,
        ranking=replace(quality.ranking, how=replace(quality.ranking.how, lower_is_better=True)),
        by_system=replace(
            quality.by_system,
            correlations=tuple(
                replace(found, value=values[found.metric], p_adjusted=0.001) for found in quality.by_system
            ),
        ),
    )
    claims = write_verdict(replace(track, people=(replace(people, criteria=(turned,)),)))
    (claim,) = [claim for claim in claims if claim.kind == "follows"]
    assert claim.measures == ("quality", "bleu")
    assert claim.numbers["value"] == -0.95


def test_strengths_are_high_where_a_metric_and_low_ratings_call_the_same_systems_better() -> None:
    """Metrics are correlated with the scores of the ranking: high strengths are good, whatever they come from."""
    track = made_up_track(Plan(systems=12, measures=2, criteria=("quality",)))
    (people,) = track.people
    (quality,) = people.criteria
    assert quality.by_system is not None
    values = {"bleu": 0.95, "meteor": -0.80}
    low = replace(
        quality,
        ranking=replace(
            quality.ranking, how=replace(quality.ranking.how, lower_is_better=True), method="bradley-terry"
        ),
        by_system=replace(
            quality.by_system,
            how=replace(quality.by_system.how, _ranking="bradley-terry"),
            correlations=tuple(
                replace(found, value=values[found.metric], p_adjusted=0.001) for found in quality.by_system
            ),
        ),
    )
    claims = write_verdict(replace(track, people=(replace(people, criteria=(low,)),)))
    (claim,) = [claim for claim in claims if claim.kind == "follows"]
    assert claim.measures == ("quality", "bleu")


def test_whom_raters_rate_low_where_low_is_good_is_not_said_to_be_rated_lower() -> None:
    track = made_up_track(DEMO)
    (people,) = track.people
    criteria = tuple(
        replace(
            results,
            ranking=replace(
                results.ranking, how=replace(results.ranking.how, lower_is_better=True), method="bradley-terry"
            ),
        )
        for results in people.criteria
    )
    (claim,) = [claim for claim in write_verdict(track) if claim.kind == "reversal"]
    assert "rate it significantly lower in" in claim.sentence
    claims = write_verdict(replace(track, people=(replace(people, criteria=criteria),)))
    assert any("rate it significantly worse in" in claim.sentence for claim in claims if claim.kind == "reversal")


def with_people(track: TrackResults, systems: int | None = None, raters: int = 12, ties: bool = False) -> TrackResults:
    """The same, of which people judged some systems only, or one person all; or no test found anything."""
    (people,) = track.people
    (quality, *_) = people.criteria
    rated = tuple(quality.ranking)[:systems]
    names = {ranked.system for ranked in rated}
    pairs = tuple(pair for pair in quality.ranking.pairs if {pair.system_a, pair.system_b} <= names)
    if ties:
        pairs = tuple(replace(pair, significant=False, p_adjusted=0.5) for pair in pairs)
    ranking = replace(quality.ranking, systems=rated, pairs=pairs)
    criteria = (replace(quality, ranking=ranking, by_system=None, agreements=()),)
    return replace(track, people=(replace(people, criteria=criteria, size=replace(people.size, raters=raters)),))


def people_sentence(track: TrackResults) -> str:
    return next(claim.sentence for claim in write_verdict(track) if claim.source == "people")


def test_systems_that_nobody_rated_are_not_among_those_that_a_sentence_counts() -> None:
    track = made_up_track(Plan(systems=8, seed=2))
    assert people_sentence(with_people(track, 6, ties=True)).startswith("The 6 rated systems cannot be told apart")
    assert people_sentence(with_people(track, 2, ties=True)).startswith("The two rated systems cannot")
    assert people_sentence(with_people(track, ties=True)).startswith("The 8 systems cannot")


def test_where_there_are_several_evaluations_sentences_name_theirs() -> None:
    track = made_up_track(LARGE)
    (people,) = track.people
    twice = replace(track, people=(people, replace(people, name="second study")))
    for claim in write_verdict(twice):
        about_people = claim.source == "people" or claim.kind in ("follows", "unrelated")
        assert ("(walks study)" in claim.sentence or "(second study)" in claim.sentence) == about_people, claim.sentence
    assert not any("walks study" in claim.sentence for claim in write_verdict(track))


def test_one_rater_is_not_people() -> None:
    track = with_people(made_up_track(Plan(systems=8, seed=2)), raters=1)
    assert "in one rater's ratings of quality" in people_sentence(track)
    assert not any("people" in claim.sentence for claim in write_verdict(track))
    assert any("the only rater rates it" in claim.sentence for claim in write_verdict(track))


def test_nobody_is_ahead_of_those_with_the_same_value() -> None:
    track = made_up_track(Plan(systems=8, seed=2))
    (people,) = track.people
    (quality, *_) = people.criteria
    first, second, *rest = quality.ranking
    *others, last = rest
    pairs = tuple(
        replace(pair, significant={pair.system_a, pair.system_b} == {last.system, others[0].system}, p_adjusted=0.01)
        for pair in quality.ranking.pairs
    )
    close = replace(quality.ranking, pairs=pairs)
    tied = replace(close, systems=(first, replace(second, score=first.score), *rest))
    said = []
    for ranking in (close, tied):
        found = replace(people, criteria=(replace(quality, ranking=ranking, agreements=()),))
        said.append(people_sentence(replace(track, people=(found,))))
    assert said[0].startswith(f"The other 7 systems cannot be told apart from {first.system}, which is ahead in")
    assert said[1].startswith(f"The other 7 systems cannot be told apart from {first.system}, one of those ahead in")


def test_who_is_ahead_is_said_where_only_they_are_better_than_the_rest() -> None:
    track = made_up_track(Plan(systems=4, seed=2))
    (people,) = track.people
    quality = people.criteria[0]
    first, second, third, last = quality.ranking
    better = {frozenset({first.system, other.system}) for other in (third, last)}
    pairs = tuple(
        replace(
            pair,
            significant=frozenset({pair.system_a, pair.system_b}) in better,
            better=first.system if frozenset({pair.system_a, pair.system_b}) in better else None,
            p_adjusted=0.01 if frozenset({pair.system_a, pair.system_b}) in better else 0.6,
        )
        for pair in quality.ranking.pairs
    )
    found = replace(quality, ranking=replace(quality.ranking, pairs=pairs), agreements=())
    (claim, *_) = write_verdict(replace(track, people=(replace(people, criteria=(found,)),)))
    assert claim.sentence.startswith(
        f"{second.system} cannot be told apart from {first.system}, which is ahead in people's ratings of"
    )


def test_one_system_no_system_and_nothing_at_all() -> None:
    assert kinds(made_up_track(Plan(systems=1))) == ["single"]
    assert kinds(replace(TRACK, systems=())) == []
    assert kinds(made_up_track(Plan(measures=0, people=False))) == []
    assert kinds(made_up_track(Plan(people=False, tested=False))) == ["untested"]
    judged = with_people(made_up_track(Plan(tested=False)))
    (people,) = judged.people
    ranking = replace(people.criteria[0].ranking, pairs=(), systems=people.criteria[0].ranking.systems[:1])
    alone = replace(people, criteria=(replace(people.criteria[0], ranking=ranking),))
    assert kinds(replace(judged, people=(alone,))) == ["untested"]


def with_outcomes(outcomes: Sequence[str]) -> TrackResults:
    """A criterion for every outcome: "best" if the first system beats all others, "undecided" if nobody beats any."""
    track = made_up_track(Plan(systems=4, seed=2))
    (people,) = track.people
    quality = people.criteria[0]
    criteria = []
    for number, outcome in enumerate(outcomes):
        ahead = tuple(quality.ranking)[number % 2 if outcome == "other" else 0].system
        pairs = tuple(
            replace(
                pair,
                significant=outcome != "undecided" and ahead in (pair.system_a, pair.system_b),
                better=ahead if ahead in (pair.system_a, pair.system_b) else None,
                p_adjusted=0.5 if outcome == "undecided" else 0.01,
            )
            for pair in quality.ranking.pairs
        )
        order = sorted(quality.ranking, key=lambda ranked: ranked.system != ahead)
        scored = tuple(replace(ranked, score=10.0 - place) for place, ranked in enumerate(order))
        ranking = replace(quality.ranking, systems=scored, pairs=pairs)
        criteria.append(replace(quality, criterion=f"c{number + 1}", ranking=ranking, agreements=(), by_system=None))
    return replace(track, people=(replace(people, criteria=tuple(criteria)),))


def about_people(track: TrackResults) -> list[Claim]:
    kinds = ("best", "tied", "close", "undecided", "ahead", "cluster", "more")
    return [claim for claim in write_verdict(track) if claim.source == "people" and claim.kind in kinds]


def test_every_criterion_has_a_sentence_or_shares_one() -> None:
    """The third criterion was never mentioned, even if it was the only one with a significant difference."""
    said = about_people(with_outcomes(["undecided", "undecided", "best"]))
    assert [(claim.kind, claim.measures) for claim in said] == [("undecided", ("c1", "c2")), ("best", ("c3",))]
    said = about_people(with_outcomes(["undecided", "other", "best", "undecided"]))
    assert [(claim.kind, claim.measures) for claim in said] == [
        ("undecided", ("c1", "c4")),
        ("best", ("c2",)),
        ("best", ("c3",)),
    ]


def test_criteria_beyond_the_fourth_sentence_are_counted() -> None:
    track = made_up_track(Plan(systems=4, method="trueskill", criteria=tuple("abcdefg")))
    *sentences, rest = about_people(track)
    assert [claim.kind for claim in sentences] == ["cluster"] * 4
    assert (rest.kind, rest.sentence, rest.measures) == ("more", "3 more criteria: see below.", tuple("efg"))
    fewer = made_up_track(Plan(systems=4, method="trueskill", criteria=tuple("abcde")))
    assert about_people(fewer)[-1].sentence == "1 more criterion: see below."
    assert not [claim for claim in about_people(made_up_track(DEMO)) if claim.kind == "more"]


def test_withdrawn_systems_are_not_named() -> None:
    track = made_up_track(DEMO)
    hidden = tuple(replace(system, withdrawn=system.name == "careless") for system in track.systems)
    for claim in write_verdict(replace(track, systems=hidden)):
        assert "careless" not in {*claim.systems, *claim.others}
        assert "careless" not in claim.sentence


def renamed(track: TrackResults, names: dict[str, str]) -> TrackResults:
    return replace(
        track,
        systems=tuple(replace(system, name=names[system.name]) for system in track.systems),
        scores=tuple(replace(score, system=names[score.system]) for score in track.scores),
        comparisons=replace(
            track.comparisons,  # type: ignore[type-var]
            comparisons=tuple(
                replace(
                    pair,
                    system_a=names[pair.system_a],
                    system_b=names[pair.system_b],
                    better=pair.better and names[pair.better],
                )
                for pair in track.comparisons or ()
            ),
        ),
        people=(),
    )


def nasty_tracks() -> Iterator[TrackResults]:
    track = made_up_track(Plan(people=False, worth=1.0))
    for start in range(0, len(NASTY) - 5, 5):
        yield renamed(track, dict(zip([system.name for system in track.systems], NASTY[start:], strict=False)))


def test_any_name_stays_a_name() -> None:
    for track in nasty_tracks():
        names = {system.name for system in track.systems}
        for claim in write_verdict(track):
            check_words(claim)
            assert {part.text for part in claim.parts if isinstance(part, Name)} <= names


@pytest.mark.parametrize("seed", range(6))
def test_pairs_without_a_p_value_count_for_nothing(seed: int) -> None:
    track = made_up_track(Plan(people=False, seed=seed, systems=5))
    rng = np.random.default_rng(seed)
    unknown = tuple(
        replace(pair, p_value=math.nan, p_adjusted=math.nan, significant=False) if rng.random() < 0.3 else pair
        for pair in track.comparisons or ()
    )
    partly = replace(track, comparisons=replace(track.comparisons, comparisons=unknown))  # type: ignore[type-var]
    for claim in write_verdict(partly):
        check_pairs(partly, claim)
        check_words(claim)


@pytest.mark.parametrize(
    ("ratio", "words"),
    [
        (1 / 3, "a third"),
        (0.34, "about a third"),
        (0.5, "half"),
        (0.42, "42%"),
        (0.004, "less than 1%"),
        (0.1, "a tenth"),
    ],
)
def test_shares_in_words(ratio: float, words: str) -> None:
    assert write_share(ratio) == words


def test_raters_agree_little_only_if_every_coefficient_that_fits_says_so() -> None:
    evaluation = whole_track().people[0]
    quality = evaluation.criteria[0]
    alpha = replace(quality.agreements[0], measure="alpha", form="alpha (ordinal)", value=0.26, fits=True)
    icc = replace(alpha, measure="icc", form="ICC(2,1)", value=0.76)

    def claimed(*agreements: Agreement, names: Sequence[str] = ("quality",)) -> list[str]:
        rated = replace(evaluation, criteria=tuple(replace(quality, criterion=n, agreements=agreements) for n in names))
        return [claim.sentence for claim in claim_agreement([rated])]

    assert claimed(alpha, icc) == []
    assert claimed(alpha, replace(icc, value=0.3)) == claimed(alpha) == claimed(alpha, replace(icc, fits=False))
    assert claimed(alpha) == [
        "Raters agree little on quality (alpha (ordinal) = 0.26): rely on means, not on single judgements."
    ]
    assert claimed(alpha, names=["quality", "wit"]) == [
        (
            "Raters agree little on quality and wit (alpha (ordinal) = 0.26 and 0.26): rely on means, not on single "
            "judgements."
        )
    ]
    assert claimed(alpha, names="abcde") == [
        (
            "Raters agree little on 5 criteria, least of all on a (alpha (ordinal) = 0.26): rely on means, not on "
            "single judgements."
        )
    ]


def test_means_are_not_recommended_where_they_are_unreliable_themselves() -> None:
    evaluation = whole_track().people[0]
    quality = evaluation.criteria[0]
    alpha = replace(quality.agreements[0], measure="alpha", form="alpha (ordinal)", value=0.08, fits=True)
    means = replace(alpha, measure="icc", form="ICC(2,k)", value=0.33)

    def claimed(**agreements: tuple[Agreement, ...]) -> str:
        rated = tuple(replace(quality, criterion=name, agreements=own) for name, own in agreements.items())
        (claim,) = claim_agreement([replace(evaluation, criteria=rated)])
        return claim.sentence

    little = "Raters agree little on fluency (alpha (ordinal) = 0.08)"
    rely = f"{little}: rely on means, not on single judgements."
    assert claimed(fluency=(alpha, means)) == f"{little}, and even means over raters are uncertain (ICC(2,k) = 0.33)."
    assert claimed(fluency=(alpha, replace(means, value=0.5))) == rely
    assert claimed(fluency=(alpha, replace(means, fits=False))) == rely
    assert claimed(fluency=(alpha, replace(means, value=math.nan))) == rely
    assert claimed(fluency=(alpha, means), wit=(alpha, replace(means, value=0.8))) == (
        "Raters agree little on fluency and wit (alpha (ordinal) = 0.08 and 0.08): rely on means, not on single "
        "judgements, but in fluency even means over raters are uncertain (ICC(2,k) = 0.33)."
    )
    assert claimed(fluency=(alpha, means), wit=(alpha, replace(means, value=-0.25))).endswith(
        "and even means over raters are uncertain (ICC(2,k) = 0.33 and −0.25)."
    )
