"""Texts to sentences with levels: each different text is split once, each different sentence is parsed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from genchal.text.clean_up import CLEAN_UPS
from genchal.text.dlevel import DLevel, d_level
from genchal.text.parser.words import split_words
from genchal.text.syntax import Parse, Parser
from genchal.text.tokenisers.morphodita import Sentence, sentences
from genchal.text.values.fuzzy_values import PREFIX, Pairs, delexicalise_sentence

NAME = "Houston"  # what a placeholder is read as: a proper noun that every parser of English knows


class LevelledText(NamedTuple):
    """A sentence as it was read, and what was found in it."""

    text: str
    found: DLevel


def level_texts(
    parser: Parser, texts: Sequence[str], values: Sequence[Pairs], clean_up: str
) -> list[list[LevelledText]]:
    """Give the sentences of every text their levels; `values` are those to replace by placeholders."""
    keys = list(zip(texts, values, strict=True))
    different = {key: _split(*key, clean_up) for key in dict.fromkeys(keys)}
    found = _analysed(parser, list(dict.fromkeys(sentence for split in different.values() for sentence in split)))
    return [[found[sentence] for sentence in different[key]] for key in keys]


def _split(text: str, values: Pairs, clean_up: str) -> list[Sentence]:
    """A text's sentences in words as treebanks have them, placeholders among them."""
    split = sentences(CLEAN_UPS[clean_up](text))
    return [tuple(_words(delexicalise_sentence(sentence, values) if values else sentence)) for sentence in split]


def _words(tokens: Iterable[str]) -> Iterator[str]:
    for token in tokens:
        yield from (token,) if token.startswith(PREFIX) else split_words(token)


def _analysed(parser: Parser, different: Sequence[Sentence]) -> dict[Sentence, LevelledText]:
    read = [[NAME if word.startswith(PREFIX) else word for word in sentence] for sentence in different]
    found = {}
    for sentence, parse in zip(different, parser.parse(read), strict=True):
        found[sentence] = LevelledText(" ".join(sentence), d_level(replace(parse, forms=sentence)))
    return found


class StandIn:
    """Reads every sentence as words below the first, with what follows *and* joined to it: for examples and tests."""

    name = "stand-in"

    def parse(self, sentences: Sequence[Sequence[str]]) -> list[Parse]:
        """Give every sentence a flat tree."""
        return [_flat(tuple(words)) for words in sentences]


def _flat(words: Sentence) -> Parse:
    size = len(words)
    joined = [place > 1 and words[place - 1].lower() == "and" for place in range(size)]
    relations = ["root", *("conj" if joined[place] else "dep" for place in range(1, size))]
    return Parse(
        words,
        words,
        ("VERB",) * size,
        ("VB",) * size,
        tuple(int(place > 0) for place in range(size)),
        tuple(relations[:size]),
    )
