"""What `score`, `compare` and `similarity` have in common: outputs, references, metrics, and how to measure."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

if TYPE_CHECKING:
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.campaign.scoring.request import Request

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
        "--task",
        help="Format and defaults of the references: slots, e2e, table, plain, sf ... Detected if omitted.",
    ),
    click.option(
        "-m", "--metric", "metrics", multiple=True, help="bleu,rouge_l or bleu:case=lower:smooth=exp; may be repeated."
    ),
    click.option("--preset", help="Metrics and settings exactly as in a campaign or tool: e2e, sr18, sacrebleu ..."),
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
)
_ENGINE = (
    click.option(
        "--engine",
        metavar="NAME[:WORKERS]",
        help="Where scoring runs: serial (default), processes (one per core), processes:4, or a plug-in.",
    ),
    click.option("-j", "--jobs", type=click.IntRange(0), help="Short for --engine processes:N; 0: one per core."),
)
_CACHE = click.option("--no-cache", is_flag=True, help="Neither use nor keep rows of metrics that take long.")


def what_to_measure(command: F) -> F:
    """Add the options that say what is measured."""
    return _add_options(command, _WHAT)


def how_to_measure(command: F) -> F:
    """Add the options that say how."""
    return _add_options(engine_options(_CACHE(command)), _HOW)


def engine_options(command: F) -> F:
    """Add --engine and its short form -j; the command gets one `engine`, None if neither was given."""

    @functools.wraps(command)
    def merged(*arguments: Any, engine: str | None, jobs: int | None, **others: Any) -> Any:
        return command(*arguments, engine=_merge_engine(engine, jobs), **others)

    return _add_options(cast(F, merged), _ENGINE)


def make_request(metrics: Sequence[str], preset: str | None, derived: Sequence[str]) -> Request:
    """Read what was asked for."""
    from genchal.campaign.scoring.request import make_request

    return make_request(",".join(metrics), preset, derived)


def machinery(engine: str | None, no_cache: bool) -> Machinery:
    """Make what measures."""
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.campaign.scoring.row_cache import RowCache
    from genchal.cli._progress import tell
    from genchal.engines import DEFAULT, make_engine
    from genchal.resources.results import user_cache

    return Machinery(make_engine(engine or DEFAULT), None if no_cache else RowCache(user_cache()), tell)


def check_sources(files: Sequence[str], wmt: str | None) -> None:
    """Refuse a tree among files."""
    if wmt is not None and len(files) != 1:
        raise click.UsageError("--wmt takes one folder.")


def _merge_engine(engine: str | None, jobs: int | None) -> str | None:
    """The engine that was asked for; a flag wins over the environment."""
    if engine is not None and jobs is not None:
        from click.core import ParameterSource

        source = click.get_current_context().get_parameter_source
        flags = [name for name in ("engine", "jobs") if source(name) is ParameterSource.COMMANDLINE]
        if len(flags) != 1:
            raise click.UsageError("--engine and -j say the same: leave one of the two out.")
        if flags == ["engine"]:
            return engine
    return engine if jobs is None else "serial" if jobs == 1 else f"processes:{jobs}"


def _add_options(command: F, options: Sequence[Callable[[F], F]]) -> F:
    for option in reversed(options):
        command = option(command)
    return command
