"""``genchal correlate``: scores and ratings in, correlations out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genchal.cli._ratings import layout_option

if TYPE_CHECKING:
    from genchal.campaign.judgements.correlation.paper_tables import PaperTable
    from genchal.domain.results.correlation import Correlating, Correlations


@click.command("correlate")
@click.option(
    "--segments", multiple=True, type=click.Path(), help="Segment scores, as genchal score --segments writes them."
)
@click.option("--ratings", multiple=True, type=click.Path(), help="Ratings, in any layout that genchal reads.")
@layout_option
@click.option("--scores", type=click.Path(), help="A table of system scores: a column 'system' and columns of numbers.")
@click.option(
    "--against", multiple=True, help="Column of --scores that the others are correlated with; default: all pairs."
)
@click.option("--criterion", "criteria", multiple=True, help="Only this criterion of the ratings.")
@click.option("--metric", "metrics", multiple=True, help="Only this metric.")
@click.option("--leave-out", multiple=True, help="Leave this system out, such as HUMAN.")
@click.option(
    "--method",
    "methods",
    default="pearson",
    show_default=True,
    help="pearson, spearman, kendall (tau-b), accuracy (of pairs, ties included); several with commas.",
)
@click.option(
    "--level",
    default="segment",
    show_default=True,
    type=click.Choice(["segment", "system", "judgement"]),
    help="What is correlated: outputs, means of systems, or an output's first, second ... judgements.",
)
@click.option(
    "--within",
    default="none",
    show_default=True,
    type=click.Choice(["none", "item", "system"]),
    help="Correlate within each instance or each system and take the mean, or over all outputs at once.",
)
@click.option("--log", is_flag=True, help="Average logarithms of ratings, as fits magnitude estimates.")
@click.option("--all-pairs", is_flag=True, help="Correlate every measure with every other, not metrics with criteria.")
@click.option("--williams", is_flag=True, help="Test which metric correlates better, by Williams' test.")
@click.option("--permutation", is_flag=True, help="The same by swapping scores of two metrics at random.")
@click.option("--calibrate", is_flag=True, help="Accuracy, too, with near scores called equal (tie calibration).")
@click.option("--ceiling", is_flag=True, help="How well one half of the judgements predicts the other, too.")
@click.option(
    "--lower-is-better", multiple=True, help="A measure of which less is better; known for genchal's own metrics."
)
@click.option(
    "--correction",
    default="holm",
    show_default=True,
    type=click.Choice(["holm", "bh", "none"]),
    help="For the number of p-values of a method, or of pairs of metrics.",
)
@click.option(
    "--interval",
    default="bootstrap",
    show_default=True,
    type=click.Choice(["bootstrap", "formula", "none"]),
    help="Intervals by resampling, by Fisher's z (and Bonett and Wright's), or none.",
)
@click.option(
    "--resample",
    type=click.Choice(["inputs", "systems", "both"]),
    help="What the bootstrap draws; default: inputs and systems, inputs alone within systems.",
)
@click.option(
    "--swap",
    type=click.Choice(["inputs", "systems", "both"]),
    help="What the permutation swaps: whole inputs, whole systems or single outputs; default: systems, "
    "inputs within systems.",
)
@click.option("--resamples", default=1000, show_default=True, type=click.IntRange(1), help="Bootstrap resamples.")
@click.option("--trials", default=1000, show_default=True, type=click.IntRange(1), help="Trials of the permutation.")
@click.option(
    "--confidence",
    default=0.95,
    show_default=True,
    type=click.FloatRange(0.5, 0.999),
    help="Level of the intervals; p-values are called significant at 1 less this.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option(
    "--view", help="A table as a paper has it: e2e, nlg-eval, rankme, sr18 or tuna. Other options win over it."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX table.")
@click.option("--plot", type=click.Path(), help="Also draw the table as a heat map into this file: .svg, .pdf or .png.")
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Say how well metrics agree with people, or any measures with each other.

    Scores and ratings are joined by the names of systems and instances; what has no partner is counted and reported.
    With segment scores alone metrics are correlated with each other, with ratings alone criteria.
    """
    started = time.perf_counter()
    if options["as_json"] and options["as_latex"]:
        raise click.UsageError("--json and --latex exclude each other; leave one of the two out.")
    if not (options["segments"] or options["ratings"] or options["scores"]):
        raise click.UsageError("there is nothing to correlate: give --segments and --ratings, or --scores.")
    if options["against"] and not options["scores"]:
        raise click.UsageError("--against names columns of --scores; give that table too.")
    if options["plot"]:
        from genchal.cli._output import figure_format

        figure_format(Path(options["plot"]))  # before anything is computed
    from genchal.campaign.judgements.correlate import correlate_files
    from genchal.campaign.judgements.correlation.paper_tables import find_paper_table

    view = find_paper_table(options["view"]) if options["view"] else None
    found = correlate_files(
        [Path(path) for path in options["segments"]],
        [Path(path) for path in options["ratings"]],
        _how(context, options, view),
        scores=Path(options["scores"]) if options["scores"] else None,
        against=options["against"],
        criteria=options["criteria"],
        metrics=options["metrics"],
        leave_out=options["leave_out"],
        lower_is_better=options["lower_is_better"],
        layout=options["layout"],
    )
    if options["plot"]:
        _draw(Path(options["plot"]), found, view)
    click.echo(_shown(found, view, options, time.perf_counter() - started))


def _how(context: click.Context, options: dict[str, Any], view: PaperTable | None) -> Correlating:
    """Settings: what the user says, then what the view says, then what is usual."""
    from genchal.domain.results.correlation import Correlating

    usual = click.core.ParameterSource.DEFAULT
    settings = {name: options[name] for name in Correlating.__dataclass_fields__ if name in options}
    settings["methods"] = tuple(name.strip() for name in options["methods"].split(",") if name.strip())
    if options["scores"]:
        settings["level"] = "system"
    if view is not None:
        settings |= {
            name: value for name, value in view.settings.items() if context.get_parameter_source(name) is usual
        }
    return Correlating(**settings)


def _draw(path: Path, found: Correlations, view: PaperTable | None) -> None:
    from genchal.cli._output import figure_format
    from genchal.reports.figures.correlations import correlations_plot
    from genchal.resources.files import write_whole

    write_whole(path, correlations_plot(found, figure_format(path), *_fields(view)))


def _fields(view: PaperTable | None) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    return (view.rows, view.columns) if view is not None else (None, None)


def _shown(found: Correlations, view: PaperTable | None, options: dict[str, Any], seconds: float) -> str:
    from genchal.cli._correlations import correlations_json, correlations_text

    if options["as_json"]:
        return correlations_json(found, seconds)
    if options["as_latex"]:
        from genchal.reports.tables.correlations import correlations_latex

        return correlations_latex(found, *_fields(view)).rstrip("\n")
    return correlations_text(found, *_fields(view))
