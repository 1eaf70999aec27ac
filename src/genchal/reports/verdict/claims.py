"""A claim: a finding with its systems, measures and test, and the sentence that is made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from genchal.reports.standings import Source

Leading = Literal["best", "tied", "close", "undecided", "ahead", "cluster"]
Comparing = Literal["errors", "reversal", "follows", "unrelated"]
ClaimKind = (
    Leading | Comparing | Literal["simulated", "gaps", "scope", "few", "more", "reliability", "single", "untested"]
)
NAMED = 4  # systems that a sentence names; more are counted


@dataclass(frozen=True, slots=True)
class Name:
    """A system's name in a sentence."""

    text: str


Part = str | Name


@dataclass(frozen=True, slots=True)
class Claim:
    """One finding. `systems` are those said to be better, alike or misjudged, `others` those they are compared with.

    `measures` are the measures or criteria it is about, `numbers` what it quotes, `test` the signature of the test.
    """

    kind: ClaimKind
    source: Source | None
    parts: tuple[Part, ...]
    measures: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    numbers: Mapping[str, float] = field(default_factory=dict)
    test: str = ""

    @property
    def sentence(self) -> str:
        """The claim in words."""
        return "".join(part.text or "(unnamed)" if isinstance(part, Name) else part for part in self.parts)

    def payload(self) -> dict[str, object]:
        """What programs read."""
        return {
            "kind": self.kind,
            "source": self.source,
            "sentence": self.sentence,
            "measures": self.measures,
            "systems": self.systems,
            "others": self.others,
            "numbers": dict(self.numbers),
            "test": self.test,
        }


def list_names(systems: Sequence[str]) -> tuple[Part, ...]:
    """Names with commas and "and" between them."""
    parts: list[Part] = []
    for place, system in enumerate(systems):
        if place:
            parts.append(" and " if place == len(systems) - 1 else ", ")
        parts.append(Name(system))
    return tuple(parts)


def join_words(words: Sequence[str]) -> str:
    """Words with commas and "and" between them."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
