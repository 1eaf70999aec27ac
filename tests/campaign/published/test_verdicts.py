"""When a published number counts as reproduced."""

import pytest

from genchal.campaign.published.verdicts import judge_number, parse_printed, parse_tolerance


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("0.6593", 0.6593, 0.0001),
        (".90", 0.9, 0.01),
        ("-.790", -0.79, 0.001),
        ("\N{MINUS SIGN}0.03", -0.03, 0.01),
        ("51426", 51426.0, 1.0),
        ("1,051,093", 1051093.0, 1.0),
        ("1%", 0.01, 0.01),
        ("99.5 %", 0.995, 0.001),
        ("100.0", 100.0, 0.1),
    ],
)
def test_numbers_are_read_as_papers_print_them(text: str, value: float, unit: float) -> None:
    found = parse_printed(text)
    assert found is not None
    assert [found.value, found.unit] == pytest.approx([value, unit])
    assert not found.is_limit


def test_a_limit_is_no_number() -> None:
    found = parse_printed("<0.005")
    assert found is not None
    assert found.is_limit
    assert found.value == 0.005
    assert judge_number("<0.005", 0.0049) == "exact"
    assert judge_number("<0.005", 0.005) == "off"
    assert judge_number("<0.005", 0.0051, "0.1") == "off"  # a tolerance of a limit means nothing


@pytest.mark.parametrize("text", ["", "NA", "yes", "-", "1.2.3", "%", "12a", "."])
def test_other_texts_are_no_numbers(text: str) -> None:
    assert parse_printed(text) is None


@pytest.mark.parametrize(
    ("published", "ours", "tolerance", "verdict"),
    [
        ("0.6593", 0.65934, "0", "exact"),
        ("0.6593", 0.65936, "0", "off"),
        ("0.6593", 0.65936, "0.0005", "within"),
        ("0.6593", 0.6599, "0.0005", "off"),
        ("0.6593", 0.65925, "0", "exact"),  # halves may have gone either way
        (".90", 0.896, "", "exact"),
        ("-.790", -0.7899, "", "exact"),
        ("-.790", 0.79, "0.1", "off"),
        ("1051093", 1059156.0, "1%", "within"),  # 0.8 % more
        ("1051093", 1062000.0, "1%", "off"),
        ("-0.50", -0.504, "2%", "exact"),
        ("-0.50", -0.509, "2%", "within"),  # 2 % of the size, whatever the sign
        ("1", 1.0, "0", "exact"),
        ("1", 2.0, "1", "within"),
        ("1", 3.0, "1", "off"),
        ("45%", 0.4549, "", "exact"),
        ("45%", 0.456, "", "off"),
    ],
)
def test_a_number_is_reproduced_at_its_decimals_or_within_its_tolerance(
    published: str, ours: float, tolerance: str, verdict: str
) -> None:
    assert judge_number(published, ours, tolerance) == verdict


def test_numbers_that_do_not_count_or_are_not_there_say_so() -> None:
    assert judge_number("0.5", 0.5, counts=False) == "not counted"
    assert judge_number("0.5", None) == "not computed"
    assert judge_number("0.5", float("nan"), "1") == "not computed"


def test_tolerances_are_absolute_or_relative() -> None:
    assert parse_tolerance("0.005") == (0.005, False)
    assert parse_tolerance("1%") == (0.01, True)
    assert [parse_tolerance(text) for text in ("", "-1", "a", "inf")] == [None] * 4
