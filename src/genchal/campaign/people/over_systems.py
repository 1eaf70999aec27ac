"""Correlations over the systems of tracks: metrics with each other, and with what people did (TUNA, Tables 5 to 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from genchal.campaign.judgements.correlate import correlate
from genchal.domain.campaign import CorrelationEntry
from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.over_systems import ALL_TRACKS, CorrelationsOverSystems
from genchal.errors import InvalidInput, UnknownName, counted

FEWEST = 3  # two systems always correlate perfectly
Values = Mapping[str, float]  # by system


def correlate_over_systems(
    entries: Sequence[CorrelationEntry], tracks: Sequence[TrackResults], confidence: float
) -> tuple[CorrelationsOverSystems, ...]:
    """All that a campaign asks for."""
    return tuple(_correlate(entry, tracks, confidence) for entry in entries)


def _correlate(entry: CorrelationEntry, tracks: Sequence[TrackResults], confidence: float) -> CorrelationsOverSystems:
    chosen = [track for track in tracks if not entry.tracks or track.name in entry.tracks]
    wanted = (*entry.of, *entry.against)
    values = {track.name: {name: _find_values(track, name, entry.leave_out) for name in wanted} for track in chosen}
    _check_known(entry, chosen, values)
    if len(chosen) > 1:
        values[ALL_TRACKS] = {name: _pool([(track, values[track.name][name]) for track in chosen]) for name in wanted}
    by_track, missing = [], []
    for track, own in values.items():
        systems = [system for system in own[wanted[0]] if all(system in own[name] for name in wanted)]
        if len(systems) < FEWEST:
            missing.append(f"{track}: {counted(len(systems), 'system')} with all measures, too few to correlate.")
            continue
        of, against = (
            {name: [own[name][system] for system in systems] for name in side} for side in (entry.of, entry.against)
        )
        found = correlate(of, against, systems=systems, level="system", interval="formula", confidence=confidence)
        by_track.append((track, found))
    simulated = {
        results.criterion
        for track in chosen
        for evaluation in track.people
        if evaluation.is_simulated
        for results in evaluation.criteria
    }
    judged = tuple(name for name in dict.fromkeys(wanted) if name in simulated)
    return CorrelationsOverSystems(entry.name, entry.of, entry.against, tuple(by_track), judged, tuple(missing))


def _check_known(
    entry: CorrelationEntry, tracks: Sequence[TrackResults], values: Mapping[str, Mapping[str, Values]]
) -> None:
    for name in (*entry.of, *entry.against):
        if not any(own[name] for own in values.values()):
            known = dict.fromkeys(known for track in tracks for known in _list_names(track))
            raise UnknownName(f"measure of [[correlation]] '{entry.name}'", name, known)
    repeated = set(entry.of) & set(entry.against)
    if repeated:
        raise InvalidInput(
            f"[[correlation]] '{entry.name}' has {min(repeated)} on both sides", "Name it in `of` or in `against`."
        )


def _list_names(track: TrackResults) -> Iterator[str]:
    yield from (measure.name for measure in track.measures)
    yield from (results.criterion for evaluation in track.people for results in evaluation.criteria)


def _find_values(track: TrackResults, name: str, leave_out: Sequence[str]) -> Values:
    """The scores of systems under a metric, or else the means of their outputs under a criterion."""
    shown = [system.name for system in track.ranked() if system.name not in leave_out]
    scores = {score.system: score.value for score in track.scores if score.metric == name}
    if not scores:
        scores = {
            segments.system: float(np.mean(segments.means))
            for evaluation in reversed(track.people)  # of two evaluations of a criterion the first counts
            for segments in evaluation.segments
            if segments.criterion == name
        }
    return {system: scores[system] for system in shown if system in scores and scores[system] == scores[system]}


def _pool(parts: Sequence[tuple[TrackResults, Values]]) -> Values:
    """Means over tracks, weighted by their instances, of systems that are in all of them."""
    first = parts[0][1]
    everywhere = [system for system in first if all(system in values for _, values in parts)]
    weights = [len(track.instances) for track, _ in parts]
    return {
        system: float(np.average([values[system] for _, values in parts], weights=weights)) for system in everywhere
    }
