"""Treebanks become arrays, and figures compare them word by word."""

import numpy as np
import pytest

from genchal.text.syntax import Parse
from genchal.training.accuracy import measure_accuracies
from genchal.training.data import IGNORED, encode, initial_words, make_inventory, reduce_vectors
from genchal.training.settings import NetworkSizes, teacher_schedule

WALKS = Parse(
    ("Walks", "end", "."), ("walk", "end", "."), ("NOUN", "VERB", "PUNCT"), ("NNS", "VBP", "."), (2, 0, 2),
    ("nsubj", "root", "punct"),
)  # fmt: skip
RIVERS = Parse(("Rivers", "walk"), ("river", "_"), ("NOUN", "VERB"), ("NNS", "VBP"), (2, 0), ("nsubj:odd", "root"))


def test_an_inventory_names_what_the_treebank_has() -> None:
    inventory = make_inventory([WALKS, RIVERS, WALKS], vectors=["heron", "end"])
    assert inventory.words == ("<unknown>", "<root>", "walks", "end", ".", "heron")  # others occur once
    assert inventory.upos == ("NOUN", "VERB", "PUNCT")
    assert inventory.deprels == ("root", "nsubj", "punct", "nsubj:odd")
    assert inventory.scripts == ("l-+", "l-s+")
    assert inventory.characters[2:] == tuple(sorted(set("Walksend.Riverswalk")))


def test_sentences_become_arrays_with_a_root_before_each() -> None:
    inventory = make_inventory([WALKS, RIVERS])
    corpus = encode([WALKS, RIVERS], inventory, buckets=50)
    assert corpus.lengths.tolist() == [4, 3]
    assert corpus.heads.tolist() == [IGNORED, 2, 0, 2, IGNORED, 2, 0]
    assert [inventory.upos[tag] for tag in corpus.upos if tag >= 0] == [*WALKS.upos, *RIVERS.upos]
    assert corpus.scripts.tolist() == [IGNORED, 1, 0, 0, IGNORED, 1, IGNORED]  # a lemma that is not known
    assert corpus.types[0] == corpus.types[4] == 0
    assert corpus.lowered[1] != corpus.types[1]
    assert corpus.lowered[2] == corpus.types[2]
    assert corpus.counts.sum() == len(corpus.types)


def test_vectors_are_centred_scaled_and_shortened() -> None:
    inventory = make_inventory([WALKS, WALKS], vectors=["heron"])
    table = initial_words(inventory, {"heron": np.array([1, 3], np.float32), "end": np.array([3, 1], np.float32)}, 4)
    assert table.shape == (len(inventory.words), 4)
    assert table[2].tolist() == [0, 0, 0, 0]  # `walks` has no vector
    assert np.allclose(table[inventory.words.index("heron")], -table[inventory.words.index("end")])
    chance = np.random.default_rng(1)
    flat = chance.normal(size=(30, 2)) @ chance.normal(size=(2, 5))  # two dimensions in five
    short = reduce_vectors({str(n): row.astype(np.float32) for n, row in enumerate(flat)}, 2)
    far = np.linalg.norm(flat[0] - flat[1])
    assert np.linalg.norm(short["0"] - short["1"]) == pytest.approx(far, rel=1e-4)
    assert reduce_vectors({}, 2) == {}


def test_figures_count_words_and_whole_trees() -> None:
    wrong = Parse(
        WALKS.forms, ("walk", "ends", "."), WALKS.upos, ("NN", "VBP", "."), (2, 0, 1), ("obj", "root", "punct")
    )
    found = measure_accuracies([WALKS, RIVERS], [wrong, RIVERS])
    assert found["uas"] == pytest.approx(100 * 4 / 5)
    assert found["las"] == pytest.approx(100 * 3 / 5)
    assert found["xpos"] == found["lemma"] == pytest.approx(100 * 4 / 5)
    assert found["trees"] == 50
    plain = Parse(RIVERS.forms, RIVERS.lemmas, RIVERS.upos, RIVERS.xpos, RIVERS.heads, ("nsubj", "root"))
    assert measure_accuracies([RIVERS], [plain])["las"] == 50
    assert measure_accuracies([RIVERS], [plain])["las_base"] == 100


def test_sizes_say_all_that_shapes_depend_on_and_teachers_differ() -> None:
    inventory = make_inventory([WALKS])
    assert NetworkSizes().with_names(inventory)["labels"] == 3
    seeds = [teacher_schedule(number, 5, 7).seed for number in range(6)]
    assert seeds == [7, 8, 9, 10, 11, 12]
    assert teacher_schedule(0, 5, 7).dropout != teacher_schedule(3, 5, 7).dropout
