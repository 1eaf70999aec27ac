"""Every table of a campaign: its name, what is in it, and LaTeX that compiles."""

from dataclasses import replace
from pathlib import Path

import pytest

from genchal.domain.results.table import Column, Estimate, Table, TableForm
from genchal.reports.tables.campaign_tables import SIMULATED, campaign_tables, describe_systems, table_files
from genchal.reports.tables.latex_table import render_latex
from reports.campaigns import CAMPAIGN, TRACK
from reports.latex import check_structure, compile_latex, has_latex
from reports.whole_campaign import NAMES, two_tracks, whole_campaign, whole_track


def test_everything_in_a_campaign_has_a_table_under_a_name_that_says_what_it_is() -> None:
    names = [name.removeprefix("main-more-") for name in campaign_tables(whole_campaign()) if "second" not in name]
    criteria = ("ranking", "differences", "correlations-over-systems", "correlations-over-outputs")
    assert names == [
        *("leaderboard", "scores", "systems", "comparisons"),
        *(f"ratings-{criterion}-{what}" for criterion in ("quality", "naturalness") for what in criteria),
        *("ratings-agreement", "ratings-coverage", "ratings-quality-control"),
        *("text-statistics", "similarity", "similarity-systems", "d-level"),
    ]


def test_a_campaign_with_scores_alone_has_their_tables_only() -> None:
    assert list(campaign_tables(CAMPAIGN)) == ["walks-leaderboard", "walks-scores", "walks-systems"]


def test_names_are_labels_and_occur_once_even_if_tracks_have_the_same_name() -> None:
    twice = replace(whole_campaign(), tracks=(whole_track(), whole_track()))
    tables = campaign_tables(twice)
    assert {table.label for table in tables.values()} == set(tables)
    assert len(tables) == 2 * len(campaign_tables(whole_campaign()))


def test_titles_name_track_and_evaluation_where_there_are_several() -> None:
    assert campaign_tables(whole_campaign())["main-more-leaderboard"].title == "Scores of systems on 24 instances"
    tables = campaign_tables(two_tracks())
    assert tables["second-leaderboard"].title == "Scores of systems on 24 instances (second)"
    assert tables["second-second-study-quality-ranking"].title == "Ranking by quality (second study) (second)"


def test_an_evaluation_named_after_its_criterion_is_not_named_twice() -> None:
    (first, *_) = whole_track().people
    track = replace(whole_track(), people=(replace(first, name="quality"), replace(first, name="crowd")))
    tables = campaign_tables(replace(whole_campaign(), tracks=(track,)))
    titles = {name: table.title for name, table in tables.items() if name.endswith(("quality-ranking", "-agreement"))}
    assert "Ranking by quality" in titles.values()
    assert "Ranking by quality (crowd)" in titles.values()
    assert not any("quality (quality)" in table.title for table in tables.values())


def test_simulated_raters_are_named_in_all_their_tables() -> None:
    tables = campaign_tables(whole_campaign())
    said = {name for name, table in tables.items() if SIMULATED in table.notes}
    assert said == {name for name in tables if "second-study" in name}


def test_descriptors_of_systems_are_a_table_and_anonymous_ones_stay_so() -> None:
    table = describe_systems(whole_track())
    assert [column.title for column in table.columns] == [
        *("system", "team", "family", "delexicalised", "data", "reranker")
    ]
    assert ("tgen", "Charles & Co.", "seq2seq", "name, near", "100%", "") in table.rows
    hidden = replace(TRACK.systems[1], anonymous=True, descriptors={"secret": "ours"})
    shown = render_latex([describe_systems(replace(TRACK, systems=(hidden,)))], TableForm())
    assert "Team Secret" not in shown
    assert "ours" not in shown


def test_systems_of_which_only_the_name_is_known_have_no_table() -> None:
    bare = tuple(replace(system, team=None, family=None, descriptors={}) for system in TRACK.systems)
    tables = campaign_tables(replace(CAMPAIGN, tracks=(replace(TRACK, systems=bare),)))
    assert list(tables) == ["walks-leaderboard", "walks-scores"]


def test_no_table_names_a_rater() -> None:
    tables = campaign_tables(whole_campaign())
    assert not [name for name, table in tables.items() if "rater" in [column.key for column in table.columns]]


def test_latex_of_every_table_is_well_formed() -> None:
    files = table_files(two_tracks())
    for name, text in files.items():
        if name.endswith(".tex"):
            check_structure(text)
    assert len(files) % 2 == 0  # each as LaTeX and as Markdown
    assert all(system in files["main-more-leaderboard.md"] for system in NAMES[:1])


def test_a_table_of_several_pages_is_broken_and_repeats_its_head() -> None:
    table = campaign_tables(whole_campaign())["main-more-comparisons"]
    long = render_latex([replace(table, rows=table.rows * 5)], TableForm())
    check_structure(long)
    assert long.count("score A & score B") == 2
    assert r"\begin{table" not in long


@pytest.mark.skipif(not has_latex(), reason="LaTeX: install pdflatex")
@pytest.mark.parametrize("options", ["10pt", "10pt,twocolumn"])
def test_latex_of_every_table_compiles_and_fits_on_its_page(tmp_path: Path, options: str) -> None:
    files = {name: text for name, text in table_files(whole_campaign()).items() if name.endswith(".tex")}
    made = {f"{table.label}.tex": render_latex([table], TableForm()) for table in awkward_tables()}
    compile_latex({**files, **made}, tmp_path, options)


def awkward_tables() -> list[Table]:
    """Tables that are long, wide, both, or full of text."""
    comparisons = campaign_tables(whole_campaign())["main-more-comparisons"]
    systems = [f"team/submission_{number}_with_a_rather_long_name" for number in range(60)]
    scores = tuple(Column(f"slot_error.part {number}", higher_is_better=False) for number in range(12))
    estimates = tuple(Estimate(0.5, 0.25, 0.75) for _ in scores)
    leaderboard = Table("Wide", (Column("system"), *scores), tuple((name, *estimates) for name in systems[:3]))
    sentence = "means over three raters would correlate at about 0.97 with means over three others, as far as is known"
    sentence += ", and single judgements would at about 0.9, on items that are like these"
    texts = (Column("measure"), Column("value"), Column("fits the design"), Column("meaning"))
    return [
        replace(comparisons, rows=comparisons.rows * 5, label="long", title="Of several pages: 100% & 日本"),
        replace(leaderboard, label="wide"),
        replace(leaderboard, rows=tuple((name, *estimates) for name in systems), label="long-and-wide"),
        Table("Sentences", texts, (("ICC(1,k)", 0.9, True, sentence),) * 3, label="sentences"),
        Table("Many sentences", texts, (("ICC(1,k)", 0.9, True, sentence),) * 30, label="many-sentences"),
        Table("Notes", texts[:2], (("a", 0.5),), notes=(sentence + ".",) * 80, label="notes"),
        Table("♥ by names", (Column("system"), Column("score")), ((systems[0] * 3, 0.5),), label="name"),
        Table(
            "Matrix",
            (Column("references"), *(Column(f"{n}", digits=2) for n in range(30))),
            tuple((name[:12], *[0.25] * 30) for name in systems[:30]),
            label="matrix",
        ),
    ]


def test_no_table_is_set_in_type_that_is_too_small_to_read() -> None:
    for table in awkward_tables():
        latex = render_latex([table], TableForm())
        check_structure(latex)
        assert r"\tiny" not in latex


def test_a_wide_table_is_cut_into_parts_that_all_name_their_rows() -> None:
    latex = render_latex([awkward_tables()[1]], TableForm())
    parts = latex.split(r"\toprule")[1:]
    assert len(parts) > 1
    for part in parts:
        assert part.lstrip().startswith("system & ")
        assert part.count("rather") == 3
    assert sum(part.split(r"\midrule")[0].count(r"$\downarrow$") for part in parts) == 12
    assert latex.count(r"\caption") == 1


def test_rows_that_are_long_and_many_turn_their_pages_and_each_cell_is_there_once() -> None:
    latex = render_latex([awkward_tables()[0]], TableForm())
    assert r"\begin{landscape}" in latex
    assert latex.splitlines()[0].startswith(r"% Needs \usepackage{booktabs,longtable,pdflscape}.")
    both = render_latex([awkward_tables()[2]], TableForm())
    assert both.count(r"0.5000 {\scriptsize [0.2500, 0.7500]}") == 60 * 12


def test_sentences_are_lines_of_their_column() -> None:
    few, many = (render_latex([table], TableForm()) for table in awkward_tables()[3:5])
    for latex, rows in ((few, 3), (many, 30)):
        assert latex.count(r"p{") == 1
        assert latex.count(r"\addlinespace") == rows - 1
        assert latex.count("& means over three raters") == rows
