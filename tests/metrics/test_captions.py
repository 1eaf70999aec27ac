"""Tokens with blanks inside, against splitting joined texts."""

from hypothesis import given
from hypothesis import strategies as st

from genchal.metrics._captions import cut_at_blanks
from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.base import Whitespace
from genchal.text.tokenisers.ptb import Ptb

pieces = st.sampled_from(["555 123 4567", "2 1/2", "a", "b c", "+44 131 555 1234", "<a b>"])


@given(texts=st.lists(st.lists(pieces, max_size=4).map(" ".join), max_size=6))
def test_tokens_are_cut_as_if_their_text_were_split_again(texts: list[str]) -> None:
    encoded = encode(texts, Ptb(), lower=True)
    cut = cut_at_blanks(encoded)
    expected = [" ".join(encoded.strings(row)).split() for row in range(len(texts))]
    assert [cut.strings(row) for row in range(len(texts))] == expected
    assert len(set(cut.vocabulary)) == cut.types


def test_nothing_new_is_made_where_there_are_no_blanks() -> None:
    encoded = encode(["a b", "c"], Whitespace())
    assert cut_at_blanks(encoded) is encoded
