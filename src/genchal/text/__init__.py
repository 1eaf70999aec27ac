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
        "char": "genchal.text.tokenisers:Characters",
        "words": "genchal.text.tokenisers:Words",
        "none": "genchal.text.tokenisers:Whitespace",
    },
    plugins="genchal.tokenisers",
)
