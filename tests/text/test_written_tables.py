"""Tables that were written are read with the same cells."""

from hypothesis import given
from hypothesis import strategies as st

from genchal.tasks.columns import split_table
from genchal.text.tables.written import write_csv, write_tsv

texts = st.text(alphabet="ab,\"'; é日", max_size=8)


@given(st.lists(st.tuples(st.just("x"), texts), min_size=1, max_size=5))
def test_cells_of_tsv_are_read_as_they_were(rows: list[tuple[str, str]]) -> None:
    table = split_table(write_tsv(["input", "output"], rows).splitlines(), "table", has_header=True)
    assert [tuple(cells) for _, cells in table.body] == rows


def test_a_line_is_a_row_and_nothing_is_quoted_without_need() -> None:
    rows = [("a\tb", 'say "it"', 1.5), ("two\nlines", None, float("nan"))]
    assert write_tsv(["x", "y", "z"], rows) == 'x\ty\tz\na b\tsay "it"\t1.5\ntwo lines\t\tnan\n'
    assert write_tsv(["x"], [('"quoted"',), ("a, b",), ("c",)]) == 'x\n"""quoted"""\n"a, b"\nc\n'
    assert write_tsv(["x", "y"], []) == "x\ty\n"
    assert write_csv(["x", "y"], [("a,b", None)]) == 'x,y\n"a,b",\n'
