"""Files that are one, in parts: ``outputs-*.parquet`` names all of them, in the order of their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from genchal.errors import InvalidInput, NotFound, list_some
from genchal.resources.addresses import address_of, list_addresses, local_path
from genchal.resources.files import inner_name, iterate_lines
from genchal.resources.parquet_files import iterate_parquet_rows, list_parquet_columns
from genchal.tasks.columns import has_columns

SEPARATED = {".tsv", ".csv"}
_OF = re.compile(r"(\d+)-of-(\d+)")
_WILD = re.compile(r"[*?]")


def is_sharded(path: Path) -> bool:
    """Whether a path has * or ? in it, and is not itself that of a file."""
    return _WILD.search(path.as_posix()) is not None and (address_of(path) is not None or not path.exists())


def find_shards(path: Path) -> list[Path]:
    """The files that a path with * or ? names, in the order of the numbers in their names; there must be some."""
    path = local_path(path)
    address = address_of(path)
    if address is not None:
        found = list(map(Path, list_addresses(address)))
    else:
        relative = path.relative_to(path.anchor).as_posix().replace("[", "[[]")  # which is no wildcard here
        found = [shard for shard in Path(path.anchor).glob(relative) if not shard.is_dir()]
    if not found:
        raise NotFound(f"{address or path}: no such files", "Check the pattern; in a shell it needs quotes around it.")
    found.sort(key=lambda shard: (_numbered(inner_name(shard)), shard))
    for one, other in pairwise(found):
        if _numbered(inner_name(one)) == _numbered(inner_name(other)):  # packed, or with other zeros before a number
            raise InvalidInput(
                f"{one} and {other.name} are the same shard", "Use a pattern that names only one of them."
            )
    _check_complete(address or str(path), found)
    return found


def shards_name(path: Path) -> str:
    """What the files are called together: ``outputs`` for outputs-*.tsv, the folder's name for ours/part-*.parquet."""
    before = _WILD.split(path.name, maxsplit=1)[0].rstrip("-_.")
    if before in ("", "part", "shard", "data"):
        folder = path.parent.name
        before = before if not folder or _WILD.search(folder) else folder
    return before or "shards"


def join_shards(path: Path, folder: Path) -> Path:
    """Write the shards into one file of the folder: of tables the first line once, of Parquet files rows as JSON."""
    shards = find_shards(path)
    kinds = {inner_name(shard).suffix for shard in shards}
    if len(kinds) > 1:
        raise InvalidInput(
            f"{path}: files of different kinds ({list_some(sorted(kinds), 5)})", "Use a pattern that names one kind."
        )
    (suffix,) = kinds
    if suffix == ".json":
        raise InvalidInput(f"{path}: JSON documents cannot be joined", "Write JSON lines (.jsonl), an object a line.")
    joined = folder / (shards_name(path) + (".jsonl" if suffix == ".parquet" else suffix))
    lines = _rows(shards) if suffix == ".parquet" else _lines(shards, suffix)
    with joined.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
    return joined


def _rows(shards: Sequence[Path]) -> Iterator[str]:
    """Rows of Parquet files, which have the same columns."""
    _check_columns(shards, [", ".join(sorted(list_parquet_columns(shard))) for shard in shards])
    for shard in shards:
        yield from iterate_parquet_rows(shard)


def _lines(shards: Sequence[Path], suffix: str) -> Iterator[str]:
    """Lines of texts, or of tables with the same header."""
    firsts = [(shard, next(iterate_lines(shard), None)) for shard in shards]
    given = [(shard, first) for shard, first in firsts if first is not None]
    header = given[0][1] if given else ""
    is_table = not header.lstrip().startswith(("{", "[")) and (
        has_columns(header) or (suffix in SEPARATED and len(given) > 1 and all(first == header for _, first in given))
    )
    if is_table:
        _check_columns([shard for shard, _ in given], [first for _, first in given])
        yield header
    for shard, _ in given:
        lines = iterate_lines(shard)
        if is_table:
            next(lines)
        yield from lines


def _check_columns(shards: Sequence[Path], columns: Sequence[str]) -> None:
    for shard, own in zip(shards, columns, strict=True):
        if own != columns[0]:
            shown, first = (" ".join(text.split())[:80] for text in (own, columns[0]))
            raise InvalidInput(
                f"{shard}: its columns ({shown}) are not those of {shards[0].name} ({first})",
                "Write all shards with the same columns, in the same order.",
            )


def _check_complete(pattern: str, shards: Sequence[Path]) -> None:
    """Numbers tell whether a shard is missing: 00003-of-00010, or a gap in numbers that otherwise follow each other."""
    counted = [match for shard in shards if (match := _OF.search(shard.name))]
    if len(counted) == len(shards):
        totals = sorted({int(match[2]) for match in counted})
        if len(totals) > 1:
            raise InvalidInput(
                f"{pattern}: some of these files are of {totals[0]} shards, others of {totals[1]}",
                "Use a pattern that names only those that belong together.",
            )
        (total,) = totals
        numbers = {int(match[1]) for match in counted}
        start = 0 if 0 in numbers else 1
        lost = sorted(set(range(start, total + start)) - numbers)
        if lost:
            _refuse(pattern, lost, total)
        return
    fields = [_parts(shard.name) for shard in shards]
    if len({len(parts) for parts in fields}) > 1:
        return
    varying = [place for place in range(len(fields[0])) if len({parts[place] for parts in fields}) > 1]
    if len(varying) != 1 or not all(parts[varying[0]].isdecimal() for parts in fields):
        return
    numbers_there = sorted(int(parts[varying[0]]) for parts in fields)
    gaps = [
        number for one, other in pairwise(numbers_there[:1000]) for number in range(one + 1, min(other, one + 1000))
    ]
    if gaps and len(gaps) < len(shards):  # dates and the like have many
        _refuse(pattern, gaps, len(shards) + len(gaps))


def _refuse(pattern: str, lost: Sequence[int], total: int) -> None:
    named = list_some([str(number) for number in lost], 5)
    raise InvalidInput(
        f"{pattern}: of {total} shards {len(lost)} {'is' if len(lost) == 1 else 'are'} missing (number {named})",
        "Fetch them, or number the files without a gap if nothing is missing.",
    )


def _numbered(path: Path) -> list[str | int]:
    """A path by which files are put in the order of the numbers in their names."""
    return [int(part) if part.isdecimal() else part for part in _parts(path.as_posix())]


def _parts(name: str) -> list[str]:
    """A name as letters and numbers in turn."""
    return re.split(r"(\d+)", name)
