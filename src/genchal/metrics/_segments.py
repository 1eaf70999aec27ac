"""Batches in which something is done before anything is measured."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from genchal.domain import Batch, Tokens
from genchal.text.arrays.ragged import IntArray

Rewrite = Callable[[str], str]


def rewritten(batch: Batch, rewrite_output: Rewrite, rewrite_reference: Rewrite) -> Batch:
    """Return the same segments in other words: for rules that no tokeniser has. Different texts are rewritten once."""
    outputs = {text: rewrite_output(text) for text in dict.fromkeys(batch.outputs)}
    references = {texts: tuple(map(rewrite_reference, texts)) for texts in dict.fromkeys(batch.references)}
    return Batch([outputs[text] for text in batch.outputs], [references[texts] for texts in batch.references])


def distinct(tokens: Tokens) -> tuple[Tokens, IntArray]:
    """Segments with equal outputs and references once, sorted by references; and which of them every segment is."""
    texts = max(len(tokens.texts), 1)
    keys, which = np.unique(tokens.group * texts + tokens.output, return_inverse=True)
    group, output = np.divmod(keys, texts)
    return Tokens(tokens.encoded, output, group, tokens.groups), which
