"""Correction: raters correct a text; how much they change shows how good it was (HTER: Snover et al. 2006)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from genchal.domain.settings import setting
from genchal.domain.study.study import Answers, Circumstances, Problem
from genchal.domain.study.widgets import Box, Checks, Part, Writing
from genchal.elicitation._fields import check_longest
from genchal.elicitation.messages import Messages
from genchal.elicitation.method import Method, PlacedItem, read_answer


@dataclass(frozen=True, slots=True)
class Correction(Method):
    """The text in a box, to be changed as little as possible until it is right."""

    name: ClassVar[str] = "correction"
    summary: ClassVar[str] = "a corrected version of every text"
    default_criteria: ClassVar[tuple[str, ...]] = ("correction",)

    longest: int = setting(4000, "Maximum length of a corrected text, in characters.")

    def check(self) -> None:
        """Room to write."""
        check_longest(self.longest)

    def explain(self, texts: Messages) -> list[str]:
        """As little as possible."""
        return [texts("instructions.correction"), texts("rule.compare_information"), texts("correction.hint")]

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """A text and a box for each criterion."""
        names = self.measures(place.sheet.criteria)
        return [place.field(f"{what}.{name}") for name in names for what in ("corrected", "unchanged")]

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterator[Part]:
        """The text as it was, and in a box."""
        yield place.passage(texts)
        about = place.label(texts)
        for criterion in place.sheet.criteria:
            most = max(self.longest, len(place.item.text))
            name = place.field(f"corrected.{criterion.name}")
            yield Writing(
                place.key,
                name,
                criterion.question,
                place.item.text,
                most=most,
                hint=texts("correction.hint"),
                about=about,
            )
            box = Box(place.field(f"unchanged.{criterion.name}"), texts("correction.nothing"))
            yield Checks(place.key, texts("correction.or"), (), box, about)

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterator[Problem]:
        """A changed text, or a tick that nothing needs changing, and not both."""
        about = place.label(texts)
        for criterion in place.sheet.criteria:
            name, box = place.field(f"corrected.{criterion.name}"), place.field(f"unchanged.{criterion.name}")
            text, is_ticked = _typed(answers, name), read_answer(answers, box)
            is_same = text == _lines(place.item.text) or not text
            if is_ticked not in ("", "1"):
                yield Problem(box, texts("problem.box"))
            elif len(text) > max(self.longest, len(place.item.text)):
                yield Problem(name, texts("problem.too_long", most=str(self.longest)))
            elif not text and not is_ticked:
                yield Problem(name, texts("problem.correction_empty", text=about))
            elif is_same != bool(is_ticked):
                yield Problem(box, texts("problem.unchanged" if is_same else "problem.changed", text=about))

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """The corrected text; the text itself where nothing had to be corrected."""
        return {
            name: json.dumps(
                place.item.text
                if read_answer(answers, place.field(f"unchanged.{name}"))
                else _typed(answers, place.field(f"corrected.{name}")),
                ensure_ascii=False,
            )
            for name in self.measures(place.sheet.criteria)
        }

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Nothing to correct, or a text of its own."""
        found: dict[str, str] = {}
        for criterion in place.sheet.criteria:
            name, box = place.field(f"corrected.{criterion.name}"), place.field(f"unchanged.{criterion.name}")
            corrected = f"This is text {rng.integers(1000, 1 << 40)} now."[: self.longest]
            found |= {box: "1"} if rng.random() < 0.5 else {name: corrected}
        return found


def _typed(answers: Answers, name: str) -> str:
    return _lines(read_answer(answers, name))


def _lines(text: str) -> str:
    """Forms send line ends as two characters: that is no correction."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()
