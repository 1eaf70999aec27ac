"""Results as plain tables: all outputs, scores, rankings and tests, under names that say what they are.

What a command reads has the columns that it reads: outputs those of submissions, segment scores those of
``genchal score --segments``. Numbers are exact, NaN where something is not scored.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.people import HumanEvaluation
from genchal.reports.names import is_safe_name, number_names, slug, track_slugs
from genchal.text.tables.written import write_tsv

Value = str | int | float | None
Kind = type[str] | type[int] | type[float]


@dataclass(frozen=True, slots=True)
class PlainTable:
    """Rows under columns of one type each."""

    columns: Mapping[str, Kind]
    rows: Sequence[Sequence[Value]]


def export_files(results: CampaignResults) -> dict[str, bytes]:
    """All plain tables as TSV files, by their paths with forward slashes."""
    return {
        f"{name}.tsv": write_tsv(table.columns, table.rows).encode("utf-8", errors="replace")
        for name, table in plain_tables(results).items()
    }


def download_files(results: CampaignResults) -> dict[str, bytes]:
    """What readers of a report take with them, by file name: outputs, segment scores, what people found."""
    tables: dict[str, PlainTable] = {}
    for prefix, track in zip(track_slugs(results), results.tracks, strict=True):
        tables |= {f"{prefix}-outputs": _outputs(track), f"{prefix}-segment-scores": _segment_table(track)}
    tables["rankings"] = tabulate(list(_of_people(results, _rankings)))
    tables["rated-outputs"] = tabulate(list(_of_people(results, _rated_segments)))
    return {
        f"{name}.tsv": write_tsv(table.columns, table.rows).encode("utf-8", errors="replace")
        for name, table in tables.items()
        if table.rows
    }


def plain_tables(results: CampaignResults) -> dict[str, PlainTable]:
    """All tables by name, such as ``outputs/walks/tgen`` or ``rankings``; those without rows are left out."""
    slugs = track_slugs(results)
    tables: dict[str, PlainTable] = {}
    for prefix, track in zip(slugs, results.tracks, strict=True):
        tables |= {f"outputs/{prefix}/{name}": table for name, table in _output_tables(track).items()}
        tables[f"outputs/{prefix}"] = _outputs(track)
        own = "segment_scores" if len(slugs) == 1 else f"segment_scores/{prefix}"
        tables[own] = _segment_table(track)
        if track.measures:
            tables["leaderboard" if len(slugs) == 1 else f"leaderboard/{prefix}"] = _leaderboard(track)
    everything: dict[str, Iterable[Mapping[str, object]]] = {
        "scores": (record for track in results.tracks for record in _scores(track)),
        "comparisons": (
            {"track": track.name, **_fields(pair)} for track in results.tracks for pair in track.comparisons or ()
        ),
        "rankings": _of_people(results, _rankings),
        "rated_segments": _of_people(results, _rated_segments),
        "agreement": _of_people(results, _agreements),
        "differences": _of_people(results, _differences),
        "correlations": _of_people(results, _correlations),
        "coverage": _of_people(results, lambda found: map(_fields, found.coverage or ())),
        "text_statistics": (
            {"track": track.name, **_fields(number)} for track in results.tracks for number in track.statistics
        ),
        "similarity": (record for track in results.tracks for record in _similarities(track)),
    }
    tables |= {name: tabulate(list(records)) for name, records in everything.items()}
    return {name: table for name, table in sorted(tables.items()) if table.rows}


def tabulate(records: Sequence[Mapping[str, object]]) -> PlainTable:
    """Records with the same keys as a table; a column of numbers is one of floats if any of them is."""
    names = list(dict.fromkeys(name for record in records for name in record))
    columns = {name: [_cell(record.get(name)) for record in records] for name in names}
    return PlainTable(
        {name: _kind(values) for name, values in columns.items()}, list(zip(*columns.values(), strict=True))
    )


def _output_tables(track: TrackResults) -> dict[str, PlainTable]:
    """What each system wrote, as a submission: an id, the input, the output; missing ones are left out."""
    systems = [system.name for system in track.ranked() if system.name in track.outputs]
    tables = {}
    for name, system in zip(name_files(systems), systems, strict=True):
        rows = [
            (instance.id, str(instance.input), output)
            for instance, output in zip(track.instances, track.outputs[system], strict=True)
            if output is not None
        ]
        tables[name] = PlainTable({"instance": str, "input": str, "output": str}, rows)
    return tables


def name_files(systems: Sequence[str]) -> tuple[str, ...]:
    """Names of files for systems: their own where they are safe, since a file names its system when it is read."""
    names = [name if is_safe_name(name) else slug(name, "system") for name in systems]
    folded = number_names(name.casefold() for name in names)  # some file systems do not distinguish case
    return tuple(name if name.casefold() == unique else unique for name, unique in zip(names, folded, strict=True))


def _outputs(track: TrackResults) -> PlainTable:
    """What all systems wrote, a row each."""
    rows = [
        (system.name, instance.id, str(instance.input), output)
        for system in track.ranked()
        if system.name in track.outputs
        for instance, output in zip(track.instances, track.outputs[system.name], strict=True)
        if output is not None
    ]
    return PlainTable({"system": str, "instance": str, "input": str, "output": str}, rows)


def _segment_table(track: TrackResults) -> PlainTable:
    shown = {system.name for system in track.ranked()}
    rows = [
        (segment.system, instance, segment.metric, value)
        for segment in track.segments
        if segment.system in shown
        for instance, value in zip(segment.instances, segment.values.tolist(), strict=True)
    ]
    return PlainTable({"system": str, "instance": str, "metric": str, "value": float}, rows)


def _leaderboard(track: TrackResults) -> PlainTable:
    """Systems down, measures across: what ``genchal correlate --scores`` reads."""
    scores = {(score.system, score.metric): score.value for score in track.scores}
    names = [measure.name for measure in track.measures]
    rows = [(system.name, *(scores.get((system.name, name)) for name in names)) for system in track.ranked()]
    return PlainTable({"system": str, **dict.fromkeys(names, float)}, rows)


def _scores(track: TrackResults) -> Iterator[dict[str, object]]:
    table = track.listed()
    for row in table.rows:
        yield {"track": track.name, **dict(zip([column.key for column in table.columns], row, strict=True))}


def _of_people(
    results: CampaignResults, records: Callable[[HumanEvaluation], Iterable[Mapping[str, object]]]
) -> Iterator[dict[str, object]]:
    for track in results.tracks:
        for evaluation in track.people:
            about = {"track": track.name, "evaluation": evaluation.name, "simulated": evaluation.is_simulated}
            yield from ({**about, **record} for record in records(evaluation))


def _rankings(evaluation: HumanEvaluation) -> Iterator[dict[str, object]]:
    for found in evaluation.criteria:
        ranking = found.ranking
        for ranked in ranking:
            about = {"criterion": found.criterion, "method": ranking.method}
            yield {**about, **_fields(ranked), "signature": ranking.signature}


def _rated_segments(evaluation: HumanEvaluation) -> Iterator[dict[str, object]]:
    for part in evaluation.segments:
        for instance, mean, count in zip(part.instances, part.means.tolist(), part.counts.tolist(), strict=True):
            about = {"system": part.system, "instance": instance, "criterion": part.criterion}
            yield {**about, "mean": mean, "judgements": count}


def _agreements(evaluation: HumanEvaluation) -> Iterator[dict[str, object]]:
    return (_fields(agreement) for found in evaluation.criteria for agreement in found.agreements)


def _differences(evaluation: HumanEvaluation) -> Iterator[dict[str, object]]:
    return (_fields(pair) for found in evaluation.criteria for pair in found.differences or ())


def _correlations(evaluation: HumanEvaluation) -> Iterator[dict[str, object]]:
    for found in evaluation.criteria:
        for correlations, over in ((found.by_system, "systems"), (found.by_segment, "outputs")):
            yield from ({"over": over, **_fields(each)} for each in correlations or ())


def _similarities(track: TrackResults) -> Iterator[dict[str, object]]:
    if track.similarities is None:
        return
    for cell in track.similarities.payload()["similarities"]:  # type: ignore[attr-defined]
        yield {"track": track.name, **cell}


def _fields(record: object) -> dict[str, object]:
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}  # type: ignore[arg-type]


def _cell(value: object) -> Value:
    """A value as a file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple | frozenset):
        return "; ".join(map(str, value))
    return value.item() if hasattr(value, "item") else str(value)


def _kind(values: Iterable[Value]) -> Kind:
    kinds = {type(value) for value in values if value is not None}
    return str if str in kinds or not kinds else float if float in kinds else int


def is_not_a_number(value: Value) -> bool:
    """Whether a cell is NaN, which JSON and Parquet write as nothing."""
    return isinstance(value, float) and math.isnan(value)
