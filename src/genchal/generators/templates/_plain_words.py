"""Plain English for slots that nobody has written words for: made of the slot's name and its value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pkgutil import get_data

from genchal.domain.settings import parse_toml
from genchal.generators._slots import unnumbered
from genchal.generators.templates._acts import Turn, join_list, merge_repeated
from genchal.text.values.delexicalise import lexicalise

_WORD_END = re.compile(r"[\W_]+|(?<=[a-z\d])(?=[A-Z])")
_ANSWERS = {"yes", "no", "true", "false", "none"}
_INDIFFERENT = {"dontcare", "dont_care", "don't care"}


def split_name(slot: str) -> str:
    """The words in the name of a slot: customerRating and customer_rating are a customer rating."""
    return " ".join(filter(None, _WORD_END.split(slot))).lower() or slot.strip() or "value"


def is_plural(noun: str) -> bool:
    """Whether a noun looks plural, by its letters: hours, but not address, bus or basis."""
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def is_name(slot: str) -> bool:
    """Whether a slot has the name of what is described."""
    return split_name(slot).split()[-1] in ("name", "title")


def state_plainly(slot: str, value: str, owner: str = "the") -> str:
    """A clause without a full stop: "its effort is easy". `owner` is "its" where the text has named something."""
    words = split_name(slot)
    if is_name(slot):
        return f"the {words} is {value}" if owner != "its" else f"it is called {value}"
    if not value:
        return f"there is {words}" if owner != "its" else f"it has {words}"
    if value.lower() in _ANSWERS:
        return f"for {words}, the answer is {value.lower()}"
    if value.lower() in _INDIFFERENT:
        return f"any {words} will do"
    return f"{owner} {words} {'are' if is_plural(words) else 'is'} {value}"


def describe_plainly(values: Mapping[str, str], is_named: bool = False) -> list[str]:
    """A sentence for each slot; the name, if nobody has said it, comes first."""
    values = merge_repeated((unnumbered(slot), value) for slot, value in values.items())
    sentences = []
    names = [] if is_named else [slot for slot in values if is_name(slot) and values[slot]]
    if names:
        sentences.append(f"This is {values[names[0]]}.")
    owner = "its" if names or is_named else "the"
    sentences += [
        capitalise(state_plainly(slot, values[slot], owner)) + "." for slot in values if slot not in names[:1]
    ]
    return sentences


def say_act(turn: Turn) -> str | None:
    """A question, a greeting, or another act that is no statement about something; None for statements."""
    frames = _frames()
    words = split_name(turn.act).split()
    keys = [" ".join(words[:end]) for end in range(len(words), 0, -1)]
    frame = next((frames[key] for key in keys if key in frames), None)
    if frame is None:
        return None if turn.values else capitalise(split_name(turn.act)) + "."
    values = turn.values
    facts = join_list([state_plainly(slot, value) for slot, value in values.items() if value])
    options = join_list([*turn.options], "or")
    slots = join_list([split_name(slot) for slot in values])
    if "{" in frame and not slots:
        return capitalise(split_name(turn.act)) + "."
    return capitalise(lexicalise(frame, {"facts": facts or slots, "options": options or slots, "slots": slots}))


def capitalise(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


@cache
def _frames() -> dict[str, str]:
    return {str(act): str(frame) for act, frame in read_shipped("acts")["acts"].items()}


def read_shipped(name: str) -> dict[str, dict[str, object]]:
    """A file of wordings that comes with genchal."""
    text = (get_data(__package__, f"wordings/{name}.toml") or b"").decode()
    return parse_toml(text, f"{name}.toml")
