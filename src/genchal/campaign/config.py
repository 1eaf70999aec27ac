"""campaign.toml to a Campaign: the whole file is checked, one line per problem, unknown keys with a suggestion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from genchal.campaign.places import find_place
from genchal.campaign.sections import (
    SCHEMA,
    CampaignFile,
    Columns,
    RatingsSection,
    StudySection,
    SystemSection,
    TrackSection,
)
from genchal.domain import System
from genchal.domain.campaign import (
    EVERY_SYSTEM,
    Campaign,
    DerivedEntry,
    Entry,
    Folds,
    MetricEntry,
    RatingsEntry,
    ReportEntry,
    Track,
)
from genchal.domain.columns import ColumnNames, parse_columns
from genchal.domain.derived import Derived
from genchal.domain.pseudo import PSEUDO_SYSTEMS, pseudo_name
from genchal.domain.settings import parse_toml
from genchal.domain.study.design import StudyDesign
from genchal.engines import parse_engine
from genchal.errors import InvalidInput, NotFound, UnknownName, UserError, raise_all, suggestion
from genchal.generators import GENERATORS
from genchal.metrics import METRICS
from genchal.metrics.presets import PRESETS
from genchal.profile import PROFILES
from genchal.ratings import LAYOUTS
from genchal.resources.files import read_text
from genchal.tasks import TASKS

FILE_NAME = "campaign.toml"
TRACK_FILES = ("test", "references", "train", "dev")  # keys of [[track]]


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
        file = CampaignFile.model_validate(document)
    except ValidationError as error:
        raise_all([_problem(document, detail).at(str(path)) for detail in error.errors()])
        raise
    raise_all([problem.at(str(path)) for problem in _contradictions(file)])
    raise_all(list(_absent_data(file, path.parent)))
    return _campaign(file, path.parent)


def _absent_data(file: CampaignFile, folder: Path) -> Iterator[UserError]:
    """Files of data sets that are not on this machine; what helps against several is said once."""
    names = [name for track in file.track for key in TRACK_FILES for name in _as_list(getattr(track, key))]
    names += [name for system in file.system for name in (system.file, system.model) if name]
    names += [name for section in file.ratings for name in section.files]
    names += file.report.published
    told: set[str] = set()
    for problem in (problem for name in names for problem in _refusals(find_place, folder, name)):
        if problem.remedy not in told:
            told.add(problem.remedy)
            yield problem


def _campaign(file: CampaignFile, folder: Path) -> Campaign:
    return Campaign(
        **file.campaign.model_dump(exclude={"schema_"}),
        folder=folder,
        tracks=tuple(_track(section, folder) for section in file.track),
        entries=tuple(_entry(section, folder, file.track[0].name) for section in file.system),
        metrics=tuple(
            MetricEntry(**_declared(section), settings=dict(section.model_extra or {})) for section in file.metric or ()
        ),
        derived=tuple(
            DerivedEntry(Derived(section.name, section.formula, section.higher_is_better), section.tracks)
            for section in file.derived
        ),
        report=_report(file, folder),
        studies=tuple(section.design() for section in file.study),
        ratings=tuple(_ratings(section, file, folder) for section in file.ratings),
        has_usual_metrics=file.metric is None,
    )


def _report(file: CampaignFile, folder: Path) -> ReportEntry:
    published = tuple(find_place(folder, name) for name in file.report.published)
    return ReportEntry(**file.report.model_dump(exclude={"published"}), published=published)


def _ratings(section: RatingsSection, file: CampaignFile, folder: Path = Path()) -> RatingsEntry:
    """Ratings as they are evaluated: with the campaign's seed and confidence unless they have their own."""
    usual = {"seed": file.campaign.seed, "confidence": file.campaign.confidence}
    studies = {study.name: study.design() for study in file.study}
    of_study = studies[section.study].track if section.study in studies else None
    return section.entry(folder, section.track or of_study or file.track[0].name, usual)


def _track(section: TrackSection, folder: Path) -> Track:
    train, dev = (tuple(find_place(folder, name) for name in _as_list(names)) for names in (section.train, section.dev))
    return Track(
        **section.model_dump(include={"name", "format", "language", "group", "missing"}),
        test=find_place(folder, section.test),
        train=train,
        dev=dev,
        references=None if section.references is None else find_place(folder, section.references),
        folds=None if section.folds is None else Folds(section.folds, section.fold_by, section.fold_seeds),
        columns=_columns(section.columns),
    )


def _as_list(names: str | Sequence[str] | None) -> Sequence[str]:
    return (names,) if isinstance(names, str) else names or ()


def _entry(section: SystemSection, folder: Path, only_track: str) -> Entry:
    values = _declared(section)
    values["track"] = section.track or only_track
    values["descriptors"] = {key: str(value) for key, value in section.descriptors.items()}
    return Entry(
        System(**{field.name: values[field.name] for field in fields(System)}),
        file=None if section.file is None else find_place(folder, section.file),
        generator=section.generator,
        model=None if section.model is None else find_place(folder, section.model),
        references=_reference_kind(section),
        settings=dict(section.model_extra or {}),
        columns=_columns(section.columns),
    )


def _columns(given: Columns) -> ColumnNames:
    return replace(parse_columns(given), in_campaign=True)


def _declared(section: BaseModel) -> dict[str, Any]:
    """The keys of a section that are no settings of what it names."""
    return {key: getattr(section, key) for key in type(section).model_fields}


def _reference_kind(section: SystemSection) -> str | None:
    """A system named after a pseudo-system is one, unless its outputs come from elsewhere."""
    if section.references is not None:
        return pseudo_name(section.references)
    if section.file is None and section.generator is None and section.model is None:
        return pseudo_name(section.name)
    return None


def _contradictions(file: CampaignFile) -> Iterator[UserError]:
    """What pydantic cannot see: names that do not exist, systems without outputs, two of a name."""
    if file.campaign.schema_ != SCHEMA:
        yield InvalidInput(
            f"schema {file.campaign.schema_} is not known", f"This version of genchal reads schema {SCHEMA}."
        )
    yield from _refusals(parse_engine, file.campaign.engine)
    for kind, sections in (("track", file.track), ("system", file.system)):
        if not sections and (file.track or file.system or file.ratings or not file.report.published):
            yield InvalidInput(f"[[{kind}]] is missing", "Add it; genchal init writes an example.")
    tracks = [track.name for track in file.track]
    yield from _doubled("track", tracks)
    for track in file.track:
        yield from _unknown("task", track.format, TASKS)
        yield from _refusals(_columns, track.columns)
        for key in ("fold_by", "fold_seeds"):
            if track.folds is None and key in track.model_fields_set:
                yield InvalidInput(f"track '{track.name}' has {key}, but no folds", "Add folds = 5, or remove it.")
    for system in file.system:
        yield from _system_problems(system, tracks)
    for name in tracks:
        yield from _doubled(f"system of track '{name}'", _systems_in(file, name))
    for metric in file.metric or ():
        if (metric.name is None) == (metric.preset is None):
            yield InvalidInput("a [[metric]] needs either a name or a preset", 'Write name = "bleu".')
        if metric.name is not None:
            yield from _unknown("metric", metric.name, METRICS)
        if metric.preset is not None:
            yield from _unknown("preset", metric.preset, PRESETS)
            for key in metric.model_extra or {}:
                yield InvalidInput(f"preset '{metric.preset}' takes no setting '{key}'", "Name the metric instead.")
        for name in metric.tracks:
            yield from _unknown("track", name, tracks)
    for derived in file.derived:
        yield from _refusals(Derived, derived.name, derived.formula)
        for name in derived.tracks:
            yield from _unknown("track", name, tracks)
    yield from _doubled("study", [study.name for study in file.study])
    for study in file.study:
        yield from _refusals(study.design) or _misplaced(study.design(), file)
    yield from _doubled("ratings", [section.name for section in file.ratings])
    for section in file.ratings if file.track else ():
        yield from _ratings_problems(section, file)
    for request in file.report.statistics:
        yield from _unknown("text statistic", request.partition(":")[0], PROFILES)
    for name in file.report.tracks:
        yield from _unknown("track", name, tracks)
    systems = [system.name for system in file.system]
    if file.report.baseline is not None and EVERY_SYSTEM not in systems:
        yield from _unknown("system", file.report.baseline, systems)
    for request in file.report.similarity:
        yield from _unknown("metric", request.partition(":")[0], METRICS)


def _system_problems(system: SystemSection, tracks: Sequence[str]) -> Iterator[UserError]:
    """What is wrong with a system: its track, where its outputs come from, its settings."""
    who = f"system '{system.name}'"
    if system.track is None and len(tracks) > 1:
        yield InvalidInput(f"{who} has no track", f'Add track = "{tracks[0]}" or another one.')
    if system.track is not None and system.track not in tracks:
        yield InvalidInput(
            f"{who} is in track '{system.track}', which does not exist", suggestion(system.track, tracks)
        )
    sources = [key for key in ("file", "generator", "model", "references") if getattr(system, key) is not None]
    pseudo_systems = [name.lower() for name in PSEUDO_SYSTEMS]
    if len(sources) > 1:
        yield InvalidInput(f"{who} has {' and '.join(sources)}", "Keep the one its outputs come from.")
    elif not sources and system.name.lower() not in pseudo_systems:
        yield InvalidInput(f"{who} has no outputs", 'Add file = "submissions/..." or generator = "...".')
    yield from _refusals(_columns, system.columns)
    if system.name == EVERY_SYSTEM and system.file is None:
        yield InvalidInput(f"{who} stands for all systems of a file, and there is none", 'Add file = "...".')
    if system.columns and system.file is None:
        yield InvalidInput(f"{who} has columns, but no file", "Remove them: only files have columns.")
    if system.generator is not None:
        yield from _unknown("generator", system.generator, GENERATORS)
    elif system.model is None:
        for key in system.model_extra or {}:
            yield InvalidInput(f"{who} has an unknown key '{key}'", suggestion(key, [*SystemSection.model_fields]))
    if system.references is not None:
        yield from _unknown("pseudo-system", system.references.lower(), pseudo_systems)


def _ratings_problems(section: RatingsSection, file: CampaignFile) -> Iterator[UserError]:
    """What is wrong with ratings: where they come from, their track, names of systems, settings."""
    who, tracks = f"[[ratings]] '{section.name}'", [track.name for track in file.track]
    studies = [study.name for study in file.study]
    if section.study is not None and section.study not in studies:
        yield UnknownName("study", section.study, studies)
        return
    if section.track is None and section.study is None and len(tracks) > 1:
        yield InvalidInput(f"{who} has no track", f'Add track = "{tracks[0]}" or another one.')
    elif section.track is not None and section.track not in tracks:
        yield InvalidInput(
            f"{who} is of track '{section.track}', which does not exist", suggestion(section.track, tracks)
        )
    problems = _refusals(_ratings, section, file) if not _any_refused(file.study) else ()
    yield from problems
    if section.layout is not None:
        yield from _unknown("layout", section.layout, LAYOUTS)
    yield from _refusals(parse_columns, section.columns, ",".join(section.systems))
    if section.study is not None and (section.columns or section.systems or section.layout):
        yield InvalidInput(f"{who} has columns, but no file", "Remove columns, systems and layout: a study has none.")
    if not problems and not section.partial:
        track = _ratings(section, file).track
        for name in section.rename.values():
            yield from _unknown(f"system of track '{track}'", name, _systems_in(file, track))


def _any_refused(studies: Sequence[StudySection]) -> bool:
    return any(_refusals(study.design) for study in studies)


def _misplaced(design: StudyDesign, file: CampaignFile) -> Iterator[UserError]:
    """A study without a track where there are several, or with a track or systems that do not exist."""
    tracks = [track.name for track in file.track]
    if design.track is None and len(tracks) > 1:
        yield InvalidInput(f"study '{design.name}' has no track", f'Add track = "{tracks[0]}".')
        return
    track = design.track or tracks[0]
    yield from _unknown("track", track, tracks)
    for name in design.systems:
        yield from _unknown(f"system of track '{track}'", name, _systems_in(file, track))


def _systems_in(file: CampaignFile, track: str) -> list[str]:
    return [system.name for system in file.system if (system.track or file.track[0].name) == track]


def _refusals(check: Callable[..., object], *given: object) -> Sequence[UserError]:
    """What a check refuses, problem by problem."""
    try:
        check(*given)
    except UserError as error:
        return getattr(error, "problems", [error])
    return ()


def _unknown(kind: str, name: str, known: Sequence[str] | Mapping[str, Any]) -> Iterator[UserError]:
    if name not in known:
        yield UnknownName(kind, name, known)


def _doubled(kind: str, names: Sequence[str]) -> Iterator[UserError]:
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            yield InvalidInput(f"{kind} '{name}' is listed twice", "Rename or remove one of them.")


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
