"""Studies to test with, and short names for what tests do over and over."""

from collections.abc import Mapping, Sequence

from genchal.domain.inputs import SlotValues
from genchal.domain.study.study import Block, Item, Judgement, Subject
from genchal.store.answers import record_answers
from genchal.store.leases import lease_sheet
from genchal.store.raters import register_rater
from genchal.store.records import Identity, Rater, Receipt, StoredSheet, Study
from genchal.store.sheets import hold_sheet, load_sheet
from genchal.store.store import Store
from genchal.store.studies import create_study

LEASE = 60.0


def block(name: str, *items: str, condition: str = "", practice: bool = False) -> Block:
    """A block of items by name; a name with a dash is a repeat of what stands before it."""
    return Block(name, tuple(map(item, items)), condition, practice)


def item(name: str) -> Item:
    source, is_copy, _ = name.partition("-")
    return Item(
        name,
        f"on {source}",
        "a system",
        f"text of {name}",
        "repeat" if is_copy else "scored",
        source if is_copy else None,
    )


def blocks(number: int, size: int = 2) -> list[Block]:
    """Blocks that share no item."""
    return [block(f"b{one}", *(f"b{one}i{place}" for place in range(size))) for one in range(number)]


def create(
    store: Store,
    given: Sequence[Block],
    quota: int | Mapping[str, int] | None = 1,
    name: str = "quality",
    seed: int = 1,
) -> Study:
    subjects = [Subject(one.instance, SlotValues((("name", one.instance),))) for each in given for one in each.items]
    return store.write(
        lambda t: create_study(
            t, name, design={"method": "likert"}, blocks=given, subjects=subjects, quota=quota, seed=seed, now=0.0
        )
    )


def come(store: Store, study: Study, who: str, now: float = 0.0) -> Rater:
    return store.write(lambda t: register_rater(t, study, Identity("test", who), now))[0]


def lease(store: Store, rater: Rater, now: float = 0.0) -> str | None:
    """The token of the sheet that a rater has now."""
    given = store.write(lambda t: lease_sheet(t, rater.id, now=now, lease_seconds=LEASE))
    return given.sheet if given else None


def leased(store: Store, rater: Rater, now: float = 0.0) -> str:
    sheet = lease(store, rater, now)
    assert sheet is not None
    return sheet


def loaded(store: Store, rater: Rater, sheet: str) -> StoredSheet:
    return store.read(lambda t: load_sheet(t, sheet, rater.id))


def block_of(store: Store, rater: Rater, sheet: str) -> str:
    return loaded(store, rater, sheet).block


def answer(store: Store, rater: Rater, sheet: str, now: float = 0.0, value: str = "5") -> Receipt:
    """Judge every item of a sheet alike."""
    items = loaded(store, rater, sheet).items
    judged = [Judgement(one.id, "quality", value, place) for place, one in enumerate(items)]
    return store.write(
        lambda t: record_answers(
            t,
            hold_sheet(t, sheet, rater.token),
            key=f"key of {sheet}",
            answers={"value": value},
            judgements=judged,
            now=now,
        )
    )
