"""The results as JSON, for programs; its shape is kept stable."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import TypeAlias

from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.profiles import ProfileNumber
from genchal.domain.results.scores import Score
from genchal.domain.results.similarity import Similarities
from genchal.reports.tables.leaderboard import LeaderboardRow, leaderboard

SCHEMA = 1

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"


def results_json(results: CampaignResults) -> str:
    """Write strict JSON: a value that is not a number is null. Texts and segment scores are not part of it."""
    document: Json = {
        "schema": SCHEMA,
        "campaign": results.name,
        "seed": results.seed,
        "version": results.version,
        "resamples": results.resamples,
        "confidence": results.confidence,
        "tracks": [_track(track) for track in results.tracks],
    }
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


def _track(track: TrackResults) -> Json:
    table = leaderboard(track)
    return {
        "name": track.name,
        "task": track.task,
        "language": track.language,
        "instances": len(track.instances),
        "systems": [_system(row) for row in table.rows],
        "measures": [_measure(measure) for measure in table.measures],
        "scores": [_score(cell.score, track.name) for row in table.rows for cell in row.cells if cell.score],
        "statistics": [_statistic(number) for number in track.statistics],
        "similarities": list(_similarities(track.similarities)) if track.similarities else [],
    }


def _system(row: LeaderboardRow) -> Json:
    system = row.system
    return {
        "name": system.name,
        "team": row.team,
        "family": system.family,
        "primary": system.primary,
        "late": system.late,
        "descriptors": {} if system.anonymous else dict(system.descriptors),  # they might tell who it is
    }


def _measure(measure: Measure) -> Json:
    return {
        "name": measure.name,
        "label": measure.label,
        "higher_is_better": measure.higher_is_better,
        "low": _finite(measure.low),
        "high": _finite(measure.high),
        "signature": measure.signature,
    }


def _score(score: Score, track: str) -> Json:
    return {
        "system": score.system,
        "track": track if score.track is None else score.track,
        "metric": score.metric,
        "value": _finite(score.value),
        "n": score.n,
        "not_scored": score.not_scored,
        "low": _finite(score.low),
        "high": _finite(score.high),
        "signature": score.signature,
    }


def _statistic(number: ProfileNumber) -> Json:
    return {
        "system": number.system,
        "version": number.version,
        "family": number.family,
        "statistic": number.statistic,
        "value": _finite(number.value),
        "signature": number.signature,
    }


def _similarities(found: Similarities) -> Iterator[Json]:
    for matrix in found.matrices:
        for line, references in enumerate(found.lines):
            for column, system in enumerate(found.systems):
                yield {
                    "references": references,
                    "system": system,
                    "metric": matrix.metric,
                    "value": _finite(float(matrix.values[line, column])),
                    "n": int(matrix.n[line, column]),
                    "signature": matrix.signatures[line],
                }


def _finite(value: float | None) -> float | None:
    return float(value) if value is not None and math.isfinite(value) else None
