"""Which values of a criterion are good, as far as its name tells: the same rule for every command."""

from __future__ import annotations

import re

# Words of names of criteria for which lower is better: wrong information, and the time that a reader needs.
LOWER = frozenset(
    {"added", "missed", "missing", "wrong"}
    | {"time", "times", "duration", "durations", "seconds", "secs", "sec", "milliseconds", "ms", "minutes", "latency"}
    | {"readingtime", "identificationtime"}
)
# Words that make something else of these: the value that was added, the time that was saved, nothing missed.
NOT_LOWER = frozenset({"value", "saved", "not", "no", "nothing", "without", "never", "rating", "score"})
PLACES = frozenset({"rank", "ranks", "ranking", "rankings"})
LAST_PLACES = frozenset({"place", "placement"})  # as the last word of a name: "place names" may be a criterion
NOT_PLACES = frozenset({"me", "score", "scores", "rating", "ratings", "points"})  # RankME is a way to ask
_WORDS = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def is_lower_better(criterion: str) -> bool:
    """Whether a name says that lower is better, by whole words: "time (s)", "readingTime", "added information"."""
    words = _split_name(criterion)
    return not LOWER.isdisjoint(words) and NOT_LOWER.isdisjoint(words)


def are_places(name: str) -> bool:
    """Whether a name says that values are places, of which 1 is the best: "rank", "overall ranking", "place"."""
    words = _split_name(name)
    has_word = not PLACES.isdisjoint(words) or (bool(words) and words[-1] in LAST_PLACES)
    return has_word and NOT_PLACES.isdisjoint(words)


def _split_name(name: str) -> list[str]:
    """The words of a name in small letters; a hump in camelCase separates them, too."""
    return [word.lower() for word in _WORDS.findall(_HUMP.sub(" ", name))]
