"""The checked sections of campaign.toml to a Campaign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from genchal.campaign.config.places import find_place
from genchal.campaign.config.sections import CampaignFile, Columns, RatingsSection, SystemSection, TrackSection
from genchal.domain import System
from genchal.domain.campaign import (
    Campaign,
    CorrelationEntry,
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
from genchal.domain.pseudo import pseudo_name


def make_campaign(file: CampaignFile, folder: Path) -> Campaign:
    """The campaign in a folder, from a file in which nothing contradicts."""
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
        ratings=tuple(make_ratings(section, file, folder) for section in file.ratings),
        has_usual_metrics=file.metric is None,
        correlations=tuple(CorrelationEntry(**_declared(section)) for section in file.correlation),
    )


def _report(file: CampaignFile, folder: Path) -> ReportEntry:
    published = tuple(find_place(folder, name) for name in file.report.published)
    frequencies = None if file.report.frequencies is None else find_place(folder, file.report.frequencies)
    rest = file.report.model_dump(exclude={"published", "frequencies"})
    says_nothing = file.metric is None and "statistics" not in file.report.model_fields_set
    return ReportEntry(**rest, published=published, frequencies=frequencies, has_usual_statistics=says_nothing)


def make_ratings(section: RatingsSection, file: CampaignFile, folder: Path = Path()) -> RatingsEntry:
    """Ratings as they are evaluated: with the campaign's seed and confidence unless they have their own."""
    usual = {"seed": file.campaign.seed, "confidence": file.campaign.confidence}
    studies = {study.name: study.design() for study in file.study}
    of_study = studies[section.study].track if section.study in studies else None
    return section.entry(folder, section.track or of_study or file.track[0].name, usual)


def _track(section: TrackSection, folder: Path) -> Track:
    train, dev = (
        tuple(find_place(folder, name) for name in list_names(names)) for names in (section.train, section.dev)
    )
    return Track(
        **section.model_dump(include={"name", "format", "language", "group", "missing", "score_by"}),
        test=find_place(folder, section.test),
        train=train,
        dev=dev,
        references=None if section.references is None else find_place(folder, section.references),
        folds=None if section.folds is None else Folds(section.folds, section.fold_by, section.fold_seeds),
        columns=make_columns(section.columns),
    )


def list_names(names: str | Sequence[str] | None) -> Sequence[str]:
    """The names of a key that may have one, several or none."""
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
        columns=make_columns(section.columns),
    )


def make_columns(given: Columns) -> ColumnNames:
    """Names of columns, with remedies for campaign.toml."""
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
