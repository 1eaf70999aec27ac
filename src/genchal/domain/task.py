"""Task: how instances are written in files."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from genchal.domain.inputs import Input, Text
from genchal.domain.instance import Instance


class Task(ABC):
    """A format of instances: `parse` and `render` are inverse of each other.

    Instances are numbered in the order of their first appearance unless the format names them.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    metric_settings: ClassVar[Mapping[str, Mapping[str, object]]] = {}  # defaults of metrics under this task

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
        """Mend known encoding damage of the task's files."""
        return text
