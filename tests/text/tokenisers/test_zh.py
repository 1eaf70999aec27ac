"""Our Chinese tokeniser against sacreBLEU's."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_zh import TokenizerZh

from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from strategies import texts

# The borders of the ranges that count as Chinese, what lies on either side of them, and scripts that do not.
BORDERS = [
    0x2000,
    0x2A6D,
    0x2E80,
    0x2F80,
    0x2FA1,
    0x3000,
    0x3130,
    0x3400,
    0x4DB5,
    0x4E00,
    0x9FBB,
    0xF900,
    0xFA2E,
    0xFF00,
]
near_borders = st.sampled_from([chr(code + step) for code in BORDERS for step in range(-2, 3)])
mixed = st.text(st.one_of(near_borders, st.sampled_from("中文字ab19.,-'\"&<; \t\n　。，（）½é𠀀")), max_size=25)


@given(text=st.one_of(texts, mixed))
def test_tokens_equal_those_of_sacrebleu(text: str) -> None:
    peer: Any = TokenizerZh
    assert encode([text], TOKENISERS["zh"]()).strings(0) == peer()(text.rstrip()).split()


@pytest.mark.slow
def test_every_character_of_the_basic_plane_is_chinese_exactly_where_sacrebleu_says_so() -> None:
    characters = [chr(code) for code in range(0x80, 0x10000) if not chr(code).isspace()]
    encoded = encode([f"a{character}b" for character in characters], TOKENISERS["zh"]())
    found = {character for character, length in zip(characters, encoded.tokens.lengths, strict=True) if length > 1}
    assert found == {character for character in characters if TokenizerZh._is_chinese_char(character)}


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("我今天吃了3.5个苹果。", "我 今 天 吃 了 3.5 个 苹 果 。"),
        ("GPT-4，很好!", "GPT-4 ， 很 好 !"),
        ("&amp; 中", "& amp ; 中"),
        (" .5", ".5"),
        ("x .5 y 2019.", "x . 5 y 2019."),
    ],
)
def test_rules(text: str, tokens: str) -> None:
    assert encode([text], TOKENISERS["zh"]()).strings(0) == tokens.split()
