"""``genchal data sheet`` and ``genchal data tally`` as people type them."""

import json
from pathlib import Path

from cli.typed import genchal


def test_a_sheet_is_drawn_filled_in_and_counted(tmp_path: Path) -> None:
    lines = [f'"name[Tea {n}]",Tea {n}.' for n in range(1, 9)]
    (tmp_path / "teas.csv").write_text("\n".join(["mr,ref", *lines]), encoding="utf-8")
    drawn = genchal("data", "sheet", "teas.csv", "--task", "slots", "-n", "4", "-o", "one.tsv", folder=tmp_path)
    assert (drawn.returncode, drawn.stdout) == (0, "one.tsv: 4 texts to check\n")
    header, *rows = (tmp_path / "one.tsv").read_text(encoding="utf-8").splitlines()
    shown = genchal("data", "sheet", "teas.csv", "--task", "slots", "-n", "4", folder=tmp_path)
    assert shown.stdout.splitlines() == [header, *rows]
    for name, answers in (("one", ["ok", "ok", "added", ""]), ("two", ["ok", "missing", "added", "ok"])):
        filled = [f"{row}{answer}" for row, answer in zip(rows, answers, strict=True)]
        (tmp_path / f"{name}.tsv").write_text("\n".join([header, *filled]), encoding="utf-8")
    done = genchal("data", "tally", "one.tsv", "two.tsv", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "coverage                                           one                     two",
        "fully covered                   2 (66.7% [20.8, 93.9])  2 (50.0% [15.0, 85.0])",
        "missing content                   0 (0.0% [0.0, 56.1])   1 (25.0% [4.6, 69.9])",
        "additional content               1 (33.3% [6.1, 79.2])   1 (25.0% [4.6, 69.9])",
        "missing and additional content    0 (0.0% [0.0, 56.1])    0 (0.0% [0.0, 49.0])",
        "checked                                              3                       4",
        "",
        "one: 1 not filled in yet.",
        "one, two: 66.7% of 3 answers agree, kappa 0.50 [-0.11, 1.11].",
        "coverage|by:hand|interval:wilson|ci:0.95|v:1",
    ]
    document = json.loads(genchal("data", "tally", "one.tsv", "two.tsv", "--json", folder=tmp_path).stdout)
    assert set(document) == {"schema", "shares", "agreements"}
    assert document["shares"][0]["column"] == "one"
    assert document["shares"][0]["unchecked"] == 1
    assert document["agreements"][0]["n"] == 3
    assert genchal("data", "tally", "one.tsv", "--latex", folder=tmp_path).stdout.startswith("% Needs")
    both = genchal("data", "tally", "one.tsv", "--latex", "--json", folder=tmp_path)
    assert (both.returncode, both.stdout) == (2, "")
    again = genchal("data", "sheet", "teas.csv", "--task", "slots", "-n", "4", "-o", "one.tsv", folder=tmp_path)
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "error: one.tsv already exists. Choose another name with -o: answers may be in it.\n"
