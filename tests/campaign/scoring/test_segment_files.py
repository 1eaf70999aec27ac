"""Files of segment scores are read back as they were, whatever instances are called."""

import json
from pathlib import Path

import pytest

from cli.typed import genchal

ODD = ["a\tb", "c\nd", 'e"f', '"g"', "h,i", "plain"]


def write_files(folder: Path) -> None:
    for name, texts in (("refs", "abcdef"), ("A", "abcxyz"), ("B", "abxyef")):
        key = "reference" if name == "refs" else "output"
        rows = (json.dumps({"id": odd, key: text}) + "\n" for odd, text in zip(ODD, texts, strict=True))
        (folder / f"{name}.jsonl").write_text("".join(rows), encoding="utf-8")
    ratings = [
        {"system": system, "id": odd, "rater": rater, "value": n % (3 + rater)}
        for system in "AB"
        for rater in (1, 2)
        for n, odd in enumerate(ODD)
    ]
    (folder / "ratings.json").write_text(json.dumps(ratings), encoding="utf-8")


def test_ids_with_tabs_and_line_breaks_are_found_again_in_csv(tmp_path: Path) -> None:
    write_files(tmp_path)
    scored = "score A.jsonl B.jsonl -r refs.jsonl -m exact_match --resamples 0 --segments s.csv"
    assert genchal(*scored.split(), folder=tmp_path).returncode == 0
    command = "correlate --segments s.csv --ratings ratings.json --columns instance=id --resamples 10 --json"
    done = genchal(*command.split(), folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["correlations"][0]["n"] == 2 * len(ODD)


@pytest.mark.parametrize("odd", ODD)
def test_tsv_has_what_it_can_hold(tmp_path: Path, odd: str) -> None:
    (tmp_path / "refs.jsonl").write_text(json.dumps({"id": odd, "reference": "a"}), encoding="utf-8")
    (tmp_path / "A.jsonl").write_text(json.dumps({"id": odd, "output": "a"}), encoding="utf-8")
    command = "score A.jsonl -r refs.jsonl -m exact_match --resamples 0 --segments s.tsv"
    done = genchal(*command.split(), folder=tmp_path)
    if odd in ("a\tb", "c\nd", '"g"'):
        assert (done.returncode, (tmp_path / "s.tsv").exists()) == (2, False)
        assert "that TSV cannot hold. Write CSV: --segments s.csv." in done.stderr
    else:
        assert (tmp_path / "s.tsv").read_text(encoding="utf-8").splitlines()[1] == f"A\t{odd}\texact_match\t1.0"
