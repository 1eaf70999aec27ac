"""Lexicons: those that come with genchal, by name, and those of a user, by path.

In: TOML files, and the script of the E2E report.
Out: `Lexicon`, or `PatternLexicon` of the script; every problem with its place.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from genchal.domain.slots.checking import AnyLexicon
from genchal.domain.slots.lexicon import SHIPPED, Lexicon
from genchal.errors import InvalidInput, NotFound
from genchal.resources.files import read_text
from genchal.resources.lexicons.pattern_table import parse_pattern_table
from genchal.resources.lexicons.reading import parse_lexicon

LARGEST = 5_000_000  # bytes; ours have twenty thousand


def load_any_lexicon(name: str) -> AnyLexicon:
    """Read what slots can be checked with: a lexicon, or the table of patterns in a Python file."""
    if not _is_script(name):
        return load_lexicon(name)
    return parse_pattern_table(lexicon_text(name), name, Path(name).stem)


def load_lexicon(name: str) -> Lexicon:
    """Read a lexicon: a name of `SHIPPED`, or the path of a file."""
    if _is_script(name):
        raise InvalidInput(
            f"{name}: patterns of a script, not a lexicon in TOML",
            "Use it with genchal score -m slot_error:lexicon=FILE or genchal lexicon explain.",
        )
    return _shipped(name) if name in SHIPPED else parse_lexicon(lexicon_text(name), name, Path(name).stem, lexicon_text)


def lexicon_text(name: str) -> str:
    """A lexicon as it is written."""
    if name in SHIPPED:
        return (files(__name__) / f"{name}.toml").read_text(encoding="utf-8")
    path = Path(name)
    if not path.suffix and not path.exists():
        raise NotFound(f"there is no lexicon '{name}'", f"Give the path of a file, or one of: {', '.join(SHIPPED)}.")
    if path.is_file() and path.stat().st_size > LARGEST:
        raise InvalidInput(f"{path}: larger than {LARGEST // 1_000_000} MB", "Check that this is a lexicon.")
    return read_text(path)


def _is_script(name: str) -> bool:
    return Path(name).suffix.lower() == ".py"


@cache
def _shipped(name: str) -> Lexicon:
    return parse_lexicon(lexicon_text(name), f"{name}.toml", name, lexicon_text)
