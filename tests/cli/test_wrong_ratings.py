"""Ways to get a file of ratings wrong, and the one line that a newcomer reads."""

from pathlib import Path

import pytest

from cli.typed import genchal

GOOD = "rater,item,system,rating\nada,1,A,3\n"
SEGMENTS = "system\tinstance\tmetric\tvalue\nA\t1\tm\t1\nA\t2\tm\t2\nB\t1\tm\t3\n"
RANK = ("rank", "f.csv")
CORRELATE = ("correlate", "--segments", "seg.tsv", "--ratings", "f.csv")

WRONG = {
    "no column of values": (
        "rater,item,system,remark\nada,1,A,fine\n",
        RANK,
        (
            "f.csv: no column of values. Its columns: rater, item ('1'), system ('A'), remark ('fine'). "
            "Add --columns value=COLUMN."
        ),
    ),
    "criteria of their own in columns": (
        "rater,item,system,wit,warmth\nada,1,A,4,5\n",
        RANK,
        (
            "f.csv: no column of values. Its columns: rater, item ('1'), system ('A'), wit ('4'), warmth ('5'). "
            "Add --columns value=wit+warmth."
        ),
    ),
    "two columns of values": (
        "rater,item,system,rating,score\nada,1,A,4,80\n",
        RANK,
        (
            "f.csv: more than one column may have the values: 'rating', 'score'. Its columns: rater, item ('1'), "
            "system ('A'), rating ('4'), score ('80'). Add --columns value=rating, or value=rating+score to "
            "read them as "
            "criteria."
        ),
    ),
    "words for values": (
        "rater,item,system,rating\nada,1,A,good\neli,1,B,bad\n",
        RANK,
        (
            "f.csv: no numbers in column 'rating'. Its columns: rater, item ('1'), system ('A', 'B'), "
            "rating ('good', 'bad'). Add --columns value=COLUMN, or write numbers for the labels: '5 - very good'."
        ),
    ),
    "a role that is unknown": (
        GOOD,
        (*RANK, "--columns", "sytem=model"),
        "unknown role of a column 'sytem'. Did you mean 'system'?",
    ),
    "a column without a role": (
        GOOD,
        (*RANK, "--columns", "rating"),
        "columns: 'rating' names no role. Write ROLE=COLUMN, such as output=response.",
    ),
    "a column that is not there": (
        GOOD,
        (*RANK, "--columns", "value=ratng"),
        "f.csv: no column 'ratng'. Did you mean 'rating'?",
    ),
    "a system that is not there": (
        "item,north,south\n1,3,4\n",
        ("agree", "f.csv", "--systems", "north,sout"),
        "f.csv: no column 'sout'. Did you mean 'south'?",
    ),
    "an empty file": ("", RANK, "f.csv: it contains no ratings. Check that this is the right file."),
    "a header alone": (
        "rater,item,system,rating\n",
        RANK,
        "f.csv: it contains no ratings. Check that this is the right file.",
    ),
    "no column of systems": (
        "rater,item,rating\nada,1,3\n",
        RANK,
        (
            "f.csv: no column names the systems. Its columns: rater, item ('1'), rating ('3'). Add --columns "
            'system=COLUMN, or --systems "A,B" where every system has a column of its own.'
        ),
    ),
    "systems in columns": (
        "item,north,south\n1,3,4\n",
        RANK,
        (
            "f.csv: no column names the systems, and none has the values. Its columns: item ('1'), north ('3'), "
            "south ('4'). Add --systems \"north,south\" if these are systems, or name a column: --columns "
            "system=COLUMN."
        ),
    ),
    "values that are all empty": (
        "rater,item,system,rating\nada,1,A,\neli,1,B,\n",
        RANK,
        (
            "f.csv: column 'rating' is empty. Its columns: rater, item ('1'), system ('A', 'B'), rating. "
            "Add --columns value=COLUMN."
        ),
    ),
    "words for winners": (
        "model_a,model_b,winner\nA,B,gauche\nA,B,droite\n",
        RANK,
        (
            "f.csv: no winner is understood: 'gauche', 'droite'. Write model_a, model_b or tie, or the name "
            "of the system "
            "that won."
        ),
    ),
    "several criteria": (
        "item,system,fluency,adequacy\n1,A,3,4\n1,B,2,2\n",
        RANK,
        "the ratings are of several criteria: fluency, adequacy. Choose one with --criterion.",
    ),
    "no column of instances": (
        "rater,system,rating\nada,A,3\neli,B,4\n",
        RANK,
        (
            "f.csv: no column names the instances. Its columns: rater, system ('A', 'B'), rating ('3', '4'). "
            "Add --columns instance=COLUMN."
        ),
    ),
    "rows that cannot be numbered": (
        "id,system,rating\n1,A,3\n2,B,3\n3,B,4\n",
        RANK,
        (
            "f.csv: no column names the instances, and systems have 1 to 2 rows. Its columns: id ('1', '2'), "
            "system ('A', 'B'), rating ('3', '4'). Add --columns instance=id."
        ),
    ),
    "two columns of instances": (
        "doc_id,seg_id,system,rating\nd1,1,A,3\nd1,2,A,3\nd2,1,A,3\n",
        RANK,
        (
            "f.csv: more than one column may name the instances: 'seg_id', 'doc_id'. Its columns: doc_id ('d1', 'd2'), "
            "seg_id ('1', '2'), system ('A'), rating ('3'). Add --columns instance=seg_id (or instance=seg_id+doc_id)."
        ),
    ),
    "addresses for raters": (
        "email,item,system,rating\nada@example.org,1,A,3\n",
        (*RANK, "--columns", "rater=email"),
        "f.csv: column 'email' is about persons and is not read. Put numbers in its place.",
    ),
    "a role that ratings do not have": (
        GOOD,
        (*RANK, "--columns", "output=item"),
        "ratings have no output. Roles of ratings: instance, system, value, rater, criterion, sheet.",
    ),
    "systems and values at once": (
        "item,north,south\n1,3,4\n",
        (*RANK, "--systems", "north,south", "--columns", "value=north"),
        "both --systems and value= name columns of values. Leave out value=, or give --columns system=COLUMN.",
    ),
    "the same file twice": (GOOD, (*RANK, "f.csv"), "f.csv: the file is given twice. Name every file once."),
    "a row that is too long": (
        "rater,item,system,rating\nada,1,A,3,4\n",
        RANK,
        "f.csv, line 2: 5 columns, the first row has 4. Make every line have the same columns and run again.",
    ),
    "spans instead of ratings": (
        '{"item": 1, "system": "A", "annotations": [{"start": 3, "end": 9}]}\n',
        RANK,
        (
            "f.csv: no numbers in column 'annotations'. Its columns: item ('1'), system ('A'), annotations "
            '(\'[{"start": 3, "end": 9}]\'). Add --columns value=COLUMN, or write numbers for the labels: '
            "'5 - very good'."
        ),
    ),
    "instances with other names": (
        "rater,item,system,rating\nada,x1,A,3\nada,x2,A,3\nada,x1,B,3\n",
        CORRELATE,
        (
            "no instances in common: scores have '1', '2', ratings 'x1', 'x2'. Give the same instances the "
            "same names in "
            "both files."
        ),
    ),
    "a system without scores": (
        "rater,item,system,rating\nada,1,A,3\nada,2,A,3\nada,1,C,3\n",
        CORRELATE,
        (
            "1 of 2 rated systems has no scores: ratings have 'C', scores have 'A', 'B'. Use the same names "
            "in both files, "
            "leave out systems with --leave-out 'C', or add --partial to leave these ratings out."
        ),
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_one_line_that_says_what_to_do(name: str, tmp_path: Path) -> None:
    text, command, line = WRONG[name]
    (tmp_path / "f.csv").write_text(text, encoding="utf-8")
    (tmp_path / "seg.tsv").write_text(SEGMENTS, encoding="utf-8")
    done = genchal(*command, folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"error: {line}\n")
    assert "ada" not in done.stderr  # no rater's name is in any of them


@pytest.mark.parametrize(
    "command", ["rank", "agree", "differences", "direct-assessment", "coverage", "times", "plan", "correlate"]
)
def test_every_command_that_reads_ratings_takes_the_same_options(command: str, tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text(GOOD, encoding="utf-8")
    given = ("--ratings", "f.csv") if command == "correlate" else ("f.csv",)
    done = genchal(command, *given, "--columns", "value=ratng", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "error: f.csv: no column 'ratng'. Did you mean 'rating'?\n")
    systems = ("--columns", "systems=A+B") if command == "plan" else ("--systems", "A,B")
    done = genchal(command, *given, *systems, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("error: f.csv: no column 'A'. ")
