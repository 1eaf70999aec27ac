"""What contradicts in campaign.toml: names that do not exist, systems without outputs, two of a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from genchal.campaign.config.entries import make_columns, make_ratings
from genchal.campaign.config.sections import SCHEMA, CampaignFile, RatingsSection, StudySection, SystemSection
from genchal.domain.campaign import EVERY_SYSTEM
from genchal.domain.columns import parse_columns
from genchal.domain.derived import Derived
from genchal.domain.pseudo import PSEUDO_SYSTEMS
from genchal.domain.study.design import StudyDesign
from genchal.engines import parse_engine
from genchal.errors import InvalidInput, UnknownName, UserError, suggestion
from genchal.generators import GENERATORS
from genchal.metrics import METRICS
from genchal.metrics.presets import PRESETS
from genchal.profile import PROFILES
from genchal.ratings import LAYOUTS
from genchal.tasks import TASKS


def find_contradictions(file: CampaignFile) -> Iterator[UserError]:
    """What pydantic cannot see: names that do not exist, systems without outputs, two of a name."""
    if file.campaign.schema_ != SCHEMA:
        yield InvalidInput(
            f"schema {file.campaign.schema_} is not known", f"This version of genchal reads schema {SCHEMA}."
        )
    yield from find_refusals(parse_engine, file.campaign.engine)
    for kind, sections in (("track", file.track), ("system", file.system)):
        if not sections and (file.track or file.system or file.ratings or not file.report.published):
            yield InvalidInput(f"[[{kind}]] is missing", "Add it; genchal init writes an example.")
    tracks = [track.name for track in file.track]
    yield from _doubled("track", tracks)
    for track in file.track:
        yield from _unknown("task", track.format, TASKS)
        yield from find_refusals(make_columns, track.columns)
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
        yield from find_refusals(Derived, derived.name, derived.formula)
        for name in derived.tracks:
            yield from _unknown("track", name, tracks)
    yield from _doubled("correlation", [section.name for section in file.correlation])
    for section in file.correlation:
        for name in section.tracks:
            yield from _unknown("track", name, tracks)
    yield from _doubled("study", [study.name for study in file.study])
    for study in file.study:
        yield from find_refusals(study.design) or _misplaced(study.design(), file)
    for track_name in dict.fromkeys(section.track for section in file.ratings):
        yield from _doubled("ratings", [section.name for section in file.ratings if section.track == track_name])
    for ratings in file.ratings if file.track else ():
        yield from _ratings_problems(ratings, file)
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
    yield from _both_keys(who, system)
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
    yield from find_refusals(make_columns, system.columns)
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
    yield from _both_keys(who, section)
    if section.track is None and section.study is None and len(tracks) > 1:
        yield InvalidInput(f"{who} has no track", f'Add track = "{tracks[0]}" or another one.')
    elif section.track is not None and section.track not in tracks:
        yield InvalidInput(
            f"{who} is of track '{section.track}', which does not exist", suggestion(section.track, tracks)
        )
    problems = find_refusals(make_ratings, section, file) if not _any_refused(file.study) else ()
    yield from problems
    if section.layout is not None:
        yield from _unknown("layout", section.layout, LAYOUTS)
    yield from find_refusals(parse_columns, section.columns, ",".join(section.systems))
    if section.study is not None and (section.columns or section.systems or section.layout):
        yield InvalidInput(f"{who} has columns, but no file", "Remove columns, systems and layout: a study has none.")
    if not problems and not section.partial:
        track = make_ratings(section, file).track
        for name in section.rename.values():
            yield from _unknown(f"system of track '{track}'", name, _systems_in(file, track))


def _both_keys(who: str, section: SystemSection | RatingsSection) -> Iterator[UserError]:
    if section.track is not None and section.tracks:
        yield InvalidInput(f"{who} has track and tracks", "Keep one of them.")


def _any_refused(studies: Sequence[StudySection]) -> bool:
    return any(find_refusals(study.design) for study in studies)


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


def find_refusals(check: Callable[..., object], *given: object) -> Sequence[UserError]:
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
