"""How large a collection is (Dušek et al. 2020, Tables 2 and 3)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from genchal.domain.profile import Needs, Profile, StreamedTexts, TextCollection
from genchal.text.arrays.ragged import IntArray


@dataclass(frozen=True, slots=True)
class Sizes(Profile):
    """Texts, inputs, tokens, words and sentences; how many texts an input has and how many slots.

    References count once per input: the same text twice for one input is one reference. Texts are the same if their
    tokens are. Where texts have no inputs, the numbers about inputs are left out.
    """

    name: ClassVar = "sizes"
    version: ClassVar = 1
    citation: ClassVar = "Dušek, Novikova and Rieser (2020), Computer Speech & Language 59, Tables 2 and 3."
    meanings: ClassVar = {
        "texts": "texts",
        "inputs": "different inputs",
        "delexicalised_inputs": "different inputs, without the values of delexicalised slots",
        "slots_per_input": "slots per input, on average; an act without slots counts as one",
        "references_per_input": "different texts per input, on average",
        "references_per_input_min": "the fewest different texts for an input",
        "references_per_input_max": "the most different texts for an input",
        "sentences": "sentences",
        "tokens": "tokens, punctuation included",
        "words": "tokens other than punctuation",
    }

    def needs(self) -> frozenset[Needs]:
        """Look at inputs where there are some."""
        return frozenset(["inputs"])

    def numbers(self, collection: TextCollection) -> dict[str, float]:
        """Count."""
        inputs = collection.inputs
        about: dict[str, float] = {}
        if inputs is not None and len(collection):
            used = np.unique(inputs.of_text)
            different = _different_texts(collection)
            pairs = np.unique(inputs.of_text << 32 | different)
            references = np.bincount(pairs >> 32)[used]
            about = {"inputs": len(used)}
            if inputs.without_values is not None:
                about["delexicalised_inputs"] = len(np.unique(inputs.without_values[used]))
            about |= {
                "slots_per_input": float(inputs.slots[used].mean()),
                "references_per_input": float(references.mean()),
                "references_per_input_min": int(references.min()),
                "references_per_input_max": int(references.max()),
            }
        return {
            "texts": len(collection),
            **about,
            "sentences": len(collection.sentences.values),
            "tokens": len(collection.tokens.values),
            "words": int(collection.words.sum()),
        }

    def can_stream(self) -> bool:
        """All of it is counted as texts pass."""
        return True

    def streamed_numbers(self, texts: StreamedTexts) -> dict[str, float]:
        """Count."""
        return {
            "texts": texts.texts,
            "sentences": texts.sentences_per_text.total,
            "tokens": texts.tokens_per_text.total,
            "words": texts.words,
        }


def _different_texts(collection: TextCollection) -> IntArray:
    """Number the texts; equal ones have equal numbers."""
    values, offsets = collection.tokens.values, collection.tokens.offsets.tolist()
    numbers: dict[bytes, int] = {}
    texts = (values[start:end].tobytes() for start, end in pairwise(offsets))
    return np.array([numbers.setdefault(text, len(numbers)) for text in texts], dtype=np.int64)
