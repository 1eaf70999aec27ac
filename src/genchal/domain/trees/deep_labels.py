"""Labels of deep inputs: arguments by number (A1 ...), modifiers (AM), and roles seen from below (A1INV ...)."""

from __future__ import annotations

from genchal.domain.trees.deep_languages import DeepLanguage
from genchal.domain.trees.words import Word

LABELS = {
    "root": "ROOT",
    "nsubj": "A1",
    "csubj": "A1",
    "iobj": "A3",
    "det": "A1INV",
    "nummod": "A1INV",
    "advmod": "A1INV",
    "case": "A2INV",
    "mark": "A2INV",
    "cc": "A2INV",
    "cop": "A2INV",
    "aux": "AUX",
    "nmod": "AM",
    "obl": "AM",
    "advcl": "AM",
    "appos": "AM",
    "discourse": "AM",
    "expl": "AM",
    "conj": "LIST",
    "list": "LIST",
    "flat": "NAME",
    "compound": "NAME",
    "fixed": "NAME",
    "parataxis": "PARATAXIS",
    "vocative": "ADDRESSEE",
}
OTHER = "DEP"
FIRST = frozenset({"nsubj", "csubj"})  # relations that are a first argument
SECOND = frozenset({"obj", "nsubj:pass", "csubj:pass", "xcomp", "ccomp"})
OBJECTS = ("obj", "xcomp", "ccomp")  # the first that is there is the second argument


def deep_label(word: Word, language: DeepLanguage) -> str:
    """The label of a word that is in the deep input."""
    match word.relation:
        case "nsubj" | "csubj":
            return "A1" if is_first_argument(word, language) else "A2"
        case "obj" | "xcomp" | "ccomp":
            return _object_label(word, language)
        case "amod":
            return "A1INV" if word.node.upos == "ADJ" else "AM"
        case "acl":
            return _clause_label(word, language)
        case _:
            return LABELS.get(word.relation, OTHER)


def is_first_argument(word: Word, language: DeepLanguage) -> bool:
    """Whether a word is the first argument of its head: the subject, but not of a passive."""
    return (
        word.node.deprel in FIRST
        and word.head is not None
        and not (word.head.features.get("VerbForm") == "Part" and _has_auxiliary(word.head, language.passive))
    )


def _object_label(word: Word, language: DeepLanguage) -> str:
    """A2, or A3 where another word is the second argument of the verb; a clitic beside an object is AM."""
    if word.head is None:
        return OTHER
    siblings = [other for other in word.head.dependents if other is not word and other.relation in OBJECTS]
    is_subject = any(
        other.relation in ("nsubj", "csubj") and not is_first_argument(other, language)
        for other in word.head.dependents
    )
    if word.relation == "obj":
        objects = [other for other in siblings if other.relation == "obj"]
        if language.has_clitics:
            if _is_clitic(word) and any(not _is_clitic(other) for other in objects):
                return "AM"
            objects = [other for other in objects if not _is_clitic(other) or _is_clitic(word)]
        order = word.head.dependents
        is_taken = any(order.index(other) < order.index(word) for other in objects)
    else:
        earlier = OBJECTS[: OBJECTS.index(word.relation)]
        is_taken = any(other.relation in earlier for other in siblings)
    is_antecedent = (
        word.head.relation == "acl" and word.head.node.upos == "VERB" and _clause_label(word.head, language) == "A2INV"
    )
    return "A3" if is_taken or is_subject or is_antecedent else "A2"


def _is_clitic(word: Word) -> bool:
    return word.node.upos == "PRON" and not word.dependents


def _has_auxiliary(word: Word, lemmas: frozenset[str]) -> bool:
    return any(other.relation == "aux" and other.lemma in lemmas for other in word.dependents)


def _clause_label(word: Word, language: DeepLanguage) -> str:
    """The role of the antecedent in its clause, from below: A1INV where it is the subject of the clause, and so on."""
    is_verb = word.node.upos in ("VERB", "AUX")
    relative = next((other for other in word.dependents if other.features.get("PronType") == "Rel"), None)
    if relative is not None and not relative.dependents and relative.relation in language.relatives:
        if relative.relation == "nsubj":
            return "A1INV" if is_verb and is_first_argument(relative, language) else "A2INV"
        return {"obj": "A2INV", "iobj": "A3INV"}.get(relative.relation, "AMINV")
    auxiliaries = [other for other in word.dependents if other.relation in ("aux", "cop")]
    forms = {other.features.get("VerbForm") for other in auxiliaries}
    if is_verb and "Fin" not in forms and "Inf" in (forms or {word.features.get("VerbForm")}):
        return "AM"
    is_participle = word.features.get("VerbForm") == "Part" and word.features.get("Tense") == "Past"
    if is_participle and not auxiliaries:
        return "A2INV"
    if not any(is_first_argument(other, language) for other in word.dependents):
        return "A1INV"
    return "AMINV" if word.has_dependent(*SECOND) else "A2INV"
