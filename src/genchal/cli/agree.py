"""``genchal agree``: ratings in, agreement between raters out."""

from __future__ import annotations

import json
import math
import textwrap
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._ratings import layout_option
from genchal.errors import counted

if TYPE_CHECKING:
    from genchal.domain.results.agreement import Agreement, AgreementMeasure, Agreements, KappaWeights, ScaleLevel

WIDTH = 100
SHOWN = 20  # raters that are named


@click.command("agree")
@click.argument("ratings", type=click.Path())
@click.option("--criterion", "criteria", multiple=True, help="Only this criterion; default: all. May be repeated.")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    help="icc, alpha, kappa, fleiss, pearson, spearman, kendall, split-half or all; several with commas. "
    "Default: those that fit the design.",
)
@click.option(
    "--level",
    type=click.Choice(["nominal", "ordinal", "interval", "ratio"]),
    help="What values mean: categories, an order, distances, or magnitudes. Default: by their look.",
)
@click.option(
    "--weights",
    type=click.Choice(["none", "linear", "quadratic"]),
    help="How Cohen's kappa forgives near misses; default: quadratic if values have an order, else none.",
)
@click.option("--log", is_flag=True, help="Take logarithms of values first: for magnitude estimates.")
@click.option(
    "--quality-control",
    is_flag=True,
    help="Test raters by repeats, damaged copies and references, and set aside who fails, with reasons.",
)
@click.option(
    "--kappa-above",
    type=click.FloatRange(-1, 1),
    help="Remove raters until every two have a Cohen's kappa above this (nlg-eval: 0.1).",
)
@click.option("--against", type=click.Path(), help="A second file of ratings: test whether raters agree as well in it.")
@click.option(
    "--resamples", default=1000, show_default=True, type=click.IntRange(0), help="Bootstrap resamples for intervals."
)
@click.option("--splits", default=200, show_default=True, type=click.IntRange(1), help="Random splits into halves.")
@click.option(
    "--confidence",
    default=0.95,
    show_default=True,
    type=click.FloatRange(0.5, 0.999),
    help="Level of the intervals.",
)
@layout_option
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX table.")
def command(
    ratings: str,
    criteria: tuple[str, ...],
    measures: tuple[str, ...],
    level: ScaleLevel | None,
    weights: KappaWeights | None,
    log: bool,
    quality_control: bool,
    kappa_above: float | None,
    against: str | None,
    resamples: int,
    splits: int,
    confidence: float,
    layout: str | None,
    seed: int,
    as_json: bool,
    as_latex: bool,
) -> None:
    """Say how well raters agree, and what that means.

    RATINGS is a file of judgements: a table with the columns rater, sheet, instance, system, criterion and value, or
    any other layout that genchal reads. Without --measure it takes what fits who rated what.
    """
    started = time.perf_counter()
    if as_json and as_latex:
        raise click.UsageError("--json and --latex exclude each other; leave one of the two out.")
    from genchal.campaign.judgements.agree import agreement
    from genchal.campaign.judgements.load import load_ratings

    found = agreement(
        load_ratings(Path(ratings), layout),
        criteria or None,
        _measures(measures),
        level=level,
        weights=weights,
        quality_control=quality_control,
        kappa_above=kappa_above,
        log=log,
        against=load_ratings(Path(against), layout) if against is not None else None,
        resamples=resamples,
        splits=splits,
        confidence=confidence,
        seed=seed,
    )
    if as_json:
        click.echo(agreements_json(found, time.perf_counter() - started))
    elif as_latex:
        from genchal.reports.tables.agreement import agreement_latex

        click.echo(agreement_latex(found), nl=False)
    else:
        click.echo(agreements_text(found))


def _measures(texts: Sequence[str]) -> list[AgreementMeasure]:
    from genchal.domain.results.agreement import MEASURES
    from genchal.errors import UnknownName

    names = [name.strip() for text in texts for name in text.split(",")]
    if "all" in names:
        return list(MEASURES)
    for name in names:
        if name not in MEASURES:
            raise UnknownName("measure", name, [*MEASURES, "all"])
    return [measure for measure in MEASURES if measure in names]


def agreements_json(found: Agreements, seconds: float) -> str:
    """Agreement in the stable machine-readable form: flat records; what is not a finite number becomes null."""
    result: dict[str, object] = {"schema": 1, "agreement": [_record(asdict(one)) for one in found]}
    if found.differences:
        result["differences"] = [_record(asdict(one)) for one in found.differences]
    if found.control is not None:
        result["raters"] = [_record(asdict(one)) for one in found.control]
        result["intra_rater"] = found.control.intra_rater
    result["set_aside"] = [{"reason": one.reason, "count": one.count} for one in found.set_aside]
    return json.dumps({**result, "seconds": round(seconds, 4)}, ensure_ascii=False)


def _record(fields: dict[str, object]) -> dict[str, object]:
    return {key: _flat(value) for key, value in fields.items()}


def _flat(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return "; ".join(value) if isinstance(value, tuple) else value


def agreements_text(found: Agreements) -> str:
    """A table, then in words: the design, what fits it, what the numbers mean, and when not to trust them."""
    from genchal.cli._output import aligned

    percent = f"{found.how.confidence * 100:g}% interval"
    lines = [["criterion", "measure", "value", percent, "p", "items", "raters", "fits"]]
    lines += [_line(one) for one in found]
    blocks = [aligned(lines)]
    for criterion, design in found.designs.items():
        records = [one for one in found if one.criterion == criterion]
        level = found.how.level or design.level
        said = [f"{criterion}: {design.sentence()} {design.advice(level)}", *_meanings(records)]
        blocks.append([line for text in said for line in _wrapped(text)])
    blocks.append([line for text in _warnings(found) for line in _wrapped(text)])
    blocks.append(list(dict.fromkeys(f"{one.form}: {one.signature}" for one in found)))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _line(one: Agreement) -> list[str]:
    bounds = "" if one.low is None or one.high is None else f"[{one.low:.3f}, {one.high:.3f}]"
    value = "-" if math.isnan(one.value) else f"{one.value:.3f}"
    return [
        one.criterion,
        one.form,
        value,
        bounds,
        _p(one.p_value),
        str(one.items),
        str(one.raters),
        "yes" if one.fits else "no",
    ]


def _p(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if value >= 0.00005 else "<0.0001"


def _meanings(records: Sequence[Agreement]) -> Iterator[str]:
    """What coefficients mean: those that fit, and why others are not defined."""
    for one in records:
        if one.fits or math.isnan(one.value) or not any(other.fits for other in records):
            yield one.sentence()


def _warnings(found: Agreements) -> Iterator[str]:
    """When not to trust it, who passes quality control, and what was set aside."""
    for remark in found.remarks:
        yield f"Beware: {remark}."
    for text, forms in _grouped(found).items():
        yield f"Beware: {text} ({', '.join(forms)})."
    yield from (one.sentence() for one in found.differences)
    if found.control is not None:
        yield from found.control.sentences()
        notable = [check for check in found.control if check.reasons or check.flags]
        yield from (check.sentence() for check in notable[:SHOWN])
        if len(notable) > SHOWN:
            yield f"and {len(notable) - SHOWN} more raters; --json has all of them."
    for aside in found.set_aside:
        yield f"Set aside: {counted(aside.count, 'judgement')} ({aside.reason})."
    yield "Cut-offs for good agreement, such as 0.6 or 0.8, are conventions; report the value with its interval."


def _grouped(found: Agreements) -> dict[str, list[str]]:
    """Warnings with the forms that they are about."""
    several = len(found.designs) > 1
    result: dict[str, list[str]] = {}
    for one in found:
        for text in one.beware:
            result.setdefault(f"{one.criterion}: {text}" if several else text, []).append(one.form)
    return result


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
