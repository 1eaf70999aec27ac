"""Names of tracks and systems where they must fit: in file names, and in figures."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genchal.domain.results.campaign import CampaignResults

# Windows opens a device instead of a file under these names, whatever the extension.
DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{i}" for port in ("com", "lpt") for i in range(1, 10))})
LONGEST_SLUG = 60
SAFE_NAME = re.compile(rf"[\w+() .-]{{1,{LONGEST_SLUG}}}")

# What XML 1.0 cannot hold, half surrogate pairs included.
NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_safe_name(name: str) -> bool:
    """Whether every system takes this for the name of a file, as it is."""
    stem = name.partition(".")[0].lower()
    return SAFE_NAME.fullmatch(name) is not None and name.strip(". ") == name and stem not in DEVICES


def slug(name: str, kind: str = "track") -> str:
    """Make a safe file name of a name: lower-case ASCII letters, digits, hyphens; its kind if nothing is left."""
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    safe = re.sub(r"[^a-z0-9]+", "-", ascii_only.lower())[:LONGEST_SLUG].strip("-")
    if not safe:
        return kind
    return f"{kind}-{safe}" if safe in DEVICES else safe


def track_slugs(results: CampaignResults) -> tuple[str, ...]:
    """Make one slug per track; tracks whose names come out the same are numbered."""
    return number_names(slug(track.name) for track in results.tracks)


def number_names(names: Iterable[str]) -> tuple[str, ...]:
    """Add numbers to names that occur before: "walks", "walks-2"."""
    taken: dict[str, None] = {}
    for base in names:
        candidate = base
        number = 2
        while candidate in taken:
            candidate = f"{base}-{number}"
            number += 1
        taken[candidate] = None
    return tuple(taken)


def one_line(text: str) -> str:
    """Put the text on one line, with U+FFFD for what no XML file can hold."""
    return " ".join(NOT_IN_XML.sub("\ufffd", text).split())


def shorten(text: str, longest: int) -> str:
    """Put the text on one line, cut with an ellipsis if it is longer than this many characters."""
    line = one_line(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
