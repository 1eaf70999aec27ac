"""The files that the commands of the snapshot work on: small, made from the demo campaign and from real data."""

import csv
import gzip
import io
import lzma
import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from importlib.resources import as_file, files
from pathlib import Path

TESTS = Path(__file__).parents[1]
Rows = list[dict[str, str]]

SYSTEMS = ("tgen", "slug", "sheff2", "forge3", "zhaw2")
INSTANCES = 60
STUDIES = """
[[study]]
name = "quality"
method = "likert"
criteria = ["quality"]
systems = ["careless"]
instances = {choose = "first", count = 10}
raters_per_item = 3
codes = {complete = "CODE-1"}

[[study]]
name = "side-by-side"
method = "rankme"
criteria = ["quality", "naturalness"]
instances = {choose = "random", count = 8}
outputs_per_sheet = 2
codes = {complete = "CODE-2"}
"""


def own_files(folder: Path) -> None:
    """What needs no data of others: the demo campaign, broken submissions, made-up ratings and sheets."""
    with as_file(files("genchal.recipes") / "demo") as demo:
        shutil.copytree(demo, folder / "demo")
    shutil.copytree(TESTS.parent / "examples" / "broken", folder / "broken")
    shutil.copytree(folder / "demo", folder / "walks")
    with (folder / "walks" / "campaign.toml").open("a", encoding="utf-8", newline="\n") as file:
        file.write(STUDIES)
    _demo_outputs(folder)
    _stored_study(folder / "stored.db")
    _made_up_ratings(folder / "ratings.csv")
    _made_up_sheets(folder)


def real_files(folder: Path, data: Path) -> None:
    """Parts of real data: a few systems, the first instances."""
    _e2e(folder / "e2e", data)
    _rankme(folder / "rankme", data / "rankme")
    _tuna(folder / "tuna", data / "tuna")
    _sr18(folder / "sr18", data / "sr18")


def texts_of_others(folder: Path) -> set[str]:
    """Inputs, references and outputs among the parts of real data, but for those of a word or two."""
    texts = {row["output"] for row in _read(folder / "e2e" / "outputs.tsv", "\t")}
    for row in _read(folder / "e2e" / "references.csv"):
        texts |= set(row.values())
    for name in ("rankme/stp1_rankME.csv", "e2e/quality.csv", "e2e/naturalness.csv"):
        texts |= {cell for row in _read(folder / name) for column, cell in row.items() if column.startswith("ref")}
    for name in ("reference", "ewt_only", "augmented"):
        texts |= set(_text(folder / "sr18" / f"{name}.txt").splitlines())
    texts |= set(re.findall(r"<STRING-DESCRIPTION>(.*?)</", _text(folder / "tuna" / "furniture.xml"), re.DOTALL))
    return {text.strip() for text in texts if len(text.split()) > 2}


def _demo_outputs(folder: Path) -> None:
    """Two more submissions made from the first: one with gaps, one with shuffled words; and all three in one table."""
    rows = _read(folder / "demo" / "submissions" / "faulty.tsv", "\t")
    gaps = [row for number, row in enumerate(rows) if number % 7]
    turned = [{**row, "output": " ".join(sorted(row["output"].split()))} for row in rows]
    _write(folder / "gaps.tsv", gaps, "\t")
    _write(folder / "turned.tsv", turned, "\t")
    several = {"careless": rows, "gaps": gaps, "turned": turned}
    _write(folder / "long.tsv", [{"system": name, **row} for name, some in several.items() for row in some], "\t")


def _stored_study(path: Path) -> None:
    """A study with answers, as an earlier version has stored it."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript((TESTS / "store" / "schema_0001_sqlite.sql").read_text(encoding="utf-8"))


def _made_up_ratings(path: Path) -> None:
    """Three systems a sheet, check-boxes, times, and damaged copies and repeats, on which the last rater fails."""
    draw = random.Random(1).random  # the same numbers in every version of Python
    rows: Rows = []
    for item in range(40):
        for rater in sorted(range(9), key=lambda one: draw())[:4]:
            for place, system in enumerate(("north", "south", "east_1")):
                began = 1000 * item + 100 * rater + 30 * place
                base = {"rater": f"r{rater}", "sheet": f"s{item}-{rater}", "instance": f"i{item}", "system": system}
                ends = str(400 + began if (item, place) == (0, 0) else began + 5 + 3 * place + int(4 * draw()))
                times = {"shown_at": str(began), "answered_at": ends}
                value = round(55 - 12 * place + 25 * (draw() + draw() - 1))
                copy = round(value + 6 * (draw() - 0.5))
                damaged = copy if rater == 8 else copy - 25
                values = [
                    ("quality", value, "scored"),
                    ("naturalness", round(value / 2 + 20 * draw()), "scored"),
                    ("added", int(draw() < 0.1 + 0.2 * place), "scored"),
                    ("missed", int(draw() < 0.2), "scored"),
                    ("quality", damaged, "damaged"),
                ]
                if item % 4 == 0:
                    values.append(("quality", copy, "repeat"))
                rows += [
                    {**base, "criterion": criterion, "value": str(number), "kind": kind, **times}
                    for criterion, number, kind in values
                ]
    _write(path, rows)


def _made_up_sheets(folder: Path) -> None:
    """Two people who checked by hand what thirty texts cover."""
    for name, step in (("ann", 4), ("bob", 5)):
        answers = ["missing" if n % step == 0 else "added" if n % 11 == 0 else "ok" for n in range(30)]
        rows = [
            {"system": "north", "instance": str(n), "input": f"a[{n}]", "text": f"Text {n}.", "coverage": answer}
            for n, answer in enumerate(answers)
        ]
        _write(folder / f"{name}.tsv", rows, "\t")


def _e2e(folder: Path, data: Path) -> None:
    references = _read(data / "e2e" / "testset_w_refs.csv.xz")
    wanted = dict.fromkeys(row["mr"] for row in references)
    first = dict.fromkeys(list(wanted)[:INSTANCES])
    kept = [row for row in references if row["mr"] in first]
    _write(folder / "references.csv", kept)
    outputs = [
        row
        for row in _read(data / "e2e-eval" / "primary_outputs.tsv.xz", "\t")
        if row["system"] in SYSTEMS and row["mr"] in first
    ]
    _write(folder / "outputs.tsv", outputs, "\t")
    for system in SYSTEMS:
        own = [{"mr": row["mr"], "output": row["output"]} for row in outputs if row["system"] == system]
        _write(folder / f"{system}.tsv", own, "\t")
        _lines(folder / f"{system}.txt", (row["output"] for row in own))
    own = [row for row in outputs if row["system"] == "slug"]
    _write(
        folder / "gaps.tsv", [{"mr": row["mr"], "output": row["output"]} for row in own if int(row["row"]) % 7], "\t"
    )
    texts = {mr: [row["ref"] for row in kept if row["mr"] == mr] for mr in first}
    for number in range(2):
        _lines(folder / f"references-{number + 1}.txt", (some[number % len(some)] for some in texts.values()))
    for criterion in ("quality", "naturalness"):
        rated = _read(data / "e2e-eval" / "human_ratings" / f"{criterion}.csv.xz")
        _write(folder / f"{criterion}.csv", [row for row in rated if row["mr"] in first])


def _rankme(folder: Path, data: Path) -> None:
    for name in ("stp1_likert", "stp1_plainME", "stp1_rankME", "stp2_plainME_qual", "stp2_rankME_qual"):
        _write(folder / f"{name}.csv", _read(data / f"{name}.csv.gz"))


def _tuna(folder: Path, data: Path) -> None:
    text = _text(data / "furniture.xml.xz")
    trials = re.findall(r"<TRIAL .*?</TRIAL>", text, re.DOTALL)[:INSTANCES]
    _lines(folder / "furniture.xml", ["<TRIALS>", *trials, "</TRIALS>"])
    ids = {re.search(r'ID="([^"]*)"', trial)[1] for trial in trials}  # type: ignore[index]
    predictions = _read(data / "predictions_monroe_potts_2015.tsv.xz", "\t")
    _write(folder / "predictions.tsv", [row for row in predictions if row["trial"] in ids], "\t")


def _sr18(folder: Path, data: Path) -> None:
    rows = _read(data / "sr20-en_ewt" / "outputs_adapt20.tsv.xz", "\t")[:INSTANCES]
    for column in ("reference", "ewt_only", "augmented"):
        _lines(folder / f"{column}.txt", (row[column] for row in rows))


def _text(path: Path) -> str:
    opened: dict[str, Callable[[Path], bytes]] = {
        ".xz": lambda one: lzma.decompress(one.read_bytes()),
        ".gz": lambda one: gzip.decompress(one.read_bytes()),
    }
    return opened.get(path.suffix, Path.read_bytes)(path).decode("utf-8-sig")


def _read(path: Path, separator: str = ",") -> Rows:
    text = io.StringIO(_text(path), newline="")
    if separator == "\t":
        return list(csv.DictReader(text, delimiter="\t", quoting=csv.QUOTE_NONE))
    return list(csv.DictReader(text))


def _write(path: Path, rows: Sequence[dict[str, str]], separator: str = ",") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        if separator == "\t":
            file.writelines("\t".join(cells) + "\n" for cells in [list(rows[0]), *(row.values() for row in rows)])
            return
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def _lines(path: Path, lines: Iterable[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
