"""The verdict of a track: a few claims, the most important ones first.

A system is called better only if the test of the pair says so after correction; where the test found nothing, systems
"cannot be told apart"; where there was no test, nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.people import HumanEvaluation
from genchal.reports.standings import measure_standing, people_standings
from genchal.reports.verdict.claims import NAMED, Claim, Name, join_words, list_names
from genchal.reports.verdict.comparing import claim_agreement, claim_correlations, claim_errors, claim_reversals
from genchal.reports.verdict.leaders import claim_metrics, claim_people

MOST_CLAIMS = 6


def write_verdict(track: TrackResults) -> tuple[Claim, ...]:
    """The claims of a track; none where there is nothing to say. A program that follows metrics has no say."""
    track = replace(track, people=tuple(evaluation for evaluation in track.people if not evaluation.follows))
    shown = tuple(system.name for system in track.systems if system.competes)
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
    gaps = list(_claim_gaps(track, claims))
    return (*claims[: MOST_CLAIMS - len(gaps)], *gaps)


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
        rest = f" has outputs for {have:,} of {total:,} instances only, and is scored and tested on these."
    else:
        rest = f" have outputs for some of the {total:,} instances only, and are scored and tested on these."
    who = list_names(systems) if len(systems) <= NAMED else (f"{len(systems)} of these systems",)
    numbers = {name: float(missing[name]) for name in systems}
    yield Claim("gaps", None, (*who, rest), systems=systems, numbers=numbers)


def _claim_simulation(people: Sequence[HumanEvaluation]) -> Iterator[Claim]:
    made_up = [evaluation.name for evaluation in people if evaluation.is_simulated]
    if made_up:
        who = "The raters" if len(made_up) == len(people) else f"The raters of {join_words(made_up)}"
        parts = (f"{who} were simulated by a program: nobody has judged these texts.",)
        yield Claim("simulated", "people", parts, tuple(made_up))
