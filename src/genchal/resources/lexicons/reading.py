"""Lexicon files: TOML to a `Lexicon`, with every fault named by its place.

The format is described in docs/how-to/check-slots.md.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from genchal.domain.settings import parse_toml
from genchal.domain.slots.lexicon import ASKED, SCOPES, Frame, Lexicon, LexiconSlot, Scope, Wording, slot_key
from genchal.errors import InvalidInput, UserError, raise_all, suggestion
from genchal.resources.lexicons._places import Place
from genchal.text.values.value_wordings import value_words
from genchal.text.words.phrase_table import PhraseTable
from genchal.text.words.phrases import (
    ANY,
    MANY,
    OneOf,
    Phrase,
    Said,
    borders,
    parse_phrase,
    pieces,
    wordings,
    words_of,
)

VALUE = "{value}"
LARGEST = 100_000  # pieces of a phrase, or words in all phrases of a slot, lists written out
DEEPEST = 10  # lexicons that build upon each other
FILE_KEYS = ("title", "negations", "words", "slots")
SLOT_KEYS = ("open", "known", "phrases", "negations", "exceptions", "opposites", "values")
ENTRY_KEYS = ("phrases", "scope")

Phrases = list[tuple[str, Phrase, Scope]]


def parse_lexicon(text: str, source: str, name: str, base: Callable[[str], str] | None = None) -> Lexicon:
    """Read a lexicon; `source` names the file in errors, `base` reads the text of one that this builds upon."""
    document = _with_bases(parse_toml(text, source), source, base)
    problems: list[UserError] = []
    root = Place(source, problems)
    root.check_keys(document, FILE_KEYS)
    lists: dict[str, Phrase] = {}
    for key, entries in root.at("words").table(document.get("words", {})).items():
        phrases = _phrases(entries, lists, root.at("words", key))  # may refer to lists above
        lists[key] = OneOf(tuple(phrase for _, phrase, _ in phrases))
    negations = _plain_phrases(document.get("negations", []), lists, root.at("negations"))
    tables = root.at("slots").table(document.get("slots", {}))
    if not tables and not problems:
        root.refuse("it contains no slots", "Give every slot a table [slots.NAME].")
    slots = {key: _slot(key, entry, lists, negations, root.at("slots", key)) for key, entry in tables.items()}
    _check_names(slots, root.at("slots"))
    title = root.at("title").text(document.get("title", ""))
    raise_all(problems)
    return Lexicon(name, slots, fingerprint(document), title)


def fingerprint(document: Mapping[str, Any]) -> str:
    """Eight characters that change with the content of a lexicon, not with its layout and comments."""
    content = json.dumps({key: document[key] for key in document if key != "title"}, default=str)
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _with_bases(document: dict[str, Any], source: str, read: Callable[[str], str] | None) -> dict[str, Any]:
    """Put a document together with the one that it builds upon, and that one's, and so on."""
    seen: list[str] = []
    while (base := document.pop("base", None)) is not None:
        if not isinstance(base, str) or read is None or base in seen or len(seen) > DEEPEST:
            remedy = "Write the name of a lexicon or the path of a file, without circular references."
            raise InvalidInput(f"{source}, base: cannot extend '{base}'", remedy)
        seen.append(base)
        document = _merged(parse_toml(read(base), base), document)
    return document


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """What both give: tables are put together, lists are joined, and anything else is replaced."""
    both = {**base, **own}
    for key in base.keys() & own.keys():
        if isinstance(base[key], dict) and isinstance(own[key], dict):
            both[key] = _merged(base[key], own[key])
        elif isinstance(base[key], list) and isinstance(own[key], list):
            both[key] = [*base[key], *own[key]]
    return both


def _slot(
    name: str, entry: object, lists: Mapping[str, Phrase], negations: tuple[Phrase, ...], place: Place
) -> LexiconSlot:
    table = place.table(entry)
    place.check_keys(table, SLOT_KEYS)
    is_open = place.at("open").truth(table.get("open", False))
    values = {
        value: _wordings(entries, lists, is_open, place.at("values", value))
        for value, entries in place.at("values").table(table.get("values", {})).items()
    }
    for value in place.at("known").texts(table.get("known", [])):
        values.setdefault(value, ())
    if not is_open:
        for key in ("known", "phrases"):
            if key in table:
                place.at(key).refuse("only slots with open = true have it", "Add that, or list values.")
        if not values:
            place.refuse("no values", "List them under its values, or write open = true.")
    frames = _frames(table["phrases"], lists, place.at("phrases")) if "phrases" in table else (Frame(),)
    opposites = _opposites(place.at("opposites").table(table.get("opposites", {})), values, place.at("opposites"))
    if "negations" in table:
        negations = _plain_phrases(table["negations"], lists, place.at("negations"))
    exceptions = _plain_phrases(table.get("exceptions", []), lists, place.at("exceptions"))
    slot = LexiconSlot(name, values, is_open, frames, opposites, negations, exceptions)
    _check_told_apart(slot, place.at("values"))
    return slot


def _wordings(entries: object, lists: Mapping[str, Phrase], is_open: bool, place: Place) -> tuple[Wording, ...]:
    """What expresses a value; that of an open slot stands for itself and needs no more."""
    found = []
    for text, phrase, scope in _phrases(entries, lists, place):
        ends = borders(phrase)
        if VALUE in text:
            place.refuse(f"'{text}' has {VALUE}", "That belongs in the phrases of an open slot.")
        elif ends.may_be_empty:
            place.refuse(f"'{text}' can match nothing at all", "Give it a word that is always present.")
        elif ANY in ends.first | ends.last:
            place.refuse(f"'{text}' can begin or end with *", "Begin and end phrases with a word.")
        else:
            found.append(Wording(phrase, scope))
    if not found and not is_open and not place.problems:
        place.refuse("no phrases", "Give it at least one.")
    return tuple(found)


def _frames(entries: object, lists: Mapping[str, Phrase], place: Place) -> tuple[Frame, ...]:
    """Words around the value of an open slot, written out."""
    mark = words_of(VALUE)
    found: dict[Frame, None] = {}
    for text, phrase, scope in _phrases(entries, lists, place):
        for words in islice(wordings(phrase), MANY):
            places = [at for at in range(len(words)) if words[at : at + len(mark)] == mark]
            if len(places) != 1 or ANY in words:
                place.refuse(f"'{text}' must have {VALUE} once, and no *", f"Write it as in 'near {VALUE}'.")
                break
            found[Frame(words[: places[0]], words[places[0] + len(mark) :], scope)] = None
    return tuple(found)


def _plain_phrases(entries: object, lists: Mapping[str, Phrase], place: Place) -> tuple[Phrase, ...]:
    return tuple(phrase for _, phrase, _ in _phrases(entries, lists, place))


def _phrases(entries: object, lists: Mapping[str, Phrase], place: Place) -> Phrases:
    """Phrases with their scopes, from a list of texts and of tables { phrases = [...], scope = "..." }."""
    found: Phrases = []
    for entry in place.items(entries):
        scope: object = "always"
        if isinstance(entry, dict):
            place.check_keys(entry, ENTRY_KEYS)
            scope, texts = entry.get("scope", "always"), place.texts(entry.get("phrases", []))
        else:
            texts = place.texts([entry])
        if scope not in SCOPES:
            place.refuse(f"scope cannot be '{scope}'", suggestion(str(scope), SCOPES))
            continue
        for text in texts:
            try:
                phrase = parse_phrase(text, lists)
            except InvalidInput as error:
                place.refuse(error.problem, error.remedy)
                continue
            if len(list(islice(pieces(phrase), LARGEST))) == LARGEST:
                place.refuse(f"'{text}' stands for too many phrases", "Refer to fewer lists.")
                return []
            found.append((text, phrase, scope))
    return found


def _opposites(table: Mapping[str, object], values: Mapping[str, object], place: Place) -> dict[str, str]:
    for value in (*table, *table.values()):
        if not isinstance(value, str) or value not in values:
            place.refuse(f"'{value}' is not a value of the slot", suggestion(str(value), list(values)))
    return {value: str(opposite) for value, opposite in table.items()}


def _check_told_apart(slot: LexiconSlot, place: Place) -> None:
    """Refuse the same words for two values of a slot: nobody could tell which is meant.

    Wordings that count only where the input has the value are an exception: the input tells.
    """
    table: PhraseTable[str] = PhraseTable()
    for value, phrase in _decisive(slot):
        table.add(phrase, value)
        if table.size > LARGEST:
            place.refuse(f"more than {LARGEST:,} words in phrases", "Write fewer choices in phrases.")
            return
    for words, values in table.endings():
        if len(values) > 1:
            place.refuse(
                f"'{' '.join(words)}' stands for '{values[0]}' and for '{values[1]}'",
                'Keep it for one of the two, or give it scope = "value".',
            )
            return


def _decisive(slot: LexiconSlot) -> Iterator[tuple[str, Phrase]]:
    for value, several in slot.values.items():
        if value == ASKED:
            continue
        yield from ((value, Said(words)) for words in (value_words(value) if slot.is_open else ()))
        yield from ((value, wording.phrase) for wording in several if wording.scope != "value")


def _check_names(slots: Iterable[str], place: Place) -> None:
    seen: dict[str, str] = {}
    for name in slots:
        if seen.setdefault(slot_key(name), name) != name:
            place.at(name).refuse(f"the same slot as '{seen[slot_key(name)]}'", "Keep one of the two.")
