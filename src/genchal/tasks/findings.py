"""Findings: what there is to know about a file, each with its line and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from genchal.errors import UserError

NAMED = 3  # ids or inputs that a message shows
Severity = Literal["error", "warning", "information"]
Kind = Literal[
    "unreadable", "encoding", "byte-order mark", "line ends",
    "header", "columns", "quotes", "layout", "no outputs",
    "unknown", "duplicated", "missing", "count", "order", "name",
    "empty", "repeated", "copied", "placeholder", "markup", "characters", "mojibake",
    "test file", "data", "references", "campaign", "ratings",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know about a file.

    An error is what scoring would refuse; after a warning it would go on; information is what it takes care of.
    """

    line: int | None
    kind: Kind
    problem: str
    remedy: str
    severity: Severity = "error"

    def sentence(self, file: str) -> str:
        """One line: where, what, and what to do."""
        where = file if self.line is None else f"{file}, line {self.line}"
        return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", f"{where}: {self.problem}. {self.remedy}")


# What would break a line, or move the cursor of a terminal.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def findings_of(error: UserError, file: str, kind: Kind) -> list[Finding]:
    """What a reader refused, as findings: the file's name is taken out, and the line is put in its place."""
    problems: Sequence[UserError] = getattr(error, "problems", (error,))
    findings = []
    for refused in problems:
        match = re.fullmatch(rf"(?:{re.escape(file)}(?:, line (\d+))?:? )?(.*)", refused.problem, re.DOTALL)
        line, problem = (match[1], match[2]) if match else (None, refused.problem)
        findings.append(Finding(int(line) if line else None, kind, problem.rstrip("."), refused.remedy))
    return findings


def together(lines: Sequence[int], kind: Kind, one: str, many: str, remedy: str, severity: Severity) -> Finding:
    """Put what several outputs have in common into one finding, at the first of their lines."""
    if len(lines) == 1:
        return Finding(lines[0], kind, f"the output {one}", remedy, severity)
    others = ", ".join(str(line) for line in lines[1:5]) + (", ..." if len(lines) > 5 else "")
    also = f"here and in {'line' if len(lines) == 2 else 'lines'} {others}"
    return Finding(lines[0], kind, f"{len(lines):,} outputs ({also}) {many}", remedy, severity)


def shortened(text: str, length: int = 90) -> str:
    """A text as messages show it."""
    return text if len(text) <= length else f"{text[: length - 3]}..."


def quote_names(names: Sequence[str]) -> str:
    """A few ids or inputs in quotes."""
    return ", ".join(f"'{shortened(name, 40)}'" for name in names)
