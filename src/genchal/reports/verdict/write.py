"""The verdict of a track: a few claims, the most important ones first.

A system is called better only if the test of the pair says so after correction; where the test found nothing, systems
"cannot be told apart"; where there was no test, nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from genchal.domain.results.campaign import Measure, TrackResults
from genchal.domain.results.people import HumanEvaluation
from genchal.domain.results.scope import describe_scopes, list_measures
from genchal.errors import counted
from genchal.reports.standings import measure_standing, people_standings
from genchal.reports.verdict.claims import NAMED, Claim, Name, join_words, list_names
from genchal.reports.verdict.comparing import claim_agreement, claim_correlations, claim_errors, claim_reversals
from genchal.reports.verdict.leaders import claim_metrics, claim_people

MOST_CLAIMS = 6  # and one for every group of criteria beyond the usual two; what limits them is said in any case
USUAL = 2


def write_verdict(track: TrackResults) -> tuple[Claim, ...]:
    """The claims of a track; none where there is nothing to say. A program that follows metrics has no say."""
    track = replace(track, people=tuple(evaluation for evaluation in track.people if not evaluation.follows))
    shown = tuple(system.name for system in track.systems if system.competes)
    measures = [measure_standing(track, measure) for measure in track.measures]
    people = people_standings(track)
    if len(shown) < 2:
        parts = (*list_names(shown), " is the only system: there is nothing to compare it with.")
        return (Claim("single", None, parts, systems=shown),) if shown and (measures or people) else ()
    about_people = list(claim_people(people))
    claims = [*_claim_simulation(track.people), *about_people, *claim_errors(track, measures, people)]
    claims += claim_metrics([standing for standing in measures if standing.higher_is_better is not None], bool(people))
    claims += [*claim_reversals(measures, people), *claim_correlations(track), *claim_agreement(track.people)]
    every = [*measures, *people]
    if every and not any(standing.is_tested or standing.has_clusters for standing in every):
        claims.append(Claim("untested", None, ("Differences between the systems were not tested.",)))
    claims = claims[: MOST_CLAIMS + max(0, len(about_people) - USUAL)]
    return (*claims, *_claim_few(track, claims), *_claim_scopes(track, claims), *_claim_gaps(track, claims))


def _claim_few(track: TrackResults, claims: Sequence[Claim]) -> Iterator[Claim]:
    """Measures that claims are about, and on which instances are too few for any difference to be significant."""
    found = track.comparisons
    if found is None:
        return
    by_count: dict[int, list[Measure]] = {}
    for measure in _name_measures(track, claims):
        known = [pair.n for pair in found if pair.metric == measure.name and not math.isnan(pair.p_value)]
        if known and not found.can_tell_apart(measure.name):
            by_count.setdefault(max(known), []).append(measure)
    for count, measures in by_count.items():
        labels = list_measures([measure.label or measure.name for measure in measures])
        parts = (f"With {counted(count, 'instance')} no difference in {labels} can be significant.",)
        yield Claim("few", None, parts, tuple(measure.name for measure in measures), numbers={"n": float(count)})


def _claim_scopes(track: TrackResults, claims: Sequence[Claim]) -> Iterator[Claim]:
    """Measures that claims are about, and that score outputs for some of the instances only."""
    labels = {measure.name: measure.label or measure.name for measure in track.measures}
    scopes, named = track.scopes(), {measure.name for measure in _name_measures(track, claims)}
    partial = {name: scope for name, scope in scopes.items() if name in named}
    for scope, sentence in zip(dict.fromkeys(partial.values()), describe_scopes(partial, labels), strict=True):
        own = tuple(name for name, other in partial.items() if other == scope)
        numbers = {"scored": float(scope.scored), "instances": float(scope.total)}
        yield Claim("scope", None, (sentence,), own, numbers=numbers)


def _name_measures(track: TrackResults, claims: Sequence[Claim]) -> list[Measure]:
    """The measures that claims are about."""
    named = {name for claim in claims for name in claim.measures}
    return [measure for measure in track.measures if measure.name in named]


def _claim_gaps(track: TrackResults, claims: Sequence[Claim]) -> Iterator[Claim]:
    """Systems that claims about metrics name, and whose missing outputs are not scored: others were scored on more."""
    partial = {score.system for score in track.scores if score.not_scored and math.isfinite(score.value)}
    missing = {
        name: outputs.count(None) for name, outputs in track.outputs.items() if name in partial and None in outputs
    }
    named = {
        part.text for claim in claims if claim.source == "metric" for part in claim.parts if isinstance(part, Name)
    }
    systems = tuple(system.name for system in track.systems if system.name in named and system.name in missing)
    if not systems:
        return
    total = len(track.instances)
    if len(systems) == 1:
        have = total - missing[systems[0]]
        rest = f" has outputs for {have:,} of {total:,} instances only, and is scored and tested on no others."
    else:
        rest = f" have outputs for some of the {total:,} instances only, and are scored and tested on no others."
    who = list_names(systems) if len(systems) <= NAMED else (f"{len(systems)} of these systems",)
    numbers = {name: float(missing[name]) for name in systems}
    yield Claim("gaps", None, (*who, rest), systems=systems, numbers=numbers)


def _claim_simulation(people: Sequence[HumanEvaluation]) -> Iterator[Claim]:
    made_up = [evaluation.name for evaluation in people if evaluation.is_simulated]
    if made_up:
        who = "The raters" if len(made_up) == len(people) else f"The raters of {join_words(made_up)}"
        parts = (f"{who} were simulated by a program: nobody has judged these texts.",)
        yield Claim("simulated", "people", parts, tuple(made_up))
