"""``genchal dlevel``: outputs in, levels of their sentences out."""

from __future__ import annotations

import json
import math
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._ratings import p_text, record

if TYPE_CHECKING:
    from genchal.domain.results.comparison import Correction
    from genchal.domain.results.levels import LevelComparison, Levels, LevelShares


@click.command("dlevel")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-r", "--references", multiple=True, help="References: for their inputs, and for @all and @random.")
@click.option("--task", help="Format of the references: slots, e2e, table, plain, sf ... Found out if not given.")
@click.option("--group", help="Which rows share references: row, input or slots; default: as usual in the format.")
@click.option(
    "--delexicalise", metavar="SLOTS", help="Slots whose values are read as proper names, with commas: name,near."
)
@click.option(
    "--clean-up",
    default="detokenise",
    show_default=True,
    type=click.Choice(["none", "detokenise", "sf", "bagel"]),
    help="What is done to texts first: tokens joined and sentences begun with capitals, or as the data set needs it.",
)
@click.option("--parser", default="en", show_default=True, help="Tagger-parser: a shipped one, or a file of weights.")
@click.option("--explain", is_flag=True, help="Show every sentence with its level and the reasons.")
@click.option("--compare", is_flag=True, help="Compare the distributions of every two systems.")
@click.option(
    "--correction",
    default="holm",
    show_default=True,
    type=click.Choice(["holm", "bh", "none"]),
    help="For the number of pairs compared: Holm's, Benjamini and Hochberg's, or none.",
)
@click.option("--plot", type=click.Path(path_type=Path), help="Draw stacked bars into this file: .svg, .pdf or .png.")
@click.option("--latex", is_flag=True, help="Print LaTeX tables.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of @random.")
@click.option("-j", "--jobs", default=1, show_default=True, type=click.IntRange(0), help="Processes; 0: one per core.")
@click.option("--no-cache", is_flag=True, help="Neither use nor keep levels from earlier runs.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    files: tuple[str, ...],
    references: tuple[str, ...],
    task: str | None,
    group: str | None,
    delexicalise: str | None,
    clean_up: str,
    parser: str,
    explain: bool,
    compare: bool,
    correction: Correction,
    plot: Path | None,
    latex: bool,
    seed: int,
    jobs: int,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Say how complex the sentences of systems are, on the D-Level scale of 0 to 7.

    FILEs are those of `genchal score`: a system each, or a table with a column "system"; @all and @random are the
    references. Level 0 is a simple sentence, 7 has several of: complements, coordination, relative clauses,
    comparisons, adverbial clauses, clauses in the subject. English only.
    """
    started = time.perf_counter()
    from genchal.campaign.texts.dlevel import level_systems
    from genchal.cli._output import figure_format
    from genchal.cli._scoring import machinery
    from genchal.domain.grouping import grouping

    if latex and as_json:
        raise click.UsageError("--latex and --json exclude each other.")
    kind = figure_format(plot) if plot is not None else None
    found = level_systems(
        files,
        [Path(path) for path in references],
        task=task,
        group=grouping(group),
        delexicalise=[slot.strip() for slot in (delexicalise or "").split(",") if slot.strip()],
        clean_up=clean_up,
        parser=parser,
        explain=explain,
        compare=compare,
        correction=correction,
        seed=seed,
        machinery=machinery(jobs, no_cache),
    )
    if plot is not None and kind is not None:
        from genchal.reports.figures.levels import levels_plot
        from genchal.resources.files import write_whole

        write_whole(plot, levels_plot(found.systems, kind))
    if as_json:
        click.echo(levels_json(found, time.perf_counter() - started))
    elif latex:
        from genchal.reports.tables.levels import levels_latex

        click.echo(levels_latex(found), nl=False)
    else:
        click.echo(levels_text(found))


def levels_json(found: Levels, seconds: float) -> str:
    """Levels in the stable machine-readable form; what is not a finite number becomes null."""
    systems = []
    for one in found.systems:
        fields = record(one)
        counts = fields.pop("counts")
        assert isinstance(counts, tuple)  # noqa: S101
        levels = {f"level_{level}": count for level, count in enumerate(counts)}
        systems.append({"system": fields.pop("system"), "sentences": one.sentences, **levels, **fields})
    result: dict[str, object] = {"schema": 1, "systems": systems}
    if found.comparisons:
        result["comparisons"] = [record(one) for one in found.comparisons]
    if found.sentences:
        result["sentences"] = [asdict(one) for one in found.sentences]
    return json.dumps({**result, "seconds": round(seconds, 4)}, ensure_ascii=False)


def levels_text(found: Levels) -> str:
    """Shares as a table; then comparisons, sentences, and the signature."""
    from genchal.cli._output import aligned

    blocks = []
    if found.sentences:
        lines = [
            f"{one.system}, {one.instance}, sentence {one.sentence}: {one.text}\n"
            f"  level {one.level}: {'; '.join(one.reasons) or 'simple sentence'}"
            for one in found.sentences
        ]
        blocks.append("\n".join(lines))
    header = ["system", *map(str, range(8)), "0-2", "6-7", "mean", "sentences"]
    blocks.append("\n".join(aligned([header, *map(_line, found.systems)])))
    if found.comparisons:
        header = ["A", "B", "D", "at", "p", "adjusted", "BC", "verdict"]
        blocks.append("\n".join(aligned([header, *(_pair(one, 1 - found.confidence) for one in found.comparisons)])))
    unscored = [
        f"{one.system}: {one.not_scored} not scored (missing, or no word)" for one in found.systems if one.not_scored
    ]
    signatures = dict.fromkeys(one.signature for one in found.systems)
    blocks.append("\n".join(["Levels in per cent of the sentences.", *found.notes(), *unscored, *signatures]))
    return "\n\n".join(blocks)


def _line(one: LevelShares) -> list[str]:
    shares = [_percent(share) for share in (*one.shares, one.simple, one.complex)]
    return [one.system, *shares, "-" if math.isnan(one.mean) else f"{one.mean:.2f}", str(one.sentences)]


def _pair(one: LevelComparison, level: float) -> list[str]:
    if math.isnan(one.p_adjusted):
        return [one.system_a, one.system_b, "-", "-", "-", "-", "-", "no p-value"]
    verdict = "different" if one.p_adjusted <= level + 1e-12 else "not significant"
    numbers = [f"{one.distance:.3f}", str(one.level), p_text(one.p_value), p_text(one.p_adjusted), f"{one.overlap:.3f}"]
    return [one.system_a, one.system_b, *numbers, verdict]


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f}"
