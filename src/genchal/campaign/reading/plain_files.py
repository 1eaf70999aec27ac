"""Files of plain text that are read piece by piece, because they may be larger than memory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from genchal.campaign.reading.contents import BEGINNING, detect_contents, is_table, is_trees
from genchal.resources.files import iterate_lines, iterate_raw_lines
from genchal.resources.table_lines import is_parquet
from genchal.tasks.plain import Plain
from genchal.tasks.tuna import has_trials

LARGE = 1 << 23  # bytes, as they are on the disk, from which on more than scoring is done piece by piece


def looks_otherwise(path: Path) -> bool:
    """Whether a file is no plain text, or has the line ends of old Macintoshes, which only reading it whole tells."""
    if is_parquet(path):
        return True
    first = list(islice(iterate_lines(path), 4 * BEGINNING))
    return is_table(path, first) or is_trees(path, first) or has_trials(first) or _has_old_ends(path)


def _has_old_ends(path: Path) -> bool:
    """Whether a file has no line ends but those of old Macintoshes."""
    first = next(iterate_raw_lines(path), b"")
    return b"\r" in first and not first.endswith(b"\n")


def is_large_text(files: Sequence[Path | str]) -> bool:
    """Whether these are files of plain text, and too large together to be handled in memory."""
    if any(str(file).startswith("@") or "#" in str(file) for file in files):
        return False
    paths = list(map(Path, files))
    if not all(path.is_file() for path in paths) or sum(path.stat().st_size for path in paths) < LARGE:
        return False
    return all(
        not looks_otherwise(path)
        and detect_contents(path, list(islice(iterate_lines(path), 4 * BEGINNING))) == Plain.name
        for path in paths
    )
