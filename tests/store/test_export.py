"""What leaves the store where a text was judged once for several systems."""

from genchal.domain.study.study import Block, Item
from genchal.store.export import read_ratings
from genchal.store.store import Store
from genchal.store.studies import load_blocks
from store.made import answer, come, create, leased

SHARED = Item("a", "i", "north", 'says "also": ["nobody"]', also=("south", 'the "east"'))
ALONE = Item("b", "i", "west", '"also": ["nobody"]')
COPY = Item("c", "i", "north", SHARED.text, "repeat", "a")


def test_a_judgement_counts_for_every_system_that_wrote_the_text(store: Store) -> None:
    composed = [Block("q", (SHARED, ALONE, COPY))]
    study = create(store, composed)
    assert store.read(lambda t: list(load_blocks(t, study.id))) == composed
    ann = come(store, study, "ann")
    answer(store, ann, leased(store, ann), value="7")
    rows = store.read(lambda t: list(read_ratings(t, study.id)))
    assert {(one.system, one.kind) for one in rows} == {
        ("north", "scored"),
        ("south", "scored"),
        ('the "east"', "scored"),
        ("west", "scored"),
        ("north", "repeat"),
    }
    shared = [one for one in rows if one.kind == "scored" and one.system != "west"]
    assert len({(one.rater, one.sheet, one.value, one.position, one.answered_at) for one in shared}) == 1
    assert len(rows) == 5
