"""What training needs before networks: instances to choose by, the classifier that judges, frequent first tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from genchal.domain import Instance
from genchal.generators.neural.classifier import MeaningClassifier
from genchal.generators.neural.meanings import Pair
from genchal.generators.neural.sources import Codec
from genchal.generators.neural.tokens import split_words

HELD_OUT = 0.05  # of the meanings, where there is no development set


def hold_out(train: Sequence[Instance], rng: np.random.Generator) -> tuple[Sequence[Instance], Sequence[Instance]]:
    """Training instances, and some of them that are held out for choosing; of a few instances all are both."""
    count = int(HELD_OUT * len(train))
    if not count:
        return train, train
    order = rng.permutation(len(train)).tolist()
    return [train[place] for place in sorted(order[count:])], [train[place] for place in sorted(order[:count])]


def train_classifier(codec: Codec, pairs: Sequence[Pair], seed: int) -> MeaningClassifier:
    """Learn which features a text has."""
    texts = [_lower_words(codec.hidden.hide_text(meaning, text)) for meaning, text in pairs]
    features = [codec.read(meaning).features for meaning, _ in pairs]
    return MeaningClassifier.learn(texts, features, len(codec.features), seed)


def spell(codec: Codec, words: Sequence[str]) -> list[str]:
    """Words of an output as the classifier was trained on them."""
    return _lower_words("".join(words)) if codec.vocabulary.unit == "characters" else list(words)


def _lower_words(text: str) -> list[str]:
    return [word if word.startswith("{") else word.lower() for word in split_words(text)]


def list_frequent_first(codec: Codec, pairs: Sequence[Pair], count: int) -> tuple[int, ...]:
    """The tokens that most texts begin with, most frequent first."""
    if not count:
        return ()
    found = Counter(
        codec.vocabulary.numbers.get(tokens[0], 0)
        for meaning, text in pairs
        if (tokens := codec.vocabulary.split(codec.hidden.hide_text(meaning, text)))
    )
    return tuple(number for number, _ in sorted(found.items(), key=lambda item: (-item[1], item[0])) if number)[:count]
