"""What `score` and `compare` have in common: outputs, references, metrics, and how to measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.campaign.scoring.request import Wanted

F = TypeVar("F", bound=Callable[..., Any])

_WHAT = (
    click.argument("files", nargs=-1, required=True, metavar="FILE..."),
    click.option(
        "-r",
        "--references",
        multiple=True,
        help="References; several plain files are several references. Metrics that look at outputs alone need none.",
    ),
    click.option(
        "--task", help="Format and defaults of the references: slots, e2e, table, plain, sf ... Found out if not given."
    ),
    click.option(
        "-m", "--metric", "metrics", multiple=True, help="bleu,rouge_l or bleu:case=lower:smooth=exp; may be repeated."
    ),
    click.option("--preset", help="Metrics and settings of a campaign or tool to the letter: e2e, sr18, sacrebleu ..."),
    click.option(
        "--derived", multiple=True, metavar="NAME=FORMULA", help="A score made from others: avg=(bleu+rouge_l)/2."
    ),
)
_HOW = (
    click.option(
        "--missing",
        type=click.Choice(["not_scored", "zero"]),
        help="Missing outputs: set aside (default, unless a preset says otherwise), or scored as empty ones.",
    ),
    click.option("--group", help="Which rows share references: row, input or slots; default: as usual in the format."),
    click.option(
        "--wmt", metavar="PAIR", help="FILE is a WMT metrics tree: take its systems for a pair such as en-de."
    ),
    click.option(
        "-j", "--jobs", default=1, show_default=True, type=click.IntRange(0), help="Processes; 0: one per core."
    ),
    click.option("--no-cache", is_flag=True, help="Neither use nor keep rows of metrics that take long."),
)


def what_to_measure(command: F) -> F:
    """Add the options that say what is measured."""
    for option in reversed(_WHAT):
        command = option(command)
    return command


def how_to_measure(command: F) -> F:
    """Add the options that say how."""
    for option in reversed(_HOW):
        command = option(command)
    return command


def wanted(metrics: Sequence[str], preset: str | None, derived: Sequence[str]) -> Wanted:
    """Read what was asked for."""
    from genchal.campaign.scoring.request import Wanted, parse_derived, parse_request

    requests = [parse_request(text) for several in metrics for text in several.split(",") if text.strip()]
    return Wanted(requests, preset, [parse_derived(text) for text in derived])


def machinery(jobs: int, no_cache: bool) -> Machinery:
    """Make what measures."""
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.cli._progress import tell
    from genchal.engines import engine_for
    from genchal.resources.results import user_cache

    return Machinery(engine_for(jobs), None if no_cache else user_cache(), tell)


def check_sources(files: Sequence[str], wmt: str | None) -> None:
    """Refuse a tree among files."""
    if wmt is not None and len(files) != 1:
        raise click.UsageError("--wmt takes one folder.")
