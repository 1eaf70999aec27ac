"""Texts of the outputs browser: long strings with the lengths of their parts, a few thousand instances at a time.

The script cuts texts out when they are looked at, and searches the long strings as they are. Of an instance they hold,
each followed by a line break: its id, its input (the values of its slots), its references, every *different* output.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from genchal.domain import DialogueAct, Input, Instance, SlotValues
from genchal.reports.page.browser_columns import encode_numbers

CHUNK = 2_000_000  # characters of one file: read in a few hundredths of a second

Outputs = Sequence[Sequence[str | None]]  # of systems, each with one text per instance


def input_pairs(given: Input) -> list[tuple[str, str]]:
    """Slots with their values; the type of a dialogue act is a slot without a value. Other inputs have none."""
    if isinstance(given, SlotValues):
        return list(given.pairs)
    if isinstance(given, DialogueAct):
        return [
            pair for act in given.acts for pair in ((act.type, ""), *((slot, value or "") for slot, value in act.pairs))
        ]
    return []


def slot_names(instances: Sequence[Instance]) -> list[str]:
    """All slots of the instances, in the order in which they first occur."""
    return list(dict.fromkeys(slot for instance in instances for slot, _ in input_pairs(instance.input)))


def chunk_starts(instances: Sequence[Instance], outputs: Outputs, longest: int | None = None) -> list[int]:
    """Cut the instances so that a chunk has about so many characters; a chunk begins at each of these places."""
    starts, size, most = [0], 0, longest or CHUNK
    for place, length in enumerate(text_lengths(instances, outputs)):
        if size and size + length > most:
            starts.append(place)
            size = 0
        size += length
    return starts


def text_lengths(instances: Sequence[Instance], outputs: Outputs) -> Iterator[int]:
    """How many characters an instance's texts have, different outputs counted once."""
    for place, instance in enumerate(instances):
        said = {texts[place] for texts in outputs}
        given = sum(len(value) for _, value in input_pairs(instance.input)) or len(str(instance.input))
        yield given + sum(map(len, instance.references)) + sum(len(text) for text in said if text)


def text_chunk(instances: Sequence[Instance], outputs: Outputs, slots: Sequence[str], start: int) -> dict[str, Any]:
    """Lay out a chunk: `instances` are those of it, the first of which is at `start` of all.

    `shape` has three numbers per instance: slots (0: the input is one text), references, different outputs. `which`
    has, for every instance and system, the place of its output among the different ones; the highest number is for a
    missing output.
    """
    places = {slot: place for place, slot in enumerate(slots)}
    texts: list[str] = []
    shape: list[int] = []
    used: list[int] = []
    which: list[int] = []
    kind = "u1" if len(outputs) < 0xFF else "u2"
    missing = 0xFF if kind == "u1" else 0xFFFF
    for place, instance in enumerate(instances, start):
        pairs = input_pairs(instance.input)
        used += [places[slot] for slot, _ in pairs]
        different: dict[str, int] = {}
        for system in outputs:
            text = system[place]
            which.append(missing if text is None else different.setdefault(text, len(different)))
        shape += (len(pairs), len(instance.references), len(different))
        given = [value for _, value in pairs] or [str(instance.input)]
        texts += (instance.id, *given, *instance.references, *different)
    return {
        "start": start,
        "texts": "".join(f"{text}\n" for text in texts),
        "lengths": encode_numbers([_utf16_length(text) for text in texts], "u4"),
        "shape": encode_numbers(shape, "u2"),
        "slots": encode_numbers(used, "u2"),
        "which": encode_numbers(which, kind),
    }


def word_variety(outputs: Outputs, place: int) -> float:
    """The share of words that not every output of this instance has; NaN if there are fewer than two outputs."""
    said = [texts[place] for texts in outputs if texts[place] is not None]
    if len(said) < 2:
        return float("nan")
    words = [set((text or "").casefold().split()) for text in set(said)]
    union = set[str]().union(*words)
    return 1 - len(words[0].intersection(*words)) / len(union) if union else 0.0


def _utf16_length(text: str) -> int:
    """How long JavaScript finds a text."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
