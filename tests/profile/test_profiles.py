"""Text statistics against slow, obvious counting."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.campaign.texts.collections import read_collections
from genchal.domain import Act, DialogueAct, SlotValues, Text
from genchal.domain.profile import Profile, TextCollection
from genchal.domain.settings import configure, settings_of
from genchal.errors import InvalidInput
from genchal.profile import PROFILES
from genchal.profile.diversity import Diversity, hdd, msttr, mtld
from genchal.profile.lengths import Lengths
from genchal.profile.presets import TEXT_PRESETS, Treatment
from genchal.profile.sizes import Sizes
from genchal.profile.sophistication import Sophistication
from genchal.profile.vocabulary import Vocabulary
from genchal.text.clean_up import CLEAN_UPS, clean_san_francisco, detokenise
from genchal.text.syntax import Parse
from genchal.text.words.frequency_list import FrequencyList


class Stub:
    """A parser that takes a final s away; numbers are CD, everything else is NN."""

    name = "stub-1"

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        return [
            Parse(
                forms,
                tuple(form.removesuffix("s") if form[0].isalpha() else form for form in forms),
                ("X",) * len(forms),
                tuple("CD" if form.isdigit() else "NN" for form in forms),
                (0,) * len(forms),
                ("dep",) * len(forms),
            )
            for forms in map(tuple, sentences)
        ]


def collection(texts: list[str], **treatment: object) -> TextCollection:
    return read_collections(texts, [], Treatment(**treatment), Stub())["lexicalised"]  # type: ignore[arg-type]


def made(name: str) -> Profile:
    profile = PROFILES[name]()
    return profile.equipped(FrequencyList("tiny", ("a", "walk")))


TEXTS = st.lists(
    st.lists(st.sampled_from(["A", "a", "walk", "walks", "river", ",", ".", "12", "£", "by"]), max_size=8).map(
        " ".join
    ),
    max_size=6,
)


@pytest.mark.parametrize("name", PROFILES)
@given(texts=TEXTS)
def test_every_number_is_explained_and_none_ever_fails(name: str, texts: list[str]) -> None:
    profile = made(name)
    numbers = profile.numbers(collection(texts))
    assert numbers.keys() <= profile.meanings.keys()
    assert all(isinstance(value, (int, float)) and not math.isinf(value) for value in numbers.values())
    assert profile.citation
    assert profile.signature(collection(texts)).startswith(f"{name}|tok:morphodita|case:lower|parser:stub-1|")


@pytest.mark.parametrize("name", PROFILES)
@given(texts=TEXTS, rows=st.lists(st.integers(0, 5), max_size=8))
def test_a_part_has_the_numbers_of_a_collection_of_its_own(name: str, texts: list[str], rows: list[int]) -> None:
    rows = [row for row in rows if row < len(texts)]
    profile = made(name)
    whole = collection(texts)
    profile.numbers(whole)  # what is kept of it must not matter
    part = profile.numbers(whole.take(np.array(rows, dtype=np.int64)))
    alone = profile.numbers(collection([texts[row] for row in rows]))
    assert part.keys() == alone.keys()
    assert list(part.values()) == pytest.approx(list(alone.values()), nan_ok=True)


def bits(shares: list[float]) -> float:
    return -sum(share * math.log2(share) for share in shares) if shares else math.nan


@given(TEXTS)
def test_vocabulary_and_entropies_are_those_of_counted_tuples(texts: list[str]) -> None:
    rows = [text.lower().split() for text in texts]
    numbers = Vocabulary(lemmas=True).numbers(collection(texts)) | Diversity().numbers(collection(texts))
    counts = [
        Counter(gram for row in rows for gram in zip(*(row[i:] for i in range(n)), strict=False)) for n in (1, 2, 3)
    ]
    for kind, count in zip(("tokens", "bigrams", "trigrams"), counts, strict=True):
        total = sum(count.values())
        assert numbers[f"distinct_{kind}"] == len(count)
        assert numbers[f"distinct_{kind}_once"] == sum(one == 1 for one in count.values())
        assert numbers[f"entropy_{kind}"] == pytest.approx(bits([one / total for one in count.values()]), nan_ok=True)
    for kind, (shorter, longer) in zip(("bigrams", "trigrams"), pairwise(counts), strict=True):
        total, context = sum(longer.values()), sum(shorter.values())
        slow = -sum(n / total * math.log2((n / total) / (shorter[g[:-1]] / context)) for g, n in longer.items())
        assert numbers[f"cond_entropy_{kind}"] == pytest.approx(slow if longer else math.nan, abs=1e-9, nan_ok=True)
    lemmas = {token.removesuffix("s") if token[0].isalpha() else token for row in rows for token in row}
    assert numbers["distinct_lemmas"] == len(lemmas)


def slow_msttr(words: list[int], window: int) -> float:
    windows = [words[start : start + window] for start in range(0, len(words) - window + 1, window)]
    return sum(len(set(one)) / window for one in windows) / len(windows) if windows else math.nan


def slow_mtld(words: list[int], threshold: float) -> float:
    found = []
    for sequence in (words, words[::-1]):
        factors, seen, length = 0.0, set(), 0
        for word in sequence:
            seen.add(word)
            length += 1
            if len(seen) / length < threshold:
                factors, seen, length = factors + 1, set(), 0
        factors += (1 - len(seen) / length) / (1 - threshold) if length else 0
        found.append(len(words) / factors if factors else math.nan)
    return sum(found) / 2


def slow_hdd(words: list[int], draws: int) -> float:
    if len(words) < draws:
        return math.nan
    every = math.comb(len(words), draws)
    return sum(1 - math.comb(len(words) - count, draws) / every for count in Counter(words).values()) / draws


@given(st.lists(st.integers(0, 6), max_size=300), st.integers(1, 12), st.floats(0.2, 0.95), st.integers(1, 50))
def test_ratios_are_those_of_slow_counting(words: list[int], window: int, threshold: float, draws: int) -> None:
    array = np.array(words, dtype=np.int64)
    assert msttr(array, window) == pytest.approx(slow_msttr(words, window), nan_ok=True)
    assert mtld(array, threshold) == pytest.approx(slow_mtld(words, threshold), nan_ok=True)
    assert hdd(array, draws) == pytest.approx(slow_hdd(words, draws), nan_ok=True)


def test_hand_worked_numbers() -> None:
    # "a walk by the river . a walk , a river ." : 12 tokens, of which 9 are words: a walk by the river a walk a river
    texts = collection(["A walk by the river.", "A walk, a river."])
    assert Sizes().numbers(texts) == {"texts": 2, "sentences": 2, "tokens": 12, "words": 9}
    lengths = Lengths().numbers(texts)
    assert (lengths["tokens_per_text"], lengths["tokens_per_text_min"], lengths["words_per_sentence"]) == (6, 6, 4.5)
    assert Diversity().numbers(texts)["ttr"] == 5 / 9
    # With windows of 3: (a walk by) 1, (the river a) 1, (walk a river) 1
    assert Diversity(window=3).numbers(texts)["msttr"] == 1


def test_ratios_do_not_see_capitals_and_n_grams_do() -> None:
    texts = collection(["A walk", "a walk"], case="mixed")
    assert Diversity().numbers(texts)["ttr"] == 0.5
    assert Vocabulary().numbers(texts)["distinct_tokens"] == 3


def test_sizes_count_inputs_their_slots_and_their_different_references() -> None:
    heron = SlotValues((("name", "Heron Loop"), ("effort", "easy")))
    elm = SlotValues((("name", "Elm Walk"), ("effort", "easy")))
    texts = ["Heron Loop is easy.", "heron loop is easy.", "Heron Loop: easy!", "Elm Walk is easy."]
    found = read_collections(texts, [heron, heron, heron, elm], Treatment(slots=("name",)))
    numbers = Sizes().numbers(found["lexicalised"])
    assert (numbers["inputs"], numbers["delexicalised_inputs"], numbers["slots_per_input"]) == (2, 1, 2)
    assert (numbers["references_per_input"], numbers["references_per_input_max"]) == (1.5, 2)
    assert Vocabulary().numbers(found["delexicalised"])["distinct_tokens"] == 6  # X-name is easy . : !


def test_the_order_of_slots_counts_unless_told_otherwise() -> None:
    one = DialogueAct((Act("inform", (("name", "Elm"), ("area", None))), Act("bye")))
    other = DialogueAct((Act("bye"), Act("inform", (("area", None), ("name", "Elm")))))
    for ordered, inputs in ((True, 2), (False, 1)):
        found = read_collections(["a", "b"], [one, other], Treatment(ordered=ordered))["lexicalised"]
        numbers = Sizes().numbers(found)
        assert (numbers["inputs"], numbers["slots_per_input"]) == (inputs, 3)


def test_texts_without_inputs_have_no_numbers_about_inputs() -> None:
    found = read_collections(["a walk"], [Text()], Treatment())["lexicalised"]
    assert "inputs" not in Sizes().numbers(found)


def test_sophistication_is_the_share_of_types_that_are_not_frequent() -> None:
    profile = Sophistication(frequent=2).equipped(FrequencyList("tiny-1", ("a", "walk", "river")))
    # Types: a, walk (walks), river, by, 12, x-name; frequent: a, walk; numbers are never rare.
    texts = collection(["A walk, walks by a river 12 X-name."])
    assert profile.numbers(texts) == {"ls2": 3 / 6}
    assert profile.signature(texts).endswith("|frequent:2|list:tiny-1|v:1")


def test_a_placeholder_is_its_own_lemma() -> None:
    given = SlotValues((("name", "Heron Loops"), ("count", "12")))
    found = read_collections(["Heron Loops has 12 walks."], [given], Treatment(slots=("name", "count")), Stub())
    delexicalised = found["delexicalised"]
    assert delexicalised.lemmas is not None
    assert delexicalised.tags is not None
    names = [delexicalised.lemmas.vocabulary[one] for one in delexicalised.lemmas.of_token.values]
    assert names == ["x-name", "ha", "x-count", "walk", "."]
    tags = [delexicalised.tags.vocabulary[one] for one in delexicalised.tags.of_token.values]
    assert tags == ["NNP", "NN", "CD", "NN", "NN"]


@pytest.mark.parametrize(
    "settings", [{"window": "0"}, {"draws": "0"}, {"threshold": "1"}, {"unit": "letter"}, {"size": "3"}]
)
def test_settings_without_sense_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        configure(Diversity, settings, "text statistic 'diversity'")


def test_presets_name_what_there_is() -> None:
    for preset in TEXT_PRESETS.values():
        assert preset.treatment.clean in CLEAN_UPS
        for request in preset.statistics:
            name, *settings = request.split(":")
            assert {one.partition("=")[0] for one in settings} <= set(settings_of(PROFILES[name]))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a kid - friendly , low - cost place . it ' s by the sea", "A kid-friendly, low-cost place. It's by the sea"),
        ("It costs £ 20 - 25 .", "It costs £20-25."),
        ("a non - smoking place ( really ) .", "A non-smoking place (really) ."),
        ("", ""),
        ("Nothing to do. Really.", "Nothing to do. Really."),
    ],
)  # fmt: skip
def test_outputs_are_detokenised(text: str, expected: str) -> None:
    assert detokenise(text) == expected


def test_san_francisco_texts_are_joined() -> None:
    assert clean_san_francisco("there are 2 cafe -s , good for child -s . it is cheap -ly done ?") == (
        "There are 2 cafes, good for children. It is cheaply done?"
    )
