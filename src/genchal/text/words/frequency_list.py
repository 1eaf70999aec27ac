"""Words by how common they are."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from genchal.text.syntax import Parser


@dataclass(frozen=True, slots=True)
class FrequencyList:
    """Words in small letters, the most frequent first; the name says which list, with a fingerprint.

    A list of inflected forms has their frequencies; a list of lemmas needs none.
    """

    name: str
    words: tuple[str, ...]
    frequencies: tuple[float, ...] = ()

    def most_frequent(self, count: int) -> frozenset[str]:
        """The first words of the list."""
        return frozenset(self.words[:count])

    def lemmatised(self, parser: Parser) -> FrequencyList:
        """A list of forms as one of lemmas, each with the frequencies of its forms together; others stay as they are.

        Every form is looked at by itself, so that "saw" counts for one lemma only.
        """
        if not self.frequencies:
            return self
        total: defaultdict[str, float] = defaultdict(float)
        parses = parser.parse([[word] for word in self.words])
        for parse, frequency in zip(parses, self.frequencies, strict=True):
            total[parse.lemmas[0].lower()] += frequency
        return replace(self, words=tuple(sorted(total, key=lambda lemma: -total[lemma])), frequencies=())
