"""Files to instances and submissions."""

import gzip
import lzma
from dataclasses import replace
from pathlib import Path

import pytest

from genchal.campaign.reading.alignment import OutputAlignment
from genchal.campaign.reading.instances import load_instances, load_references, load_test_instances
from genchal.campaign.reading.submissions import load_outputs, load_submission, load_submissions
from genchal.domain import Instance, Submission, System
from genchal.domain.campaign import Track
from genchal.errors import InvalidInput, NotFound, UserError
from genchal.resources.files import read_lines, write_whole

TEST = 'mr,ref\n"a[1]","x"\n"a[1]","y"\n"a[2]","z"\n'


@pytest.fixture
def alignment(tmp_path: Path) -> OutputAlignment:
    (tmp_path / "test.csv").write_text(TEST, encoding="utf-8")
    return OutputAlignment(*load_instances(tmp_path / "test.csv", "slots"))


def submitted(tmp_path: Path, alignment: OutputAlignment, name: str, content: str | bytes) -> Submission:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    ((name, records),) = load_outputs(path).items()
    return alignment.align_outputs(System(name), records, path)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s.tsv", "MR\toutput\na[1]\tone\na[2]\ttwo\n"),
        ("s.tsv", "MR\toutput\na[2]\ttwo\na[1]\tone\n"),  # aligned by input, not by place
        ("s.tsv", "a[1]\tone\na[2]\ttwo\n"),
        ("s.tsv", "\ufeffMR\toutput\r\r\na[1]\tone\r\r\na[2]\ttwo\r\r\n"),
        ("s.tsv", "'a[1]'\t'one'\n'a[2]'\t'two'\n"),
        ("s.csv", 'mr,output\n"a[1]","one"\n"a[2]","two"\n'),
        ("s.txt", "one\ntwo\n"),
        ("s.txt", "one\ntwo"),
        ("s.jsonl", '{"mr": "a[2]", "output": "two"}\n{"mr": "a[1]", "output": "one"}\n'),
        ("s.jsonl", '{"id": 2, "output": "two"}\n{"id": 1, "output": "one"}\n'),
        ("s.json", '{"submission_name": "s", "tasks": {"t": {"values": ["one", "two"]}}}'),
        ("s.json", '{"values": [\n{"output": "one"}, {"output": "two"}]}'),
        ("s.tsv.gz", gzip.compress(b"MR\toutput\na[1]\tone\na[2]\ttwo\n", mtime=0)),
        ("s.txt.xz", lzma.compress(b"one\ntwo\n")),
    ],
)
def test_outputs_are_aligned_however_they_are_written(
    tmp_path: Path, alignment: OutputAlignment, name: str, content: str | bytes
) -> None:
    submission = submitted(tmp_path, alignment, name, content)
    assert submission.outputs == ("one", "two")
    assert submission.system.name == "s"


def test_what_is_not_answered_is_missing(tmp_path: Path, alignment: OutputAlignment) -> None:
    submission = submitted(tmp_path, alignment, "s.tsv", "MR\toutput\na[2]\ttwo\n")
    assert submission.outputs == (None, "two")
    assert submission.missing == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("s.tsv", "MR\toutput\na[1]\tone\na[1]\ttwo\n", "line 3: 'a[1]' was already answered in line 2"),
        ("s.tsv", "MR\toutput\na[1]\tone\na[9]\ttwo\n", "line 3: 'a[9]' is not among the instances"),
        ("s.jsonl", '{"id": 7, "output": "x"}', "line 1: '7' is not among the instances"),
        ("s.csv", "mr,output\n", "it contains no outputs"),
        ("s.txt", "one\n", "1 output for 2 instances"),
        ("s.tsv", "MR\toutput\na[1]\n", "line 2: 1 column, expected 2"),
        ("s.txt", b"caf\xe9\ntwo\n", "line 1: not UTF-8 text (byte 0xe9)"),
        ("s.txt.gz", b"not gzip", "cannot be decompressed"),
        ("s.txt.xz", lzma.compress(b"one\ntwo\n")[:20], "cannot be decompressed"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(
    tmp_path: Path, alignment: OutputAlignment, name: str, content: str | bytes, message: str
) -> None:
    with pytest.raises(UserError) as caught:
        submitted(tmp_path, alignment, name, content)
    assert message in str(caught.value)
    assert name in str(caught.value)


def test_all_problems_are_told_at_once(tmp_path: Path, alignment: OutputAlignment) -> None:
    with pytest.raises(UserError) as caught:
        submitted(tmp_path, alignment, "s.tsv", "MR\toutput\na[1]\tx\na[1]\ty\na[9]\tz\n")
    assert len(caught.value.lines()) == 2


def test_where_nothing_fits_three_inputs_of_either_side_are_shown(tmp_path: Path, alignment: OutputAlignment) -> None:
    with pytest.raises(UserError) as caught:
        submitted(tmp_path, alignment, "s.tsv", "MR\toutput\na[8]\tx\na[9]\ty\n")
    (line,) = caught.value.lines()
    assert "s.tsv: none of its 2 inputs is among the references: outputs have 'a[8]', 'a[9]'; " in line
    assert "references have 'a[1]', 'a[2]'. " in line


def test_a_long_table_has_the_outputs_of_several_systems(tmp_path: Path, alignment: OutputAlignment) -> None:
    path = tmp_path / "all.tsv"
    path.write_text("system\trow\toutput\nA\t1\tone\nB\t1\tuno\nA\t2\ttwo\n", encoding="utf-8")
    assert {name: [record.text for record in records] for name, records in load_outputs(path).items()} == {
        "A": ["one", "two"],
        "B": ["uno"],
    }
    assert load_submission(path, alignment, System("B")).outputs == ("uno", None)
    with pytest.raises(InvalidInput, match="no outputs of a system 'C'"):
        load_submission(path, alignment, System("C"))


def test_rows_can_be_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text(TEST, encoding="utf-8")
    _, instances = load_instances(tmp_path / "test.csv", "slots", group="row")
    assert [one.references for one in instances] == [("x",), ("y",), ("z",)]


def test_plain_references_are_lines_or_blocks_as_the_outputs_require(tmp_path: Path) -> None:
    path = tmp_path / "refs.txt"
    path.write_text("a\nb\n\nc\n", encoding="utf-8")
    assert references(load_references([path], None, expected=2)[1]) == [("a", "b"), ("c",)]
    assert references(load_references([path], None, expected=4)[1]) == [("a",), ("b",), ("",), ("c",)]


def test_several_reference_files_are_streams(tmp_path: Path) -> None:
    for name, text in {"r1": "a\nb\n", "r2": "c\nd\n", "r3": "e\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    both = load_references([tmp_path / "r1", tmp_path / "r2"], None, None)[1]
    assert references(both) == [("a", "c"), ("b", "d")]
    with pytest.raises(InvalidInput, match="differ in their number of lines"):
        load_references([tmp_path / "r1", tmp_path / "r3"], None, None)


def references(instances: tuple[Instance, ...]) -> list[tuple[str, ...]]:
    return [one.references for one in instances]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"nowhere\.txt: no such file"):
        read_lines(tmp_path / "nowhere.txt")
    with pytest.raises(InvalidInput, match="is a folder"):
        read_lines(tmp_path)


@pytest.mark.parametrize(
    ("text", "lines"), [("", []), ("a", ["a"]), ("a\rb\r", ["a", "b"]), ("a\x0bb\u2028c\n", ["a\x0bb\u2028c"])]
)
def test_only_line_ends_end_lines(tmp_path: Path, text: str, lines: list[str]) -> None:
    (tmp_path / "f").write_bytes(text.encode())
    assert read_lines(tmp_path / "f") == lines


def test_a_file_that_cannot_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(InvalidInput, match="cannot be written"):
        write_whole(tmp_path / "file" / "below", b"y")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_input_counts_even_if_there_is_one_instance(tmp_path: Path) -> None:
    (tmp_path / "test.csv").write_text("mr,ref\nname[Elm],Elm.\n", encoding="utf-8")
    (tmp_path / "ours.tsv").write_text("mr\toutput\nname[Oak]\tOak.\n", encoding="utf-8")
    task, instances = load_instances(tmp_path / "test.csv", "slots")
    with pytest.raises(InvalidInput, match=r"'name\[Oak\]' is not among the instances"):
        load_submission(tmp_path / "ours.tsv", OutputAlignment(task, instances), System("ours"))


def test_ids_that_a_file_gives_are_ids_even_where_they_look_like_row_numbers(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text("id,reference\n1,x y z\n2,q r s\n", encoding="utf-8")
    (tmp_path / "o.csv").write_text("id,output\n7,x y z\n8,q r s\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="none of its 2 ids is among the references: outputs have '7', '8'"):
        load_submissions([tmp_path / "o.csv"], [tmp_path / "r.csv"])


def track_with_references(tmp_path: Path, test: str, references: str) -> Track:
    (tmp_path / "test.tsv").write_text(test, encoding="utf-8")
    (tmp_path / "references.tsv").write_text(references, encoding="utf-8")
    test_file, reference_file = tmp_path / "test.tsv", tmp_path / "references.tsv"
    return Track("walks", "table", test_file, (), (), "en", None, None, references=reference_file)


def test_references_of_a_file_of_their_own_are_found_by_id_in_any_order(tmp_path: Path) -> None:
    track = track_with_references(tmp_path, "id\tinput\na\tx\nb\ty\n", "id\treference\nb\tsecond\na\tfirst\n")
    _, instances = load_test_instances(track)
    assert [(instance.id, instance.references) for instance in instances] == [("a", ("first",)), ("b", ("second",))]


def test_a_file_of_references_must_have_every_id(tmp_path: Path) -> None:
    track = track_with_references(tmp_path, "id\tinput\na\tx\nb\ty\n", "id\treference\nc\tsecond\na\tfirst\n")
    with pytest.raises(InvalidInput, match=r"no references for 1 instance of test.tsv, such as b"):
        load_test_instances(track)


def test_without_ids_there_must_be_as_many_references_as_instances(tmp_path: Path) -> None:
    track = track_with_references(tmp_path, "input\nx\ny\n", "reference\nfirst\nsecond\n")
    assert [instance.references for instance in load_test_instances(track)[1]] == [("first",), ("second",)]
    (tmp_path / "references.tsv").write_text("reference\nfirst\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"1 row for 2 instances of test.tsv, which have no ids"):
        load_test_instances(track)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("refs.jsonl", '{"id": "1", "reference": "A walk."}\n'),
        ("refs.json", '[{"id": "1", "reference": "A walk."}]\n'),
        ("refs.csv", "id,reference\n1,A walk.\n"),
        ("refs.tsv", "id\treference\n1\tA walk.\n"),
        ("refs.jsonl.gz", '{"id": "1", "reference": "A walk."}\n'),
    ],
)
def test_records_are_not_taken_for_lines_of_text_when_plain_is_asked_for(
    tmp_path: Path, name: str, content: str
) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(content.encode()) if name.endswith(".gz") else content.encode())
    with pytest.raises(InvalidInput, match=r"has records with names.*Say \"table\""):
        load_instances(path, "plain")
    ((instance,),) = [load_instances(path, "table")[1]]
    assert instance.references == ("A walk.",)


def test_lines_of_text_may_have_any_suffix_when_plain_is_asked_for(tmp_path: Path) -> None:
    for name, text in (("refs.csv", "A walk, and a lake.\n"), ("refs.json", "A walk.\n"), ("refs.txt", '{"a": 1}\n')):
        (tmp_path / name).write_text(text, encoding="utf-8")
        (instance,) = load_instances(tmp_path / name, "plain")[1]
        assert instance.references == (text.strip(),)


def test_ids_are_not_looked_up_among_rows_without_ids(tmp_path: Path) -> None:
    track = track_with_references(tmp_path, "id\tinput\n2\tx\n1\ty\n", "reference\nfirst\nsecond\n")
    with pytest.raises(InvalidInput, match=r"no references for 2 instances of test.tsv"):
        load_test_instances(track)


def test_an_instance_of_several_ids_has_the_references_of_all(tmp_path: Path) -> None:
    track = track_with_references(tmp_path, "id\tinput\na\tx\nb\tx\n", "id\treference\nb\tsecond\na\tfirst\n")
    (instance,) = load_test_instances(replace(track, group="input"))[1]
    assert (instance.id, instance.references) == ("a", ("first", "second"))
