"""Long tables: names of columns, what is set aside, and back again."""

import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.ratings import KINDS, Ratings
from genchal.domain.selection import SetAside
from genchal.errors import InvalidInput, Problems
from genchal.ratings.layout import LARGEST
from genchal.ratings.long import Long
from genchal.store.raters import name_rater
from genchal.text.tables.opening import open_table
from ratings.long_tables import render_long


def read(text: str) -> Ratings:
    return Long.read(open_table(text.split("\n"), "file.csv")).to_ratings()


def column(ratings: Ratings, name: str) -> list[str]:
    labels = getattr(ratings, name)
    return [labels.names[code] for code in labels.codes]


def test_a_long_table_is_read_in_its_order() -> None:
    found = read(
        "rater,sheet,instance,system,criterion,value,kind,position,shown_at,answered_at\n"
        "anna,h1,7,A,fluency,3,scored,0,10,12.5\n"
        "bert,h2,8,B,fluency,2.5,repeat,1,1970-01-01T00:00:20,\n"
    )
    assert found.value.tolist() == [3, 2.5]
    assert column(found, "rater") == ["r1", "r2"]
    assert column(found, "sheet") == ["s1", "s2"]
    assert column(found, "instance") == ["7", "8"]
    assert column(found, "system") == ["A", "B"]
    assert column(found, "criterion") == ["fluency", "fluency"]
    assert [KINDS[code] for code in found.kind] == ["scored", "repeat"]
    assert found.position.tolist() == [0, 1]
    assert found.shown_at.tolist() == [10, 20]
    assert found.answered_at[0] == 12.5
    assert np.isnan(found.answered_at[1])
    assert found.set_aside == ()


def test_raters_of_our_own_studies_keep_their_pseudonyms_and_others_are_numbered() -> None:
    names = [name_rater(12), "anna", name_rater(3), "r1", name_rater(12345), "rater-7", "rater-0012 ", "anna"]
    lines = [f"{name},s{place},i{place},A,3" for place, name in enumerate(names)]
    found = read("\n".join(["rater,sheet,instance,system,value", *lines]))
    assert column(found, "rater") == [
        *("rater-0012", "r1", "rater-0003", "r2", "rater-12345", "r3", "rater-0012", "r1"),
    ]


@pytest.mark.parametrize(
    "header",
    [
        "worker_id\thit\tsegment\tmodel\taspect\tscore",
        "Annotator,Page,Item ID,System Name,Dimension,Rating",
        "judge;screen;mr_id;team;question;answer",
        '"user","sheet","example","sys","criterion","value"',
    ],
)
def test_columns_are_found_by_the_names_people_use(header: str) -> None:
    mark = next(mark for mark in "\t;," if mark in header)
    found = read(f"{header}\n{mark.join(['anna', 'h1', '7', 'A', 'fluency', '3'])}\n")
    assert (column(found, "instance"), column(found, "system"), found.value.tolist()) == (["7"], ["A"], [3])
    assert (column(found, "criterion"), column(found, "rater")) == (["fluency"], ["r1"])


def test_json_lines_may_lack_keys() -> None:
    rows = [
        {"rater": "anna", "instance": 7, "system": "A", "value": 3},
        {"rater": "bert", "instance": 7, "system": "A", "value": 2, "sheet": "h1"},
        {"instance": 7, "system": "A", "value": None},
    ]
    found = read("\n".join(map(json.dumps, rows)))
    assert found.value.tolist() == [2]
    assert found.set_aside == (
        SetAside("the value is empty", 1, (3,)),
        SetAside("no sheet is named", 1, (1,)),
    )


def test_nothing_is_dropped_silently() -> None:
    found = read(
        "rater,sheet,instance,system,criterion,value,kind\n"
        "anna,h1,7,A,fluency,3,\n"
        "anna,h1,7,A,fluency,3,\n"  # the same again
        "anna,h1,7,A,fluency,4,\n"  # contradicts, and is kept
        "anna,h1,7,,fluency,3,\n"
        "anna,h1,,A,fluency,3,\n"
        ",h1,7,A,fluency,3,\n"
        "anna,h1,7,A,fluency,good,\n"
        "anna,h1,7,A,fluency,,\n"
        "anna,h1,7,A,fluency,inf,\n"
        "anna,h1,7,A,fluency,1_0,\n"
        "anna,h1,7,A,,3,\n"
        "anna,h1,7,A,fluency,3,puzzle\n"
    )
    assert found.value.tolist() == [3, 4, 3]  # the last one by a rater who is not named
    assert {one.reason: (one.count, one.lines) for one in found.set_aside} == {
        "the value is empty": (1, (9,)),
        "the value is not a number": (2, (8, 11)),
        f"the kind of item is none of {', '.join(KINDS)}": (1, (13,)),
        "no instance is named": (1, (6,)),
        "no system is named": (1, (5,)),
        "no criterion is named": (1, (12,)),
        "the value is not finite": (1, (10,)),
        "an exact repeat of an earlier one": (1, (3,)),
    }
    assert sum(one.count for one in found.set_aside) + len(found) == 12
    assert "1 judgement by the same rater" in found.notes["contradictions"]


def test_a_repeat_of_another_kind_or_place_is_no_repeat() -> None:
    found = read(
        "rater,instance,system,value,kind,position\n"
        "anna,7,A,3,scored,0\nanna,7,A,3,repeat,0\nanna,7,A,3,scored,1\nbert,7,A,3,scored,0\n"
    )
    assert len(found) == 4
    assert found.set_aside == ()


def test_what_a_file_does_not_say_is_told() -> None:
    found = read("item,system,score\n7,A,3\n8,A,2\n")
    assert column(found, "criterion") == ["score", "score"]
    assert column(found, "rater") == ["?1", "?2"]  # nobody says that it was one person
    assert found.raters is None
    assert column(found, "sheet") == ["s1", "s2"]  # every judgement stands alone
    assert len(found.pairwise()) == 0
    assert set(found.notes) == {"raters", "sheets"}


def test_ranks_are_turned_round() -> None:
    found = read("rater,sheet,item,system,rank\nanna,1,7,A,1\nanna,1,7,B,2\n")
    assert found.value.tolist() == [-1, -2]
    assert found.pairwise().outcome.tolist() == [1]


def test_personal_data_is_not_read_and_counted() -> None:
    found = read("rater,instance,system,value,IP address,City,e-mail\nanna,7,A,3,127.0.0.1,Elmham,anna@example.org\n")
    assert found.notes["personal data"] == "3 columns with personal data were not read"
    assert "example.org" not in repr(found)
    assert "Elmham" not in repr(found)


def test_a_short_row_is_named_by_its_line_and_not_by_what_is_in_it() -> None:
    with pytest.raises(Problems) as caught:
        read("rater,instance,system,value\nanna,7,A\n\nbert,7,B,2\ncarl,7,C,1,2\n")
    lines = caught.value.lines()
    assert lines[0].startswith("file.csv, line 2: 3 columns, the first row has 4.")
    assert lines[1].startswith("file.csv, line 5: 5 columns")
    assert "anna" not in str(caught.value)
    assert "carl" not in str(caught.value)


def test_lines_are_counted_from_the_top_of_the_file() -> None:
    found = read('\n\nrater,instance,system,value,note\nanna,7,A,3,"one\ntwo"\nbert,7,A,good,\n')
    assert found.set_aside == (SetAside("the value is not a number", 1, (6,)),)


def test_two_columns_for_one_thing_are_refused_unless_one_has_the_name() -> None:
    assert len(read("rater,instance,system,value,score\nanna,7,A,3,9\n")) == 1
    with pytest.raises(InvalidInput, match="more than one column may have the values: 'rating', 'score'"):
        read("rater,instance,system,rating,score\nanna,7,A,3,9\n")
    with pytest.raises(InvalidInput, match="more than one column 'value'"):
        read("rater,instance,system,value,value\nanna,7,A,3,9\n")


def test_a_missing_column_is_named() -> None:
    with pytest.raises(InvalidInput, match="no column names the systems"):
        read("rater,instance,value\nanna,7,3\n")


names = (
    st.text(min_size=1, max_size=6).map(str.strip).filter(lambda name: name and "\r" not in name and "\0" not in name)
)
numbers = st.floats(allow_nan=False, allow_infinity=False)
moments = st.one_of(st.just(float("nan")), numbers)
ratings = st.floats(-LARGEST, LARGEST)
rows = st.tuples(
    *(st.integers(0, 3), st.integers(0, 2), names, names, names, ratings),
    *(st.sampled_from(KINDS), st.integers(-1, 5), moments, moments),
)


def lines_of(text: str) -> list[str]:
    return [line.rstrip("\r") for line in text.split("\n")]


def key(row: Sequence[object]) -> tuple[object, ...]:
    return (*row[:5], row[6], row[7])


@given(st.lists(rows, min_size=1, max_size=12, unique_by=key))
def test_what_is_written_is_read_again(cells: Sequence[tuple[object, ...]]) -> None:
    columns = list(zip(*cells, strict=True))
    made = Ratings.from_columns(
        columns[5],
        *(map(str, columns[place]) for place in range(5)),
        kind=columns[6],
        position=columns[7],
        shown_at=columns[8],
        answered_at=columns[9],
    )
    again = Long.read(open_table(lines_of("\n".join(render_long(made))), "file.csv")).to_ratings()
    assert again.set_aside == ()
    for name in ("value", "kind", "position", "shown_at", "answered_at"):
        assert np.array_equal(getattr(again, name), getattr(made, name), equal_nan=name.endswith("_at"))
    for name in ("instance", "system", "criterion"):
        assert column(again, name) == column(made, name)
    for name in ("rater", "sheet"):  # pseudonyms: the same numbers, other names
        assert getattr(again, name).codes.tolist() == getattr(made, name).codes.tolist()
    assert next(render_long(again)).startswith("rater,sheet,instance,system,criterion,value")


def test_equal_ratings_by_unknown_raters_all_count() -> None:
    rows = [*("i1,a,5", "i1,a,5", "i1,a,5", "i1,a,1"), *("i1,b,4", "i1,b,4", "i1,b,3", "i1,b,4")]
    found = read("\n".join(["instance,system,value", *rows]))
    assert found.value.tolist() == [5, 5, 5, 1, 4, 4, 3, 4]
    assert len(set(found.rater.names)) == 8
    assert found.set_aside == ()


def test_a_second_judgement_counts_unless_a_time_a_number_or_a_sheet_shows_that_it_is_a_copy() -> None:
    twice = "anna,7,A,3"
    assert len(read(f"rater,instance,system,value\n{twice}\n{twice}\n")) == 2
    assert "1 judgement" in read(f"rater,instance,system,value\n{twice}\n{twice}\n").notes["repeats"]
    assert len(read(f"rater,instance,system,value,timestamp\n{twice},9\n{twice},9\n")) == 1
    assert len(read(f"rater,instance,system,value,timestamp\n{twice},9\n{twice},12\n")) == 2
    assert len(read(f"rater,instance,system,value,timestamp\n{twice},\n{twice},\n")) == 2
    assert len(read(f"rater,instance,system,value,sheet\n{twice},h1\n{twice},h1\n")) == 1
    assert len(read(f"rater,instance,system,value,sheet\n{twice},h1\n{twice},h2\n")) == 2
    assert len(read(f"rater,instance,system,value,judgement_id\n{twice},j1\n{twice},j1\n")) == 1
    assert len(read(f"rater,instance,system,value,judgement_id\n{twice},j1\n{twice},j2\n")) == 2


def test_whoever_saw_one_sheet_is_one_person_though_not_named() -> None:
    found = read("sheet,instance,system,value\nh1,7,A,3\nh1,7,B,4\nh2,7,A,3\n")
    assert column(found, "rater") == ["?1", "?1", "?2"]
    assert len(found.pairwise()) == 1


def test_numbers_of_raters_stay_and_names_do_not() -> None:
    head = "rater,instance,system,value\n"
    assert read(f"{head}annotator_3,7,A,3\nannotator_1,7,A,3\n").rater.names == ("annotator_3", "annotator_1")
    assert read(f"{head}12,7,A,3\nP7,7,A,3\n").rater.names == ("12", "P7")
    # One name among numbers, and everybody is numbered: nobody can then be told from the order of numbers.
    assert read(f"{head}12,7,A,3\nanna,7,A,3\n").rater.names == ("r1", "r2")
    for account in ("A1B2C3D4E5F6G7", "5f3c1a9e8b7d6c5e4f3a2b1c", "anna@example.org", "39481234"):
        assert read(f"{head}{account},7,A,3\n").rater.names == ("r1",)


def test_a_system_that_loses_its_judgements_is_named() -> None:
    found = read('rater,item,system,score\nr1,1,a,"1,000"\nr1,1,b,3\nr2,1,a,"2,000"\nr2,1,b,2\n')
    assert found.system.names == ("b",)
    assert found.notes["losses"] == "judgements that cannot be used: a (2 of 2); see what was set aside"
    assert "losses" not in read("rater,item,system,score\nr1,1,a,1\nr1,1,b,\nr2,1,b,2\n").notes  # empty, but not all
