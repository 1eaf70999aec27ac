"""``genchal data``: known public data sets, splits of your own, and sheets to check by hand."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import FILE, PATH, OrderedGroup, seed_option
from genchal.cli._show import show, show_tables, table_options

if TYPE_CHECKING:
    from genchal.domain.results.table import TableForm
    from genchal.resources.datasets import Fetched


@click.group("data", cls=OrderedGroup)
def command() -> None:
    """Find, download, split and check data sets.

    Data is looked for in the folder that GENCHAL_DATA names, then in your own data folder; each data set has a
    subfolder of its name there, and files may be compressed (.gz, .xz). Only "get" downloads anything.
    """


@command.command("list")
@table_options
def list_command(form: TableForm) -> None:
    """List known public data sets: licence, how to get them, home page, and where they are on this machine.

    Data sets with "get" are downloaded by "genchal data get". Of those with "convert", some or all files have no known
    address: download a copy from the home page and run "genchal data convert". JSON also lists every file with its
    address and checksum.
    """
    from genchal.domain.results.table import Column, Table
    from genchal.resources.datasets import datasets, find_file, find_folder

    rows, entries = [], []
    for dataset in datasets().values():
        folder = find_folder(dataset)
        commands = ", ".join(dataset.commands)
        rows.append((dataset.name, dataset.licence, commands, dataset.home, str(folder or "not found")))
        files = [asdict(file) | {"path": find_file(dataset, file.name)} for file in dataset.files]
        entries.append(asdict(dataset) | {"folder": folder, "files": files})
    columns = (
        Column("name"),
        Column("licence"),
        Column("by command", "commands"),
        Column("home page", "home"),
        Column("where", "folder"),
    )
    show_tables([Table("Data sets", columns, tuple(rows))], {"datasets": entries}, form)


@command.command("path")
@click.argument("name")
@click.option("--file", help="Print the path of this file of the data set.")
def path_command(name: str, file: str | None) -> None:
    """Print the folder of the data set NAME, for use in other commands."""
    from genchal.resources.datasets import locate

    click.echo(str(locate(name, file)))


@command.command("get")
@click.argument("name")
@click.option("--mirror", metavar="URL", help="Download from URL/NAME/FILE instead of the official address.")
def get_command(name: str, mirror: str | None) -> None:
    """Download the data set NAME from its official address.

    Every file is checked against the checksum of the official one before it is kept, and tables are made of what was
    downloaded where that is enough. For files without an address see "genchal data convert". Files that you already
    have are not touched. Each data set has its own licence: see "genchal data list".
    """
    from genchal.cli._show import show_progress
    from genchal.resources.datasets import get_dataset

    done = get_dataset(name, mirror, show_progress)
    _show_files(done, "not downloaded, because there is no address for", done.dataset.note)


@command.command("convert")
@click.argument("name")
@click.argument("source", type=PATH)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files. Default: the folder of the data set.",
)
def convert_command(name: str, source: Path, out: Path | None) -> None:
    """Make the files of the data set NAME from SOURCE, a copy of its official release.

    SOURCE is a folder or a ZIP archive, as the home page of the data set offers it (see "genchal data list"). Ratings
    lose their columns about where workers live, and workers get pseudonyms. Files that you already have are not
    touched.
    """
    from genchal.resources.datasets import convert_dataset

    _show_files(convert_dataset(name, source, out), "not made, because the release does not have what they need")


def _show_files(done: Fetched, reason: str, note: str = "") -> None:
    """Print the files that are there, and note which are not, and why."""
    for path in (*done.kept, *done.new):
        click.echo(str(path))
    if done.by_hand:
        click.echo(f"{reason}: {', '.join(done.by_hand)}. {note}".rstrip(), err=True)


@command.command("split")
@click.argument("file", type=PATH)
@click.option("--task", help="Format of the file. Detected if omitted.")
@click.option("--shares", default="80,10,10", show_default=True, help="Relative sizes of the parts.")
@click.option("--names", help="Names of the parts. Default: train,dev,test or train,test.")
@click.option(
    "--by",
    default="input",
    show_default=True,
    help="What stays in one part: row, input, slots (inputs that differ only in values), or a column.",
)
@seed_option
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the parts, one file each.",
)
@table_options
def split_command(
    file: Path, task: str | None, shares: str, names: str | None, by: str, seed: int, out: Path, form: TableForm
) -> None:
    """Split the instances of FILE into parts that have nothing in common.

    As in E2E: --shares 82,9,9 --by input. As in TUNA: --shares 60,20,20 or --shares 80,20, here --by participant, so
    that nobody wrote texts in two parts. With --by slots, parts share no inputs even after values are removed.
    """
    from genchal.campaign.reading.splits import parse_names, parse_shares, split_file
    from genchal.domain.results.table import Column, Share, Table

    sizes = parse_shares(shares)
    parts = split_file(file, task, sizes, parse_names(names, len(sizes)), by, seed, out)
    rows = tuple((part.name, part.rows, Share(part.share), part.groups, str(part.path)) for part in parts)
    columns = (Column("part"), Column("rows"), Column("share", digits=1), Column("groups"), Column("file"))
    show_tables([Table("Parts of a data set", columns, rows)], {"by": by, "seed": seed, "parts": parts}, form)


@command.command("derive")
@click.argument("name", type=click.Choice(["sr18"]))
@click.argument("treebanks", nargs=-1, required=True, metavar="TREEBANK...", type=PATH)
@click.option("--deep", is_flag=True, help="Also derive deep inputs (T2): English, Spanish and French.")
@click.option("--language", help="Language of the treebanks. Default: the start of their names, as in en-ud-test.")
@seed_option
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the files: T1, T2 and sentences.",
)
@table_options
def derive_command(
    name: str,  # noqa: ARG001, the only task so far
    treebanks: tuple[Path, ...],
    deep: bool,
    language: str | None,
    seed: int,
    out: Path,
    form: TableForm,
) -> None:
    """Derive the inputs of a task from treebanks in CoNLL-U: for sr18, trees to be realised as sentences.

    Shallow inputs (T1) have all words as lemmas, numbered at random. Deep inputs (T2) have content words only, with
    predicate-argument labels. Sentences whose analysis is not one of a sentence (reparandum, goeswith, orphan) are
    left out. Nothing is written if a tree cannot be used.
    """
    from genchal.campaign.reading.derived_inputs import derive_inputs
    from genchal.domain.results.table import Column, Table

    made = derive_inputs(treebanks, out, language, seed, deep=deep)
    columns = (Column("treebank"), Column("sentences"), Column("left out", "left_out"), Column("files"))
    rows = tuple((str(part.treebank), part.sentences, part.left_out, ", ".join(map(str, part.files))) for part in made)
    show_tables([Table("Derived inputs", columns, rows)], {"seed": seed, "derived": made}, form)


@command.command("sheet")
@click.argument("file", type=PATH)
@click.option("--task", help="Format of the file. Detected if omitted.")
@click.option(
    "--systems",
    multiple=True,
    help="Check the outputs in this file, or @random, instead of the references. May be repeated.",
)
@click.option(
    "-n", "--number", default=50, show_default=True, type=click.IntRange(1), help="Pairs to draw, per system."
)
@seed_option
@click.option("-o", "--out", type=FILE, help="File for the sheet (TSV). Default: standard output.")
def sheet_command(
    file: Path, task: str | None, systems: tuple[str, ...], number: int, seed: int, out: Path | None
) -> None:
    """Draw pairs of input and text from FILE to check by hand.

    The sheet has a column "coverage" to fill in, in any spreadsheet: ok if the text says everything that the input asks
    for and nothing else, or else missing, added, or both. Count the answers with "genchal data tally".
    """
    from genchal.campaign.texts.manual_check import sample_outputs, sample_references, save_sheet
    from genchal.tasks.coverage_sheet import write_sheet

    rows = sample_outputs(file, task, systems, number, seed) if systems else sample_references(file, task, number, seed)
    if out is None:
        click.echo(write_sheet(rows), nl=False)
        return
    save_sheet(out, rows)
    click.echo(f"{out}: {len(rows)} texts to check")


@command.command("tally")
@click.argument("sheets", nargs=-1, required=True, metavar="SHEET...", type=PATH)
@click.option(
    "--confidence",
    default=0.95,
    show_default=True,
    type=click.FloatRange(0.5, 0.999),
    help="Confidence level of the intervals.",
)
@table_options
def tally_command(sheets: tuple[Path, ...], confidence: float, form: TableForm) -> None:
    """Count the answers in SHEETs, side by side.

    Sheets may be from different data sets, or contain the same texts checked by different people, whose agreement is
    then given as Cohen's kappa.
    """
    from genchal.campaign.texts.manual_check import tally_sheets

    show(tally_sheets(sheets, confidence), form)
