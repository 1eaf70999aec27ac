"""Tokenisers on the ten languages of the Multilingual Surface Realisation Shared Task 2018."""

import lzma
import unicodedata
from pathlib import Path

import pytest
from sacrebleu.metrics.bleu import _get_tokenizer

from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import Chunks, encode

FILES = {
    "ar": "ar", "cs": "cs", "en": "en", "es": "es_ancora", "fi": "fi",
    "fr": "fr", "it": "it", "nl": "nl", "pt": "pt", "ru": "ru_syntagrus",
}  # fmt: skip
EVERY = 9  # a share of the development sentences: sacreBLEU needs minutes for all texts
VOCALISED = "مَجمُوعَةٌ مِن اَلأَمِيرِكِيِّينَ"


def sentences(data: Path, language: str) -> list[str]:
    path = data / "sr18" / "official" / "sentences" / f"{FILES[language]}-ud-dev.tsv.xz"
    with lzma.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return [line.rstrip("\n").split("\t")[-1] for line in file][1::EVERY]


@pytest.mark.parametrize("language", FILES)
def test_tokens_equal_those_of_sacrebleu_where_it_has_the_tokeniser(data: Path, language: str) -> None:
    texts = sentences(data, language)
    chunks = Chunks(texts)
    for name in ("13a", "intl", "char", "zh", "none"):
        encoded, peer = chunks.encode(TOKENISERS[name](), lower=False), _get_tokenizer(name)()
        for number, text in enumerate(texts):
            assert encoded.strings(number) == peer(text.rstrip()).split(), (name, text)


@pytest.mark.parametrize("language", FILES)
def test_no_letter_gets_lost_and_no_mark_leaves_its_letter(data: Path, language: str) -> None:
    texts = sentences(data, language)
    encoded = Chunks(texts).encode(TOKENISERS["words"](), lower=False)
    for number, text in enumerate(texts):
        words = encoded.strings(number)
        letters = [character for word in words for character in word if character.isalnum()]
        assert letters == [character for character in text if character.isalnum()]
        assert all(word[0].isalnum() or word[0] == "_" for word in words)


@pytest.mark.parametrize("name", ["13a", "intl", "ptb", "words", "zh", "char", "chrf", "none"])
@pytest.mark.parametrize("language", FILES)
def test_every_tokeniser_finds_something_in_every_sentence(data: Path, name: str, language: str) -> None:
    texts = [text for text in sentences(data, language)[::5] if any(map(str.isalpha, text))]
    lengths = Chunks(texts).encode(TOKENISERS[name](), lower=True).tokens.lengths
    assert (lengths > 0).all()


@pytest.mark.parametrize("name", ["13a", "intl", "ptb", "words", "none"])
@pytest.mark.parametrize("text", [VOCALISED, "un cafe\u0301 pre\u0301s du lac", "नमस्ते दुनिया", "می\u200cخواهم"])
def test_marks_stay_with_their_words(name: str, text: str) -> None:
    expected = text.split()
    if name == "ptb":  # it knows the marks of its day only, and no joiners
        expected = [word for word in expected if "\u200c" not in word]
    found = encode([text], TOKENISERS[name]()).strings(0)
    assert [word for word in expected if word not in found] == []


def test_a_mark_is_a_character_of_its_own() -> None:
    assert encode(["e\u0301"], TOKENISERS["char"]()).strings(0) == ["e", "\u0301"]
    assert unicodedata.normalize("NFC", "e\u0301") == "é"  # normalise beforehand where that is not wanted
