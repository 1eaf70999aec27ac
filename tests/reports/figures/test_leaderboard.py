"""The figure of all systems and measures with their intervals."""

from dataclasses import replace

import pytest

from genchal.reports.figures.drawing import Text
from genchal.reports.figures.leaderboard import draw_intervals
from reports.campaigns import TRACK


@pytest.mark.parametrize(("measures", "lines"), [(1, 1), (5, 1), (6, 2), (12, 3)])
def test_many_measures_stand_in_lines_that_name_the_systems(measures: int, lines: int) -> None:
    known = TRACK.measures[0]
    named = [replace(known, name=f"m{number}", label=f"m{number}") for number in range(measures)]
    scores = [
        replace(score, metric=measure.name) for measure in named for score in TRACK.scores if score.metric == known.name
    ]
    drawing = draw_intervals(replace(TRACK, measures=tuple(named), scores=tuple(scores)))
    texts = [mark for mark in drawing.marks if isinstance(mark, Text)]
    assert sum(text.text == "neural" for text in texts) == lines
    assert sum(text.text.startswith("m") and text.text[1].isdigit() for text in texts) == measures
    assert all(0 <= text.y <= drawing.height and 0 <= text.x <= drawing.width for text in texts)
