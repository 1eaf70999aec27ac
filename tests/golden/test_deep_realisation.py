"""Deep realisation on the official test inputs of SR'18 (Mille et al. 2018), trained on a treebank alone."""

from pathlib import Path

import numpy as np
import pytest

import genchal
from genchal.domain import Instance
from genchal.generators.realising.deep_realiser import DeepRealiser
from golden.data_texts import read_table
from golden.tree_agreement import read_trees

pytestmark = pytest.mark.slow

BEST_PUBLISHED = 0.2167  # ADAPT, English
TRAIN = {"en": ["en-ud-train.r2.1"], "fr": ["fr-ud-dev", "fr_sequoia-ud-train"]}


def instances(*files: Path) -> list[Instance]:
    return [
        Instance(str(number), tree) for number, tree in enumerate(tree for file in files for tree in read_trees(file))
    ]


@pytest.mark.parametrize(("language", "bleu"), [("en", 0.51), ("fr", 0.39)])
def test_sentences_are_far_above_the_published_score(data: Path, language: str, bleu: float) -> None:
    folder = data / "sr18"
    train = instances(*(folder / "ud" / f"{name}.conllu.xz" for name in TRAIN[language]))
    test = instances(folder / "official" / "T2" / f"T2_{language}-ud-test.conll.xz")
    outputs = DeepRealiser().fitted(train, [], np.random.default_rng(1)).generate(test, np.random.default_rng(1))
    references = [
        [text] for text in read_table(folder / "official" / "sentences" / f"{language}-ud-test.tsv.xz", "text")
    ]
    found = genchal.score(list(outputs), references, preset="sr18")
    score = found["bleu"].value
    assert score > bleu > BEST_PUBLISHED
