"""campaign.toml to a Campaign: the whole file is checked, one line per problem, unknown keys with a suggestion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from pydantic import ValidationError

from genchal.campaign.config.contradictions import find_contradictions, find_refusals
from genchal.campaign.config.entries import make_campaign
from genchal.campaign.config.places import find_place
from genchal.campaign.config.sections import CampaignFile
from genchal.campaign.config.several_tracks import leave_out_absent_tracks, list_track_files, repeat_for_tracks
from genchal.domain.campaign import Campaign
from genchal.domain.settings import parse_toml
from genchal.errors import InvalidInput, NotFound, UserError, raise_all, suggestion
from genchal.resources.files import read_text

FILE_NAME = "campaign.toml"


def find_campaign(given: Path | str | None = None) -> Path:
    """Find the campaign file: the file itself, the one in a folder, or the one in the current folder."""
    path = Path() if given is None else Path(given)
    path = path / FILE_NAME if path.is_dir() else path
    if given is None and not path.is_file():
        raise NotFound(f"there is no {FILE_NAME} in this folder", "Give the path of a campaign.toml or of its folder.")
    return path


def load_campaign(given: Path | str | None = None) -> Campaign:
    """Read and check a campaign file, which may be given by its folder."""
    path = find_campaign(given)
    document = parse_toml(read_text(path), str(path))
    try:
        file = repeat_for_tracks(CampaignFile.model_validate(document))
    except ValidationError as error:
        raise_all([_problem(document, detail).at(str(path)) for detail in error.errors()])
        raise
    found = [problem.at(str(path)) for problem in find_contradictions(file)]
    raise_all(list({str(problem): problem for problem in found}.values()))  # a section may be for several tracks
    file, absent = leave_out_absent_tracks(file, path.parent)
    raise_all(list(_absent_data(file, path.parent)))
    return replace(make_campaign(file, path.parent), absent_tracks=absent)


def _absent_data(file: CampaignFile, folder: Path) -> Iterator[UserError]:
    """Files of data sets that are not on this machine; what helps against several is said once."""
    names = [name for track in file.track for name in list_track_files(track)]
    names += [name for system in file.system for name in (system.file, system.model) if name]
    names += [name for section in file.ratings for name in section.files]
    names += file.report.published
    told: set[str] = set()
    for problem in (problem for name in names for problem in find_refusals(find_place, folder, name)):
        if problem.remedy not in told:
            told.add(problem.remedy)
            yield problem


def _problem(document: Mapping[str, Any], detail: Any) -> UserError:
    """Say in our words what pydantic found."""
    place = [part for part in detail["loc"] if part != "schema_"]
    where = _spoken(document, place[:-1])
    key = str(place[-1]) if place else ""
    if detail["type"] == "extra_forbidden":
        return InvalidInput(f"{where}unknown key '{key}'", suggestion(key, _known_keys(place[:-1])))
    if detail["type"] == "missing":
        what = f"[{key}]" if key == "campaign" else f"'{key}'"
        return InvalidInput(f"{where}{what} is missing", "Add it; genchal init writes an example.")
    message = str(detail["msg"]).removeprefix("Input ").rstrip(".")
    what = f"'{key}'" if place else "the file"
    return InvalidInput(f"{where}{what} {message}", "Change the value.")


def _spoken(document: Mapping[str, Any], place: Sequence[str | int]) -> str:
    """Name a section of the file: "system 'tgen': "."""
    if len(place) >= 2 and isinstance(place[1], int):
        try:
            name = document[str(place[0])][place[1]]["name"]
        except (KeyError, IndexError, TypeError):
            name = place[1] + 1
        return f"{place[0]} '{name}': "
    return f"[{place[0]}] " if place else ""


def _known_keys(place: Sequence[str | int]) -> list[str]:
    section: Any = CampaignFile
    if place:
        section = CampaignFile.model_fields[str(place[0])].annotation
        section = (*get_args(section), section)[0]  # of tuple[TrackSection, ...] its members
    return [field.alias or name for name, field in section.model_fields.items()]
