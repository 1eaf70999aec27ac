"""What inputs have that training did not: networks leave it out, or say something else in its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from genchal.generators._slots import unnumbered
from genchal.generators.neural.data.meanings import Fact, Meaning, name_feature
from genchal.generators.neural.data.sources import Codec

SHOWN, LONGEST = 5, 60  # names in a sentence, and characters of a name


def describe_unseen(codec: Codec, meanings: Sequence[Meaning]) -> list[str]:
    """A sentence for slots, one for values, and one for inputs without any."""
    slots = _count(meanings, lambda fact: fact.slot if fact.slot not in codec.slot_numbers else None)
    values = _count(meanings, lambda fact: f"{fact.slot}[{fact.value}]" if _is_unseen_value(codec, fact) else None)
    empty = sum(not any(not fact.is_ours for fact in meaning) for meaning in meanings)
    sentences = [
        f"{kind} that training did not have are not said, or something else is: {_list_names(found)}"
        for kind, found in (("slots", slots), ("values", values))
        if found
    ]
    return sentences + ([f"inputs without a slot have outputs about nothing: {empty}"] if empty else [])


def describe_unfilled(codec: Codec, written: Sequence[tuple[Meaning, Sequence[str]]]) -> list[str]:
    """A sentence on placeholders that were written for inputs without their slot, and have stayed in the text."""
    found: Counter[str] = Counter()
    for meaning, words in written:
        slots = {fact.slot for fact in meaning}
        names = {word[1:-1] for word in words if word.startswith("{") and word.endswith("}")}
        found.update(f"{{{name}}}" for name in names - slots if unnumbered(name) in codec.hidden.slots)
    return [f"placeholders without a value are left in outputs: {_list_names(found)}"] if found else []


def describe_empty(texts: Sequence[str | None]) -> list[str]:
    """A sentence on outputs without a word."""
    empty = sum(text is not None and not text.strip() for text in texts)
    return [f"outputs without a word: {empty}"] if empty else []


def _is_unseen_value(codec: Codec, fact: Fact) -> bool:
    """Whether a network has to guess at a value: its slot is known, but neither hidden nor copied nor spelt."""
    if fact.slot not in codec.slot_numbers or codec.hidden.hides(fact) or codec.copies:
        return False
    return codec.layout in ("facts", "flat") and name_feature(fact) not in codec.feature_numbers


def _count(meanings: Sequence[Meaning], name: Callable[[Fact], str | None]) -> Counter[str]:
    names = (name(fact) for meaning in meanings for fact in meaning if not fact.is_ours)
    return Counter(found for found in names if found is not None)


def _list_names(found: Counter[str]) -> str:
    """The most frequent names, with how often they occur."""
    often = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{_shorten(name)} ({count} x)" for name, count in often]
    return ", ".join(shown[:SHOWN]) + (f", and {len(shown) - SHOWN} more" if len(shown) > SHOWN else "")


def _shorten(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 3]}..."
