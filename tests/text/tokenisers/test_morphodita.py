"""Tokens and sentences: MorphoDiTa's own."""

import csv
import lzma
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers import morphodita_tables as tables
from genchal.text.tokenisers.morphodita import sentences


def by_morphodita(text: str) -> list[tuple[str, ...]]:
    """The oracle; it makes an empty token before a clitic that stands alone."""
    morphodita = pytest.importorskip("ufal.morphodita")
    tokeniser, forms, ranges = (
        morphodita.Tokenizer.newEnglishTokenizer(),
        morphodita.Forms(),
        morphodita.TokenRanges(),
    )
    tokeniser.setText(text)
    found = []
    while tokeniser.nextSentence(forms, ranges):
        found.append(tuple(form for form in forms if form))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It's near the Ferry.", [("It", "'s", "near", "the", "Ferry", ".")]),
        ("Don't! You cannot... they'll", [("Do", "n't", "!"), ("You", "can", "not", ".", ".", ".", "they", "'ll")]),
        ("by the river.The food", [("by", "the", "river.The", "food")]),
        ("over £20-25, 1,250.5 or -3e5", [("over", "£", "20", "-", "25", ",", "1,250.5", "or", "-3e5")]),
        ("Mr. Heron met J. Brown. (So what?) Yes", [
            ("Mr", ".", "Heron", "met", "J", ".", "Brown", "."),
            ("(", "So", "what", "?", ")"),
            ("Yes",),
        ]),
        ("a 5-star pub--cheap", [("a", "5", "-", "star", "pub-", "-", "cheap")]),
        ("see http://a.example.org/b_(c). now", [("see", "http://a.example.org/b_(c)", ".", "now")]),
        ("one line\nand two\n\nthird", [("one", "line", "and", "two"), ("third",)]),
        ("mail me+you@a.example.org:80/x, or 10.0.0.255", [
            ("mail", "me+you@a.example.org:80/x", ",", "or", "10.0.0.255"),
        ]),
        ("ask tea:cup@inn.example, a@b.c, inn.example:/a)", [
            ("ask", "tea:cup@inn.example", ",", "a", "@", "b", ".", "c", ",", "inn.example:/a", ")"),
        ]),
        ("10.0.0.256 10.0.0.1.inn 010.0.0.1 my--inn.uk -inn.uk", [
            ("10.0.0.25", "6", "10.0.0.1.inn", "010.0", ".", "0.1", "my--inn.uk", "-", "inn.uk"),
        ]),
        ("1,250,50 1,250e5 2.5.5 2e5.5 ok://inn.uk tea://inn.uk", [
            ("1,250", ",", "50", "1,250e5", "2.5", ".", "5", "2e5", ".", "5",
             "ok", ":", "/", "/", "inn.uk", "tea://inn.uk"),
        ]),
        ("1,5000 5e-3 +5 --5 a+5", [("1,500", "0", "5e-3", "+5", "-", "-", "5", "a", "+", "5")]),
        ("D'ye say more'n he'd've?", [("D'", "ye", "say", "more", "'n", "he'd", "'ve", "?")]),
        ("So.) (Then?\") \"No", [("So", ".", ")"), ("(", "Then", "?", '"', ")"), ('"', "No")]),
        ("a\r\n\r\nb", [("a",), ("b",)]),
        ("", []),
        (" \n ", []),
    ],
)  # fmt: skip
def test_tokens_and_sentences_of_examples(text: str, expected: list[tuple[str, ...]]) -> None:
    assert sentences(text) == expected
    assert by_morphodita(text) == expected


def test_long_chunks_take_no_long_time() -> None:
    started = time.process_time()
    for unit in ("a.", "7.", "a@.", "a:", "(", "inn.uk/)", "5,", "5e", "-", "'"):
        sentences(unit * (25_000 // len(unit)) + ".tea@(")
    assert time.process_time() - started < 60  # seconds; minutes if every stop were looked at from all places before it


PIECES = ["the", "Ferry", "'s", "n't", ".", "...", "!", "?", '"', "'", "’", "-", "--", "1", "20", ",", "£", " ", "\n",
          "\r\n", "\t", "Mr", "J", "é", "É", "e", "+", "@", "/", "(", ")", "www", "com", ":", "://", "…", "can",
          "cannot", "gonna", "1e5", "٣", "_", "%", "«", "»", "`", "a\u0301"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_text_is_read_as_morphodita_reads_it(text: str) -> None:
    assert sentences(text) == by_morphodita(text)


@given(st.text(st.sampled_from("aZ.é’'-1,+ @/():?"), max_size=40))
def test_any_mixture_of_characters_is_read_as_morphodita_reads_it(text: str) -> None:
    assert sentences(text) == by_morphodita(text)


def test_overlong_sentences_are_cut_as_morphodita_cuts_them() -> None:
    for text in ("word " * 1200, "word , " * 700, "word ( " * 700, "a -5 it's " * 300, "a " * 399 + ". B"):
        assert sentences(text) == by_morphodita(text)


@given(
    st.lists(st.sampled_from([*"kz79-.:/@()!,+eE", "://", ".cd", "kz.cd/", "7.7.7", "256"]), max_size=16).map("".join)
)
def test_numbers_and_addresses_are_read_as_morphodita_reads_them(text: str) -> None:
    assert sentences(text) == by_morphodita(text)


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_the_registered_tokeniser_gives_the_same_tokens(text: str) -> None:
    encoded = encode([text], TOKENISERS["morphodita"]())
    assert encoded.strings(0) == [token for sentence in sentences(text) for token in sentence]


def test_a_sample_of_the_tables_is_true() -> None:
    assert {"'s", "'ll", "n't"} <= tables.CLITICS
    assert tables.DIGITS_BEHIND[","] == (3, 3)
    assert tables.LARGEST_OF_SITE == 255
    assert tables.CUTS["cannot"] == len("can")
    assert {"mr", "prof", "st"} <= tables.ABBREVIATIONS
    assert not {"etc", "no", "the"} & tables.ABBREVIATIONS
    assert set("!?.") < set(tables.ENDING)


def test_real_texts_are_read_as_morphodita_reads_them(data: Path) -> None:
    with lzma.open(data / "e2e" / "devset.csv.xz", "rt", encoding="utf-8", newline="") as file:
        texts = {row["ref"] for row in csv.DictReader(file)}
    with lzma.open(data / "e2e-eval" / "primary_outputs.tsv.xz", "rt", encoding="utf-8", newline="") as file:
        texts |= {row["output"] for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    assert len(texts) > 15000
    assert [text for text in texts if sentences(text) != by_morphodita(text)] == []
