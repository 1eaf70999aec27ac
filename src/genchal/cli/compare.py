"""``genchal compare``: outputs of several systems in, differences with p-values out."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._scoring import check_sources, how_to_measure, machinery, wanted, what_to_measure

if TYPE_CHECKING:
    from genchal.domain.campaign import Missing
    from genchal.domain.results.comparison import Comparing, Comparison, Comparisons, Correction, Test

FEW = 30  # instances, below which p-values of the bootstrap come out too small
SHOWN = 5  # pairs with missing outputs that are named


@click.command("compare")
@what_to_measure
@click.option(
    "--test",
    default="bootstrap",
    show_default=True,
    type=click.Choice(["bootstrap", "randomisation", "t", "wilcoxon", "bootstrap-sacrebleu"]),
    help="The first two test corpus scores, t and wilcoxon segment scores; the last is sacreBLEU's, and too lenient.",
)
@click.option("--all-pairs", is_flag=True, help="Compare every system with every other, not only with the baseline.")
@click.option("--baseline", help="Name of the system that the others are compared with; default: the first.")
@click.option(
    "--correction",
    default="holm",
    show_default=True,
    type=click.Choice(["holm", "bh", "none"]),
    help="For the number of pairs tested in a metric: Holm's, Benjamini and Hochberg's, or none.",
)
@click.option(
    "--resamples",
    type=click.IntRange(0),
    help="Bootstrap resamples; default: 1000, more if there are many pairs. 0: no intervals (not with bootstrap).",
)
@click.option(
    "--trials", type=click.IntRange(1), help="Trials of randomisation; default: 10000, more if there are many pairs."
)
@click.option(
    "--confidence",
    default=0.95,
    show_default=True,
    type=click.FloatRange(0.5, 0.999),
    help="Level of the intervals; differences are called significant at 1 less this.",
)
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of everything random.")
@how_to_measure
def command(
    files: tuple[str, ...],
    references: tuple[str, ...],
    task: str | None,
    metrics: tuple[str, ...],
    preset: str | None,
    derived: tuple[str, ...],
    test: Test,
    all_pairs: bool,
    baseline: str | None,
    correction: Correction,
    resamples: int | None,
    trials: int | None,
    confidence: float,
    seed: int,
    missing: Missing | None,
    group: str | None,
    wmt: str | None,
    jobs: int,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Say which of several systems score better by more than chance.

    Systems are tested in pairs, on the same instances: the first FILE is the baseline, and every other system is
    compared with it. FILEs are those of `genchal score`: a system each, or a table with a column "system"; @HUMAN and
    the other pseudo-systems are made from the references.
    """
    started = time.perf_counter()
    from genchal.campaign.scoring.compare import compare_files, compare_wmt
    from genchal.domain.grouping import grouping
    from genchal.domain.results.comparison import Comparing

    check_sources(files, wmt)
    if all_pairs and baseline is not None:
        raise click.UsageError("--all-pairs has no baseline; leave one of the two out.")
    request, means = wanted(metrics, preset, derived), machinery(jobs, no_cache)
    how = Comparing(test, all_pairs, baseline, correction, resamples, trials, confidence, seed)
    if wmt is not None:
        found = compare_wmt(Path(files[0]), wmt, request, how, means)
    else:
        found = compare_files(
            files,
            [Path(path) for path in references],
            request,
            how,
            task=task,
            group=grouping(group),
            missing=missing,
            machinery=means,
        )
    click.echo(comparisons_json(found, time.perf_counter() - started) if as_json else comparisons_table(found))


def comparisons_json(found: Comparisons, seconds: float) -> str:
    """Comparisons in the stable machine-readable form; what is not a finite number becomes null."""
    records = [
        {
            key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in asdict(one).items()
        }
        for one in found
    ]
    return json.dumps({"schema": 1, "comparisons": records, "seconds": round(seconds, 4)}, ensure_ascii=False)


def comparisons_table(found: Comparisons) -> str:
    """Comparisons as a table, followed by what was tested, what to beware of, and the signatures."""
    from genchal.cli._output import aligned

    level = 1 - found.how.confidence
    effect = found.comparisons[0].effect_name
    lines = [["metric", "A", "B", "score A", "score B", "difference", "p", "adjusted", effect, "n", "verdict"]]
    lines += [_line(one, level) for one in found]
    signatures = dict.fromkeys(f"{one.metric}: {one.signature}" for one in found)
    return "\n".join(
        [*aligned(lines), "", *_said(found.how, found.pairs, level), *_warnings(found, level), *signatures]
    )


def _line(one: Comparison, level: float) -> list[str]:
    return [
        one.metric,
        one.system_a,
        one.system_b,
        _number(one.value_a),
        _number(one.value_b),
        _difference(one),
        _p(one.p_value),
        _p(one.p_adjusted),
        f"{one.effect:.2f}" if math.isfinite(one.effect) else "-",
        str(one.n),
        _verdict(one, level),
    ]


def _said(how: Comparing, pairs: int, level: float) -> Iterator[str]:
    """What was tested, and what "better" means."""
    draws = f"{how.draws:,}" if how.draws else ""
    said = {
        "bootstrap": f"Paired bootstrap, two-sided: {draws} resamples, seed {how.seed}.",
        "bootstrap-sacrebleu": f"Paired bootstrap as sacreBLEU has it: {draws} resamples, seed {how.seed}.",
        "randomisation": f"Approximate randomisation, two-sided: {draws} trials, seed {how.seed}.",
        "t": "Paired t test of segment scores, two-sided; scores are their means.",
        "wilcoxon": "Wilcoxon signed-rank test of segment scores, two-sided; scores are their means.",
    }[how.test]
    origin = f" from {how.resamples:,} resamples" if how.test == "randomisation" else ""
    bounds = "" if how.draws and not how.resamples else f", with {how.confidence * 100:g}% intervals{origin}"
    yield f"{said} Differences are B less A{bounds}."
    family = f"{pairs} pair{'' if pairs == 1 else 's'} per metric"
    yield {
        "holm": f"Better: adjusted p at most {level:g}, after Holm's correction for {family}.",
        "bh": f"Better: adjusted p at most {level:g}, after Benjamini and Hochberg's correction for {family}.",
        "none": f"Better: p at most {level:g}; nothing is corrected for {family}.",
    }[how.correction]


def _warnings(found: Comparisons, level: float) -> Iterator[str]:
    """What a reader should beware of."""
    how = found.how
    fewest = min((one.n for one in found if one.n > 1), default=FEW)  # of pairs that have a p-value at all
    if fewest < FEW and how.test.startswith("bootstrap"):
        yield (
            f"Beware: with fewer than {FEW} instances (here {fewest}) p-values of the bootstrap are too small; "
            "use --test randomisation."
        )
    if how.test == "bootstrap-sacrebleu":
        yield "Beware: this test finds differences where there are none about twice as often as it says."
    if how.draws is not None and how.correction == "holm" and found.pairs / (how.draws + 1) > level:
        option = "--trials" if how.test == "randomisation" else "--resamples"
        yield f"Beware: {how.draws:,} are too few for {found.pairs} pairs, nothing can be significant; raise {option}."
    partial = {(one.system_a, one.system_b): one for one in found if one.not_compared}
    for one in list(partial.values())[:SHOWN]:
        instances = f"{one.not_compared:,} instance{'' if one.not_compared == 1 else 's'}"
        yield f"{one.system_a}, {one.system_b}: {instances} not compared (one of the two, or both, not scored)"
    if len(partial) > SHOWN:
        yield f"and {len(partial) - SHOWN} more pairs with instances not compared"
    yield from dict.fromkeys(f"{one.system_a}, {one.system_b}: no p-value, {one.note}" for one in found if one.note)


def _verdict(one: Comparison, level: float) -> str:
    if math.isnan(one.p_adjusted):
        return "no p-value"
    if one.p_adjusted > level + 1e-12 or not one.difference:
        return "not significant"
    higher = one.system_b if one.difference > 0 else one.system_a
    return f"{one.better} better" if one.better else f"{higher} higher"


def _difference(one: Comparison) -> str:
    if math.isnan(one.difference):
        return "-"
    bounds = "" if one.low is None or one.high is None else f" [{one.low:+.4f}, {one.high:+.4f}]"
    return f"{one.difference:+.4f}{bounds}"


def _number(value: float) -> str:
    return "not scored" if math.isnan(value) else f"{value:.4f}"


def _p(value: float) -> str:
    if math.isnan(value):
        return "-"
    return f"{value:.4f}" if value >= 0.00005 else "<0.0001"
