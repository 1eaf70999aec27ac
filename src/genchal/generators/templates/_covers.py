"""Covering a set of things to say by sentences that say some of them each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Content = frozenset[tuple[str, str]]  # slots, each with its value where that stands in the wording
_AT_ONCE = 10  # more things than that are covered in several goes, as all ways to do so are compared
_UNSAID = -10_000.0  # what leaving out a slot costs: more than the rarest sentences


class Sentence(NamedTuple):
    """A sentence template, the logarithm of its frequency, and its mean place in texts."""

    text: str
    score: float
    place: float


class Cover(NamedTuple):
    """Sentences, each with what it says; all that is said; and the sum of their scores."""

    parts: tuple[tuple[Content, Sentence], ...] = ()
    said: Content = frozenset()
    score: float = 0.0

    def joined(self, other: Cover) -> Cover:
        """Both covers as one."""
        return Cover(self.parts + other.parts, self.said | other.said, self.score + other.score)


@dataclass(frozen=True)
class Coverer:
    """Finds covers: one opening, if there is any, and further sentences, which say nothing twice."""

    openings: Mapping[Content, Sentence]
    further: Mapping[Content, Sentence]
    _found: dict[Content, Cover] = field(default_factory=dict, compare=False)

    def cover(self, wanted: Content) -> Cover:
        """The cover with the best score; further sentences are ordered by their usual place."""
        starts = self._openings(wanted)
        covers = [self._complete(start, wanted) for start in starts or [Cover()]]
        best = max(covers, key=lambda cover: (cover.score, sorted(cover.said)))
        opening = best.parts[:1] if starts else ()
        rest = sorted(best.parts[len(opening) :], key=lambda part: (part[1].place, part[1].text, sorted(part[0])))
        return best._replace(parts=(*opening, *rest))

    def widest_opening(self, wanted: Content) -> Cover:
        """The one opening that says most, and of several the most frequent."""
        starts = self._openings(wanted)
        return max(starts, key=lambda cover: (len(cover.said), cover.score, sorted(cover.said)), default=Cover())

    def _openings(self, wanted: Content) -> list[Cover]:
        return [_single(said, sentence) for said, sentence in self.openings.items() if said <= wanted]

    def _complete(self, start: Cover, wanted: Content) -> Cover:
        rest = sorted(wanted - start.said)
        for begin in range(0, len(rest), _AT_ONCE):
            start = start.joined(self._cover_rest(frozenset(rest[begin : begin + _AT_ONCE])))
        return start

    def _cover_rest(self, wanted: Content) -> Cover:
        """The best further sentences for a small set: one that has its first member, and the best for what is left."""
        if not wanted:
            return Cover()
        if wanted not in self._found:
            first = min(wanted)
            left_out = self._cover_rest(wanted - {first})
            covers = [left_out._replace(score=left_out.score + _UNSAID)]
            covers += [
                _single(said, sentence).joined(self._cover_rest(wanted - said))
                for said, sentence in self.further.items()
                if first in said and said <= wanted
            ]
            self._found[wanted] = max(covers, key=lambda cover: (cover.score, sorted(cover.said)))
        return self._found[wanted]


def _single(said: Content, sentence: Sentence) -> Cover:
    return Cover(((said, sentence),), said, sentence.score)
