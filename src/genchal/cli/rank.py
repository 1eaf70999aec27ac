"""``genchal rank``: a ratings file in, a ranking with clusters out."""

from __future__ import annotations

import json
import math
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from genchal.domain.ranking import Method, Normalisation, RankedSystem, Ranking


@click.command("rank")
@click.argument("ratings", type=click.Path(path_type=Path))
@click.option("--criterion", help="What the ratings are about, such as quality; needed where there are several.")
@click.option(
    "--method",
    type=click.Choice(["trueskill", "bradley-terry", "plackett-luce", "elo", "wins", "mean", "z", "magnitude"]),
    help="Default: trueskill where sheets have several systems, otherwise z, or mean for yes and no.",
)
@click.option("--runs", default=200, show_default=True, type=click.IntRange(2), help="Runs of trueskill.")
@click.option(
    "--resamples",
    default=1000,
    show_default=True,
    type=click.IntRange(100),
    help="Bootstrap resamples of the other methods, by raters and by instances each.",
)
@click.option(
    "--confidence",
    default=0.95,
    show_default=True,
    type=click.FloatRange(0.5, 0.999),
    help="Level of intervals and rank ranges; clusters are told apart at 1 less this.",
)
@click.option(
    "--normalise",
    default="modulus",
    show_default=True,
    type=click.Choice(["log", "modulus", "z", "relative"]),
    help="For magnitude: what of a rater's own scale is taken out of the logarithms.",
)
@click.option(
    "--lower-is-better/--higher-is-better",
    default=None,
    help="Which values are good; default: lower for added and missed, higher for all else.",
)
@click.option("--stability", is_flag=True, help="Also rank from 10% to 100% of the sheets, and compare.")
@click.option("--layout", help="Layout of the ratings file; default: found out.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write a forest plot: .svg, .pdf or .png.")
@click.option("--latex", is_flag=True, help="Print a LaTeX table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    ratings: Path,
    criterion: str | None,
    method: Method | None,
    runs: int,
    resamples: int,
    confidence: float,
    normalise: Normalisation,
    lower_is_better: bool | None,
    stability: bool,
    layout: str | None,
    seed: int,
    plot: Path | None,
    latex: bool,
    as_json: bool,
) -> None:
    """Rank systems by human judgements, and say which differences are to be believed.

    RATINGS is a table of judgements with the columns rater, sheet, instance, system, criterion and value, or a file
    that another tool has written: CrowdFlower's wide layout, arena battles and others. Judgements that share a sheet
    were made side by side, and are compared with each other.
    """
    started = time.perf_counter()
    from genchal.campaign.rank import rank_ratings
    from genchal.campaign.ratings import load_ratings
    from genchal.domain.ranking import RankingBy

    if latex and as_json:
        raise click.UsageError("--latex and --json are two forms of the same; leave one of them out.")
    if plot is not None:
        _check_suffix(plot)
    how = RankingBy(method, runs, resamples, confidence, seed, normalise, lower_is_better, stability)
    found = rank_ratings(load_ratings(ratings, layout), criterion, how)
    if plot is not None:
        _write_plot(found, plot)
    if as_json:
        click.echo(ranking_json(found, time.perf_counter() - started))
    elif latex:
        from genchal.reports.ranking_latex import ranking_latex

        click.echo(ranking_latex(found), nl=False)
    else:
        click.echo(ranking_table(found))


def ranking_json(found: Ranking, seconds: float) -> str:
    """A ranking in the stable machine-readable form."""
    return json.dumps(
        {
            "schema": 1,
            "ranking": [_strict(one) for one in found],
            "criterion": found.criterion,
            "method": found.method,
            "ratings": found.ratings,
            "comparisons": found.comparisons,
            "raters": found.raters,
            "instances": found.instances,
            "warnings": found.warnings,
            "set_aside": [asdict(one) for one in found.set_aside],
            **({"stability": [asdict(one) for one in found.stability]} if found.stability else {}),
            "signature": found.signature,
            "seconds": round(seconds, 4),
        },
        ensure_ascii=False,
    )


def ranking_table(found: Ranking) -> str:
    """A ranking as a table with a rule between clusters, followed by what it means and what to beware of."""
    from genchal.cli._output import aligned

    bounds = f"{found.how.confidence * 100:g}% {'of runs' if found.method == 'trueskill' else 'interval'}"
    lines = [["#", "system", "score", bounds, "ranks", "n"]]
    lines += [_line(one, found.digits) for one in found]
    table = aligned(lines)
    width = max(map(len, table))
    shown = [table[0]]
    before = 0
    for one, line in zip(found, table[1:], strict=True):
        if one.cluster != before:
            shown.append("-" * width)
        before = one.cluster
        shown.append(line)
    return "\n".join([*shown, "", *found.sentences(), found.signature])


def _strict(one: RankedSystem) -> dict[str, object]:
    """A system as JSON can say it: no score is null."""
    return {**asdict(one), "score": one.score if math.isfinite(one.score) else None}


def _line(one: RankedSystem, digits: int) -> list[str]:
    interval = "-" if one.low is None or one.high is None else f"[{one.low:.{digits}f}, {one.high:.{digits}f}]"
    ranks = f"{one.rank_low}" if one.rank_low == one.rank_high else f"{one.rank_low}-{one.rank_high}"
    return [
        str(one.cluster),
        one.system,
        f"{one.score:.{digits}f}" if math.isfinite(one.score) else "-",
        interval,
        ranks,
        str(one.n),
    ]


def _check_suffix(path: Path) -> None:
    from genchal.reports.forest import FORMATS

    if path.suffix.lower().lstrip(".") not in FORMATS:
        raise click.UsageError(f"--plot writes {', '.join('.' + one for one in FORMATS)}, by the name of the file.")


def _write_plot(found: Ranking, path: Path) -> None:
    from genchal.reports.forest import forest_plot
    from genchal.resources.files import write_whole

    write_whole(path, forest_plot(found, path.suffix.lower().lstrip(".")))
