"""Similarity of files that are gone through piece by piece against that of texts in memory."""

from dataclasses import astuple
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.campaign.reading import plain_files
from genchal.campaign.scoring import streamed_similarity, streams
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.similarity import similarity_files
from genchal.campaign.scoring.streamed_similarity import ShuffledLines
from genchal.domain.campaign import Reading
from genchal.domain.results.similarity import Similarities
from genchal.errors import InvalidInput

WORDS = ["a", "the", "walk", "river", "sea", "by", "is"]


def _similarity(paths: list[Path], large: int, metrics: list[str]) -> Similarities:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_files, "LARGE", large)
        request = make_request(metrics, derived=["half=rouge_l / 2"])
        return similarity_files(paths, Reading(), request, seed=3)


@pytest.mark.parametrize("segments", [1, 2, 3, 4, 90])
@pytest.mark.parametrize("at_once", [1, 7, 1 << 16])
def test_matrices_are_the_same(tmp_path: Path, segments: int, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(segments)
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    for path in paths:
        lines = [" ".join(random.choices(WORDS, k=random.randrange(1, 6))) for _ in range(segments)]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    monkeypatch.setattr(streamed_similarity, "AT_ONCE", at_once)
    monkeypatch.setattr(streamed_similarity, "EACH", 5)
    monkeypatch.setattr(streams, "TEXTS_AT_ONCE", 8 * 11)
    metrics = ["bleu", "rouge_l", "cider"]
    found, expected = _similarity(paths, 0, metrics), _similarity(paths, 1 << 40, metrics)
    assert (found.lines, found.systems, found.order) == (expected.lines, expected.systems, expected.order)
    assert (found.instances, found.seed) == (expected.instances, expected.seed)
    for own, other in zip(found.matrices, expected.matrices, strict=True):
        assert (own.metric, own.signatures) == (other.metric, other.signatures)
        assert own.n.tolist() == other.n.tolist()
        for name in ("values", "scaled", "itself", "itself_scaled"):
            assert np.allclose(getattr(own, name), getattr(other, name), rtol=1e-12, equal_nan=True), name
    for counts, others in zip(astuple(found.duplicates), astuple(expected.duplicates), strict=True):
        assert counts.tolist() == others.tolist()


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 40), st.integers(1, 9), st.randoms(use_true_random=False))
def test_lines_come_in_the_order_that_was_asked_for(
    tmp_path_factory: pytest.TempPathFactory, lines: int, at_once: int, random: Random
) -> None:
    path = tmp_path_factory.mktemp("lines") / "lines.txt"
    texts = [random.choice(["", "é", "a b"]) + str(number) for number in range(lines)]
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    order = np.array(random.sample(range(lines), k=lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streamed_similarity, "AT_ONCE", at_once)
        shuffled = ShuffledLines(path, order)
        expected = [texts[line] for line in order]
        assert list(shuffled) == expected
        assert shuffled.last(min(3, lines)) == expected[-3:]


def test_files_of_different_length_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n", encoding="utf-8")
    (tmp_path / "b.txt").write_text("one\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"b\.txt: 1 output for 2 outputs"):
        _similarity([tmp_path / "a.txt", tmp_path / "b.txt"], 0, ["rouge_l"])
