"""Templates from training references: values become places, and words that betray yes-or-no slots are learnt."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from genchal.domain import Instance, SlotValues
from genchal.generators._slots import SlotSet, nearest, number_repeated, slot_values, training_pairs
from genchal.generators.templates._covers import Content
from genchal.generators.templates._plain_words import describe_plainly, is_name
from genchal.text.values.delexicalise import PLACEHOLDER, delexicalise

UNFINDABLE = {"yes", "no", ""}  # values that stand in no text as such
_TOKEN = re.compile(r"\{[^{}]+\}|\w+(?:['’]\w+)*|[^\w\s]")
_CUE_SHARE, _CUE_DEVIATION = 0.95, 6.0  # ours: texts with a cue whose input has the slot, and how sure that must be

_ANCHOR_SHARE = 0.99

# A template serves inputs with the same open slots and the same yes-no values, which stand in its wording.
Fixed = frozenset[tuple[str, str]]
Key = tuple[SlotSet, Fixed]
Cues = Mapping[str, frozenset[str]]  # slots with their cues


def read_distinct(instance: Instance, generator: str) -> SlotValues:
    """The slots and values of an input, as `make_distinct` makes them."""
    return make_distinct(slot_values(instance, generator))


def make_distinct(meaning: SlotValues) -> SlotValues:
    """Every pair once; values that can stand in a text have slots of their own, numbered where a slot has several."""
    pairs = dict.fromkeys(meaning.pairs)
    findable = iter(number_repeated(pair for pair in pairs if pair[1].lower() not in UNFINDABLE))
    return SlotValues(tuple(pair if pair[1].lower() in UNFINDABLE else next(findable) for pair in pairs))


def make_key(meaning: SlotValues) -> Key:
    """What a template for an input must say."""
    fixed = frozenset((slot, value.lower()) for slot, value in meaning.pairs if value.lower() in UNFINDABLE)
    return frozenset(slot for slot, value in meaning.pairs if value.lower() not in UNFINDABLE), fixed


def split_acts(key: Key) -> tuple[Fixed, Content]:
    """The acts of a turn, which its sentences share, and what is to be said; slots without a value count as acts."""
    acts = frozenset(pair for pair in key[1] if not pair[1])
    return acts, (key[1] - acts) | {(slot, "") for slot in key[0]}


def flatten_key(key: Key) -> SlotSet:
    """The same as one set."""
    return key[0] | {f"{slot}={value}" for slot, value in key[1]}


def find_fitting(key: Key, known: Collection[Key]) -> Key | None:
    """Return the key itself, or the most similar one that says nothing the input does not."""
    if key in known:
        return key
    fitting = {flatten_key(other): other for other in known if other[0] <= key[0] and other[1] <= key[1]}
    best = nearest(flatten_key(key), fitting)
    return fitting[best] if best is not None else None


def mine_templates(train: Sequence[Instance], generator: str) -> list[tuple[Key, str]]:
    """References in which every value was found, as templates for what they say."""
    mined = []
    for given, text in training_pairs(train, generator):
        meaning = make_distinct(given)
        key = make_key(meaning)
        template, found = delexicalise(text, [pair for pair in meaning.pairs if pair[1].lower() not in UNFINDABLE])
        if found == key[0]:
            mined.append((key, template))
    return mined


def find_cues(mined: Iterable[tuple[Key, str]]) -> Cues:
    """Words that betray a yes-or-no slot: texts that have them are nearly always about inputs with that slot."""
    texts = [(key, set(split_template(template))) for key, template in mined]
    with_word = Counter(word for _, words in texts for word in words)
    cues = {}
    for slot in sorted({slot for (_, fixed), _ in texts for slot, value in fixed if value}):
        having = [words for (_, fixed), words in texts if any(slot == name for name, _ in fixed)]
        rate = len(having) / len(texts)
        both = Counter(word for words in having for word in words)
        cues[slot] = frozenset(
            word
            for word, count in both.items()
            if count >= _CUE_SHARE * with_word[word]
            and count - with_word[word] * rate > _CUE_DEVIATION * math.sqrt(with_word[word] * rate * (1 - rate)) > 0
        )
    return {slot: words for slot, words in cues.items() if words}


def said_fixed(template: str, fixed: Fixed, cues: Cues) -> Fixed:
    """The yes-or-no values that a template puts into words; a slot without cues is taken to be said."""
    words = set(split_template(template))
    return frozenset((slot, value) for slot, value in fixed if slot not in cues or cues[slot] & words)


def split_template(template: str) -> list[str]:
    """Words and marks, in lower case, and places."""
    return [token if PLACEHOLDER.fullmatch(token) else token.lower() for token in _TOKEN.findall(template)]


def pack_templates(templates: Mapping[Key, Iterable[object]]) -> list[list[object]]:
    """Templates by what they say, for a file."""
    return [[sorted(slots), sorted(fixed), list(entries)] for (slots, fixed), entries in templates.items()]


def unpack_key(slots: Iterable[str], fixed: Iterable[tuple[str, str]]) -> Key:
    """A key as it was before `pack_templates`."""
    return frozenset(slots), frozenset((slot, value) for slot, value in fixed)


def find_anchors(mined: Iterable[tuple[Key, str]]) -> SlotSet:
    """Slots that nearly all templates have, such as the name of what is described."""
    keys = [key for key, _ in mined]
    counts = Counter(slot for slots, _ in keys for slot in slots)
    return frozenset(slot for slot, count in counts.items() if count >= _ANCHOR_SHARE * len(keys))


def state_unsaid(meaning: SlotValues, said: Collection[str]) -> list[str]:
    """Plain sentences about slots that no template has said; types of dialogue acts are no slots."""
    unsaid = {slot: value for slot, value in meaning.pairs if slot not in said and not slot.endswith("()")}
    return describe_plainly(unsaid, is_named=any(map(is_name, said)))
