"""CSV tables are read back as they were."""

import csv
import io
import math

from hypothesis import given

from genchal.domain.results.campaign import TrackResults
from genchal.reports.report_files import LINE_END
from genchal.reports.tables.csv_table import render_csv
from reports.campaigns import TRACK, tracks


def parsed(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_every_system_has_a_row_per_measure_with_full_precision() -> None:
    rows = parsed(render_csv([TRACK.listed()], LINE_END))
    assert [(row["system"], row["metric"]) for row in rows[:3]] == [
        ("neural", "bleu"),
        ("neural", "slot_error"),
        ("templates", "bleu"),
    ]
    assert rows[2] == {
        "system": "templates",
        "team": "Team Heron",
        "family": "rule-based",
        "primary": "true",
        "late": "false",
        "metric": "bleu",
        "label": "BLEU",
        "value": "0.61231",
        "low": "0.55",
        "high": "0.67",
        "n": "3",
        "not_scored": "0",
        "signature": "bleu|case:lc|tok:13a|v:1",
    }


def test_what_is_not_scored_is_nan_and_what_is_not_known_is_empty() -> None:
    rows = {(row["system"], row["metric"]): row for row in parsed(render_csv([TRACK.listed()], LINE_END))}
    assert rows["hasty", "slot_error"]["value"] == "nan"
    assert rows["hasty", "slot_error"]["low"] == ""
    assert rows["unscored", "bleu"]["value"] == rows["unscored", "bleu"]["n"] == ""


def test_withdrawn_systems_and_teams_of_anonymous_ones_are_not_in_the_table() -> None:
    text = render_csv([TRACK.listed()], LINE_END)
    assert "withdrawn" not in text
    assert "Secret" not in text


@given(tracks())
def test_any_text_and_number_is_read_back(track: TrackResults) -> None:
    rows = parsed(render_csv([track.listed()], LINE_END))
    expected = [(system, measure) for system in track.ranked() for measure in track.measures]
    assert len(rows) == len(expected)
    for row, (system, measure) in zip(rows, expected, strict=True):
        score = track.score(system.name, measure.name)
        assert (row["system"], row["family"], row["label"]) == (system.name, system.family or "", measure.label)
        assert row["signature"] == measure.signature
        if score is not None:
            value = float(row["value"])
            assert value == score.value or (math.isnan(value) and math.isnan(score.value))
