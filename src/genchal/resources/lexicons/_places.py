"""Places in a file: they check what stands there and say where it is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genchal.errors import InvalidInput, UserError, suggestion


@dataclass(frozen=True, slots=True)
class Place:
    """A key of a TOML file, with the problems found so far in the whole file."""

    source: str
    problems: list[UserError]
    keys: tuple[str, ...] = ()

    def at(self, *keys: str) -> Place:
        """A place further inside."""
        return Place(self.source, self.problems, (*self.keys, *keys))

    def refuse(self, problem: str, remedy: str) -> None:
        """Note a problem."""
        where = f"{self.source}, {'.'.join(self.keys)}" if self.keys else self.source
        self.problems.append(InvalidInput(f"{where}: {problem}", remedy))

    def table(self, value: object) -> Mapping[str, Any]:
        """The value as a table."""
        if isinstance(value, dict):
            return value
        self.refuse("not a table", "Write its keys below its name in square brackets.")
        return {}

    def text(self, value: object) -> str:
        """The value as a text."""
        if isinstance(value, str):
            return value
        self.refuse("not a text", "Write it in quotes.")
        return ""

    def truth(self, value: object) -> bool:
        """The value as yes or no."""
        if not isinstance(value, bool):
            self.refuse("neither true nor false", "Write true or false.")
        return value is True

    def items(self, value: object) -> Sequence[object]:
        """The value as a list."""
        if isinstance(value, list):
            return value
        self.refuse("not a list", "Write phrases in square brackets.")
        return []

    def texts(self, value: object) -> list[str]:
        """The value as a list of texts that have words."""
        found = []
        for entry in self.items(value):
            if isinstance(entry, str) and entry.strip():
                found.append(entry)
            else:
                shown = "an empty phrase" if isinstance(entry, str) else f"{str(entry)[:40]!r} is not a text"
                self.refuse(shown, "Write phrases in quotes, with at least one word.")
        return found

    def check_keys(self, table: Mapping[str, object], known: Sequence[str]) -> None:
        """Refuse keys that mean nothing here."""
        for key in table:
            if key not in known:
                self.refuse(f"unknown key '{key}'", suggestion(key, known))
