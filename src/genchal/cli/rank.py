"""``genchal rank``: a ratings file in, a ranking with clusters out."""

from __future__ import annotations

import json
import math
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genchal.cli._ratings import layout_option, ranks_text, record, ruled

if TYPE_CHECKING:
    from genchal.domain.ratings import Ratings
    from genchal.domain.results.ranking import RankedSystem, Ranking

# Options that mean something for some of the tables only.
OPTIONS_OF = {
    **dict.fromkeys(("method", "runs", "resamples", "seed", "normalise", "stability", "plot"), ("ranking",)),
    "criterion": ("ranking", "differences", "direct-assessment", "times"),
    "lower_is_better": ("ranking", "differences"),
    "test": ("differences",),
    "log": ("differences",),
    "correction": ("differences", "direct-assessment"),
    "outliers": ("times",),
    "limit": ("times",),
}


@click.command("rank")
@click.argument("ratings", type=click.Path(path_type=Path))
@click.option("--criterion", help="What the ratings are about, such as quality; needed where there are several.")
@click.option(
    "--table",
    "shown",
    default="ranking",
    show_default=True,
    type=click.Choice(["ranking", "differences", "direct-assessment", "coverage", "times"]),
    help="The ranking; tests of all pairs of systems; the table of WMT and SR'18 (raw and z means, clusters); shares "
    "with added and missed information; or times of answers (of a criterion in seconds, if one is named).",
)
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
    help="Which values are good; default: lower for added, missed and wrong information and for times, else higher.",
)
@click.option("--stability", is_flag=True, help="Also rank from 10% to 100% of the sheets, and compare.")
@click.option(
    "--quality-control",
    is_flag=True,
    help="First set aside raters who fail on repeats, damaged copies or references, with reasons.",
)
@click.option("--leave-out", multiple=True, help="Leave this system out, such as HUMAN. May be repeated.")
@click.option(
    "--test",
    default="clustered",
    show_default=True,
    type=click.Choice(["clustered", "mixed", "mixed-slopes"]),
    help="For differences: t tests clustered by rater and instance, or a mixed-effects model with crossed effects of "
    "both (with slopes: also of their likes for systems).",
)
@click.option("--log", is_flag=True, help="For differences: take logarithms of the values, as magnitudes need.")
@click.option(
    "--correction",
    type=click.Choice(["holm", "bh", "none"]),
    help="For the number of pairs; default: holm for differences, none for direct-assessment, as WMT has it.",
)
@click.option(
    "--outliers",
    default="none",
    show_default=True,
    type=click.Choice(["none", "limit", "deviations", "log"]),
    help="For times: keep all; cut those above --limit seconds; or more than --limit standard deviations above "
    "their rater's mean; or keep all and take geometric means.",
)
@click.option("--limit", type=click.FloatRange(0, min_open=True), help="For --outliers; default: 3 deviations.")
@layout_option
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option("--plot", type=click.Path(path_type=Path), help="Write a forest plot: .svg, .pdf or .png.")
@click.option("--latex", is_flag=True, help="Print a LaTeX table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Rank systems by human judgements, and say which differences are to be believed.

    RATINGS is a table of judgements with the columns rater, sheet, instance, system, criterion and value, or a file
    that another tool has written: CrowdFlower's wide layout, arena battles and others. Judgements that share a sheet
    were made side by side, and are compared with each other.
    """
    started = time.perf_counter()
    _check(context, options)
    from genchal.campaign.judgements.load import load_ratings
    from genchal.campaign.judgements.quality_control import apply_quality_control
    from genchal.campaign.judgements.select import leave_out_systems

    ratings = load_ratings(options["ratings"], options["layout"])
    if options["quality_control"]:
        ratings = apply_quality_control(ratings)
    ratings = leave_out_systems(ratings, options["leave_out"])
    if options["shown"] == "ranking":
        text = _ranking(ratings, options, started)
    else:
        from genchal.cli._rating_tables import shown_table

        text = shown_table(ratings, options, started)
    click.echo(text)


def _check(context: click.Context, options: dict[str, Any]) -> None:
    """Refuse options that exclude each other, or that belong to another table."""
    shown = options["shown"]
    if options["latex"] and options["as_json"]:
        raise click.UsageError("--latex and --json are two forms of the same; leave one of them out.")
    for name, tables in OPTIONS_OF.items():
        given = context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
        if given and shown not in tables:
            option = next(one for one in context.command.params if one.name == name)
            raise click.UsageError(f"{option.opts[0]} belongs to --table {' or '.join(tables)}, not to {shown}.")
    if options["plot"] is not None:
        from genchal.cli._output import figure_format

        figure_format(options["plot"])
    if options["outliers"] == "limit" and options["limit"] is None:
        raise click.UsageError("--outliers limit needs --limit, in seconds.")
    if options["limit"] is not None and options["outliers"] not in ("limit", "deviations"):
        raise click.UsageError("--limit belongs to --outliers limit or deviations.")


def _ranking(ratings: Ratings, options: dict[str, Any], started: float) -> str:
    from genchal.campaign.judgements.rank import rank_ratings
    from genchal.domain.results.ranking import RankingBy

    names = ("method", "runs", "resamples", "confidence", "seed", "normalise", "lower_is_better", "stability")
    found = rank_ratings(ratings, options["criterion"], RankingBy(*(options[name] for name in names)))
    if options["plot"] is not None:
        _write_plot(found, options["plot"])
    if options["as_json"]:
        return ranking_json(found, time.perf_counter() - started, ratings.notes.get("quality control"))
    if options["latex"]:
        from genchal.reports.tables.ranking import ranking_latex

        return ranking_latex(found).rstrip("\n")
    return ranking_table(found, ratings.notes.get("quality control"))


def ranking_json(found: Ranking, seconds: float, control: str | None = None) -> str:
    """A ranking in the stable machine-readable form."""
    return json.dumps(
        {
            "schema": 1,
            "ranking": [record(one) for one in found],
            "criterion": found.criterion,
            "method": found.method,
            "ratings": found.ratings,
            "comparisons": found.comparisons,
            "raters": found.raters,
            "instances": found.instances,
            "warnings": found.warnings,
            "set_aside": [asdict(one) for one in found.set_aside],
            **({"quality_control": control} if control else {}),
            **({"pairs": [record(one) for one in found.pairs]} if found.pairs else {}),
            **({"stability": [asdict(one) for one in found.stability]} if found.stability else {}),
            "signature": found.signature,
            "seconds": round(seconds, 4),
        },
        ensure_ascii=False,
    )


def ranking_table(found: Ranking, control: str | None = None) -> str:
    """A ranking as a table with a rule between clusters, followed by what it means and what to beware of."""
    bounds = f"{found.how.confidence * 100:g}% {'of runs' if found.method == 'trueskill' else 'interval'}"
    lines = [["#", "system", "score", bounds, "ranks", "n"]]
    lines += [_line(one, found.digits) for one in found]
    shown = ruled(lines, [one.cluster for one in found])
    return "\n".join([*shown, "", *found.sentences(), *([control] if control else []), found.signature])


def _line(one: RankedSystem, digits: int) -> list[str]:
    interval = "-" if one.low is None or one.high is None else f"[{one.low:.{digits}f}, {one.high:.{digits}f}]"
    return [
        str(one.cluster),
        one.system,
        f"{one.score:.{digits}f}" if math.isfinite(one.score) else "-",
        interval,
        ranks_text(one.rank_low, one.rank_high),
        str(one.n),
    ]


def _write_plot(found: Ranking, path: Path) -> None:
    from genchal.cli._output import figure_format
    from genchal.reports.figures.forest import forest_plot
    from genchal.resources.files import write_whole

    write_whole(path, forest_plot(found, figure_format(path)))
