"""A text with optional constituents: ``{name} is a walk[ of {distance}| for everybody]``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from genchal.errors import InvalidInput

_TOKEN = re.compile(r"\{\{|\}\}|\{(?P<slot>[^{}:|\[\]]+)(?::(?P<value>[^{}]*))?\}|[\[\]|]|[^\[\]|{}]+")


class Place(NamedTuple):
    """A slot's value; with `value`, nothing is written, but the slot must have that value."""

    slot: str
    value: str | None


class Choice(NamedTuple):
    """Alternatives, of which the first that suits is written, or nothing."""

    alternatives: tuple[Constituent, ...]


class Constituent(NamedTuple):
    """Literal text, places and choices, in order."""

    parts: tuple[str | Place | Choice, ...]

    @property
    def slots(self) -> frozenset[str]:
        """All slots that it can express."""
        return frozenset(place.slot for place in self._places())

    def _places(self) -> Iterator[Place]:
        for part in self.parts:
            if isinstance(part, Place):
                yield part
            elif isinstance(part, Choice):
                for alternative in part.alternatives:
                    yield from alternative._places()

    def choose(self, values: Mapping[str, str]) -> tuple[str, frozenset[str]] | None:
        """The template that is left for these values, and the slots it says; None if it does not suit.

        It suits if every slot of its own is there. If it has none, but choices, one of these must have said something.
        """
        texts: list[str] = []
        said: set[str] = set()
        for part in self.parts:
            if isinstance(part, Place):
                if part.slot not in values or part.value not in (None, values[part.slot]):
                    return None
                said.add(part.slot)
                texts.append(f"{{{part.slot}}}" if part.value is None else "")
            elif isinstance(part, Choice):
                chosen = filter(None, (alternative.choose(values) for alternative in part.alternatives))
                text, slots = next(chosen, ("", frozenset()))
                texts.append(text)
                said |= slots
            else:
                texts.append(part)
        if not said and any(isinstance(part, Choice) for part in self.parts):
            return None
        return "".join(texts), frozenset(said)


def parse_optional(text: str) -> Constituent:
    """Read the notation; brackets must be balanced."""
    tokens = list(_TOKEN.finditer(text))
    if "".join(match[0] for match in tokens) != text:
        raise InvalidInput(
            f"wordings: a brace in '{text[:40]}' belongs to no slot", "Write {slot}; a brace as such is doubled."
        )
    alternatives, end = _parse_alternatives(tokens, 0, depth=0)
    if end < len(tokens) or len(alternatives) > 1:
        wrong = "a | stands outside of brackets" if len(alternatives) > 1 else "a ] closes nothing"
        raise InvalidInput(f"wordings: {wrong} in '{text[:40]}'", "Write [ this| or this].")
    return alternatives[0]


def _parse_alternatives(tokens: list[re.Match[str]], start: int, depth: int) -> tuple[list[Constituent], int]:
    alternatives: list[list[str | Place | Choice]] = [[]]
    place = start
    while place < len(tokens):
        token = tokens[place]
        place += 1
        if token[0] == "[":
            inner, place = _parse_alternatives(tokens, place, depth + 1)
            alternatives[-1].append(Choice(tuple(inner)))
        elif token[0] == "]":
            if depth:
                return [Constituent(tuple(parts)) for parts in alternatives], place
            return [Constituent(tuple(parts)) for parts in alternatives], place - 1
        elif token[0] == "|":
            alternatives.append([])
        else:
            alternatives[-1].append(Place(token["slot"], token["value"]) if token["slot"] else token[0])
    if depth:
        raise InvalidInput("wordings: a [ is not closed", "Close every optional constituent with ].")
    return [Constituent(tuple(parts)) for parts in alternatives], place
