"""Stemmers, as Snowball had them when METEOR 1.5 was made (Porter 2001 and later); a language each.

Snowball has changed some rules since, so its newest version would give other stems for some words. Rules and lists of
endings are Snowball's (BSD 3-Clause, see NOTICE.md); the code is not.

In: lower-case words.
Out: stems.
"""

from __future__ import annotations

from collections.abc import Callable

from genchal.registry import Registry

Stemmer = Callable[[str], str]

STEMMERS: Registry[Stemmer] = Registry(
    "stemmer",
    builtin={
        "en": "genchal.text.stemmers.english:stem",
        "de": "genchal.text.stemmers.german:stem",
        "es": "genchal.text.stemmers.spanish:stem",
        "fr": "genchal.text.stemmers.french:stem",
        "ru": "genchal.text.stemmers.russian:stem",
    },
    plugins="genchal.stemmers",
)
