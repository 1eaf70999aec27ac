"""Sections of campaign.toml for several tracks, written once; and tracks that are left out where their data are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from genchal.campaign.config.contradictions import find_refusals
from genchal.campaign.config.entries import list_names
from genchal.campaign.config.places import find_place
from genchal.campaign.config.sections import (
    CampaignFile,
    CorrelationSection,
    DerivedSection,
    MetricSection,
    RatingsSection,
    SystemSection,
    TrackSection,
)
from genchal.errors import NotFound

TRACK_FILES = ("test", "references", "train", "dev")  # keys of [[track]]
Placed = TypeVar("Placed", SystemSection, RatingsSection)
Scored = TypeVar("Scored", MetricSection, DerivedSection, CorrelationSection)


def repeat_for_tracks(file: CampaignFile) -> CampaignFile:
    """The same file with a section of its own for every track of a system and of ratings."""
    return file.model_copy(update={"system": tuple(_repeat(file.system)), "ratings": tuple(_repeat(file.ratings))})


def leave_out_absent_tracks(file: CampaignFile, folder: Path) -> tuple[CampaignFile, tuple[str, ...]]:
    """The file without its optional tracks whose data are not on this machine, and the names of those.

    A file of which nothing would be left stays as it is: then somebody has to be told how to get the data.
    """
    absent = tuple(track.name for track in file.track if track.optional and not _is_present(track, folder))
    if not absent or len(absent) == len(file.track):
        return file, ()
    report = file.report
    return file.model_copy(
        update={
            "track": tuple(track for track in file.track if track.name not in absent),
            "system": tuple(system for system in file.system if system.track not in absent),
            "ratings": tuple(section for section in file.ratings if section.track not in absent),
            "study": tuple(study for study in file.study if study.design().track not in absent),
            "metric": None if file.metric is None else tuple(_narrow(file.metric, absent)),
            "derived": tuple(_narrow(file.derived, absent)),
            "correlation": tuple(_narrow(file.correlation, absent)),
            "report": report.model_copy(update={"tracks": _without(report.tracks, absent)}),
        }
    ), absent


def list_track_files(track: TrackSection) -> list[str]:
    """The files of a track, as campaign.toml names them."""
    return [name for key in TRACK_FILES for name in list_names(getattr(track, key))]


def _repeat(sections: Sequence[Placed]) -> Iterator[Placed]:
    for section in sections:
        if section.tracks and section.track is None:
            yield from (section.model_copy(update={"track": name, "tracks": ()}) for name in section.tracks)
        else:
            yield section


def _is_present(track: TrackSection, folder: Path) -> bool:
    """Whether nothing is absent; a misspelt data set is no reason to leave out a track, but an error later on."""
    refused = [error for name in list_track_files(track) for error in find_refusals(find_place, folder, name)]
    return not any(isinstance(error, NotFound) for error in refused)


def _narrow(sections: Sequence[Scored], absent: Sequence[str]) -> Iterator[Scored]:
    """Sections without tracks that are absent; one that is for nothing else is left out: no tracks would mean all."""
    for section in sections:
        left = _without(section.tracks, absent)
        if left or not section.tracks:
            yield section.model_copy(update={"tracks": left})


def _without(names: Sequence[str], absent: Sequence[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in absent)
