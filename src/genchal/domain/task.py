"""Task: how instances are written in files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import ClassVar, Self

from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.grouping import Grouping
from genchal.domain.inputs import Input, Text
from genchal.domain.instance import Instance


class Task(ABC):
    """A format of instances: `parse` and `render` are inverse of each other.

    Every row or record of a file is one instance, numbered in order unless the format names it; which of them are put
    together is decided where they are loaded; `group` is the usual way.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    group: ClassVar[Grouping] = "row"
    pools_inputs: ClassVar[bool] = False  # whether `group` is a convention that also puts different ids together
    metric_settings: ClassVar[Mapping[str, Mapping[str, object]]] = {}  # defaults of metrics under this task
    named_columns: ColumnNames = NO_COLUMNS  # what the user says about columns, for formats that are tables

    def name_columns(self, columns: ColumnNames) -> Self:
        """The same format, with columns that the user names."""
        if not columns:
            return self
        task = copy(self)
        object.__setattr__(task, "named_columns", columns)  # some formats are frozen
        return task

    @abstractmethod
    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read instances from lines without line ends; `source` names the file in errors."""

    @abstractmethod
    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write instances as lines without line ends."""

    def parse_input(self, text: str) -> Input:
        """Read one input as submissions repeat it."""
        return Text(text)

    def repair(self, text: str) -> str:
        """Repair known encoding damage of the task's files."""
        return text
