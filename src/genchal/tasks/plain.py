"""Plain text: one reference a line, or the references of each instance in a block that ends with a blank line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from genchal.domain import Instance, Task, Text

Layout = Literal["auto", "lines", "blocks"]


@dataclass(frozen=True, slots=True)
class Plain(Task):
    """Plain text. Under `auto` a blank line means blocks; in `lines` it is an empty reference."""

    name = "plain"
    summary = "Plain text: one reference per line, or blocks of references with a blank line after each."

    layout: Layout = "auto"

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read instances."""
        everything = list(lines)
        in_blocks = self.layout == "blocks" or (self.layout == "auto" and any(not line.strip() for line in everything))
        groups = blocks(everything) if in_blocks else ([line] for line in everything)
        for number, references in enumerate(groups, start=1):
            yield Instance(str(number), Text(), tuple(references))

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write lines if every instance has one reference (and that is not blank), else blocks."""
        everything = list(instances)
        lines = all(len(instance.references) == 1 and instance.references[0].strip() for instance in everything)
        for instance in everything:
            yield from instance.references
            if self.layout == "blocks" or (self.layout == "auto" and not lines):
                yield ""


def blocks(lines: Iterable[str]) -> Iterator[list[str]]:
    """Runs of lines with blank lines between them."""
    for is_blank, block in groupby(lines, key=lambda line: not line.strip()):
        if not is_blank:
            yield list(block)
