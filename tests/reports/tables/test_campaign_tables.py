"""Every table of a campaign: its name, what is in it, and LaTeX that compiles."""

from dataclasses import replace
from pathlib import Path

import pytest

from genchal.domain.results.table import TableForm
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
def test_latex_of_every_table_compiles(tmp_path: Path) -> None:
    files = {name: text for name, text in table_files(whole_campaign()).items() if name.endswith(".tex")}
    table = campaign_tables(whole_campaign())["main-more-comparisons"]
    long = replace(table, rows=table.rows * 5, label="long", title="Of several pages: 100% & 日本")
    compile_latex({**files, "long.tex": render_latex([long], TableForm())}, tmp_path)
