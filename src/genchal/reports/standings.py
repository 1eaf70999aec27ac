"""Who is significantly better than whom: one standing for every measure, and for every criterion of people.

What the report says in words, marks as best or groups by letters rests on these tests, and on nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from genchal.domain.results.campaign import Measure, TrackResults
from genchal.domain.results.judgements.ranking import SHARES
from genchal.domain.results.people import CriterionResults, HumanEvaluation

Source = Literal["metric", "people"]
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
MOST_GROUPS = 78  # more tell nobody anything
RUN = 3  # letters or numbers in a row that are still written one by one


@dataclass(frozen=True, slots=True)
class Placed:
    """A system's value under a measure or criterion, with its interval where there is one."""

    value: float
    low: float | None = None
    high: float | None = None
    cluster: int | None = None
    ranks: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """Systems under one measure or criterion, best first, and what the tests of their pairs say.

    ``(a, b)`` is in `wins` if a is significantly better than b after correction, and in `ties`, in both orders, if
    a test was done and found nothing. A pair in neither was not tested: nothing can be said about it. An oracle is
    `placed`, and stands neither in `order` nor in a pair. Without a
    direction (`higher_is_better` is None) nobody is better. `p_values` are adjusted. A ranking that has no tests, such
    as that of TrueSkill, has clusters only.
    """

    name: str
    label: str
    source: Source
    higher_is_better: bool | None
    placed: Mapping[str, Placed]
    order: tuple[str, ...]
    wins: frozenset[tuple[str, str]]
    ties: frozenset[tuple[str, str]]
    p_values: Mapping[tuple[str, str], float]
    test: str
    digits: int = 4
    is_fraction: bool = False
    evaluation: str = ""
    is_simulated: bool = False
    is_single: bool = False  # all judgements are those of one rater
    is_whole: bool = True  # all systems of the track are here, and no others
    is_low_rated: bool = False  # low ratings are the best, of which strengths are made that are high for the best
    is_of_runs: bool = False  # what bounds a value are TrueSkill's runs, which say nothing about other raters

    @property
    def is_tested(self) -> bool:
        """Whether any pair was tested."""
        return bool(self.wins or self.ties)

    @property
    def has_clusters(self) -> bool:
        """Whether there is more than one cluster."""
        return len({place.cluster for place in self.placed.values() if place.cluster is not None}) > 1

    def beats(self, system: str, others: Iterable[str]) -> bool:
        """Whether a system is significantly better than each of the others."""
        return all((system, other) in self.wins for other in others)

    def tied_with(self, system: str) -> tuple[str, ...]:
        """Systems that a test could not tell apart from this one, best first."""
        return tuple(other for other in self.order if (system, other) in self.ties)

    def beaten_by(self, system: str) -> tuple[str, ...]:
        """Systems that this one is significantly better than, best first."""
        return tuple(other for other in self.order if (system, other) in self.wins)

    def untested_with(self, system: str) -> tuple[str, ...]:
        """Systems that this one was not compared with by a test."""
        tested = {*self.tied_with(system), *self.beaten_by(system)}
        tested |= {other for other in self.order if (other, system) in self.wins}
        return tuple(other for other in self.order if other != system and other not in tested)

    def leaders(self) -> tuple[str, ...]:
        """The system ahead and those not told apart from it; of a ranking without tests, the highest cluster."""
        if not self.order:
            return ()
        if self.is_tested:
            return (self.order[0], *self.tied_with(self.order[0]))
        best = self.placed[self.order[0]].cluster
        return tuple(system for system in self.order if best is not None and self.placed[system].cluster == best)

    def is_near_best(self, system: str) -> bool:
        """Whether a test found the system not significantly worse than the one with the best value."""
        return bool(self.order) and (system == self.order[0] or (self.order[0], system) in self.ties)


def measure_standing(track: TrackResults, measure: Measure) -> Standing:
    """How systems stand under a measure, by the paired tests of the track."""
    shown = {system.name for system in track.systems if not system.withdrawn}
    placed = {
        score.system: Placed(score.value, score.low, score.high)
        for score in reversed(track.scores)  # the first of two scores counts
        if score.metric == measure.name and score.system in shown and math.isfinite(score.value)
    }
    found = [pair for pair in track.comparisons or () if pair.metric == measure.name]
    tests = [(pair.system_a, pair.system_b, pair.p_adjusted, pair.significant, pair.better) for pair in found]
    is_worse = measure.higher_is_better is False
    competing = {system.name for system in track.systems if system.competes and system.name in placed}
    return Standing(
        measure.name,
        measure.label or measure.name,
        "metric",
        measure.higher_is_better,
        placed,
        tuple(
            sorted(
                (system.name for system in track.systems if system.name in competing),
                key=lambda name: placed[name].value * (1 if is_worse else -1),
            )
        ),
        *_sorted_tests(tests, competing),
        " ".join({pair.test: pair.signature for pair in reversed(found)}.values()),  # one for each test that was made
        is_fraction=measure.is_fraction,
        is_whole=shown == set(placed),
    )


def criterion_standing(track: TrackResults, evaluation: HumanEvaluation, results: CriterionResults) -> Standing:
    """How systems stand under a criterion, by the tests of the ranking.

    Differences are not used instead: they are tests of means, and a ranking without tests (TrueSkill) is not about
    these. A few huge magnitudes hide every difference of means.
    """
    hidden = {system.name for system in track.systems if system.withdrawn}
    ranking = results.ranking
    placed = {
        ranked.system: Placed(
            ranked.score, ranked.low, ranked.high, ranked.cluster, (ranked.rank_low, ranked.rank_high)
        )
        for ranked in ranking
        if ranked.system not in hidden and math.isfinite(ranked.score)
    }
    competing = set(placed) - {system.name for system in track.systems if system.oracle}
    tests: list[tuple[str, str, float | None, bool, str | None]] = [
        (pair.system_a, pair.system_b, pair.p_adjusted, pair.significant, pair.better) for pair in ranking.pairs
    ]
    return Standing(
        results.criterion,
        label_criterion(track.people, evaluation, results.criterion),
        "people",
        not ranking.is_low_best,
        placed,
        tuple(ranked.system for ranked in ranking if ranked.system in competing),
        *_sorted_tests(tests, competing),
        ranking.signature,
        digits=ranking.digits,
        is_fraction=ranking.method in SHARES,
        evaluation=evaluation.name,
        is_simulated=evaluation.is_simulated,
        is_single=evaluation.size.raters == 1,
        is_low_rated=bool(ranking.how.lower_is_better),
        is_of_runs=ranking.method == "trueskill",
        is_whole={system.name for system in track.systems} - hidden == set(placed),
    )


def label_criterion(people: Sequence[HumanEvaluation], evaluation: HumanEvaluation, criterion: str) -> str:
    """The criterion, with the evaluation that it is from where others have it, too: they may differ."""
    asked = sum(criterion == results.criterion for other in people for results in other.criteria)
    return f"{criterion} ({evaluation.name})" if asked > 1 else criterion


def people_standings(track: TrackResults) -> tuple[Standing, ...]:
    """The standings under every criterion of every evaluation, in their order.

    A program that follows metrics has no say in how systems stand: it repeats what the metrics say.
    """
    return tuple(
        criterion_standing(track, evaluation, results)
        for evaluation in track.people
        for results in evaluation.criteria
        if results.ranking.systems and not evaluation.follows
    )


def _sorted_tests(
    tests: Sequence[tuple[str, str, float | None, bool, str | None]], shown: set[str]
) -> tuple[frozenset[tuple[str, str]], frozenset[tuple[str, str]], dict[tuple[str, str], float]]:
    """Wins, ties and p-values of pairs that are shown and have a p-value."""
    wins, ties, p_values = set(), set(), {}
    for first, second, p_value, significant, better in tests:
        if not {first, second} <= shown or p_value is None or math.isnan(p_value):
            continue
        p_values[first, second] = p_values[second, first] = p_value
        if significant and better is not None:
            wins.add((better, second if better == first else first))
        elif not significant:
            ties |= {(first, second), (second, first)}
    return frozenset(wins), frozenset(ties), p_values


def letter_groups(standing: Standing) -> dict[str, str]:
    """Compact letter display (Piepho 2004): systems that share a letter were not found to differ significantly.

    A set starts with all systems; every significant pair splits the sets that have both, and sets inside others go.
    Letters follow the order of the systems; groups are numbered where they outnumber the alphabet. Nothing where no
    pair was tested, or where groups are far too many.
    """
    if not standing.is_tested or standing.higher_is_better is None:
        return {}
    groups = [frozenset(standing.order)]
    for pair in sorted(standing.wins, key=lambda pair: tuple(map(standing.order.index, pair))):
        split: list[frozenset[str]] = []
        for group in groups:
            split += [group - {system} for system in pair] if set(pair) <= group else [group]
        kept = dict.fromkeys(split)
        groups = [group for group in kept if not any(group < other for other in kept)]
        if len(groups) > MOST_GROUPS:
            return {}
    groups.sort(key=lambda group: sorted(map(standing.order.index, group)))
    is_numbered = len(groups) > len(ALPHABET)
    names = [str(number + 1) for number in range(len(groups))] if is_numbered else list(ALPHABET)
    between = "," if is_numbered else ""
    return {
        system: _write_groups([place for place, group in enumerate(groups) if system in group], names, between)
        for system in standing.order
    }


def _write_groups(places: Sequence[int], names: Sequence[str], between: str) -> str:
    """Names of groups in a row; those that follow each other as a range, where they are many."""
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return between.join(
        f"{names[run[0]]}–{names[run[-1]]}" if len(run) > RUN else between.join(names[place] for place in run)
        for run in runs
    )
