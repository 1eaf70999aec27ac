"""What a lexicon finds: explanations of outputs span by span, and checks of the lexicon itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances, load_references
from genchal.campaign.reading.named_columns import check_named_columns
from genchal.campaign.reading.submissions import load_contents, system_name
from genchal.campaign.texts.lexicon_mining import mine
from genchal.domain import Instance, System, Task
from genchal.domain.columns import NO_COLUMNS, ColumnNames
from genchal.domain.grouping import Grouping
from genchal.domain.results.lexicon import (
    CheckedSlot,
    Explanation,
    ExplanationChoice,
    Explanations,
    LexiconCheck,
    MiningOptions,
)
from genchal.domain.slots.checking import AnyLexicon, check_output, judge_output
from genchal.domain.slots.lexicon import ASKED, SHIPPED, Lexicon
from genchal.errors import InvalidInput
from genchal.resources.files import spooled
from genchal.resources.lexicons import load_any_lexicon, load_lexicon


def explain_files(
    files: Sequence[str],
    references: Sequence[Path],
    lexicon: str | None,
    task: str | None = None,
    group: Grouping | None = None,
    choice: ExplanationChoice | None = None,
    columns: ColumnNames = NO_COLUMNS,
) -> Explanations:
    """Explain the outputs in files."""
    choice = choice or ExplanationChoice()
    named = [(system_name(Path(file)), spooled(Path(file))) for file in files]
    data = list(map(spooled, references))
    check_named_columns(columns, [path for _, path in named], data)
    outputs = [(path, load_contents(path, name, columns=columns).systems) for name, path in named]
    systems = [name for _, by_system in outputs for name in by_system]
    if choice.system is not None and choice.system not in systems:
        raise InvalidInput(f"there are no outputs of a system '{choice.system}'", f"There are: {', '.join(systems)}.")
    reader, instances = load_references(data, task, None, group, columns=columns)
    known = load_any_lexicon(lexicon or default_lexicon(reader))
    alignment = OutputAlignment(reader, instances, answers_once=True)
    alignment.watch_outputs((path, records) for path, by_system in outputs for records in by_system.values())
    explained: list[Explanation | None] = []
    for path, by_system in outputs:
        for name, records in by_system.items():
            if choice.system in (None, name):
                submission = alignment.align_outputs(System(name), records, path)
                explained += _explain(name, instances, submission.outputs, known)
    found = [output for output in explained if output is not None]
    if not found:
        raise InvalidInput(
            "no input has slots and values", "Give the format of the inputs: --task slots, e2e, sf, bagel, dstc2 ..."
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
    system: str, instances: Sequence[Instance], outputs: Sequence[str | None], lexicon: AnyLexicon
) -> Iterator[Explanation | None]:
    for instance, text in zip(instances, outputs, strict=True):
        wanted = lexicon.wanted(instance.input)
        if text is None:
            continue
        if wanted is None:
            yield None
            continue
        checked = check_output(lexicon, wanted, text)
        said = tuple(judge_output(lexicon, wanted, checked))
        shown = str(instance.input)
        yield Explanation(system, instance.id, shown, text, tuple(checked.found), said, checked.errors)


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
