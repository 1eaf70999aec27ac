"""Ids and inputs of outputs that do not fit together, or that are one instance with several outputs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from genchal.domain import Instance
from genchal.errors import InvalidInput
from genchal.tasks.findings import NAMED, quote_names, shortened
from genchal.tasks.outputs import OutputRecord
from genchal.tasks.placing import Places

SHOWN = 40  # letters of an id or an input


def find_other_input(
    records: Sequence[OutputRecord],
    candidates: Sequence[Places],
    by_input: Sequence[Places],
    instances: Sequence[Instance],
    path: Path,
) -> InvalidInput | None:
    """An error about the first output whose id stands beside the input of another instance.

    Where no input is known, inputs are something else, such as prompts made from ours. Blanks and case do not matter.
    """
    if not any(by_input):
        return None
    for record, places, others in zip(records, candidates, by_input, strict=True):
        if not record.input or not places or set(places) & set(others):
            continue
        own = str(instances[places[0]].input)
        if _squeeze(own) != _squeeze(record.input):
            return InvalidInput(
                f"{path}, line {record.line}: id '{shortened(record.id or '', SHOWN)}' stands beside the input "
                f"'{shortened(record.input, SHOWN)}', but is that of '{shortened(own, SHOWN)}' among the references",
                "Correct the id or the input, or remove the column that is not meant.",
            )
    return None


def find_unclear_id(
    records: Sequence[OutputRecord],
    candidates: Sequence[Places],
    by_input: Sequence[Places],
    instances: Sequence[Instance],
    path: Path,
) -> InvalidInput | None:
    """An error about an id that is not known, beside an input that several instances have with ids of their own."""
    texts: dict[Places, set[str | None]] = defaultdict(set)
    for record, places in zip(records, by_input, strict=True):
        texts[places].add(record.text)
    for record, places in zip(records, candidates, strict=True):
        if record.id is not None and len(places) > 1 and len(texts[places]) > 1:
            theirs = quote_names([instances[place].id for place in places[:NAMED]])
            return InvalidInput(
                f"{path}, line {record.line}: id '{shortened(record.id, SHOWN)}' is not among the references, of which "
                f"several have its input ({theirs})",
                "Use the ids of the references, or score one output per input with --group input.",
            )
    return None


def find_several_outputs(
    records: Sequence[OutputRecord], candidates: Sequence[Places], path: Path
) -> InvalidInput | None:
    """An error about different outputs for ids that are one instance, as their inputs are equal."""
    first: dict[Places, OutputRecord] = {}
    several = []
    for record, places in zip(records, candidates, strict=True):
        known = first.setdefault(places, record)
        if places and known.id != record.id and not _is_equal(known, record):
            several.append((record, known))
    if not several:
        return None
    record, known = several[0]
    more = f" ({len(several) - 1:,} more such ids)" if len(several) > 1 else ""
    return InvalidInput(
        f"{path}, line {record.line}: '{shortened(record.id or '', SHOWN)}' and '{shortened(known.id or '', SHOWN)}' "
        f"(line {known.line}) share an input and are one instance here, but have different outputs{more}",
        "Score every row by itself with --group row, or keep one output per input.",
    )


def drop_repeated(
    records: Sequence[OutputRecord], candidates: Sequence[Places]
) -> tuple[Sequence[OutputRecord], Sequence[Places]]:
    """Leave out equal outputs for several ids of one instance, whose rows share an input."""
    first: dict[Places, OutputRecord] = {}
    kept = []
    for record, places in zip(records, candidates, strict=True):
        known = first.setdefault(places, record)
        if not places or known.id == record.id or not _is_equal(known, record):
            kept.append((record, places))
    return [record for record, _ in kept], [places for _, places in kept]


def _is_equal(first: OutputRecord, second: OutputRecord) -> bool:
    return (first.text, first.attributes) == (second.text, second.attributes)


def _squeeze(text: str) -> str:
    return " ".join(text.split()).casefold()
