"""Criteria: what texts are judged by, with default questions in our own words and the papers' sense."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from genchal.domain.study.study import Criterion, Shown
from genchal.elicitation.messages import ENGLISH, Messages
from genchal.errors import InvalidInput, suggestion

# What is shown beside a text. Naturalness, readability and fluency are about the text alone: who sees the input reads
# its meaning into the text (RankME, Setup 2; E2E; SR'18).
CRITERIA: dict[str, Shown] = {
    "quality": "input",
    "naturalness": "nothing",
    "informativeness": "input",
    "appropriateness": "input",
    "adequacy": "input",
    "clarity": "scene",
    "fluency": "nothing",
    "readability": "nothing",
    "meaning_similarity": "reference",
    "grammaticality": "nothing",
    "coherence": "nothing",
    "usefulness": "input",
    "coverage": "input",
    "errors": "input",
    "correction": "input",
    "text": "input",
    "identification": "scene",
    "description": "scene",
    "attributes": "scene",
}


def make_criterion(name: str, own: Mapping[str, str] | None = None, texts: Messages = ENGLISH) -> Criterion:
    """A criterion with its default words, or those that a study has given it; its own criteria need a question."""
    given = dict(own or {})
    if name not in CRITERIA and "question" not in given:
        near = suggestion(name, sorted(CRITERIA))
        raise InvalidInput(
            f"unknown criterion '{name}'",
            f'{near} To define it, add questions = {{{name} = {{question = "...", low = "...", high = "..."}}}}.',
        )
    shown = given.get("shown", CRITERIA.get(name, "input"))
    choices: tuple[Shown, ...] = get_args(Shown)
    if shown not in choices:
        raise InvalidInput(f"criterion '{name}' cannot show '{shown}'", suggestion(shown, choices))

    def words(what: str) -> str:
        key = f"criterion.{name}.{what}"  # what is not judged on a scale has no words for its ends
        return given[what] if what in given else texts(key) if key in ENGLISH.messages else ""

    side = next(choice for choice in choices if choice == shown)
    # A study's own question is not answered by our comparison.
    comparison = "" if "question" in given and "comparison" not in given else words("comparison")
    return Criterion(name, words("question"), words("low"), words("high"), side, comparison)
