"""Names of criteria that are recognised as headings of columns."""

from __future__ import annotations

from genchal.text.tables.names import plain_name

# In plain letters (see `plain_name`); what the surveys of human evaluation list, and the releases that we know.
KNOWN = frozenset(
    {"accuracy", "adequacy", "added", "answerability", "appropriateness", "clarity", "coherence", "completeness"}
    | {"comprehensibility", "conciseness", "consistency", "correct", "correctness", "coverage", "creativity"}
    | {"datacoverage", "empathy", "engagement", "engagingness", "factuality", "faithfulness", "fluency", "grammar"}
    | {"grammaticality", "harmlessness", "helpfulness", "honesty", "humanlikeness", "identificationtime", "identified"}
    | {"informativeness", "interestingness", "likability", "likeability", "meaning", "meaningpreservation", "missed"}
    | {"naturalness", "overall", "overallquality", "quality", "readability", "readingtime", "relevance", "semantics"}
    | {"semanticadequacy", "sensibleness", "simplicity", "specificity", "style", "textstructure", "truthfulness"}
    | {"understandability", "usefulness", "verbosity", "wrong"}
)
MEANS = ("average", "avg", "mean")
VALUES = ("score", "scores", "rating", "ratings", "value", "")
AFFIXES = ("average", "avg", "mean", "rating", "score", "human", "answer")


def is_criterion(name: str) -> bool:
    """Whether a heading is a known criterion, perhaps as in "avg_fluency" or "fluency score"."""
    plain = plain_name(name)
    if plain in KNOWN:
        return True
    return any(plain.removeprefix(affix) in KNOWN or plain.removesuffix(affix) in KNOWN for affix in AFFIXES)


def is_mean(name: str) -> bool:
    """Whether a heading says that values are means: "mean", "avg_rating", "fluency (mean)", but not "meaning"."""
    plain = plain_name(name)
    ends = [end for word in MEANS for end in (plain.removeprefix(word), plain.removesuffix(word)) if end != plain]
    return any(end in KNOWN or end in VALUES for end in ends)
