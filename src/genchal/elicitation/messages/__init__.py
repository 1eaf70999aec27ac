"""Everything that methods and criteria say to raters, by key: a file per language; English is complete.

A message is a whole sentence or label: nothing is put together from pieces, so that it can be said in any order and
direction. Names in braces are filled in.

In: a language and the key of a message.
Out: what raters read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from genchal.errors import find_known

_RIGHT_TO_LEFT = ("ar", "dv", "fa", "he", "ku", "ps", "ur", "yi")


def read_catalogues(package: str) -> Mapping[str, Mapping[str, str]]:
    """Read the catalogues of messages that stand in a package, by language."""
    catalogues = sorted(
        (file for file in files(package).iterdir() if file.name.endswith(".toml")), key=lambda f: f.name
    )
    return {file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8")) for file in catalogues}


CATALOGUES = read_catalogues(__name__)


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
        return (self.messages.get(key) or CATALOGUES["en"][key]).format_map(values)

    def name_of(self, kind: str, name: str) -> str:
        """What something with a name of its own is called; one that is not in the catalogue is called by its name."""
        key = f"{kind}.{name}"
        return self(key) if key in CATALOGUES["en"] else name.replace("_", " ")


INPUT_LABELS = ("prompt", "question", "source", "conversation", "data")


def name_inputs(texts: Messages, label: str) -> Messages:
    """Messages that call inputs by a label: one of ours, or the words of a study."""
    if not label:
        return texts
    said = texts(f"given.{label}") if label in INPUT_LABELS else label
    return Messages(texts.language, {**texts.messages, "given.input": said, "given.text": said})


ENGLISH = Messages("en", CATALOGUES["en"])


def load_messages(language: str, catalogues: Mapping[str, Mapping[str, str]] = CATALOGUES) -> Messages:
    """The messages of a language, if there is a catalogue for it."""
    return Messages(language, find_known("language of pages", language, catalogues))
