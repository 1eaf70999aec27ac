"""Everything that the pages around the sheets say, by key; sheets themselves speak through `elicitation.messages`.

Messages whose keys begin with ``script.`` are also given to the scripts of a page.

In: a language and the key of a message.
Out: what raters read.
"""

from __future__ import annotations

from genchal.elicitation.messages import Messages, load_messages, read_catalogues

CATALOGUES = read_catalogues(__name__)
ENGLISH_MESSAGES = CATALOGUES["en"]
_FOR_SCRIPTS = "script."


def load_page_messages(language: str) -> Messages:
    """The messages of a language that there is a catalogue of."""
    return load_messages(language, CATALOGUES)


def select_script_messages(texts: Messages) -> dict[str, str]:
    """What scripts say, gaps not yet filled."""
    return {
        key.removeprefix(_FOR_SCRIPTS): sentence
        for key, sentence in {**ENGLISH_MESSAGES, **texts.messages}.items()
        if key.startswith(_FOR_SCRIPTS)
    }
