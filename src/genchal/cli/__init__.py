"""The command line: one file per command. Nothing heavy is imported before a command runs.

In: options and arguments.
Out: what one step of `campaign` returns, printed; exit codes.
"""

from __future__ import annotations

import errno
import gc
import importlib
import os
import sys

import click

from genchal.cli._written_files import guard_files
from genchal.errors import UnknownName, UserError
from genchal.version import __version__

FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
MAKE_ROOM = "Make room, or write to another place, and run the command again."

# In campaign order, as the help shows them: their files are loaded only when they are run.
SECTIONS = {
    "Start": {
        "demo": "Run the bundled campaign end to end and open its report.",
        "init": "Write a small working campaign to adapt.",
        "run": "Generate, score and report whatever is not up to date.",
        "status": "Show what a campaign has, what is missing and what comes next.",
        "validate": "Check submissions, or a campaign and all its files.",
    },
    "Data": {
        "data": "Find, download, split and check data sets.",
    },
    "Generation": {
        "generators": "List the baseline generators and what they need.",
        "train": "Train a generator and keep it in a file.",
        "generate": "Write outputs as a submission, by a generator or a model.",
    },
    "Scoring": {
        "metrics": "List the metrics and what they need.",
        "score": "Score systems' outputs against references.",
        "compare": "Test which systems score significantly better.",
        "similarity": "Measure how similar the outputs of systems are.",
        "lexicon": "See what slot metrics see; make lexicons for new domains.",
    },
    "Texts": {
        "describe": "Describe texts: their number, length and variety.",
        "dlevel": "Measure how complex sentences are, on the D-Level scale.",
        "train-parser": "Train and evaluate a tagger-parser on a treebank.",
    },
    "Human evaluation": {
        "methods": "List the methods of human evaluation.",
        "study": "Create, monitor and export studies with human raters.",
        "serve": "Serve studies to raters as web pages.",
        "plan": "Estimate how many items and raters a study needs.",
    },
    "Ratings": {
        "rank": "Rank systems by human judgements.",
        "differences": "Test every pair of systems on their ratings.",
        "direct-assessment": "Print raw and z-score means, as in WMT and SR'18.",
        "coverage": "Show how often systems add or miss information.",
        "times": "Show how long raters took for each system.",
        "sheets": "Show chosen sheets with one rater's scores.",
        "agree": "Measure how well raters agree.",
        "correlate": "Measure how well metrics agree with human judgements.",
    },
    "Report": {
        "report": "Rewrite the report from stored results.",
        "export": "Write outputs, scores, ratings and a draft paper as files.",
        "cache": "Show the size of the cache, or clear it.",
    },
}
COMMANDS = {name: summary for commands in SECTIONS.values() for name, summary in commands.items()}


CONTEXT = {
    "help_option_names": ["-h", "--help"],
    "max_content_width": 100,
    "auto_envvar_prefix": "GENCHAL",  # --seed of `score` is GENCHAL_SCORE_SEED; a flag wins over it
}

# New objects before garbage is looked for. Most of what a command makes lives as long as the command, and to look
# through the texts of a campaign after every 700 objects, as Python does, takes a twentieth of the time.
OBJECTS = 50_000
# Threads of the linear algebra library, of which numpy starts one a core. Our products are small, so that threads only
# wait for each other: on a busy machine, parsing 1,500 sentences took 1.8 s of processor time with one thread and 33 s
# with two. Torch has threads of its own.
THREADS = {"OPENBLAS_NUM_THREADS": "1"}


class _Commands(click.Group):
    """Loads the file of a command when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"genchal.cli.{cmd_name.replace('-', '_')}").command
        assert isinstance(command, click.Command)  # noqa: S101
        return guard_files(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, COMMANDS))
        formatter.write_paragraph()
        for section, commands in SECTIONS.items():
            formatter.write(f"{section}:\n")
            for name, summary in commands.items():
                formatter.write(f"  {name:{width}}  {summary}\n")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise UnknownName("command", args[0], COMMANDS)
        return super().resolve_command(ctx, args)


def _show_version(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        from genchal.text.kernels.finding import describe_kernels

        click.echo(f"genchal {__version__} ({describe_kernels()})")
        context.exit()


@click.group(cls=_Commands, context_settings=CONTEXT, invoke_without_command=True)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_version,
    help="Show the version, and whether compiled kernels are active, and exit.",
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Run an NLG evaluation campaign end to end: data, generation, scoring, human evaluation, report."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _end_sentence(text: str) -> str:
    """A text with a full stop, unless it ends as a question."""
    return text if text.endswith("?") else f"{text.rstrip('.')}."


def main() -> None:
    """Run a command: exit code 0 done, 2 the user can fix it, 1 our bug, 130 interrupted."""
    gc.set_threshold(OBJECTS)
    for variable, threads in THREADS.items():
        if "OMP_NUM_THREADS" not in os.environ:
            os.environ.setdefault(variable, threads)
    try:
        cli.main(prog_name="genchal", standalone_mode=False)
    except UserError as error:
        for line in error.lines():
            click.echo(f"error: {line}", err=True)
        sys.exit(2)
    except click.UsageError as error:
        where = f" See: {error.ctx.command_path} --help" if error.ctx else " See: genchal --help"
        click.echo(f"error: {_end_sentence(error.format_message())}{where}", err=True)
        sys.exit(2)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted: no file is left half-written; run the same command to continue.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output has seen enough; keep the interpreter from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as error:
        if error.errno not in FULL:
            _report_bug()
            raise
        click.echo(f"error: there is no room left for {error.filename or 'the output'}. {MAKE_ROOM}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left of it has no place either
        sys.exit(2)
    except Exception:
        _report_bug()
        raise


def _report_bug() -> None:
    click.echo("this is a bug in genchal; please report it with the lines below and the command you ran.", err=True)
