"""Ways to get files of outputs wrong: what a newcomer reads is one line, and every command says it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cli.typed import Done, genchal

OURS = "id,output\nq1,One walk.\nq2,Two walks.\nq3,Three walks.\nq4,No walk.\n"
REFERENCES = "id,reference\nq1,One walk.\nq2,Two walks!\nq3,Three.\nq4,None.\n"
RIGHT_FILE = "Check that this is the right file."


@dataclass(frozen=True)
class Mistake:
    """Files, the option that is given, and the line that is printed."""

    line: str
    ours: str
    name: str = "ours.csv"
    options: tuple[str, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict)


MISTAKES = {
    "a column that is not there": Mistake(
        "ours.csv: no column 'outptu'. Its columns: id ('q1', 'q2'), output ('One walk.', 'Two walks.'). "
        "Did you mean --columns output=output?",
        OURS, options=("--columns", "output=outptu"),
    ),
    "a name that nobody knows": Mistake(
        "ours.csv: no column for the outputs. Its columns: id ('q1', 'q2'), said by it ('One.', 'Two.'). "
        "Add --columns 'output=said by it'.",
        "id,said by it\nq1,One.\nq2,Two.\n",
    ),
    "two columns that may be it": Mistake(
        "ours.csv: 2 columns may be the outputs: answer ('a', 'c'), prediction ('b', 'd'). "
        "Say which: --columns output=answer, or another of them.",
        "id,answer,prediction\nq1,a,b\nq2,c,d\n",
    ),
    "two columns of ids": Mistake(
        "ours.csv: 2 columns may be the ids: id ('1', '2'), sample_id ('q1', 'q2'). "
        "Say which: --columns instance=id, or another of them.",
        "id,sample_id,output\n1,q1,b\n2,q2,d\n",
    ),
    "no id in common": Mistake(
        "ours.csv: none of its 4 ids is among the references: outputs have 'w1', 'w2', 'w3'; references have 'q1', "
        "'q2', 'q3'. Check that the files belong together, or name the column: --columns instance=NAME.",
        OURS.replace("q", "w"),
    ),
    "half of the ids in common": Mistake(
        "ours.csv: only 2 of its 4 ids are among the references: outputs have 'w1', 'w2'; references have 'q1', 'q2'. "
        "Check that the files belong together, or name the column: --columns instance=NAME.",
        OURS.replace("q1", "w1").replace("q2", "w2"),
    ),
    "one id that is unknown": Mistake(
        "ours.csv, line 2: 'w1' is not among the instances. Copy inputs and ids from the test file without changes.",
        OURS.replace("q1", "w1"),
    ),
    "fewer outputs than references": Mistake(
        "ours.csv: 2 outputs for 4 instances. "
        "Write one output per line in the order of the instances, or add a column with the inputs.",
        "output\na\nb\n",
    ),
    "an empty file": Mistake(f"ours.csv: it contains no outputs. {RIGHT_FILE}", ""),
    "an empty text": Mistake(f"ours.txt: it contains no outputs. {RIGHT_FILE}", "", "ours.txt"),
    "a header only": Mistake(f"ours.csv: it contains no outputs. {RIGHT_FILE}", "id,output\n"),
    "nothing but null": Mistake(
        "ours.jsonl: all 2 outputs are null. "
        "Check that this is the right file, and the right column (--columns output=NAME).",
        '{"id": "q1", "output": null}\n{"id": "q2", "output": null}\n', "ours.jsonl",
    ),
    "a column a system": Mistake(
        "ours.csv: no column for the outputs. Its columns: id ('q1', 'q2'), A ('a', 'c'), B ('b', 'd'). Add --columns "
        "output=NAME, or --systems A,B if every system has a column of its own.",
        "id,A,B\nq1,a,b\nq2,c,d\n",
    ),
    "a system without a column": Mistake(
        "ours.csv: no column 'C'. Its columns: id ('q1', 'q2'), A ('a', 'c'), B ('b', 'd'). "
        "Name columns that it has with --systems A,B.",
        "id,A,B\nq1,a,b\nq2,c,d\n", options=("--systems", "A,C"),
    ),
    "a role that there is not": Mistake(
        "unknown role of a column 'outptu'. Did you mean 'output'?", OURS, options=("--columns", "outptu=output")
    ),
    "a role of ratings": Mistake(
        "unknown role of a column of outputs 'rater'. Known: input, instance, output, reference, system.",
        OURS, options=("--columns", "rater=id"),
    ),
    "a role twice": Mistake(
        "columns: 'output' is given twice. Give every role once.",
        OURS, options=("--columns", "output=id,output=output"),
    ),
    "a column with two roles": Mistake(
        "columns: 'id' is both output and instance. Give every column one role.",
        OURS, options=("--columns", "output=id,instance=id"),
    ),
    "two columns of one name": Mistake(
        "ours.csv, line 1: more than one column 'output'. Keep one of them and rename the others.",
        "id,output,output\nq1,a,b\n",
    ),
    "an object in an object": Mistake(
        "ours.jsonl: no column for the outputs. Its columns: id ('q1', 'q2'), result.best ('x', 'y'). "
        "Add --columns output=result.best.",
        '{"id": "q1", "result": {"best": "x"}}\n{"id": "q2", "result": {"best": "y"}}\n', "ours.jsonl",
    ),
    "two outputs in a list": Mistake(
        "ours.jsonl, line 1: 2 outputs in a list. Keep one output for each instance.",
        '{"id": "q1", "output": ["a", "b"]}\n{"id": "q2", "output": "b"}\n', "ours.jsonl",
    ),
    "Parquet that is none": Mistake(
        "ours.parquet: not a readable Parquet file. Write the file again, or convert it to CSV.", OURS, "ours.parquet"
    ),
    "references given as outputs": Mistake(
        "ours.csv: no column for the outputs, only for the references ('reference'). "
        "Check that this is the right file, or add --columns output=reference.",
        REFERENCES,
    ),
    "columns of a text": Mistake(
        "ours.txt: plain text, which has no columns. "
        "Leave out --columns and --systems, or give a table (CSV, TSV, JSON, Parquet).",
        "a\nb\nc\nd\n", "ours.txt", ("--columns", "output=said"),
    ),
    "an id that is answered twice": Mistake(
        "ours.csv, line 3: 'q2' was already answered in line 2. "
        "Keep one output per instance, or name the column of the systems: --columns system=NAME.",
        OURS.replace("q1", "q2"),
    ),
    "rows without a system": Mistake(
        "ours.csv, line 3: 2 rows of 3 without a system. "
        "Write the name of the system in every row, or remove these rows.",
        "system,id,output\nA,q1,One.\n,q2,Two.\n ,q3,Three.\n",
    ),
    "XML of others": Mistake(
        "ours.xml, line 2: the file is a 'benchmark', not TRIALS or a TRIAL. "
        "Of XML only TUNA's is read: convert other files to text, CSV or JSON lines.",
        '<?xml version="1.0"?>\n<benchmark></benchmark>\n', "ours.xml",
    ),
    "a file of references without any": Mistake(
        "test.csv: no column for the references. Its columns: id ('q1', 'q2'), zzz ('a', 'b'). "
        "Add --columns reference=zzz.",
        OURS, others={"test.csv": "id,zzz\nq1,a\nq2,b\nq3,c\nq4,d\n"},
    ),
}  # fmt: skip
MAY_LACK_REFERENCES = {"a file of references without any"}  # for genchal validate, teams have no references


def run(folder: Path, mistake: Mistake, command: str, *more: str) -> Done:
    (folder / mistake.name).write_text(mistake.ours, encoding="utf-8")
    for name, text in ({"test.csv": REFERENCES} | dict(mistake.others)).items():
        (folder / name).write_text(text, encoding="utf-8")
    return genchal(command, mistake.name, "-r", "test.csv", *mistake.options, *more, folder=folder)


def test_there_are_enough_mistakes() -> None:
    assert len(MISTAKES) >= 15


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_explained_in_one_line(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, MISTAKES[name], "score", "-m", "exact_match")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"error: {MISTAKES[name].line}\n"


@pytest.mark.parametrize("name", [name for name in MISTAKES if name not in MAY_LACK_REFERENCES])
def test_what_scoring_refuses_is_an_error_of_validation(name: str, tmp_path: Path) -> None:
    done = run(tmp_path, MISTAKES[name], "validate")
    assert done.returncode == 2
    assert "error: " in done.stdout + done.stderr


CAMPAIGN = """
[campaign]
name = "Walks"
resamples = 0

[[track]]
name = "walks"
format = "table"
test = "test.csv"

[[system]]
name = "ours"
file = "{file}"
{columns}

[[metric]]
name = "exact_match"

[[study]]
name = "liked"
method = "likert"
criteria = ["fluency"]
items_per_sheet = 2
"""


@pytest.mark.parametrize(
    ("content", "columns", "code"),
    [
        (OURS, "", 0),
        (OURS.replace("output", "said"), "", 2),
        (OURS.replace("output", "said"), 'columns = { output = "said" }', 0),
        (OURS.replace("output", "ours"), "", 0),  # a column of the system's own name
        (OURS.replace("output", "said"), 'columns = { output = "sad" }', 2),
        (OURS.replace("q", "w"), "", 2),
        ("doc,n,output\nq,1,One walk.\nq,2,Two.\n", 'columns = { instance = ["doc", "n"] }', 2),
        ("id,answer,prediction\nq1,a,b\nq2,c,d\nq3,c,d\nq4,c,d\n", "", 2),
        ("id,answer,prediction\nq1,a,b\nq2,c,d\nq3,c,d\nq4,c,d\n", 'columns = { output = "prediction" }', 0),
    ],
)
def test_commands_accept_and_refuse_alike(content: str, columns: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "ours.csv").write_text(content, encoding="utf-8")
    (tmp_path / "test.csv").write_text(REFERENCES, encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(CAMPAIGN.format(file="ours.csv", columns=columns), encoding="utf-8")
    validated = genchal("validate", ".", folder=tmp_path)
    ran = genchal("run", ".", folder=tmp_path)
    created = genchal("study", "create", "liked", ".", folder=tmp_path)
    assert [validated.returncode, ran.returncode, created.returncode] == [code] * 3, (validated, ran, created)
    if code:
        assert ran.stderr == created.stderr  # the same line
        assert "ours.csv" in ran.stderr
        assert "error: ours.csv" in validated.stdout


def test_blanks_around_the_name_of_a_system_make_no_other_system(tmp_path: Path) -> None:
    table = "system,id,output\nA,q1,One walk.\nA ,q2,Two walks!\n"
    done = run(tmp_path, Mistake("", table), "score", "-m", "exact_match", "--resamples", "0")
    assert done.returncode == 0, done.stderr
    assert [line.split() for line in done.stdout.splitlines()[1:2]] == [["A", "1.0000"]]
