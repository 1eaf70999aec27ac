"""Strings and arrays: tokenisers, encoding, n-grams, longest common subsequences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.text.tokenisers import Tokeniser

TOKENISERS: Registry[type[Tokeniser]] = Registry(
    "tokeniser",
    builtin={
        "13a": "genchal.text.mteval:Mteval13a",
        "ptb": "genchal.text.ptb:Ptb",
        "intl": "genchal.text.mteval:International",
        "zh": "genchal.text.zh:Chinese",
        "char": "genchal.text.tokenisers:Characters",
        "chrf": "genchal.text.tokenisers:ChrfWords",
        "words": "genchal.text.tokenisers:Words",
        "string": "genchal.text.strings:String",
        "verbatim": "genchal.text.strings:Verbatim",
        "rouge": "genchal.text.rouge:Rouge",
        "rouge-stem": "genchal.text.rouge:RougeStemmed",
        "morphodita": "genchal.text.morphodita:Morphodita",
        "none": "genchal.text.tokenisers:Whitespace",
    },
    plugins="genchal.tokenisers",
)
