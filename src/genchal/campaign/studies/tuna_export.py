"""What people described or marked, as trials of the TUNA corpus: XML that the task `tuna` reads.

A study of `describing` gives a trial for every description, which can be marked in another study; one of
`attribute_marking` gives the attribute sets of every description, and the words that express them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain import Instance, Scene
from genchal.domain.inputs import NEGATION
from genchal.domain.scenes.places import state_places
from genchal.domain.study.study import Sheet
from genchal.elicitation.attribute_marking import AttributeMarking, read_attribute_set
from genchal.elicitation.describing import Describing
from genchal.errors import InvalidInput
from genchal.store.connection.writer import Transaction
from genchal.store.export import AnsweredSheet
from genchal.store.records import Rating, Study
from genchal.store.studies import load_blocks, load_subjects
from genchal.tasks.tuna import Tuna

_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class TrialFiles:
    """Files as they are to be written, and how many trials are in them."""

    files: Mapping[Path, bytes]
    count: int


@dataclass(frozen=True, slots=True)
class _Trial:
    """An instance with what its words stand for, by as many people as have marked it."""

    instance: Instance
    annotated: tuple[str, ...] = ()


def make_trial_files(
    transaction: Transaction, study: Study, rows: Sequence[Rating], sheets: Sequence[AnsweredSheet], place: Path
) -> TrialFiles:
    """All trials in one file (.xml), a set from each rater; or in a folder, a file for each rater."""
    opened = read_study(study)
    if not isinstance(opened.method, AttributeMarking | Describing):
        raise InvalidInput(
            f"study '{study.name}' has no attribute sets: its method is {opened.method.name}",
            "Export one of attribute_marking or describing.",
        )
    scored = [rating for rating in rows if rating.kind == "scored"]
    subjects = load_subjects(transaction, study.id, {rating.instance for rating in scored})
    scenes = {name: subject.input for name, subject in subjects.items() if isinstance(subject.input, Scene)}
    texts = {
        (item.instance, system): item.text
        for block in load_blocks(transaction, study.id)
        for item in block.items
        for system in (item.system, *item.also)
    }
    conditions = {sheet.sheet: sheet.condition for sheet in sheets}
    whose = {place: scored}
    if place.suffix != ".xml":
        names = sorted({rating.rater for rating in scored})
        whose = {place / f"{name}.xml": [rating for rating in scored if rating.rater == name] for name in names}
    made = {
        path: _marked(opened, own, scenes, texts)
        if isinstance(opened.method, AttributeMarking)
        else _described(opened.method, own, scenes, conditions)
        for path, own in whose.items()
    }
    files = {path: "\n".join([*_lines(trials), ""]).encode() for path, trials in made.items()}
    return TrialFiles(files, sum(map(len, made.values())))


def _marked(
    opened: RunningStudy, rows: Sequence[Rating], scenes: Mapping[str, Scene], texts: Mapping[tuple[str, str], str]
) -> list[_Trial]:
    """A trial for every description; a name without its system where there is only one."""
    values: dict[tuple[str, str], list[str]] = {}
    for rating in sorted(rows, key=lambda rating: (rating.instance, rating.system, rating.rater)):
        values.setdefault((rating.instance, rating.system), []).append(rating.value)
    found = []
    for (instance, system), own in values.items():
        name = instance if len(opened.systems) == 1 else f"{instance}-{system}"
        text = texts[instance, system]
        scene = replace(scenes[instance], attribute_sets=tuple(map(read_attribute_set, own)))
        found.append(_Trial(Instance(name, scene, (text,)), tuple(_annotated(text, value) for value in own)))
    return found


def _annotated(text: str, value: str) -> str:
    """A description whose words stand in the attributes that they express."""
    given = json.loads(value)
    pairs = {f"{name}:{value}": (name, value) for name, value in given["attributes"]}
    parts, end = [], 0
    for span in given["spans"]:
        name, what = pairs.get(span["category"], ("other", "other"))
        polarity = ' POLARITY="neg"' if what.startswith(NEGATION) else ""
        tag = f"ATTRIBUTE NAME={quoteattr(name)} VALUE={quoteattr(what.removeprefix(NEGATION))}{polarity}"
        words = escape(text[span["start"] : span["end"]])
        parts += [escape(text[end : span["start"]]), f"<{tag}>{words}</ATTRIBUTE>"]
        end = span["end"]
    whole = "".join([*parts, escape(text[end:])])
    return f"<ANNOTATED-WORD-STRING>{_BLANKS.sub(' ', whole)}</ANNOTATED-WORD-STRING>"


def _described(
    method: Describing, rows: Sequence[Rating], scenes: Mapping[str, Scene], conditions: Mapping[str, str]
) -> list[_Trial]:
    """A trial for every description that somebody wrote, the things where they stood."""
    values: dict[tuple[str, str], dict[str, Rating]] = {}
    for rating in sorted(rows, key=lambda rating: (rating.instance, rating.rater)):
        values.setdefault((rating.instance, rating.rater), {})[rating.criterion] = rating
    found = []
    for (instance, rater), own in values.items():
        sheet = Sheet("", (), {}, (), conditions[own["description"].sheet])
        scene = state_places(scenes[instance], json.loads(own["positions"].value))
        meta = {"condition": "+LOC" if method.allows_location(sheet) else "-LOC"}
        text = json.loads(own["description"].value)
        found.append(_Trial(Instance(f"{instance}-{rater}", replace(scene, attribute_sets=()), (text,), meta)))
    return found


def _lines(trials: Sequence[_Trial]) -> Iterator[str]:
    annotated = iter(trials)
    for line in Tuna().render(trial.instance for trial in trials):
        yield line
        if line.startswith("<WORD-STRING>"):  # every trial has one
            yield from next(annotated).annotated
