"""``genchal validate``: what is wrong with files, before anything is scored."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genchal.cli._options import PATH, options_of
from genchal.domain.campaign import Reading

if TYPE_CHECKING:
    from genchal.campaign.validate.submissions import FileCheck, Validation

SHOWN = 20  # findings of a kind and a file that are printed; --json has them all
PREFIXES = {"error": "error", "warning": "warning", "information": "note"}


@click.command("validate")
@click.argument("files", nargs=-1, type=PATH, metavar="[FILE...] | [CAMPAIGN]")
@click.option(
    "-r", "--references", multiple=True, type=PATH, help="Test file that the submissions are for; not with a campaign."
)
@options_of(Reading, into="reading", leave_out=("references", "missing", "wmt"))
@click.option("--strict", is_flag=True, help="Exit with code 2 after a warning as well.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    context: click.Context,
    files: tuple[Path, ...],
    references: tuple[Path, ...],
    reading: Reading,
    strict: bool,
    as_json: bool,
) -> None:
    """Check submissions, or a campaign and all its files, and report every problem with its line and a remedy.

    FILE is a submission; -r names the test file. CAMPAIGN is a campaign.toml or its folder. Default: the current
    folder. Scoring would reject errors and accept warnings; notes need no action. Nothing is written. The exit code is
    2 if there are errors.
    """
    from genchal.campaign.validate.campaign import validate_campaign
    from genchal.campaign.validate.submissions import Validation, validate_files
    from genchal.reports.tables.json_document import render_json

    campaigns = [path for path in files if path.suffix == ".toml" or path.is_dir()]
    if campaigns and (references or len(campaigns) < len(files)):
        raise click.UsageError("A campaign names its own test files and submissions: give it alone.", context)
    if not files and not references:
        validation = validate_campaign()
    elif campaigns:
        validation = Validation(tuple(file for path in campaigns for file in validate_campaign(path).files))
    elif references:
        validation = validate_files(
            files, references, task=reading.task, group=reading.group, columns=reading.column_names
        )
    else:
        raise click.UsageError("Missing option '-r' / '--references': give the test file.", context)
    click.echo(render_json({"files": validation.files}) if as_json else "\n".join(_lines(validation)))
    if validation.count("error") or (strict and validation.count("warning")):
        sys.exit(2)


def _lines(validation: Validation) -> Iterator[str]:
    """One line a finding, then one for each file that can be scored."""
    for file in validation.files:
        shown: Counter[str] = Counter()
        for problem in file.problems:
            shown[problem.kind] += 1
            if shown[problem.kind] <= SHOWN:
                yield f"{PREFIXES[problem.severity]}: {problem.sentence(file.file)}"
        for kind, count in shown.items():
            if count > SHOWN:
                yield f"{file.file}: {count - SHOWN:,} more findings of the kind '{kind}'; --json lists them all."
        if not file.has_errors:
            yield _summary(file)
    errors = validation.count("error")
    if errors and len(validation.files) > 1:
        broken = sum(file.has_errors for file in validation.files)
        yield f"{errors:,} error{'s' * (errors > 1)} in {broken} of {len(validation.files)} files"


def _summary(file: FileCheck) -> str:
    from genchal.errors import counted

    if file.ratings is not None:
        return f"{file.file}: {counted(file.ratings, 'rating')}"
    if not file.systems:
        return f"{file.file}: {'no errors' if file.instances is None else counted(file.instances, 'input')}"
    many = f"{counted(len(file.systems), 'system')}, " if len(file.systems) > 1 else ""
    missing = sum(system.missing or 0 for system in file.systems)
    answered = f"{counted(missing, 'input')} without an output" if missing else "all inputs answered"
    if any(system.missing is None for system in file.systems):
        answered = "not compared with the inputs"
    empty = sum(system.empty for system in file.systems)
    outputs = counted(sum(system.outputs for system in file.systems), "output")
    return f"{file.file}: {many}{outputs}{f' ({empty:,} empty)' if empty else ''}, {answered}"
