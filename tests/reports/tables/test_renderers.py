"""Every form of one table, written out by hand."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest

from genchal.domain.results.table import (
    Bounds,
    Column,
    Count,
    Estimate,
    Marked,
    PValue,
    RankRange,
    Share,
    Table,
    TableForm,
    mark_best,
    rules_between,
)
from genchal.reports.tables.csv_table import render_csv
from genchal.reports.tables.html_table import HtmlForm, render_html
from genchal.reports.tables.json_document import render_json
from genchal.reports.tables.latex_table import render_latex
from genchal.reports.tables.markdown_table import render_markdown
from genchal.reports.tables.render import render_tables
from genchal.reports.tables.text_table import render_text

NAN = float("nan")
PLAIN = TableForm()

SCORES = Table(
    title="Scores of a_b",
    columns=(
        Column("system"),
        Column("BLEU", "bleu", percent=True, missing="not scored", higher_is_better=True),
        Column("change", digits=2, sign=True),
        Column("p", "p_value"),
        Column("n"),
    ),
    rows=(
        ("a_b", Marked(Estimate(0.65934, 0.651, 0.6671), strong=True), -0.5, PValue(0.00001), 1234),
        ("c|d", Estimate(0.5), 0.25, PValue(0.02), 56),
        ("<e>", NAN, None, PValue(NAN), 0),
    ),
    rules=(2,),
    notes=("95% intervals.",),
    signatures=("bleu|case:lower|v:1", "bleu|case:lower|v:1"),
    label="scores",
)


def row_of(*cells: object, **column: object) -> Table:
    """A table of one row, whose columns are all alike."""
    columns = tuple(Column(f"c{place}", **column) for place in range(len(cells)))  # type: ignore[arg-type]
    return Table("", columns, (cells,))  # type: ignore[arg-type]


def text_cells(*cells: object, form: TableForm = PLAIN, **column: object) -> list[str]:
    """Cells as text, each in a table of its own, so that nothing is padded."""
    return [render_text([row_of(cell, **column)], form).splitlines()[1].strip() for cell in cells]


def latex_cells(*cells: object, **column: object) -> list[str]:
    """Cells as LaTeX, each in a table of its own, so that none is broken."""
    tables = [render_latex([row_of(cell, **column)], PLAIN) for cell in cells]
    return [table.split("\\midrule\n")[1].splitlines()[0].strip().removesuffix("\\\\").strip() for table in tables]


def test_text() -> None:
    assert render_text([SCORES], PLAIN) == (
        "system                     BLEU  change        p      n\n"
        "--------------------------------------------------------\n"
        "a_b     0.6593 [0.6510, 0.6671]   -0.50  <0.0001  1,234\n"
        "c|d                      0.5000   +0.25   0.0200     56\n"
        "--------------------------------------------------------\n"
        "<e>                  not scored       -        -      0\n"
        "\n"
        "95% intervals.\n"
        "bleu|case:lower|v:1\n"
    ).replace("-" * 56, "-" * 55)


def test_several_tables_have_their_titles_in_text() -> None:
    small = Table("Small", (Column("a"),), (("x",),))
    assert render_text([small, small], PLAIN) == "Small\na\nx\n\nSmall\na\nx\n"
    assert render_text([small], PLAIN) == "a\nx\n"


def test_latex() -> None:
    assert render_latex([SCORES], PLAIN) == (
        "% Needs \\usepackage{booktabs,graphicx}.\n"
        "\\begin{table}\n"
        "  \\centering\n"
        "  {\\footnotesize\\setlength{\\tabcolsep}{4pt}%\n"
        "  \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n"
        "  \\begin{tabular}{lrrrr}\n"
        "    \\toprule\n"
        "    system & BLEU $\\uparrow$ & change & p & n \\\\\n"
        "    \\midrule\n"
        "    a\\_b & \\textbf{0.6593} {\\scriptsize [0.6510, 0.6671]} & $-$0.50 & $<$0.001 & 1,234 \\\\\n"
        "    c\\textbar{}d & 0.5000 & +0.25 & 0.020 & 56 \\\\\n"
        "    \\midrule\n"
        "    \\textless{}e\\textgreater{} & -- & -- & -- & 0 \\\\\n"
        "    \\bottomrule\n"
        "  \\end{tabular}}\\par}\n"
        "  \\par\\smallskip\n"
        "  \\parbox{\\linewidth}{\\footnotesize\\raggedright 95\\% intervals. "
        "Signature: \\texttt{bleu\\textbar{}\\allowbreak{}case:lower\\textbar{}\\allowbreak{}v:1}.}\n"
        "  \\caption{Scores of a\\_b.}\n"
        "  \\label{tab:scores}\n"
        "\\end{table}\n"
    )


def test_a_wide_table_takes_both_columns_of_a_page() -> None:
    assert "\\begin{table*}" in render_latex([row_of(*[0.5] * 20)], PLAIN)


def test_markdown() -> None:
    assert render_markdown([SCORES], PLAIN) == (
        "**Scores of a\\_b**\n"
        "\n"
        "| system | BLEU ↑ | change | p | n |\n"
        "| --- | ---: | ---: | ---: | ---: |\n"
        "| a\\_b | **0.6593** [0.6510, 0.6671] | -0.50 | \\<0.0001 | 1,234 |\n"
        "| c\\|d | 0.5000 | +0.25 | 0.0200 | 56 |\n"
        "| \\<e\\> | not scored | - | - | 0 |\n"
        "\n"
        "95% intervals.\n"
        "\n"
        "`bleu|case:lower|v:1`\n"
    )


def test_csv() -> None:
    assert render_csv([SCORES]) == (
        "system,bleu,bleu_low,bleu_high,change,p_value,n\n"
        "a_b,0.65934,0.651,0.6671,-0.5,1e-05,1234\n"
        "c|d,0.5,,,0.25,0.02,56\n"
        "<e>,,,,,,0\n"
    )
    quoted = Table("", (Column("a"), Column("b")), (('say "x", y\n', "=1+1"),))
    assert (
        render_csv([quoted, quoted], "\r\n") == 'a,b\r\n"say ""x"", y\n",=1+1\r\n\r\na,b\r\n"say ""x"", y\n",=1+1\r\n'
    )


def test_html() -> None:
    assert render_html([SCORES], PLAIN) == (
        '<table class="result">\n'
        "<caption>Scores of a_b</caption>\n"
        '<thead><tr><th scope="col">system</th><th scope="col" class="number">BLEU '
        '<span class="direction" aria-hidden="true">↑</span><span class="unseen">, higher is better</span></th>'
        '<th scope="col" class="number">change</th><th scope="col" class="number">p</th>'
        '<th scope="col" class="number">n</th></tr></thead>\n'
        "<tbody>\n"
        '<tr><th scope="row">a_<wbr/>b</th><td class="number" data-sort="0.65934">'
        "<strong>0.6593</strong> <small>[0.6510, 0.6671]</small></td>"
        '<td class="number" data-sort="-0.5">−0.50</td><td class="number" data-sort="1e-05">&lt;0.0001</td>'
        '<td class="number" data-sort="1234">1,234</td></tr>\n'
        '<tr><th scope="row">c|d</th><td class="number" data-sort="0.5">0.5000</td>'
        '<td class="number" data-sort="0.25">+0.25</td><td class="number" data-sort="0.02">0.0200</td>'
        '<td class="number" data-sort="56">56</td></tr>\n'
        "</tbody>\n"
        "<tbody>\n"
        '<tr><th scope="row">&lt;e&gt;</th><td class="number">not scored</td><td class="number">-</td>'
        '<td class="number">-</td><td class="number" data-sort="0">0</td></tr>\n'
        "</tbody>\n"
        "</table>\n"
        '<p class="note">95% intervals.</p>\n'
        '<p class="note"><code>bleu|case:lower|v:1</code></p>\n'
    )


def test_a_sortable_html_table_has_buttons() -> None:
    html = render_html([SCORES], PLAIN, HtmlForm(sortable=True))
    assert '<table class="result sortable">' in html
    assert '<th scope="col" data-first="ascending"><button type="button">system</button></th>' in html


def test_every_kind_of_cell_in_text_and_latex() -> None:
    cells = (
        Bounds(-0.1, 0.25), Bounds(None, 0.2), RankRange(1, 3), RankRange(2, 2), Share(0.1234), Share(0.5, unit=""),
        Count(42, 0.125), Count(42, 0.125, 0.1, 0.2), Count(0, NAN), Marked(-0.71, "**"), Marked(Share(0.8), "†"),
        True, "", float("inf"), -0.0001, 12345.0,
    )  # fmt: skip
    assert text_cells(*cells, digits=1) == [
        "[-0.1, 0.2]", "-", "1-3", "2", "12.3%", "50.0", "42 (12.5%)", "42 (12.5% [10.0, 20.0])", "0", "-0.7**",
        "80.0%†", "yes", "", "-", "0.0", "12,345.0",
    ]  # fmt: skip
    assert latex_cells(*cells, digits=1) == [
        "{[$-$0.1, 0.2]}", "--", "1--3", "2", r"12.3\%", "50.0", r"42 {\scriptsize (12.5\%)}",
        r"42 {\scriptsize (12.5\% [10.0, 20.0])}", "0", "$-$0.7$^{**}$", r"80.0\%$^{\dagger}$", "yes", "", "--", "0.0",
        "12,345.0",
    ]  # fmt: skip


def test_every_kind_of_cell_in_csv() -> None:
    cells = (
        Bounds(-0.1, 0.25), RankRange(1, 3), Share(0.1234), Count(42, 0.125, 0.1, 0.2), Marked(0.71, "*"),
        Marked("best", strong=True), True, None,
    )  # fmt: skip
    assert render_csv([row_of(*cells)]) == (
        "c0_low,c0_high,c1_low,c1_high,c2,c3,c3_share,c3_share_low,c3_share_high,c4,c4_marks,c5,c6,c7\n"
        "-0.1,0.25,1,3,0.1234,42,0.125,0.1,0.2,0.71,*,best,true,\n"
    )


def test_digits_and_percent_change_what_people_read() -> None:
    assert text_cells(0.65934, form=TableForm(digits=2)) == ["0.66"]
    assert text_cells(0.65934, form=TableForm(percent=True), percent=True) == ["65.93"]
    assert text_cells(0.65934, form=TableForm(percent=True, digits=1), percent=True) == ["65.9"]
    assert text_cells(0.65934, form=TableForm(percent=True)) == ["0.6593"]
    assert text_cells(PValue(0.012345), 7, form=TableForm(digits=1)) == ["0.0123", "7"]
    mixed = dataclasses.replace(row_of(0.5, percent=True), rows=((0.5,), (5.5,)), unscaled=(1,))
    shown = render_text([mixed], TableForm(percent=True)).splitlines()
    assert shown == ["    c0", " 50.00", "5.5000", "", "Scores between 0 and 1 are multiplied by 100."]


@pytest.mark.parametrize("name", ["text", "latex", "markdown"])
def test_notes_and_signatures_can_be_left_out(name: str) -> None:
    with_notes, without = (render_tables([SCORES], TableForm(name, notes=notes)) for notes in (True, False))  # type: ignore[arg-type]
    assert "intervals" in with_notes
    assert "lower" in with_notes
    assert "intervals" not in without
    assert "lower" not in without


def test_what_names_hold_does_not_break_a_table() -> None:
    nasty = "a\nb\x1b[31m"
    assert render_text([row_of(nasty)], PLAIN) == "c0\na b\ufffd[31m\n"
    assert "a b" in render_markdown([row_of(nasty)], PLAIN)
    assert latex_cells("50% & $x_1$ #2 {a} ~ ^ \\") == [
        r"50\% \& \$x\_1\$ \#2 \{a\} \textasciitilde{} \textasciicircum{} \textbackslash{}"
    ]


def test_a_table_without_rows_has_its_header() -> None:
    empty = Table("Nothing", (Column("a"), Column("b")), ())
    assert render_text([empty], PLAIN) == "a  b\n"
    assert render_csv([empty]) == "a,b\n"
    assert "    a & b \\\\\n    \\midrule\n    \\bottomrule\n" in render_latex([empty], PLAIN)


def test_rows_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="2 cells in a row of the table 'T' of 1 columns"):
        Table("T", (Column("a"),), (("x", "y"),))


def test_the_best_of_a_column_is_what_reads_best() -> None:
    cells = (0.51234, Estimate(0.51231, 0.5, 0.6), 0.4, NAN, None)
    assert mark_best(cells, 4, higher_is_better=True)[:3] == (
        Marked(0.51234, strong=True), Marked(Estimate(0.51231, 0.5, 0.6), strong=True), 0.4,
    )  # fmt: skip
    assert mark_best(cells, 4, higher_is_better=False)[2] == Marked(0.4, strong=True)
    assert mark_best(cells[:3], 4, higher_is_better=None) == cells[:3]


def test_rules_stand_between_groups() -> None:
    assert rules_between([1, 1, 2, 3, 3]) == (2, 3)
    assert rules_between([]) == ()


@dataclasses.dataclass(frozen=True)
class Record:
    """What a result may be made of."""

    name: str
    value: float
    members: tuple[float | None, ...]


def test_json() -> None:
    payload = {
        "records": (Record("ä", NAN, (1.5, None, float("inf"))),),
        "numpy": [np.float32(0.5), np.float64(NAN), np.int64(3), np.array([1.0, NAN]), np.bool_(True)],
        "mapping": {"path": Path("a/b")},
    }
    text = render_json(payload, 1.234567)
    assert text == (
        '{"schema": 1, "records": [{"name": "ä", "value": null, "members": [1.5, null, null]}], '
        '"numpy": [0.5, null, 3, [1.0, null], true], "mapping": {"path": "a/b"}, "seconds": 1.2346}'
    )
    assert list(json.loads(render_json({"a": 1}))) == ["schema", "a"]
    with pytest.raises(TypeError, match="JSON has no way to write complex"):
        render_json({"a": 1j})
