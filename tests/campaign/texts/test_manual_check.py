"""Sheets to check by hand, and what is counted in them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.campaign.texts.manual_check import sample_outputs, sample_references, save_sheet, tally_sheets
from genchal.domain.results.manual_check import COVERAGES, SheetRow
from genchal.domain.results.table import TableForm
from genchal.errors import InvalidInput, Problems
from genchal.reports.tables.latex_table import render_latex
from genchal.tasks.coverage_sheet import read_sheet, write_sheet

Filled = Callable[[str, Sequence[str]], Path]


@pytest.fixture
def teas(tmp_path: Path) -> Path:
    lines = ["mr,ref", *(f'"name[Tea {n}], kind[green]",Tea {n} is green.' for n in range(1, 13))]
    (tmp_path / "teas.csv").write_text("\n".join([*lines, lines[-1]]), encoding="utf-8")
    return tmp_path / "teas.csv"


@pytest.fixture
def filled(tmp_path: Path) -> Filled:
    def write(name: str, answers: Sequence[str]) -> Path:
        lines = [f"{n}\tname[{n}]\tText {n}, it is.\t{answer}" for n, answer in enumerate(answers)]
        (tmp_path / name).write_text("\n".join(["instance\tinput\ttext\tcoverage", *lines]), encoding="utf-8")
        return tmp_path / name

    return write


def test_pairs_are_drawn_at_random_and_none_twice(teas: Path) -> None:
    rows = sample_references(teas, "slots", 12, seed=1)
    assert sorted(row.text for row in rows) == sorted(f"Tea {n} is green." for n in range(1, 13))
    assert [row.text for row in rows] != sorted(row.text for row in rows)
    assert rows[:5] != sample_references(teas, "slots", 5, seed=2)
    assert sample_references(teas, "slots", 5, seed=2) == sample_references(teas, "slots", 5, seed=2)
    with pytest.raises(InvalidInput, match="there are 12 pairs, not 13"):
        sample_references(teas, "slots", 13, seed=1)


def test_outputs_are_drawn_for_the_same_instances_of_all_systems(teas: Path, tmp_path: Path) -> None:
    for name, verb in (("a", "is"), ("b", "was")):
        lines = [f"name[Tea {n}], kind[green]\tTea {n} {verb} green." for n in range(1, 13 if name == "a" else 9)]
        (tmp_path / f"{name}.tsv").write_text("\n".join(["mr\toutput", *lines]), encoding="utf-8")
    rows = sample_outputs(teas, "slots", [str(tmp_path / "a.tsv"), str(tmp_path / "b.tsv")], 4, seed=1)
    by_system = {system: {row.instance for row in rows if row.system == system} for system in ("a", "b")}
    assert by_system["a"] == by_system["b"]
    assert len(by_system["a"]) == 4
    with pytest.raises(InvalidInput, match="there are 8 instances that all systems have answered, not 9"):
        sample_outputs(teas, "slots", [str(tmp_path / "a.tsv"), str(tmp_path / "b.tsv")], 9, seed=1)
    with pytest.raises(InvalidInput, match="'all' has several texts for an input"):
        sample_outputs(teas, "slots", ["@all"], 1, seed=1)


def test_a_sheet_is_never_written_over_another(tmp_path: Path) -> None:
    save_sheet(tmp_path / "sheet.tsv", [SheetRow("1", "name[A]", "A it is.")])
    with pytest.raises(InvalidInput, match="already exists"):
        save_sheet(tmp_path / "sheet.tsv", [])
    assert (tmp_path / "sheet.tsv").read_text(encoding="utf-8").splitlines()[1] == "1\tname[A]\tA it is.\t"


texts = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="\"'"), min_size=1, max_size=9)


@given(st.lists(st.tuples(texts, texts, texts, texts, st.sampled_from([*COVERAGES, None])), min_size=1))
def test_what_is_written_is_read_again(cells: list[tuple[str, str, str, str, None]]) -> None:
    different = {cell[:4]: cell for cell in cells}.values()
    rows = [SheetRow(instance, given, text, system, answer) for instance, given, text, system, answer in different]
    assert read_sheet(write_sheet(rows).split("\n"), "the sheet") == rows


def test_answers_are_counted_sheet_by_sheet(filled: Filled) -> None:
    one, other = filled("one.tsv", ["ok", "OK ", "missing", "both", ""]), filled("other.csv.tsv", ["ok", "added"])
    tally = tally_sheets([one, other])
    counts = {(share.column, share.category): share.count for share in tally.shares}
    assert [counts["one", category] for category in COVERAGES] == [2, 1, 0, 1]
    assert [counts["other.csv", category] for category in COVERAGES] == [1, 0, 1, 0]
    assert tally.unchecked == (1, 0)
    assert [share.n for share in tally.shares] == [4] * 4 + [2] * 4
    first = tally.shares[0]
    assert (round(first.low, 4), first.share, round(first.high, 4)) == (0.15, 0.5, 0.85)
    latex = render_latex(tally.tables(), TableForm())
    assert r"coverage & one & other.csv \\" in latex
    assert r"fully covered & 2 {\scriptsize (50.0\% [15.0, 85.0])} & 1 {\scriptsize (50.0\% [9.5, 90.5])} \\" in latex


def test_two_people_who_checked_the_same_texts_are_compared(filled: Filled, tmp_path: Path) -> None:
    # They agree on 35 of 50; by chance on 0.5 * 0.6 + 0.5 * 0.4 = 0.5 of them: (0.7 - 0.5) / (1 - 0.5) = 0.4.
    one = filled("one.tsv", ["ok"] * 25 + ["missing"] * 25)
    two = filled("two.tsv", ["ok"] * 20 + ["missing"] * 5 + ["ok"] * 10 + ["missing"] * 15)
    (agreement,) = tally_sheets([one, two]).agreements
    assert (agreement.first, agreement.second, agreement.n) == ("one", "two", 50)
    assert (agreement.observed, round(agreement.kappa, 12)) == (0.7, 0.4)
    (tmp_path / "three.tsv").write_text("instance\tinput\ttext\tcoverage\n1\tx\tsomething else\tok\n", encoding="utf-8")
    assert len(tally_sheets([one, two, tmp_path / "three.tsv"]).agreements) == 1


def test_systems_of_a_sheet_are_columns(tmp_path: Path) -> None:
    rows = [SheetRow("1", "x", "a", system, answer) for system, answer in (("s", COVERAGES[0]), ("t", COVERAGES[3]))]
    (tmp_path / "check.tsv").write_text(write_sheet(rows), encoding="utf-8")
    tally = tally_sheets([tmp_path / "check.tsv"])
    assert tally.columns == ("check s", "check t")
    assert [share.count for share in tally.shares] == [1, 0, 0, 0, 0, 0, 0, 1]


def test_every_fault_of_every_sheet_is_one_line(filled: Filled, tmp_path: Path) -> None:
    empty, wrong = filled("empty.tsv", ["", ""]), filled("wrong.tsv", ["ok", "good", "bad"])
    with pytest.raises(Problems) as caught:
        tally_sheets([empty, wrong, tmp_path / "nowhere.tsv"])
    lines = [line.replace(f"{tmp_path}/", "") for line in caught.value.lines()]
    assert lines == [
        "empty.tsv: nothing is filled in. Fill in the column 'coverage' first.",
        "wrong.tsv, line 3: coverage is 'good'. Write ok, missing, added or both.",
        "wrong.tsv, line 4: coverage is 'bad'. Write ok, missing, added or both.",
        "nowhere.tsv: no such file. Check the path.",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it contains no texts"),
        ("instance\tinput\ttext\n1\tx\ty\n", "no column 'coverage'"),
        ("instance\tinput\ttext\tcoverage\n1\tx\ty\n", "line 2: 3 columns, expected 4"),
        ("instance\tinput\ttext\tcoverage\n1\tx\ty\tok\n1\tx\ty\tok\n", "line 3: the same text as in line 2"),
    ],
)
def test_a_sheet_that_is_none_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        read_sheet(text.split("\n"), "the sheet")


def test_a_sheet_that_a_spreadsheet_has_saved_is_read() -> None:
    saved = 'instance,input,text,coverage,remarks\n1,"name[A], x[B]","A, so to ""say""",Missing,hm\n'
    assert read_sheet(saved.split("\n"), "the sheet") == [
        SheetRow("1", "name[A], x[B]", 'A, so to "say"', None, "missing")
    ]


def test_a_sheet_given_twice_is_refused(filled: Filled) -> None:
    sheet = filled("one.tsv", ["ok"])
    with pytest.raises(InvalidInput, match="is given twice"):
        tally_sheets([sheet, sheet])
