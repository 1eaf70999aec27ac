"""Outputs and references in the layouts that tools and people write, each read with one option at most."""

import gzip
import io
import json
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cli.typed import Done, genchal
from genchal.campaign.reading.submissions import load_submissions
from genchal.domain.columns import parse_columns

IDS = ["f1", "f2", "f3"]
INPUTS = ["when[nine], what[ferry]", "who[dogs], price[none]", "who[bikes]"]
OUTPUTS = ["The ferry leaves at nine.", "Dogs travel free; no ticket needed.", "Bikes, too, are welcome."]
OTHERS = ["A ferry goes at nine.", "Dogs are free.", "Bikes are welcome."]
REFERENCES = [("The ferry leaves at nine.",), ("Dogs travel free.", "Dogs are free."), ("Bikes are welcome.",)]
# Of our outputs one in three is a reference, of the others two.
EXACT = {"ours": 1 / 3, "others": 2 / 3}

BY_ID = "\n".join(json.dumps({"id": i, "references": r}) for i, r in zip(IDS, REFERENCES, strict=True))
BY_INPUT = "\n".join(json.dumps({"mr": i, "references": r}) for i, r in zip(INPUTS, REFERENCES, strict=True))
IN_ORDER = "\n\n".join("\n".join(own) for own in REFERENCES) + "\n"


@dataclass(frozen=True)
class Layout:
    """A file of outputs with its references, and the option that it takes, if any."""

    name: str
    content: bytes
    references: str = BY_ID
    option: tuple[str, str] | None = None
    systems: Mapping[str, Sequence[str | None]] = field(default_factory=lambda: {"ours": OUTPUTS})
    note: str = ""
    reads_itself: bool = False  # references stand beside the outputs
    reads_stdin: bool = False


def lines(*entries: object) -> bytes:
    return "".join(f"{entry if isinstance(entry, str) else json.dumps(entry)}\n" for entry in entries).encode()


def rows(make: Any, *columns: Sequence[Any]) -> list[Any]:
    return [make(*cells) for cells in zip(*columns, strict=True)]


def parquet() -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({"sample_id": IDS, "generated_text": OUTPUTS, "targets": REFERENCES}), sink)
    return sink.getvalue()


def csv_lines(header: str, delimiter: str = ",") -> list[str]:
    return [header, *(f'{i}{delimiter}"{o}"' for i, o in zip(IDS, OUTPUTS, strict=True))]


CHAT = rows(
    lambda i, o: {
        "id": f"batch_{i}",
        "custom_id": i,
        "response": {"status_code": 200, "body": {"id": "x", "choices": [{"index": 0, "message": {"content": o}}]}},
    },
    IDS, OUTPUTS,
)  # fmt: skip
PROMPTFOO = {
    "evalId": "eval-1",
    "results": {
        "version": 3,
        "stats": {"successes": 6},
        "results": [
            {"testIdx": n, "provider": {"id": who}, "vars": {"x": i}, "response": {"output": o, "cached": False}}
            for n, (i, *texts) in enumerate(zip(IDS, OUTPUTS, OTHERS, strict=True))
            for who, o in zip(("ours", "others"), texts, strict=True)
        ],
    },
}
BOTH = {"ours": OUTPUTS, "others": OTHERS}
PLACE = "no ids or inputs: outputs are matched with references by their order"
LAYOUTS = {
    "huggingface pipeline dump": Layout(
        "ours.json", json.dumps([[{"generated_text": o}] for o in OUTPUTS]).encode(), note=PLACE
    ),
    "lm-eval samples": Layout(
        "ours.jsonl",
        lines(*rows(lambda n, o, r: {"doc_id": n, "doc": {"q": "?"}, "target": r[0], "arguments": {"gen_args_0": {}},
                                     "resps": [[f" {o}\n"]], "filtered_resps": [o]}, range(3), OUTPUTS, REFERENCES)),
        IN_ORDER,
        note="its ids count from 0: they are matched with the numbers of the references",
    ),
    "chat completions, one a line": Layout("ours.jsonl", lines(*CHAT)),
    "completions of an older interface": Layout(
        "ours.jsonl", lines(*rows(lambda i, o: {"sample_id": i, "choices": [{"text": o}]}, IDS, OUTPUTS))
    ),
    "spreadsheet with semicolons, a byte-order mark and blank columns": Layout(
        "ours.csv", "\ufeff".encode() + "\r\n".join(
            ["Sample ID;Model Output;;", *rows(lambda i, o: f'{i};"{o}";;', IDS, OUTPUTS)]).encode()
    ),
    "spreadsheet that names its separator": Layout("ours.csv", lines("sep=;", *csv_lines("ITEM_ID;PREDICTION", ";"))),
    "spreadsheet with odd headers": Layout(
        "ours.csv", lines(*csv_lines("Nr.,Answer of our bot")), option=("--columns", "output=Answer of our bot,id=Nr.")
    ),
    "long table": Layout(
        "all.tsv",
        lines("model\tmr\tresponse", *(f"{who}\t{i}\t{o}" for who, own in BOTH.items()
                                       for i, o in zip(INPUTS, own, strict=True))),
        BY_INPUT, systems=BOTH,
    ),
    "wide table": Layout(
        "wide.tsv",
        lines("id\tours\tothers", *rows(lambda *cells: "\t".join(cells), IDS, OUTPUTS, OTHERS)),
        option=("--systems", "ours,others"), systems=BOTH,
    ),
    "JSON array": Layout(
        "ours.json", json.dumps(rows(lambda i, o: {"id": i, "output": o}, IDS, OUTPUTS), indent=2).encode()
    ),
    "JSON array of texts": Layout("ours.json", json.dumps(OUTPUTS).encode(), note=PLACE),
    "JSON object with a list inside": Layout(
        "ours.json",
        json.dumps({"model": "m", "settings": {"beam": 4},
                    "data": rows(lambda i, o: {"id": i, "hypothesis": o}, IDS, OUTPUTS)}, indent=1).encode(),
    ),
    "JSON by columns": Layout("ours.json", json.dumps({"id": IDS, "completion": OUTPUTS}).encode()),
    "JSON by columns as pandas writes them": Layout(
        "ours.json",
        json.dumps({"id": dict(enumerate(IDS)), "completion": dict(enumerate(OUTPUTS))}).encode(),
    ),
    "JSON object with a text for every id": Layout(
        "ours.json", json.dumps(dict(zip(IDS, OUTPUTS, strict=True))).encode()
    ),
    "JSON by system": Layout(
        "wide.json", json.dumps(BOTH).encode(), option=("--systems", "ours,others"), systems=BOTH, note=PLACE
    ),
    "JSON with references beside the outputs": Layout(
        "ours.jsonl",
        lines(*rows(lambda i, o, r: {"prompt": i, "prediction": o, "gold": r}, INPUTS, OUTPUTS, REFERENCES)),
        reads_itself=True,
    ),
    "promptfoo": Layout(
        "eval.json", json.dumps(PROMPTFOO, indent=2).encode(), IN_ORDER,
        option=("--columns", "system=provider.id"), systems=BOTH,
        note="its ids count from 0: they are matched with the numbers of the references",
    ),
    "packed with gzip": Layout("ours.csv.gz", gzip.compress(lines(*csv_lines("segment_id,generation")))),
    "packed with xz": Layout("ours.tsv.xz", lzma.compress(
        lines("example_id\tgeneration", *rows(lambda i, o: f"{i}\t{o}", IDS, OUTPUTS)))),
    "Parquet": Layout("ours.parquet", parquet(), reads_itself=True),
    "several columns of references": Layout(
        "ours.csv",
        lines("eid,text,ref0,ref1", *rows(lambda i, o, r: f'{i},"{o}",{r[0]},{r[1] if len(r) > 1 else ""}',
                                          IDS, OUTPUTS, REFERENCES)),
        reads_itself=True,
    ),
    "no header": Layout("ours.tsv", lines(*rows(lambda i, o: f"{i}\t{o}", INPUTS, OUTPUTS)), BY_INPUT),
    "no header and many columns": Layout(
        "ours.tsv", lines(*rows(lambda i, o: f"{i}\t0.5\ten\t{o}", IDS, OUTPUTS)),
        option=("--columns", "instance=1,output=4"),
    ),
    "ids in two columns": Layout(
        "ours.csv",
        lines("lp,sid,hyp", *rows(lambda i, o: f'f,{i[1:]},"{o}"', IDS, OUTPUTS)),
        BY_ID.replace('"f', '"f:'),
        option=("--columns", "instance=lp+sid"),
    ),
    "one column with commas": Layout("ours.tsv", lines("output", *OUTPUTS), note=PLACE),
    "plain text": Layout("ours.txt", lines(*OUTPUTS), IN_ORDER),
    "JSON lines in a text file": Layout(
        "ours.txt", lines(*rows(lambda i, o: {"instance_id": i, "pred": o}, IDS, OUTPUTS))
    ),
    "standard input": Layout(
        "-", lines(*csv_lines("id,output")), systems={"stdin": OUTPUTS}, reads_stdin=True
    ),
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def write(layout: Layout, folder: Path) -> list[str]:
    """Write the files of a layout; return the arguments that read them."""
    (folder / ("stdin" if layout.reads_stdin else layout.name)).write_bytes(layout.content)
    suffix = "txt" if layout.references == IN_ORDER else "jsonl"
    (folder / f"references.{suffix}").write_text(layout.references, encoding="utf-8")
    own = [] if layout.reads_itself else ["-r", f"references.{suffix}"]
    return [layout.name, *own, *(layout.option or ())]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_layout_is_read_as_it_stands(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = LAYOUTS[name]
    arguments = write(layout, folder)
    if layout.reads_stdin:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(layout.content)))
    done = genchal("score", *arguments, "-m", "exact_match", "--resamples", "0", "--json", folder=folder)
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stderr.splitlines() if not line.endswith(layout.note or "\n")] == []
    assert done.stderr.count("\n") == bool(layout.note)
    values = {score["system"]: score["value"] for score in json.loads(done.stdout)["scores"]}
    assert values == {system: EXACT.get(system, EXACT["ours"]) for system in layout.systems}


@pytest.mark.parametrize("name", [name for name, layout in LAYOUTS.items() if not layout.reads_stdin])
def test_every_output_finds_its_references(name: str, folder: Path) -> None:
    layout = LAYOUTS[name]
    _, *more = write(layout, folder)
    given = dict([layout.option]) if layout.option else {}
    columns = parse_columns(given.get("--columns", ""), given.get("--systems", ""))
    references = [folder / more[1]] if not layout.reads_itself else []
    read = load_submissions([folder / layout.name], references, columns=columns)
    assert [instance.references for instance in read.instances] == REFERENCES
    assert {own.system.name: list(own.outputs) for own in read.submissions} == layout.systems


def test_an_answer_that_failed_is_missing_beside_answers_in_objects(folder: Path) -> None:
    failed = {"custom_id": IDS[1], "response": None, "error": {"code": "timeout"}}
    content = lines(CHAT[0], failed, *CHAT[2:])
    done = run(folder, {"ours.jsonl": content, "refs.jsonl": BY_ID}, "score ours.jsonl -r refs.jsonl -m exact_match")
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith(f"ours: 1 of 3 instances has no output ('{IDS[1]}')")


def test_several_answers_to_one_question_are_refused_unless_one_of_them_is_named(folder: Path) -> None:
    choices = [{"index": place, "message": {"content": text}} for place, text in enumerate(["A pub.", "An inn."])]
    files: dict[str, str | bytes] = {
        "chat.jsonl": lines(*({"custom_id": i, "choices": choices} for i in IDS)),
        "list.jsonl": lines(*({"id": i, "output": [None, "A pub."]} for i in IDS)),
        "refs.jsonl": BY_ID,
    }
    named = "--columns output=choices.0.message.content"
    done = run(folder, files, "score chat.jsonl -r refs.jsonl")
    remedy = f"Keep one output for each instance, or add {named}."
    assert done.stderr.splitlines()[0] == f"error: chat.jsonl, line 1: 2 outputs in a list. {remedy}"
    assert run(folder, {}, f"score chat.jsonl -r refs.jsonl {named}").returncode == 0
    done = run(folder, {}, "score list.jsonl -r refs.jsonl")
    assert done.stderr.splitlines()[0] == (
        "error: list.jsonl, line 1: 2 outputs in a list. Keep one output for each instance."
    )


def test_marks_of_reasoning_models_are_named_where_outputs_are_scored(folder: Path) -> None:
    thought = lines(*({"id": i, "output": f"<think>\nHm.\n</think>\n{o}"} for i, o in zip(IDS, OUTPUTS, strict=True)))
    files: dict[str, str | bytes] = {"ours.jsonl": thought, "refs.jsonl": BY_ID}
    done = run(folder, files, "score ours.jsonl -r refs.jsonl -m exact_match")
    assert done.stderr == "ours: 3 of 3 outputs have marks such as '<think>', which are scored, too\n"
    done = run(folder, {}, "validate ours.jsonl -r refs.jsonl")
    assert "3 outputs (here and in lines 2, 3) have marks of a chat or of a reasoning model: '<think>'." in done.stdout


def test_there_are_enough_layouts() -> None:
    assert len(LAYOUTS) >= 20


def test_standard_input_is_called_so(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "references.jsonl").write_text(BY_ID, encoding="utf-8")
    for content, line in (
        (json.dumps(OUTPUTS).encode(), f"stdin has {PLACE}"),
        (lines('{"id": "f1", "said": "x"}'), "error: stdin: no column for the outputs."),
        (lines("x"), "error: stdin: 1 output for 3 instances."),
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
        done = genchal("score", "-", "-r", "references.jsonl", "-m", "exact_match", folder=folder)
        assert done.stderr.startswith(line)


def test_plain_text_is_matched_by_its_lines_without_a_word(folder: Path) -> None:
    done = run(folder, {"ours.txt": "a\nb\n", "refs.txt": "a\nc\n"}, "score ours.txt -r refs.txt -m exact_match")
    assert (done.returncode, done.stderr) == (0, "")


def run(folder: Path, files: Mapping[str, str | bytes], command: str) -> Done:
    for name, content in files.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return genchal(*command.split(), folder=folder)
