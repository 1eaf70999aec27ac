"""Method: what a sheet asks, whether answers are acceptable, and what they mean."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self, cast

import numpy as np

from genchal.domain.inputs import Scene
from genchal.domain.settings import described, settings_of
from genchal.domain.study.study import Answers, Circumstances, Criterion, Item, Judgement, Page, Problem, Sheet, Subject
from genchal.domain.study.widgets import Part, Passage
from genchal.elicitation._fields import make_key, name_position
from genchal.elicitation._shown import list_shown
from genchal.elicitation.messages import ENGLISH, Messages
from genchal.errors import InvalidInput
from genchal.registry import CardFile

LONGEST = 20_000  # characters of an answer
USUAL = Circumstances()


@dataclass(frozen=True, slots=True)
class MethodCard:
    """What to know about a method before choosing it; the reference pages are made from it."""

    elicits: str
    used_by: str
    when: str
    limits: str
    citation: str


@dataclass(frozen=True, slots=True)
class PlacedItem:
    """An item at its place on a sheet; `key` is what it is called in forms, `label` what raters read."""

    sheet: Sheet
    item: Item
    position: int

    @property
    def key(self) -> str:
        """Says nothing of the item: see `make_key`."""
        return make_key(self.sheet, self.item)

    @property
    def subject(self) -> Subject:
        """What it is about."""
        return self.sheet.subjects[self.item.instance]

    @property
    def scene(self) -> Scene:
        """The scene that it is about; for methods that need one."""
        if not isinstance(self.subject.input, Scene):
            raise TypeError(f"instance '{self.item.instance}' is not a scene")
        return self.subject.input

    def field(self, what: str) -> str:
        """The name of a form field."""
        return f"{self.key}.{what}"

    def label(self, texts: Messages) -> str:
        """What the text is called on the page; nothing where it is the only one."""
        return (
            texts("text.label", letter=name_position(self.position))
            if len(self.sheet.items) > 1
            else texts("text.only")
        )

    def passage(self, texts: Messages) -> Passage:
        """Its text, to be judged."""
        return Passage(self.key, self.label(texts), self.item.text)


class Method(ABC):
    """A way of asking raters; the dataclass fields of a method are its settings.

    Most methods ask about one item after the other: they say what they ask of an item (`item_parts` and the other
    functions of that name). Those that compare items as a whole override `page`, `fields`, `problems` and
    `answer_somehow`. Fields of forms whose names begin with an underscore belong to the page itself and are ignored.
    """

    __slots__ = ()

    name: ClassVar[str]
    summary: ClassVar[str]
    card: ClassVar[MethodCard] = cast(MethodCard, CardFile(MethodCard))  # from cards/<name>.toml, unless given here
    per_sheet: ClassVar[int] = 1  # outputs on a sheet, unless the study says otherwise
    fewest: ClassVar[int] = 1  # outputs on a sheet
    most: ClassVar[int | None] = None
    is_comparison: ClassVar[bool] = False  # whether all items of a sheet must be about one instance
    needs_script: ClassVar[bool] = False
    needs_scene: ClassVar[bool] = False
    is_revisable: ClassVar[bool] = True  # whether raters may go back and change their answers
    has_texts: ClassVar[bool] = True  # whether items have texts; otherwise raters write them
    default_criteria: ClassVar[tuple[str, ...]] = ("quality",)

    @classmethod
    def example(cls) -> Self:
        """An instance for tests and documentation."""
        return cls()

    def check(self) -> None:  # noqa: B027 - most settings always fit together
        """Raise InvalidInput for settings that do not fit together."""

    def check_sheet(self, sheet: Sheet) -> None:
        """Raise InvalidInput for a sheet that cannot be asked about like this: for those who make the study."""
        size = len(sheet.items)
        self.check_size(size, f"a sheet of {self.name} has {size} items")
        if self.is_comparison and len({item.instance for item in sheet.items}) > 1:
            raise InvalidInput(f"a sheet of {self.name} mixes instances", "Show outputs of one instance together.")
        if len({item.id for item in sheet.items}) < size:
            raise InvalidInput("an item is on a sheet twice", "Give every item an id of its own.")
        measured = self.measures(sheet.criteria)
        if not sheet.criteria or len(set(measured)) < len(measured):
            raise InvalidInput(f"criteria of {self.name}: {', '.join(measured) or 'none'}", "Name each of them once.")
        for item in sheet.items:
            subject = sheet.subjects[item.instance]
            if self.needs_scene and not (isinstance(subject.input, Scene) and subject.input.targets):
                raise InvalidInput(
                    f"instance '{item.instance}' is not a scene with a target", f"The method {self.name} needs one."
                )
            if self.needs_reference(sheet.criteria) and not subject.references:
                raise InvalidInput(f"instance '{item.instance}' has no reference", f"The method {self.name} shows one.")

    def check_size(self, size: int, problem: str) -> None:
        """Raise InvalidInput for a sheet of so many items, unless it can be asked about."""
        if size < self.fewest or (self.most is not None and size > self.most):
            wanted = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} or more"
            raise InvalidInput(problem, f"Set outputs_per_sheet to {wanted}.")

    def needs_reference(self, criteria: Sequence[Criterion]) -> bool:
        """Whether a reference is shown to raters."""
        return any(criterion.shown == "reference" for criterion in criteria)

    def measures(self, criteria: Sequence[Criterion]) -> tuple[str, ...]:
        """Names under which an item is judged: those of the criteria, unless the method has its own."""
        return tuple(criterion.name for criterion in criteria)

    def shape(self, sheet: Sheet) -> list[tuple[str, str]]:
        """Item and criterion of every judgement that an answered sheet gives, each once."""
        return [(item.id, name) for item in sheet.items for name in self.measures(sheet.criteria)]

    def signature(self) -> str:
        """What belongs beside numbers that were elicited like this."""
        settings = [f"{name}:{described(getattr(self, name))}" for name in settings_of(type(self))]
        return "|".join([f"method:{self.name}", *settings])

    # What raters are told

    def explain(self, texts: Messages) -> list[str]:
        """What raters will do, and then the rules, a sentence each: the first page that they read is made of it."""
        return [texts("instructions.other")]

    def write_instructions(self, criteria: Sequence[Criterion], texts: Messages, rules: Sequence[str] = ()) -> str:
        """Instructions in Markdown: what to do, the questions, and the rules (those given come last)."""
        first, *own = self.explain(texts)
        questions = [self.question(criterion) for criterion in criteria]
        heading = texts("instructions.questions" if len(questions) == 1 else "instructions.several_questions")
        asked = [heading, "", *(f"- **{escape_markdown(question)}**" for question in questions)]
        told = [f"- {rule}" for rule in (*own, *rules)]
        return "\n".join([first, "", *asked, "", "## " + texts("instructions.rules"), "", *told])

    def question(self, criterion: Criterion) -> str:
        """What a criterion asks, as this method asks it."""
        return criterion.question

    # What a sheet looks like

    def page(self, sheet: Sheet, texts: Messages = ENGLISH) -> Page:
        """Everything that templates draw; depends on nothing of an item but its text and its instance."""
        parts = [*self.sheet_parts(sheet, texts)]
        is_shared = len(sheet.items) > 1 and len({item.instance for item in sheet.items}) == 1
        if is_shared:
            parts += self.shown(place_items(sheet)[0], None, texts)
        for place in place_items(sheet):
            if not is_shared:
                parts += self.shown(place, place.key, texts)
            parts += self.item_parts(place, texts)
        return Page(self.heading(sheet, texts), tuple(parts), self.needs_script)

    def heading(self, sheet: Sheet, texts: Messages) -> str:
        """The question, or what it is about if there are several."""
        return sheet.criteria[0].question if len(sheet.criteria) == 1 else texts("heading.several")

    def shown(self, place: PlacedItem, key: str | None, texts: Messages) -> list[Part]:
        """What a text is to be judged by, shown before it."""
        return list(list_shown(place.sheet, place.item, key, texts))

    def sheet_parts(self, sheet: Sheet, texts: Messages) -> list[Part]:
        """What stands at the top of the page."""
        return []

    # Answers

    def fields(self, sheet: Sheet) -> tuple[str, ...]:
        """Names of all fields of the form, in order."""
        return tuple(name for place in place_items(sheet) for name in self.item_fields(place))

    def check_answers(
        self, sheet: Sheet, answers: Answers, texts: Messages = ENGLISH, circumstances: Circumstances = USUAL
    ) -> list[Problem]:
        """Everything that the rater can fix, a sentence each; nothing if the answers can be accepted."""
        own = {name: value for name, value in answers.items() if not name.startswith("_")}
        known = set(self.fields(sheet))
        problems = [Problem(name, texts("problem.unknown")) for name in own if name not in known]
        problems += [Problem(name, sentence) for name in own if (sentence := _unfit(own[name], texts))]
        if problems:
            return problems
        problems += self.problems(sheet, own, texts, circumstances)
        if circumstances.seconds is not None and circumstances.seconds < circumstances.minimum_seconds:
            seconds = described(float(circumstances.minimum_seconds))
            problems.append(Problem("", texts("problem.too_fast", seconds=seconds)))
        return problems

    def problems(self, sheet: Sheet, answers: Answers, texts: Messages, circumstances: Circumstances) -> list[Problem]:
        """Problems of answers that are known to have no unknown, overlong or unreadable fields."""
        return [
            problem
            for place in place_items(sheet)
            for problem in self.item_problems(place, answers, texts, circumstances)
        ]

    def judgements(self, sheet: Sheet, answers: Answers) -> list[Judgement]:
        """What answers mean that passed `check_answers`: as many judgements as `shape` says, in its order."""
        found = []
        for place in place_items(sheet):
            values = self.item_values(place, answers)
            names = self.measures(sheet.criteria)
            found += [Judgement(place.item.id, name, values[name], place.position) for name in names]
        return found

    def answer_somehow(self, sheet: Sheet, rng: np.random.Generator) -> dict[str, str]:
        """Random answers that pass `check_answers`: for simulations and tests."""
        answers: dict[str, str] = {}
        for place in place_items(sheet):
            answers |= self.item_answers(place, rng)
        return answers

    # The same for one item; a method that overrides the above needs none of these

    def item_fields(self, place: PlacedItem) -> Sequence[str]:
        """Names of the fields of an item: one for each criterion, unless the method has others."""
        return [place.field(criterion.name) for criterion in place.sheet.criteria]

    def item_parts(self, place: PlacedItem, texts: Messages) -> Iterable[Part]:
        """The text of an item and what is asked about it."""
        raise NotImplementedError

    def item_problems(
        self, place: PlacedItem, answers: Answers, texts: Messages, circumstances: Circumstances
    ) -> Iterable[Problem]:
        """What is wrong with the answers about an item."""
        raise NotImplementedError

    def item_values(self, place: PlacedItem, answers: Answers) -> Mapping[str, str]:
        """What the answers about an item mean, by name of what is measured."""
        raise NotImplementedError

    def item_answers(self, place: PlacedItem, rng: np.random.Generator) -> dict[str, str]:
        """Random answers about an item."""
        raise NotImplementedError


def place_items(sheet: Sheet) -> list[PlacedItem]:
    """The items of a sheet with their places."""
    return [PlacedItem(sheet, item, position) for position, item in enumerate(sheet.items)]


def escape_markdown(text: str) -> str:
    """A text that shows its own signs."""
    return re.sub(r"([\\`*_\[\]#])", r"\\\1", text)


def read_answer(answers: Answers, name: str) -> str:
    """An answer without blanks around it; nothing where there is none."""
    return answers.get(name, "").strip()


def _unfit(answer: str, texts: Messages) -> str | None:
    """Why an answer can be no answer to anything."""
    if len(answer) > LONGEST:
        return texts("problem.too_long", most=str(LONGEST))
    if any(
        (character < " " and character not in "\t\r\n") or character == "\x7f" or "\ud800" <= character <= "\udfff"
        for character in answer
    ):
        return texts("problem.unreadable")
    return None
