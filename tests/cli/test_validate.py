"""``genchal validate``: the examples, the page that explains them, and any file at all."""

import gzip
import io
import json
import re
import shlex
import sys
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_references
from genchal.campaign.reading.submissions import load_outputs
from genchal.campaign.validate.campaign import validate_campaign
from genchal.campaign.validate.submissions import Validation, validate_files
from genchal.cli import main
from genchal.domain import System
from genchal.errors import UserError
from genchal.resources.files import read_lines
from genchal.tasks.findings import Kind
from genchal.tasks.layout import decode_text, split_lines

ROOT = Path(__file__).parents[2]
BROKEN = ROOT / "examples" / "broken"
PAGE = (ROOT / "docs" / "how-to" / "check-submissions.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^```text\n\$ genchal (.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE))

TEST = 'mr,ref\n"a[1], b[2]","one two"\n"a[1], b[3]","one three"\n"a[4], b[5]","four five"\n'
GOOD = "mr\toutput\na[1], b[2]\tone two\na[1], b[3]\tone three\na[4], b[5]\tfour five\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "test.csv").write_text(TEST, encoding="utf-8")
    (tmp_path / "good.tsv").write_text(GOOD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def genchal(command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Run a command in this process: exit code, what it printed, and its errors."""
    monkeypatch.setattr(sys, "argv", ["genchal", *shlex.split(command)])
    code: object = 0
    try:
        main()
    except SystemExit as stop:
        code = stop.code
    printed = capsys.readouterr()
    assert isinstance(code, int)
    return code, printed.out, printed.err


def found(validation: Validation) -> list[tuple[str, int | None, str]]:
    return [(Path(file.file).name, one.line, one.kind) for file in validation.files for one in file.problems]


@pytest.mark.parametrize("command", SHOWN)
def test_a_broken_example_gets_the_messages_that_the_page_shows(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(BROKEN)
    code, printed, errors = genchal(command, monkeypatch, capsys)
    assert (printed, errors) == (SHOWN[command], "")
    assert code == (2 if "error: " in printed else 0)
    assert genchal(f"{command} --strict", monkeypatch, capsys)[0] == (0 if "good" in command else 2)


def test_page_and_readme_explain_every_example_and_every_kind() -> None:
    files = {path.name for path in BROKEN.glob("*.tsv")}
    assert {command.split()[1] for command in SHOWN} == files
    readme = (BROKEN / "README.md").read_text(encoding="utf-8")
    assert files <= set(re.findall(r"^\| `(.*?)` \|", readme, re.MULTILINE))
    assert len(files) == 10
    assert [kind for kind in get_args(Kind) if f"`{kind}`" not in PAGE] == []


def test_json_keeps_its_contract(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "s.tsv").write_text("mr\toutput\na[1], b[2]\t\na[1], b[2]\tx\n", encoding="utf-8")
    before = sorted(folder.rglob("*"))
    code, printed, errors = genchal("validate s.tsv good.tsv -r test.csv --task slots --json", monkeypatch, capsys)
    assert (code, errors, sorted(folder.rglob("*"))) == (2, "", before)
    document = json.loads(printed)
    assert (document["schema"], [file["file"] for file in document["files"]]) == (1, ["s.tsv", "good.tsv"])
    broken, good = document["files"]
    assert list(broken) == ["file", "systems", "problems", "instances", "ratings"]
    keys = {"system": "s", "track": None, "outputs": 2, "missing": 2, "empty": 1, "matched_by": "input"}
    assert (broken["systems"], list(broken["systems"][0])) == ([keys], list(keys))
    assert [list(one) for one in broken["problems"]] == [["line", "kind", "problem", "remedy", "severity"]] * 3
    assert [(one["line"], one["kind"], one["severity"]) for one in broken["problems"]] == [
        (2, "empty", "warning"), (3, "duplicated", "error"), (None, "missing", "warning"),
    ]  # fmt: skip
    assert good["problems"] == []


def test_every_system_of_a_long_table_is_checked(folder: Path) -> None:
    rows = [("x", 1), ("x", 2), ("x", 3), ("y", 1), ("y", 2), ("y", 2)]
    table = "".join(f"{system}\t{row}\ttext {number}\n" for number, (system, row) in enumerate(rows))
    (folder / "all.tsv").write_text(f"system\trow\toutput\n{table}", encoding="utf-8")
    validation = validate_files([Path("all.tsv")], [Path("test.csv")], task="slots")
    assert found(validation) == [("all.tsv", 7, "duplicated"), ("all.tsv", None, "missing")]
    assert all(one.problem.startswith("system 'y': ") for one in validation.files[0].problems)
    assert [(one.system, one.outputs, one.missing) for one in validation.files[0].systems] == [("x", 3, 0), ("y", 3, 1)]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("s.tsv.gz", b"not packed", "unreadable"),
        ("s.tsv.xz", b"not packed", "unreadable"),
        ("s.tsv", b"", "no outputs"),
        ("s.tsv", b" \n\n", "no outputs"),
        ("s.txt", b"one\ntwo\n", "count"),
        ("s.json", b'[\n{"output": "x"}\n', "layout"),
        ("s.json", b'{"values": [1]}', "layout"),
        ("s.csv", b'mr,output\n"a[1], b[2]",x\n"a[1], b[3],y\n', "layout"),
        ("s.tsv", GOOD.encode("utf-16"), "encoding"),
        ("s.tsv", b"output\toutput\na\tb\n", "layout"),
    ],
)
def test_what_cannot_be_read_is_explained(folder: Path, name: str, content: bytes, kind: str) -> None:
    (folder / name).write_bytes(content)
    validation = validate_files([Path(name), Path("good.tsv")], [Path("test.csv")], task="slots")
    assert [one.kind for one in validation.files[0].problems] == [kind]
    assert validation.files[1].problems == ()  # one bad file does not keep the others from being checked


def test_other_problems_are_found_behind_a_wrong_encoding_and_a_wrong_header(folder: Path) -> None:
    (folder / "s.tsv").write_bytes("mrs\touput\na[1], b[2]\té\na[1], b[2]\té\na[1], b[3]\n".encode("latin-1"))
    validation = validate_files([Path("s.tsv")], [Path("test.csv")], task="slots")
    kinds = [(one.line, one.kind) for one in validation.files[0].problems]
    assert kinds[:5] == [(1, "header"), (1, "header"), (2, "encoding"), (3, "duplicated"), (4, "columns")]


def test_two_systems_of_a_name_and_a_broken_test_file_are_told(folder: Path) -> None:
    (folder / "other").mkdir()
    (folder / "other" / "good.tsv").write_text(GOOD, encoding="utf-8")
    (folder / "bad.csv").write_text("mr,ref\na[,x\nb[,y\n", encoding="utf-8")
    files = [Path("good.tsv"), Path("other/good.tsv")]
    validation = validate_files(files, [Path("bad.csv")], task="slots")
    assert found(validation) == [("bad.csv", 2, "test file"), ("bad.csv", 3, "test file"), ("good.tsv", None, "name")]
    assert found(validate_files(files[:1], [Path("nowhere.csv")])) == [("nowhere.csv", None, "unreadable")]


def test_without_inputs_to_compare_with_nothing_is_called_answered(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, _ = genchal("validate good.tsv -r nowhere.csv", monkeypatch, capsys)
    assert (code, printed.splitlines()[1]) == (2, "good.tsv: 3 outputs, not compared with the inputs")


def test_a_blank_line_at_the_end_is_told_once(folder: Path) -> None:
    (folder / "s.txt").write_text("one\ntwo\nthree\n\n", encoding="utf-8")
    validation = validate_files([Path("s.txt")], [Path("test.csv")], task="slots")
    assert [(one.kind, one.remedy) for one in validation.files[0].problems] == [
        ("count", "Remove the blank line at the end."),
    ]  # fmt: skip


def test_many_findings_of_a_kind_are_cut_in_print_only(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "s.tsv").write_text(GOOD + "a[4], b[5]\tagain\n" * 30, encoding="utf-8")
    _, printed, _ = genchal("validate s.tsv -r test.csv --task slots", monkeypatch, capsys)
    assert printed.count("error: ") == 20
    assert "s.tsv: 10 more findings of the kind 'duplicated'; --json lists them all." in printed


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("validate good.tsv", "error: Missing option '-r' / '--references': give the test file. See: genchal validate"),
        ("validate . good.tsv", "error: A campaign names its own test files and submissions: give it alone."),
        ("validate good.tsv -r test.csv --group x", "error: Invalid value for '--group': 'x' is not one of 'row', "),
        ("validate good.tsv -r test.csv --task slto", "error: unknown task 'slto'. Did you mean 'slots'?"),
    ],
)
def test_wrong_use_is_one_line(
    folder: Path, command: str, message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed, errors = genchal(command, monkeypatch, capsys)
    assert (code, printed) == (2, "")
    assert errors.startswith(message)


CAMPAIGN = """[campaign]
name = "Numbers"

[[track]]
name = "main"
format = "slots"
test = "test.csv"

[[track]]
name = "empty"
format = "slots"
test = "nowhere.csv"

[[system]]
name = "ours"
track = "main"
file = "submissions/ours.tsv"

[[system]]
name = "theirs"
track = "main"
file = "submissions/theirs.tsv"

[[system]]
name = "learner"
track = "main"
generator = "mined_templates"

[[system]]
name = "chooser"
track = "main"
generator = "random"
chioce = "lm"

[[metric]]
name = "bleu"
smoth = "exp"
tracks = ["main"]
"""


def test_a_campaign_is_checked_with_all_its_files(folder: Path) -> None:
    (folder / "submissions").mkdir()
    (folder / "submissions" / "ours.tsv").write_text(GOOD + GOOD[-20:], encoding="utf-8")
    (folder / "submissions" / "late.tsv").write_text(GOOD, encoding="utf-8")
    (folder / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    before = sorted(folder.rglob("*"))
    validation = validate_campaign(folder)
    told = {one.problem: one for one in validation.files[0].problems}
    expected = {
        "system 'learner': generator 'mined_templates' needs training data": 27,
        "track 'empty' has no systems": 10,
        "no system uses the file submissions/late.tsv": None,
    }
    assert {problem: told[problem].line for problem in expected} == expected
    assert any(problem.startswith("system 'chooser': ") for problem in told)
    assert any("'smoth'" in problem for problem in told)
    assert len(told) == 5
    assert found(validation)[5:] == [
        ("nowhere.csv", None, "unreadable"), ("ours.tsv", 5, "unknown"), ("theirs.tsv", None, "unreadable"),
    ]  # fmt: skip
    assert sorted(folder.rglob("*")) == before


def test_ratings_may_name_the_systems_that_a_wide_file_brings(tmp_path: Path) -> None:
    (tmp_path / "outputs.csv").write_text("id;input;A;B <2>\n1;x;one;two\n2;y;three;four\n", encoding="utf-8")
    (tmp_path / "ratings.csv").write_text("rater,instance,system,quality\nr1,1,A,3\nr1,1,B <2>,4\n", encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(
        '[campaign]\nname = "c"\n[[track]]\nname = "t"\nformat = "table"\ntest = "outputs.csv"\n'
        '[[system]]\nname = "*"\nfile = "outputs.csv"\ncolumns = { systems = ["A", "B <2>"] }\n'
        '[[ratings]]\nname = "us"\nfile = "ratings.csv"\ncolumns = { value = "quality" }\n',
        encoding="utf-8",
    )
    assert not any(file.has_errors for file in validate_campaign(tmp_path).files)
    (tmp_path / "ratings.csv").write_text("rater,instance,system,quality\nr1,1,C,3\n", encoding="utf-8")
    told = validate_campaign(tmp_path).files[0].problems
    assert ["the track has 'A', 'B <2>'" in problem.problem for problem in told] == [True]


def test_files_of_ratings_are_listed_with_what_is_not_used_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outputs.csv").write_text("id;input;A;B\n1;x;one;two\n2;y;three;four\n", encoding="utf-8")
    (tmp_path / "ratings.csv").write_text("rater,instance,system,quality\nr1,1,A,3\nr1,1,B,4\n", encoding="utf-8")
    (tmp_path / "more.csv").write_text(
        "rater,instance,system,quality,tone\nr1,2,A,3,1\nr1,2,B,gut,5\nr2,2,B,2,4\n", encoding="utf-8"
    )
    campaign = (
        '[campaign]\nname = "c"\n[[track]]\nname = "t"\nformat = "table"\ntest = "outputs.csv"\n'
        '[[system]]\nname = "*"\nfile = "outputs.csv"\ncolumns = { systems = ["A", "B"] }\n'
        '[[ratings]]\nname = "us"\nfile = "ratings.csv"\n'
    )
    (tmp_path / "campaign.toml").write_text(campaign, encoding="utf-8")
    code, printed, _ = genchal("validate", monkeypatch, capsys)
    assert (code, printed.splitlines()[-1]) == (0, "ratings.csv: 2 ratings")
    both = campaign.replace('file = "ratings.csv"', 'file = ["ratings.csv", "more.csv"]')
    (tmp_path / "campaign.toml").write_text(both, encoding="utf-8")
    code, printed, _ = genchal("validate", monkeypatch, capsys)
    assert (code, printed.splitlines()[-4:-2]) == (0, ["ratings.csv: 2 ratings", TONE])
    set_aside = "1 rating set aside: the value is not a number (line 3). Correct them if they should count."
    assert printed.splitlines()[-2:] == [f"warning: more.csv: {set_aside}", "more.csv: 2 ratings"]


TONE = (
    "warning: more.csv: column with numbers that is not read: tone. If it is a criterion, add columns = { value = "
    '["quality", "tone"] }.'
)


def test_a_campaign_file_that_cannot_be_used_has_all_its_problems_told_with_their_lines(folder: Path) -> None:
    (folder / "campaign.toml").write_text(CAMPAIGN.replace("format", "fromat"), encoding="utf-8")
    validation = validate_campaign(folder / "campaign.toml")
    assert [(one.line, one.severity) for one in validation.files[0].problems] == [
        (5, "error"), (6, "error"), (10, "error"), (11, "error"), (None, "information"),
    ]  # fmt: skip
    (folder / "campaign.toml").write_text("[campaign\n", encoding="utf-8")
    assert validate_campaign(folder).files[0].problems[0].line == 1
    assert found(validate_campaign(folder / "no.toml"))[0] == ("no.toml", None, "campaign")


def test_submissions_may_lie_outside_the_folder_of_the_campaign(tmp_path: Path) -> None:
    for name in ("data", "elsewhere", "campaign"):
        (tmp_path / name).mkdir()
    (tmp_path / "data" / "test.csv").write_text("mr,ref\nname[Elm],Elm.\nname[Oak],Oak.\n", encoding="utf-8")
    for name in ("ours", "not_named"):
        outputs = "mr\toutput\nname[Elm]\tElm.\nname[Oak]\tOak.\n"
        (tmp_path / "elsewhere" / f"{name}.tsv").write_text(outputs, encoding="utf-8")
    (tmp_path / "campaign" / "campaign.toml").write_text(
        '[campaign]\nname = "C"\n[[track]]\nname = "t"\nformat = "slots"\ntest = "../data/test.csv"\n'
        f'[[system]]\nname = "ours"\nfile = "{(tmp_path / "elsewhere" / "ours.tsv").as_posix()}"\n',
        encoding="utf-8",
    )
    assert found(validate_campaign(tmp_path / "campaign")) == []


def test_a_campaign_without_problems_has_a_line_a_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    genchal("init mine", monkeypatch, capsys)
    code, printed, _ = genchal("validate mine/campaign.toml", monkeypatch, capsys)
    assert code == 0
    assert printed.splitlines()[-1] == f"{Path('mine/submissions/ours.tsv')}: 2 outputs, all inputs answered"


INPUTS = ["a[1], b[2]", "a[1], b[3]", "a[4], b[5]"]
NAMES = ["mr", "output", "ouput", "id", "1", "2", "system", "text", "é", "Ã©"]
MARKS = ["\t", "\t", ",", "\n", "\n", "\r", '"', "'", "{", "}", "[", "\0"]
OBJECTS = ['{"output": "x"}', '{"mr": "a[1], b[2]", "output": null}']
PIECES = st.sampled_from([*INPUTS, *NAMES, *MARKS, *OBJECTS])
TEXTS = st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=40)


@pytest.mark.parametrize("name", ["s.tsv", "s.csv", "s.txt", "s.jsonl", "s.json", "s"])
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(content=TEXTS.map(str.encode) | st.binary())
def test_any_file_is_fine_or_explained_and_scoring_agrees(folder: Path, name: str, content: bytes) -> None:
    path = folder / name
    path.write_bytes(content)
    (check,) = validate_files([path], [folder / "test.csv"], task="slots").files
    assert all("\n" not in one.sentence(check.file) for one in check.problems)
    try:
        alignment = OutputAlignment(*load_references([folder / "test.csv"], "slots", None))
        for system, records in load_outputs(path).items():
            alignment.align_outputs(System(system), records, path)
    except UserError:
        assert check.has_errors
    else:  # a header may be taken for an output by scoring, and UTF-16 for text: it is told all the same
        assume(not any(one.kind in ("header", "encoding", "no outputs") for one in check.problems))
        assert not check.has_errors


@given(st.binary(max_size=30) | st.text(st.sampled_from("a\r\n\ufeff"), max_size=12).map(str.encode))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_lines_are_those_that_scoring_reads(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "s.txt").write_bytes(content)
    text, findings = decode_text(content, "s.txt")
    assume(not any(one.kind == "encoding" for one in findings))
    assert split_lines(text) == read_lines(tmp_path / "s.txt")


def test_the_submissions_of_a_real_challenge_have_no_errors(data: Path) -> None:
    files = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    validation = validate_files(files, [data / "e2e" / "testset_w_refs.csv.xz"], task="e2e")
    assert len(validation.files) == 21
    assert (validation.count("error"), validation.count("warning")) == (0, 0)
    assert {one.kind for file in validation.files for one in file.problems} == {
        "byte-order mark", "line ends", "quotes",
    }  # fmt: skip


def test_what_is_kept_for_reading_is_called_by_its_own_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (0, 1):
        Path(f"walks-{number}.txt").write_text("a walk\n", encoding="utf-8")
    Path("references.txt").write_text("a walk\nthe river\n", encoding="utf-8")
    code, shown, _ = genchal("validate 'walks-*.txt' -r references.txt", monkeypatch, capsys)
    assert (code, shown) == (0, "walks.txt: 2 outputs, all inputs answered\n")
    for content, problem in (
        (b"a walk\n", "1 output for 2 inputs. Write one output per line"),
        (gzip.compress(b"a walk\n"), "packed with gzip, but not called .gz. Rename it to stdin.gz"),
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        code, shown, errors = genchal("validate - -r references.txt", monkeypatch, capsys)
        assert code == 2
        assert (shown + errors).startswith(f"error: stdin: {problem}")
