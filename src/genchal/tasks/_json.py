"""JSON documents read piece by piece, so that what is wrong in a long list can be told by its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from genchal.errors import InvalidInput

_BLANKS = re.compile(r"[ \t\n\r]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DECODER = json.JSONDecoder()


class JsonCursor:
    """A place in a document. Reading the value of an element or a member moves on."""

    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self._place = 0
        self._line = 1
        self._counted = 0  # line ends up to here are in `_line`

    @property
    def line(self) -> int:
        """The line of the next value."""
        self.peek()
        self._line += self.text.count("\n", self._counted, self._place)
        self._counted = self._place
        return self._line

    def peek(self) -> str:
        """Return the next character that is not blank, or nothing at the end."""
        match = _BLANKS.match(self.text, self._place)
        self._place = match.end() if match else self._place
        return self.text[self._place : self._place + 1]

    def value(self) -> object:
        """Read a whole value."""
        self.peek()
        try:
            value, self._place = _DECODER.raw_decode(self.text, self._place)
        except json.JSONDecodeError as error:
            self._place = error.pos
            raise self.refused(f"not valid JSON ({error.msg})", "Check the file with a JSON tool.") from None
        except (ValueError, RecursionError) as error:  # numbers too long, lists too deep
            raise self.refused(
                f"JSON that cannot be read ({error})", "Write it with fewer levels and digits."
            ) from None
        return value

    def elements(self) -> Iterator[int]:
        """Go over a list: the line of each element, which is to be read before the next."""
        self._take("[")
        if self.peek() != "]":
            yield self.line
            while self.peek() == ",":
                self._take(",")
                yield self.line
        self._take("]")

    def members(self) -> Iterator[str]:
        """Go over an object: the key of each member, whose value is to be read before the next."""
        self._take("{")
        if self.peek() != "}":
            yield self._key()
            while self.peek() == ",":
                self._take(",")
                yield self._key()
        self._take("}")

    def finish(self) -> None:
        """Make sure that nothing follows."""
        if self.peek():
            raise self.refused("more text after the end of the JSON", "Keep one JSON document in the file.")

    def refused(self, problem: str, remedy: str, line: int | None = None) -> InvalidInput:
        """Return an error at a line, or here."""
        return InvalidInput(f"{self.source}, line {line or self.line}: {problem}", remedy)

    def _key(self) -> str:
        if self.peek() != '"':
            raise self.refused("not valid JSON (a key in double quotes is missing)", "Check the file with a JSON tool.")
        key = str(self.value())
        self._take(":")
        return key

    def _take(self, char: str) -> None:
        if self.peek() != char:
            raise self.refused(f"not valid JSON ('{char}' is missing)", "Check the file with a JSON tool.")
        self._place += 1


def write_json(value: object) -> str:
    """Write a value on one line; what UTF-8 cannot hold is escaped."""
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value) if _SURROGATE.search(text) else text
