"""``genchal lexicon``: what words express which values; explanations, gaps and proposals."""

from __future__ import annotations

from pathlib import Path

import click

from genchal.cli._options import FILE, PATH, OrderedGroup, options_of
from genchal.cli._show import show, show_tables, table_options
from genchal.domain.campaign import Reading
from genchal.domain.results.lexicon import ExplanationChoice, MiningOptions
from genchal.domain.results.table import TableForm

_task_option = click.option("--task", help="Format of the references. Detected if omitted.")
_lexicon_option = click.option("--lexicon", help="Lexicon: the name of one that comes with genchal, or a file.")


@click.group("lexicon", cls=OrderedGroup)
def command() -> None:
    """See what the slot metrics see, and make lexicons for new domains.

    A lexicon says which words express which value of a slot. Those that come with genchal are e2e, e2e_report and sf.
    """


@command.command("explain")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-r", "--references", required=True, multiple=True, type=PATH, help="References with their inputs.")
@_lexicon_option
@options_of(Reading, into="reading", leave_out=("references", "missing", "wmt"))
@options_of(ExplanationChoice, into="choice")
@table_options
def explain_command(
    files: tuple[str, ...],
    references: tuple[Path, ...],
    lexicon: str | None,
    reading: Reading,
    choice: ExplanationChoice,
    form: TableForm,
) -> None:
    """Show which words of the outputs in FILE express which slot, and what is missing, added, wrong or repeated.

    FILEs are as in `genchal score`: one system each, or a table with a column "system".
    """
    from genchal.campaign.texts.lexicon import explain_files

    found = explain_files(files, references, lexicon, reading.task, reading.group, choice, reading.column_names)
    if form.name == "text":
        click.echo(f"{found}")
    else:
        show(found, form)


@command.command("mine")
@click.argument("data", type=PATH)
@_task_option
@_lexicon_option
@click.option("--slot", help="Show only this slot, with all its values.")
@options_of(MiningOptions, into="options")
@click.option("-o", "--out", type=FILE, help="File for the proposals, as a lexicon (TOML).")
@table_options
def mine_command(
    data: Path,
    task: str | None,
    lexicon: str | None,
    slot: str | None,
    options: MiningOptions,
    out: Path | None,
    form: TableForm,
) -> None:
    """Find values that the references in DATA seem not to express, and propose phrases for them.

    The phrases proposed for a value are frequent in its references and rare in others. Without --lexicon, every value
    is looked for exactly as it is written, and --out writes a first lexicon for a new domain.
    """
    from genchal.campaign.texts.lexicon_mining import mine_file
    from genchal.campaign.texts.lexicon_proposal import proposal_toml
    from genchal.resources.files import write_whole

    mined = mine_file(data, task, lexicon, options)
    if out is not None:
        write_whole(out, proposal_toml(mined).encode())
    show_tables([mined.table(slot)], mined.payload(), form)


@command.command("check")
@click.argument("lexicon")
@click.option("--data", type=PATH, help="References to try the lexicon on.")
@_task_option
@click.option(
    "--sample", default=10_000, show_default=True, type=click.IntRange(0), help="References to look at; 0 means all."
)
@table_options
def check_command(lexicon: str, data: Path | None, task: str | None, sample: int, form: TableForm) -> None:
    """Check LEXICON, a file or the name of one that comes with genchal.

    Every problem is reported with its place. With --data, the lexicon is tried on references: how often the values of
    inputs are found, and which values it has no words for.
    """
    from genchal.campaign.texts.lexicon import check_lexicon

    show(check_lexicon(lexicon, data, task, sample), form)


@command.command("show")
@click.argument("lexicon")
def show_command(lexicon: str) -> None:
    """Print LEXICON exactly as it is written, as a starting point for your own."""
    from genchal.resources.lexicons import lexicon_text

    click.echo(lexicon_text(lexicon), nl=False)
