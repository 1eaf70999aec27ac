"""A file of instances into a file for every part."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from genchal.campaign.reading.contents import TABLE_SUFFIXES
from genchal.campaign.reading.instances import load_instances
from genchal.domain.splits import group_keys, split_instances
from genchal.errors import InvalidInput, counted
from genchal.resources.files import inner_name, write_whole

NAMES = {2: ("train", "test"), 3: ("train", "dev", "test")}


@dataclass(frozen=True, slots=True)
class SplitPart:
    """A part of a split as it was written; `share` is what it really has of all rows."""

    name: str
    path: Path
    rows: int
    groups: int
    share: float


def parse_shares(text: str) -> tuple[float, ...]:
    """Read "82,9,9" or "82-9-9"."""
    try:
        shares = tuple(float(share) for share in re.split(r"[,-]", text))
    except ValueError:
        shares = ()
    if len(shares) < 2 or not all(0 < share < float("inf") for share in shares):
        raise InvalidInput(f"'{text}' is not a list of sizes", "Write two or more numbers, such as 82,9,9.")
    return shares


def parse_names(text: str | None, parts: int) -> tuple[str, ...]:
    """Read "train,dev,test"; two or three parts have these names anyway."""
    if text is None and parts in NAMES:
        return NAMES[parts]
    names = tuple(name.strip() for name in (text or "").split(",") if name.strip())
    if len(names) != parts or len({name.lower() for name in names}) != parts:
        raise InvalidInput(
            f"{counted(parts, 'part')} need {counted(parts, 'different name')}", "Write them as --names train,dev,test."
        )
    for name in names:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise InvalidInput(f"'{name}' is not a valid file name", "Use letters, digits, dots, - and _.")
    return names


def split_file(
    path: Path, task: str | None, shares: Sequence[float], names: Sequence[str], by: str, seed: int, out: Path
) -> tuple[SplitPart, ...]:
    """Split the rows of a file and write every part in the format of the task, after all has been checked."""
    reader, rows = load_instances(path, task, "row")
    divided = split_instances(rows, shares, by, np.random.default_rng(seed))
    parts, texts = [], []
    for name, instances in zip(names, divided, strict=True):
        groups = len(set(group_keys(instances, by)))
        if not instances:
            every = len(set(group_keys(rows, by)))
            raise InvalidInput(
                f"{path}: nothing is left for '{name}' among {counted(every, 'group')} by {by}",
                "Ask for fewer parts or a larger share, or split by something finer.",
            )
        lines = list(reader.render(instances))
        target = out / f"{name}{_suffix(path, lines)}"
        if target.resolve() == Path(str(path).partition("#")[0]).resolve():
            raise InvalidInput(f"{target} is the file to split", "Choose another folder or other names.")
        parts.append(SplitPart(name, target, len(instances), groups, len(instances) / len(rows)))
        texts.append("".join(f"{line}\n" for line in lines))
    for part, text in zip(parts, texts, strict=True):
        write_whole(part.path, text.encode())
    return tuple(parts)


def _suffix(path: Path, lines: Iterable[str]) -> str:
    """The suffix of what is written: that of the file read, unless the format writes another kind of table."""
    suffix = inner_name(Path(str(path).partition("#")[0])).suffix or ".txt"
    first = next(iter(lines), "")
    if suffix not in TABLE_SUFFIXES:
        return suffix
    return ".jsonl" if first.startswith("{") else ".tsv" if "\t" in first else ".csv"
