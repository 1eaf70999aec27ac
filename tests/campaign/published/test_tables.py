"""Files of published numbers, in the forms that tables have."""

from importlib.resources import as_file, files
from pathlib import Path

import pytest

from genchal.campaign.published.tables import PublishedCell, load_tables, read_rows
from genchal.campaign.published.views import VIEWS
from genchal.errors import InvalidInput, NotFound

SHIPPED = files("genchal.recipes") / "published"
DOCS = Path(__file__).parents[3] / "docs"


def write(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("\n".join(line.replace(" | ", "\t") for line in lines) + "\n", encoding="utf-8")
    return path


def keys(*paths: Path) -> list[tuple[str, str, str]]:
    return [(*cell.key, cell.published) for table in load_tables(paths) for cell in table.cells]


def test_a_line_a_system_and_a_column_a_measure(tmp_path: Path) -> None:
    path = write(tmp_path, "x.tsv", "system | family | bleu | nist", "a | rnn | .65 | 8.6", "b | rules | NA | 7.1")
    assert keys(path) == [("a", "bleu", ".65"), ("a", "nist", "8.6"), ("b", "nist", "7.1")]


def test_a_line_a_system_and_a_measure(tmp_path: Path) -> None:
    path = write(tmp_path, "x.tsv", "system | measure | value | position", "a | length | 20.5 | 1")
    assert keys(path) == [("a", "length", "20.5")]


def test_a_line_a_criterion_and_a_system(tmp_path: Path) -> None:
    path = write(tmp_path, "x.tsv", "criterion | system | score | rank_low | rank_high", "quality | a | 0.3 | 1 | 2")
    assert keys(path) == [
        ("quality a", "score", "0.3"),
        ("quality a", "rank_low", "1"),
        ("quality a", "rank_high", "2"),
    ]


def test_a_line_a_cell(tmp_path: Path) -> None:
    lines = ["T1 | a | bleu | 0.5 | 1% | yes | ", "T2 | b | bleu | 0.6 |  | no | lost"]
    path = write(tmp_path, "x.tsv", "table | row | column | published | tolerance | counts | reason", *lines)
    first, second = load_tables([path])
    assert first.cells == (PublishedCell("T1", "a", "bleu", "0.5", "1%"),)
    assert second.cells == (PublishedCell("T2", "b", "bleu", "0.6", "", counts=False, reason="lost"),)


def test_tolerances_beside_a_table_name_its_cells(tmp_path: Path) -> None:
    write(
        tmp_path, "tolerances.tsv", "table | row | column | published | tolerance | counts", "x | A a | n | 3 | 1 | yes"
    )
    write(tmp_path, "explanations.tsv", "table | section | explanation", "x | x-and-y | because")
    path = write(tmp_path, "x.tsv", "letter | name | n", "A | a | 3")
    (table,) = load_tables([path])
    assert [cell.key for cell in table.cells] == [("A a", "n")]
    assert (table.section, table.explanation) == ("x-and-y", "because")
    assert [row["letter"] for row in table.rows] == ["A"]
    assert load_tables([tmp_path]) == (table,)  # a folder: its tables, without the files about them


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("name | bleu", "a | 1"), "needs a column 'system'"),
        (("system | bleu", "a"), "line 2: not as many cells"),
        (("table | row | column | published", "t | r | c | x"), "line 2: 'x' is not a number"),
        (
            ("table | row | column | published", "t | r | c | 1", "t | r | c | 1"),
            "line 3: the cell 'r', 'c' comes twice",
        ),
        (("table | row | column | published | tolerance", "t | r | c | 1 | wide"), "'wide' is not a tolerance"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_line(tmp_path: Path, lines: tuple[str, ...], problem: str) -> None:
    path = write(tmp_path, "x.tsv", *lines)
    with pytest.raises(InvalidInput, match=problem):
        load_tables([path])


def test_tables_that_are_absent_empty_or_doubled_are_errors(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no such file"):
        load_tables([tmp_path / "absent.tsv"])
    with pytest.raises(InvalidInput, match="no published tables"):
        load_tables([tmp_path])
    path = write(tmp_path, "x.tsv", "system | bleu", "a | 1")
    with pytest.raises(InvalidInput, match="two published tables 'x'"):
        load_tables([path, path])


def test_shipped_tolerances_are_those_of_2317_numbers_of_which_1346_count() -> None:
    with as_file(SHIPPED) as folder:
        tables = load_tables([folder])
    cells = [cell for table in tables for cell in table.cells]
    assert (len(cells), sum(cell.counts for cell in cells)) == (2317, 1346)
    assert all(cell.reason for cell in cells if not cell.counts)


def test_every_shipped_number_stands_in_its_table() -> None:
    with as_file(SHIPPED) as folder:
        for table in load_tables([folder]):
            printed = [value for row in table.rows for value in row.values()]
            for cell in table.cells:
                assert cell.published in printed, cell


def test_every_shipped_table_with_numbers_has_a_section_that_exists() -> None:
    text = (DOCS / "explanation" / "deviations.md").read_text(encoding="utf-8")
    titles = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    slugs = {"".join(c for c in title.lower().replace(" ", "-") if c.isalnum() or c in "-_") for title in titles}
    with as_file(SHIPPED) as folder:
        explained = {row["table"]: row["section"] for row in read_rows(folder / "explanations.tsv")}
        tables = {table.name for table in load_tables([folder]) if table.cells}
    assert tables == set(explained)
    assert set(explained.values()) <= slugs


def test_the_explanations_that_are_shipped_are_those_of_the_documentation() -> None:
    # Copy docs/explanation/deviations.md to src/genchal/recipes/published/ when it has changed.
    shipped = (SHIPPED / "deviations.md").read_text(encoding="utf-8")
    assert shipped == (DOCS / "explanation" / "deviations.md").read_text(encoding="utf-8")


def test_views_are_of_shipped_tables_and_can_be_loaded() -> None:
    with as_file(SHIPPED) as folder:
        tables = {table.name for table in load_tables([folder]) if table.cells}
    assert set(VIEWS) <= tables
    assert all(callable(VIEWS[name]) for name in VIEWS)
