"""What a lexicon finds in outputs and references, what it does not know, and how it is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from genchal.domain.results.table import Cell, Column, Share, Table
from genchal.domain.settings import setting
from genchal.domain.slots.checking import AnyLexicon
from genchal.domain.slots.errors import SlotErrors, Verdict
from genchal.domain.slots.lexicon import Lexicon, slot_key
from genchal.domain.slots.matching import SlotMatch
from genchal.errors import list_some

NAMED_VALUES = 3  # values without words that a table names
SHOWN_VALUES = 15  # values that a table of gaps shows
EXAMPLE_WIDTH = 100  # characters


@dataclass(frozen=True, slots=True)
class Explanation:
    """An output: which words express what, the verdict on each, and the errors."""

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

    lexicon: AnyLexicon
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

    system: str | None = setting(None, "Explain only the outputs of this system.")
    only_errors: bool = setting(False, "Leave out outputs without errors.")
    repetitions: bool = setting(True, "Do not count repetitions as errors.")
    limit: int | None = setting(None, "Explain at most this many outputs.", low=1)

    def has(self, output: Explanation) -> bool:
        """Whether an output is among them."""
        return not self.only_errors or any(output.errors[: 4 if self.repetitions else 3])


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
            unknown = list_some(slot.unknown, NAMED_VALUES)
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


@dataclass(frozen=True, slots=True)
class MiningOptions:
    """How to look for phrases."""

    most: int = setting(8, "Maximum number of phrases to propose per value.", low=1)
    at_least: int = setting(3, "Minimum number of references a phrase must be in.", low=1)
    sample: int = setting(10_000, "References to look at; 0 means all.", low=0)
    seed: int = setting(1, "Random seed.", low=0)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A phrase: in how many uncovered references it is, in how many that do not express the value, and one of them."""

    phrase: str
    inside: int
    outside: int
    example: str


@dataclass(frozen=True, slots=True)
class ValueCoverage:
    """A value: how many references should express it, in how many it was not found, and what might help."""

    slot: str
    value: str
    references: int
    uncovered: int
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class MinedLexicon:
    """All values, the worst covered first; `added` counts values found where the input does not have them.

    `covered` is the number of references without any error. `spelt_out` are slots whose values mostly stand for
    themselves, which is what an open slot is for.
    """

    source: str
    lexicon: str | None
    signature: str
    references: int
    covered: int
    values: tuple[ValueCoverage, ...]
    added: tuple[tuple[str, str, int], ...]
    spelt_out: tuple[str, ...]

    def payload(self) -> dict[str, object]:
        """What --json prints: a record for each value."""
        values = [asdict(value) | {"signature": self.signature} for value in self.values]
        return {"values": values, "references": self.references, "covered": self.covered}

    def tables(self) -> tuple[Table, ...]:
        """The values that are least often found, with proposals."""
        return (self.table(),)

    def table(self, slot: str | None = None) -> Table:
        """Values that are not always found, with proposals: the first ones, or all of a slot."""
        values = [
            value for value in self.values if value.uncovered and (not slot or slot_key(value.slot) == slot_key(slot))
        ]
        shown = values if slot else values[:SHOWN_VALUES]
        rows: list[tuple[Cell, ...]] = []
        for value in shown:
            cells: tuple[Cell, ...] = (value.slot, value.value, value.references, value.uncovered)
            if not value.proposals:
                rows.append((*cells, "", "", "", ""))
            for proposal in value.proposals:
                example = _shorten_example(proposal.example, proposal.phrase)
                rows.append((*cells, proposal.phrase, proposal.inside, proposal.outside, example))
                cells = ("", "", "", "")
        columns = (
            *(
                Column("slot"),
                Column("value"),
                Column("references"),
                Column("not found", "uncovered"),
                Column("phrase"),
            ),
            *(Column("in these", "inside"), Column("elsewhere", "outside"), Column("for example", "example")),
        )
        notes = [] if shown else ["Every value is found in all references."]
        notes.append(covered_note(self.covered, self.references))
        if len(values) > len(shown):
            more = len(values) - len(shown)
            notes.append(f"{more:,} more values are not always found; see them with --slot or --json.")
        if self.added:
            added = ", ".join(f"{name} = {value} ({count:,})" for name, value, count in self.added[:5])
            notes.append(f"Found where the input does not have it: {added}.")
        return Table("Values that are not found", columns, tuple(rows), notes=tuple(notes), label="lexicon-gaps")


def covered_note(covered: int, references: int) -> str:
    """How many references a lexicon understands completely."""
    share = f"{100 * covered / references:.1f}%"
    return f"{covered:,} of {references:,} references ({share}) express everything and add nothing."


def _shorten_example(text: str, phrase: str) -> str:
    """The part of an example around a phrase."""
    place = max(text.lower().find(phrase.split()[0]), 0)
    start = max(0, place - EXAMPLE_WIDTH // 4)
    part = " ".join(text[start : start + EXAMPLE_WIDTH].split())
    return f"{'...' if start else ''}{part}{'...' if start + EXAMPLE_WIDTH < len(text) else ''}"
