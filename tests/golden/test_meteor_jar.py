"""METEOR's normaliser against METEOR 1.5 itself, where there is Java and the program."""

import random
import shutil
from pathlib import Path

import pytest

from genchal.metrics.meteor.normaliser import Normaliser
from genchal.resources.meteor import load_meteor
from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.base import Whitespace
from genchal.text.tokenisers.ptb import Ptb
from golden.data_texts import ENGLISH, TREEBANKS, read_texts
from probe_meteor import LANGUAGES, find_jar, normalise

pytestmark = pytest.mark.skipif(
    shutil.which("java") is None or find_jar() is None, reason="needs Java and the package pycocoevalcap"
)
PIECES = [*"aB.,'`-’“–\" é£1 ж日sS\x01", "12", "..", "U.S.", "no.", "No.", "Mr.", "pp.", "etc.", "''", "--", "🙂"]


def make_normaliser(language: str) -> Normaliser:
    return Normaliser(language, load_meteor(language, print).prefixes)


def find_differing(lines: list[str], language: str) -> list[str]:
    """Lines that the program normalises differently; it lower-cases when it scores."""
    encoded = make_normaliser(language).encode(encode(lines, Whitespace()))
    answers = [answer.lower().split(" ") if answer else [] for answer in normalise(lines, language)]
    return [line for row, line in enumerate(lines) if encoded.strings(row) != answers[row]]


@pytest.mark.slow
@pytest.mark.parametrize("name", ENGLISH)
def test_every_text_is_normalised_as_the_program_does_it(data: Path, name: str) -> None:
    texts = list(read_texts(data, name))
    tokens = encode(texts, Ptb(), lower=True)
    after_tokenising = [" ".join(tokens.strings(row)) for row in range(len(texts))]
    raw = [" ".join(text.splitlines()) for text in texts]
    assert len(texts) > 300
    assert find_differing(after_tokenising, "en") == []
    assert find_differing(raw, "en") == []


@pytest.mark.parametrize("name", [name for name in TREEBANKS if name != "UD English"])
def test_every_sentence_of_a_treebank_is_normalised_as_the_program_does_it(data: Path, name: str) -> None:
    sentences = list(read_texts(data, name))
    assert len(sentences) > 2000
    assert find_differing(sentences, TREEBANKS[name]) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_abbreviations_keep_their_stop_as_in_the_program(language: str) -> None:
    wordfreq = pytest.importorskip("wordfreq")
    words = sorted({*wordfreq.top_n_list(language, 3000), *load_meteor(language, print).prefixes})
    cased = [form for word in words for form in (word, word.capitalize())]
    lines = [f"{word}.{behind}" for word in cased for behind in ("", " Kz", " kz", " 7", ",")]
    assert find_differing(lines, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_lines_are_normalised_as_the_program_does_it(language: str) -> None:
    rng = random.Random(7)
    lines = ["".join(rng.choices(PIECES, k=rng.randint(1, 12))) for _ in range(5000)]
    normaliser = make_normaliser(language)
    answers = [answer.lower().split(" ") if answer else [] for answer in normalise(lines, language)]
    assert [line for line, answer in zip(lines, answers, strict=True) if normaliser.words(line) != answer] == []
