"""Names of form fields, and what people type into them."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from genchal.domain.study.study import Item, Sheet
from genchal.errors import InvalidInput

_NUMBER = re.compile(r"[+-]?\d{1,15}(?:[.,]\d{1,15})?")
# 1,000 and 1.000: one, or a thousand? It depends on where somebody went to school, so it is not for us to guess.
_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:[.,]\d{3})+")


def make_key(sheet: Sheet, item: Item) -> str:
    """The name of an item on pages and in forms: made from its id, but revealing neither it nor its system.

    Ids follow from the campaign's seed and the study's name, which anybody may know who has the campaign file. So names
    are made with the secret of the study, and differ from sheet to sheet: raters who compare pages learn nothing.
    """
    return _hash_key(sheet.secret, sheet.id if sheet.secret else "", item.id)


@lru_cache(maxsize=4096)  # of a sheet whose every word has a field
def _hash_key(secret: bytes, sheet: str, item: str) -> str:
    text = f"{sheet}\0{item}" if secret else item
    return f"i{blake2b(text.encode(), digest_size=6, key=secret[:64]).hexdigest()}"


def name_position(position: int) -> str:
    """What a text is called at a place of the sheet: A to Z, then numbers."""
    return chr(ord("A") + position) if position < 26 else str(position + 1)


def parse_number(answer: str) -> float | None:
    """Read a number that somebody typed, with a point or a comma; None for anything that can be misread."""
    text = unicodedata.normalize("NFKC", answer).strip()
    if not text.isascii() or not _NUMBER.fullmatch(text) or _GROUPED.fullmatch(text):
        return None
    return float(text.replace(",", "."))


def write_number(number: float) -> str:
    """A number as judgements have it."""
    return f"{number:.12g}"


def write_typed_text(text: str) -> str:
    """A text that somebody wrote as judgements have it: with single blanks, as JSON."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)


def check_longest(longest: int) -> None:
    """Raise InvalidInput for a setting that leaves no room to write, or too much."""
    if not 10 <= longest <= 20_000:
        raise InvalidInput(f"longest is {longest}", "Set it to a number from 10 to 20000.")


def parse_list(text: str, what: str) -> tuple[str, ...]:
    """Read a setting that is a list with commas."""
    parts = tuple(part.strip() for part in text.split(","))
    if not all(parts) or len(set(parts)) < len(parts):
        raise InvalidInput(f"{what} cannot be '{text}'", "Write different names, separated by commas.")
    return parts


def make_item_rng(sheet: Sheet, item: Item, purpose: str) -> np.random.Generator:
    """What is random about an item on this sheet: the same whenever the page is loaded again."""
    made = blake2b(f"{sheet.seed}\0{item.id}\0{purpose}".encode(), digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(made))


# Words of conditions that change a page: how the input is shown, and what describing allows and tells.
CHANGING = ("text", "picture", "loc", "noloc", "fc", "nofc")


def split_condition(condition: str) -> frozenset[str]:
    """A condition as words: "picture", or several ("loc fc")."""
    return frozenset(re.split(r"[\s,+]+", condition.lower()))
