"""The verdict of a track: a few claims, the most important ones first.

A system is called better only if the test of the pair says so after correction; where the test found nothing, systems
"cannot be told apart"; where there was no test, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.people import HumanEvaluation
from genchal.reports.standings import measure_standing, people_standings
from genchal.reports.verdict.claims import Claim, join_words, list_names
from genchal.reports.verdict.comparing import claim_agreement, claim_correlations, claim_errors, claim_reversals
from genchal.reports.verdict.leaders import claim_metrics, claim_people

MOST_CLAIMS = 6


def write_verdict(track: TrackResults) -> tuple[Claim, ...]:
    """The claims of a track; none where there is nothing to say. A program that follows metrics has no say."""
    track = replace(track, people=tuple(evaluation for evaluation in track.people if not evaluation.follows))
    shown = tuple(system.name for system in track.systems if not system.withdrawn)
    measures = [measure_standing(track, measure) for measure in track.measures]
    people = people_standings(track)
    if len(shown) < 2:
        parts = (*list_names(shown), " is the only system: there is nothing to compare it with.")
        return (Claim("single", None, parts, systems=shown),) if shown and (measures or people) else ()
    claims = [*_claim_simulation(track.people), *claim_people(people), *claim_errors(track, measures, people)]
    claims += claim_metrics([standing for standing in measures if standing.higher_is_better is not None], bool(people))
    claims += [*claim_reversals(measures, people), *claim_correlations(track), *claim_agreement(track.people)]
    every = [*measures, *people]
    if every and not any(standing.is_tested or standing.has_clusters for standing in every):
        claims.append(Claim("untested", None, ("Differences between the systems were not tested.",)))
    return tuple(claims[:MOST_CLAIMS])


def _claim_simulation(people: Sequence[HumanEvaluation]) -> Iterator[Claim]:
    made_up = [evaluation.name for evaluation in people if evaluation.is_simulated]
    if made_up:
        who = "The raters" if len(made_up) == len(people) else f"The raters of {join_words(made_up)}"
        parts = (f"{who} were simulated by a program: nobody has judged these texts.",)
        yield Claim("simulated", "people", parts, tuple(made_up))
