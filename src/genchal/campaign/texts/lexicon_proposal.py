"""What mining found, as a lexicon file: to begin one's own with, or to add to one that exists."""

from __future__ import annotations

import json
from collections.abc import Iterator

from genchal.campaign.texts.lexicon_mining import NOTATION
from genchal.domain.results.lexicon import MinedLexicon, ValueCoverage
from genchal.domain.slots.lexicon import NOT_LITERAL


def proposal_toml(mined: MinedLexicon) -> str:
    """A lexicon that builds upon the one that was tried; proposals stand in the order of their strength.

    They are guesses: read them, and delete what does not belong there.
    """
    lines = [
        f"# Proposed from {mined.references:,} references of {mined.source}.",
        "# Counts of references with the phrase: where the value is not found / for inputs without the value.",
        "# Delete what does not express the value.",
        "",
    ]
    if mined.lexicon is not None:
        lines += [f"base = {_quoted(mined.lexicon)}", ""]
    for slot in dict.fromkeys(value.slot for value in mined.values):
        own = [value for value in mined.values if value.slot == slot]
        lines += _slot(slot, own, is_new=mined.lexicon is None, is_open=slot in mined.spelt_out)
    return "\n".join(lines)


def _slot(slot: str, values: list[ValueCoverage], is_new: bool, is_open: bool) -> Iterator[str]:
    entries = [entry for value in values if (entry := list(_value(value, is_new, is_open)))]
    if is_new and is_open:
        yield from (f"[slots.{_key(slot)}]", "open = true", "")
    if entries:
        yield f"[slots.{_key(slot)}.values]"
        for entry in entries:
            yield from entry
        yield ""


def _value(value: ValueCoverage, is_new: bool, is_open: bool) -> Iterator[str]:
    """A value with its phrases; a new one of a closed slot begins with itself."""
    stands_for_itself = is_new and not is_open and value.value.lower().strip() not in NOT_LITERAL
    if not value.proposals and not stands_for_itself:
        return
    yield f"{_key(value.value)} = [  # not found in {value.uncovered:,} of {value.references:,}"
    if stands_for_itself:
        yield f"    {_quoted(_escaped(value.value))},"
    for proposal in value.proposals:
        scope = f'{{ phrases = [{_quoted(proposal.phrase)}], scope = "value" }}'  # guesses must not count as additions
        yield f"    {scope},  # {proposal.inside:,} / {proposal.outside:,}"
    yield "]"


def _escaped(value: str) -> str:
    """A value as a phrase, without the signs that phrases use otherwise."""
    return "".join(" " if character in NOTATION else character for character in value)


def _key(text: str) -> str:
    return text if text.isascii() and text.replace("_", "").isalnum() else _quoted(text)


def _quoted(text: str) -> str:
    """A text as TOML has it; JSON's escapes are a part of TOML's."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
