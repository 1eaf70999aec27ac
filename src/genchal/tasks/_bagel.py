"""What only BAGEL's files have: blocks of lines, and texts aligned with an act whose names are Xs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from genchal.domain import DialogueAct
from genchal.errors import InvalidInput
from genchal.tasks._acts import shortened, unescaped

_FULL, _ABSTRACT, _ALIGNED = "FULL_DA", "ABSTRACT_DA", "->"
_REMEDY = 'Write FULL_DA = ..., ABSTRACT_DA = ... and -> "text"; one per line, with a blank line after every block.'
_PLACEHOLDER = re.compile(r"X\d*")
_ALIGNMENT = re.compile(r"\[([^\s\[\]]*)\](X(?!\w))?")  # [slot], [slot+value] or [], and the X of [slot+X]


class Located(NamedTuple):
    """A text and its line."""

    line: int
    text: str


class BagelBlock(NamedTuple):
    """What one block says; only the full act must be there."""

    full: Located
    abstract: Located | None
    aligned: str | None


def read_blocks(lines: Iterable[str], source: str) -> Iterator[BagelBlock]:
    """Read blocks one after the other."""
    fields: dict[str, Located] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip():
            name, text = _field(line.strip())
            if name is None:
                raise InvalidInput(f"{source}, line {number}: '{shortened(line)}' is not part of a block", _REMEDY)
            if name in fields:
                raise InvalidInput(f"{source}, line {number}: a second {name} in one block", _REMEDY)
            fields[name] = Located(number, text)
        elif fields:
            yield _block(fields, source)
            fields = {}
    if fields:
        yield _block(fields, source)


def relexicalised(aligned: str, full: DialogueAct, abstract: DialogueAct | None, *, once: bool = False) -> str:
    """Return an aligned text without its alignments, and with names for the Xs.

    ``[near+X]X`` names the slot of an X. Of this slot, the full act's values that the abstract act replaced by X1,
    X2, ... are used in their order, which need not be the one that the author had in mind; a slot with only one such
    value has it at every X. An X stays where that does not tell its value: there is no abstract act or its slots are
    not those of the full one, or the slot has fewer values than Xs. With `once`, a single value is filled in once, too.
    """
    values = _abstracted(full, abstract)
    used: dict[str, int] = defaultdict(int)

    def name(match: re.Match[str]) -> str:
        slot, plus, value = match[1].partition("+")
        if match[2] is None or not plus or value != "X" or slot not in values:
            return match[2] or ""
        place = used[slot] if once or len(values[slot]) > 1 else 0
        used[slot] += 1
        return values[slot][place] if place < len(values[slot]) else match[2]

    return _ALIGNMENT.sub(name, aligned)


def _abstracted(full: DialogueAct, abstract: DialogueAct | None) -> dict[str, list[str]]:
    values: dict[str, list[str]] = defaultdict(list)
    if abstract is None or full.slots != abstract.slots:
        return values
    pairs = (pair for act in full.acts for pair in act.pairs)
    placeholders = (value for act in abstract.acts for _, value in act.pairs)
    for (slot, value), placeholder in zip(pairs, placeholders, strict=True):
        if value is not None and placeholder is not None and _PLACEHOLDER.fullmatch(placeholder):
            values[slot].append(value)
    return values


def _field(line: str) -> tuple[str | None, str]:
    if line.startswith(_ALIGNED):
        return _ALIGNED, line[len(_ALIGNED) :].strip()
    name, equals, text = line.partition("=")
    return (name.strip() if equals and name.strip() in (_FULL, _ABSTRACT) else None), text.strip()


def _block(fields: dict[str, Located], source: str) -> BagelBlock:
    if _FULL not in fields:
        raise InvalidInput(f"{source}, line {next(iter(fields.values())).line}: a block without {_FULL}", _REMEDY)
    aligned = None
    if _ALIGNED in fields:
        line, text = fields[_ALIGNED]
        text = text.removesuffix(";").rstrip()
        if len(text) < 2 or text[0] != '"' or text[-1] != '"':
            raise InvalidInput(f"{source}, line {line}: a text without quotes", 'Write it as -> "text";')
        aligned = unescaped(text[1:-1], '"')
    return BagelBlock(fields[_FULL], fields.get(_ABSTRACT), aligned)
