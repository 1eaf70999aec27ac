"""Forms of words: from memory, by the next word (a or an, le or l'), or by the changes that other words undergo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from genchal.domain import Parameters
from genchal.generators.realising.changes import Changes, find_silent, learn_changes
from genchal.generators.realising.forest import Forest

Tag = str
FEWEST, SHARE = 3, 0.8  # when the next letter decides on a form: so many times, and such a part of all


@dataclass(frozen=True, slots=True)
class Inflection:
    """The most frequent form of every lemma and tag, and the changes that lead to others.

    `before` has the forms that stand before words with a certain first letter, where they are not the usual ones.
    """

    forms: dict[str, str]
    changes: Changes
    before: dict[str, str]

    def inflect(self, forest: Forest, orders: Sequence[Sequence[int]]) -> list[list[str]]:
        """Forms of ordered words."""
        guessed: dict[tuple[str, tuple[Tag, Tag]], str] = {}
        return [self._inflect_sentence(forest, order, guessed) for order in orders]

    def parameters(self) -> Parameters:
        """Forms and changes."""
        return Parameters(values={"forms": self.forms, "changes": self.changes.values(), "before": self.before})

    @classmethod
    def with_parameters(cls, learnt: Parameters) -> Self:
        """Take them back."""
        values = learnt.values
        return cls(values["forms"], Changes.from_values(values["changes"]), values["before"])

    def _inflect_sentence(
        self, forest: Forest, order: Sequence[int], guessed: dict[tuple[str, tuple[Tag, Tag]], str]
    ) -> list[str]:
        forms = [self._form(forest, place, guessed) for place in order]
        for at in range(len(forms) - 2, -1, -1):  # from the end: a form may depend on that of the next word
            key = f"{forest.lemmas[order[at]]}\t{_tags(forest, order[at])[0]}\t{forms[at + 1][:1].lower()}"
            forms[at] = self.before.get(key, forms[at])
        return forms

    def _form(self, forest: Forest, place: int, guessed: dict[tuple[str, tuple[Tag, Tag]], str]) -> str:
        lemma, tags = forest.lemmas[place], _tags(forest, place)
        for tag in tags:
            known = self.forms.get(f"{lemma}\t{tag}")
            if known is not None:
                return known
        if (lemma, tags) not in guessed:
            guessed[lemma, tags] = self.changes.guess(lemma, tags, tags[1])
        return guessed[lemma, tags]


def train_inflection(forest: Forest) -> Inflection:
    """Remember forms and changes."""
    forms: dict[str, Counter[str]] = {}
    before: dict[str, Counter[str]] = {}
    starts = set(forest.bounds)
    short: set[Tag] = set()
    for place in range(len(forest)):
        lemma, form = forest.lemmas[place], forest.forms[place]
        tags = _tags(forest, place)
        short.add(tags[1])
        if place in starts and not lemma[:1].isupper():
            form = form[:1].lower() + form[1:]
        for tag in tags:
            forms.setdefault(f"{lemma}\t{tag}", Counter())[form] += 1
        if place + 1 < len(forest) and place + 1 not in starts:
            key = f"{lemma}\t{tags[0]}\t{forest.forms[place + 1][:1].lower()}"
            before.setdefault(key, Counter())[form] += 1
    usual = {key: max(seen, key=seen.__getitem__) for key, seen in forms.items()}
    words = {(key.partition("\t")[0], key.partition("\t")[2]): form for key, form in usual.items()}
    silent = find_silent(zip(forest.lemmas, forest.forms, strict=True))
    return Inflection(
        usual,
        learn_changes(words, frozenset(short), silent),
        {
            key: found
            for key, seen in before.items()
            if (found := _deciding(seen, forms[key.rpartition("\t")[0]])) is not None
        },
    )


def _deciding(seen: Counter[str], usual: Counter[str]) -> str | None:
    """The form that a next letter asks for, unless it is the usual one, or others are nearly as frequent."""
    form, count = max(seen.items(), key=lambda pair: pair[1])
    is_decided = count >= FEWEST and count >= SHARE * seen.total()
    return form if is_decided and form != max(usual, key=usual.__getitem__) else None


def _tags(forest: Forest, place: int) -> tuple[Tag, Tag]:
    short = f"{forest.upos[place]}\t{forest.feats[place]}"
    return f"{short}\t{forest.xpos[place]}", short
