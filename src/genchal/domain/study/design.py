"""How a study is to be made: `[[study]]` of campaign.toml, after checking."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from genchal.domain.study.platform import NO_CODES, PROLIFIC, Codes, Platform
from genchal.errors import InvalidInput, UserError, raise_all, suggestion

Identity = Literal["link", "anonymous", "prolific", "platform"]
IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
_WORDS = re.compile(r"[^\s,+]+")  # of a condition
_MOST = 1000  # items of a sheet


@contextmanager
def name_place_of_errors(what: str) -> Iterator[None]:
    """Say of every problem what it is about: "study 'quality': a scale of 1 points"."""
    try:
        yield
    except UserError as error:
        raise InvalidInput(f"{what}: {error.problem}", error.remedy) from None


@dataclass(frozen=True, slots=True)
class Selection:
    """Which instances of the track are used."""

    choose: Literal["all", "first", "random", "stratified"] = "all"  # stratified: lengths as in the whole set (SR'18)
    count: int = 0  # how many, for stratified at most; 0: all of them

    def check(self) -> None:
        """Whether a number is given where one is needed, and only there."""
        if (self.choose == "all") == (self.count == 0) and self.count >= 0:
            return
        problem = f"a count of {self.count}" if self.choose == "all" else f"'{self.choose}' without a count"
        raise InvalidInput(f"instances: {problem}", 'Write {choose = "first", count = 100}, or "all".')


@dataclass(frozen=True, slots=True)
class Control:
    """Items of every sheet that are there to judge the raters by, and never count towards scores."""

    repeat: int = 0  # outputs that were shown before, as they are
    damaged: int = 0  # copies of outputs with a run of words replaced or removed
    reference: int = 0  # references as if they were outputs
    attention: int = 0  # texts that say which answer to give

    @property
    def total(self) -> int:
        """All of them."""
        return self.repeat + self.damaged + self.reference + self.attention

    def check(self) -> None:
        """Numbers of items are not negative."""
        if min(self.repeat, self.damaged, self.reference, self.attention) < 0:
            raise InvalidInput("control: a number of items is negative", "Write 0 or more.")


@dataclass(frozen=True, slots=True)
class AttentionCheck:
    """A text that says which answer to give, and that answer."""

    text: str
    expected: str


@dataclass(frozen=True, slots=True)
class Eligibility:
    """A question before the study; only whether the answer is one of `passing` is kept."""

    question: str
    options: tuple[str, ...]
    passing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StudyDesign:
    """A study before it is composed. What is None or empty is as the method has it, or all there are."""

    name: str
    method: str
    summary: str = ""  # what the study is, in a sentence
    settings: Mapping[str, object] = field(default_factory=dict)  # of the method
    criteria: tuple[str, ...] = ()  # what is judged; empty: what the method asks by itself
    together: bool = True  # all criteria on one sheet (Setup 1), or each in sheets of its own (Setup 2)
    questions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # own words for a criterion
    track: str | None = None  # may be left out where there is one
    systems: tuple[str, ...] = ()  # whose outputs are judged; empty: all of the track
    instances: Selection = Selection()  # which instances: all, or some
    outputs_per_sheet: int | None = None  # outputs of one instance that are shown together
    sheets_per_instance: int | None = None  # at most, of outputs that were shown least (E2E: 2); left out: all outputs
    identical: Literal["keep", "merge"] = "keep"  # the same text of several systems: shown for each, or once for all
    items_per_sheet: int | None = None  # items of a sheet in all, control items too (a HIT of crowd platforms)
    raters_per_item: int = 3  # judgements wanted of every item
    crossed: bool = False  # every rater judges every item (a panel), instead of raters_per_item
    control: Control = Control()  # items of every sheet to judge the raters by
    attention: tuple[AttentionCheck, ...] = ()  # texts for attention checks, with the answers they ask for
    practice: int = 0  # sheets to practise on before the first one that counts
    conditions: Mapping[str, float] = field(default_factory=dict)  # ways of showing, with their shares
    between: tuple[str, ...] = ()  # words of conditions that stay the same for a rater; others change with the sheet
    minimum_seconds: float = 0  # on a sheet
    removes_hasty: bool = False  # whether who is faster is removed, instead of being asked to take their time
    sheets_per_rater: int | None = None  # at most
    lease_minutes: float = 60  # how long a sheet is kept for a rater who does nothing
    one_at_a_time: bool = False  # whether a sheet shows its items one after another
    adaptive: bool = False  # comparisons are chosen where the ranking is least certain
    language: str = "en"  # of the pages
    identity: Identity = "link"  # how raters come: personal links, anybody, from Prolific, or from another platform
    platform: Platform | None = None  # another platform: name, id, keep, returns
    codes: Codes = NO_CODES  # what raters take back: complete, screened_out, no_consent
    consent: str = ""  # Markdown; empty: the default text
    instructions: str = ""  # Markdown; empty: the default text of the method
    sounds: str = "sounds"  # if heard from files: the folder that has SYSTEM/INSTANCE.mp3, or .m4a, .ogg, .wav
    eligibility: tuple[Eligibility, ...] = ()  # questions before the study

    @property
    def home(self) -> Platform | None:
        """Where raters come from and return to; None where they come by themselves."""
        return PROLIFIC if self.identity == "prolific" else self.platform

    def group_of(self, condition: str) -> str:
        """The part of a condition that stays the same for a rater, such as "fc" of "loc fc"."""
        return " ".join(word for word in _WORDS.findall(condition) if word in self.between)

    @property
    def groups(self) -> dict[str, float]:
        """Groups of raters with their shares; empty where every rater sees all conditions."""
        found: dict[str, float] = {}
        for condition, share in self.conditions.items() if self.between else ():
            group = self.group_of(condition)
            found[group] = found.get(group, 0.0) + share
        return found

    def check(self) -> None:
        """Whether the parts fit together; raises every problem at once."""
        raise_all(list(self._problems()))

    def _problems(self) -> Iterator[UserError]:
        where = f"study '{self.name}'"
        if not self.name.strip():
            yield InvalidInput("a study has no name", 'Add name = "...".')
        for name in {*self.criteria, *self.questions}:
            if not IDENTIFIER.fullmatch(name):
                yield InvalidInput(f"{where}: criterion '{name}'", "Use lower-case letters, digits and underscores.")
        for what, names in (("criterion", self.criteria), ("system", self.systems)):
            for name in sorted({other for other in names if names.count(other) > 1}):
                yield InvalidInput(f"{where}: {what} '{name}' is named twice", "Remove one of them.")
        numbers = {
            "outputs_per_sheet": self.outputs_per_sheet,
            "sheets_per_instance": self.sheets_per_instance,
            "items_per_sheet": self.items_per_sheet,
            "raters_per_item": self.raters_per_item,
            "sheets_per_rater": self.sheets_per_rater,
        }
        for key, number in numbers.items():
            if number is not None and not 1 <= number <= _MOST * 1000:
                yield InvalidInput(f"{where}: {key} is {number}", "Write a whole number from 1.")
        if self.items_per_sheet is not None and self.items_per_sheet > 0:
            yield from self._sheet_problems(where, self.items_per_sheet)
        if self.control.attention > 0 and not self.attention:
            yield InvalidInput(
                f"{where}: control has attention checks, but there are no texts for them",
                'Add attention = [{text = "...", expected = "..."}].',
            )
        if self.minimum_seconds < 0 or self.practice < 0:
            yield InvalidInput(f"{where}: minimum_seconds or practice is negative", "Write 0 or more.")
        if self.conditions and (min(self.conditions.values()) < 0 or abs(sum(self.conditions.values()) - 1) > 1e-6):
            shares = sum(self.conditions.values())
            yield InvalidInput(f"{where}: the shares of its conditions sum to {shares:g}", "They must sum to 1.")
        if self.between:
            yield from self._group_problems(where)
        for question in self.eligibility:
            if not set(question.passing) <= set(question.options) or not question.passing or len(question.options) < 2:
                yield InvalidInput(
                    f"{where}: eligibility question '{question.question}'",
                    "Give at least two options, and passing answers among them.",
                )
        if not 1 <= self.lease_minutes <= 60 * 24 * 60:
            yield InvalidInput(f"{where}: lease_minutes is {self.lease_minutes:g}", "Write 1 or more, 60 days at most.")
        if (self.identity == "platform") != (self.platform is not None):
            yield InvalidInput(
                f"{where}: identity '{self.identity}' {'with' if self.platform else 'without'} platform",
                'Write identity = "platform" and platform = {name = "...", id = "..."} together.',
            )
        for part in (self.instances, self.control, self.codes, self.platform):
            try:
                if part is not None:
                    part.check()
            except UserError as error:
                yield InvalidInput(f"{where}: {error.problem}", error.remedy)

    def _group_problems(self, where: str) -> Iterator[UserError]:
        words = sorted({word for condition in self.conditions for word in _WORDS.findall(condition)})
        for word in self.between:
            if word not in words:
                yield InvalidInput(f"{where}: between has '{word}', which no condition has", suggestion(word, words))
        for condition in self.conditions:
            if not self.group_of(condition):
                yield InvalidInput(
                    f"{where}: condition '{condition}' is for no group of raters", "Name one of its words in between."
                )
        if len(self.groups) == 1:
            yield InvalidInput(f"{where}: all raters are '{min(self.groups)}'", "Name words in between that differ.")
        if self.crossed:
            yield InvalidInput(
                f"{where}: everybody judges every item, so no condition can be between raters",
                "Remove crossed or between.",
            )

    def _sheet_problems(self, where: str, size: int) -> Iterator[UserError]:
        if size > _MOST:
            yield InvalidInput(f"{where}: items_per_sheet is {size}", f"Write at most {_MOST}.")
        if self.control.total >= size:
            yield InvalidInput(
                f"{where}: {self.control.total} control items on a sheet of {size}", "Leave room for scored items."
            )
        elif self.control.repeat + self.control.damaged > size - self.control.total:
            yield InvalidInput(
                f"{where}: more copies (repeat, damaged) on a sheet than the {size - self.control.total} scored items",
                "Lower control, or raise items_per_sheet.",
            )
        together = self.outputs_per_sheet or 1
        if (size - self.control.total) % together:
            yield InvalidInput(
                f"{where}: {size - self.control.total} scored items on a sheet cannot be shown {together} at a time",
                "Make items_per_sheet without its control items a multiple of outputs_per_sheet.",
            )
