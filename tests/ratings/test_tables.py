"""Tables of ratings: whose columns are found, what is said about them, and what cells hold."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import genchal
from genchal.campaign.judgements.load import collect_remarks, load_ratings
from genchal.domain.ratings import Ratings
from genchal.errors import InvalidInput
from genchal.ratings.tables.cells import parse_values
from genchal.ratings.tables.criteria import is_criterion, is_mean
from genchal.ratings.tables.nested_cells import NestedRating, unfold_cell
from genchal.text.arrays.labels import Labels


def read(folder: Path, text: str, **options: str) -> Ratings:
    (folder / "f.csv").write_text(text, encoding="utf-8")
    return load_ratings(folder / "f.csv", **options)


def test_columns_that_say_the_same_are_no_ambiguity(tmp_path: Path) -> None:
    found = read(tmp_path, "team,submission_id,item,rating\nnorth,17,1,3\nsouth,18,1,4\nnorth,17,2,5\n")
    assert found.system.names == ("north", "south")
    with pytest.raises(InvalidInput, match="more than one column may name the systems: 'team', 'submission_id'"):
        read(tmp_path, "team,submission_id,item,rating\nnorth,17,1,3\nnorth,18,1,4\n")


def test_a_first_line_may_name_the_separator(tmp_path: Path) -> None:
    found = read(tmp_path, "sep=;\nrater;item;system;score\nr1;1;A;3,5\nr1;1;B;4\n")
    assert (found.system.names, found.value.tolist(), found.line.tolist()) == (("A", "B"), [3.5, 4.0], [3, 4])


def test_a_battle_may_have_raters_and_prompts_under_other_names(tmp_path: Path) -> None:
    text = "voter,prompt,model_a,model_b,winner\nv1,p1,A,B,model_a\nv2,p1,A,B,tie\n"
    found = read(tmp_path, text, columns="rater=voter,instance=prompt")
    assert found.notes["layout"] == "arena"
    assert (found.raters, found.instance.names) == (2, ("p1",))
    assert read(tmp_path, text).raters is None


def test_a_layout_with_columns_of_its_own_says_so(tmp_path: Path) -> None:
    header = "srcIndex,segmentId,judgeId,system1Id,system2Id,system1rank,system2rank"
    with pytest.raises(InvalidInput, match="layout 'wmt-ranking' has columns of its own"):
        read(tmp_path, f"{header}\n1,1,j1,A,B,1,2\n", columns="rater=judgeId")


def test_columns_with_numbers_that_are_not_taken_for_criteria_are_named(tmp_path: Path) -> None:
    found = read(tmp_path, "item,system,fluency,wit,text\n1,A,3,4,so\n")
    said = "column with numbers that is not read: wit; if it is a criterion, add --columns value=fluency+wit"
    assert collect_remarks(found)[-1] == said
    assert found.criterion.names == ("fluency",)


def survey(columns: str, cells: Callable[[int, str, int], str]) -> str:
    """Ratings by four raters of two systems and six prompts, with more columns."""
    rows = [
        f"{rater};{1000 + 2 * number};Where is room {number}?;{system};{1 + (number + len(rater)) % 5};{cells(*case)}"
        for number in range(6)
        for rater in ("ada", "eli", "kim", "johanna")
        for system in ("north", "south")
        for case in [(number, system, len(rater))]
    ]
    return f"Rater;Line;Prompt;Model;Fluency;{columns}\n" + "\n".join(rows) + "\n"


@pytest.mark.parametrize("columns", ["", "instance=Prompt", "instance=Prompt,rater=Rater"])
def test_a_column_that_may_be_a_criterion_is_named_however_much_of_the_file_the_user_named(
    tmp_path: Path, columns: str
) -> None:
    text = survey("Tone;Comment", lambda number, system, rater: f"{(number + rater + len(system)) % 5};fine")
    found = read(tmp_path, text, columns=columns)
    option = f"{columns}," if columns else ""
    said = f"column with numbers that is not read: Tone; if it is a criterion, add --columns {option}value=Fluency+Tone"
    assert collect_remarks(found) == (said,)
    assert found.criterion.names == ("Fluency",)
    every = read(tmp_path, text, columns=f"{option}value=Fluency+Tone")
    assert every.criterion.names == ("Fluency", "Tone")
    assert not collect_remarks(every)
    only = read(tmp_path, text, columns=f"{option}value=Fluency")  # the user chose
    assert not collect_remarks(only)


def test_a_criterion_beside_a_column_of_values_is_named(tmp_path: Path) -> None:
    found = read(tmp_path, "rater,item,system,value,Fluency,score\nr1,1,A,3,4,5\nr1,1,B,3,2,5\n")
    assert found.notes["unread"] == (
        "columns with numbers that are not read: Fluency, score; if they are criteria, add --columns "
        "value=value+Fluency+score"
    )
    text = "rater,item,system,criterion,rating,trust\nr1,1,A,wit,3,4\nr1,1,B,wit,3,2\n"
    assert read(tmp_path, text).notes["unread"] == (
        "column with numbers that is not read: trust; --columns value=trust reads it instead of rating"
    )


TIMERS = ["First Click", "Q1_Last Click", "Q12.3_Page Submit", "Timing_Click Count"]
PLACES = ["Begin", "End", "offset", "start", "scroll_depth", "x", "y", "Unnamed: 0"]
OTHERS = ["rt", "trial", "block", "round", "keystrokes", "clicks", "payment", "temperature"]


@pytest.mark.parametrize("name", [*TIMERS, *PLACES, *OTHERS])
def test_columns_that_survey_tools_write_are_not_named(tmp_path: Path, name: str) -> None:
    text = survey(name, lambda number, system, rater: f"{(number + rater + len(system)) % 5}.25")
    assert not collect_remarks(read(tmp_path, text))


def test_numbers_that_are_no_judgements_are_not_named(tmp_path: Path) -> None:
    columns = "age_group;Duration (sec);rowNr;submitted;size_of_model;length;years;Comment;words;release"
    ages = {3: 1, 7: 3}  # by the length of a rater's name

    def cells(number: int, system: str, rater: int) -> str:
        length = 10 * number + len(system) * (system == "north")
        moment = 1.7e9 + 7 * number + rater
        age, size = ages[rater], 7 if system == "north" else 70
        words = ["fine", "so", "4"][number % 3]
        return f"{age};{rater * 7};{number};{moment};{size};{length};{age};a;{words};2"

    assert not collect_remarks(read(tmp_path, survey(columns, cells)))
    rows = "".join(f"{7 * n % 12},r{n % 3},{n % 4},{'AB'[n % 2]},{n % 5}\n" for n in range(12))
    assert not collect_remarks(read(tmp_path, f"place in file,rater,item,system,quality\n{rows}"))


def test_columns_that_may_name_raters_or_instances_are_named_where_nothing_else_does(tmp_path: Path) -> None:
    text = "Who,Nr,model,email,quality\nAda,P-1,A,a@b.c,3\nAda,P-1,B,a@b.c,4\n"
    said = "columns that are not read: Who, Nr; --columns rater=NAME,instance=NAME says what they name"
    assert collect_remarks(read(tmp_path, text))[-1] == said
    said = "columns that are not read: Who; --columns rater=NAME says what they name"
    assert collect_remarks(read(tmp_path, text, columns="instance=Nr"))[-1] == said
    assert not collect_remarks(read(tmp_path, text, columns="instance=Nr,rater=Who"))


def test_every_rater_may_have_a_column(tmp_path: Path) -> None:
    text = "item,model,ada,eli\n1,A,3,4\n1,B,5,\n"
    found = read(tmp_path, text, columns="rater=ada+eli")
    judged = zip(
        (found.rater.names[code] for code in found.rater.codes),
        (found.system.names[code] for code in found.system.codes),
        found.value.tolist(),
        strict=True,
    )
    assert list(judged) == [("r1", "A", 3), ("r2", "A", 4), ("r1", "B", 5)]
    assert found.criterion.names == ("value",)
    assert [aside.reason for aside in found.set_aside] == ["the value is empty"]
    told = r"value=ada\+eli if these are criteria, or --columns rater=ada\+eli if each is of one rater"
    with pytest.raises(InvalidInput, match="no column of values") as refused:
        read(tmp_path, text)
    assert re.search(told, str(refused.value))


@pytest.mark.parametrize("others", ["stars", "quality", "value"])
def test_columns_that_make_one_name_of_a_rater_are_not_ratings(tmp_path: Path, others: str) -> None:
    """Beside any other numbers, batch and worker are numbers of people."""
    text = f"item,model,batch,worker_nr,{others}\n1,A,3,4,5\n1,B,3,4,1\n"
    columns = "rater=batch+worker_nr"
    if others == "stars":
        with pytest.raises(InvalidInput, match="no column of values"):
            read(tmp_path, text, columns=columns)
        columns += ",value=stars"
    found = read(tmp_path, text, columns=columns)
    assert (found.raters, found.value.tolist()) == (1, [5, 1])


def test_a_count_beside_a_rater_is_not_one_of_raters(tmp_path: Path) -> None:
    found = read(tmp_path, "rater,item,system,score,count\nr1,1,A,3,0\n")
    assert (len(found), "means" in found.notes) == (1, False)
    found = read(tmp_path, "item,system,mean,n\n1,A,3,2\n2,A,4,4\n3,A,5,0\n")
    assert found.value.tolist() == [3, 4]
    assert [aside.reason for aside in found.set_aside] == ["a mean of no ratings"]
    assert found.notes["means"].startswith("values are means of 2 to 4 ratings; intervals and tests know nothing")


def test_names_of_criteria_and_means() -> None:
    assert all(map(is_criterion, ("Fluency", "DataCoverage", "avg_fluency", "fluency score", "Answer.quality")))
    assert not any(map(is_criterion, ("score", "value", "wit", "mean", "system")))
    assert all(map(is_mean, ("mean", "Avg.", "average_rating", "fluency_mean", "mean score")))
    assert not any(map(is_mean, ("meaning", "meaning preservation", "score", "fluency")))


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["5 - very good", "1 - very bad", "3"], [5, 1, 3]),
        (["very good (5)", "bad (2)"], [5, 2]),
        (["2: fair", "-1: worse"], [2, -1]),
        (["Yes", "no", ""], [1, 0, None]),
        (["3,5", "4"], [3.5, 4]),
        (["5 - good", "5 - great"], [None, None]),  # two labels for one point: something else is meant
        (["5 - good", "great"], [None, None]),
        (["1,000", "2"], [None, 2]),  # thousands?
        (["4-5", "3"], [None, 3]),
        (["2020-01-02"], [None]),
        (["3-May", "4-May", "5-Apr"], [None, None, None]),  # 3/5, 4/5 and 5/4, by a spreadsheet
        (["May-3", "3. May 2024"], [None, None]),
        (["5 - may be used", "1 - no"], [5, 1]),
        (["5-marvellous", "3-decent", "1. marginal"], [5, 3, 1]),
    ],
)
def test_cells_are_numbers_where_nothing_else_can_be_meant(cells: list[str], values: list[float | None]) -> None:
    found = parse_values(Labels.of(cells)).value.tolist()
    assert [None if value != value else value for value in found] == values


@pytest.mark.parametrize(
    ("cells", "is_low_best"),
    [
        (["1 - very good", "5 - very bad", "3"], True),
        (["good (1)", "average (3)"], True),
        (["1: fine", "4: poor"], True),
        (["1 - very bad", "5 - very good"], False),
        (["1 - not good", "5 - good"], False),
        (["1 - good", "5 - excellent"], False),
        (["1 - strongly agree", "5 - strongly disagree"], False),  # with what, nobody knows
    ],
)
def test_both_ends_of_a_labelled_scale_are_shown_and_a_reversed_one_is_warned_of(
    cells: list[str], is_low_best: bool
) -> None:
    note = parse_values(Labels.of(cells)).note
    assert note.startswith(f"numbers were taken from labels, from '{cells[0]}' to '{cells[1]}'")
    assert note.endswith("lower seems to be better, and has to be said (--lower-is-better)") is is_low_best


def test_results_of_one_criterion_count_what_was_set_aside_of_it_alone(tmp_path: Path) -> None:
    rows = [
        f"r{rater},{item},{system},{(rater + item * length) % 5},{'?' if rater == item else rater * item * length % 4}"
        for rater in range(1, 4)
        for item in range(1, 7)
        for system, length in (("A", 1), ("B", 2))
    ]
    found = read(tmp_path, "\n".join(["rater,item,system,fluency,tone", *rows, ""]), columns="value=fluency+tone")
    for criterion, counts in (("fluency", []), ("tone", [6])):
        results: list[Any] = [
            genchal.rank(found, criterion),
            genchal.differences(found, criterion),
            genchal.direct_assessment(found, criterion),
            genchal.agree(found, criterion),
            genchal.plan(found, criterion, difference=1, items=(5,), raters=(3,), simulations=20),
        ]
        for result in results:
            assert [aside.count for aside in result.set_aside] == counts, (criterion, result)


@pytest.mark.parametrize("date", ["3-May", "May-3", "03-May-2024", "2026-05-03", "2026-05-03 00:00:00", "03.05.2026"])
def test_ratings_that_a_spreadsheet_made_dates_of_are_refused(tmp_path: Path, date: str) -> None:
    said = rf"f.csv, line 3: '{date}' in column 'rating' is a date, as spreadsheets make of ratings such as 3/5"
    for others in ("4-May", "4"):
        with pytest.raises(InvalidInput, match=said):
            read(tmp_path, f"item,system,rating\n1,A,\n1,B,{date}\n2,A,{others}\n")


def test_values_are_read_criterion_by_criterion(tmp_path: Path) -> None:
    rows = ["1,A,fluency,4", "1,A,correct,yes", "1,B,fluency,2", "1,B,correct,no", "1,B,tone,3 - fair", "2,B,tone,poor"]
    found = read(tmp_path, "\n".join(["item,system,criterion,value", *rows]))
    assert found.value.tolist() == [4, 1, 2, 0]
    assert found.notes["values"] == "correct: yes is read as 1, no as 0"
    assert [aside.sentence() for aside in found.set_aside] == [
        "2 ratings set aside: the value is not a number (lines 6 and 7)"
    ]


@pytest.mark.parametrize("name", ["rank", "Ranking", "overall_rank", "rankOverall"])
def test_places_are_turned_round_under_every_name(tmp_path: Path, name: str) -> None:
    column = read(tmp_path, f"item,system,{name}\n1,A,1\n1,B,2\n", columns=f"value={name}")
    criterion = read(tmp_path, f"item,system,criterion,value\n1,A,{name},1\n1,B,{name},2\n1,B,tone,2\n")
    assert column.value.tolist() == [-1, -2]
    assert criterion.value.tolist() == [-1, -2, 2]
    for found in (column, criterion):
        assert collect_remarks(found)[-1] == (
            f"values of {found.criterion.names[0]} are places, by the name: 1, the best, is read as -1; if more is "
            "better, --lower-is-better turns them back"
        )


def test_a_column_called_ranking_has_the_values(tmp_path: Path) -> None:
    assert read(tmp_path, "item,system,ranking\n1,A,1\n1,B,2\n").value.tolist() == [-1, -2]


def test_places_that_are_negative_have_been_turned_round_and_other_words_are_no_places(tmp_path: Path) -> None:
    assert read(tmp_path, "item,system,rank\n1,A,-1\n1,B,-2\n").value.tolist() == [-1, -2]
    assert read(tmp_path, "item,system,RankME\n1,A,1\n", columns="value=RankME").value.tolist() == [1]
    place = "item,system,criterion,value\n1,A,place,1\n1,A,place names,2\n"
    assert read(tmp_path, place).value.tolist() == [-1, 2]


@pytest.mark.parametrize(
    ("cell", "ratings"),
    [
        ("[4, 5.5]", [("4", "", ""), ("5.5", "", "")]),
        ("[]", [("", "", "")]),
        ("[null, 3]", [("", "", ""), ("3", "", "")]),
        ('{"ada": 4, "eli": 5}', [("4", "ada", ""), ("5", "eli", "")]),
        ('{"fluency": 4, "clarity": 5}', [("4", "", "fluency"), ("5", "", "clarity")]),
        ('{"wit": [4, 5]}', [("4", "", "wit"), ("5", "", "wit")]),
        ("{'ada': {'wit': 4}, 'eli': {'wit': 2}}", [("4", "ada", "wit"), ("2", "eli", "wit")]),
        ('{"fluency": {"ada": 4}, "clarity": {"ada": 1}}', [("4", "ada", "fluency"), ("1", "ada", "clarity")]),
        ('[{"worker": "ada", "wit": 4, "comment": "so", "age": 30}]', [("4", "ada", "wit")]),
        ('[{"rater": "ada", "aspect": "wit", "score": 4}]', [("4", "ada", "wit")]),
        ('[{"wit": true}]', [("1", "", "wit")]),
        ("[4, 5", [("[4, 5", "", "")]),
    ],
)
def test_cells_hold_lists_and_objects(cell: str, ratings: list[tuple[str, str, str]]) -> None:
    assert unfold_cell(cell) == [NestedRating(*rating) for rating in ratings]


# --- Prompts name instances ------------------------------------------------------------------------------------------


def test_a_column_of_prompts_names_the_instances_as_it_does_in_files_of_outputs(tmp_path: Path) -> None:
    text = survey("Tone", lambda number, system, rater: "3")
    found = read(tmp_path, text)
    assert found.instance.names[:2] == ("Where is room 0?", "Where is room 1?")
    single = read(tmp_path, "Prompt,Model,Fluency\nHello?,A,3\nBye?,A,4\n")  # texts number nothing
    assert single.instance.names == ("Hello?", "Bye?")
    assert "positions" not in single.notes


@pytest.mark.parametrize("name", ["item", "prompt_id", "id", "index"])
def test_an_id_is_preferred_to_a_prompt(tmp_path: Path, name: str) -> None:
    text = f"rater,Prompt,{name},model,rating\na,Hello?,p1,A,3\na,Hello?,p1,B,4\na,Hello?,p2,A,4\n"
    assert read(tmp_path, text).instance.names == ("p1", "p2")


def test_numbers_of_rows_are_not_preferred_to_a_prompt(tmp_path: Path) -> None:
    text = "id,rater,Prompt,model,rating\n1,a,Hello?,A,3\n2,a,Hello?,B,4\n"
    assert read(tmp_path, text).instance.names == ("Hello?",)


def test_prompts_of_battles_name_the_instances_where_no_id_does(tmp_path: Path) -> None:
    text = "prompt,model_a,model_b,winner\np1,A,B,model_a\np1,A,B,tie\n"
    assert read(tmp_path, text).instance.names == ("p1",)


# --- Words -----------------------------------------------------------------------------------------------------------


def test_words_among_numbers_are_counted_by_column(tmp_path: Path) -> None:
    found = read(tmp_path, "rater,item,system,fluency,clarity\na,1,A,3,gut\na,1,B,4,2\na,2,A,so,3\na,2,B,,2\n")
    assert [aside.sentence() for aside in found.set_aside] == [
        "1 rating set aside: the value is empty (line 5)",
        "1 rating set aside: the value is not a number in column 'fluency' (line 4)",
        "1 rating set aside: the value is not a number in column 'clarity' (line 2)",
    ]


@pytest.mark.parametrize("columns", ["value=fluency+remark", "instance=item,value=fluency+remark"])
def test_a_column_of_words_is_no_criterion(tmp_path: Path, columns: str) -> None:
    text = "rater,item,system,fluency,remark,style\na,1,A,3,fine,\na,1,B,4,,N/A\n"
    with pytest.raises(InvalidInput, match="no numbers in column 'remark'") as refused:
        read(tmp_path, text, columns=columns)
    option = columns.removesuffix("+remark")
    assert f"Add --columns {option}, or write numbers for the labels: '5 - very good'." in str(refused.value)
    assert read(tmp_path, text).criterion.names == ("fluency",)  # nobody was asked for style
