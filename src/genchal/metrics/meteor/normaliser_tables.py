"""What the normaliser of METEOR 1.5 was seen to do with characters.

Written by tools/probe_meteor.py on 2026-11-18 from the program's answers. Not to be edited.
"""

# fmt: off

# First and last code points of the characters that stay inside words; others stand alone.
WORD_RANGES: list[tuple[int, int]] = [
    (48, 57), (65, 90), (97, 122), (192, 214), (216, 246), (248, 382), (1024, 1319), (7424, 7551), (42560, 42606),
    (42622, 42647),
]

# Characters that separate words and vanish, beside the blank.
BLANKS = '\t\x0c\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'

# What characters are written as.
WRITTEN_AS: dict[str, str] = {
    '`': "'", '\u2013': '-', '\u2018': "'", '\u2019': "'", '\u201c': '"', '\u201d': '"',
}

# Characters between which a comma stays.
DIGITS = '0123456789'

# Characters before which a word keeps its stop.
GOING_ON = 'abcdefghijklmnopqrstuvwxyz'

# Characters before a hyphen that becomes a blank, beside those of words.
BEFORE_HYPHEN = '.'

# Characters behind it, beside those of words.
BEHIND_HYPHEN = ''

# What becomes of a stop, by what is before it and what is behind it; '': stops inside the word go with it.
STOPS: dict[str, str] = {
    'abbreviation digit': '.', 'abbreviation of numbers digit': '.', 'abbreviation of numbers other': ' .',
    'abbreviation of numbers small': '.', 'abbreviation other': '.', 'abbreviation small': '.', 'initials digit': '',
    'initials other': '', 'initials small': '', 'word digit': ' .', 'word other': ' .', 'word small': '.',
}

# By language: kinds of characters between which an apostrophe does not stand alone, and what becomes of it.
APOSTROPHES: dict[str, dict[str, str]] = {
    'cs': {}, 'de': {}, 'en': {'digit letter': "'", 'letter letter': " '"}, 'es': {}, 'fr': {'letter letter': "' "},
    'ru': {},
}

# Letters that leave a digit together with the apostrophe before them, by language.
CLITICS: dict[str, str] = {
    'cs': '', 'de': '', 'en': 's', 'es': '', 'fr': '', 'ru': '',
}

# Languages in which one letter is not used by two apostrophes.
USED_ONCE: frozenset[str] = frozenset(["en", "fr"])
