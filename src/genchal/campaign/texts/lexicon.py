"""What a lexicon finds: explanations of outputs span by span, and checks of the lexicon itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances, load_references
from genchal.campaign.reading.submissions import load_outputs, system_name
from genchal.campaign.texts.lexicon_mining import MiningOptions, covered_note, mine
from genchal.domain import Instance, System, Task
from genchal.domain.grouping import Grouping
from genchal.domain.results.table import Cell, Column, Share, Table
from genchal.domain.settings import setting
from genchal.domain.slots.errors import SlotErrors, Verdict, find_slot_errors, judge_matches
from genchal.domain.slots.lexicon import ASKED, SHIPPED, Lexicon
from genchal.domain.slots.matching import SlotMatch, match_slots
from genchal.errors import InvalidInput
from genchal.resources.files import spooled
from genchal.resources.lexicons import load_lexicon

FEW = 3  # values without words that a table names


@dataclass(frozen=True, slots=True)
class Explanation:
    """An output: which words express what, what is to be said of each, and the errors."""

    system: str
    instance: str
    input: str
    output: str
    matches: tuple[SlotMatch, ...]
    verdicts: tuple[Verdict, ...]
    errors: SlotErrors

    def records(self) -> Iterator[dict[str, str | int | None]]:
        """A record for each match and each slot that is missing."""
        about = {"system": self.system, "instance": self.instance, "input": self.input, "output": self.output}
        for match, verdict in zip(self.matches, self.verdicts, strict=True):
            words = self.output[match.start : match.end]
            yield {**about, **match._asdict(), "text": words, "verdict": verdict}
        for slot, value in [*self.errors.missing, *((slot, right) for slot, right, _ in self.errors.wrong)]:
            nowhere = {"start": None, "end": None, "text": None, "verdict": "missing"}
            yield {**about, "slot": slot, "value": value, **nowhere}

    def __str__(self) -> str:
        lines = [f"{self.system}, instance {self.instance}: {self.input}", f"  {self.output}"]
        for match, verdict in zip(self.matches, self.verdicts, strict=True):
            words = self.output[match.start : match.end]
            lines.append(f"  {verdict:9} {match.slot} = {match.value}: '{words}' ({match.start}-{match.end})")
        wrong = {(slot, right) for slot, right, _ in self.errors.wrong}
        lines += [f"  missing   {slot} = {value}" for slot, value in [*self.errors.missing, *sorted(wrong)]]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Explanations:
    """Outputs of some systems, explained with a lexicon.

    `outputs` are those that were asked for, of `chosen` with the errors that were asked for, of `total`; `unread` is
    the number of those whose input has no slots.
    """

    lexicon: Lexicon
    outputs: tuple[Explanation, ...]
    chosen: int
    total: int
    unread: int

    def payload(self) -> dict[str, object]:
        """What --json prints: a record for each match and each slot that is missing."""
        signature = self.lexicon.signature
        return {"slots": [{**record, "signature": signature} for output in self.outputs for record in output.records()]}

    def tables(self) -> tuple[Table, ...]:
        """A row for each match and each slot that is missing."""
        columns = ("system", "instance", "slot", "value", "start", "end", "text", "verdict")
        records = [record for output in self.outputs for record in output.records()]
        rows = tuple(tuple(record[name] for name in columns) for record in records)
        table = Table(
            title="Slots in outputs",
            columns=tuple(map(Column, columns)),
            rows=rows,
            notes=(self._note(),),
            signatures=(f"lexicon: {self.lexicon.signature}",),
            label="slots",
        )
        return (table,)

    def __str__(self) -> str:
        blocks = [f"{output}" for output in self.outputs]
        return "\n\n".join([*blocks, f"{self._note()}\nlexicon: {self.lexicon.signature}"])

    def _note(self) -> str:
        part = f"{len(self.outputs):,} of " if len(self.outputs) < self.chosen else ""
        unread = f"; {self.unread:,} have inputs without slots" if self.unread else ""
        return f"{self.total:,} outputs, {part}{self.chosen:,} shown{unread}"


@dataclass(frozen=True, slots=True)
class ExplanationChoice:
    """Which outputs are explained."""

    system: str | None = setting(None, "Explain the outputs of this system only.")
    only_errors: bool = setting(False, "Leave out outputs without errors.")
    repetitions: bool = setting(True, "Do not count repetitions as errors.")
    limit: int | None = setting(None, "Explain at most so many outputs.", low=1)

    def has(self, output: Explanation) -> bool:
        """Whether an output is among them."""
        return not self.only_errors or any(output.errors[: 4 if self.repetitions else 3])


def explain_files(
    files: Sequence[str],
    references: Path,
    lexicon: str | None,
    task: str | None = None,
    group: Grouping | None = None,
    choice: ExplanationChoice | None = None,
) -> Explanations:
    """Explain the outputs in files."""
    choice = choice or ExplanationChoice()
    named = [(system_name(Path(file)), spooled(Path(file))) for file in files]
    outputs = [(path, load_outputs(path, name)) for name, path in named]
    systems = [name for _, by_system in outputs for name in by_system]
    if choice.system is not None and choice.system not in systems:
        raise InvalidInput(f"there are no outputs of a system '{choice.system}'", f"There are: {', '.join(systems)}.")
    reader, instances = load_references([spooled(references)], task, None, group)
    known = load_lexicon(lexicon or default_lexicon(reader))
    alignment = OutputAlignment(reader, instances)
    explained: list[Explanation | None] = []
    for path, by_system in outputs:
        for name, records in by_system.items():
            if choice.system in (None, name):
                submission = alignment.align_outputs(System(name), records, path)
                explained += _explain(name, instances, submission.outputs, known)
    found = [output for output in explained if output is not None]
    if not found:
        raise InvalidInput(
            "no input has slots and values", "Say how inputs are written: --task slots, e2e, sf, bagel, dstc2 ..."
        )
    chosen = [output for output in found if choice.has(output)]
    shown = tuple(chosen[: choice.limit])
    return Explanations(known, shown, len(chosen), len(found), len(explained) - len(found))


def default_lexicon(task: Task) -> str:
    """The lexicon of a task; one that has none is answered with those there are."""
    name = task.metric_settings.get("slot_error", {}).get("lexicon")
    if name is None:
        raise InvalidInput("no lexicon was given", f"Add --lexicon: {', '.join(SHIPPED)}, or the path of your own.")
    return str(name)


def _explain(
    system: str, instances: Sequence[Instance], outputs: Sequence[str | None], lexicon: Lexicon
) -> Iterator[Explanation | None]:
    for instance, text in zip(instances, outputs, strict=True):
        wanted = lexicon.wanted(instance.input)
        if text is None:
            continue
        if wanted is None:
            yield None
            continue
        found = tuple(match_slots(lexicon, wanted, text))
        said = tuple(judge_matches(wanted, found))
        yield Explanation(system, instance.id, str(instance.input), text, found, said, find_slot_errors(wanted, found))


@dataclass(frozen=True, slots=True)
class CheckedSlot:
    """A slot of a lexicon; and, where data was given, how much of it the references express.

    `unknown` are values in the data that the lexicon has no words for, so that they must be said as they stand.
    """

    slot: str
    is_open: bool
    values: int
    phrases: int
    wanted: int = 0
    found: int = 0
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LexiconCheck:
    """A lexicon, slot by slot; `references` of the data, and `covered` ones without any error, where data was given."""

    lexicon: Lexicon
    slots: tuple[CheckedSlot, ...]
    references: int | None = None
    covered: int | None = None

    def payload(self) -> dict[str, object]:
        """What --json prints: a record for each slot."""
        slots = [asdict(slot) | {"signature": self.lexicon.signature} for slot in self.slots]
        return {"slots": slots, "references": self.references, "covered": self.covered}

    def tables(self) -> tuple[Table, ...]:
        """Slots of the lexicon; with data, how often their values are found."""
        tried = self.references is not None
        columns = [Column("slot"), Column("kind"), Column("values"), Column("phrases")]
        if tried:
            columns += [Column("wanted"), Column("found", "found_share", digits=1), Column("no words for", "unknown")]
        rows: list[tuple[Cell, ...]] = []
        for slot in self.slots:
            is_known = slot.slot in self.lexicon.slots
            kind = ("open" if slot.is_open else "closed") if is_known else "not in the lexicon"
            share = Share(slot.found / slot.wanted if slot.wanted else None)
            more = f" and {len(slot.unknown) - FEW} more" if len(slot.unknown) > FEW else ""
            unknown = f"{', '.join(slot.unknown[:FEW])}{more}"
            rows.append((slot.slot, kind, slot.values, slot.phrases, *((slot.wanted, share, unknown) if tried else ())))
        table = Table(
            title="Slots of a lexicon",
            columns=tuple(columns),
            rows=tuple(rows),
            notes=(covered_note(self.covered or 0, self.references),) if self.references else (),
            signatures=(f"lexicon: {self.lexicon.signature}",),
            label="lexicon",
        )
        return (table,)


def check_lexicon(name: str, data: Path | None = None, task: str | None = None, sample: int = 10_000) -> LexiconCheck:
    """Read a lexicon, which refuses what is wrong with it, and try it on references."""
    lexicon = load_lexicon(name)
    slots = {slot.name: slot for slot in lexicon.slots.values()}
    if data is None:
        rows = [_row(lexicon, slot) for slot in slots]
        return LexiconCheck(lexicon, tuple(rows))
    _, instances = load_instances(data, task)
    mined = mine(instances, lexicon, MiningOptions(sample=sample, most=0), str(data), name)
    wanted, missing = Counter[str](), Counter[str]()
    unknown: dict[str, list[str]] = {}
    for found in mined.values:
        wanted[found.slot] += found.references
        missing[found.slot] += found.uncovered
        slot = slots.get(found.slot)
        is_unknown = slot is None or (not slot.is_open and found.value not in slot.values)
        if is_unknown or _is_silent(lexicon, found.slot, found.value):
            unknown.setdefault(found.slot, []).append(found.value)
    rows = [
        _row(lexicon, slot, wanted[slot], wanted[slot] - missing[slot], tuple(unknown.get(slot, ())))
        for slot in dict.fromkeys([*slots, *wanted])
    ]
    return LexiconCheck(lexicon, tuple(rows), mined.references, mined.covered)


def _is_silent(lexicon: Lexicon, slot: str, value: str) -> bool:
    """Whether a question has no words."""
    return value == ASKED and ASKED not in lexicon.slots[slot].values


def _row(lexicon: Lexicon, name: str, wanted: int = 0, found: int = 0, unknown: tuple[str, ...] = ()) -> CheckedSlot:
    slot = lexicon.slots.get(name)
    if slot is None:
        return CheckedSlot(name, True, 0, 0, wanted, found, unknown)
    phrases = sum(map(len, slot.values.values()))
    return CheckedSlot(name, slot.is_open, len(slot.values), phrases, wanted, found, unknown)
