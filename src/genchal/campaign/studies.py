"""Step 4: human evaluation. Makes studies, says how far they are, and exports what was collected."""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from genchal.campaign.arrivals import personal_link, study_link
from genchal.campaign.ingest import load_instances
from genchal.campaign.run import stored_submissions
from genchal.campaign.running import running, written
from genchal.domain import Instance, Submission
from genchal.domain.campaign import Campaign
from genchal.domain.inputs import AttributeSet
from genchal.domain.study import Criterion, Sheet, Subject
from genchal.domain.study_design import StudyDesign
from genchal.elicitation import METHODS
from genchal.elicitation.design.composing import Composition, compose
from genchal.elicitation.designed import criteria_of, method_of
from genchal.elicitation.method import Method
from genchal.errors import InvalidInput, UnknownName
from genchal.resources.files import read_text
from genchal.store import (
    Progress,
    Rating,
    Store,
    Study,
    Transaction,
    all_studies,
    find_study,
    progress,
    ratings,
)
from genchal.store import create_study as store_study

_NAME = re.compile(r"[\w-][\w .-]{0,99}")  # becomes part of addresses
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike


@dataclass(frozen=True, slots=True)
class Created:
    """A study that was made: what it consists of, and what should be known about it."""

    study: Study
    design: StudyDesign
    items: int
    sheets: int
    practice: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """How far a study is; `seconds` is the median time from showing a sheet to its answers, None without any."""

    name: str
    state: str
    progress: Progress
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Material:
    """What studies are composed from: instances, and what every system wrote for each of them."""

    instances: tuple[Instance, ...]
    outputs: Mapping[str, Sequence[str | None]]
    attributes: Mapping[str, Sequence[AttributeSet | None]] = field(default_factory=dict)
    title: str = "A study"  # what raters read at the top of every page
    language: str = "en"  # of the texts


@dataclass(frozen=True, slots=True)
class Plan:
    """A study that has been composed, and is yet to be stored."""

    design: StudyDesign
    method: Method
    criteria: tuple[Criterion, ...]
    composition: Composition
    subjects: tuple[Subject, ...]
    title: str
    language: str

    def stored(self, transaction: Transaction, seed: int, now: float) -> Created:
        """Store it."""
        blocks, design = self.composition.blocks, self.design
        practice = sum(block.practice for block in blocks)
        kept = written(
            design,
            self.method,
            self.criteria,
            title=self.title,
            systems=self.composition.systems,
            text_language=self.language,
            sheets=len(blocks) - practice,
            practice=practice,
        )
        study = store_study(
            transaction,
            design.name,
            design=kept,
            blocks=blocks,
            subjects=self.subjects,
            quota=None if design.crossed else design.raters_per_item,
            seed=seed,
            now=now,
        )
        items = len({item.id for block in blocks if not block.practice for item in block.items})
        return Created(study, design, items, len(blocks) - practice, practice, self.composition.notes)


def create_study(
    campaign: Campaign, name: str, store: Store, *, now: float, seed: int | None = None, out: Path | None = None
) -> list[Created]:
    """Compose a study of a campaign and store it: several, one for each criterion, where these are not asked together.

    Outputs are read from files, or found where `genchal run` has stored them (`out`, by default beside the campaign).
    """
    designs = {one.name: one for one in campaign.studies}
    if not designs:
        raise InvalidInput("the campaign has no study", "Add a [[study]] to campaign.toml.")
    if name not in designs:
        raise UnknownName("study", name, designs)
    design = _with_texts(designs[name], campaign.folder)
    seed = campaign.seed if seed is None else seed
    return store_plans(store, plan_study(design, _material(campaign, design, out), seed), seed, now)


def plan_study(design: StudyDesign, material: Material, seed: int) -> list[Plan]:
    """Compose a study; every sheet of it can be asked about."""
    method, groups = method_of(design), criteria_of(design)
    plans = []
    for criteria in groups:
        part = design if len(groups) == 1 else replace(design, name=f"{design.name}-{criteria[0].name}")
        if not _NAME.fullmatch(part.name):
            raise InvalidInput(f"study '{part.name}'", "Use letters, digits, blanks and the signs . _ - in its name.")
        composition = compose(
            part,
            method,
            material.instances,
            material.outputs,
            np.random.default_rng([seed, zlib.crc32(part.name.encode())]),
            attributes=material.attributes,
            checks=part.attention,
        )
        shown = {item.instance for block in composition.blocks for item in block.items}
        subjects = {one.id: Subject(one.id, one.input, one.references) for one in material.instances if one.id in shown}
        for block in composition.blocks:
            method.check_sheet(Sheet(block.id, block.items, subjects, criteria, block.condition))
        own = tuple(subjects.values())
        plans.append(Plan(part, method, criteria, composition, own, material.title, material.language))
    return plans


def store_plans(store: Store, plans: Sequence[Plan], seed: int, now: float) -> list[Created]:
    """Store studies: all of them, or none."""
    return store.write(lambda transaction: [plan.stored(transaction, seed, now) for plan in plans])


def _material(campaign: Campaign, design: StudyDesign, out: Path | None) -> Material:
    track = next(one for one in campaign.tracks if design.track in (None, one.name))
    if not METHODS[design.method].has_texts:
        instances = load_instances(track.test, track.format, track.group)[1]
        return Material(instances, {}, {}, campaign.name, track.language)
    instances, submissions = stored_submissions(campaign, track, design.systems, out)
    outputs = {one.system.name: _first_outputs(one, len(instances)) for one in submissions}
    for system, texts in outputs.items():
        if not any(texts):
            raise InvalidInput(f"system '{system}' has no texts", "Leave it out of the study.")
    sets = {one.system.name: _first_sets(one, len(instances)) for one in submissions if one.attribute_sets is not None}
    return Material(instances, outputs, sets, campaign.name, track.language)


def _first_outputs(submission: Submission, instances: int) -> list[str | None]:
    """The first output of every instance: a pseudo-system may have several."""
    pairs = zip(submission.instances, submission.outputs, strict=True)
    first = dict(reversed(list(pairs)))
    return [first.get(place) for place in range(instances)]


def _first_sets(submission: Submission, instances: int) -> list[AttributeSet | None]:
    pairs = zip(submission.instances, submission.attribute_sets or (), strict=True)
    first = dict(reversed(list(pairs)))
    return [first.get(place) for place in range(instances)]


def _with_texts(design: StudyDesign, folder: Path) -> StudyDesign:
    """Consent and instructions may be files: the study has to know what is in them. Codes that lack are made up."""
    consent, instructions = (_text(text, folder) for text in (design.consent, design.instructions))
    codes = design.codes
    if not codes.complete:
        codes = replace(codes, complete="".join(secrets.choice(_LETTERS) for _ in range(8)))
    return replace(design, consent=consent, instructions=instructions, codes=codes)


def _text(text: str, folder: Path) -> str:
    is_file = text.endswith((".md", ".txt")) and "\n" not in text
    return read_text(folder / text) if is_file else text


def study_status(store: Store, name: str | None = None) -> list[Status]:
    """How far the studies of a database are, or one of them."""
    with store.reading() as transaction:
        studies = all_studies(transaction) if name is None else [find_study(transaction, name)]
        return [
            Status(one.name, one.state, progress(transaction, one.id), _median_seconds(ratings(transaction, one.id)))
            for one in studies
        ]


def study_links(store: Store, name: str, base_url: str, first: int, count: int) -> list[str]:
    """The addresses that raters are sent: one for all, or so many personal ones from a number on."""
    study = store.read(lambda transaction: find_study(transaction, name))
    opened = running(study)
    if opened.design.identity != "link":
        return [study_link(opened, base_url)]
    return [personal_link(study, number, base_url) for number in range(first, first + count)]


def _median_seconds(rows: Iterator[Rating]) -> float | None:
    took = {one.sheet: one.answered_at - one.shown_at for one in rows if one.kind != "practice"}
    return float(np.median(list(took.values()))) if took else None
