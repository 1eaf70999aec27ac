"""Texts to collections: cleaned, tokenised, with values taken out, with lemmas and tags; each different text once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genchal.domain import Input, Text
from genchal.domain.profile import Annotation, Inputs, TextCollection
from genchal.domain.results.profiles import Version
from genchal.domain.slots.values import ignore_order, remove_values, slots_in, values_of
from genchal.profile.presets import Treatment
from genchal.text.arrays.encoding import NumberedKeys
from genchal.text.arrays.ragged import Ragged, offsets_of
from genchal.text.clean_up import CLEAN_UPS
from genchal.text.syntax import Parser
from genchal.text.tokenisers.morphodita import Sentence, sentences
from genchal.text.values.fuzzy_values import PREFIX, Pairs, find_values

NUMERIC = frozenset(["count", "phone"])  # slots whose placeholders stand for numbers, the others for names


class _Word(NamedTuple):
    form: str
    lemma: str = ""
    tag: str = ""


_Document = list[list[_Word]]  # sentences of words


def read_collections(
    texts: Sequence[str], inputs: Sequence[Input], treatment: Treatment, parser: Parser | None = None
) -> dict[Version, TextCollection]:
    """Make the collection of all texts, and another one without values if slots are named.

    Values are looked for after the parser has seen the text, as in the E2E report: a placeholder is its own lemma and a
    proper noun (or a number).
    """
    clean = CLEAN_UPS[treatment.clean]
    split = {text: sentences(clean(text)) for text in dict.fromkeys(texts)}
    analysed = _analysed(list(dict.fromkeys(chain.from_iterable(split.values()))), treatment.case == "lower", parser)
    conditions = ["tok:morphodita", f"case:{treatment.case}"]
    conditions += [] if treatment.clean == "none" else [f"clean:{treatment.clean}"]
    conditions += [f"parser:{parser.name}"] if parser else []
    about = _inputs(inputs, treatment)

    def made(pairs: Sequence[Pairs], conditions: Sequence[str]) -> TextCollection:
        keys = list(zip(texts, pairs, strict=True))
        number = {key: place for place, key in enumerate(dict.fromkeys(keys))}
        documents = [[_without(analysed[sentence], pairs) for sentence in split[text]] for text, pairs in number]
        return _collection(documents, [number[key] for key in keys], about, conditions, parser is not None)

    found: dict[Version, TextCollection] = {"lexicalised": made([()] * len(texts), conditions)}
    if treatment.slots and inputs:
        values = {given: _values(given, treatment) for given in dict.fromkeys(inputs)}
        kept = f" but {' '.join(treatment.kept)}" if treatment.kept else ""
        done = [*conditions, f"delex:{' '.join(treatment.slots)}{kept}"]
        found["delexicalised"] = made([values[given] for given in inputs], done)
    return found


def _values(given: Input, treatment: Treatment) -> Pairs:
    return values_of(given, treatment.slots, treatment.kept, none_is_value=treatment.none_is_value)


def _analysed(different: Sequence[Sentence], lower: bool, parser: Parser | None) -> dict[Sentence, list[_Word]]:
    """Give the words of every sentence the case to count them in, and lemmas and tags if a parser is there."""
    cased: Callable[[str], str] = str.lower if lower else str
    if parser is None:
        return {sentence: [_Word(cased(form)) for form in sentence] for sentence in different}
    parses = parser.parse(different)
    return {
        sentence: [
            _Word(cased(form), lemma.lower(), tag)
            for form, lemma, tag in zip(sentence, parse.lemmas, parse.xpos, strict=True)
        ]
        for sentence, parse in zip(different, parses, strict=True)
    }


def _without(sentence: list[_Word], pairs: Pairs) -> list[_Word]:
    """A sentence with placeholders for values."""
    if not pairs:
        return sentence
    words: list[_Word] = []
    place = 0
    for found in find_values([word.form for word in sentence], pairs):
        if found.slot and found.start >= place:
            placeholder = PREFIX + found.slot
            words += sentence[place : found.start]
            words.append(_Word(placeholder, placeholder.lower(), "CD" if found.slot in NUMERIC else "NNP"))
            place = found.end
    return [*words, *sentence[place:]] if words else sentence


def _collection(
    documents: Sequence[_Document],
    rows: Sequence[int],
    inputs: Inputs | None,
    conditions: Sequence[str],
    annotated: bool,
) -> TextCollection:
    """Number everything, document by document, and lay the documents out as often as they come."""
    which = np.array(rows, dtype=np.int64)
    lengths = np.array([sum(map(len, document)) for document in documents], dtype=np.int64)
    tokens, vocabulary = _numbered((w.form for d in documents for s in d for w in s), int(lengths.sum()))
    of_sentences = np.array([len(sentence) for document in documents for sentence in document], dtype=np.int32)
    counts = np.array(list(map(len, documents)), dtype=np.int64)
    offsets = offsets_of(lengths)

    def annotation(column: int) -> Annotation:
        numbers, known = _numbered((w[column] for d in documents for s in d for w in s), int(lengths.sum()))
        return Annotation(Ragged(numbers, offsets).take(which), known)

    return TextCollection(
        Ragged(tokens, offsets).take(which),
        Ragged(of_sentences, offsets_of(counts)).take(which),
        vocabulary,
        annotation(1) if annotated else None,
        annotation(2) if annotated else None,
        inputs,
        tuple(conditions),
    )


def _numbered(strings: Iterable[str], count: int) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    numbers: NumberedKeys[str] = NumberedKeys()
    return np.fromiter(map(numbers.__getitem__, strings), dtype=np.int32, count=count), tuple(numbers)


def _inputs(inputs: Sequence[Input], treatment: Treatment) -> Inputs | None:
    """Number the inputs; None where nothing is known of them."""
    if all(given == Text() for given in inputs):
        return None
    key = (lambda given: given) if treatment.ordered else ignore_order
    numbers: dict[object, int] = {}
    bare: dict[object, int] = {}
    first: dict[int, Input] = {}
    different = {}
    for given in dict.fromkeys(inputs):
        different[given] = numbers.setdefault(key(given), len(numbers))
        first.setdefault(different[given], given)
    shapes = [key(remove_values(given, treatment.slots)) for given in first.values()]
    return Inputs(
        np.array([different[given] for given in inputs], dtype=np.int64),
        np.array([slots_in(given) for given in first.values()], dtype=np.float64),
        np.array([bare.setdefault(shape, len(bare)) for shape in shapes], dtype=np.int64) if treatment.slots else None,
    )
