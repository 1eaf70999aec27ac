"""Features of deep inputs: what the dropped words said, without what a realiser has to find."""

from __future__ import annotations

import re

from genchal.domain.trees.deep_labels import deep_label, is_first_argument
from genchal.domain.trees.deep_languages import DeepLanguage
from genchal.domain.trees.words import Word

# Agreement and form: they follow from the sentence.
SURFACE = frozenset(
    {"Case", "Mood", "VerbForm", "Voice", "Polarity", "PrepCase", "PunctType", "PunctSide", "Number[psor]"}
)
NOMINAL = frozenset({"Number", "Gender"})  # nouns have them by themselves, other words by agreement
CLAUSE_TYPES = (  # by the punctuation of a clause, the first that fits
    ("Sus", re.compile(r"\.{2,6}|…")),
    ("Par", re.compile(":")),
    ("Int", re.compile(r"\?{1,3}")),
    ("Exc", re.compile(r"!{1,4}")),
    ("Dec", re.compile(r"\.")),
)


def deep_features(word: Word, language: DeepLanguage) -> dict[str, str]:
    """Features of a word in the deep input."""
    upos = word.node.upos
    found = {
        name: value
        for name, value in word.features.items()
        if name not in SURFACE
        and (name not in NOMINAL or upos in ("NOUN", "PROPN"))
        and (name != "Person" or upos in ("PRON", "DET"))
    }
    article = next((other for other in word.dependents if _is_article(other, language)), None)
    if article is not None:
        found["Definite"] = language.articles[article.lemma]
    found.update(_verb_features(word, language))
    clause = _clause_type(word)
    if clause is not None:
        found["ClauseType"] = clause
    return found


def _is_article(word: Word, language: DeepLanguage) -> bool:
    return word.relation == "det" and word.lemma in language.articles


def _verb_features(word: Word, language: DeepLanguage) -> dict[str, str]:
    """Tense, mood, aspect and voice that auxiliaries and copulas bring."""
    auxiliaries = [other for other in word.dependents if other.relation in ("aux", "cop") and not other.dependents]
    found: dict[str, str] = {}
    if word.features.get("Mood") == "Imp":
        found["Mood"] = "Imp"
    is_perfect = is_progressive = False
    finite = None
    is_passive = False
    for auxiliary in auxiliaries:
        is_proper = auxiliary.node.deprel == "aux"
        if auxiliary.lemma in language.moods:
            found["Mood"] = language.moods[auxiliary.lemma]
        if is_proper and word.node.upos == "VERB":
            is_perfect |= auxiliary.lemma in language.perfect
            is_progressive |= auxiliary.lemma in language.progressive
        is_passive |= auxiliary.node.deprel == "aux:pass"
        if auxiliary.features.get("VerbForm") == "Fin" and (finite is None or is_proper):
            finite = auxiliary
    if is_perfect or is_progressive:
        found["Aspect"] = "Perf" * is_perfect + "Prog" * is_progressive
    if finite is None:
        if is_passive:
            found["Voice"] = "Pass"
        return found
    tense = finite.features.get("Tense")
    if finite.lemma in language.future:
        tense = "Fut"
    elif language.is_present_under_auxiliaries and finite.node.deprel == "aux":
        tense = "Pres"
    if tense is not None:
        found["Tense"] = tense
    return found


def _clause_type(word: Word) -> str | None:
    marks = [other.lemma for other in word.dependents if other.relation == "punct"]
    for name, pattern in CLAUSE_TYPES if marks else ():
        if any(pattern.fullmatch(mark) for mark in marks):
            return name
    return None


def implied_subject(word: Word, language: DeepLanguage) -> dict[str, str] | None:
    """Features of a subject that only the finite verb tells; None where no verb does, or the subject is there.

    The subject of a passive is a second argument, so that a first one is implied.
    """
    if word.relation == "aux" or (word.relation == "acl" and deep_label(word, language) == "A1INV"):
        return None
    if any(is_first_argument(other, language) or other.node.deprel == "nsubj:pass" for other in word.dependents):
        return None
    auxiliaries = [other for other in word.dependents if other.relation == "aux" and not other.dependents]
    candidates = [word, *(other for other in auxiliaries if language.drops_auxiliary(other.lemma))]
    finite = next((other for other in candidates if {"Person", "VerbForm"} <= other.features.keys()), None)
    if finite is None:
        return None
    return {
        "Number": finite.features.get("Number", "Sing"),
        "Gender": word.features.get("Gender", "-"),
        "Person": finite.features["Person"],
        "PronType": "Prs",
    }
