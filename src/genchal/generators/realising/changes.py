"""Forms that were never seen: how words with the same ending change, from the lemma or from another form of the word.

A change is what is dropped at the end and what is added in its place. It is taken from the longest ending that training
words share with the word, by its tag (from lemmas) or by the tag that is known and the one that is wanted (from forms
of the same lemma). Of the two kinds that one counts whose words agreed more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

LONGEST = 6  # letters of an ending, of lemmas
LONGEST_OF_FORMS = 3
FEWEST = 2  # words behind a change between forms
TRUST = 0.8  # of changes between forms, beside those of lemmas: by cross-validation on Finnish, Dutch and Arabic
FEWEST_SILENT, SILENT = 3, 4  # a mark is silent if it is missing in so many forms, and so many times for each it is in

Share = float  # of the words with an ending that change in the same way, of one more than there are
Rules = dict[str, tuple[str, Share]]  # by ending
Tag = str


@dataclass(frozen=True, slots=True)
class Changes:
    """What was learnt: changes of lemmas by tag and ending, changes between forms, and the forms of every lemma.

    `silent` are marks that lemmas have and forms have not, such as those between the parts of compounds.
    """

    silent: str
    of_lemmas: dict[Tag, Rules]
    between: dict[Tag, dict[Tag, Rules]]  # from a known form to the form that is wanted
    known: dict[str, dict[Tag, str]]

    def guess(self, lemma: str, tags: Iterable[Tag], paradigm: Tag) -> str:
        """The form of a lemma: `tags` are those to look for changes of lemmas, `paradigm` that of its other forms."""
        spoken = without(self.silent, lemma)
        found = next(
            (change for tag in tags if (change := _apply(self.of_lemmas.get(tag, {}), spoken, LONGEST)) is not None),
            (spoken, 0.0),
        )
        for tag, form in sorted(self.known.get(lemma, {}).items()):
            rules = self.between.get(tag, {}).get(paradigm, {})
            other = _apply(rules, form, LONGEST_OF_FORMS)
            if other is not None and other[1] * TRUST > found[1]:
                found = other[0], other[1] * TRUST
        return found[0]

    def values(self) -> dict[str, Any]:
        """What is to be kept in a file; tags are written once."""
        tags = list(
            dict.fromkeys([*self.of_lemmas, *self.between, *(tag for own in self.known.values() for tag in own)])
        )
        place = {tag: str(number) for number, tag in enumerate(tags)}
        return {
            "silent": self.silent,
            "tags": tags,
            "of_lemmas": {place[tag]: rules for tag, rules in self.of_lemmas.items()},
            "between": {
                place[tag]: {place[wanted]: rules for wanted, rules in targets.items()}
                for tag, targets in self.between.items()
            },
            "known": {lemma: {place[tag]: form for tag, form in own.items()} for lemma, own in self.known.items()},
        }

    @classmethod
    def from_values(cls, values: Mapping[str, Any]) -> Self:
        """Take it back."""
        tags = values["tags"]

        def name(by_place: Mapping[str, Any]) -> dict[Tag, Any]:
            return {tags[int(place)]: value for place, value in by_place.items()}

        return cls(
            values["silent"],
            {tag: _rules(rules) for tag, rules in name(values["of_lemmas"]).items()},
            {
                tag: {wanted: _rules(rules) for wanted, rules in name(targets).items()}
                for tag, targets in name(values["between"]).items()
            },
            {lemma: name(own) for lemma, own in values["known"].items()},
        )


def learn_changes(words: Mapping[tuple[str, Tag], str], paradigm: frozenset[Tag], silent: str) -> Changes:
    """Learn from lemmas and tags with their most frequent forms; words of the tags in `paradigm` are compared."""
    of_lemmas: dict[Tag, dict[str, Counter[str]]] = {}
    known: dict[str, dict[Tag, str]] = {}
    for (lemma, tag), form in words.items():
        _count(of_lemmas.setdefault(tag, {}), without(silent, lemma), form, LONGEST)
        if tag in paradigm:
            known.setdefault(lemma, {})[tag] = form
    between: dict[Tag, dict[Tag, dict[str, Counter[str]]]] = {}
    for own in known.values():
        for tag, form in own.items():
            for wanted, target in own.items():
                if tag != wanted and _is_related(tag, wanted):
                    _count(between.setdefault(tag, {}).setdefault(wanted, {}), form, target, LONGEST_OF_FORMS)
    return Changes(
        silent,
        {tag: _best(endings, 1) for tag, endings in of_lemmas.items()},
        {
            tag: {wanted: rules for wanted, endings in targets.items() if (rules := _best(endings, FEWEST))}
            for tag, targets in between.items()
        },
        {lemma: own for lemma, own in known.items() if any(tag in between for tag in own)},
    )


def find_silent(pairs: Iterable[tuple[str, str]]) -> str:
    """Marks inside lemmas that their forms hardly ever have, from lemmas with forms."""
    gone: Counter[str] = Counter()
    kept: Counter[str] = Counter()
    for lemma, form in pairs:
        for mark in {letter for letter in lemma[1:-1] if not letter.isalnum()}:
            (kept if mark in form else gone)[mark] += 1
    return "".join(sorted(mark for mark in gone if gone[mark] >= max(FEWEST_SILENT, SILENT * kept[mark])))


def without(silent: str, lemma: str) -> str:
    """A lemma without silent marks, unless it is one itself."""
    if len(lemma) < 2 or not silent:
        return lemma
    return "".join(letter for letter in lemma if letter not in silent) or lemma


def _is_related(tag: Tag, wanted: Tag) -> bool:
    """Whether both are of one part of speech."""
    return tag.partition("\t")[0] == wanted.partition("\t")[0]


def _count(endings: dict[str, Counter[str]], start: str, form: str, longest: int) -> None:
    common = 0
    while common < min(len(start), len(form)) and start[common] == form[common]:
        common += 1
    change = f"{start[common:]}\t{form[common:]}"
    for length in range(min(longest, len(start)) + 1):
        endings.setdefault(start[len(start) - length :], Counter())[change] += 1


def _best(endings: Mapping[str, Counter[str]], fewest: int) -> Rules:
    rules = {}
    for ending, seen in endings.items():
        change, count = max(seen.items(), key=lambda pair: pair[1])
        if count >= fewest:
            rules[ending] = change, round(count / (seen.total() + 1), 4)
    return rules


def _apply(rules: Rules, start: str, longest: int) -> tuple[str, Share] | None:
    """The form by the longest ending whose change can be made, and how many of its words agreed."""
    for length in range(min(longest, len(start)), -1, -1):
        rule = rules.get(start[len(start) - length :])
        if rule is not None:
            drop, _, add = rule[0].partition("\t")
            form = start[: len(start) - len(drop)] + add
            if start.endswith(drop) and form:  # a word of one letter may be all that is dropped
                return form, rule[1]
    return None


def _rules(written: Mapping[str, tuple[str, Share]]) -> Rules:
    return {ending: (change, share) for ending, (change, share) in written.items()}
