"""Strings and arrays: tokenisers, encoding, n-grams, words, values, a parser.

In: strings.
Out: integers, counts and trees; nothing here knows instances, systems or metrics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.registry import Registry

if TYPE_CHECKING:
    from genchal.text.tokenisers.base import Tokeniser

TOKENISERS: Registry[type[Tokeniser]] = Registry(
    "tokeniser",
    builtin={
        "13a": "genchal.text.tokenisers.mteval:Mteval13a",
        "ptb": "genchal.text.tokenisers.ptb:Ptb",
        "intl": "genchal.text.tokenisers.mteval:International",
        "zh": "genchal.text.tokenisers.zh:Chinese",
        "char": "genchal.text.tokenisers.base:Characters",
        "chrf": "genchal.text.tokenisers.base:ChrfWords",
        "words": "genchal.text.tokenisers.base:PlainWords",
        "string": "genchal.text.tokenisers.strings:String",
        "verbatim": "genchal.text.tokenisers.strings:Verbatim",
        "rouge": "genchal.text.tokenisers.rouge:RougeWords",
        "rouge-stem": "genchal.text.tokenisers.rouge:RougeStems",
        "morphodita": "genchal.text.tokenisers.morphodita:Morphodita",
        "none": "genchal.text.tokenisers.base:Whitespace",
    },
    plugins="genchal.tokenisers",
)
