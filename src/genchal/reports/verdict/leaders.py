"""Claims about who is best: by people and by metrics, with ties as ties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from genchal.reports.standings import Standing
from genchal.reports.verdict.claims import NAMED, Claim, ClaimKind, Name, Part, join_words, list_names

CRITERIA = 4  # groups of criteria that have a sentence of their own; more are counted
GROUPS = 3  # sentences about metrics, where there are no people


def claim_people(people: Sequence[Standing]) -> Iterator[Claim]:
    """Who leads by people: first what their tests say, then clusters of rankings that have no tests.

    Criteria with the same outcome share a sentence; those that are left are counted.
    """
    tested = [standing for standing in people if standing.is_tested]
    clustered = [standing for standing in people if not standing.is_tested and standing.has_clusters]
    said, rest = 0, list[Standing]()
    for group in [*_group(tested), *([standing] for standing in clustered)]:
        claims = list(claim_leaders(group)) if group[0].is_tested else [_claim_cluster(group[0])]
        if claims and said < CRITERIA:
            yield from claims
            said += 1
        else:
            rest += group
    if rest:
        criteria = "criterion" if len(rest) == 1 else "criteria"
        more = "more " if said else ""
        parts = (f"{len(rest)} {more}{criteria}: see below.",)
        yield Claim("more", "people", parts, tuple(standing.name for standing in rest))


def claim_metrics(measures: Sequence[Standing], has_people: bool) -> Iterator[Claim]:
    """Who leads by metrics; parts of another measure, such as slot_error.added, have no sentence of their own."""
    names = {standing.name for standing in measures}
    whole = [standing for standing in measures if standing.name.rpartition(".")[0] not in names - {""}]
    directed = [standing for standing in whole if standing.higher_is_better is not None]
    for group in _group(directed)[: 1 if has_people else GROUPS]:
        yield from claim_leaders(group)


def _group(standings: Sequence[Standing]) -> list[list[Standing]]:
    """Those with the same systems and leaders share a sentence; the first one's group comes first, then the largest."""
    by_leaders: dict[tuple[object, ...], list[Standing]] = {}
    for standing in standings:
        if not standing.is_tested:
            continue
        leaders = standing.leaders()
        # Leaders that all tie, and are all better than the rest, may be in any order; otherwise the one ahead is named,
        # and must be the same.
        is_named = len(leaders) > NAMED or not _are_alike(standing, leaders) or standing.untested_with(leaders[0])
        # What was not compared with the one ahead may differ from measure to measure.
        alone = standing.name if standing.untested_with(leaders[0]) else ""
        named = leaders[0] if is_named else ""
        key = (frozenset(standing.order), frozenset(leaders), named, alone, standing.evaluation)
        by_leaders.setdefault(key, []).append(standing)
    first, *others = list(by_leaders.values()) or [[]]
    return [first, *sorted(others, key=lambda group: -len(group))] if first else []


def claim_leaders(group: Sequence[Standing]) -> Iterator[Claim]:
    """Who is best under measures that have the same leaders, or that nobody is."""
    if not group or len(group[0].order) < 2:
        return
    first = group[0]
    where = f"in {_name_measures(group)}"
    leaders, top = first.leaders(), first.order[0]
    lower = tuple(system for system in first.order if system not in leaders)
    if first.untested_with(top):
        beaten = first.beaten_by(top)
        if beaten:
            named: tuple[Part, ...] = list_names(beaten) if len(beaten) <= NAMED else (f"{len(beaten)} other systems",)
            parts: tuple[Part, ...] = (Name(top), " is significantly better than ", *named, f" {where}.")
            yield _claim("ahead", group, parts, (top,), beaten)
    elif len(leaders) == 1:
        yield _claim("best", group, _write_best(first, lower, where), leaders, lower)
    elif len(leaders) == len(first.order) and all(_all_tie(standing, leaders) for standing in group):
        parts = (f"The {_count_systems(first, len(leaders))} cannot be told apart {where}.",)
        yield _claim("undecided", group, parts, leaders)
    else:
        is_better = bool(lower) and all(standing.beats(leader, lower) for standing in group for leader in leaders)
        is_mutual = len(leaders) <= NAMED and all(_are_alike(standing, leaders) for standing in group)
        below = lower if is_better else ()
        if is_mutual:
            parts = (*list_names(leaders), f" cannot be told apart {where}")
        else:
            named = list_names(leaders[1:]) if len(leaders) <= NAMED else (_count_near(first, len(leaders) - 1),)
            ahead = "which is ahead" if all(map(_is_ahead, group)) else "one of those ahead"
            parts = (*named, " cannot be told apart from ", Name(top), f", {ahead} {where}")
            below = lower if is_better and len(leaders) <= NAMED else ()
        parts = (*parts, *_write_below(first, leaders, below))
        yield _claim("tied" if is_mutual else "close", group, parts, leaders, below)


def _name_measures(group: Sequence[Standing]) -> str:
    labels = join_words([standing.label for standing in group])
    if group[0].source == "metric":
        return labels
    whose = "simulated" if group[0].is_simulated else "one rater's" if group[0].is_single else "people's"
    return f"{whose} ratings of {labels}"


def _count_systems(standing: Standing, count: int) -> str:
    """Systems that were judged or scored, and are not all that the track has, are called so."""
    kind = "" if standing.is_whole else "rated " if standing.source == "people" else "scored "
    return f"{'two' if count == 2 else f'{count:,}'} {kind}{'system' if count == 1 else 'systems'}"


def _count_near(standing: Standing, count: int) -> str:
    others = len(standing.order) - 1
    return f"{'The' if count == others else f'{count:,} of the'} other {_count_systems(standing, others)}"


def _is_ahead(standing: Standing) -> bool:
    """Whether no other system has the value of the first."""
    first = standing.placed[standing.order[0]].value
    return sum(standing.placed[system].value == first for system in standing.order) == 1


def name_raters(standing: Standing) -> tuple[str, str]:
    """Who judged, and the verb that goes with it."""
    if standing.is_single and not standing.is_simulated:
        return "the only rater", "rates"
    return ("simulated raters" if standing.is_simulated else "people"), "rate"


def _all_tie(standing: Standing, systems: Sequence[str]) -> bool:
    return all((a, b) in standing.ties for a in systems for b in systems if a != b)


def _are_alike(standing: Standing, leaders: Sequence[str]) -> bool:
    """Whether the tests put all leaders on a level: no difference between them, and each better than all others."""
    lower = [system for system in standing.order if system not in leaders]
    return _all_tie(standing, leaders) and all(standing.beats(leader, lower) for leader in leaders)


def _write_best(standing: Standing, others: Sequence[str], where: str) -> tuple[Part, ...]:
    named = list_names(others) if len(others) <= 2 else (f"each of the other {_count_systems(standing, len(others))}",)
    return (Name(standing.order[0]), " is significantly better than ", *named, f" {where}.")


def _write_below(standing: Standing, leaders: Sequence[str], below: Sequence[str]) -> tuple[Part, ...]:
    """What all leaders are better than, if anything."""
    if not below:
        return (".",)
    rest = list_names(below) if len(below) <= 2 else (f"the other {_count_systems(standing, len(below))}",)
    every = "both are" if len(leaders) == 2 else f"all {len(leaders)} are"
    return (f"; {every} significantly better than ", *rest, ".")


def _claim(
    kind: ClaimKind,
    group: Sequence[Standing],
    parts: tuple[Part, ...],
    systems: tuple[str, ...],
    others: tuple[str, ...] = (),
) -> Claim:
    first = group[0]
    names = tuple(standing.name for standing in group)
    numbers = {"systems": float(len(first.order))}
    return Claim(kind, first.source, parts, names, systems, others, numbers, first.test)


def _claim_cluster(standing: Standing) -> Claim:
    """The highest cluster of a ranking without tests of pairs."""
    top = standing.leaders()
    every = _count_systems(standing, len(standing.order))
    named = list_names(top) if len(top) <= NAMED else (f"{len(top)} of {every}",)
    verb = "is alone" if len(top) == 1 else "are together"
    clusters = len({standing.placed[system].cluster for system in standing.order})
    where = f"{verb} in the highest of {clusters} clusters in {_name_measures([standing])}"
    parts = (*named, f" {where}; pairs of systems were not tested.")
    return Claim("cluster", "people", parts, (standing.name,), top, test=standing.test)
