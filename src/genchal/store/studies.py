"""Studies: composed once, stored whole."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
from sqlalchemy import Row, bindparam, func, insert, select, update

from genchal.domain.results.table import pick_fields
from genchal.domain.study.study import Block, Item, Subject
from genchal.errors import InvalidInput, UnknownName
from genchal.store.connection.row_cache import read_cached
from genchal.store.connection.writer import Transaction
from genchal.store.events import log_event
from genchal.store.json_columns import read_item, read_subject, write_item, write_subject
from genchal.store.next_block import has_room
from genchal.store.numbering import number_rows
from genchal.store.records import Study, StudyState
from genchal.store.schema import DRAWS, block, block_item, item, make_storable, study, subject
from genchal.store.sounds import Sound, add_sounds

MAY_COME_AGAIN = ("practice", "attention")  # kinds of items that a rater may see on more than one sheet


def create_study(
    transaction: Transaction,
    name: str,
    *,
    design: Mapping[str, Any],
    blocks: Sequence[Block],
    subjects: Iterable[Subject],
    quota: int | Mapping[str, int] | None,
    seed: int,
    now: float,
    groups: Mapping[str, str] | None = None,
    sounds: Iterable[Sound] = (),
) -> Study:
    """Store a study with all its items and blocks.

    `quota` is how many raters each block wants, for all alike or by block; None: everybody, as for those for practice.
    `groups` are the parts of conditions by which raters are grouped; without them everybody may see all.
    """
    check_names(name, blocks)
    if transaction.execute(select(study.c.id).where(study.c.name == name)).first():
        raise InvalidInput(f"there is already a study '{name}'", "Choose another name; nothing was stored.")
    created = {
        "name": name,
        "design": dict(design),
        "seed": seed,
        "key": secrets.token_hex(32),
        "state": "open",
        "created_at": now,
    }
    (numbered,) = number_rows(transaction, study, [created])
    number = transaction.execute(insert(study).returning(study.c.id), numbered).scalar_one()
    items = _insert_items(transaction, number, blocks)
    known = [
        {"study": number, "instance": new_subject.instance, "content": write_subject(new_subject)}
        for new_subject in {new_subject.instance: new_subject for new_subject in subjects}.values()
    ]
    if known:
        transaction.execute(insert(subject), known)
    _insert_blocks(transaction, number, blocks, items, quota, seed, groups or {})
    add_sounds(transaction, number, sounds)
    log_event(transaction, number, "study created", now, blocks=len(blocks), items=len(items))
    return find_study(transaction, name)


def find_study(transaction: Transaction, name: str) -> Study:
    """The study of a name."""
    row = transaction.execute(select(study).where(study.c.name == name)).first()
    if row is None:
        raise UnknownName("study", name, transaction.execute(select(study.c.name)).scalars())
    return _study(row)


def list_studies(transaction: Transaction) -> list[Study]:
    """Every study, in order of creation."""
    return [_study(row) for row in transaction.execute(select(study).order_by(study.c.id))]


def set_study_state(transaction: Transaction, number: int, state: StudyState, now: float) -> None:
    """Open or close a study. A closed one gives out no sheets; answers to those that are out are still taken."""
    transaction.execute(update(study).where(study.c.id == number), {"state": state})
    log_event(transaction, number, f"study {state}", now)


def raise_quota(transaction: Transaction, study_: Study, raters_per_item: int, now: float) -> int:
    """Ask more raters to judge every item; how many sheets more are wanted now. What was answered stays as it is."""
    before = transaction.execute(
        select(func.min(block.c.quota)).where(block.c.study == study_.id, block.c.quota.is_not(None))
    ).scalar()
    if before is None:
        raise InvalidInput(f"study '{study_.name}' takes as many raters as come", "There is no number to raise.")
    if raters_per_item <= before:
        raise InvalidInput(f"every item has {before} raters", "Give a higher number; nothing was changed.")
    low = (block.c.study == study_.id, block.c.quota.is_not(None), block.c.quota < raters_per_item)
    more = transaction.execute(select(func.sum(raters_per_item - block.c.quota)).where(*low)).scalar_one()
    transaction.execute(update(block).where(*low).values(quota=raters_per_item))
    design = {**study_.design, "keys": {**study_.design.get("keys", {}), "raters_per_item": raters_per_item}}
    transaction.execute(update(study).where(study.c.id == study_.id), {"design": design})
    log_event(transaction, study_.id, "quota raised", now, before=before, after=raters_per_item)
    return int(more)


def list_open_conditions(transaction: Transaction, number: int) -> set[str]:
    """Conditions of a study in which something is left to do for a new rater."""
    chosen = select(block.c.condition).where(block.c.study == number, ~block.c.practice, has_room()).distinct()
    return set(transaction.execute(chosen).scalars())


def load_blocks(transaction: Transaction, number: int) -> Iterator[Block]:
    """All blocks of a study with their items, in order: for choosing what to compare next."""
    chosen = _ITEMS.where(block.c.study == number).order_by(block.c.number, block_item.c.position)
    for (name, condition, practice), rows in groupby(transaction.execute(chosen), key=itemgetter(0, 1, 2)):
        yield Block(name, tuple(read_item(*row[3:]) for row in rows), condition, practice)


def load_block(transaction: Transaction, number: int) -> Block:
    """One block, by its number."""
    return read_cached(transaction, number, lambda: _load_block(transaction, number))[0]


def load_item_numbers(transaction: Transaction, number: int) -> Mapping[str, int]:
    """The numbers of a block's items, by name."""
    return read_cached(transaction, number, lambda: _load_block(transaction, number))[1]


def _load_block(transaction: Transaction, number: int) -> tuple[Block, dict[str, int]]:
    rows = transaction.execute(_BLOCK, {"block": number}).all()
    name, condition, practice = rows[0][:3]
    items = tuple(read_item(*row[3:-1]) for row in rows)
    return Block(name, items, condition, practice), {row.name_1: row.id for row in rows}


def load_subjects(transaction: Transaction, number: int, instances: Iterable[str]) -> dict[str, Subject]:
    """What the study says of these instances; those without a subject are left out."""
    names = sorted(set(instances))
    wanted = {"study": number, "instances": names}

    def read() -> dict[str, Subject]:
        return {name: read_subject(name, content) for name, content in transaction.execute(_SUBJECTS, wanted)}

    return dict(read_cached(transaction, (number, *names), read))


# Statements that many raters wait for are made once: to put one together takes longer than to run it.
_ITEMS = (
    select(block.c.name, func.coalesce(block.c.variant, block.c.condition), block.c.practice)
    .add_columns(item.c.name, item.c.instance, item.c.system, item.c.kind, item.c.content)
    .join(block_item, block_item.c.block == block.c.id)
    .join(item, item.c.id == block_item.c.item)
)
_BLOCK = _ITEMS.add_columns(item.c.id).where(block.c.id == bindparam("block")).order_by(block_item.c.position)
_SUBJECTS = select(subject.c.instance, subject.c.content).where(
    subject.c.study == bindparam("study"), subject.c.instance.in_(bindparam("instances", expanding=True))
)


def _study(row: Row[*tuple[Any, ...]]) -> Study:
    return Study(row.id, row.name, row.design, row.seed, bytes.fromhex(row.key), row.state, row.created_at)


def check_names(name: str, blocks: Sequence[Block]) -> None:
    """Raise InvalidInput for a study that cannot be stored: names are compared, so databases take them as they are."""
    items = (new_item for new_block in blocks for new_item in new_block.items)
    names = {name, *(text for new_block in blocks for text in (new_block.id, new_block.condition))}
    for text in names.union(*((new_item.id, new_item.instance, new_item.system) for new_item in items)):
        if make_storable(text) != text:
            raise InvalidInput(f"a name that cannot be stored: {text!r}", "Use other characters; nothing was stored.")


def _insert_items(transaction: Transaction, number: int, blocks: Sequence[Block]) -> dict[str, tuple[int, Item]]:
    """Store the items of all blocks once each; return their numbers by name."""
    items: dict[str, Item] = {}
    for new_item in (new_item for new_block in blocks for new_item in new_block.items):
        if items.setdefault(new_item.id, new_item) != new_item:
            raise InvalidInput(f"two items of the study are called '{new_item.id}'", "Give each a name of its own.")
    if items:
        rows = [
            {
                "study": number,
                "name": new_item.id,
                **pick_fields(new_item, "instance", "system", "kind"),
                "content": write_item(new_item),
            }
            for new_item in items.values()
        ]
        transaction.execute(insert(item), number_rows(transaction, item, rows))
    numbers = transaction.execute(select(item.c.name, item.c.id).where(item.c.study == number))
    return {name: (key, items[name]) for name, key in numbers}


def _insert_blocks(
    transaction: Transaction,
    number: int,
    blocks: Sequence[Block],
    items: Mapping[str, tuple[int, Item]],
    quota: int | Mapping[str, int] | None,
    seed: int,
    groups: Mapping[str, str],
) -> None:
    if not blocks or not all(new_block.items for new_block in blocks):
        raise InvalidInput("the study has nothing to judge", "Choose systems and instances that have outputs.")
    draws = np.random.default_rng([seed, 0]).permutation(len(blocks)) * (DRAWS // len(blocks))
    rows = [
        {
            "study": number,
            "name": new_block.id,
            "number": place,
            "condition": groups.get(new_block.condition, new_block.condition),
            "variant": new_block.condition if groups else None,
            "practice": new_block.practice,
            "quota": None if new_block.practice else quota[new_block.id] if isinstance(quota, Mapping) else quota,
            "answered": 0,
            "taken": 0,
            "draw": int(draws[place]),
        }
        for place, new_block in enumerate(blocks)
    ]
    transaction.execute(insert(block), number_rows(transaction, block, rows))
    # One item stands for all that are copies of the same, whether that itself is part of the study or not.
    originals = {new_item.source or new_item.id: key for key, new_item in items.values()}
    # What is in one block alone cannot be met again.
    spread = Counter(
        name for new_block in blocks for name in {new_item.source or new_item.id for new_item in new_block.items}
    )
    keys = dict(transaction.execute(select(block.c.name, block.c.id).where(block.c.study == number)).all())
    transaction.execute(
        insert(block_item),
        [
            {
                "block": keys[new_block.id],
                "position": position,
                "item": items[new_item.id][0],
                "original": originals[name] if new_item.kind not in MAY_COME_AGAIN and spread[name] > 1 else None,
            }
            for new_block in blocks
            for position, new_item in enumerate(new_block.items)
            for name in [new_item.source or new_item.id]
        ],
    )
