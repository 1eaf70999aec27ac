"""Submissions: what a system wrote for a task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class System:
    """A system as a campaign lists it.

    `late`, `anonymous` and `withdrawn` are the fates a submission can have in a shared task: a late one is marked, an
    anonymous one is shown without its team, a withdrawn one is scored but not shown.
    """

    name: str
    track: str | None = None
    team: str | None = None
    family: str | None = None
    primary: bool = True
    late: bool = False
    anonymous: bool = False
    withdrawn: bool = False
    descriptors: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Submission:
    """A system's outputs for the instances of a task.

    Output i answers the instance with index ``instances[i]``. An output that is None is missing. `left_out[i]`, where
    given, is the index of the reference that output i was drawn from (pseudo-systems): it is then not scored against
    itself.
    """

    system: System
    instances: tuple[int, ...]
    outputs: tuple[str | None, ...]
    left_out: tuple[int | None, ...] | None = None

    @property
    def missing(self) -> int:
        """Number of outputs that are missing."""
        return sum(output is None for output in self.outputs)
