"""Training pairs made better or more: cleaned by a lexicon, sentence by sentence, complex ones alone, or by rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from genchal.domain.slots.checking import AnyLexicon, CheckedOutput, check_output
from genchal.generators.neural.meanings import BY_RULE, Fact, Meaning, Pair
from genchal.generators.neural.tokens import split_words

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z£\d\"'])")
COMPLEX = re.compile(r"\b(?:which|who|that|while|although|because|where|when|if|since|though|but)\b", re.IGNORECASE)


def as_wanted(meaning: Meaning) -> list[tuple[str, str]]:
    """A meaning as lexicons take it: slots that occur again by their name, without what is ours."""
    return [(fact.slot.partition("#")[0], fact.value) for fact in meaning if not fact.is_ours]


def check_pair(lexicon: AnyLexicon, meaning: Meaning, text: str) -> CheckedOutput:
    """What a text says of its meaning."""
    return check_output(lexicon, as_wanted(meaning), text)


def count_slot_errors(lexicon: AnyLexicon, meaning: Meaning, text: str) -> int:
    """Slots that are missing, added, wrong or repeated."""
    errors = check_pair(lexicon, meaning, text).errors
    return len(errors.missing) + len(errors.added) + len(errors.wrong) + len(errors.repeated)


def drop_unclean(pairs: Sequence[Pair], lexicon: AnyLexicon) -> list[Pair]:
    """Pairs whose text says exactly what its meaning says."""
    return [pair for pair in pairs if not count_slot_errors(lexicon, *pair)]


def correct_meanings(pairs: Sequence[Pair], lexicon: AnyLexicon) -> list[Pair]:
    """Every text beside what it says: facts that it lacks are taken out, those that it adds are put in."""
    corrected: list[Pair] = []
    for meaning, text in pairs:
        errors = check_pair(lexicon, meaning, text).errors
        gone = {*errors.missing, *errors.wrong}
        kept = [fact for fact in meaning if (fact.slot.partition("#")[0], fact.value) not in gone]
        added = [Fact(slot, value) for slot, value in errors.added if value and slot not in {f.slot for f in kept}]
        if kept:
            corrected.append(((*kept, *added), text))
    return corrected


def split_sentences(pairs: Sequence[Pair], lexicon: AnyLexicon) -> list[Pair]:
    """Sentences of longer texts, each beside the facts that it says; the name belongs to every sentence (Slug)."""
    found: list[Pair] = []
    for meaning, text in pairs:
        sentences = _SENTENCE_END.split(text)
        if len(sentences) < 2:
            continue
        for sentence in sentences:
            missing = {(slot, value) for slot, value in check_pair(lexicon, meaning, sentence).errors.missing}
            said = tuple(fact for fact in meaning if (fact.slot.partition("#")[0], fact.value) not in missing)
            if 1 < len(said) < len(meaning):
                found.append((said, sentence))
    return found


def keep_complex(pairs: Sequence[Pair]) -> list[Pair]:
    """Texts with subordinate clauses, judged by the words that begin them."""
    return [(meaning, text) for meaning, text in pairs if COMPLEX.search(text)]


def shuffle_facts(meaning: Meaning, rng: np.random.Generator) -> Meaning:
    """The facts of a meaning in another order."""
    return tuple(meaning[place] for place in rng.permutation(len(meaning)).tolist())


def write_by_rule(meaning: Meaning) -> str:
    """A plain text made from the names of slots: extra material for training, after TNT's rule-based texts."""
    facts = {fact.slot: fact.value for fact in meaning}
    name = facts.pop("name", "") or "It"
    said = []
    for slot, value in facts.items():
        shown = " ".join(word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", slot)) or slot
        if value.lower() == "yes":
            said.append(f"is {shown}")
        elif value.lower() == "no":
            said.append(f"is not {shown}")
        elif slot == "near":
            said.append(f"is near {value}")
        else:
            said.append(f"has the {shown} {value}")
    if not said:
        return f"There is a place called {name}."
    return f"{name} {', '.join(said[:-1])}{' and ' if len(said) > 1 else ''}{said[-1]}."


def add_rule_texts(pairs: Sequence[Pair]) -> list[Pair]:
    """A text by rule for every meaning, with a mark, so that networks do not write like that unless they are asked."""
    meanings = dict.fromkeys(meaning for meaning, _ in pairs)
    return [((*meaning, Fact(BY_RULE, "yes")), write_by_rule(meaning)) for meaning in meanings]


def choose_frequent(pairs: Sequence[Pair], weigh: Callable[[str], float]) -> list[Pair]:
    """One text for each meaning: that with the highest mean weight of its words."""
    best: dict[Meaning, tuple[float, str]] = {}
    for meaning, text in pairs:
        words = split_words(text)
        weight = sum(map(weigh, words)) / max(1, len(words))
        if meaning not in best or weight > best[meaning][0]:
            best[meaning] = (weight, text)
    return [(meaning, text) for meaning, (_, text) in best.items()]
