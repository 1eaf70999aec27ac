"""Metrics against people within each E2E system (Dušek et al. 2020, Tables A.15 and A.16)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.campaign.judgements.correlate import correlate_measures
from genchal.campaign.judgements.correlation.joined_measures import join_measures
from genchal.campaign.judgements.correlation.measure_values import (
    MeasureValues,
    collect_column_values,
    collect_rating_values,
)
from genchal.campaign.judgements.correlation.paper_tables import PAPER_TABLES
from genchal.campaign.judgements.load import load_ratings
from genchal.campaign.published.computations import Cells, Numbers, Workbench, fingerprint_file
from genchal.campaign.published.views._e2e_data import RATINGS, SYSTEMS
from genchal.domain.results.campaign import CampaignResults
from genchal.domain.results.correlation import Correlating
from genchal.domain.results.scores import SegmentScores
from genchal.resources.datasets import locate
from genchal.resources.results import digest

# Columns of the tables, and the metrics of the campaign behind them: BLEU of segments is smoothed.
METRICS = {"bleu": "sent_bleu", "nist": "nist", "meteor": "meteor", "rouge_l": "rouge_l", "cider": "cider"}


def view_naturalness(bench: Workbench) -> Cells:
    """Table A.15."""
    return _view(bench, "naturalness")


def view_quality(bench: Workbench) -> Cells:
    """Table A.16."""
    return _view(bench, "quality")


def _view(bench: Workbench, criterion: str) -> Cells:
    path = locate(*RATINGS[criterion])
    segments = _find_segments(bench.results)
    if not segments:
        return {}
    depends = [fingerprint_file(path), *map(_fingerprint_segments, segments)]

    def correlate() -> Numbers:
        ratings, _ = collect_rating_values(load_ratings(path), [criterion], log=True)
        measures = join_measures(_as_columns(segments), ratings)
        found = correlate_measures(measures, Correlating(**PAPER_TABLES["e2e"].settings))
        cells = [(system, column, metric) for system in SYSTEMS for column, metric in METRICS.items()]
        return {(system, column): found[metric, criterion, system].value for system, column, metric in cells}

    numbers = bench.remember(f"correlations of metrics with {criterion}", depends, correlate)
    return {(system, column): value for (system, column), value in numbers.items()}


def _fingerprint_segments(segments: SegmentScores) -> str:
    return digest([segments.system, segments.metric, *segments.instances], segments.values.tobytes().hex())


def _find_segments(results: CampaignResults) -> list[SegmentScores]:
    """Segment scores of the primary systems, from the first track that has all metrics."""
    for track in results.tracks:
        own = [
            segment for segment in track.segments if segment.system in SYSTEMS and segment.metric in METRICS.values()
        ]
        if len(own) == len(SYSTEMS) * len(METRICS):
            return own
    return []


def _as_columns(segments: Sequence[SegmentScores]) -> dict[str, MeasureValues]:
    columns: dict[str, MeasureValues] = {}
    for metric in METRICS.values():
        own = [segment for segment in segments if segment.metric == metric]
        systems = [segment.system for segment in own for _ in segment.instances]
        instances = [instance for segment in own for instance in segment.instances]
        columns |= collect_column_values(
            {metric: np.concatenate([segment.values for segment in own])}, systems, instances
        )
    return columns
