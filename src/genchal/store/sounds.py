"""Sound files of studies: what raters hear in place of reading it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import insert, select

from genchal.errors import NotFound
from genchal.store.connection.writer import Transaction
from genchal.store.schema import sound


@dataclass(frozen=True, slots=True)
class Sound:
    """What a system's output for an instance sounds like."""

    system: str
    instance: str
    media_type: str
    data: bytes = field(repr=False)


def add_sounds(transaction: Transaction, study: int, sounds: Iterable[Sound]) -> None:
    """Store the sounds of a study, when it is created."""
    for new_sound in sounds:
        named = {"study": study, "system": new_sound.system, "instance": new_sound.instance}
        transaction.execute(insert(sound), {**named, "media_type": new_sound.media_type, "data": new_sound.data})


def load_sound(transaction: Transaction, study: int, system: str, instance: str) -> Sound:
    """One of them."""
    chosen = select(sound.c.system, sound.c.instance, sound.c.media_type, sound.c.data).where(
        sound.c.study == study, sound.c.system == system, sound.c.instance == instance
    )
    row = transaction.execute(chosen).first()
    if row is None:
        raise NotFound("there is no such sound", "Reload the page.")
    return Sound(row.system, row.instance, row.media_type, bytes(row.data))
