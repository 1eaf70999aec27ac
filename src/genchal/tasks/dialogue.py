"""Dialogue turns: restaurants and hotels in San Francisco, the system turns of DSTC2, and BAGEL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from genchal.domain import DialogueAct, Instance, Task
from genchal.domain.slots.lexicon import lexicon_settings
from genchal.errors import InvalidInput, name_place_of_errors
from genchal.tasks._acts import ActNotation, quoted, read_acts, shortened, write_acts
from genchal.tasks._bagel import read_blocks, relexicalised
from genchal.tasks._json import JsonCursor, write_json
from genchal.tasks.columns import Record, read_references
from genchal.text.tables.nested_text import read_texts


class _Turns(Task):
    """Inputs are dialogue acts in one notation."""

    group = "input"
    pools_inputs = True
    notation: ClassVar[ActNotation]

    def parse_input(self, text: str) -> DialogueAct:
        """Read the acts of a turn, in the notation of the data set or as ``act(slot=value, slot=value)``."""
        return read_acts(text, self.notation)

    def _read(self, text: str, source: str, line: int) -> DialogueAct:
        with name_place_of_errors(f"{source}, line {line}"):
            return self.parse_input(text)


def _turn(instance: Instance) -> DialogueAct:
    if isinstance(instance.input, DialogueAct):
        return instance.input
    problem = f"the input of instance '{shortened(instance.id)}' is not a dialogue act"
    raise InvalidInput(problem, "Write it in the format that it was read from.")


class _TurnTable(_Turns):
    """A table with the columns `row`, `da`, `ref` and some that go to an instance's meta."""

    columns: ClassVar[Sequence[str]]  # as they are written
    meta: ClassVar[Mapping[str, str]]  # columns with their keys in Instance.meta

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a row, named by its number unless `row` is another in every row; no cell, no meta."""
        records = self._records(list(lines), source)
        ids = [record.cells.get("instance", "") for record in records]
        is_identified = all(ids) and len(set(ids)) == len(ids)  # splits are often numbered apart
        if not is_identified:
            ids = [str(number) for number in range(1, len(records) + 1)]
        seen: dict[str, DialogueAct] = {}
        for identity, record in zip(ids, records, strict=True):
            text = record.cells.get("input")
            if text is None:
                raise InvalidInput(
                    f"{source}, line {record.line}: no dialogue act", "Name the column of dialogue acts 'da'."
                )
            if text not in seen:
                seen[text] = self._read(text, source, record.line)
            others = {name.strip().lower(): cell for name, cell in record.others}
            meta = {key: others[name] for name, key in self.meta.items() if others.get(name)}
            yield Instance(identity, seen[text], record.references, meta, is_identified=is_identified)

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write TSV; JSON lines with the same names where TSV cannot hold a cell or an instance's many references."""
        everything = list(instances)
        rows = [self._row(instance) for instance in everything]
        if all(map(_fits_tabs, everything)):
            yield "\t".join(self.columns)
            yield from ("\t".join(row.get(column, "") for column in self.columns) for row in rows)
            return
        for instance, row in zip(everything, rows, strict=True):
            yield write_json(row | {"ref": list(instance.references)})

    def _row(self, instance: Instance) -> dict[str, str]:
        row = {name: instance.meta[key] for name, key in self.meta.items() if key in instance.meta}
        acts = write_acts(_turn(instance), self.notation)
        return row | {"row": instance.id, "da": acts, "ref": "".join(instance.references)}

    def _records(self, lines: list[str], source: str) -> list[Record]:
        return read_references(lines, source, self.named_columns)


_TAB_CELL = re.compile(r'(?!")[^\t\n\r]+')  # a quote in front might be taken for that of a quoted cell


def _fits_tabs(instance: Instance) -> bool:
    cells = (instance.id, *instance.references, *instance.meta.values())
    has_lists = any(read_texts(text) is not None for text in instance.references)
    return len(instance.references) <= 1 and not has_lists and all(map(_TAB_CELL.fullmatch, cells))


class SanFrancisco(_TurnTable):
    """Wen et al. (2015): ``inform(name='heron loop';setting=woodland)``, ``?request(near)``."""

    name = "sf"
    summary = (
        "San Francisco restaurants and hotels (Wen et al. 2015): TSV with the columns `da` (dialogue act) and `ref`, "
        "and `split`, `row`, `baseline` where known; or the release's JSON list of [act, reference, baseline]."
    )
    notation = ActNotation(separator=";", quote="'")
    metric_settings: ClassVar = lexicon_settings("sf", "name near phone address postcode count area")
    columns = ("split", "row", "da", "ref", "baseline")
    meta: ClassVar = {"split": "split", "baseline": "baseline"}

    def _records(self, lines: list[str], source: str) -> list[Record]:
        start = next((n for n, line in enumerate(lines) if line.strip() and not line.startswith("#")), 0)
        if lines and lines[start].lstrip().startswith("["):
            return list(_triples("\n" * start + "\n".join(lines[start:]), source))
        return super()._records(lines, source)


def _triples(text: str, source: str) -> Iterator[Record]:
    cursor = JsonCursor(text, source)
    for line in cursor.elements():
        match cursor.value():
            case [str(act), str(reference), *rest] if len(rest) <= 1 and all(isinstance(text, str) for text in rest):
                baseline = tuple(("baseline", str(text)) for text in rest)
                yield Record(line, {"input": act}, (reference,) if reference else (), baseline)
            case _:
                problem = "not a list of strings [act, reference, baseline]"
                raise cursor.refused(problem, "Write every turn as such a list.", line)
    cursor.finish()


class Dstc2(_TurnTable):
    """Turns of several acts: ``offer(name=heron loop;) inform(setting=woodland;)``."""

    name = "dstc2"
    summary = (
        "System turns of the Dialog State Tracking Challenge 2 (Henderson et al. 2014): TSV with the columns `da` "
        "(several acts per turn) and `ref`, and `split`, `row`, `da_delex` where known."
    )
    notation = ActNotation(separator=";", quote="'", terminated=True, bare_blanks=True)
    columns = ("split", "row", "da", "da_delex", "ref")
    meta: ClassVar = {"split": "split", "da_delex": "delex"}


class Bagel(_Turns):
    """Mairesse et al. (2010): a full act, the act with names abstracted to X, and a text aligned with the latter.

    The reference is that text without alignments and with names for the Xs (`relexicalised`). Meta has the abstract
    act, and the aligned text unless it is the reference as it stands.
    """

    name = "bagel"
    summary = (
        'BAGEL (Mairesse et al. 2010): blocks of `FULL_DA = ...`, `ABSTRACT_DA = ...` and `-> "aligned text";`. '
        "The reference is the text without alignments and with names for its Xs."
    )
    notation = ActNotation(separator=",", quote='"')

    def parse(self, lines: Iterable[str], source: str) -> Iterator[Instance]:
        """Read one instance a block."""
        for number, block in enumerate(read_blocks(lines, source), start=1):
            full = self._read(block.full.text, source, block.full.line)
            meta, abstract = {}, None
            if block.abstract is not None:
                abstract = self._read(block.abstract.text, source, block.abstract.line)
                meta["abstract"] = block.abstract.text
            references: tuple[str, ...] = ()
            if block.aligned is not None:
                references = (relexicalised(block.aligned, full, abstract),)
                if references != (block.aligned,):
                    meta["aligned"] = block.aligned
            yield Instance(str(number), full, references, meta)

    def render(self, instances: Iterable[Instance]) -> Iterator[str]:
        """Write a block for every reference; one that the aligned text does not give stands there itself."""
        for instance in instances:
            full, abstract = write_acts(_turn(instance), self.notation), instance.meta.get("abstract")
            for text in self._texts(instance):
                yield f"FULL_DA = {full}"
                if abstract is not None:
                    yield f"ABSTRACT_DA = {abstract}"
                if text is not None:
                    yield f"-> {quoted(text, self.notation.quote)};"
                yield ""

    def fill_once(self, instance: Instance) -> tuple[str, ...]:
        """The references with every value filled in once: a second X stays, as in the E2E report's numbers."""
        aligned, abstract = instance.meta.get("aligned"), instance.meta.get("abstract")
        if aligned is None or abstract is None:
            return instance.references
        return (relexicalised(aligned, _turn(instance), self.parse_input(abstract), once=True),)

    def _texts(self, instance: Instance) -> tuple[str | None, ...]:
        """Return the texts that are read as the instance's references, or None where it has none."""
        full, abstract, aligned = _turn(instance), instance.meta.get("abstract"), instance.meta.get("aligned")
        if abstract is not None and ("\n" in abstract or abstract != abstract.strip()):
            raise InvalidInput(
                f"the abstract act of instance '{instance.id}' is not one line", "Write it without spaces around it."
            )
        turn = None if abstract is None else self.parse_input(abstract)
        if aligned is not None and instance.references == (relexicalised(aligned, full, turn),):
            return (aligned,)
        for reference in instance.references:
            if relexicalised(reference, full, turn) != reference:
                raise InvalidInput(
                    f"'{shortened(reference)}' has square brackets, which mark alignments in this format",
                    "Write the instances in another format, such as table.",
                )
        return instance.references or (None,)
