"""Views of published tables, on numbers that are made up here: every cell is found under its published key."""

from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from genchal.campaign.parts import StoredParts
from genchal.campaign.published.computations import Cells, Computation, Key, Numbers, Workbench
from genchal.campaign.published.tables import PublishedTable, load_tables
from genchal.campaign.published.views import VIEWS
from genchal.campaign.published.views._e2e_data import SYSTEMS
from genchal.campaign.scoring.evidence import Machinery
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.domain.results.scores import Score
from genchal.resources.results import ResultStore


class MadeUp(Workbench):
    """A workbench whose computations find any number: how long its key is, unless it is given."""

    given: Mapping[str, Numbers]
    __slots__ = ("given",)

    def numbers(self, computation: Computation) -> Numbers:
        return Anything(self.given.get(computation.name, {}))


class Anything(dict[Key, float]):
    """Has a number under every key."""

    def __missing__(self, key: Key) -> float:
        return float(len(key))

    def get(self, key: Key, default: float | None = None) -> float | None:  # type: ignore[override]
        return self[key]


@pytest.fixture(scope="module")
def tables() -> Mapping[str, PublishedTable]:
    with as_file(files("genchal.recipes") / "published") as folder:
        return {table.name: table for table in load_tables([folder])}


def make_bench(
    tables: Mapping[str, PublishedTable],
    tmp_path: Path,
    scores: tuple[Score, ...] = (),
    given: Mapping[str, Numbers] | None = None,
) -> MadeUp:
    track = TrackResults("t", "e2e", "en", (), (), (), scores, (), {})
    results = CampaignResults("C", 1, "0", 10, 0.95, (track,))
    bench = MadeUp(results, tables, StoredParts(ResultStore(tmp_path)), Machinery())
    object.__setattr__(bench, "given", given or {})
    return bench


def unknown_cells(table: PublishedTable, cells: Cells) -> set[tuple[str, str]]:
    return {cell.key for cell in table.cells if cell.key not in cells}


@pytest.mark.parametrize(
    "name",
    [
        *("e2e_table2_sizes", "e2e_table3_splits", "e2e_table4_lexical", "e2e_fig4_dlevel_text"),
        *("e2e_fig5_mean_similarity", "e2e_table9_textual", "e2e_table10_diversity"),
    ],
)
def test_a_view_has_every_cell_of_its_table(tables: Mapping[str, PublishedTable], tmp_path: Path, name: str) -> None:
    assert unknown_cells(tables[name], VIEWS[name](make_bench(tables, tmp_path))) == set()


def test_sizes_are_taken_from_the_version_and_the_part_that_a_row_names(
    tables: Mapping[str, PublishedTable], tmp_path: Path
) -> None:
    numbers: Numbers = {
        ("all", "lexicalised", "words"): 10.0,
        ("all", "delexicalised", "words"): 8.0,
        ("all", "lexicalised", "references_per_input_max"): 46.0,
    }
    given: dict[str, Numbers] = {"text statistics of E2E": numbers}
    cells = VIEWS["e2e_table2_sizes"](make_bench(tables, tmp_path, given=given))
    assert cells["total_words E2E", "value"] == 10
    assert cells["total_delexicalised_words E2E", "value"] == 8
    assert cells["references_per_mr E2E", "max"] == 46


def test_ranges_of_levels_are_those_of_the_three_smaller_data_sets(
    tables: Mapping[str, PublishedTable], tmp_path: Path
) -> None:
    given: dict[str, Numbers] = {f"D-Levels of {name}": {(name, "0-1"): value} for name, value in
             (("SFRest", 60.0), ("SFRest-inf", 65.0), ("BAGEL", 62.0), ("E2E", 43.0))}  # fmt: skip
    cells = VIEWS["e2e_fig4_dlevel_text"](make_bench(tables, tmp_path, given=given))
    assert cells["share 0-1 E2E", "value"] == 43
    assert (cells["share 0-1 other datasets", "low"], cells["share 0-1 other datasets", "high"]) == (60, 65)


def score(system: str, metric: str, value: float) -> Score:
    return Score(
        system=system, track="t", metric=metric, value=value, n=1, not_scored=0, low=None, high=None, signature=""
    )


def test_all_submissions_go_by_the_names_of_their_files(tables: Mapping[str, PublishedTable], tmp_path: Path) -> None:
    bench = make_bench(tables, tmp_path, (score("tgen/test-output", "bleu", 0.6593),))
    assert VIEWS["e2e_tableA14_all_submissions"](bench) == {("Heriot-Watt Uni: TGen", "bleu"): 0.6593}


def test_coverage_without_the_reports_patterns_is_the_campaigns_own(
    tables: Mapping[str, PublishedTable], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people: Numbers = {("slug", "ok_percent"): 74.2}
    found: dict[str, Numbers] = {"coverage by people": people, "coverage by the report's patterns": {}}
    monkeypatch.setattr(MadeUp, "numbers", lambda _, computation: found[computation.name])
    cells = VIEWS["e2e_table12_coverage"](make_bench(tables, tmp_path, (score("slug", "slot_error", 0.0125),)))
    assert cells == {("human slug", "ok_percent"): 74.2, ("automatic slug", "ser_percent"): pytest.approx(1.25)}


def test_correlations_need_segment_scores_of_all_systems(
    data: Path, tables: Mapping[str, PublishedTable], tmp_path: Path
) -> None:
    assert VIEWS["e2e_tableA15_corr_naturalness"](make_bench(tables, tmp_path)) == {}
    assert len(SYSTEMS) == len(set(SYSTEMS)) == 21


@pytest.mark.parametrize("name", ["sr18_table9_correlation", "sr18_table11_mturk_gdc_correlation"])
def test_correlations_of_published_scores_are_as_published(
    tables: Mapping[str, PublishedTable], tmp_path: Path, name: str
) -> None:
    cells = VIEWS[name](make_bench(tables, tmp_path))
    assert unknown_cells(tables[name], cells) == set()
    for cell in tables[name].cells:
        assert f"{cells[cell.key]:.3f}" == cell.published


def test_sizes_of_treebanks_leave_out_what_is_not_at_hand(
    tables: Mapping[str, PublishedTable], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MadeUp, "numbers", lambda *_: {("train",): 3.0, ("dev",): 2.0})
    cells = VIEWS["sr18_table2_sizes"](make_bench(tables, tmp_path))
    assert cells["en train", "sentences"] == 3
    assert ("en test", "sentences") not in cells
