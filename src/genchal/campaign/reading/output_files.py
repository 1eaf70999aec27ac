"""Lines of a file to the outputs in it, as every command reads them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from genchal.campaign.reading.contents import is_gem, is_table, is_trees
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.errors import UserError
from genchal.resources.table_lines import read_table_lines
from genchal.tasks.attribute_tables import has_attribute_sets, read_attribute_sets
from genchal.tasks.columns import find_role, sample_columns
from genchal.tasks.conllu import read_tree_outputs
from genchal.tasks.outputs import OutputRecord, read_outputs
from genchal.tasks.tuna import has_trials, read_trial_outputs

Name = TypeVar("Name", str, str | None)


@dataclass(frozen=True, slots=True)
class OutputContents(Generic[Name]):
    """Outputs by system; in plain text, their order is all there is."""

    systems: dict[Name, list[OutputRecord]]
    is_plain: bool = False

    def name_systems(self, name: str) -> OutputContents[str]:
        """Give the one system of a file that names none a name."""
        return OutputContents({own or name: records for own, records in self.systems.items()}, self.is_plain)


def read_output_lines(
    lines: list[str],
    path: Path,
    source: str,
    *,
    keep_quotes: bool = False,
    columns: ColumnNames = NO_COLUMNS,
    system: str | None = None,
) -> OutputContents[str | None]:
    """Read outputs by system, None for the one of a file that names none; `source` names the file in errors.

    `system` is the one that is asked for: it may have a column of its own, where none is called output.
    """
    if has_trials(lines):
        return OutputContents({None: read_trial_outputs(lines, source)})
    if is_trees(path, lines):
        return OutputContents({None: read_tree_outputs(lines, source)})
    if has_attribute_sets(lines):
        return OutputContents(read_attribute_sets(lines, source))
    if is_gem(path, lines):
        from genchal.tasks.gem import read_gem_outputs  # rarely needed, and slow to load

        return OutputContents(read_gem_outputs("\n".join(lines), source))
    if not is_table(path, lines, columns):
        return OutputContents(read_outputs(lines, source, False), is_plain=True)
    if system is not None and not columns and _has_own_column(lines, system):
        columns = ColumnNames({"output": (system,)}, in_campaign=columns.in_campaign)
    return OutputContents(read_outputs(lines, source, True, keep_quotes=keep_quotes, columns=columns))


def has_own_column(path: Path, system: str) -> bool:
    """Whether a file is a table with a column for this system."""
    try:
        lines = read_table_lines(path)
        return is_table(path, lines) and _has_own_column(lines, system)
    except UserError:
        return False


def _has_own_column(lines: list[str], system: str) -> bool:
    """Whether a table has a column of this name, and none that is called output."""
    header = sample_columns(lines, "the file")
    return system in header and not any(find_role(name) == "output" for name in header)
