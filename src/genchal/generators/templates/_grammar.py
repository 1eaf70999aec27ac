"""A small grammar of English: predications about something are aggregated, then put into ordered, inflected words.

The steps are those of generation by Meaning-Text models, in miniature: predicate-argument structures, aggregation of
those with a shared subject, linearisation with agreement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from genchal.generators.templates._acts import join_list
from genchal.generators.templates._plain_words import capitalise, is_plural
from genchal.text.values.delexicalise import lexicalise

Kind = Literal["noun", "adjective", "phrase"]
_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_PRONOUNS = {False: "it", True: "they"}


@dataclass(frozen=True, slots=True)
class Subject:
    """What a predication is about: its words, and whether they are plural."""

    words: str
    is_plural: bool = False


@dataclass(frozen=True, slots=True)
class Complement:
    """What a verb says of its subject: a noun with its adjectives, an adjective, or a phrase."""

    kind: Kind
    words: str
    determiner: str = ""
    adjectives: tuple[str, ...] = ()

    def linearise(self, is_plural_subject: bool, is_predicative: bool) -> str:
        """Put determiner, adjectives and noun in order; what plural subjects are is plural."""
        if self.kind != "noun":
            return self.words
        if is_plural_subject and is_predicative:
            return " ".join([*self.adjectives, self.words if is_plural(self.words) else add_s(self.words)])
        described = " ".join([*self.adjectives, self.words])
        if self.determiner != "a":
            return f"{self.determiner} {described}".strip()
        return lexicalise("a {noun}", {"noun": described})  # the article agrees: a pub, an Italian pub


@dataclass(frozen=True, slots=True)
class Predication:
    """A verb with its subject and complements; `participle` follows the verb, as in "is located"."""

    subject: Subject
    verb: str
    complements: tuple[Complement, ...]
    participle: str = ""
    is_negated: bool = False

    def merges_with(self, other: Predication) -> bool:
        """Whether both say the same of the same, so that their complements can share one verb."""
        return (
            replace(self, complements=()) == replace(other, complements=())
            and not self.is_negated
            and {complement.kind for complement in self.complements} == {other.complements[0].kind}
        )

    def linearise(self) -> str:
        """The verb, agreeing with its subject, and what follows."""
        kinds = {complement.kind for complement in self.complements}
        words = [
            complement.linearise(self.subject.is_plural, self.verb == "be" and not self.participle)
            for complement in self.complements
        ]
        said = " ".join(words) if kinds == {"phrase"} else join_list(words)
        return " ".join(
            filter(None, [inflect(self.verb, self.subject.is_plural, self.is_negated), self.participle, said])
        )


def inflect(verb: str, is_plural: bool, is_negated: bool = False) -> str:
    """A verb in the present tense: serves, serve, does not serve, are not."""
    if verb == "be":
        form = "are" if is_plural else "is"
        return f"{form} not" if is_negated else form
    if is_negated:
        return f"{inflect('do', is_plural)} not {verb}"
    if is_plural:
        return verb
    return _IRREGULAR.get(verb) or add_s(verb)


def add_s(word: str) -> str:
    """A word with the ending s, as nouns and verbs spell it: pubs, dishes, ferries, serves."""
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "sh", "ch", "x", "z")) else f"{word}s"


def aggregate(predications: Iterable[Predication]) -> list[Predication]:
    """Let predications with the same subject share verbs: adjectives go to the noun, complements are listed."""
    merged: list[Predication] = []
    for predication in predications:
        host = next((place for place, other in enumerate(merged) if _adjective_host(other, predication)), None)
        if host is not None:
            noun = merged[host].complements[0]
            adjectives = (*noun.adjectives, predication.complements[0].words)
            merged[host] = replace(merged[host], complements=(replace(noun, adjectives=adjectives),))
            continue
        partner = next((place for place, other in enumerate(merged) if other.merges_with(predication)), None)
        if partner is None:
            merged.append(predication)
        else:
            both = (*merged[partner].complements, *predication.complements)
            merged[partner] = replace(merged[partner], complements=both)
    return merged


def _adjective_host(host: Predication, predication: Predication) -> bool:
    """Whether the first says what something is, and the second has an adjective for it."""
    is_plain = replace(host, complements=()) == replace(predication, complements=()) and not host.is_negated
    return (
        is_plain
        and host.verb == "be"
        and [complement.kind for complement in host.complements] == ["noun"]
        and predication.complements[0].kind == "adjective"
    )


def linearise(predications: Sequence[Predication], clauses: int = 1) -> list[str]:
    """Sentences of up to so many clauses; a subject is named once, then a pronoun stands for it."""
    sentences = []
    named: set[Subject] = set()
    for subject, about in groupby(predications, key=lambda predication: predication.subject):
        group = list(about)
        for start in range(0, len(group), clauses):
            words = _PRONOUNS[subject.is_plural] if subject in named else subject.words
            named.add(subject)
            said = join_list([predication.linearise() for predication in group[start : start + clauses]])
            sentences.append(capitalise(f"{words} {said}.".strip()))
    return sentences
