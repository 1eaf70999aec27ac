"""What a lexicon finds: explanations of outputs span by span, and checks of the lexicon itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances, load_references
from genchal.campaign.reading.submissions import load_outputs, system_name
from genchal.campaign.texts.lexicon_mining import MiningOptions, mine
from genchal.domain import Instance, System, Task
from genchal.domain.grouping import Grouping
from genchal.domain.slots.errors import SlotErrors, Verdict, slot_errors, verdicts
from genchal.domain.slots.lexicon import ASKED, SHIPPED, Lexicon
from genchal.domain.slots.matching import SlotMatch, matches
from genchal.errors import InvalidInput
from genchal.resources.files import spooled
from genchal.resources.lexicons import load_lexicon


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


@dataclass(frozen=True, slots=True)
class Explained:
    """Outputs of some systems, explained with a lexicon; `unread` is the number of those whose input has no slots."""

    lexicon: Lexicon
    outputs: tuple[Explanation, ...]
    unread: int


def explain_files(
    files: Sequence[str],
    references: Path,
    lexicon: str | None,
    task: str | None = None,
    group: Grouping | None = None,
    system: str | None = None,
) -> Explained:
    """Explain the outputs in files, those of one system if it is named."""
    named = [(system_name(Path(file)), spooled(Path(file))) for file in files]
    outputs = [(path, load_outputs(path, name)) for name, path in named]
    systems = [name for _, by_system in outputs for name in by_system]
    if system is not None and system not in systems:
        raise InvalidInput(f"there are no outputs of a system '{system}'", f"There are: {', '.join(systems)}.")
    reader, instances = load_references([spooled(references)], task, None, group)
    known = load_lexicon(lexicon or default_lexicon(reader))
    alignment = OutputAlignment(reader, instances)
    explained: list[Explanation | None] = []
    for path, by_system in outputs:
        for name, records in by_system.items():
            if system in (None, name):
                submission = alignment.align_outputs(System(name), records, path)
                explained += _explained(name, instances, submission.outputs, known)
    found = tuple(one for one in explained if one is not None)
    if not found:
        raise InvalidInput(
            "no input has slots and values", "Say how inputs are written: --task slots, e2e, sf, bagel, dstc2 ..."
        )
    return Explained(known, found, len(explained) - len(found))


def default_lexicon(task: Task) -> str:
    """The lexicon of a task; one that has none is answered with those there are."""
    name = task.metric_settings.get("slot_error", {}).get("lexicon")
    if name is None:
        raise InvalidInput(
            "which lexicon is not clear", f"Add --lexicon: {', '.join(SHIPPED)}, or the path of your own."
        )
    return str(name)


def _explained(
    system: str, instances: Sequence[Instance], outputs: Sequence[str | None], lexicon: Lexicon
) -> Iterator[Explanation | None]:
    for instance, text in zip(instances, outputs, strict=True):
        wanted = lexicon.wanted(instance.input)
        if text is None:
            continue
        if wanted is None:
            yield None
            continue
        found = tuple(matches(lexicon, wanted, text))
        said = tuple(verdicts(wanted, found))
        yield Explanation(system, instance.id, str(instance.input), text, found, said, slot_errors(wanted, found))


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
class Checked:
    """A lexicon, slot by slot; `references` of the data, and `covered` ones without any error, where data was given."""

    lexicon: Lexicon
    slots: tuple[CheckedSlot, ...]
    references: int | None = None
    covered: int | None = None


def check_lexicon(name: str, data: Path | None = None, task: str | None = None, sample: int = 10_000) -> Checked:
    """Read a lexicon, which refuses what is wrong with it, and try it on references."""
    lexicon = load_lexicon(name)
    slots = {slot.name: slot for slot in lexicon.slots.values()}
    if data is None:
        rows = [_row(lexicon, slot) for slot in slots]
        return Checked(lexicon, tuple(rows))
    _, instances = load_instances(data, task)
    mined = mine(instances, lexicon, MiningOptions(sample=sample, most=0), str(data), name)
    wanted, lacking = Counter[str](), Counter[str]()
    unknown: dict[str, list[str]] = {}
    for one in mined.values:
        wanted[one.slot] += one.references
        lacking[one.slot] += one.uncovered
        slot = slots.get(one.slot)
        if (
            slot is None
            or (not slot.is_open and one.value not in slot.values)
            or _is_silent(lexicon, one.slot, one.value)
        ):
            unknown.setdefault(one.slot, []).append(one.value)
    rows = [
        _row(lexicon, slot, wanted[slot], wanted[slot] - lacking[slot], tuple(unknown.get(slot, ())))
        for slot in dict.fromkeys([*slots, *wanted])
    ]
    return Checked(lexicon, tuple(rows), mined.references, mined.covered)


def _is_silent(lexicon: Lexicon, slot: str, value: str) -> bool:
    """Whether a question has no words."""
    return value == ASKED and ASKED not in lexicon.slots[slot].values


def _row(lexicon: Lexicon, name: str, wanted: int = 0, found: int = 0, unknown: tuple[str, ...] = ()) -> CheckedSlot:
    slot = lexicon.slots.get(name)
    if slot is None:
        return CheckedSlot(name, True, 0, 0, wanted, found, unknown)
    phrases = sum(map(len, slot.values.values()))
    return CheckedSlot(name, slot.is_open, len(slot.values), phrases, wanted, found, unknown)
