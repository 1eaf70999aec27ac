"""What the metrics of the image-caption challenge (Chen et al. 2015) have in common: words without white space.

A phone number or a fraction may be one token of the Penn Treebank tokeniser although it has no-break spaces in it.
The caption metrics write tokens into a line and split it at white space, so that their n-grams see several words.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

import numpy as np

from genchal.domain import Batch, Case, Tokens
from genchal.text.arrays.encoding import Encoded
from genchal.text.arrays.ragged import IntArray, Ragged, offsets_of, positions


def caption_tokens(batch: Batch, tok: str, case: Case) -> Tokens:
    """Texts as BLEU and CIDEr of the caption metrics see them."""
    tokens = batch.tokens(tok, case)
    encoded = cut_at_blanks(tokens.encoded)
    return tokens if encoded is tokens.encoded else replace(tokens, encoded=encoded)


def cut_at_blanks(encoded: Encoded) -> Encoded:
    """Cut every token at white space; the same object if no token has any."""
    if len(" ".join(encoded.vocabulary).split()) == encoded.types:  # no token is empty, so each gives one word at least
        return encoded
    words = [token.split() for token in encoded.vocabulary]
    vocabulary = {word: number for number, word in enumerate(dict.fromkeys(chain.from_iterable(words)))}
    numbers = np.array([vocabulary[word] for word in chain.from_iterable(words)], dtype=np.int32)
    table = offsets_of(np.array([len(parts) for parts in words], dtype=np.int64))
    token = encoded.tokens.values
    lengths: IntArray = np.diff(table)[token]
    ends = offsets_of(lengths)
    values = numbers[positions(table[token], lengths, ends)]
    return Encoded(Ragged(values, ends[encoded.tokens.offsets]), tuple(vocabulary))
