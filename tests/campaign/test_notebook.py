"""Results in notebooks and sessions: how they show themselves, what they turn into, and that frames go in."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest

import genchal
from genchal.campaign.judgements.correlate import correlate
from genchal.campaign.judgements.rank import rank_systems
from genchal.domain.results.profiles import Profiles
from genchal.domain.results.shown import ShownResult
from genchal.errors import InvalidInput, UserError
from reports.campaigns import CAMPAIGN, TRACK
from reports.whole_campaign import NAMES, instances, outputs, ratings, whole_campaign, whole_track

REFERENCES = [list(instance.references) for instance in instances()]


def frame_of_ratings() -> pd.DataFrame:
    """The ratings as the columns that a file has."""
    given = ratings().of_kind("scored")
    columns = {
        name: [getattr(given, name).names[code] for code in getattr(given, name).codes]
        for name in ("rater", "sheet", "instance", "system", "criterion")
    }
    return pd.DataFrame({**columns, "value": given.value})


def all_results() -> dict[str, ShownResult]:
    track = whole_track()
    assert track.comparisons is not None
    assert track.similarities is not None
    assert track.levels is not None
    people = track.people[0]
    quality = people["quality"]
    assert quality.differences is not None
    assert quality.by_segment is not None
    assert people.coverage is not None
    return {
        "scoring": genchal.score(outputs(), REFERENCES, ["rouge_l"], resamples=50),
        "comparisons": track.comparisons,
        "similarities": track.similarities,
        "levels": track.levels,
        "ranking": quality.ranking,
        "differences": quality.differences,
        "correlations": quality.by_segment,
        "coverage": people.coverage,
        "agreement": genchal.agree(ratings(), "quality", resamples=0),
        "profiles": Profiles(track.statistics),
        "track": track,
        "campaign": whole_campaign(),
    }


RESULTS = all_results()
WITHOUT_FIGURE = ("coverage", "profiles")


@pytest.mark.parametrize("result", RESULTS.values(), ids=list(RESULTS))
def test_a_result_shows_itself_in_a_line_a_table_and_html(result: ShownResult) -> None:
    line = repr(result)
    assert line.startswith(f"<{type(result).__name__}: ")
    assert "\n" not in line
    assert len(line) < 200
    assert len(str(result).splitlines()) > len(result.tables()[0].rows)
    html = result._repr_html_()
    ElementTree.fromstring(f"<div>{html}</div>")  # well-formed
    assert html.count("<table") == len(result.tables())
    assert "tgen" in html or "quality" in html


@pytest.mark.parametrize("result", RESULTS.values(), ids=list(RESULTS))
def test_a_result_turns_into_frame_latex_and_markdown(result: ShownResult) -> None:
    frame = result.to_pandas()
    assert len(frame) == len(result.data_tables()[0].rows)
    assert frame.columns.is_unique
    assert r"\toprule" in result.to_latex()
    assert "|" in result.to_markdown(notes=False)


@pytest.mark.parametrize("name", [name for name in RESULTS if name not in WITHOUT_FIGURE])
def test_a_result_is_drawn(name: str, tmp_path: Path) -> None:
    figure = RESULTS[name].plot()
    assert ElementTree.fromstring(figure._repr_svg_()).tag.endswith("svg")
    assert figure.save(tmp_path / "figure.svg").read_bytes().startswith(b"<?xml")
    assert "figure" in repr(figure)
    with pytest.raises(InvalidInput, match="not the name of a figure"):
        figure.save(tmp_path / "figure.doc")


@pytest.mark.parametrize("name", WITHOUT_FIGURE)
def test_a_result_without_a_figure_says_so(name: str) -> None:
    with pytest.raises(InvalidInput, match="has no figure"):
        RESULTS[name].plot()


def test_numbers_of_frames_are_exact() -> None:
    scoring = genchal.score({"ours": ["a walk by the river"]}, ["a walk along the river"], ["rouge_l"])
    assert scoring.to_pandas()["rouge_l"].tolist() == [scoring["rouge_l"].value]
    frame = CAMPAIGN.to_pandas()
    assert frame["track"].unique().tolist() == ["walks"]
    assert 0.61231 in frame["value"].tolist()


def test_a_long_table_is_cut_in_a_notebook() -> None:
    many = replace(
        TRACK,
        systems=tuple(replace(TRACK.systems[0], name=f"system {number}") for number in range(60)),
    )
    assert "and 20 more rows" in many._repr_html_()


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("polars", "to_polars")])
def test_a_package_that_is_not_there_is_named_in_one_line(
    package: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(UserError, match=f"{method} needs {package}. Install it with: pip install {package}"):
        getattr(CAMPAIGN, method)()


def test_a_table_that_is_not_there_is_refused() -> None:
    with pytest.raises(InvalidInput, match="there is no table 3"):
        CAMPAIGN.to_pandas(3)


def test_dir_lists_the_functions_under_the_names_of_commands() -> None:
    commands = {"score", "compare", "similarity", "describe", "rank", "agree", "differences", "correlate", "coverage"}
    assert commands | {"times", "direct_assessment", "plan", "run", "report", "generate", "validate"} <= set(
        dir(genchal)
    )
    assert all(getattr(genchal, name) is not None for name in dir(genchal))
    assert genchal.rank is genchal.rank_systems
    assert genchal.agree is genchal.agreement
    assert genchal.run is genchal.run_campaign
    with pytest.raises(AttributeError):
        _ = genchal.report_campaign


def test_columns_of_a_frame_are_scored_as_lists_are() -> None:
    made = outputs()
    frame = pd.DataFrame({**made, "reference": [texts[0] for texts in REFERENCES]})
    expected = genchal.score(made, [texts[0] for texts in REFERENCES], ["rouge_l"])
    found = genchal.score({name: frame[name] for name in NAMES}, frame["reference"], ["rouge_l"])
    assert found.scores == expected.scores
    single = genchal.score(frame["tgen"], frame["reference"], ["rouge_l"])
    assert single["rouge_l"].value == expected["rouge_l", "tgen"].value


def test_a_frame_is_scored_as_the_file_with_its_columns(tmp_path: Path) -> None:
    rows = [
        {"system": name, "instance": number, "output": text, "reference": REFERENCES[number][0]}
        for name, texts in outputs().items()
        for number, text in enumerate(texts)
    ]
    frame = pd.DataFrame(rows)
    path = tmp_path / "outputs.jsonl"
    frame.to_json(path, orient="records", lines=True, force_ascii=False)
    values = genchal.score(path, metrics="rouge_l").to_pandas()["rouge_l"].tolist()
    assert genchal.score(frame, metrics="rouge_l").to_pandas()["rouge_l"].tolist() == values
    assert len(genchal.compare(frame, metrics="rouge_l", resamples=100).comparisons) == 3
    assert genchal.similarity(frame, "rouge_l").systems == tuple(NAMES)


def test_a_missing_text_of_a_frame_is_a_missing_output() -> None:
    found = genchal.score(pd.Series(["a walk", None]), ["a walk", "a walk"], ["rouge_l"])
    assert (found["rouge_l"].n, found["rouge_l"].not_scored) == (1, 1)


FUNCTIONS: dict[str, Callable[..., ShownResult]] = {
    "rank": lambda given: genchal.rank(given, "quality"),
    "agree": lambda given: genchal.agree(given, "quality", resamples=0),
    "differences": lambda given: genchal.differences(given, "quality"),
    "coverage": genchal.coverage,
    "direct_assessment": lambda given: genchal.direct_assessment(given, "quality"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_frame_of_ratings_is_read_as_the_file_with_its_columns(name: str, tmp_path: Path) -> None:
    frame = frame_of_ratings()
    path = tmp_path / "ratings.csv"
    frame.to_csv(path, index=False)
    expected = FUNCTIONS[name](path).tables()
    assert FUNCTIONS[name](frame).tables() == expected
    assert FUNCTIONS[name]({column: frame[column].tolist() for column in frame}).tables() == expected


def test_scores_are_correlated_with_a_frame_of_ratings() -> None:
    scoring = genchal.score(outputs(), REFERENCES, ["rouge_l"], resamples=0)
    found = genchal.correlate(scoring, frame_of_ratings().query("criterion == 'quality'"), resamples=20)
    assert found["rouge_l", "quality"].n == sum(len(part) for part in [set(_rated("quality"))])


def _rated(criterion: str) -> list[tuple[str, str]]:
    frame = frame_of_ratings()
    own = frame[frame["criterion"] == criterion]
    return list(zip(own["system"], own["instance"], strict=True))


def test_columns_of_a_frame_are_correlated_as_lists_are() -> None:
    columns = {"bleu": [1.0, 2.0, 3.0, 5.0, 4.0], "quality": [0.1, 0.4, 0.3, 0.9, 0.7]}
    frame = pd.DataFrame({**columns, "system": ["a"] * 5, "remark": ["x"] * 5})
    expected = correlate({"bleu": columns["bleu"]}, {"quality": columns["quality"]}, systems=["a"] * 5)
    assert genchal.correlate(frame, "quality")["bleu", "quality"] == expected["bleu", "quality"]
    with pytest.raises(UserError, match="unknown column 'qualty'"):
        genchal.correlate(frame, "qualty")


def test_the_functions_of_old_names_are_the_same() -> None:
    assert rank_systems(frame_of_ratings(), "quality") == genchal.rank(frame_of_ratings(), "quality")


def test_a_generator_runs_on_files_and_on_instances(tmp_path: Path) -> None:
    walk = genchal.Instance("1", genchal.SlotValues((("name", "Fern Path"),)), ("Fern Path is a walk.",))
    assert genchal.generate("random", [walk], train=[walk]) == ["Fern Path is a walk."]
    data = tmp_path / "data.csv"
    data.write_text("mr,ref\nname[Fern Path],Fern Path is a walk.\n", encoding="utf-8")
    assert genchal.generate("random", data, train=data, seed=2) == ["Fern Path is a walk."]


def test_problems_of_files_are_found_from_python(tmp_path: Path) -> None:
    data = tmp_path / "data.csv"
    data.write_text("mr,ref\nname[Fern Path],Fern Path is a walk.\n", encoding="utf-8")
    own = tmp_path / "ours.csv"
    own.write_text("mr,output\nname[Elsewhere],A walk.\n", encoding="utf-8")
    found = genchal.validate(own, data)
    assert found.count("error") >= 1


def test_a_study_is_planned_from_a_frame() -> None:
    sizes = {"items": (25,), "raters": (5,), "simulations": 50}
    found = genchal.plan(frame_of_ratings(), "quality", **sizes)  # type: ignore[arg-type]
    assert len(list(found)) == 1
