"""Dialogue acts as data sets write them: one reader and one writer for several notations.

All of them are acts with slots in parentheses, ``inform(name='a b';food=thai)``; they differ in what stands between
slots, in the quotes around values and in how many acts a turn has. The canonical ``inform(name=a b, food=thai)``, as
an input shows itself, is read under every notation.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from genchal.domain import Act, DialogueAct
from genchal.errors import InvalidInput
from genchal.tasks import findings


class ActNotation(NamedTuple):
    """How one data set writes acts."""

    separator: str  # between slots: ; or ,
    quote: str  # around values: ' or "
    terminated: bool = False  # a separator follows the last slot too
    bare_blanks: bool = False  # values with blanks are written without quotes


_NAME = re.compile(r"""[^\s()=;,'"]+""")  # types of acts and names of slots
_BLANKS = re.compile(r"\s*")
# A comma ends a value only before a slot, so that "The Mill, East Road" may do without quotes.
_ENDS_OF_VALUES = {";": re.compile("[();]"), ",": re.compile(rf"[()]|,(?=\s*(?:{_NAME.pattern}\s*[=,)]|\)))")}
_NEVER_BARE = re.compile(r'[;,()="\\\t\n\r]')  # in a value, these ask for quotes
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}  # so that an act stays in its line and cell
_ESCAPED = {ord(char): f"\\{letter}" for letter, char in _ESCAPES.items()} | {ord("\\"): "\\\\"}


def read_acts(text: str, notation: ActNotation) -> DialogueAct:
    """Read the acts of one turn.

    A value in quotes ends at the quote that a separator or the closing parenthesis follows, so that apostrophes inside
    need no care; there a backslash precedes a quote, a backslash, n, r or t. Any other value is taken as it stands,
    a quote without its partner included, to the next separator or to the parenthesis that it did not open itself.
    """
    if notation.separator != "," and _looks_canonical(text, notation.quote):
        try:
            return _Reader(text, notation._replace(separator=",")).turn()
        except InvalidInput:
            pass  # commas of a value, after all
    return _Reader(text, notation).turn()


def write_acts(turn: DialogueAct, notation: ActNotation) -> str:
    """Write the acts of one turn so that reading gives them back; quotes stand only where they must."""
    if not turn.acts:
        raise InvalidInput("a turn without acts cannot be written", "Give every input an act, such as hello().")
    return " ".join(_written(act, notation) for act in turn.acts)


def quoted(text: str, quote: str) -> str:
    """Put a text in quotes, on one line."""
    return f"{quote}{text.translate(_ESCAPED).replace(quote, chr(92) + quote)}{quote}"


def unescaped(text: str, quote: str) -> str:
    """Undo what `quoted` does inside of the quotes; a backslash before anything else is text."""
    if "\\" not in text:
        return text
    return re.sub(rf"\\([\\nrt{quote}])", lambda match: _ESCAPES.get(match[1], match[1]), text)


def shortened(text: str) -> str:
    """Return a text as messages show it: short, and fit to be printed."""
    return findings.shortened(text, 60).encode("utf-8", "replace").decode("utf-8")


def _looks_canonical(text: str, quote: str) -> bool:
    return "," in text and ";" not in text and re.search(rf"=\s*{quote}", text) is None


def _written(act: Act, notation: ActNotation) -> str:
    pairs = notation.separator.join(_pair(slot, value, notation) for slot, value in act.pairs)
    end = notation.separator if notation.terminated and act.pairs else ""
    return f"{_name(act.type)}({pairs}{end})"


def _pair(slot: str, value: str | None, notation: ActNotation) -> str:
    if value is None:
        return _name(slot)
    blank = not notation.bare_blanks and re.search(r"\s", value)
    if not value or blank or value != value.strip() or value[0] == notation.quote or _NEVER_BARE.search(value):
        value = quoted(value, notation.quote)
    return f"{_name(slot)}={value}"


def _name(name: str) -> str:
    if _NAME.fullmatch(name) is None:
        raise InvalidInput(
            f"'{shortened(name)}' cannot be the name of an act or a slot",
            "Use names without spaces, quotes or any of ( ) = ; ,",
        )
    return name


class _Reader:
    """Goes once over a text, from left to right."""

    def __init__(self, text: str, notation: ActNotation) -> None:
        self.text = text
        self.notation = notation
        separator, quote = notation.separator, notation.quote
        self._slot_end = re.compile(f"[={separator})]")
        self._value_end = _ENDS_OF_VALUES[separator]
        self._quote_end = re.compile(rf"\\[\s\S]|{quote}(?=\s*[{separator})])")
        self._has_quote_end = True

    def turn(self) -> DialogueAct:
        """Read acts to the end of the text."""
        acts: list[Act] = []
        place = self._after_blanks(0)
        while place < len(self.text) or not acts:
            name = _NAME.match(self.text, place)
            if name is None or self.text[name.end() : name.end() + 1] != "(":
                raise self._refused("an act and its '(' are missing")
            pairs, place = self._slots(name.end() + 1)
            acts.append(Act(name[0], pairs))
            place = self._after_blanks(place)
        return DialogueAct(tuple(acts))

    def _slots(self, place: int) -> tuple[tuple[tuple[str, str | None], ...], int]:
        """Read slots and the parenthesis that closes their act."""
        pairs: list[tuple[str, str | None]] = []
        while True:
            match = self._slot_end.search(self.text, place)
            if match is None:
                raise self._refused("a ')' is missing")
            slot, end, value = self.text[place : match.start()].strip(), match.start(), None
            if match[0] == "=":
                value, end = self._value(match.end())
            if _NAME.fullmatch(slot):
                pairs.append((slot, value))
            elif slot or value is not None or self.text[end] != ")":  # nothing at all may precede the parenthesis
                raise self._refused(f"'{shortened(slot)}' is not a valid slot name" if slot else "a slot has no name")
            place = end + 1
            if self.text[end] == ")":
                return tuple(pairs), place

    def _value(self, place: int) -> tuple[str, int]:
        """Read a value and find the separator or parenthesis after it."""
        start = self._after_blanks(place)
        if self.text.startswith(self.notation.quote, start) and (end := self._end_of_quoted(start + 1)):
            return unescaped(self.text[start + 1 : end], self.notation.quote), self._after_blanks(end + 1)
        depth = 0
        for match in self._value_end.finditer(self.text, start):
            if match[0] == "(":
                depth += 1
            elif depth == 0:
                return self.text[start : match.start()].strip(), match.start()
            elif match[0] == ")":
                depth -= 1
        raise self._refused("a ')' is missing")

    def _end_of_quoted(self, start: int) -> int | None:
        if self._has_quote_end:  # once there is none, there is none further on: every quote is looked at once
            for match in self._quote_end.finditer(self.text, start):
                if match[0] == self.notation.quote:
                    return match.start()
        self._has_quote_end = False
        return None

    def _after_blanks(self, place: int) -> int:
        match = _BLANKS.match(self.text, place)
        return match.end() if match else place

    def _refused(self, why: str) -> InvalidInput:
        example = DialogueAct((Act("inform", (("name", "Heron Loop, north"), ("setting", "woodland"))),))
        return InvalidInput(
            f"'{shortened(self.text)}' is not a dialogue act: {why}",
            f"Write acts such as {write_acts(example, self.notation)}",
        )
