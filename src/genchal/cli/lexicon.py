"""``genchal lexicon``: what words express which values; explanations, gaps and proposals."""

from __future__ import annotations

from pathlib import Path

import click

_task_option = click.option("--task", help="Format of the references. Found out if not given.")
_lexicon_option = click.option("--lexicon", help="Name of a lexicon that comes with genchal, or a file.")
_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_sample_option = click.option(
    "--sample", default=10_000, show_default=True, type=click.IntRange(0), help="References to look at; 0: all."
)


class _InOrder(click.Group):
    """Lists its commands as they stand in this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group("lexicon", cls=_InOrder)
def command() -> None:
    """See what the slot metrics see, and make lexicons for new domains.

    A lexicon says which words express which value of a slot. Those that come with genchal are e2e, e2e_report and sf.
    """


@command.command("explain")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-r", "--references", required=True, type=click.Path(path_type=Path), help="References, with inputs.")
@_task_option
@_lexicon_option
@click.option("--group", help="Which rows share references: row, input or slots; default: as usual in the format.")
@click.option("--system", help="Explain the outputs of this system only.")
@click.option("--only-errors", is_flag=True, help="Leave out outputs without errors.")
@click.option("--no-repetitions", is_flag=True, help="Do not count repetitions as errors.")
@click.option("--limit", type=click.IntRange(1), help="Explain so many outputs at most.")
@_json_option
def explain_command(
    files: tuple[str, ...],
    references: Path,
    task: str | None,
    lexicon: str | None,
    group: str | None,
    system: str | None,
    only_errors: bool,
    no_repetitions: bool,
    limit: int | None,
    as_json: bool,
) -> None:
    """Show which words of the outputs in FILE express which slot, and what is missing, added, wrong or repeated.

    FILEs are those of `genchal score`: a system each, or a table with a column "system".
    """
    from dataclasses import replace

    from genchal.campaign.texts.lexicon import explain_files
    from genchal.cli._lexicon import explained_json, explained_text
    from genchal.domain.grouping import grouping

    found = explain_files(files, references, lexicon, task, grouping(group), system)
    kinds = slice(0, 3 if no_repetitions else 4)
    outputs = [one for one in found.outputs if not only_errors or any(one.errors[kinds])]
    shown = replace(found, outputs=tuple(outputs[:limit]))
    click.echo(explained_json(shown) if as_json else explained_text(shown, len(outputs), len(found.outputs)))


@command.command("mine")
@click.argument("data", type=click.Path(path_type=Path))
@_task_option
@_lexicon_option
@click.option("--slot", help="Show this slot only, with all its values.")
@click.option("--most", default=8, show_default=True, type=click.IntRange(1), help="Phrases to propose for a value.")
@click.option(
    "--at-least", default=3, show_default=True, type=click.IntRange(1), help="References a phrase must be in."
)
@_sample_option
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of the sample.")
@click.option(
    "-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the proposals as a lexicon (TOML)."
)
@_json_option
def mine_command(
    data: Path,
    task: str | None,
    lexicon: str | None,
    slot: str | None,
    most: int,
    at_least: int,
    sample: int,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Find values that the references in DATA seem not to express, and propose phrases for them.

    Phrases are proposed that go with references of such a value, and seldom with others. Without --lexicon every value
    is looked for as it stands, and what is written with --out is the beginning of a lexicon for a new domain.
    """
    from genchal.campaign.texts.lexicon_mining import MiningOptions, mine_file
    from genchal.campaign.texts.lexicon_proposal import proposal_toml
    from genchal.cli._lexicon import mined_json, mined_text
    from genchal.resources.files import write_whole

    mined = mine_file(data, task, lexicon, MiningOptions(sample, most, at_least, seed))
    if out is not None:
        write_whole(out, proposal_toml(mined).encode())
    click.echo(mined_json(mined) if as_json else mined_text(mined, slot))


@command.command("check")
@click.argument("lexicon")
@click.option("--data", type=click.Path(path_type=Path), help="References to try the lexicon on.")
@_task_option
@_sample_option
@_json_option
def check_command(lexicon: str, data: Path | None, task: str | None, sample: int, as_json: bool) -> None:
    """Check LEXICON, a file or the name of one that comes with genchal.

    Everything that is wrong with it is named with its place. With --data its slots are tried on references: how often
    the value of an input is found, and which values the lexicon has no words for.
    """
    from genchal.campaign.texts.lexicon import check_lexicon
    from genchal.cli._lexicon import checked_json, checked_text

    checked = check_lexicon(lexicon, data, task, sample)
    click.echo(checked_json(checked) if as_json else checked_text(checked))


@command.command("show")
@click.argument("lexicon")
def show_command(lexicon: str) -> None:
    """Print LEXICON as it is written, to begin your own with."""
    from genchal.resources.lexicons import lexicon_text

    click.echo(lexicon_text(lexicon), nl=False)
