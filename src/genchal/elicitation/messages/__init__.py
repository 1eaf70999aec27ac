"""Everything that methods and criteria say to raters, by key; English is the default, and complete.

A message is a whole sentence or label: nothing is put together from pieces, so that it can be said in any order and
direction. Names in braces are filled in.

In: a language and the key of a message. Out: what raters read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from genchal.elicitation.messages.de import GERMAN_MESSAGES
from genchal.elicitation.messages.en import ENGLISH_MESSAGES
from genchal.errors import UnknownName

_RIGHT_TO_LEFT = ("ar", "dv", "fa", "he", "ku", "ps", "ur", "yi")
CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH_MESSAGES, "de": GERMAN_MESSAGES}


@dataclass(frozen=True, slots=True)
class Messages:
    """Messages in one language; what it does not say is said in English."""

    language: str
    messages: Mapping[str, str]

    @property
    def direction(self) -> str:
        """Which way the language is written: "ltr" or "rtl"."""
        return "rtl" if self.language.lower().split("-")[0] in _RIGHT_TO_LEFT else "ltr"

    def __call__(self, key: str, **values: str) -> str:
        """A message with its gaps filled; what is filled in is left as it is."""
        return (self.messages.get(key) or ENGLISH_MESSAGES[key]).format_map(values)

    def name_of(self, kind: str, name: str) -> str:
        """What something with a name of its own is called; one that is not in the catalogue is called by its name."""
        key = f"{kind}.{name}"
        return self(key) if key in ENGLISH_MESSAGES else name.replace("_", " ")


ENGLISH = Messages("en", ENGLISH_MESSAGES)


def load_messages(language: str) -> Messages:
    """The messages of a language that there is a catalogue of."""
    if language not in CATALOGUES:
        raise UnknownName("language of pages", language, CATALOGUES)
    return Messages(language, CATALOGUES[language])
