"""Everything that the pages around the sheets say, by key; sheets themselves speak through `elicitation.messages`.

Messages whose keys begin with ``script.`` are also given to the scripts of a page.

In: a language and the key of a message. Out: what raters read.
"""

from __future__ import annotations

from collections.abc import Mapping

from genchal.elicitation.messages import Messages
from genchal.errors import UnknownName
from genchal.web.messages.de import GERMAN_MESSAGES
from genchal.web.messages.en import ENGLISH_MESSAGES

__all__ = ["CATALOGUES", "ENGLISH_MESSAGES", "load_page_messages", "select_script_messages"]

CATALOGUES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH_MESSAGES, "de": GERMAN_MESSAGES}
_FOR_SCRIPTS = "script."


def load_page_messages(language: str) -> Messages:
    """The messages of a language that there is a catalogue of."""
    if language not in CATALOGUES:
        raise UnknownName("language of pages", language, CATALOGUES)
    return Messages(language, CATALOGUES[language])


def select_script_messages(texts: Messages) -> dict[str, str]:
    """What scripts say, gaps not yet filled."""
    return {
        key.removeprefix(_FOR_SCRIPTS): sentence
        for key, sentence in {**ENGLISH_MESSAGES, **texts.messages}.items()
        if key.startswith(_FOR_SCRIPTS)
    }
