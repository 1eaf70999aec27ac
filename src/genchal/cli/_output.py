"""What commands print: tables for people, JSON for machines."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from click import UsageError

from genchal.domain import Instance, Score, Scoring
from genchal.errors import InvalidInput, counted
from genchal.resources.files import write_whole

if TYPE_CHECKING:
    from genchal.campaign.run import RunOutcome
    from genchal.reports.figures.canvas import Format


def scores_json(scoring: Scoring, seconds: float) -> str:
    """Scores in the stable machine-readable form; not a number becomes null."""
    scores = [_strict(score) for score in scoring]
    return json.dumps({"schema": 1, "scores": scores, "seconds": round(seconds, 4)}, ensure_ascii=False)


def scores_table(scoring: Scoring) -> str:
    """Scores as a table, systems down and metrics across, followed by the signatures."""
    metrics = list(dict.fromkeys(score.metric for score in scoring))
    systems = list(dict.fromkeys(score.system for score in scoring))
    cells = {(score.system, score.metric): score for score in scoring}
    lines = [["system", *metrics]]
    lines += [[system, *(_cell(cells[system, metric]) for metric in metrics)] for system in systems]
    notes = []
    for metric in metrics:
        signatures = dict.fromkeys(score.signature for score in scoring if score.metric == metric)
        notes += [f"{metric}: {signature}" for signature in signatures]
    unscored = {score.system: score.not_scored for score in scoring if score.not_scored}
    for system, count in unscored.items():
        notes.append(f"{system}: {counted(count, 'output')} not scored (missing, or no reference)")
    return "\n".join([*aligned(lines), "", *notes])


def outcome_text(outcome: RunOutcome) -> str:
    """The leaderboard of every track, what was done, and where the report is."""
    blocks = []
    for track in outcome.results.tracks:
        title = [f"{track.name}: {len(track.instances)} instances"] if len(outcome.results.tracks) > 1 else []
        lines = [["system", *(measure.label for measure in track.measures)]]
        for system in track.ranked():
            cells = [track.score(system.name, measure.name) for measure in track.measures]
            lines.append([system.name, *(_cell(cell) if cell else "" for cell in cells)])
        blocks.append("\n".join([*title, *aligned(lines)]))
    if outcome.did_nothing:
        done = f"everything is up to date ({outcome.reused} results found again)"
    else:
        done = f"{outcome.generated} generated, {outcome.measured} scored, {outcome.reused} found up to date"
    return "\n\n".join([*blocks, f"{done}\nreport: {outcome.report}"])


def outcome_json(outcome: RunOutcome) -> str:
    """The scores of all tracks, in the form of `genchal score`, and what was done."""
    scores = [_strict(score) for track in outcome.results.tracks for score in track.scores]
    done = {"generated": outcome.generated, "scored": outcome.measured, "reused": outcome.reused}
    return json.dumps({"schema": 1, "scores": scores, **done, "report": str(outcome.report)}, ensure_ascii=False)


def stored_text(folder: Path, files: Sequence[Path]) -> str:
    """How many stored results of each kind there are, and how large they are."""
    lines = [["stored", "files", "kB"]]
    for kind, what in (
        ("rows", "rows of metrics"),
        ("outputs", "outputs of generators"),
        ("report", "state of the report"),
    ):
        sizes = [path.stat().st_size for path in files if path.name.startswith(kind)]
        lines.append([what, str(len(sizes)), f"{sum(sizes) / 1000:.1f}"])
    return "\n".join([f"{folder}", *aligned(lines)])


def submission_tsv(instances: Sequence[Instance], outputs: Sequence[str | None]) -> str:
    """Outputs as a submission: input, tab, output; instances without an output are left out."""
    lines = ["mr\toutput\n"]
    for instance, output in zip(instances, outputs, strict=True):
        if output is not None:
            lines.append(f"{instance.input}\t{' '.join(output.split())}\n")
    return "".join(lines)


def parse_settings(texts: Sequence[str]) -> dict[str, object]:
    """Read KEY=VALUE."""
    settings: dict[str, object] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise InvalidInput(f"'{text}' is not a setting", "Write KEY=VALUE.")
        settings[key] = value
    return settings


def write_segments(path: Path, scoring: Scoring) -> None:
    """Write segment scores as TSV: system, instance, metric, value in full precision."""
    lines = ["system\tinstance\tmetric\tvalue\n"]
    for segment in scoring.segments:
        lines += [
            f"{segment.system}\t{instance}\t{segment.metric}\t{value!r}\n"
            for instance, value in zip(segment.instances, segment.values.tolist(), strict=True)
        ]
    write_whole(path, "".join(lines).encode())


def figure_format(path: Path) -> Format:
    """Return the format of a figure, which its name tells."""
    from genchal.reports.figures.canvas import INK

    for kind in INK:
        if path.suffix.lower() == f".{kind}":
            return kind
    raise UsageError(f"--plot writes {', '.join('.' + one for one in INK)}, by the name of the file.")


def _strict(score: Score) -> dict[str, object]:
    """A score as JSON can say it."""
    return {
        key: None if isinstance(value, float) and math.isnan(value) else value for key, value in asdict(score).items()
    }


def _cell(score: Score) -> str:
    if math.isnan(score.value):
        return "not scored"
    if score.low is None or score.high is None:
        return f"{score.value:.4f}"
    return f"{score.value:.4f} [{score.low:.4f}, {score.high:.4f}]"


def aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table with its columns under each other."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
