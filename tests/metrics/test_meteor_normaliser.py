"""METEOR's normaliser: lines as the original writes them, and batches as lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.metrics.meteor import normaliser_tables as tables
from genchal.metrics.meteor.languages import DEFAULTS
from genchal.metrics.meteor.normaliser import Normaliser
from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.base import Whitespace

PREFIXES = {"Mr": False, "no": True, "p": True, "z.B": False}
LINES = {
    "en": [
        ("Mr. Smith isn't here.", "mr. smith isn 't here ."),
        ("meet at the M.K.-run shop, o.k. Tom.", "meet at the mk run shop , ok tom ."),
        ("no. 5 or no. Five", "no. 5 or no . five"),
        ("1,000.50 apples,pears , 3,x", "1,000.50 apples , pears , 3 , x"),
        ("“It’s” `so' ''fine''", '" it \'s " \' so \' " fine "'),
        ("well-known – or --not", "well known - or -not"),
        ("wait.... what... now..", "wait .... what ... now .."),
        ("the 80's bus, Ann's 'big' plan, the girls'", "the 80 's bus , ann 's ' big ' plan , the girls '"),
        ("£20 (50%) a/b", "£ 20 ( 50 % ) a / b"),
        ("approx. two", "approx. two"),
        ("a\u00a0b\u3000c", "a b c"),
        ("", ""),
        (" . ", "."),
        ("日本 🙂", "日 本 🙂"),
        ("b, ,a", "b , ,a"),
        ("a,b,c,d", "a , b,c , d"),
        ("o'b'c", "o 'b'c"),
        ("' '1", "' '1"),
        ("7's 7'k", "7 's 7'k"),
        ("a-b-c a---b x.-y", "a b-c a--b x. y"),
        (".a. 1.2.", "a 1.2 ."),
        ("\x01ab\x01", "ab"),
        ("kz.\u00a0kz", "kz . kz"),
    ],
    "fr": [("L'eau n'est pas d'accord.", "l' eau n' est pas d' accord ."), ("aujourd'hui", "aujourd' hui")],
    "de": [("z.B. Müller's Haus", "zb müller ' s haus"), ("am 3. Mai", "am 3 . mai")],
}
CASES = [(language, line, words) for language, lines in LINES.items() for line, words in lines]
PIECES = [*"aB.,'`-’“–\" é£\x0b\x01", "12", "..", "U.S.", "no.", ", ,a", "' '1"]


@pytest.mark.parametrize(("language", "line", "words"), CASES)
def test_lines_become_these_words(language: str, line: str, words: str) -> None:
    assert Normaliser(language, PREFIXES).words(line) == words.split()


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@given(lines=st.lists(st.lists(st.sampled_from(PIECES), max_size=15).map("".join) | st.text(max_size=12), max_size=6))
def test_batches_are_normalised_like_lines(language: str, lines: list[str]) -> None:
    normaliser = Normaliser(language, PREFIXES)
    tokens = encode(lines, Whitespace())
    normalised = normaliser.encode(tokens)
    for row in range(len(lines)):
        assert normalised.strings(row) == normaliser.words(" ".join(tokens.strings(row)))


def test_a_sample_of_the_tables_is_true() -> None:
    assert (0x61, 0x7A) in tables.WORD_RANGES
    assert not any(first <= ord(character) <= last for first, last in tables.WORD_RANGES for character in "_×÷日α")
    assert tables.WRITTEN_AS["’"] == "'"
    assert "\u00a0" in tables.BLANKS
    assert tables.APOSTROPHES["fr"] == {"letter letter": "' "}
    assert tables.CLITICS["en"] == "s"
    assert (tables.STOPS["word small"], tables.STOPS["word digit"], tables.STOPS["initials other"]) == (".", " .", "")
    assert tables.APOSTROPHES.keys() == tables.CLITICS.keys() == DEFAULTS.keys() - {"other"}
