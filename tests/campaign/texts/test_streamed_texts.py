"""Texts that are counted on disk against texts in memory."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.campaign.reading import plain_files
from genchal.campaign.texts import streamed_texts
from genchal.campaign.texts.describe import describe_files
from genchal.domain.results.profiles import DescribingTexts, Profiles
from genchal.errors import InvalidInput
from genchal.resources.large_texts import scratch, sorting

WORDS = ["The", "the", "walk", "River", "is", "€20", ".", "...", "-", "easy!", "Go", "U.S.", "naïve"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=1, max_size=25)


def _described(paths: list[Path], how: DescribingTexts, large: int) -> Profiles:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plain_files, "LARGE", large)
        return describe_files(paths, [], how)


def assert_same(paths: list[Path], how: DescribingTexts) -> None:
    """The numbers of texts on disk are those of texts in memory, entropies but for their last digits."""
    found, expected = _described(paths, how, 0), _described(paths, how, 1 << 40)
    assert [(own.system, own.family, own.statistic, own.signature) for own in found.numbers] == [
        (own.system, own.family, own.statistic, own.signature) for own in expected.numbers
    ]
    for own, other in zip(found.numbers, expected.numbers, strict=True):
        close = pytest.approx(other.value, rel=1e-12, abs=1e-12, nan_ok=True)
        assert own.value == (close if "entropy" in own.statistic else pytest.approx(other.value, rel=0, nan_ok=True))


@settings(max_examples=30, deadline=None)
@given(TEXTS, st.integers(1, 9), st.integers(1, 40), st.integers(1, 10))
def test_numbers_are_the_same_wherever_blocks_and_runs_end(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str], at_once: int, run: int, piece: int
) -> None:
    path = tmp_path_factory.mktemp("texts") / "texts.txt"
    path.write_text("".join(f"{text}\n" for text in ["A first one.", *texts]), encoding="utf-8")
    how = DescribingTexts(("sizes", "lengths", "vocabulary", "diversity:window=5:draws=4"), case="mixed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streamed_texts, "AT_ONCE", at_once)
        patch.setattr(sorting, "RUN", run)
        patch.setattr(sorting, "PIECE", piece)
        patch.setattr(scratch, "IN_MEMORY", 0)
        assert_same([path], how)


def test_parts_are_described_apart_and_together(tmp_path: Path) -> None:
    random = Random(1)
    for name in ("train", "test"):
        lines = [" ".join(random.choices(WORDS, k=random.randrange(1, 30))) for _ in range(60)]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines[:30]) + "\n\n" + "\n".join(lines[30:]), encoding="utf-8")
    paths = [tmp_path / "train.txt", tmp_path / "test.txt"]
    assert_same(paths, DescribingTexts())
    assert {number.system for number in _described(paths, DescribingTexts(), 0).numbers} == {"train", "test", "all"}


@pytest.mark.parametrize("unit", ["word", "token"])
def test_units_are_those_of_small_collections(tmp_path: Path, unit: str) -> None:
    (tmp_path / "texts.txt").write_text("The Walk is the walk .\n" * 30 + "Elm Ridge £20 .\n" * 20, encoding="utf-8")
    assert_same([tmp_path / "texts.txt"], DescribingTexts((f"diversity:unit={unit}",), case="mixed"))


def test_trigrams_of_large_numbers_are_kept_exactly() -> None:
    import numpy as np

    numbers = np.array([0, 1, 511, 512, (1 << 31) - 1])
    words = [column.ravel() for column in np.meshgrid(numbers, numbers, numbers, indexing="ij")]
    keys = streamed_texts._join_three(*words)
    assert len(np.unique(keys)) == len(numbers) ** 3
    assert (np.sort(keys) == keys).all()  # in the order of the words
    assert (streamed_texts._bigrams_of(keys) == (words[0] << 32 | words[1])).all()


def test_two_large_parts_of_the_same_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("a walk\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="two parts are called 'x'"):
        _described([tmp_path / "a" / "x.txt", tmp_path / "b" / "x.txt"], DescribingTexts(), 0)


@pytest.mark.parametrize("large", [0, 1 << 40])
def test_a_part_with_nothing_but_blank_lines_is_refused(tmp_path: Path, large: int) -> None:
    for name, text in (("train", "a walk\n"), ("test", " \n\n")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"test.txt: it contains no instances"):
        _described([tmp_path / "train.txt", tmp_path / "test.txt"], DescribingTexts(), large)
