"""What comes before training: pairs as settings want them, some to choose by, a classifier, frequent first tokens."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from genchal.domain import Instance
from genchal.errors import InvalidInput, counted
from genchal.generators.neural.data.meanings import Pair, choose_delexicalisation
from genchal.generators.neural.data.pairs import (
    add_rule_texts,
    correct_meanings,
    drop_unclean,
    exchange_values,
    keep_complex,
    split_sentences,
)
from genchal.generators.neural.data.sources import Codec
from genchal.generators.neural.data.tokens import split_words
from genchal.generators.neural.network.classifier import MeaningClassifier

if TYPE_CHECKING:
    from genchal.generators.neural.generator import Neural

LOG = logging.getLogger(__name__)
HELD_OUT = 0.05  # of the meanings, where there is no development set


def prepare_pairs(pairs: Sequence[Pair], settings: Neural, seed: int) -> list[Pair]:
    """The pairs that a generator learns from."""
    found, lexicon = list(pairs), settings.known_words
    if lexicon is not None and settings.pairs == "clean":
        kept = drop_unclean(found, lexicon)
        remedy = 'Use pairs = "all", or a lexicon of your own (genchal lexicon mine).'
        found = _keep(kept, found, "are without slot errors", remedy, settings.name)
    if lexicon is not None and settings.pairs == "corrected":
        kept = correct_meanings(found, lexicon)
        remedy = 'Use pairs = "all", or a lexicon of your own (genchal lexicon mine).'
        found = _keep(kept, found, "say anything of their meanings", remedy, settings.name)
    if settings.complex_texts:
        kept = keep_complex(found)
        found = _keep(kept, found, "have subordinate clauses", "Use complex_texts = false.", settings.name)
    if settings.exchange:
        names = choose_delexicalisation("open", found).slots
        found = exchange_values(found, names, np.random.default_rng(seed))
    more = split_sentences(found, lexicon) if lexicon is not None and settings.sentences else []
    return [*found, *more, *(add_rule_texts(found) if settings.rule_texts else [])]


def _keep(kept: list[Pair], pairs: Sequence[Pair], which: str, remedy: str, generator: str) -> list[Pair]:
    """What a setting leaves; nothing at all is an error, as it is with the lexicon of another domain."""
    LOG.info("%d of %d training pairs %s", len(kept), len(pairs), which)
    if not kept:
        raise InvalidInput(f"generator '{generator}': of {counted(len(pairs), 'training pair')} none {which}", remedy)
    return kept


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
