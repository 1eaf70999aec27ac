"""Texts as strings of characters, against Python's own."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.strings import BLANK

spaced = st.text(st.sampled_from(" \t\n\x1c\x85\u00a0\u2003\x02<>ab20İ") | st.characters())


@given(text=spaced, lower=st.booleans())
@example(text="\x02\x02 20", lower=False)
@example(text="ΟΔΟΣ ΑΣ", lower=True)
def test_verbatim_characters_are_those_of_the_text(text: str, lower: bool) -> None:
    tokens = encode([text], TOKENISERS["verbatim"](), lower).strings(0)
    read = [token if len(token) == 1 else chr(int(token[1:-1], 16)) for token in tokens]
    assert read == list(text.lower() if lower else text)


@given(text=spaced, lower=st.booleans())
def test_a_string_has_one_blank_between_words_and_none_at_its_ends(text: str, lower: bool) -> None:
    tokens = encode([text], TOKENISERS["string"](), lower).strings(0)
    collapsed = " ".join((text.lower() if lower else text).split())
    assert [" " if token == BLANK else token for token in tokens] == list(collapsed)


@pytest.mark.parametrize("name", ["string", "verbatim"])
def test_white_space_is_never_mistaken_for_characters_that_look_like_its_name(name: str) -> None:
    words = encode(["a b", f"a{BLANK}b", "a<20>b"], TOKENISERS[name]())
    assert len({tuple(words.strings(row)) for row in range(3)}) == 3
    assert [len(words.strings(row)) for row in range(3)] == [3, len(f"a{BLANK}b"), 6]


def test_every_kind_of_white_space_is_known_to_both() -> None:
    spaces = [chr(code) for code in range(0x110000) if chr(code).isspace()]
    assert re.fullmatch(r"\s+", "".join(spaces))
    assert encode(["a" + "".join(spaces) + "b"], TOKENISERS["string"]()).strings(0) == ["a", BLANK, "b"]
