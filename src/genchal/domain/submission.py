"""Submissions: what a system wrote for a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from genchal.domain.inputs import AttributeSet


@dataclass(frozen=True, slots=True)
class System:
    """A system as a campaign lists it.

    `late`, `anonymous` and `withdrawn` are the fates a submission can have in a shared task: a late one is marked, an
    anonymous one is shown without its team, a withdrawn one is scored but not shown. An oracle is told what the others
    are not, such as the right forms of words: it is shown beside them and does not compete.
    """

    name: str
    track: str | None = None
    team: str | None = None
    family: str | None = None
    primary: bool = True
    late: bool = False
    anonymous: bool = False
    withdrawn: bool = False
    oracle: bool = False
    descriptors: Mapping[str, str] = field(default_factory=dict)

    @property
    def competes(self) -> bool:
        """Whether it can be better or worse than others."""
        return not self.withdrawn and not self.oracle


@dataclass(frozen=True, slots=True)
class Submission:
    """A system's outputs for the instances of a task.

    Output i answers the instance with index ``instances[i]``. An output that is None is missing. `left_out[i]`, where
    given, is the index of the reference that output i was drawn from (pseudo-systems): it is then not scored against
    itself. `attribute_sets[i]`, where given, is what the system selected to describe something with, with a text or
    without one; None where it did not.
    """

    system: System
    instances: tuple[int, ...]
    outputs: tuple[str | None, ...]
    left_out: tuple[int | None, ...] | None = None
    attribute_sets: tuple[AttributeSet | None, ...] | None = None

    @property
    def missing(self) -> int:
        """Number of outputs that are missing: neither a text is there nor an attribute set."""
        return self.given().count(False)

    def attributes_at(self, place: int) -> AttributeSet | None:
        """The attribute set of an output, if there is one."""
        return None if self.attribute_sets is None else self.attribute_sets[place]

    def given(self) -> list[bool]:
        """Which outputs are there, as a text or as an attribute set."""
        if self.attribute_sets is None:
            return [output is not None for output in self.outputs]
        both = zip(self.outputs, self.attribute_sets, strict=True)
        return [output is not None or attributes is not None for output, attributes in both]
