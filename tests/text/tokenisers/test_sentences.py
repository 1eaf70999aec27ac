"""Where texts are cut into sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.tokenisers.sentences import split_sentences

CASES = {
    "The Mill is a pub. It is near the weir.": 2,
    "the mill is a pub. it is cheap! is it? yes.": 4,  # lower-cased as systems often write
    "Dr. Moor and Mrs. Hill met at St. Ives.": 1,
    "It has no. 5 on the door. Is it good? No. It is not.": 4,
    "It costs £5.50 vs. £6.50 elsewhere.": 1,
    "Open till 10 p.m. every day. Closed at 9 a.m. Come later.": 3,
    "J. R. Hill owns it.": 1,
    'He said "Come in." Then he left.': 2,
    '"Why?" she asked. "Because!" he said.': 2,
    "Wait... what? Yes... No.": 3,
    "1. The mill. 2. The weir.": 2,
    "Soup, fish etc. are served.": 1,
    "one\n\ntwo": 2,
    "No mark at the end": 1,
    "Good (really.) Bad.": 2,
    "": 0,
    " \n ": 0,
}


@pytest.mark.parametrize("text", CASES)
def test_sentences_end_where_people_would_say_so(text: str) -> None:
    assert len(split_sentences(text)) == CASES[text], split_sentences(text)


@given(text=st.text(max_size=40) | st.text("aA1.!? \n)\"'", max_size=30))
def test_sentences_together_are_the_text(text: str) -> None:
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence == sentence.strip() and sentence for sentence in sentences)
