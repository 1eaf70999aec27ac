"""Training pairs as the settings of a generator want them: some are left out or corrected, others are added."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from genchal.errors import InvalidInput, counted
from genchal.generators.neural.meanings import Pair
from genchal.generators.neural.pairs import (
    add_rule_texts,
    correct_meanings,
    drop_unclean,
    keep_complex,
    split_sentences,
)

if TYPE_CHECKING:
    from genchal.generators.neural.generator import Neural

LOG = logging.getLogger(__name__)


def prepare_pairs(pairs: Sequence[Pair], settings: Neural) -> list[Pair]:
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
    more = split_sentences(found, lexicon) if lexicon is not None and settings.sentences else []
    return [*found, *more, *(add_rule_texts(found) if settings.rule_texts else [])]


def _keep(kept: list[Pair], pairs: Sequence[Pair], which: str, remedy: str, generator: str) -> list[Pair]:
    """What a setting leaves; nothing at all is an error, as it is with the lexicon of another domain."""
    LOG.info("%d of %d training pairs %s", len(kept), len(pairs), which)
    if not kept:
        raise InvalidInput(f"generator '{generator}': of {counted(len(pairs), 'training pair')} none {which}", remedy)
    return kept
