"""Instances: inputs with their references."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from genchal.domain.inputs import AttributeSet, Input, Scene

# A reference piece by piece: words, and the attributes that they stand for, which may be none. No two pieces without
# attributes follow each other, and there are no pieces without words.
Wording = tuple[tuple[str, AttributeSet], ...]

_NOTHING: Mapping[str, str] = {}  # shared by the millions of instances that carry nothing besides


@dataclass(frozen=True, slots=True)
class Instance:
    """One input with its references; `meta` holds what a format carries besides."""

    id: str
    input: Input
    references: tuple[str, ...] = ()
    meta: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    # Whether the file gives it this id; otherwise an id may be the number of a row, which nobody has to know.
    is_identified: bool = field(default=False, compare=False)
    # Ids of the rows that were put together in this instance, its own among them; none where ids only number rows.
    merged_ids: tuple[str, ...] = field(default=(), compare=False)
    wordings: tuple[Wording, ...] = ()  # of references, where a format says what their words stand for, as TUNA's does
    row_count: int = field(
        default=1, compare=False, repr=False
    )  # rows that were put together, as their inputs are equal

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids that it is known by."""
        return self.merged_ids or (self.id,)


def count_references(instance: Instance) -> int:
    """How many references there are: texts, or attribute sets where there are no texts."""
    sets = len(instance.input.attribute_sets) if isinstance(instance.input, Scene) else 0
    return len(instance.references) or sets
