"""Shifts against sacreBLEU's search, limits and beam included."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.lib_ter import translation_edit_rate

from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.overlap import shifts
from genchal.text.overlap.beam import Side, beam_distances, is_within_beam
from genchal.text.overlap.shifts import shift_edits
from genchal.text.overlap.subsequence import edit_distances

Pair = tuple[list[int], list[int]]


def ours(pairs: list[Pair], enough: int = 1 << 40) -> list[int]:
    flat = [text for pair in pairs for text in pair]
    values = np.array([word for text in flat for word in text], dtype=np.int32)
    texts = Ragged(values, offsets_of(np.array(list(map(len, flat)), dtype=np.int64)))
    left, right = np.arange(0, len(flat), 2), np.arange(1, len(flat), 2)
    plain = edit_distances(texts, left, right)
    least = np.array([least_edits(*pair) for pair in pairs], dtype=np.int64)
    return list(map(int, shift_edits(texts, left, right, plain, least, np.full(len(pairs), enough))))


def theirs(pair: Pair) -> int:
    output, reference = (list(map(str, text)) for text in pair)
    return int(translation_edit_rate(output, reference)[0])


def least_edits(output: list[int], reference: list[int]) -> int:
    common = sum(min(output.count(word), reference.count(word)) for word in set(output))
    return max(len(output), len(reference)) - common


def shuffled(rng: random.Random, types: int, length: int, moves: int) -> Pair:
    """A text, and one with the same words in which some runs have moved and some words have changed."""
    text = [rng.randrange(types) for _ in range(length)]
    other = list(text)
    for _ in range(moves):
        start = rng.randrange(length)
        run = other[start : start + rng.randint(1, 12)]
        del other[start : start + len(run)]
        place = rng.randint(0, len(other))
        other[place:place] = run
        other[rng.randrange(length)] = rng.randrange(types)
    return text, other


words = st.lists(st.integers(0, 6), min_size=1, max_size=14)


@given(pairs=st.lists(st.tuples(words, words), min_size=1, max_size=6))
def test_short_texts_need_as_many_edits_as_sacrebleu_finds(pairs: list[Pair]) -> None:
    assert ours(pairs) == list(map(theirs, pairs))


def test_runs_that_moved_are_found_as_sacrebleu_finds_them(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    pairs = [shuffled(rng, rng.choice([20, 100]), rng.randint(1, 32), rng.randint(0, 4)) for _ in range(30)]
    expected = list(map(theirs, pairs))
    assert ours(pairs) == expected
    monkeypatch.setattr(shifts, "CELLS_AT_ONCE", 1)  # every pair alone
    monkeypatch.setattr(shifts, "WORDS_AT_ONCE", 1)
    assert ours(pairs) == expected


def test_texts_of_different_lengths_need_as_many_edits_as_sacrebleu_finds() -> None:
    rng = random.Random(2)
    lengths = [(40, 40), (20, 60), (60, 30), (1, 130), (2, 160), (120, 1)]
    pairs = [([rng.randrange(90) for _ in range(a)], [rng.randrange(90) for _ in range(b)]) for a, b in lengths]
    assert ours(pairs) == list(map(theirs, pairs))


@pytest.mark.parametrize("new", [24, 25])
def test_the_beam_is_as_wide_as_that_of_sacrebleu(new: int) -> None:
    # Behind new words the text goes on as it began, too far away for shifts: whoever sees that far saves replacing all.
    pair = list(range(52)), [*range(100, 100 + new), *range(52 - new)]
    assert ours([pair]) == [theirs(pair)]


@pytest.mark.parametrize(("far", "edits"), [(50, 1), (51, 2)])
def test_a_shift_reaches_only_so_far(far: int, edits: int) -> None:
    pair = [99, *range(far)], [*range(far), 99]
    assert ours([pair]) == [theirs(pair)] == [edits]


@pytest.mark.parametrize(("long", "edits"), [(10, 1), (11, 2)])
def test_a_shift_moves_only_so_many_words(long: int, edits: int) -> None:
    pair = [*range(long), *range(20, 35)], [*range(20, 35), *range(long)]
    assert ours([pair]) == [theirs(pair)] == [edits]


@given(outputs=st.integers(1, 60), references=st.integers(1, 60), seed=st.integers(0, 9))
def test_what_is_within_the_beam_has_the_same_distance_in_it(outputs: int, references: int, seed: int) -> None:
    rng = random.Random(seed)
    sizes = np.array([outputs, references])
    texts = Ragged(np.array([rng.randrange(30) for _ in range(sizes.sum())], dtype=np.int32), offsets_of(sizes))
    plain = edit_distances(texts, np.array([0]), np.array([1]))
    both = Side.of(texts)
    beamed = beam_distances(both.take(np.array([0])), both.take(np.array([1])))
    assert beamed >= plain
    assert beamed == plain or not is_within_beam(plain, *sizes[:, None])


def test_only_so_many_shifts_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    # Few types and many errors: more than 1,000 candidates, at which sacreBLEU gives up the shift it was looking for.
    rng = random.Random(3)
    pairs = [([rng.randrange(2) for _ in range(32)], [rng.randrange(2) for _ in range(32)]) for _ in range(2)]
    limited = ours(pairs)
    assert limited == list(map(theirs, pairs))
    monkeypatch.setattr(shifts, "RUNS_AT_ONCE", 7)
    assert ours(pairs) == limited
    monkeypatch.setattr(shifts, "MOST_CANDIDATES", 1 << 20)
    assert ours(pairs) != limited


@given(pair=st.tuples(words, words), enough=st.integers(0, 8))
def test_a_search_that_is_left_off_never_claims_too_little(pair: Pair, enough: int) -> None:
    exact, (found,) = theirs(pair), ours([pair], enough)
    assert found == exact if exact < enough else found >= enough


def test_worked_example() -> None:
    # "d a b c" against "a b c d": one shift instead of two edits; with x in place of b one shift and one edit.
    assert ours([([4, 1, 2, 3], [1, 2, 3, 4]), ([4, 1, 9, 3], [1, 2, 3, 4])]) == [1, 2]
