"""The state of a campaign: what it has, what is out of date, what is missing, and which command comes next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from genchal.domain.results.people import Origin
from genchal.domain.results.table import Column, Table
from genchal.errors import counted, list_some

PeopleState = Literal["evaluated", "not evaluated", "no answers yet", "not created", "unreadable"]
ReportState = Literal["current", "out of date", "not written"]


@dataclass(frozen=True, slots=True)
class TrackStatus:
    """A track: systems and which of them have no outputs, metrics and which are not scored or out of date.

    `not_computed` are other parts of its results, such as comparisons. `gaps` are systems without some outputs, and
    how many. `problems` stop a run.
    """

    track: str
    instances: int = 0
    systems: tuple[str, ...] = ()
    without_outputs: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    not_scored: tuple[str, ...] = ()
    not_computed: tuple[str, ...] = ()
    gaps: tuple[tuple[str, int], ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def is_current(self) -> bool:
        """Whether a run would find nothing to do."""
        return not (self.without_outputs or self.not_scored or self.not_computed or self.problems)

    def sentences(self) -> Iterator[str]:
        """The track in a line or two."""
        have = len(self.systems) - len(self.without_outputs)
        line = f"{counted(self.instances, 'instance')}; {_share(have, len(self.systems), 'system')} with outputs"
        if self.without_outputs:
            line += f" (not {list_some(self.without_outputs)})"
        line += f"; {_share(len(self.metrics) - len(self.not_scored), len(self.metrics), 'metric')} scored"
        if self.not_scored:
            line += f" (not {list_some(self.not_scored)})"
        if self.not_computed:
            line += f"; not computed: {list_some(self.not_computed)}"
        yield line
        if self.gaps:
            yield f"outputs that are missing: {list_some([f'{count:,} of {system}' for system, count in self.gaps])}"
        yield from self.problems


@dataclass(frozen=True, slots=True)
class PeopleStatus:
    """Ratings or a study: how much there is of it, and whether it is evaluated.

    `wanted` is None for a study without a number of sheets, and for files.
    """

    name: str
    track: str
    origin: Origin
    state: PeopleState
    judgements: int | None = None
    sheets: int | None = None
    wanted: int | None = None
    problem: str | None = None

    def sentence(self) -> str:
        """The state in a line."""
        if self.problem is not None:
            return self.problem
        parts: list[str] = [self.state]
        if self.judgements:
            parts.append(counted(self.judgements, "judgement"))
        if self.sheets is not None and self.origin == "study" and self.state != "not created":
            parts.append(f"{self.sheets:,}{f' of {self.wanted:,}' if self.wanted else ''} sheets answered")
        return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class CampaignStatus:
    """A whole campaign; `place` is its folder, as commands take it."""

    campaign: str
    place: str
    tracks: tuple[TrackStatus, ...]
    people: tuple[PeopleStatus, ...]
    report: ReportState

    @property
    def next_steps(self) -> tuple[str, ...]:
        """Commands to run next, each with what it does."""
        return tuple(self._list_steps())

    def _list_steps(self) -> Iterator[str]:
        where = "" if self.place == "." else f" {self.place}"
        if any(track.problems for track in self.tracks) or any(entry.problem for entry in self.people):
            yield f"genchal validate{where}: lists the problems above with their lines"
            return
        stale = self.report != "current" or not all(track.is_current for track in self.tracks)
        if stale or any(entry.state == "not evaluated" for entry in self.people):
            yield f"genchal run{where}: makes what is missing or out of date"
        for entry in self.people:
            if entry.state == "not created":
                yield f"genchal study create {entry.name}{where}: makes the study's sheets"
        if any(_has_open_sheets(entry) for entry in self.people):
            yield f"genchal serve{where}: shows the study to raters"

    def tables(self) -> tuple[Table, ...]:
        """A line for every track, every evaluation and the report."""
        rows = [
            *((f"track {track.track}", line) for track in self.tracks for line in track.sentences()),
            *((f"{_kind(entry)} {entry.name}", entry.sentence()) for entry in self.people),
            ("report", self.report),
        ]
        steps = self.next_steps
        notes = [f"Next: {step}." for step in steps] or ["Everything is up to date."]
        return (
            Table(self.campaign, (Column("part"), Column("state")), tuple(rows), notes=tuple(notes), label="status"),
        )

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {
            "campaign": self.campaign,
            "tracks": self.tracks,
            "people": self.people,
            "report": self.report,
            "next": self.next_steps,
        }


def _kind(entry: PeopleStatus) -> str:
    return "ratings" if entry.origin == "file" else "study"


def _has_open_sheets(entry: PeopleStatus) -> bool:
    is_unfinished = entry.wanted is not None and (entry.sheets or 0) < entry.wanted
    return entry.origin == "study" and (entry.state == "no answers yet" or is_unfinished)


def _share(have: int, all_of_them: int, what: str) -> str:
    if have == all_of_them:
        return f"{'all ' if have > 1 else ''}{counted(have, what)}"
    return f"{have:,} of {counted(all_of_them, what)}"
