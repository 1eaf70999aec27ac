"""Ids that files give say which instance an output answers: before inputs, and never as numbers of rows."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli.typed import Done, genchal

REFS = "id,input,reference\n1,hi,a\n2,hi,c\n3,yo,d\n"
SHARED = "2 of 3 instances have an input that another one has, too"


def score(folder: Path, files: Mapping[str, str], *arguments: str) -> Done:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    outputs = [name for name in files if not name.startswith("refs")]
    references = [argument for name in files if name.startswith("refs") for argument in ("-r", name)]
    command = ["score", *outputs, *references, "-m", "exact_match", "--resamples", "0", "--json", *arguments]
    return genchal(*command, folder=folder)


def values(done: Done) -> dict[str, float]:
    assert done.returncode == 0, done.stderr
    return {score["system"]: score["value"] for score in json.loads(done.stdout)["scores"]}


ANSWERS = {"A.csv": "id,output\n1,a\n2,d\n", "B.csv": "id,output\n1,a\n2,c\n"}


@pytest.mark.parametrize("header", ["id,input,reference", "id,mr,ref"])
def test_ids_are_never_numbers_of_instances_whose_inputs_are_equal(tmp_path: Path, header: str) -> None:
    done = score(tmp_path, {"refs.csv": REFS.replace("id,input,reference", header), **ANSWERS})
    assert values(done) == {"A": 0.5, "B": 1.0}
    assert f"refs.csv: {SHARED}" in done.stderr
    assert "--group input pools them" in done.stderr
    assert "group:input" not in done.stdout


def test_slots_have_ids_too(tmp_path: Path) -> None:
    refs = 'id,mr,ref\n1,"a[hi]",a\n2,"a[hi]",c\n3,"a[yo]",d\n'
    assert values(score(tmp_path, {"refs.csv": refs, **ANSWERS}, "--task", "slots")) == {"A": 0.5, "B": 1.0}


@pytest.mark.parametrize("has_inputs", [True, False])
def test_references_of_names_are_not_pooled_without_a_word(tmp_path: Path, has_inputs: bool) -> None:
    refs = "id,input,reference\nq1,hi,a\nq2,hi,c\nq3,yo,d\n"
    rows = [("q2", "hi", "a"), ("q1", "hi", "c"), ("q3", "yo", "d")]
    lines = [",".join(row if has_inputs else (row[0], row[2])) for row in rows]
    outputs = "\n".join(["id,input,output" if has_inputs else "id,output", *lines])
    assert values(score(tmp_path, {"refs.csv": refs, "o.csv": outputs})) == {"o": 1 / 3}


def test_a_repeated_id_has_several_references(tmp_path: Path) -> None:
    refs = "id,input,reference\n1,hi,a\n1,hi,c\n2,hi,d\n"
    assert values(score(tmp_path, {"refs.csv": refs, "o.csv": "id,output\n1,c\n2,a\n"})) == {"o": 0.5}
    slots = 'id,mr,ref\n1,"a[hi]",a\n1,"a[hi]",c\n2,"a[hi]",d\n'
    files = {"refs.csv": slots, "o.csv": "id,output\n1,c\n2,a\n"}
    assert values(score(tmp_path, files, "--task", "slots")) == {"o": 0.5}


def test_a_pooled_instance_is_known_by_the_ids_of_all_its_rows(tmp_path: Path) -> None:
    files = {"refs.csv": REFS, "A.csv": "id,output\n1,a\n3,d\n", "B.csv": "id,output\n2,a\n3,x\n"}
    done = score(tmp_path, files, "--group", "input")
    assert values(done) == {"A": 1.0, "B": 0.5}
    assert "group:input" in done.stdout
    assert done.stderr == ""


def test_equal_outputs_for_all_ids_of_a_pooled_instance_are_one(tmp_path: Path) -> None:
    files = {"refs.csv": REFS, "o.csv": "id,input,output\n1,hi,c\n2,hi,c\n3,yo,x\n"}
    assert values(score(tmp_path, files, "--group", "input")) == {"o": 0.5}


@pytest.mark.parametrize("command", ["score", "validate"])
def test_different_outputs_for_the_ids_of_a_pooled_instance_are_refused(tmp_path: Path, command: str) -> None:
    (tmp_path / "refs.csv").write_text(REFS, encoding="utf-8")
    (tmp_path / "o.csv").write_text("id,output\n1,a\n2,c\n3,d\n", encoding="utf-8")
    done = genchal(command, "o.csv", "-r", "refs.csv", "--group", "input", folder=tmp_path)
    assert done.returncode == 2
    line = "o.csv, line 3: '2' and '1' (line 2) share an input and are one instance here, but have different outputs. "
    assert f"error: {line}Score every row by itself with --group row" in done.stdout + done.stderr


def test_a_data_set_that_pools_by_convention_pools_ids_too(tmp_path: Path) -> None:
    refs = 'id,mr,ref\n7,"a[hi]",a\n8,"a[hi]",c\n9,"a[yo]",d\n'
    done = score(tmp_path, {"refs.csv": refs, "o.csv": "id,output\n8,a\n9,x\n"}, "--task", "e2e")
    assert values(done) == {"o": 0.5}
    assert "group:input" in done.stdout


def test_one_output_for_an_input_answers_all_rows_that_have_it(tmp_path: Path) -> None:
    done = score(tmp_path, {"refs.csv": REFS, "o.csv": "input,output\nhi,c\nyo,d\n"})
    assert values(done) == {"o": 2 / 3}
    assert SHARED in done.stderr
    assert "no output" not in done.stderr
    assert values(score(tmp_path, {"refs.csv": REFS, "o.csv": "input,output\nhi,c\nyo,d\n"}, "--group", "input")) == {
        "o": 1.0
    }


def test_an_output_for_several_rows_is_one_text(tmp_path: Path) -> None:
    for name, text in {"refs.csv": REFS, "o.csv": "input,output\nhi,c\nyo,d e\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = genchal("describe", "o.csv", "-r", "refs.csv", "--json", folder=tmp_path)
    numbers = {number["statistic"]: number["value"] for number in json.loads(done.stdout)["numbers"]}
    assert numbers["tokens_per_text"] == 1.5  # of one and two
    assert "missing" not in done.stderr + done.stdout


def test_several_outputs_for_an_input_follow_the_order_of_its_rows(tmp_path: Path) -> None:
    assert values(score(tmp_path, {"refs.csv": REFS, "o.csv": "input,output\nyo,d\nhi,a\nhi,c\n"})) == {"o": 1.0}


def test_files_without_ids_pool_equal_inputs_as_before(tmp_path: Path) -> None:
    refs = "input,reference\nhi,a\nhi,c\nyo,d\n"
    done = score(tmp_path, {"refs.csv": refs, "o.csv": "id,output\n1,c\n2,d\n"})
    assert values(done) == {"o": 1.0}
    assert "group:input" in done.stdout


POOLED = [
    "mr,ref\nname[A],A one\nname[A],A two\nname[B],B x\nname[C],C y\n",
    "input,reference\na,A one\na,A two\nb,B x\nc,C y\n",
]


@pytest.mark.parametrize("refs", POOLED)
def test_numbers_of_pooled_references_are_said_to_be_those_of_inputs(tmp_path: Path, refs: str) -> None:
    files = {"refs.csv": refs, "o.tsv": "id\toutput\n1\tA one\n2\tA two\n3\tB x\n"}
    task = ("--task", "slots") if refs.startswith("mr") else ()
    done = score(tmp_path, files, *task)
    assert values(done) == {"o": 1 / 3}
    assert done.stderr == (
        "o.tsv: the references have no ids: those of the outputs are taken for numbers of inputs, not of rows, from 1 "
        "on (--group row scores every row by itself)\n"
    )
    assert values(score(tmp_path, files, *task, "--group", "row")) == {"o": 1.0}
    done = score(tmp_path, files | {"o.tsv": "id\toutput\n0\tA one\n1\tB x\n2\tC y\n"}, *task)
    assert values(done) == {"o": 1.0}
    assert done.stderr == "o.tsv: its ids count from 0: they are matched with the numbers of inputs, not of rows\n"


@pytest.mark.parametrize("refs", POOLED)
@pytest.mark.parametrize("first", [1, 3])
def test_numbers_of_rows_for_pooled_references_are_told_to_score_rows(tmp_path: Path, refs: str, first: int) -> None:
    outputs = "id\toutput\n" + "".join(f"{number}\tA one\n" for number in range(first, first + 4))
    done = score(tmp_path, {"refs.csv": refs, "o.tsv": outputs}, *(("--task", "slots") if refs[0] == "m" else ()))
    assert done.returncode == 2
    assert "'4'" in done.stderr
    assert (
        "The references have no ids, and ids of outputs are the numbers of their 3 inputs: "
        "score every row by itself with --group row, or give the references ids.\n"
    ) in done.stderr


def test_several_references_in_a_row_do_not_pool_rows(tmp_path: Path) -> None:
    refs = '{"input": "a", "references": ["A one", "A two"]}\n{"input": "b", "references": ["B x"]}\n'
    done = score(tmp_path, {"refs.jsonl": refs, "o.csv": "id,output\n1,A two\n2,B x\n"})
    assert values(done) == {"o": 1.0}
    assert done.stderr == ""


def test_a_blank_id_is_none(tmp_path: Path) -> None:
    refs = "id,input,reference\nq1,hi,a\n,hi,c\nq3,yo,d\n"  # a row that continues the one before
    assert values(score(tmp_path, {"refs.csv": refs, "o.csv": "id,output\nq1,c\nq3,d\n"})) == {"o": 1.0}


NAMELESS = [
    "id,reference\n,one\n1,two\n3,three\n",
    '{"reference": "one"}\n{"id": "1", "reference": "two"}\n{"id": 3, "reference": "three"}\n',
    "id,input,reference\n,b,two\n2,a,one\n3,c,three\n",
    "id,input,reference\n,a,two\n2,a,one\n3,a,three\n",
    'id,mr,ref\n,"a[b]",two\n2,"a[c]",one\n3,"a[d]",three\n',
]


@pytest.mark.parametrize("refs", NAMELESS)
def test_references_without_an_id_among_others_with_one_are_refused(tmp_path: Path, refs: str) -> None:
    name, line = ("refs.jsonl", 1) if refs.startswith("{") else ("refs.csv", 2)
    done = score(tmp_path, {name: refs, "o.csv": "id,output\n1,two\n3,three\n"})
    assert done.stderr == (
        f"error: {name}, line {line}: 1 row of 3 without an id. "
        "Write an id in every row, or remove the column of ids.\n"
    )


def test_a_row_that_continues_another_one_may_come_first(tmp_path: Path) -> None:
    refs = "id,input,reference\n,hi,c\nq1,hi,a\nq3,yo,d\n"
    files = {"refs.csv": refs, "o.csv": "id,output\nq1,c\nq3,d\n"}
    assert values(score(tmp_path, files)) == {"o": 1.0}
    assert values(score(tmp_path, files, "--group", "row")) == {"o": 1.0}


@pytest.mark.parametrize("options", [(), ("--group", "row")])
def test_ids_that_both_sides_have_come_before_inputs(tmp_path: Path, options: tuple[str, ...]) -> None:
    files = {"refs.csv": REFS, "o.csv": "id,input,output\n2,hi,c\n1,hi,a\n3,yo,d\n"}
    assert values(score(tmp_path, files, *options)) == {"o": 1.0}


@pytest.mark.parametrize("command", ["score", "validate"])
def test_ids_and_inputs_that_contradict_each_other_are_refused(tmp_path: Path, command: str) -> None:
    (tmp_path / "refs.csv").write_text(REFS, encoding="utf-8")
    (tmp_path / "o.csv").write_text("id,input,output\n1,hi,a\n3,hi,c\n2,yo,d\n", encoding="utf-8")
    done = genchal(command, "o.csv", "-r", "refs.csv", folder=tmp_path)
    assert done.returncode == 2
    line = "o.csv, line 3: id '3' stands beside the input 'hi', but is that of 'yo' among the references"
    assert f"error: {line}. Correct the id or the input" in done.stdout + done.stderr


@pytest.mark.parametrize("last", ["5", "99", ""])
def test_an_id_that_is_not_known_does_not_excuse_those_beside_other_inputs(tmp_path: Path, last: str) -> None:
    refs = "id,input,reference\n1,a,one\n2,b,two\n3,c,three\n4,d,four\n5,e,five\n"
    outputs = f"id,input,output\n1,b,one\n2,c,two\n3,d,three\n4,a,four\n{last},e,five\n"
    done = score(tmp_path, {"refs.csv": refs, "o.csv": outputs})
    assert done.returncode == 2
    assert "error: o.csv, line 2: id '1' stands beside the input 'b', but is that of 'a'" in done.stderr


def test_prompts_made_from_inputs_do_not_contradict_ids(tmp_path: Path) -> None:
    files = {"refs.csv": REFS, "o.csv": "id,prompt,output\n2,Say hi!,c\n1,Say hi!,a\n3,Say yo!,d\n"}
    assert values(score(tmp_path, files)) == {"o": 1.0}


def test_ids_of_the_outputs_alone_give_way_to_inputs(tmp_path: Path) -> None:
    refs = "id,input,reference\n1,hi,a\n2,he,c\n3,yo,d\n"
    files = {"refs.csv": refs, "o.csv": "id,input,output\n0,yo,d\n1,hi,a\n2,he,c\n"}  # numbers of rows, from 0 on
    assert values(score(tmp_path, files)) == {"o": 1.0}


def test_an_unknown_id_beside_an_input_of_several_instances_is_refused(tmp_path: Path) -> None:
    done = score(tmp_path, {"refs.csv": REFS, "o.csv": "id,input,output\n0,hi,a\n1,hi,c\n2,yo,d\n"})
    assert done.returncode == 2
    assert done.stderr.startswith(
        "error: o.csv, line 2: id '0' is not among the references, of which several have its input ('1', '2')."
    )


def test_ids_from_0_are_told_for_all_files_together(tmp_path: Path) -> None:
    refs, first, second = "reference\na\nb\nc\n", "id,output\n0,a\n1,b\n2,c\n", "id,output\n1,b\n2,c\n"
    done = score(tmp_path, {"refs.csv": refs, "A.csv": first, "B.csv": second})
    assert values(done) == {"A": 1.0, "B": 1.0}
    assert done.stderr.count("its ids count from 0") == 2
    done = score(tmp_path, {"refs.csv": refs, "A.csv": first, "B.csv": second, "C.csv": "id,output\n3,c\n"})
    assert done.stderr == (
        "error: B.csv: its ids may count from 0, as those of A.csv do, or from 1, as those of C.csv. "
        "Give the references ids, or let all files count in one way.\n"
    )


def test_numbers_that_may_count_from_0_are_told_where_some_are_missing(tmp_path: Path) -> None:
    done = score(tmp_path, {"refs.csv": "reference\na\nb\nc\n", "B.csv": "id,output\n1,b\n2,c\n"})
    assert values(done) == {"B": 0.0}
    assert (
        "B.csv: the references have no ids: those of the outputs are taken for their numbers, from 1 on" in done.stderr
    )


def test_a_column_with_the_ids_of_the_references_is_not_passed_over(tmp_path: Path) -> None:
    refs = "id,reference\nq1,a\nq2,b\n"
    done = score(tmp_path, {"refs.csv": refs, "o.csv": "nr,output\nq2,b\nq1,a\n"})
    assert done.stderr == (
        "error: o.csv has no column of ids, but 'nr' has the ids of the references. Add --columns instance=nr.\n"
    )
    done = score(tmp_path, {"refs.csv": refs, "o.csv": "nr,output\nq2,b\n"})  # not all of them
    assert "'nr' has the ids of the references" in done.stderr
    done = score(tmp_path, {"refs.csv": refs, "o.csv": "question,output\nq2,b\nq1,a\n"})
    assert values(done) == {"o": 1.0}
    assert "has the ids of the references in its column of inputs" in done.stderr


def test_an_output_a_row_for_pooled_rows_without_ids_is_told_to_score_rows(tmp_path: Path) -> None:
    done = score(tmp_path, {"refs.csv": "input,reference\nhi,a\nhi,c\n", "o.csv": "input,output\nhi,a\nhi,c\n"})
    assert done.stderr.startswith("error: o.csv, line 3: 'hi' was already answered in line 2. Keep one output per ins")
    assert "score every row by itself with --group row" in done.stderr


CAMPAIGN = """
[campaign]
name = "Walks"
resamples = 0

[[track]]
name = "walks"
format = "table"
test = "refs.csv"

[[system]]
name = "A"
file = "A.csv"

[[system]]
name = "B"
file = "B.csv"

[[metric]]
name = "exact_match"
"""


def run_campaign(folder: Path, refs: str, *files: str, more: str = "") -> tuple[Done, dict[str, float]]:
    for name, text in zip(("refs.csv", "A.csv", "B.csv"), (refs, *files), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "campaign.toml").write_text(CAMPAIGN + more, encoding="utf-8")
    done = genchal("run", ".", folder=folder)
    assert done.returncode == 0, done.stderr
    shown = json.loads((folder / "report" / "results.json").read_text(encoding="utf-8"))
    return done, {score["system"]: score["value"] for score in shown["tracks"][0]["scores"]}


def test_campaigns_read_ids_in_the_same_way(tmp_path: Path) -> None:
    done, scores = run_campaign(tmp_path, REFS, *ANSWERS.values())
    assert scores == {"A": 0.5, "B": 1.0}
    assert f"track 'walks': {SHARED}" in done.stderr
    assert '(group = "input" pools them)' in done.stderr


def test_campaigns_tell_for_all_systems_whether_ids_count_from_0(tmp_path: Path) -> None:
    files = "id,output\n1,b\n2,c\n", "id,output\n0,a\n1,b\n2,c\n"
    assert run_campaign(tmp_path, "reference\na\nb\nc\n", *files)[1] == {"A": 1.0, "B": 1.0}


def test_campaigns_find_ratings_by_all_ids_of_a_pooled_instance(tmp_path: Path) -> None:
    (tmp_path / "ratings.csv").write_text(
        "rater,system,id,criterion,value\n" + "".join(f"r{n},{s},{i},good,{v}\n" for n in (1, 2)
        for s, i, v in (("A", 2, 1), ("B", 2, 4), ("A", 3, 2), ("B", 3, 5))), encoding="utf-8"
    )  # fmt: skip
    more = '\n[[ratings]]\nname = "people"\nfile = "ratings.csv"\ncolumns = { instance = "id" }\n'
    grouped = CAMPAIGN.replace('test = "refs.csv"', 'test = "refs.csv"\ngroup = "input"')
    for name, text in {"refs.csv": REFS, "A.csv": "id,output\n1,a\n3,d\n", "B.csv": "id,output\n2,c\n3,d\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(grouped + more, encoding="utf-8")
    done = genchal("run", ".", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "not in the track" not in done.stderr


def test_campaigns_count_ratings_of_outputs_that_do_not_exist(tmp_path: Path) -> None:
    rows = "".join(f"r{n},{s},{i},good,{n + i}\n" for n in (1, 2) for s in "AB" for i in (1, 2, 3))
    (tmp_path / "ratings.csv").write_text(f"rater,system,id,criterion,value\n{rows}", encoding="utf-8")
    more = '\n[[ratings]]\nname = "people"\nfile = "ratings.csv"\ncolumns = { instance = "id" }\n'
    done, _ = run_campaign(tmp_path, REFS, "id,output\n1,a\n3,d\n", "id,output\n1,a\n2,c\n3,d\n", more=more)
    line = "Warning: people: 1 of 6 rated outputs is missing from what the systems put out: '2' of A.\n"
    assert line in done.stdout + done.stderr
    done, _ = run_campaign(tmp_path, REFS, *["id,output\n1,a\n2,c\n3,d\n"] * 2, more=more)
    assert "rated outputs" not in done.stdout + done.stderr
