"""``genchal plan``: a pilot's ratings in, sizes of study with their power out."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genchal.cli._ratings import layout_option, p_text, record, strict

if TYPE_CHECKING:
    from genchal.domain.results.planning import Plan, Separations


class _Numbers(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic in newer click only
    """Whole numbers with commas between them."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return tuple(int(one) for one in str(value).split(","))
        except ValueError:
            self.fail(f"'{value}' is not a list of whole numbers such as 50,100,200", param, ctx)


@click.command("plan")
@click.argument("ratings", required=False, type=click.Path(path_type=Path))
@click.option("--criterion", help="What the ratings are about, such as quality; needed where there are several.")
@click.option(
    "--difference",
    type=float,
    help="The difference worth seeing, on the scale of the ratings; default: a quarter of their standard deviation.",
)
@click.option(
    "--power",
    default=0.8,
    show_default=True,
    type=click.FloatRange(0.5, 0.99),
    help="Chance of finding such a difference that is asked for.",
)
@click.option(
    "--items", default="25,50,100,200,400", show_default=True, type=_Numbers(), help="Numbers of items to try."
)
@click.option("--raters", default="5,10,20,40", show_default=True, type=_Numbers(), help="Numbers of raters to try.")
@click.option(
    "--judgements", default=3, show_default=True, type=click.IntRange(1), help="How many raters judge an item."
)
@click.option("--systems", type=click.IntRange(2, 100), help="Systems in the study; default: as in the pilot, or 2.")
@click.option("--log", is_flag=True, help="Plan for logarithms of the ratings, as magnitudes need.")
@click.option(
    "--rater-system", type=click.FloatRange(0), help="Without a pilot: variance of raters' liking for a system [0]."
)
@click.option(
    "--item-system", type=click.FloatRange(0), help="Without a pilot: variance of a system's outputs over items [0]."
)
@click.option("--residual", type=click.FloatRange(0), help="Without a pilot: variance of what is left of a rating.")
@click.option(
    "--separate",
    is_flag=True,
    help="Instead, say how many further comparisons would tell neighbours in the ranking apart.",
)
@click.option(
    "--level",
    default=0.05,
    show_default=True,
    type=click.FloatRange(0.0001, 0.5),
    help="Level of the test, after Holm's correction for all pairs of systems.",
)
@click.option("--simulations", default=500, show_default=True, type=click.IntRange(50), help="Studies per size.")
@layout_option
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    ratings: Path | None,
    criterion: str | None,
    difference: float | None,
    power: float,
    items: tuple[int, ...],
    raters: tuple[int, ...],
    judgements: int,
    systems: int | None,
    log: bool,
    rater_system: float | None,
    item_system: float | None,
    residual: float | None,
    separate: bool,
    level: float,
    simulations: int,
    layout: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Say how many items and raters a study needs to see a difference worth seeing.

    RATINGS is a pilot, in any layout that `genchal rank` reads: it tells how much raters and items differ. Without one
    the variances are given as options. Studies of several sizes are simulated and tested as `genchal` tests them.
    """
    started = time.perf_counter()
    from genchal.campaign.judgements.load import load_ratings
    from genchal.campaign.judgements.plan import plan_from_ratings, plan_from_variances, separate_systems
    from genchal.domain.results.planning import Planning

    given = [one for one in (rater_system, item_system, residual) if one is not None]
    if ratings is None and (separate or not given):
        raise click.UsageError("Give a ratings file, or variances: --residual, --item-system, --rater-system.")
    if ratings is not None and given:
        raise click.UsageError("Variances come from the ratings file; leave the options for them out, or the file.")
    if separate:
        apart = separate_systems(load_ratings(ratings or Path(), layout), criterion, power, level)
        click.echo(separations_json(apart, time.perf_counter() - started) if as_json else separations_table(apart))
        return
    how = Planning(difference, power, items, raters, judgements, systems, level, simulations, seed)
    if ratings is None:
        found = plan_from_variances(rater_system or 0.0, item_system or 0.0, residual or 0.0, how)
    else:
        found = plan_from_ratings(load_ratings(ratings, layout), criterion, how, log)
    click.echo(plan_json(found, time.perf_counter() - started) if as_json else plan_table(found))


def plan_json(found: Plan, seconds: float) -> str:
    """A plan in the stable machine-readable form; what is not a number becomes null."""
    variances = {key: strict(value) for key, value in asdict(found.variances).items() if key != "origin"}
    best = found.smallest
    return json.dumps(
        {
            "schema": 1,
            "plan": [record(one) for one in found],
            "smallest": record(best) if best else None,
            "criterion": found.criterion,
            "variances": variances,
            "sentence": next(found.sentences()),
            "warnings": list(found.warnings),
            "set_aside": [asdict(one) for one in found.set_aside],
            "signature": found.signature,
            "seconds": round(seconds, 4),
        },
        ensure_ascii=False,
    )


def separations_json(found: Separations, seconds: float) -> str:
    """Neighbours in the stable machine-readable form."""
    return json.dumps(
        {
            "schema": 1,
            "plan": [record(one) for one in found],
            "criterion": found.criterion,
            "comparisons": found.comparisons,
            "raters": found.raters,
            "instances": found.instances,
            "sentence": next(found.sentences()),
            "warnings": list(found.warnings),
            "set_aside": [asdict(one) for one in found.set_aside],
            "signature": found.signature,
            "seconds": round(seconds, 4),
        },
        ensure_ascii=False,
    )


def plan_table(found: Plan) -> str:
    """Power by items (down) and raters (across), with a star where it is enough; then what it means."""
    from genchal.cli._output import aligned

    raters = sorted({one.raters for one in found})
    cells = {(one.items, one.raters): f"{one.power:.0%}{'*' if one.is_enough else ''}" for one in found}
    lines = [["items", *(f"{one} raters" for one in raters)]]
    lines += [
        [str(items), *(cells[items, one] for one in raters)] for items in dict.fromkeys(one.items for one in found)
    ]
    return "\n".join([*aligned(lines), "", *found.sentences(), *_beware(found), found.signature])


def separations_table(found: Separations) -> str:
    """Neighbours from best to worst; then what the numbers mean."""
    from genchal.cli._output import aligned

    lines = [["better", "worse", "difference", "adjusted p", "further comparisons"]]
    for one in found:
        bounds = "" if one.low is None or one.high is None else f" [{one.low:+.3f}, {one.high:+.3f}]"
        more = (
            "told apart"
            if one.is_separated
            else f"{one.further_comparisons:,}"
            if one.further_comparisons is not None
            else f"- ({one.note})"
        )
        lines.append([one.system_a, one.system_b, f"{one.difference:+.3f}{bounds}", p_text(one.p_adjusted), more])
    return "\n".join([*aligned(lines), "", *found.sentences(), *_beware(found), found.signature])


def _beware(found: Plan | Separations) -> list[str]:
    aside = [f"{one.sentence()}." for one in found.set_aside]
    return [*(f"Beware: {one}." for one in found.warnings), *aside]
