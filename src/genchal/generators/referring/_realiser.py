"""Realisers: attribute sets to words. One setting of all selectors, and of `realise_attributes`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from genchal.domain import AttributeSet, Instance
from genchal.errors import InvalidInput
from genchal.generators.referring._learnt_words import (
    ARRANGE,
    Wordbook,
    cases_from_values,
    cases_to_values,
    read_cases,
    realise_from_cases,
)
from genchal.generators.referring._template_words import realise_by_template

RealiserName = Literal["none", "template", "mined", "lm", "nearest"]
WORDS = "How attributes are put into words: not at all, by fixed templates, or as learnt from annotated descriptions."


def is_learnt(realiser: str) -> bool:
    """Whether a realiser learns its words."""
    return realiser in ARRANGE


def learn_words(realiser: str, train: Sequence[Instance]) -> dict[str, Any]:
    """What a realiser needs to know of training descriptions, as JSON can hold it."""
    if not is_learnt(realiser):
        return {}
    cases = read_cases(train)
    if not cases:
        raise InvalidInput(
            f"realiser '{realiser}' needs annotated descriptions, and the training data has none",
            'Train on TUNA\'s XML with DESCRIPTION or ANNOTATED-WORD-STRING, or write realiser = "template".',
        )
    return {"cases": cases_to_values(cases)}


class Realiser:
    """Puts attribute sets into words; equal sets are realised once."""

    def __init__(self, name: str, learnt: Mapping[str, Any]) -> None:
        self._name = name
        self._book = Wordbook(cases_from_values(learnt["cases"])) if name in ARRANGE and "cases" in learnt else None
        self._known: dict[tuple[AttributeSet, str], str] = {}

    def realise(self, attributes: AttributeSet, domain: str) -> str | None:
        """Words for a set; None if there are to be none."""
        if self._name == "none":
            return None
        key = attributes, domain
        if key not in self._known:
            self._known[key] = (
                realise_by_template(attributes, domain)
                if self._book is None
                else realise_from_cases(self._book, ARRANGE[self._name], attributes, domain)
            )
        return self._known[key]
