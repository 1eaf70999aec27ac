"""Forms of words: from memory, by the next word (a or an, le or l'), or by the change that other words undergo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from genchal.domain import Parameters
from genchal.generators.realising.forest import Forest

Tag = str
LONGEST = 6
FEWEST, SHARE = 3, 0.8  # when the next letter decides on a form: so many times, and such a part of all


@dataclass(frozen=True, slots=True)
class Inflection:
    """Forms seen in training, by lemma and tag, and the changes that tags bring, by the end of the lemma.

    `before` has the forms that stand before words with a certain first letter, where they are not the usual ones.
    """

    forms: dict[str, dict[str, int]]
    changes: dict[str, str]
    before: dict[str, str]

    def inflect(self, forest: Forest, orders: Sequence[Sequence[int]]) -> list[list[str]]:
        """Forms of ordered words."""
        return [self._inflect_sentence(forest, order) for order in orders]

    def parameters(self) -> Parameters:
        """Forms and changes."""
        return Parameters(values={"forms": self.forms, "changes": self.changes, "before": self.before})

    @classmethod
    def with_parameters(cls, learnt: Parameters) -> Self:
        """Take them back."""
        return cls(learnt.values["forms"], learnt.values["changes"], learnt.values["before"])

    def _inflect_sentence(self, forest: Forest, order: Sequence[int]) -> list[str]:
        forms = [self._form(forest, place) for place in order]
        for at in range(len(forms) - 2, -1, -1):  # from the end: a form may depend on that of the next word
            key = f"{forest.lemmas[order[at]]}\t{_tags(forest, order[at])[0]}\t{forms[at + 1][:1].lower()}"
            forms[at] = self.before.get(key, forms[at])
        return forms

    def _form(self, forest: Forest, place: int) -> str:
        lemma = forest.lemmas[place]
        for tag in _tags(forest, place):
            known = self.forms.get(f"{lemma}\t{tag}")
            if known:
                return max(known, key=known.__getitem__)
        for tag in _tags(forest, place):
            for length in range(min(LONGEST, len(lemma)), -1, -1):
                change = self.changes.get(f"{lemma[len(lemma) - length :]}\t{tag}")
                if change is not None:
                    drop, _, add = change.partition("\t")
                    changed = lemma[: len(lemma) - len(drop)] + add
                    if lemma.endswith(drop) and changed:  # a lemma of one letter may be all that is dropped
                        return changed
        return lemma


def train_inflection(forest: Forest) -> Inflection:
    """Remember forms and changes."""
    forms: dict[str, Counter[str]] = {}
    changes: dict[str, Counter[str]] = {}
    before: dict[str, Counter[str]] = {}
    starts = set(forest.bounds)
    for place in range(len(forest)):
        lemma, form = forest.lemmas[place], forest.forms[place]
        if place in starts and not lemma[:1].isupper():
            form = form[:1].lower() + form[1:]
        for tag in _tags(forest, place):
            forms.setdefault(f"{lemma}\t{tag}", Counter())[form] += 1
        if place + 1 < len(forest) and place + 1 not in starts:
            key = f"{lemma}\t{_tags(forest, place)[0]}\t{forest.forms[place + 1][:1].lower()}"
            before.setdefault(key, Counter())[form] += 1
    for key, seen in forms.items():
        lemma, _, tag = key.partition("\t")
        form = max(seen, key=seen.__getitem__)
        common = _common(lemma, form)
        for length in range(min(LONGEST, len(lemma)) + 1):
            end = f"{lemma[len(lemma) - length :]}\t{tag}"
            changes.setdefault(end, Counter())[f"{lemma[common:]}\t{form[common:]}"] += 1
    return Inflection(
        {key: dict(seen) for key, seen in forms.items()},
        {key: max(seen, key=seen.__getitem__) for key, seen in changes.items()},
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


def _tags(forest: Forest, place: int) -> tuple[str, str]:
    short = f"{forest.upos[place]}\t{forest.feats[place]}"
    return f"{short}\t{forest.xpos[place]}", short


def _common(one: str, other: str) -> int:
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length]:
        length += 1
    return length
