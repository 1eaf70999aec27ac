"""Files of WMT metrics tasks: lines to values."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Instance, Text
from genchal.errors import UserError
from genchal.tasks.wmt import (
    LEVELS,
    Level,
    WmtScore,
    make_instances,
    parse_documents,
    parse_scores,
    units,
)

DOCUMENTS = [("news", "d1"), ("news", "d1"), ("chat", "d2"), ("news", "d3")]
INSTANCES = make_instances(["one", "two", "three", "four"], DOCUMENTS, {"refA": list("abcd"), "refB": list("efgh")})


def read(lines: list[str], level: Level, may_lack: bool = True) -> list[WmtScore]:
    own = units(INSTANCES, level)
    return parse_scores(lines, "f", name="mqm", level=level, systems=["A", "B"], units=own, may_lack=may_lack)


def test_texts_become_instances_with_their_document_and_domain() -> None:
    assert INSTANCES[2] == Instance("3", Text("three"), ("c", "g"), {"domain": "chat", "document": "d2"})
    assert make_instances(["one"], None, {}) == (Instance("1", Text("one")),)


def test_units_are_in_the_order_in_which_they_first_occur() -> None:
    assert {level: units(INSTANCES, level) for level in LEVELS} == {
        "sys": ("",),
        "domain": ("news", "chat"),
        "doc": ("d1", "d2", "d3"),
        "seg": ("1", "2", "3", "4"),
    }


def test_documents_are_blocks_of_one_domain() -> None:
    assert parse_documents(["news\td1", "news  d1", "chat d2 x"], "f") == [DOCUMENTS[0], *DOCUMENTS[1:3]]
    with pytest.raises(UserError) as caught:
        parse_documents(["news d1", "d1", "chat d1", "news d2", "news d1"], "f.docs")
    resumed = "document 'd1' continues after another one; it began in line 1"
    assert caught.value.lines() == [
        "f.docs, line 2: 1 column, expected 2. Write DOMAIN DOCUMENT.",
        "f.docs, line 3: document 'd1' is of domain 'chat', in line 1 of 'news'. Give every document one domain.",
        f"f.docs, line 5: {resumed}. Keep the segments of a document together.",
    ]


def test_scores_are_numbered_by_system() -> None:
    assert read(["A 1", "B\t2.5", "A  None", "B 3", "A 4", "B -1e-3"], "doc") == [
        WmtScore("mqm", "doc", "A", 0, 1.0),
        WmtScore("mqm", "doc", "B", 0, 2.5),
        WmtScore("mqm", "doc", "A", 1, None),
        WmtScore("mqm", "doc", "B", 1, 3.0),
        WmtScore("mqm", "doc", "A", 2, 4.0),
        WmtScore("mqm", "doc", "B", 2, -0.001),
    ]


def test_scores_of_domains_name_their_domain() -> None:
    assert [(one.index, one.value) for one in read(["chat A 1", "news A 2"], "domain")] == [(1, 1.0), (0, 2.0)]


@pytest.mark.parametrize(
    ("level", "lines", "problems"),
    [
        ("sys", ["A"], ["f, line 1: 1 column, expected 2. Write SYSTEM SCORE."]),
        ("sys", ["", "A 1"], ["f, line 1: 0 columns, expected 2. Write SYSTEM SCORE."]),
        ("domain", ["A 1"], ["f, line 1: 2 columns, expected 3. Write DOMAIN SYSTEM SCORE."]),
        (
            "sys",
            ["C 1", "A x", "B nan"],
            [
                "f, line 1: there are no outputs of a system 'C'. Add its outputs, or remove its scores.",
                "f, line 2: 'x' is not a number. Write a number, or None for a missing score.",
                "f, line 3: 'nan' is not a number. Write a number, or None for a missing score.",
            ],
        ),
        (
            "doc",
            ["A 1", "A 2", "B 1", "B 1", "B 1", "B 1"],
            [
                "f, line 2: 2 scores of 'A', expected 3 (level doc). Write None for a missing one.",
                "f, line 6: 4 scores of 'B', expected 3 (level doc). Write None for a missing one.",
            ],
        ),
        (
            "domain",
            ["news A 1", "news A 2", "sport A 3"],
            [
                "f, line 2: 'A' already has a score for 'news', in line 1. Keep one of them.",
                "f, line 3: no domain 'sport'. Name one of the documents' domains.",
                "f, line 3: 1 score of 'A', expected 2 (level domain). Write None for a missing one.",
            ],
        ),
    ],
)
def test_all_problems_of_a_file_are_told_with_their_lines(level: Level, lines: list[str], problems: list[str]) -> None:
    with pytest.raises(UserError) as caught:
        read(lines, level)
    assert caught.value.lines() == problems


def test_metrics_have_a_score_for_everything() -> None:
    with pytest.raises(UserError, match="f, line 1: a score is missing"):
        read(["A None"], "sys", may_lack=False)


@given(
    level=st.sampled_from(LEVELS),
    systems=st.lists(st.sampled_from(["A", "B"]), unique=True),
    random=st.randoms(),
)
def test_scores_are_read_as_they_were_written(level: Level, systems: list[str], random: Random) -> None:
    values = [None, 0.0, -1.5, 0.1 + 0.2, 1e-300, 123456789.123]
    own = units(INSTANCES, level)
    scores = [
        WmtScore("mqm", level, system, index, random.choice(values)) for system in systems for index in range(len(own))
    ]
    lines = [f"{own[score.index] if level == 'domain' else ''} {score.system} {score.value}" for score in scores]
    assert read(lines, level) == scores


@given(lines=st.lists(st.text(max_size=12), max_size=5), level=st.sampled_from(LEVELS))
def test_any_lines_are_read_or_refused_with_a_remedy(lines: list[str], level: Level) -> None:
    for reader in (lambda: parse_documents(lines, "f"), lambda: read(lines, level)):
        try:
            reader()
        except UserError as error:
            assert error.remedy
            assert "f, line" in error.problem
