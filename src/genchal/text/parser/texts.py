"""From raw text to parses: sentences, words, trees."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.text.parser.words import split_words
from genchal.text.syntax import Parse, Parser
from genchal.text.tokenisers.sentences import split_sentences


def parse_texts(parser: Parser, texts: Sequence[str]) -> list[list[Parse]]:
    """Parse texts, each different sentence once; a text without words has no parse."""
    split = {
        text: [tuple(split_words(sentence)) for sentence in split_sentences(text)] for text in dict.fromkeys(texts)
    }
    different = dict.fromkeys(words for sentences in split.values() for words in sentences)
    parsed = dict(zip(different, parser.parse(list(different)), strict=True))
    return [[parsed[words] for words in split[text]] for text in texts]
