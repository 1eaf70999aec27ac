"""What `score`, `compare` and `similarity` have in common: outputs, references, metrics, and how to measure."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from genchal.cli._options import Command, add_options, options_of
from genchal.domain.campaign import Reading
from genchal.engines import MEANING

if TYPE_CHECKING:
    from genchal.campaign.scoring.evidence import Machinery

_METRICS = (
    click.option(
        "-m",
        "--metric",
        "metrics",
        multiple=True,
        help="Metrics, such as bleu,rouge_l or bleu:case=lower:smooth=exp. May be repeated.",
    ),
    click.option("--preset", help="Metrics and settings exactly as in a campaign or a tool: e2e, sr18, sacrebleu ..."),
    click.option(
        "--derived",
        multiple=True,
        metavar="NAME=FORMULA",
        help="Score computed from others, such as avg=(bleu+rouge_l)/2. May be repeated.",
    ),
)
_ENGINE = (
    click.option("--engine", metavar="NAME[:WORKERS]|ray://HOST", help=MEANING),
    click.option("-j", "--jobs", type=click.IntRange(0), help="Short for --engine processes:N; 0 means one per core."),
)
_CACHE = click.option("--no-cache", is_flag=True, help="Neither use nor keep stored rows of slow metrics.")


def request_options(command: Command) -> Command:
    """Add files of outputs, how they are read, and metrics; the command gets `files`, `reading` and `request`."""

    @functools.wraps(command)
    def with_request(
        files: Sequence[str],
        reading: Reading,
        metrics: Sequence[str],
        preset: str | None,
        derived: Sequence[str],
        **others: Any,
    ) -> Any:
        from genchal.campaign.scoring.request import make_request

        if reading.wmt is not None and len(files) != 1:
            raise click.UsageError("--wmt takes one folder.")
        request = make_request(",".join(metrics), preset, derived)
        return command(files=files, reading=reading, request=request, **others)

    files = click.argument("files", nargs=-1, required=True, metavar="FILE...")
    return files(options_of(Reading, into="reading")(add_options(with_request, _METRICS)))


def machinery_options(command: Command) -> Command:
    """Add the options that say where to measure, and what to keep; the command gets `machinery`."""

    @functools.wraps(command)
    def with_machinery(engine: str | None, no_cache: bool, **others: Any) -> Any:
        return command(machinery=make_machinery(engine, no_cache), **others)

    return engine_options(_CACHE(with_machinery))


def engine_options(command: Command) -> Command:
    """Add --engine and its short form -j; the command gets one `engine`, None if neither was given."""

    @functools.wraps(command)
    def with_engine(engine: str | None, jobs: int | None, **others: Any) -> Any:
        return command(engine=_merge_engine(engine, jobs), **others)

    return add_options(with_engine, _ENGINE)


def make_machinery(engine: str | None, no_cache: bool) -> Machinery:
    """Make the engine, the cache and the notices that scoring uses."""
    from genchal.campaign.scoring.evidence import Machinery
    from genchal.campaign.scoring.row_cache import MetricRowCache
    from genchal.cli._show import show_progress, tell
    from genchal.engines import DEFAULT, make_engine
    from genchal.engines.watched import Watched
    from genchal.resources.results import user_cache

    watched = Watched(make_engine(engine or DEFAULT), show_progress)
    return Machinery(watched, None if no_cache else MetricRowCache(user_cache()), tell)


def _merge_engine(engine: str | None, jobs: int | None) -> str | None:
    """The engine that was asked for; a flag wins over the environment."""
    if engine is not None and jobs is not None:
        from click.core import ParameterSource

        source = click.get_current_context().get_parameter_source
        flags = [name for name in ("engine", "jobs") if source(name) is ParameterSource.COMMANDLINE]
        if len(flags) != 1:
            raise click.UsageError("--engine and -j mean the same: leave one of them out.")
        if flags == ["engine"]:
            return engine
    return engine if jobs is None else "serial" if jobs == 1 else f"processes:{jobs}"
