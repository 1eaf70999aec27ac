"""What `genchal lexicon` prints."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from genchal.campaign.texts.lexicon import Checked, Explained, Explanation
from genchal.campaign.texts.lexicon_mining import Mined
from genchal.cli._output import aligned
from genchal.domain.slots.lexicon import slot_key

SHOWN = 15  # values that are shown without --slot
WIDTH = 100  # characters of an example


def explained_text(found: Explained, errors: int, total: int) -> str:
    """Outputs, each followed by what it says and what is wrong with it."""
    blocks = ["\n".join(_explanation(one)) for one in found.outputs]
    shown = f"{len(found.outputs):,} of {errors:,} shown" if len(found.outputs) < errors else f"{errors:,} shown"
    unread = f"; {found.unread:,} have inputs without slots" if found.unread else ""
    return "\n\n".join([*blocks, f"{total:,} outputs, {shown}{unread}\nlexicon: {found.lexicon.signature}"])


def _explanation(one: Explanation) -> Iterator[str]:
    yield f"{one.system}, instance {one.instance}: {one.input}"
    yield f"  {one.output}"
    for match, verdict in zip(one.matches, one.verdicts, strict=True):
        words = one.output[match.start : match.end]
        yield f"  {verdict:9} {match.slot} = {match.value}: '{words}' ({match.start}-{match.end})"
    wrong = {(slot, right) for slot, right, _ in one.errors.wrong}
    for slot, value in [*one.errors.missing, *sorted(wrong)]:
        yield f"  missing   {slot} = {value}"


def explained_json(found: Explained) -> str:
    """A record for each match and each slot that is missing."""
    records: list[dict[str, object]] = []
    for one in found.outputs:
        output: dict[str, object] = {
            "system": one.system,
            "instance": one.instance,
            "input": one.input,
            "output": one.output,
        }
        for match, verdict in zip(one.matches, one.verdicts, strict=True):
            words = one.output[match.start : match.end]
            records.append(output | match._asdict() | {"text": words, "verdict": verdict})
        for slot, value in one.errors.missing:
            records.append(output | _lacking(slot, value, "missing"))
        for slot, value, _ in one.errors.wrong:
            records.append(output | _lacking(slot, value, "missing"))
    for record in records:
        record["signature"] = found.lexicon.signature
    return json.dumps({"schema": 1, "slots": records}, ensure_ascii=False)


def _lacking(slot: str, value: str, verdict: str) -> dict[str, object]:
    return {"slot": slot, "value": value, "start": None, "end": None, "text": None, "verdict": verdict}


def mined_text(mined: Mined, slot: str | None) -> str:
    """Values that are not found, the most frequent first, with proposals."""
    values = [one for one in mined.values if one.uncovered and (not slot or slot_key(one.slot) == slot_key(slot))]
    shown = values if slot else values[:SHOWN]
    lines = [["slot", "value", "references", "not found", "phrase", "in these", "elsewhere", "for example"]]
    for one in shown:
        cells = [one.slot, one.value, f"{one.references:,}", f"{one.uncovered:,}"]
        if not one.proposals:
            lines.append([*cells, "", "", "", ""])
        for proposal in one.proposals:
            counts = [f"{proposal.inside:,}", f"{proposal.outside:,}"]
            lines.append([*cells, proposal.phrase, *counts, _shortened(proposal.example, proposal.phrase)])
            cells = ["", "", "", ""]
    share = f"{100 * mined.covered / mined.references:.1f}%"
    notes = [f"{mined.covered:,} of {mined.references:,} references ({share}) express everything and add nothing."]
    if len(values) > len(shown):
        notes.append(f"{len(values) - len(shown):,} more values are not always found; see them with --slot or --json.")
    if mined.added:
        added = ", ".join(f"{name} = {value} ({count:,})" for name, value, count in mined.added[:5])
        notes.append(f"Found where the input does not have it: {added}.")
    return "\n".join([*(aligned(lines) if shown else ["Every value is found in all references."]), "", *notes])


def _shortened(text: str, phrase: str) -> str:
    """The part of an example around a phrase."""
    first = phrase.split()[0]
    place = max(text.lower().find(first), 0)
    start = max(0, place - WIDTH // 4)
    part = " ".join(text[start : start + WIDTH].split())
    return f"{'...' if start else ''}{part}{'...' if start + WIDTH < len(text) else ''}"


def mined_json(mined: Mined) -> str:
    """A record for each value."""
    records = [asdict(one) | {"signature": mined.signature} for one in mined.values]
    whole = {"references": mined.references, "covered": mined.covered}
    return json.dumps({"schema": 1, "values": records, **whole}, ensure_ascii=False)


def checked_text(checked: Checked) -> str:
    """Slots of a lexicon; with data, how often their values are found."""
    tried = checked.references is not None
    lines = [["slot", "kind", "values", "phrases", *(["wanted", "found", "no words for"] if tried else [])]]
    for one in checked.slots:
        kind = "not in the lexicon" if one.slot not in checked.lexicon.slots else "open" if one.is_open else "closed"
        cells = [one.slot, kind, str(one.values), str(one.phrases)]
        if tried:
            share = f"{100 * one.found / one.wanted:.1f}%" if one.wanted else "-"
            more = f" and {len(one.unknown) - 3} more" if len(one.unknown) > 3 else ""
            cells += [f"{one.wanted:,}", share, f"{', '.join(one.unknown[:3])}{more}"]
        lines.append(cells)
    notes = []
    if checked.references and checked.covered is not None:
        share = f"{100 * checked.covered / checked.references:.1f}%"
        notes = [
            f"{checked.covered:,} of {checked.references:,} references ({share}) express everything and add nothing."
        ]
    return "\n".join([*aligned(lines), "", *notes, f"lexicon: {checked.lexicon.signature}"])


def checked_json(checked: Checked) -> str:
    """A record for each slot."""
    records = [asdict(one) | {"signature": checked.lexicon.signature} for one in checked.slots]
    whole = {"references": checked.references, "covered": checked.covered}
    return json.dumps({"schema": 1, "slots": records, **whole}, ensure_ascii=False)
