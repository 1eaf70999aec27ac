"""Words are split as the English Web Treebank splits them; each case is a sentence of our own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.parser.words import split_words

CASES = {
    "It isn't cheap, is it?": "It is n't cheap , is it ?",
    "The Mill's pub can't open": "The Mill 's pub ca n't open",
    "I’m sure they’ll come": "I ’m sure they ’ll come",
    "a family-friendly pub": "a family - friendly pub",
    "pre-owned e-mail, non-stop": "pre-owned e-mail , non-stop",
    "less than £20 (20-25 pounds)": "less than £ 20 ( 20 - 25 pounds )",
    "costs $1,200.50 or 5%": "costs $ 1,200.50 or 5 %",
    "call 713-853-3989 at 10:30 a.m. on 11/28/2000": "call 713-853-3989 at 10:30 a.m. on 11/28/2000",
    "Dr. Moor of St. Ives Co. ate": "Dr. Moor of St. Ives Co. ate",
    "They left the U.S.": "They left the U.S .",
    "J. R. Hill and I. We": "J. R. Hill and I . We",
    "walks, pubs etc.": "walks , pubs etc .",
    "See www.heron-loop.org/map or mail a.b@c.org.": "See www.heron-loop.org/map or mail a.b@c.org .",
    "We cannot, I'm gonna": "We can not , I 'm gon na",
    "Wow... really?! :) yes--no": "Wow ... really ?! :) yes -- no",
    'He said "no".': 'He said " no " .',
    "and/or rock'n'roll": "and / or rock'n'roll",
    "open 9am-5pm": "open 9 am - 5 pm",
    "in the 50's": "in the 50's",
    "X-name is near X-near.": "X-name is near X-near .",
    "  ": "",
}


@pytest.mark.parametrize("text", CASES)
def test_words_are_split_as_the_treebank_does(text: str) -> None:
    assert " ".join(split_words(text)) == CASES[text]


@given(text=st.text(max_size=40) | st.text("aA1.,-'’£$%:/()n t@_X", max_size=25))
def test_nothing_is_lost_or_added(text: str) -> None:
    words = split_words(text)
    assert "".join(words) == "".join(text.split())
    assert all(words)
