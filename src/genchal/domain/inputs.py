"""What a system is asked to express."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text: a source sentence, a prompt, or nothing at all."""

    text: str = ""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class SlotValues:
    """A meaning representation of slots and values, as in the E2E challenge; the order of the slots is kept."""

    pairs: tuple[tuple[str, str], ...]

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots, in order, repeats included."""
        return tuple(slot for slot, _ in self.pairs)

    def __str__(self) -> str:
        return ", ".join(f"{slot}[{value}]" for slot, value in self.pairs)


Input = Text | SlotValues
