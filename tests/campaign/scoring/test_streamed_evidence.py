"""Rows on disk against rows in memory: scores, segments and comparisons are the same, wherever blocks end."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

import genchal
from genchal.campaign.scoring import evidence as evidence_module
from genchal.campaign.scoring import streamed_evidence, streams
from genchal.campaign.scoring.compare import compare_evidence, compare_files
from genchal.campaign.scoring.evidence import gather_files, gather_lists
from genchal.campaign.scoring.request import Request, make_request
from genchal.campaign.scoring.score import score_files, summarise
from genchal.campaign.scoring.segment_files import write_segments
from genchal.campaign.scoring.streamed_evidence import StreamedEvidence
from genchal.domain.campaign import Reading
from genchal.domain.results.comparison import Comparing, Test
from genchal.domain.results.scores import Uncertainty
from genchal.errors import InvalidInput
from genchal.resources.large_texts import scratch
from genchal.stats.resampling import bootstrap

WORDS = ["the", "a", "river", "walk", "by", "sea", "and", "of", "is", "long", "short", "no", "yes"]
REQUEST = make_request(["bleu", "chrf", "rouge_l", "dist"], derived=["average=(bleu + rouge_l) / 2"])
SEGMENTS = 90


def _texts(seed: int, count: int = SEGMENTS) -> list[str]:
    random = Random(seed)
    return [" ".join(random.choices(WORDS, k=random.randrange(8))) for _ in range(count)]


SYSTEMS = {"ours": _texts(1), "base": _texts(2), "third": _texts(3)}
REFERENCES = _texts(4)


@pytest.fixture
def files(tmp_path: Path) -> tuple[list[Path], Path]:
    """Files of the systems, and of the references."""
    for name, texts in {**SYSTEMS, "references": REFERENCES}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return [tmp_path / f"{name}.txt" for name in SYSTEMS], tmp_path / "references.txt"


@pytest.fixture(params=[1, 7, 64, 1 << 16])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Instances of a block; tiles are smaller, and nothing stays in memory."""
    monkeypatch.setattr(streamed_evidence, "BLOCK", request.param)
    monkeypatch.setattr(streams, "TEXTS_AT_ONCE", 8 * 11)
    monkeypatch.setattr(scratch, "IN_MEMORY", 0)
    return int(request.param)


def _streamed(files: tuple[Sequence[Path], Path], request: Request = REQUEST) -> StreamedEvidence:
    found = gather_files(files[0], Reading((files[1],)), request)
    assert isinstance(found, StreamedEvidence)
    return found


@pytest.mark.parametrize("bundles", [1 << 12, 20])
def test_scores_and_intervals_are_the_same_to_the_last_bit(
    files: tuple[list[Path], Path], block: int, bundles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "MOST_UNITS", bundles)
    whole = summarise(gather_lists(SYSTEMS, REFERENCES, REQUEST), Uncertainty(resamples=50))
    found = summarise(_streamed(files), Uncertainty(resamples=50))
    assert found.scores == whole.scores
    assert found.fractions == whole.fractions


def test_segment_scores_are_the_same(files: tuple[list[Path], Path], block: int, tmp_path: Path) -> None:
    whole = summarise(gather_lists(SYSTEMS, REFERENCES, REQUEST), Uncertainty(resamples=0))
    found = summarise(_streamed(files), Uncertainty(resamples=0))
    for own, other in zip(found.segments, whole.segments, strict=True):
        assert (own.system, own.metric, list(own.instances)) == (other.system, other.metric, list(other.instances))
        assert own.values.tobytes() == other.values.tobytes()
        assert max(map(len, own.pieces())) <= block
    write_segments(tmp_path / "streamed.tsv", found)
    write_segments(tmp_path / "whole.tsv", whole)
    assert (tmp_path / "streamed.tsv").read_bytes() == (tmp_path / "whole.tsv").read_bytes()


@pytest.mark.parametrize("test", ["bootstrap", "randomisation", "t", "wilcoxon", "bootstrap-sacrebleu"])
@pytest.mark.parametrize("bundles", [1 << 12, 20])
def test_comparisons_are_the_same(
    files: tuple[list[Path], Path], block: int, test: Test, bundles: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "MOST_UNITS", bundles)
    how = Comparing(test, all_pairs=True, resamples=50, trials=50)
    whole = compare_evidence(gather_lists(SYSTEMS, REFERENCES, REQUEST), how)
    found = compare_evidence(_streamed(files), how)
    for own, other in zip(found, whole, strict=True):
        for field in ("value_a", "value_b", "difference", "low", "high", "p_value", "p_adjusted", "effect", "wins"):
            expected = getattr(other, field)
            assert getattr(own, field) == (None if expected is None else pytest.approx(expected, rel=1e-9, nan_ok=True))
        rest = {"value_a", "value_b", "difference", "low", "high", "p_value", "p_adjusted", "effect", "wins"}
        for field in own.__dataclass_fields__.keys() - rest:
            assert getattr(own, field) == getattr(other, field)


def test_instances_that_are_not_scored_are_left_out_of_blocks_as_well(
    files: tuple[list[Path], Path], block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evidence = _streamed(files, make_request(["rouge_l", "dist"], derived=["sum=rouge_l + dist"]))
    missing = {(0, 0): [3, 40], (1, 0): [40, 41, 89], (1, 1): [0]}  # by system and metric
    with_gaps = scratch.RowScratch(3, 2)
    whole = gather_lists(SYSTEMS, REFERENCES, make_request(["rouge_l", "dist"], derived=["sum=rouge_l + dist"]))
    systems = []
    for system, own in enumerate(whole.systems):
        rows = [rows.copy() for rows in own.rows]
        for metric in range(2):
            rows[metric][missing.get((system, metric), [])] = np.nan
            for start in range(0, SEGMENTS, 11):
                with_gaps.append(system, metric, rows[metric][start : start + 11])
        systems.append(replace(own, rows=tuple(rows)))
    whole, streamed = replace(whole, systems=systems), replace(evidence, scratch=with_gaps)
    assert summarise(streamed, Uncertainty(50)).scores == summarise(whole, Uncertainty(50)).scores
    assert [score.n for score in summarise(streamed, Uncertainty(0))] == [88, 90, 88, 87, 89, 86, 90, 90, 90]
    tests: tuple[Test, ...] = ("bootstrap", "wilcoxon")
    for test in tests:
        how = Comparing(test, all_pairs=True, resamples=50)
        for pair, other in zip(compare_evidence(streamed, how), compare_evidence(whole, how), strict=True):
            assert (pair.n, pair.not_compared) == (other.n, other.not_compared)
            assert pair.p_value == pytest.approx(other.p_value, rel=1e-9)
            assert pair.value_b == pytest.approx(other.value_b, rel=1e-12)


def test_lines_are_numbered_without_a_list() -> None:
    numbers = streams.LineNumbers(5)
    assert (len(numbers), list(numbers), numbers[1], numbers[-1], numbers[1:3]) == (
        5,
        list("12345"),
        "2",
        "5",
        ["2", "3"],
    )
    assert "3" in numbers
    with pytest.raises(IndexError):
        numbers[5]


def test_a_full_disk_leaves_no_file(
    files: tuple[list[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise InvalidInput("the temporary folder is full", "Make room there.")

    before = set(tmp_path.iterdir())
    evidence = _streamed(files)
    monkeypatch.setattr(scratch.Scratch, "load", refuse)
    scoring = summarise(gather_lists(SYSTEMS, REFERENCES, REQUEST), Uncertainty(0))
    broken = replace(scoring, segments=(evidence.name_segments(0, None, "bleu", lambda: evidence.rows(0, 0)),))
    with pytest.raises(InvalidInput, match="is full"):
        write_segments(tmp_path / "segments.tsv", broken)
    assert set(tmp_path.iterdir()) == before


def test_an_interrupted_run_leaves_no_file(
    files: tuple[list[Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    room = tmp_path / "temporary"
    room.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(room))
    monkeypatch.setattr(scratch, "IN_MEMORY", 0)
    monkeypatch.setattr(evidence_module, "check_scored", interrupt)
    with pytest.raises(KeyboardInterrupt):
        score_files(files[0], Reading((files[1],)), REQUEST, Uncertainty())
    assert list(room.iterdir()) == []


def test_files_are_compared_from_python_as_lists_are(files: tuple[list[Path], Path]) -> None:
    whole = genchal.compare(SYSTEMS, REFERENCES, "rouge_l", resamples=20)
    found = compare_files(files[0], Reading((files[1],)), make_request("rouge_l"), Comparing(resamples=20))
    assert list(found) == list(whole)
