"""Our mteval tokenisers against sacreBLEU's."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from strategies import texts

# Characters that this Python's Unicode tables know; others may be classified differently by sacreBLEU's.
assigned = st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=30)


@pytest.mark.parametrize("name", ["13a", "intl", "char", "none"])
@given(text=st.one_of(texts, assigned, st.text(alphabet="ab1.,-&;<>()'\"½ \n\t", max_size=30)))
def test_tokens_equal_those_of_sacrebleu(name: str, text: str) -> None:
    from sacrebleu.metrics.bleu import _get_tokenizer

    if any(unicodedata.category(character) in ("Cs", "Cn", "Co") for character in text):
        return
    expected = _get_tokenizer(name)()(text.rstrip()).split()
    assert encode([text], TOKENISERS[name]()).strings(0) == expected


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("It costs 3.50, or 1,000.", "It costs 3.50 , or 1,000 ."),
        ("well-known 10-year (old)", "well-known 10 - year ( old )"),
        ("&quot;A&amp;B&quot; <skipped>", '" A & B "'),
        ("hyphen-\nated", "hyphenated"),
    ],
)
def test_13a_rules(text: str, tokens: str) -> None:
    assert encode([text], TOKENISERS["13a"]()).strings(0) == tokens.split()
