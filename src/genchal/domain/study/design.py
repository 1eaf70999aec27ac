"""The design of a study: `[[study]]` in campaign.toml, after checking."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import Any, Literal

from genchal.domain.settings import REQUIRED, Setting, described_settings, setting
from genchal.domain.study.platform import NO_CODES, PROLIFIC, Codes, Platform
from genchal.domain.study.study import Shown
from genchal.errors import InvalidInput, UserError, raise_all, suggestion

Identity = Literal["link", "anonymous", "prolific", "platform"]
IDENTIFIER = re.compile(r"[a-z][a-z0-9_]*")
_WORDS = re.compile(r"[^\s,+]+")  # of a condition
_MOST = 1000  # items of a sheet
_HIGHEST = 999_999


def _table(doc: str, example: str = "") -> Any:
    """Declare a setting that is a table, empty by default."""
    return field(default_factory=dict, metadata={"setting": {"doc": doc}, "example": example})


@dataclass(frozen=True, slots=True)
class Selection:
    """Which instances of the track are used."""

    choose: Literal["all", "first", "random", "stratified"] = setting(
        "all", "How they are chosen; stratified keeps the lengths of the whole set (SR'18).", example='"random"'
    )
    count: int = setting(0, "How many, at most for stratified; 0 means all.", example="100")

    def check(self) -> None:
        """Whether a number is given where one is needed, and only there."""
        if (self.choose == "all") == (self.count == 0) and self.count >= 0:
            return
        problem = f"a count of {self.count}" if self.choose == "all" else f"'{self.choose}' without a count"
        raise InvalidInput(f"instances: {problem}", 'Write {choose = "first", count = 100}, or "all".')


@dataclass(frozen=True, slots=True)
class Control:
    """Items of every sheet that are there to judge the raters by, and never count towards scores."""

    repeat: int = setting(0, "Outputs that are shown twice.", low=0, example="5")
    damaged: int = setting(0, "Copies of outputs with some words replaced or removed.", low=0, example="10")
    reference: int = setting(0, "References that are shown as if they were outputs.", low=0, example="5")
    attention: int = setting(0, "Texts that say which answer to give.", low=0, example="1")

    @property
    def total(self) -> int:
        """All of them."""
        return self.repeat + self.damaged + self.reference + self.attention


@dataclass(frozen=True, slots=True)
class AttentionCheck:
    """A text that says which answer to give, and that answer."""

    text: str = setting(REQUIRED, "What the text says.", example='"Move the slider all the way to the right."')
    expected: str = setting(REQUIRED, "The answer that it asks for.", example='"100"')


@dataclass(frozen=True, slots=True)
class PracticeText:
    """A text to practise on, and what raters read about it after they have answered."""

    instance: str = setting(REQUIRED, "The instance of the track that it is about.", example='"3"')
    feedback: str = setting(
        REQUIRED, "What raters should learn from it, in Markdown.", example='"All is said, but *dogs is* is wrong."'
    )
    text: str = setting("", "The text; left out where raters write it.", example='"On the Mill Walk dogs is welcome."')
    answer: str = setting("", "An answer that would be right, in words or as a number.", example='"about 60"')


@dataclass(frozen=True, slots=True)
class Eligibility:
    """A question before the study; only whether the answer is one of `passing` is kept."""

    question: str = setting(REQUIRED, "What is asked.", example='"Is English your native language?"')
    options: tuple[str, ...] = setting(REQUIRED, "Answers to choose from, two or more.", example='["yes", "no"]')
    passing: tuple[str, ...] = setting(REQUIRED, "Answers of those who may take part.", example='["yes"]')


@dataclass(frozen=True, slots=True)
class Wording:
    """Words for a criterion: its own need a question, others are worded otherwise."""

    question: str = setting("", "What is asked about every text.", example='"How polite is the text?"')
    low: str = setting("", "What the low end of the scale means.", example='"rude"')
    high: str = setting("", "What the high end of the scale means.", example='"polite"')
    shown: Shown = setting("input", "What stands beside the texts.", example='"nothing"')
    comparison: str = setting(
        "", "What is asked where two texts are compared.", example='"Which of the two texts is more polite?"'
    )


@dataclass(frozen=True, slots=True)
class StudyDesign:
    """A study before it is composed. What is None or empty is as the method has it, or all there are."""

    name: str = setting(REQUIRED, "Name of the study; it becomes part of addresses.", example='"quality"')
    method: str = setting(REQUIRED, "How judgements are elicited.", example='"rankme"')
    summary: str = setting(
        "", "What the study is, in a sentence.", example='"Overall quality of five systems, three raters each."'
    )
    settings: Mapping[str, object] = _table("Settings of the method.")
    criteria: tuple[str, ...] = setting(
        (), "What is judged. Default: the method's own criteria.", example='["quality", "naturalness"]'
    )
    together: bool = setting(
        True,
        "Whether all criteria are on one sheet (Setup 1), or each on sheets of its own (Setup 2).",
        example="false",
    )
    questions: Mapping[str, Mapping[str, str]] = _table(
        "Your own words for a criterion; criteria of your own need a question.",
        '{politeness = {question = "How polite is the text?", low = "rude", high = "polite", shown = "nothing"}}',
    )
    track: str | None = setting(None, "Its track; needed only if there are several.", example='"walks"')
    systems: tuple[str, ...] = setting(
        (), "Systems whose outputs are judged. Default: all systems of the track.", example='["north", "south"]'
    )
    instances: Selection = setting(
        Selection(), "Which instances are used: all, or some of them.", example='{choose = "first", count = 100}'
    )
    outputs_per_sheet: int | None = setting(
        None, "Outputs of one instance that are shown together.", low=1, high=_HIGHEST, example="3"
    )
    sheets_per_instance: int | None = setting(
        None,
        "Maximum number of sheets per instance, with the outputs shown least so far (E2E: 2). Default: no maximum.",
        low=1,
        high=_HIGHEST,
        example="2",
    )
    identical: Literal["keep", "merge"] = setting(
        "keep", "If several systems wrote the same text: show it for each of them, or once for all.", example='"merge"'
    )
    items_per_sheet: int | None = setting(
        None,
        "Items on a sheet in total, including control items (a HIT on crowd platforms).",
        low=1,
        high=_MOST,
        example="100",
    )
    raters_per_item: int = setting(3, "Number of raters who judge each item.", low=1, high=_HIGHEST, example="5")
    crossed: bool = setting(
        False, "Whether every rater judges every item (a panel); raters_per_item is then ignored.", example="true"
    )
    control: Control = setting(
        Control(), "Items on every sheet that check the raters.", example="{repeat = 5, damaged = 10, reference = 5}"
    )
    attention: tuple[AttentionCheck, ...] = setting(
        (),
        "Texts for attention checks, with the answers they ask for.",
        example='[{text = "Move the slider all the way to the right.", expected = "100"}]',
    )
    practice: int = setting(0, "Practice sheets before the first sheet that counts.", low=0, example="2")
    practice_texts: tuple[PracticeText, ...] = setting(
        (),
        "Texts to practise on, before other practice sheets. After a sheet of them raters see their answers beside "
        "yours. Texts of one instance that follow each other share a sheet.",
        example='[{instance = "3", text = "On the Mill Walk dogs is welcome.", answer = "about 60", '
        'feedback = "All is said, but *dogs is* is wrong."}]',
    )
    conditions: Mapping[str, float] = _table(
        "Ways of showing the input, with their shares.", "{text = 0.8, picture = 0.2}"
    )
    between: tuple[str, ...] = setting(
        (),
        "Words of conditions that stay the same for a rater; the others change from sheet to sheet.",
        example='["text", "picture"]',
    )
    minimum_seconds: float = setting(0, "Minimum time on a sheet, in seconds.", low=0, example="20")
    removes_hasty: bool = setting(
        False, "Whether raters who are faster are removed, instead of being asked to take their time.", example="true"
    )
    sheets_per_rater: int | None = setting(
        None, "Maximum number of sheets per rater.", low=1, high=_HIGHEST, example="10"
    )
    pay: float | None = setting(
        None, "What raters get for a sheet; the report then says what the study cost.", low=0, example="0.5"
    )
    currency: str = setting("", "Currency of the pay, such as EUR.", example='"EUR"')
    lease_minutes: float = setting(
        60, "How long a sheet stays reserved for an inactive rater, in minutes.", low=1, high=86_400, example="90"
    )
    input_label: str = setting(
        "",
        "What raters read above an input: prompt, question, source, conversation, data, or words of your own. "
        "Default: what fits the input.",
        example='"prompt"',
    )
    text_format: Literal["plain", "markdown"] = setting(
        "plain",
        "Whether texts and inputs are shown as they are, or as Markdown (headings, lists, tables, code).",
        example='"markdown"',
    )
    revisable: bool = setting(
        True,
        "Whether raters can go back and change their answers until the end, where the method allows it.",
        example="false",
    )
    comments: bool = setting(
        True, "Whether raters can leave comments: on every sheet, and at the end.", example="false"
    )
    gate: bool = setting(
        False,
        "Whether browsers must do a calculation of a few seconds before people can take part, so that programs cannot "
        "come a thousand times; not for personal links and signed ids. Needs JavaScript.",
        example="true",
    )
    places_per_address: int = setting(
        30,
        "Open sheets of newcomers from one internet address, who have answered none; not for links and signed ids.",
        low=1,
        high=_HIGHEST,
        example="10",
    )
    raters_per_address: int = setting(
        200,
        "New raters with answers from one internet address within an hour; not for personal links and signed ids.",
        low=1,
        high=_HIGHEST,
        example="50",
    )
    one_at_a_time: bool | None = setting(
        None,
        "Whether a sheet shows its items one after another. Default: only if there are copies (control.repeat or "
        "control.damaged), which nobody must see beside their originals.",
        example="true",
    )
    adaptive: bool = setting(
        False, "Whether new comparisons are chosen where the ranking is least certain.", example="true"
    )
    language: str = setting("en", "Language of the pages.", example='"de"')
    identity: Identity = setting(
        "link",
        "How raters come to the study: by personal link, freely, from Prolific, or from another platform.",
        example='"prolific"',
    )
    platform: Platform | None = setting(
        None,
        "For another platform: name, id, keep, returns.",
        example='{name = "mturk", id = "workerId", returns = "https://crowd.example/done?code={code}"}',
    )
    codes: Codes = setting(
        NO_CODES,
        "Codes that raters take back to their platform: complete, screened_out, no_consent.",
        example='{complete = "WALKS-ALL", partial = "WALKS-SOME"}',
    )
    instructions: str = setting(
        "", "Instructions in Markdown, or a file with them. Default: the method's own.", example='"instructions.md"'
    )
    sounds: str = setting(
        "sounds", "For sound files: the folder with SYSTEM/INSTANCE.mp3, or .m4a, .ogg, .wav.", example='"recordings"'
    )
    eligibility: tuple[Eligibility, ...] = setting(
        (),
        "Questions before the study.",
        example='[{question = "Is English your native language?", options = ["yes", "no"], passing = ["yes"]}]',
    )
    consent: str = setting(
        "", "Consent text in Markdown, or a file with it. Default: a general text.", example='"consent.md"'
    )
    contact: str = setting(
        "",
        "Whom raters can ask, such as a name and an e-mail address; part of the default consent text.",
        example='"Ann Example, ann@example.org"',
    )
    duration: str = setting(
        "",
        'How long it takes, such as "about 15 minutes"; part of the default consent text.',
        example='"about 15 minutes"',
    )
    erase_on: str = setting(
        "",
        "Date such as 2027-03-31 on which the study is closed and the identities of its raters are erased. "
        "Default: never by itself.",
        example='"2027-03-31"',
    )

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
        unnamed = [] if self.name.strip() else [InvalidInput("a study has no name", 'Add name = "...".')]
        raise_all([*unnamed, *(problem.at(f"study '{self.name}'") for problem in self._problems())])

    def _problems(self) -> Iterator[UserError]:
        for name in {*self.criteria, *self.questions}:
            if not IDENTIFIER.fullmatch(name):
                yield InvalidInput(f"criterion '{name}'", "Use lower-case letters, digits and underscores.")
        for what, names in (("criterion", self.criteria), ("system", self.systems)):
            for name in sorted({other for other in names if names.count(other) > 1}):
                yield InvalidInput(f"{what} '{name}' is named twice", "Remove one of them.")
        yield from _find_numbers_out_of_range(self)
        yield from _find_numbers_out_of_range(self.control, "control: ")
        if self.items_per_sheet is not None and self.items_per_sheet > 0:
            yield from self._sheet_problems(self.items_per_sheet)
        if self.control.attention > 0 and not self.attention:
            yield InvalidInput(
                "control has attention checks, but there are no texts for them",
                'Add attention = [{text = "...", expected = "..."}].',
            )
        if self.conditions and min(self.conditions.values()) < 0:
            yield InvalidInput("a condition has a share below 0", "Write shares from 0 to 1.")
        elif self.conditions and abs(sum(self.conditions.values()) - 1) > 1e-6:
            shares = sum(self.conditions.values())
            yield InvalidInput(f"the shares of its conditions sum to {shares:g}", "Make them sum to 1.")
        if self.between:
            yield from self._group_problems()
        for question in self.eligibility:
            if not set(question.passing) <= set(question.options) or not question.passing or len(question.options) < 2:
                yield InvalidInput(
                    f"eligibility question '{question.question}'",
                    "Give at least two options, and passing answers among them.",
                )
        if self.erase_on and not _is_date(self.erase_on):
            yield InvalidInput(f"erase_on is '{self.erase_on}'", "Write a date, such as 2027-03-31.")
        if (self.identity == "platform") != (self.platform is not None):
            yield InvalidInput(
                f"identity '{self.identity}' {'with' if self.platform else 'without'} platform",
                'Write identity = "platform" and platform = {name = "...", id = "..."} together.',
            )
        if self.identity == "prolific" and self.codes.per_rater:
            yield InvalidInput("Prolific takes the same code from everybody", "Remove codes.per_rater.")
        for part in (self.instances, self.codes, self.platform):
            try:
                if part is not None:
                    part.check()
            except UserError as error:
                yield error

    def _group_problems(self) -> Iterator[UserError]:
        words = sorted({word for condition in self.conditions for word in _WORDS.findall(condition)})
        for word in self.between:
            if word not in words:
                yield InvalidInput(f"between has '{word}', which no condition has", suggestion(word, words))
        for condition in self.conditions:
            if not self.group_of(condition):
                yield InvalidInput(
                    f"condition '{condition}' belongs to no group of raters", "Name one of its words in between."
                )
        if len(self.groups) == 1:
            yield InvalidInput(f"all raters are '{min(self.groups)}'", "Name different words in between.")
        if self.crossed:
            yield InvalidInput(
                "everybody judges every item, so no condition can be between raters",
                "Remove crossed or between.",
            )

    def _sheet_problems(self, size: int) -> Iterator[UserError]:
        if self.control.total >= size:
            yield InvalidInput(
                f"{self.control.total} control items on a sheet of {size}", "Leave room for scored items."
            )
        elif self.control.repeat + self.control.damaged > size - self.control.total:
            yield InvalidInput(
                f"more copies (repeat, damaged) on a sheet than the {size - self.control.total} scored items",
                "Lower control, or raise items_per_sheet.",
            )
        together = self.outputs_per_sheet or 1
        if (size - self.control.total) % together:
            yield InvalidInput(
                f"{size - self.control.total} scored items on a sheet cannot be shown {together} at a time",
                "Make items_per_sheet without its control items a multiple of outputs_per_sheet.",
            )


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


@cache
def list_settings(part: type) -> dict[str, Setting]:
    """List what is known of the fields of a design or of a part of it, by name."""
    return {known.name: known for known in described_settings(part)}


def _find_numbers_out_of_range(part: StudyDesign | Control, where: str = "") -> Iterator[UserError]:
    kind: type = type(part)
    for name, known in list_settings(kind).items():
        value = getattr(part, name)
        if isinstance(value, int | float) and not known.allows(value):
            yield InvalidInput(f"{where}{name} is {value:g}", f"Write a number {known.range}.")
