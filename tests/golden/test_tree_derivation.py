"""Inputs derived from treebanks against the official ones of SR'18 and SR'19 (Mille et al. 2018, 2019)."""

from pathlib import Path

import pytest

from golden.tree_agreement import SHALLOW, compare_deep_files, compare_partut, compare_shallow

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", SHALLOW)
def test_shallow_inputs_of_treebanks_are_the_official_ones_up_to_their_order(data: Path, name: str) -> None:
    folder = data / "sr18"
    same, official = compare_shallow(
        folder / "ud" / f"{name}-ud-test.conllu.xz", folder / "official" / "T1" / f"{name}-ud-test.conll.xz"
    )
    assert same == official


@pytest.mark.parametrize(
    ("name", "f1", "labels", "features"),
    [("en", 99.9, 99.3, 99.8), ("es_ancora", 99.9, 99.4, 99.6), ("fr", 99.9, 99.5, 99.8)],
)
def test_deep_inputs_have_nearly_all_nodes_and_labels(
    data: Path, name: str, f1: float, labels: float, features: float
) -> None:
    found = compare_deep_files(data, f"{name}-ud-test")
    assert found.f1 >= f1
    assert found.labels >= labels
    assert found.features >= features


def test_deep_inputs_of_2019_have_most_nodes_and_labels(data: Path) -> None:
    found = compare_partut(data)
    assert found.f1 >= 95
    assert found.labels >= 92
