"""LaTeX tables: nothing in a name is read as a command."""

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from genchal.domain.results.campaign import TrackResults
from genchal.domain.results.table import TableForm
from genchal.reports.tables.latex_table import render_latex
from genchal.reports.tables.latex_text import escape_latex
from reports.campaigns import BLEU, SCORES, TRACK, texts, tracks
from reports.latex import check_structure

# Everything that the table writes itself, once its escapes are taken away.
ESCAPE = re.compile(
    r"\\otherscript\{[^{}]*\}\{[0-9A-F ]+\}|\\ensuremath\{[\\A-Za-z-]+\}"
    r"|\\[#$%&_{}]|\\text(backslash|asciitilde|asciicircum|less|greater|bar)\{\}|\{[\[\]*]\}|\{\}"
)


def leaderboard_latex(track: TrackResults, confidence: float | None = None) -> str:
    return render_latex([track.table(confidence)], TableForm())


def test_the_ten_special_characters_are_escape_latex() -> None:
    assert escape_latex(r"# $ % & _ { } ~ ^ \ ".strip()) == (
        r"\# \$ \% \& \_ \{ \} \textasciitilde{} \textasciicircum{} \textbackslash{}"
    )


def test_what_latex_would_read_as_something_else_is_kept_apart() -> None:
    assert escape_latex("[2ex]") == "{[}2ex{]}"  # after \\ it would be a length
    assert escape_latex("*") == "{*}"
    assert escape_latex("a--b") == "a-{}-b"
    assert escape_latex("two\nlines\x00") == "two lines\\otherscript{\ufffd}{FFFD}"


def test_other_scripts_are_written_twice_and_greek_is_mathematics() -> None:
    assert escape_latex("Łukasz, Zoë – “ça” a\u0301") == "Łukasz, Zoë – “ça” á"
    assert (
        escape_latex("α ≤ λ, Ω") == r"\ensuremath{\alpha} \ensuremath{\leq} \ensuremath{\lambda}, \ensuremath{\Omega}"
    )
    assert escape_latex("team 日本 & co") == r"team \otherscript{日本}{65E5 672C} \& co"
    table = leaderboard_latex(replace(TRACK, systems=(replace(TRACK.systems[0], name="日本"),)))
    assert r"\DeclareRobustCommand{\otherscript}" in table
    assert "DeclareRobustCommand" not in leaderboard_latex(TRACK)


@given(st.one_of(texts, st.text(alphabet="#$%&_{}~^\\<>|[]*-'`,?!a ")))
def test_nothing_special_is_left_unescape_latex(text: str) -> None:
    assert not re.search(r"[#$%&_{}~^\\\[\]*]", ESCAPE.sub("", escape_latex(text)))
    assert "\n" not in escape_latex(text)


def test_the_best_is_bold_and_marks_are_explained() -> None:
    table = leaderboard_latex(TRACK, confidence=0.95)
    assert r"neural$^{\ddagger}$ & \textbf{0.6123} {\scriptsize [0.5800, 0.6500]} & 0.2500" in table
    assert r"hasty$^{\dagger}$ & 0.3000 & -- \\" in table
    assert r"† submitted late." in table
    assert r"95\% confidence intervals" in table
    assert r"\texttt{Slot errors: slot\_error\textbar{}\allowbreak{}v:1}" in table
    assert "withdrawn" not in table


def test_many_measures_span_both_columns() -> None:
    bleus = [score for score in SCORES if score.metric == "bleu"]
    wide = replace(
        TRACK,
        measures=tuple(replace(BLEU, name=f"bleu_{n}") for n in range(5)),
        scores=tuple(replace(score, metric=f"bleu_{n}") for n in range(5) for score in bleus),
    )
    assert r"\begin{table*}" in leaderboard_latex(wide)
    assert r"\begin{table}" in leaderboard_latex(replace(TRACK, measures=(BLEU,)))


def test_a_negative_number_has_a_minus() -> None:
    negative = replace(TRACK, scores=(replace(SCORES[0], value=-0.5),))
    assert r"\textbf{$-$0.5000}" in leaderboard_latex(negative)


@given(tracks())
def test_every_row_has_as_many_fields_as_the_header_and_all_measures_are_there(track: TrackResults) -> None:
    latex = leaderboard_latex(track)
    check_structure(latex)
    bodies = re.findall(r"\\midrule\n([^&]*?(?:&.*?)?) *\\bottomrule", latex, re.DOTALL)
    rows = [[line for line in body.splitlines() if line.endswith(r" \\")] for body in bodies]
    assert {len(part) for part in rows} == {len(track.ranked())}
    if track.ranked():
        assert sum(len(re.findall(r"(?<!\\)&", part[0])) for part in rows) == len(track.measures)
