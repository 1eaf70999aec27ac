"""Mean level and shares of levels: rows, names, placeholders."""

from collections.abc import Sequence

import numpy as np
import pytest

from genchal.domain import Batch, SlotValues
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics._levelled import NAME, StandIn
from genchal.metrics.dlevel_ud import DLevelUd, DLevelUdComplex, DLevelUdSimple
from genchal.text.dlevel import d_level
from genchal.text.syntax import Parse
from genchal.text.tokenisers.morphodita import sentences


class Listening(StandIn):
    """Remembers what it has read."""

    def __init__(self) -> None:
        self.read: list[tuple[str, ...]] = []

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        self.read += map(tuple, sentences)
        return super().parse(sentences)


TEXTS = ["Go and see.", "Sit. Go and see. Sit.", "", "Sit.", "Go and see."]


def test_rows_count_sentences_at_each_level() -> None:
    rows = DLevelUd.example().measure(Batch(TEXTS, [()] * 5))
    # "and" joins one word in the stand-in's trees: level 2; the others are level 0.
    expected = [[0, 1], [2, 1], [np.nan, np.nan], [1, 0], [0, 1]]
    assert np.array_equal(rows[:, [0, 2]], np.array(expected), equal_nan=True)
    assert np.nansum(rows) == 6


def test_rows_are_those_of_sentences_one_by_one() -> None:
    texts = ["A and b and c. D! E and f?", "it is here. it is there and here .", "nothing"]
    for text, row in zip(texts, DLevelUd.example().measure(Batch(texts, [()] * 3)), strict=True):
        split = sentences(text.replace(". it", ". It"))
        levels = [d_level(StandIn().parse([one])[0]).level for one in split]
        assert row.tolist() == [levels.count(level) for level in range(8)]


def test_mean_and_shares_come_from_the_same_rows() -> None:
    totals = np.array([[4.0, 0, 2, 1, 0, 0, 1, 2], [0, 0, 0, 0, 0, 0, 0, 0]])
    mean, simple, complex_ = (one.example().summarise(totals) for one in (DLevelUd, DLevelUdSimple, DLevelUdComplex))
    assert (mean[0], simple[0], complex_[0]) == (2.7, 0.6, 0.3)  # (2*2 + 3 + 6 + 2*7) / 10
    assert np.isnan([mean[1], simple[1], complex_[1]]).all()
    assert len({one.example().identity() for one in (DLevelUd, DLevelUdSimple, DLevelUdComplex)}) == 1


def test_every_different_sentence_is_parsed_once() -> None:
    parser = Listening()
    DLevelUd().equipped({"parser": parser}).measure(Batch(TEXTS * 3, [()] * 15))
    assert sorted(parser.read) == [("Go", "and", "see", "."), ("Sit", ".")]


def test_values_are_read_as_names_and_shown_as_placeholders() -> None:
    parser = Listening()
    metric = DLevelUd(delexicalise="name").equipped({"parser": parser})
    given = SlotValues((("name", "Salt and Pepper"), ("area", "riverside")))
    levelled = metric.level_outputs(["Salt and Pepper is in riverside."], [given])
    assert parser.read == [(NAME, "is", "in", "riverside", ".")]
    assert [one.text for one in levelled[0]] == ["X-name is in riverside ."]
    assert levelled[0][0].found.level == 0
    assert DLevelUd.example().level_outputs(["Salt and Pepper is in riverside."], [given])[0][0].found.level == 2


def test_signatures_name_parser_and_placeholders() -> None:
    metric = DLevelUdSimple(delexicalise="name near").equipped({"parser": StandIn()})
    assert (
        metric.signature("0")
        == "dlevel_ud.simple|nrefs:0|parser:stand-in|delexicalise:name near|clean_up:detokenise|v:1"
    )
    assert DLevelUd().needs() == {"parser": "en"}


def test_an_unknown_clean_up_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InvalidInput, match=r"cannot be 'bagle'. Did you mean 'bagel'\?"):
        configure(DLevelUd, {"clean_up": "bagle"}, "metric 'dlevel_ud'")


def test_without_a_parser_it_says_what_to_do() -> None:
    with pytest.raises(InvalidInput, match="was given no parser"):
        DLevelUd().measure(Batch(["a"], [()]))
