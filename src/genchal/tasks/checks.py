"""What is wrong with outputs, seen beside the instances that they should answer. Values in, findings out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from genchal.domain import Instance, Task, Text
from genchal.errors import counted
from genchal.tasks.findings import NAMED, Finding, shortened
from genchal.tasks.outputs import Key, OutputRecord
from genchal.tasks.placing import Places, place_outputs

SUGGESTED = 50  # unknown inputs of a file that near ones are looked for: those of a wrong test file have none
NEAR = 75.0  # likeness in percent from which on an input is suggested


@dataclass(frozen=True, slots=True)
class Answers:
    """One system's outputs beside what they answer: indices of instances for each, none where there is none."""

    records: Sequence[OutputRecord]
    places: Sequence[Places]
    instances: Sequence[Instance]
    task: Task

    def texts(self) -> Iterator[tuple[OutputRecord, str, Instance | None]]:
        """Outputs that are there, with their instances."""
        for record, places in zip(self.records, self.places, strict=True):
            if record.text is not None:
                yield record, record.text, self.instances[places[0]] if places else None

    @property
    def unanswered(self) -> list[int]:
        """Indices of the instances without an output."""
        pairs = zip(self.records, self.places, strict=True)
        answered = {place for record, places in pairs if not record.is_missing for place in places}
        return [place for place in range(len(self.instances)) if place not in answered]

    @property
    def empty(self) -> list[int]:
        """Lines of the outputs without any text."""
        return [record.line for record, text, _ in self.texts() if not text.strip()]


def check_answers(
    records: Sequence[OutputRecord],
    candidates: Sequence[Places],
    key: Key,
    instances: Sequence[Instance],
    task: Task,
) -> tuple[Answers, list[Finding]]:
    """Give every output its instance, of those it may answer; find what is unknown, twice there, missing, or moved."""
    placed = place_outputs(candidates)
    taken = {place: record.line for record, places in zip(records, placed, strict=True) for place in places}
    doubled, strangers = [], []
    for record, possible, places in zip(records, candidates, placed, strict=True):
        if possible and not places:
            doubled.append((record, taken[possible[0]]))
        elif not possible:
            strangers.append(record)
    answers = Answers(records, placed, instances, task)
    findings = []
    for record, line in doubled:
        problem = f"'{shortened(_given(record, key))}' was already answered in line {line}"
        findings.append(Finding(record.line, "duplicated", problem, f"Keep one output for each {key}."))
    if len(strangers) == len(records) > 1:
        ours = ", ".join(f"'{shortened(_given(record, key), 40)}'" for record in strangers[:NAMED])
        theirs = ", ".join(f"'{shortened(_name(instance, key), 40)}'" for instance in instances[:NAMED])
        problem = f"none of its {len(records):,} {key}s is in the test file: outputs have {ours}; it has {theirs}"
        remedy = "Check that it is the right test file, and its task."
        return answers, [Finding(records[0].line, "unknown", problem, remedy)]
    unanswered = answers.unanswered
    remedies, explained = _near_ones(strangers, key, instances, unanswered)
    for record in strangers:
        problem = f"'{shortened(_given(record, key))}' is not in the test file"
        findings.append(Finding(record.line, "unknown", problem, remedies[record.line]))
    findings += _missing([place for place in unanswered if place not in explained], key, instances)
    return answers, findings + _order(answers, key)


def check_count(outputs: int, blank_at_end: int, instances: int) -> list[Finding]:
    """Find a wrong number of outputs that only their place matches with the inputs."""
    if outputs == instances:
        return []
    remedy = "Write one output per line in the order of the inputs, or add a column with the inputs."
    if outputs - blank_at_end == instances:
        remedy = "Remove the blank lines at the end." if blank_at_end > 1 else "Remove the blank line at the end."
    problem = f"{counted(outputs, 'output')} for {counted(instances, 'input')}"
    return [Finding(None, "count", problem, remedy)]


def _given(record: OutputRecord, key: Key) -> str:
    return (record.input if key == "input" else record.id) or ""


def _near_ones(
    strangers: Sequence[OutputRecord], key: Key, instances: Sequence[Instance], unanswered: Sequence[int]
) -> tuple[dict[int, str], set[int]]:
    """Return a remedy for each line with an unknown input, and the instances that are suggested in them."""
    plain = f"Copy {key}s from the test file without changes."
    remedies = {record.line: plain for record in strangers}
    explained = set()
    pieces = {place: _pieces(_name(instance, key)) for place, instance in enumerate(instances)} if strangers else {}
    open_ = {place: pieces[place] for place in unanswered if strangers}
    for record in strangers[:SUGGESTED]:
        given = _given(record, key)
        if given.isdigit():  # numbers are never near each other
            continue
        for known in (open_, pieces):  # what is still unanswered is more likely meant
            found = process.extractOne(_pieces(given), known, scorer=fuzz.ratio, score_cutoff=NEAR)
            if found is not None:
                place = found[2]
                remedies[record.line] = f"{difference(given, _name(instances[place], key))} {plain}"
                explained.add(place)
                open_.pop(place, None)
                break
    return remedies, explained


def difference(given: str, known: str) -> str:
    """Say in what an input differs from the known one that it is most like."""
    if "".join(given.lower().split()) == "".join(known.lower().split()):
        return f"It differs from '{shortened(known)}' only in spaces or case."
    mine, theirs = (Counter(re.split(r"\s*,\s*", text.strip())) for text in (given, known))
    only_mine, only_theirs = list((mine - theirs).elements()), list((theirs - mine).elements())
    if not only_mine and not only_theirs:
        return f"It is '{shortened(known)}' in another order."
    if mine.total() > 1 and len(only_mine) == len(only_theirs) == 1:
        return f"Did you mean '{shortened(only_theirs[0])}' in place of '{shortened(only_mine[0])}'?"
    return f"Did you mean '{shortened(known)}'?"


def _pieces(text: str) -> str:
    """An input in the form in which inputs are compared: whatever the order of its pieces, its blanks and its case."""
    return ", ".join(sorted(" ".join(piece.split()) for piece in text.lower().split(",")))


def _name(instance: Instance, key: Key) -> str:
    return instance.id if key == "id" else str(instance.input)


def _missing(places: Sequence[int], key: Key, instances: Sequence[Instance]) -> list[Finding]:
    if not places:
        return []
    named = [f"'{shortened(_name(instances[place], 'id' if key == 'id' else 'input'))}'" for place in places[:NAMED]]
    more = f" and {len(places) - NAMED:,} more" if len(places) > NAMED else ""
    have = "has" if len(places) == 1 else "have"
    problem = f"{len(places):,} of {counted(len(instances), 'input')} {have} no output: {', '.join(named)}{more}"
    remedy = "Add a line for each; until then they are not scored, or scored as 0 if the campaign says so."
    return [Finding(None, "missing", problem, remedy, "warning")]


def _order(answers: Answers, key: Key) -> list[Finding]:
    """Tell where the order of the test file is left."""
    if key in ("place", "number"):
        if all(instance.input == Text() for instance in answers.instances):
            return []
        problem = "has no inputs, so it cannot be checked that its outputs are in the order of the test file"
        remedy = "Add a column with the inputs to be sure."
        return [Finding(None, "order", problem, remedy, "information")]
    last = -1
    for record, places in zip(answers.records, answers.places, strict=True):
        if places and places[0] < last:
            remedy = f"Nothing to do: outputs are matched by their {key}s."
            problem = "from here on, the inputs are in a different order from the test file"
            return [Finding(record.line, "order", problem, remedy, "warning")]
        last = places[0] if places else last
    return []
