"""Training pairs made better or more: cleaned by a lexicon, sentence by sentence, with other names, or by rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

import numpy as np

from genchal.domain import SlotValues
from genchal.domain.slots.checking import AnyLexicon, check_output
from genchal.domain.slots.errors import SlotErrors
from genchal.generators._slots import unnumbered
from genchal.generators.neural.data.meanings import BY_RULE, Fact, Meaning, Pair

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z£\d\"'])")
COMPLEX = re.compile(r"\b(?:which|who|that|while|although|because|where|when|if|since|though|but)\b", re.IGNORECASE)


def list_wanted(lexicon: AnyLexicon, meaning: Meaning) -> dict[Fact, tuple[str, str]]:
    """Facts that a text must express, as the lexicon spells them: those with a value that are not ours."""
    facts = [fact for fact in meaning if fact.value and not fact.is_ours]
    pairs = lexicon.wanted(SlotValues(tuple((unnumbered(fact.slot), fact.value) for fact in facts)))
    return dict(zip(facts, pairs or (), strict=True))


def check_pair(lexicon: AnyLexicon, meaning: Meaning, text: str) -> SlotErrors:
    """What is wrong with what a text says of its meaning."""
    return check_output(lexicon, list(list_wanted(lexicon, meaning).values()), text).errors


def count_slot_errors(lexicon: AnyLexicon, meaning: Meaning, text: str) -> int:
    """Slots that are missing, added, wrong or repeated."""
    errors = check_pair(lexicon, meaning, text)
    return len(errors.missing) + len(errors.added) + len(errors.wrong) + len(errors.repeated)


def drop_unclean(pairs: Sequence[Pair], lexicon: AnyLexicon) -> list[Pair]:
    """Pairs whose text says exactly what its meaning says."""
    return [pair for pair in pairs if not count_slot_errors(lexicon, *pair)]


def correct_meanings(pairs: Sequence[Pair], lexicon: AnyLexicon) -> list[Pair]:
    """Every text beside what it says: facts that it lacks are taken out, wrong ones changed, those it adds put in."""
    corrected: list[Pair] = []
    for meaning, text in pairs:
        errors = check_pair(lexicon, meaning, text)
        spelt = list_wanted(lexicon, meaning)
        said = {(slot, wanted): instead for slot, wanted, instead in errors.wrong}
        kept = [
            Fact(fact.slot, said.get(pair, fact.value)) for fact, pair in spelt.items() if pair not in errors.missing
        ]
        known = {fact.slot for fact in kept}
        added = [Fact(slot, value) for slot, value in errors.added if value and slot not in known]
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
            missing = set(check_pair(lexicon, meaning, sentence).missing)
            said = tuple(fact for fact, pair in list_wanted(lexicon, meaning).items() if pair not in missing)
            if 1 < len(said) < len(meaning):
                found.append((said, sentence))
    return found


def keep_complex(pairs: Sequence[Pair]) -> list[Pair]:
    """Texts with subordinate clauses, judged by the words that begin them."""
    return [(meaning, text) for meaning, text in pairs if COMPLEX.search(text)]


def exchange_values(pairs: Sequence[Pair], slots: Collection[str], rng: np.random.Generator) -> list[Pair]:
    """Other values of some slots, in meanings and texts alike; values that a text does not have as they stand remain.

    Which names go together in training says nothing about new inputs, but networks that see names learn it by heart.
    """
    values = {
        slot: sorted({fact.value for meaning, _ in pairs for fact in meaning if fact.slot == slot}) for slot in slots
    }
    found: list[Pair] = []
    for meaning, text in pairs:
        facts = list(meaning)
        for place, fact in enumerate(meaning):
            if fact.slot in slots and text.count(fact.value) == 1:
                known = [value for value in values[fact.slot] if value not in text]
                if known:
                    facts[place] = Fact(fact.slot, known[int(rng.integers(len(known)))])
                    text = text.replace(fact.value, facts[place].value)
        found.append((tuple(facts), text))
    return found


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
