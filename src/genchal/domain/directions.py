"""Which values of a criterion are good, as far as its name tells: the same rule for every command."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

# Words of names of criteria for which lower is better: what is wrong, or harms.
FAULTS = frozenset(
    {"error", "errors", "mistake", "mistakes", "hallucination", "hallucinations", "hallucinated", "omission"}
    | {"omissions", "contradiction", "contradictions", "inaccuracy", "inaccuracies", "inconsistency"}
    | {"inconsistencies", "typo", "typos", "misspelling", "misspellings", "disfluency", "disfluencies"}
    | {"toxicity", "toxic", "offensiveness", "harmfulness", "incoherence", "incorrectness", "ungrammaticality"}
    | {"offensive", "harmful", "incoherent", "incorrect", "ungrammatical", "inaccurate", "inconsistent"}
    | {"unfaithful", "unsafe", "nonsensical", "hallucinates", "contradicts"}
)
# The same: wrong information, and the time that a reader needs.
LOWER = (
    frozenset({"added", "missed", "missing", "wrong"})
    | {"time", "times", "duration", "durations", "seconds", "secs", "sec", "milliseconds", "ms", "minutes", "latency"}
    | {"readingtime", "identificationtime"}
)
# Words that make something else of these: the value that was added, the time that was saved, nothing missed.
NOT_LOWER = frozenset({"value", "saved", "not", "no", "nothing", "without", "never", "rating", "score", "real"})
# The same where the word is a fault: freedom from errors, and what is done about them.
NOT_FAULTS = frozenset(
    {"free", "freedom", "freeness", "lack", "absence", "avoidance", "avoiding", "avoids", "avoided", "non", "zero"}
    | {
        "few",
        "fewer",
        "low",
        "lower",
        "less",
        "minimal",
        "robustness",
        "tolerance",
        "awareness",
        "recovery",
        "handling",
    }
    | {"correction", "corrected", "detection", "detected", "prevention", "reduction", "resolution", "resolved", "fixed"}
)
PLACES = frozenset({"rank", "ranks", "ranking", "rankings"})
LAST_PLACES = frozenset({"place", "placement"})  # as the last word of a name: "place names" may be a criterion
NOT_PLACES = frozenset({"me", "score", "scores", "rating", "ratings", "points"})  # RankME is a way to ask
# What a name says of the answers, not of what is asked: "yes/no", "(0 = no errors, 5 = many)".
_YES_NO = r"\byes(?:\s*[/|]\s*|\s+or\s+)no\b|\bno(?:\s*[/|]\s*|\s+or\s+)yes\b"
_POINTS = r"[(\[][^()\[\]]*\d\s*(?:[=:]|[-–]\s)[^()\[\]]*[)\]]"
_ANSWERS = re.compile(f"{_YES_NO}|{_POINTS}", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def is_lower_better(criterion: str, values: NDArray[np.float64] | None = None) -> bool:
    """Whether a name says that lower is better, by whole words: "time (s)", "readingTime", "number of errors".

    Errors that `values` count below 0, as those of several layouts do, are turned round already.
    """
    words = _split_name(_ANSWERS.sub(" ", criterion))
    if not NOT_LOWER.isdisjoint(words):
        return False
    if not LOWER.isdisjoint(words):
        return True
    return not FAULTS.isdisjoint(words) and NOT_FAULTS.isdisjoint(words) and not _are_negative(values)


def _are_negative(values: NDArray[np.float64] | None) -> bool:
    """Whether some values are below 0, and none above."""
    return values is not None and bool((values < 0).any()) and not bool((values > 0).any())


def are_places(name: str) -> bool:
    """Whether a name says that values are places, of which 1 is the best: "rank", "overall ranking", "place"."""
    words = _split_name(name)
    has_word = not PLACES.isdisjoint(words) or (bool(words) and words[-1] in LAST_PLACES)
    return has_word and NOT_PLACES.isdisjoint(words)


def _split_name(name: str) -> list[str]:
    """The words of a name in small letters; a hump in camelCase separates them, too."""
    return [word.lower() for word in _WORDS.findall(_HUMP.sub(" ", name))]
