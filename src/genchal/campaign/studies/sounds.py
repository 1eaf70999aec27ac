"""Sound files of a study that is heard: found by system and instance, checked, and read when the study is made."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from genchal.domain.study.study import Block, Item
from genchal.errors import InvalidInput, NotFound, counted
from genchal.resources.files import read_bytes
from genchal.store.sounds import Sound

LARGEST = 5_000_000  # bytes of a file: a minute of speech, even where it is not compressed
ALL = 250_000_000  # bytes of a study

# By suffix, the first that there is: what browsers call it, and how such a file begins.
KINDS = {
    ".mp3": ("audio/mpeg", re.compile(rb"ID3|\xff[\xe0-\xff]")),
    ".m4a": ("audio/mp4", re.compile(rb"....ftyp", re.DOTALL)),
    ".ogg": ("audio/ogg", re.compile(rb"OggS")),
    ".wav": ("audio/wav", re.compile(rb"RIFF....WAVE", re.DOTALL)),
}
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]|^\.+$')


def read_sounds(folder: Path, blocks: Iterable[Block]) -> tuple[Sound, ...]:
    """The sound of every item: SYSTEM/INSTANCE.mp3 or another kind; what file names cannot hold is written as _."""
    items = [item for block in blocks for item in block.items]
    _refuse_changed(items)
    wanted = sorted({(item.system, item.instance) for item in items})
    found = {pair: _file(folder, *pair) for pair in wanted}
    missing = [pair for pair, path in found.items() if path is None]
    if missing:
        first = _stem(folder, *missing[0])
        raise NotFound(
            f"{counted(len(missing), 'sound')} of {len(wanted):,} {'is' if len(missing) == 1 else 'are'} missing, "
            f"the first is {first}.mp3",
            f"Put a file there (or {', '.join(list(KINDS)[1:])}), or remove sound so that the browser speaks.",
        )
    size = sum(path.stat().st_size for path in found.values() if path)
    if size > ALL:
        raise InvalidInput(f"{folder}: {size:,} bytes of sound", f"Compress it: {ALL:,} bytes at most.")
    return tuple(_read(path, *pair) for pair, path in found.items() if path)


def _refuse_changed(items: Iterable[Item]) -> None:
    for item in items:
        if item.kind in ("damaged", "attention"):
            raise InvalidInput(
                f"an item of the kind '{item.kind}' has no sound file of its own", f"Set control.{item.kind} to 0."
            )


def _stem(folder: Path, system: str, instance: str) -> Path:
    return folder / _NOT_IN_NAMES.sub("_", system) / _NOT_IN_NAMES.sub("_", instance)


def _file(folder: Path, system: str, instance: str) -> Path | None:
    stem = _stem(folder, system, instance)
    paths = (stem.with_name(f"{stem.name}{suffix}") for suffix in KINDS)
    return next((path for path in paths if path.is_file()), None)


def _read(path: Path, system: str, instance: str) -> Sound:
    if path.stat().st_size > LARGEST:
        raise InvalidInput(f"{path}: {path.stat().st_size:,} bytes", f"Compress it: {LARGEST:,} bytes at most.")
    media_type, beginning = KINDS[path.suffix]
    data = read_bytes(path)
    if not beginning.match(data):
        raise InvalidInput(f"{path} is not a {path.suffix} sound file", "Save it again, or correct its name.")
    return Sound(system, instance, media_type, data)
