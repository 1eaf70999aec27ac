"""Levels of systems from files: shares, comparisons, reasons."""

import math
from pathlib import Path

import numpy as np
import pytest

from genchal.campaign.scoring import resources as equip
from genchal.campaign.texts.dlevel import level_systems
from genchal.domain.results.levels import LevelSettings
from genchal.errors import InvalidInput
from genchal.metrics._levelled import StandIn
from genchal.stats.significance.discrete_ks import discrete_ks_two_samples


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equip, "_load", lambda kind, name, progress: StandIn())


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    texts = {"a": ["Go and see. Sit.", "Sit."] * 20, "b": ["Go and see."] * 40, "c": ["", "Sit."] * 20}
    for name, lines in texts.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
    return [tmp_path / f"{name}.txt" for name in texts]


def test_systems_have_shares_means_and_what_was_not_scored(files: list[Path]) -> None:
    a, b, c = level_systems(files).systems
    assert a.counts == (40, 0, 20, 0, 0, 0, 0, 0)
    assert (a.mean, a.simple, a.complex, a.sentences) == (2 / 3, 1.0, 0.0, 60)
    assert b.shares == (0, 0, 1, 0, 0, 0, 0, 0)
    assert (c.not_scored, c.sentences) == (20, 20)
    assert a.signature == "dlevel_ud|nrefs:0|parser:stand-in|delexicalise:no|clean_up:detokenise|v:1"


def test_distributions_are_compared_and_corrected(files: list[Path]) -> None:
    found = level_systems(files, how=LevelSettings(compare=True))
    pairs = {(one.system_a, one.system_b): one for one in found.comparisons}
    assert list(pairs) == [("a", "b"), ("a", "c"), ("b", "c")]
    # Cumulated shares are 2/3 and 0 up to level 1.
    assert pairs["a", "b"].distance == pytest.approx(2 / 3)
    assert pairs["a", "b"].level == 0
    assert pairs["a", "b"].overlap == pytest.approx(math.sqrt(1 / 3))
    assert pairs["b", "c"].overlap == 0
    alone = discrete_ks_two_samples(np.array([40, 0, 20]), np.array([0, 0, 40])).p_value
    assert pairs["a", "b"].p_value == pytest.approx(alone)
    assert pairs["a", "c"].p_adjusted >= pairs["a", "c"].p_value
    assert "genchal compare -m dlevel_ud" in " ".join(found.tables()[1].notes)
    plain = level_systems(files, how=LevelSettings(compare=True, correction="none"))
    assert [one.p_adjusted for one in plain.comparisons] == [one.p_value for one in plain.comparisons]


def test_one_system_has_nothing_to_be_compared_with(files: list[Path]) -> None:
    with pytest.raises(InvalidInput, match="there is only one system, 'a'"):
        level_systems(files[:1], how=LevelSettings(compare=True))


def test_every_sentence_has_its_reasons(files: list[Path]) -> None:
    first, second, third = level_systems(files[:1], how=LevelSettings(explain=True)).sentences[:3]
    assert (first.instance, first.sentence, first.level, first.text) == ("1", 1, 2, "Go and see .")
    assert first.reasons == ("conjoined clauses or verb phrases 'see' (word 3)",)
    assert (second.instance, second.sentence, second.level, second.reasons) == ("1", 2, 0, ())
    assert third.instance == "2"


def test_references_take_part_and_names_are_replaced(tmp_path: Path) -> None:
    table = tmp_path / "refs.csv"
    table.write_text('mr,ref\n"name[Salt and Pepper]","Salt and Pepper is here."\n"name[Oak]","Oak is here."\n')
    lexical = level_systems(["@all"], [table], task="e2e")
    replaced = level_systems(["@all"], [table], LevelSettings(delexicalise=("name",)), task="e2e")
    assert [one.systems[0].counts[2] for one in (lexical, replaced)] == [1, 0]
    with pytest.raises(InvalidInput, match="no input has a slot 'nam'"):
        level_systems(["@all"], [table], LevelSettings(delexicalise=("nam",)), task="e2e")
