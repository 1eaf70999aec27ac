"""The notation of phrases, the words of texts, and the table that finds phrases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.errors import InvalidInput
from genchal.text.words.phrase_table import PhraseTable
from genchal.text.words.phrases import (
    ANY,
    InOrder,
    OneOf,
    Phrase,
    Said,
    Words,
    borders,
    parse_phrase,
    tokens_of,
    wordings,
    words_of,
)
from strategies import texts


def spelt(phrase: str, **lists: str) -> set[str]:
    return set(map(" ".join, wordings(parse_phrase(phrase, {key: parse_phrase(one) for key, one in lists.items()}))))


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("heron loop", {"heron loop"}),
        ("(by|near) the lake", {"by the lake", "near the lake"}),
        ("a [very] long walk", {"a long walk", "a very long walk"}),
        ("walk[s]", {"walk", "walks"}),
        ("famil(y|ies) welcome[d]", {"family welcome", "family welcomed", "families welcome", "families welcomed"}),
        ("[[not] far] away", {"away", "far away", "not far away"}),
        ("[£]20 [£]", {"£20", "£20 £", "20", "20 £"}),
        ("Dog-friendly  Café", {"dog friendly cafe"}),
        ("isn't", {"isn ' t"}),
        ("no * dogs", {"no * dogs"}),
    ],
)
def test_a_phrase_stands_for_its_wordings(phrase: str, expected: set[str]) -> None:
    assert spelt(phrase) == expected


def test_a_list_stands_for_its_phrases() -> None:
    assert spelt("<far> away", far="(far|long [way])") == {"far away", "long away", "long way away"}


@pytest.mark.parametrize("phrase", ["(a|b", "a)", "[a", "a]", "a|b", "<far", "<none> a", "a > b", "(" * 30 + ")" * 30])
def test_a_phrase_that_is_not_well_formed_is_refused(phrase: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        parse_phrase(phrase, {"far": Said(("far",))})
    assert refused.value.remedy


def test_too_many_words_in_one_are_refused() -> None:
    with pytest.raises(InvalidInput, match="too many words"):
        parse_phrase("x" + "(a|b|c|d|e|f|g|h|i|j)" * 5)


@pytest.mark.parametrize(
    ("phrase", "first", "last", "may_be_empty"),
    [
        ("a [b]", {"a"}, {"a", "b"}, False),
        ("[a] [b]", {"a", "b"}, {"a", "b"}, True),
        ("(a|* b) c", {"a", "*"}, {"c"}, False),
    ],
)
def test_borders_are_the_words_at_both_ends(phrase: str, first: set[str], last: set[str], may_be_empty: bool) -> None:
    found = borders(parse_phrase(phrase))
    assert (set(found.first), set(found.last), found.may_be_empty) == (first, last, may_be_empty)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kid -s are moderate -ly happy", ("kids", "are", "moderately", "happy")),
        ("the -sand", ("the", "sand")),
        ("Café CAFE\u0301 cafe", ("cafe", "cafe", "cafe")),
        ("£20-£25, $ 3", ("£20", "£25", ",", "$", "3")),
        ("don’t", ("don", "'", "t")),
        ("a_b – c", ("a", "b", "c")),
        ("\u0301", ("\u0301",)),
    ],
)
def test_case_accents_hyphens_and_split_endings_do_not_count(text: str, words: Words) -> None:
    assert words_of(text) == words


@given(texts)
def test_the_places_of_words_are_those_of_the_text(text: str) -> None:
    tokens = tokens_of(text)
    assert tokens.words == words_of(text)
    assert all(tokens.words)
    for word, start, end in zip(*tokens, strict=True):
        assert words_of(text[start:end]) == (word,)
    assert all(end <= start for end, start in zip(tokens.ends, tokens.starts[1:], strict=False))


plain = st.sampled_from("abc")
phrases: st.SearchStrategy[Phrase] = st.recursive(
    st.lists(plain | st.just(ANY), max_size=2).map(lambda words: Said(tuple(words))),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda parts: InOrder(tuple(parts))),
        st.lists(inner, min_size=1, max_size=3).map(lambda options: OneOf(tuple(options))),
    ),
    max_leaves=6,
)


def found_slowly(phrase: Phrase, words: Words) -> set[tuple[int, int]]:
    """Try every wording at every place."""
    found = set()
    for wording in filter(None, wordings(phrase)):
        for start in range(len(words) - len(wording) + 1):
            pairs = zip(wording, words[start : start + len(wording)], strict=True)
            if all(one.isalnum() if want == ANY else want == one for want, one in pairs):
                found.add((start, start + len(wording)))
    return found


@given(st.lists(phrases, max_size=3), st.lists(plain | st.sampled_from([".", ANY]), max_size=7).map(tuple))
def test_the_table_finds_what_trying_every_wording_finds(some: list[Phrase], words: Words) -> None:
    table: PhraseTable[int] = PhraseTable()
    for number, phrase in enumerate(some):
        table.add(phrase, number)
    found = list(table.find(words))
    assert set(found) == {(*span, number) for number, phrase in enumerate(some) for span in found_slowly(phrase, words)}
    assert len(found) == len(set(found))


def test_a_table_tells_which_phrases_may_be_the_same_words() -> None:
    table = PhraseTable([(parse_phrase("(far|long) [way] off"), 1), (parse_phrase("far way [off]"), 2)])
    together = {ends: words for words, ends in table.endings()}
    assert together[1, 2] == ("far", "way", "off")
    assert set(together) == {(1,), (2,), (1, 2)}


def test_words_do_not_match_inside_of_words() -> None:
    table = PhraseTable([(parse_phrase("walk"), "walk")])
    assert list(table.find(words_of("walks boardwalk walk"))) == [(2, 3, "walk")]
