"""Text that fits its box."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.pictures.fitted import ELLIPSIS, SHRUNK, estimate_width, fit_text, write_text
from genchal.pictures.svg import clean_text
from pictures.checks import parsed

boxes = st.floats(40, 300)


@given(st.text(max_size=80), boxes, st.integers(1, 4))
def test_no_line_is_too_wide_and_there_are_not_too_many(text: str, width: float, lines: int) -> None:
    fitted = fit_text(text, width, 16, lines)
    assert len(fitted.lines) <= lines
    assert all(estimate_width(line, fitted.size) <= width + 1e-6 for line in fitted.lines)
    assert 16 * SHRUNK[-1] <= fitted.size <= 16


@given(st.text(max_size=80), boxes, st.integers(1, 4))
def test_text_is_whole_unless_it_is_cut(text: str, width: float, lines: int) -> None:
    fitted = fit_text(text, width, 16, lines)
    whole = clean_text(text).replace(" ", "")
    if fitted.is_cut:
        assert fitted.lines[-1].endswith(ELLIPSIS)
        assert whole.startswith("".join(fitted.lines)[:-1].replace(" ", ""))
    else:
        assert "".join(fitted.lines).replace(" ", "") == whole


def test_a_text_is_broken_before_it_is_made_smaller_and_made_smaller_before_it_is_cut() -> None:
    assert fit_text("The Mill", 100, 16) == fit_text("The Mill", 1000, 16)
    assert fit_text("Rainbow Vegetarian", 110, 16).lines == ("Rainbow", "Vegetarian")
    smaller = fit_text("The Rainbow Vegetarian Kitchen", 120, 16)
    assert not smaller.is_cut
    assert smaller.size < 16
    assert fit_text("W" * 100, 100, 16).is_cut


def test_a_short_enough_text_keeps_its_size() -> None:
    assert fit_text("pub", 100, 16).size == 16


def test_marks_stay_with_their_letters() -> None:
    fitted = fit_text("e\u0301" * 60, 50, 16)
    assert all(not unicodedata.combining(line[0]) for line in fitted.lines)


def test_the_whole_of_a_cut_text_is_its_tooltip() -> None:
    drawn = parsed(f"<svg>{write_text('many words ' * 30, 0, 0, 60)}</svg>")
    title = drawn.find("./g/title")
    assert title is not None
    assert title.text == ("many words " * 30).strip()
    assert parsed(f"<svg>{write_text('pub', 0, 0, 60)}</svg>").find(".//title") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\tb\r\nc\u2028d", "a b c d"),
        ("a\x00b\x9fc\ufffed", "a\ufffdb\ufffdc\ufffdd"),
        ("\ud800", "\ufffd"),
        ("a\u202eb\u2066c\u2069", "abc"),
        ("\u0627\u200d\u0628\u200f", "\u0627\u200d\u0628\u200f"),  # joiners and plain marks belong to the words
        ("  x  ", "x"),
    ],
)
def test_what_cannot_be_shown_is_replaced(text: str, expected: str) -> None:
    assert clean_text(text) == expected
