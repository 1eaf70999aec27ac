"""The results as JSON, for programs; its shape is kept stable."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.people import describe_evaluation
from genchal.domain.results.similarity import Similarities
from genchal.domain.results.table import pick_fields
from genchal.reports.tables.json_document import plain_value
from genchal.reports.tables.leaderboard import LeaderboardRow, leaderboard
from genchal.reports.verdict.write import write_verdict
from genchal.reports.visible import hide_withdrawn

SCHEMA = 1


def results_json(results: CampaignResults) -> str:
    """Write strict JSON: a value that is not a number is null. Texts and segment scores are not part of it."""
    document = {
        "schema": SCHEMA,
        "campaign": results.name,
        **pick_fields(results, "seed", "version", "resamples", "confidence"),
        "tracks": [_track(track) for track in results.tracks],
        **_over_systems(results),
        **({"published": results.published.counts()} if results.published else {}),
    }
    return json.dumps(plain_value(document), indent=2, allow_nan=False) + "\n"


def _over_systems(results: CampaignResults) -> dict[str, object]:
    records = [record for asked in results.over_systems for record in asked.records()]
    return {"correlations": records} if records else {}


def _track(track: TrackResults) -> dict[str, object]:
    table = leaderboard(track)
    return {
        **pick_fields(track, "name", "task", "language"),
        "instances": len(track.instances),
        "systems": [_system(row) for row in table.rows],
        "measures": table.measures,
        "scores": [
            replace(cell.score, track=cell.score.track or track.name)
            for row in table.rows
            for cell in row.cells
            if cell.score
        ],
        **({"subsets": hide_withdrawn(track).subsets} if track.subsets else {}),
        "statistics": track.statistics,
        "similarities": list(_similarities(track.similarities)) if track.similarities else [],
        "people": [describe_evaluation(evaluation) for evaluation in track.people],
        "verdict": [claim.payload() for claim in write_verdict(track)],
    }


def _system(row: LeaderboardRow) -> dict[str, object]:
    system = row.system
    return {
        "name": system.name,
        "team": row.team,
        **pick_fields(system, "family", "primary", "late"),
        "descriptors": {} if system.anonymous else dict(system.descriptors),  # they might tell who it is
    }


def _similarities(found: Similarities) -> Iterator[dict[str, object]]:
    for matrix in found.matrices:
        for line, references in enumerate(found.lines):
            for column, system in enumerate(found.systems):
                yield {
                    "references": references,
                    "system": system,
                    "metric": matrix.metric,
                    "value": matrix.values[line, column],
                    "n": matrix.n[line, column],
                    "signature": matrix.signatures[line],
                }
