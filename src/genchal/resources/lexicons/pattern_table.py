"""The script of the E2E challenge's report as a lexicon: its table of patterns is read, nothing of it is run.

``slot_error.py`` (github.com/tuetschek/e2e-cleaning; Dušek et al. 2019) is somebody else's work and does not come with
genchal. Of the user's copy the literal that is assigned to `TABLE` is taken: per slot either values with a list of
regular expressions each, or a list of values that stand for themselves.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import warnings
from collections.abc import Sequence

from genchal.domain.slots.patterns import PatternLexicon, ValuePattern
from genchal.errors import InvalidInput

TABLE = "REALIZATIONS"
REMEDY = "Give the script slot_error.py of github.com/tuetschek/e2e-cleaning, unchanged, or a lexicon in TOML."
UNSIGNED = (1 << 64) - 1

Table = dict[str, dict[str, list[str]] | list[str]]


def parse_pattern_table(text: str, source: str, name: str) -> PatternLexicon:
    """Read the table of patterns from the text of the script; `source` names the file in errors."""
    table = _find_table(text, source)
    patterns: list[ValuePattern] = []
    for slot in python2_order([*table]):
        entry = table[slot]
        if isinstance(entry, list):
            patterns.append(ValuePattern(slot, None, _compile(entry, f"{source}, {slot}")))
        else:
            patterns += (
                ValuePattern(slot, value, _compile(entry[value], f"{source}, {slot}, {value}"))
                for value in python2_order([*entry])
            )
    fingerprint = hashlib.sha256(json.dumps(table).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    values = {slot: tuple(entry) for slot, entry in table.items()}
    return PatternLexicon(name, tuple(patterns), values, fingerprint)


def python2_order(keys: Sequence[str]) -> list[str]:
    """The order in which Python 2.7 (64 bits) goes through a dictionary that is written with these keys, in a literal.

    Table 12 was made with it. The order decides which of two patterns on the same characters counts, and which value is
    looked for last. Places follow from the hashes of the keys; a dictionary grows when two thirds of it are full.
    """
    size = 8
    while len(keys) > 5 and size <= len(keys):
        size *= 2
    placed: list[str | None] = [None] * size
    for number, key in enumerate(keys, start=1):
        _place(key, placed)
        if number * 3 >= len(placed) * 2:
            larger: list[str | None] = [None] * (1 << (number * 4).bit_length())
            for other in placed:
                if other is not None:
                    _place(other, larger)
            placed = larger
    return [key for key in placed if key is not None]


def _place(key: str, placed: list[str | None]) -> None:
    """Put a key into the first free place of its sequence of places."""
    disturbance = place = _python2_hash(key)
    while placed[place % len(placed)] is not None:
        place = place * 5 + disturbance + 1
        disturbance >>= 5
    placed[place % len(placed)] = key


def _python2_hash(text: str) -> int:
    """The hash of a text in Python 2.7, as an unsigned number."""
    value = ord(text[0]) << 7 if text else 0
    for character in text:
        value = (1000003 * value & UNSIGNED) ^ ord(character)
    return value ^ len(text)


def _find_table(text: str, source: str) -> Table:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its patterns have escapes that Python warns about
            module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidInput(f"{source}: cannot be read as a Python file", REMEDY) from error
    for statement in module.body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == TABLE for target in statement.targets
        ):
            try:
                return _checked(ast.literal_eval(statement.value), source)
            except (ValueError, TypeError, RecursionError, MemoryError) as error:
                raise InvalidInput(f"{source}: its table {TABLE} is not written out", REMEDY) from error
    raise InvalidInput(f"{source}: it has no table {TABLE} of patterns", REMEDY)


def _checked(table: object, source: str) -> Table:
    """The table, if it has the shape that it should have."""
    if not isinstance(table, dict) or not table:
        raise InvalidInput(f"{source}: {TABLE} is not a table of slots", REMEDY)
    for slot, entry in table.items():
        lists = [*entry.values()] if isinstance(entry, dict) else [entry]
        texts = [slot, *(entry if isinstance(entry, dict) else ()), *(text for texts in lists for text in _list(texts))]
        if not lists or not all(isinstance(text, str) and text for text in texts):
            raise InvalidInput(f"{source}, {slot}: neither values with patterns nor a list of values", REMEDY)
    return table


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) and value else [None]


def _compile(patterns: Sequence[str], source: str) -> re.Pattern[str]:
    """One regular expression for all, as whole words, unless they say themselves where they begin or end."""
    alternatives = (
        ("" if pattern.startswith("^") else r"\b") + pattern + ("" if pattern.endswith("$") else r"\b")
        for pattern in patterns
    )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile("|".join(alternatives), re.IGNORECASE)
    except (re.error, RecursionError, OverflowError) as error:
        raise InvalidInput(f"{source}: not a regular expression ({error})", REMEDY) from error
