"""Step 4: human evaluation. Makes studies of a campaign's outputs, ready to be served."""

from __future__ import annotations

import re
import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from genchal.campaign.config.remedies import name_keys_in_remedies
from genchal.campaign.outputs import load_stored_submissions
from genchal.campaign.reading.instances import load_test_instances
from genchal.campaign.studies.retention import has_come
from genchal.campaign.studies.sounds import read_sounds
from genchal.campaign.studies.stored import write_design
from genchal.domain import Instance, Submission
from genchal.domain.campaign import Campaign
from genchal.domain.inputs import AttributeSet
from genchal.domain.study.design import StudyDesign
from genchal.domain.study.platform import Codes
from genchal.domain.study.study import Criterion, Sheet, Subject
from genchal.elicitation import METHODS
from genchal.elicitation.design.composing import Composition, compose_sheets
from genchal.elicitation.design.conditions import give_groups_practice
from genchal.elicitation.designed import make_criteria_groups, make_method, separate_copies
from genchal.elicitation.identification import Identification
from genchal.elicitation.method import Method
from genchal.errors import InvalidInput, find_known, name_place_of_errors
from genchal.resources.files import read_text
from genchal.store.connection.writer import Transaction
from genchal.store.records import Study
from genchal.store.sounds import Sound
from genchal.store.store import Store
from genchal.store.studies import check_names
from genchal.store.studies import create_study as store_study

T = TypeVar("T")

_NAME = re.compile(r"[\w-][\w .-]{0,99}")  # becomes part of addresses
_SOUNDS = StudyDesign("", "").sounds
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike


@dataclass(frozen=True, slots=True)
class CreatedStudy:
    """A study that was created: what it consists of, and notes about it."""

    study: Study
    design: StudyDesign
    items: int
    sheets: int
    practice: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StudyMaterial:
    """What studies are composed from: instances, and what every system wrote for each of them."""

    instances: tuple[Instance, ...]
    outputs: Mapping[str, Sequence[str | None]]
    attributes: Mapping[str, Sequence[AttributeSet | None]] = field(default_factory=dict)
    title: str = "A study"  # what raters read at the top of every page
    language: str = "en"  # of the texts
    sounds: Path | None = None  # folder with sound files of the outputs


@dataclass(frozen=True, slots=True)
class ComposedStudy:
    """A study that has been composed, and is yet to be stored."""

    design: StudyDesign
    method: Method
    criteria: tuple[Criterion, ...]
    composition: Composition
    subjects: tuple[Subject, ...]
    title: str
    language: str
    sounds: tuple[Sound, ...] = ()

    @property
    def sizes(self) -> tuple[int, int]:
        """How many sheets there are, and how many practice sheets a rater gets."""
        blocks = self.composition.blocks
        practice = sum(block.practice for block in blocks)
        return len(blocks) - practice, practice // max(len(self.design.groups), 1)

    def describe(self) -> dict[str, Any]:
        """The study as it is kept, without its sheets."""
        sheets, practice = self.sizes
        return write_design(
            self.design,
            self.method,
            self.criteria,
            title=self.title,
            systems=self.composition.systems,
            text_language=self.language,
            sheets=sheets,
            practice=practice,
        )

    def store(self, transaction: Transaction, seed: int, now: float) -> CreatedStudy:
        """Store it."""
        blocks, design = self.composition.blocks, self.design
        groups = {condition: design.group_of(condition) for condition in design.conditions} if design.between else {}
        sheets, practice = self.sizes
        kept = self.describe()
        study = store_study(
            transaction,
            design.name,
            design=kept,
            blocks=blocks,
            subjects=self.subjects,
            quota=None if design.crossed else design.raters_per_item,
            seed=seed,
            now=now,
            groups=groups,
            sounds=self.sounds,
        )
        items = len({item.id for block in blocks if not block.practice for item in block.items})
        return CreatedStudy(study, design, items, sheets, practice, self.composition.notes)


def create_study(
    campaign: Campaign, name: str, store: Store, *, now: float, seed: int | None = None, out: Path | None = None
) -> list[CreatedStudy]:
    """Compose a study of a campaign and store it: several, one for each criterion, where these are not asked together.

    Outputs are read from files, or found where `genchal run` has stored them (`out`, by default beside the campaign).
    """
    seed = campaign.seed if seed is None else seed
    return store_plans(store, compose_study(campaign, name, seed, out, now=now), seed, now)


def compose_study(
    campaign: Campaign, name: str, seed: int, out: Path | None = None, *, now: float
) -> list[ComposedStudy]:
    """Compose without storing: shows whether the study can be made before there is a database."""
    designs = {design.name: design for design in campaign.studies}
    if not designs:
        raise InvalidInput("the campaign has no study", "Add a [[study]] to campaign.toml.")
    design = _with_texts(find_known("study", name, designs), campaign.folder)
    if has_come(design.erase_on, now):
        raise InvalidInput(
            f"study '{name}': erase_on is {design.erase_on}, so the study would be closed at once",
            "Write a date in the future.",
        )
    return plan_study(design, _material(campaign, design, out), seed)


def plan_study(design: StudyDesign, material: StudyMaterial, seed: int) -> list[ComposedStudy]:
    """Compose a study; every sheet of it can be asked about, and stored."""
    method, groups = make_method(design), make_criteria_groups(design)
    design = separate_copies(design, method)
    plans = []
    for criteria in groups:
        part = design if len(groups) == 1 else replace(design, name=f"{design.name}-{criteria[0].name}")
        if not _NAME.fullmatch(part.name):
            raise InvalidInput(
                f"study '{part.name}' has a name that cannot be part of a web address",
                "Use letters, digits, spaces and . _ -",
            )
        rng = np.random.default_rng([seed, zlib.crc32(part.name.encode())])
        composition = compose_sheets(
            part,
            method,
            material.instances,
            material.outputs,
            rng,
            attributes=material.attributes,
            checks=part.attention,
        )
        composition = replace(composition, blocks=give_groups_practice(composition.blocks, part, rng))
        shown = {item.instance for block in composition.blocks for item in block.items}
        subjects = {
            instance.id: Subject(instance.id, instance.input, instance.references)
            for instance in material.instances
            if instance.id in shown
        }
        for block in composition.blocks:
            method.check_sheet(Sheet(block.id, block.items, subjects, criteria, block.condition))
        check_names(part.name, composition.blocks)
        own = tuple(subjects.values())
        sounds = _sounds(part, method, material, composition)
        plans.append(ComposedStudy(part, method, criteria, composition, own, material.title, material.language, sounds))
    return plans


def _sounds(
    design: StudyDesign, method: Method, material: StudyMaterial, composition: Composition
) -> tuple[Sound, ...]:
    """What is heard, where it comes from files."""
    if isinstance(method, Identification) and method.plays_files:
        return read_sounds(material.sounds or Path(design.sounds), composition.blocks)
    if design.sounds != _SOUNDS:
        raise InvalidInput(
            f"study '{design.name}' has sounds, but does not play them", 'Set pacing = "heard" and sound = "file".'
        )
    return ()


def store_plans(store: Store, plans: Sequence[ComposedStudy], seed: int, now: float) -> list[CreatedStudy]:
    """Store studies: all of them, or none."""
    return store.write(lambda transaction: [plan.store(transaction, seed, now) for plan in plans])


def _material(campaign: Campaign, design: StudyDesign, out: Path | None) -> StudyMaterial:
    track = next(track for track in campaign.tracks if design.track in (None, track.name))
    if not METHODS[design.method].has_texts:
        instances = load_test_instances(track)[1]
        return StudyMaterial(instances, {}, {}, campaign.name, track.language)
    with name_keys_in_remedies():
        instances, submissions = load_stored_submissions(campaign, track, design.systems, out)
    outputs = {
        submission.system.name: _take_first(submission, submission.outputs, len(instances))
        for submission in submissions
    }
    for system, texts in outputs.items():
        if not any(texts):
            raise InvalidInput(f"system '{system}' has no texts", "Leave it out of the study.")
    sets = {
        submission.system.name: _take_first(submission, submission.attribute_sets, len(instances))
        for submission in submissions
        if submission.attribute_sets is not None
    }
    return StudyMaterial(instances, outputs, sets, campaign.name, track.language, campaign.folder / design.sounds)


def _take_first(submission: Submission, values: Sequence[T | None], instances: int) -> list[T | None]:
    """The first output of every instance, or the first attribute set: a pseudo-system may have several."""
    pairs = zip(submission.instances, values, strict=True)
    first = dict(reversed(list(pairs)))
    return [first.get(place) for place in range(instances)]


def _with_texts(design: StudyDesign, folder: Path) -> StudyDesign:
    """Consent and instructions may be files: the study has to know what is in them. Missing codes are made up."""
    with name_place_of_errors(f"study '{design.name}'"):
        consent, instructions = (_text(text, folder) for text in (design.consent, design.instructions))
    return replace(design, consent=consent, instructions=instructions, codes=_complete_codes(design))


def _complete_codes(design: StudyDesign) -> Codes:
    """Codes of a study, those that are needed and missing made up."""
    codes = design.codes
    if codes.per_rater is None:
        codes = replace(codes, per_rater=not codes.complete and design.home is None)
    if not codes.complete:
        codes = replace(codes, complete=_make_code())
    if not codes.partial and (design.sheets_per_rater or design.crossed):
        codes = replace(codes, partial=_make_code())
    return codes


def _make_code() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(8))


def _text(text: str, folder: Path) -> str:
    is_file = text.endswith((".md", ".txt")) and "\n" not in text
    return read_text(folder / text) if is_file else text
