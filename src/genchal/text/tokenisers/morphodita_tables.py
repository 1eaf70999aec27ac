"""What the English tokeniser of MorphoDiTa was seen to do with words and characters.

Written by tools/probe_morphodita.py on 2026-11-18 from its answers. Not to be edited.
"""

# fmt: off

# How characters of a category of Unicode behave; the letters are explained in _morphodita_kinds.py.
KINDS_OF_CATEGORIES: dict[str, str] = {
    'Ll': 'l', 'Lm': 'l', 'Lo': 'l', 'Lt': 'u', 'Lu': 'u', 'Mc': 'm', 'Me': 'm', 'Mn': 'm', 'Nd': '0', 'Nl': 'n',
    'No': 'n', 'Pe': 'c', 'Pf': 'c', 'Pi': 'o', 'Ps': 'o', 'Zs': 'b',
}

# Characters that separate tokens.
BLANKS = '\t\n\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'

# Apostrophes inside words.
APOSTROPHES = "'\u2019"

# Other marks inside words.
HYPHENS = '-'

# Marks that end a sentence.
ENDING = '!.?\u2026'

# Marks that may follow the end of a sentence, beside brackets and quotation marks that close.
CLOSING = '!"\'.;?'

# Marks that may begin a sentence, beside brackets and quotation marks that open.
OPENING = '"`'

# How many tokens a sentence has before it ends behind any of them.
LONGEST_SENTENCE = 500

# The same behind a token that begins with a character of these categories.
LONGEST_ENDING_WITH: dict[str, int] = {
    'Pc': 450, 'Pd': 450, 'Pe': 450, 'Pf': 450, 'Pi': 450, 'Po': 400, 'Ps': 450,
}

# Line ends that are an empty line.
EMPTY_LINES: frozenset[str] = frozenset(
    [
        '\n\n', '\n\r\n', '\r\n\r', '\r\r',
    ]
)

# Marks that a number begins with.
SIGNS = '+-'

# What joins two groups of digits: how many are behind it, at least and at most (None: no limit was met).
DIGITS_BEHIND: dict[str, tuple[int, int | None]] = {
    ',': (3, 3), '.': (1, None), 'E': (1, None), 'E+': (1, None), 'E-': (1, None), 'e': (1, None), 'e+': (1, None),
    'e-': (1, None),
}

# What can join the next group, by what joined the one before.
JOINS_BEHIND: dict[str, list[str]] = {
    '': [',', '.', 'E', 'E+', 'E-', 'e', 'e+', 'e-'], ',': [',', '.', 'E', 'E+', 'E-', 'e', 'e+', 'e-'],
    '.': ['E', 'E+', 'E-', 'e', 'e+', 'e-'], 'E': [], 'E+': [], 'E-': [], 'e': [], 'e+': [], 'e-': [],
}

# Characters of a scheme.
IN_SCHEME = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

# How many of them there are at least.
LEAST_IN_SCHEME = 3

# What follows a scheme.
SCHEME_END = '://'

# Characters of the name of a user.
IN_NAME = "!$%'()*+,-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

# Marks between two names.
NAME_JOINS = ':'

# How many names there are at most.
MOST_NAMES = 2

# The mark behind names.
NAME_END = '@'

# Characters inside a label of a site.
IN_LABEL = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

# Characters at both ends of it.
AT_LABEL_EDGE = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

# The mark between labels.
LABEL_JOIN = '.'

# Characters of the last label.
IN_LAST_LABEL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

# How many of them there are at least.
LEAST_IN_LAST_LABEL = 2

# How many numbers can be the name of a site.
NUMBERS_OF_SITE = 4

# The largest of these numbers.
LARGEST_OF_SITE = 255

# Marks before a port.
BEFORE_PORT = ':'

# Characters of a port.
IN_PORT = '0123456789'

# How many of them there are at least.
LEAST_IN_PORT = 0

# Marks before a path.
BEFORE_PATH = '/'

# Marks inside a path.
IN_PATH = "!$%&'()*+,-./:;=?@_"

# Marks that may end it.
AT_PATH_END = '$%&(*+-/=@_'

# Marks that may end it where they close another mark.
PATH_PAIRS: dict[str, str] = {
    ')': '(',
}

# What leaves a word that ends with it.
CLITICS: frozenset[str] = frozenset(
    [
        "'d", "'ll", "'m", "'re", "'s", "'ve", "n't",
    ]
)

# Other words that are cut in two, and where.
CUTS: dict[str, int] = {
    'cannot': 3, "d'ye": 2, 'gimme': 3, 'gonna': 3, 'gotta': 3, 'lemme': 3, "more'n": 4, 'wanna': 3,
}

# Words after which a stop does not end the sentence.
ABBREVIATIONS: frozenset[str] = frozenset(
    [
        'addr', 'adj', 'adm', 'adv', 'approx', 'apr', 'assoc', 'asst', 'aug', 'bart', 'bldg', 'brig', 'bros', 'calif',
        'capt', 'cmdr', 'co', 'col', 'comdr', 'con', 'corp', 'cpl', 'd', 'dec', 'def', 'dr', 'drs', 'e', 'eg', 'ens',
        'feb', 'fla', 'ft', 'gen', 'gov', 'hon', 'hosp', 'hr', 'hrs', 'ie', 'inc', 'insp', 'jan', 'jr', 'lt', 'ltd',
        'maj', 'mar', 'max', 'messrs', 'min', 'mlle', 'mm', 'mme', 'mph', 'mr', 'mrs', 'ms', 'msgr', 'mt', 'n', 'nov',
        'oct', 'ont', 'op', 'ord', 'pa', 'pfc', 'ph', 'phd', 'pres', 'prof', 'pvt', 'rep', 'reps', 'res', 'rev', 'rt',
        's', 'sec', 'sen', 'sens', 'sep', 'sept', 'sfc', 'sgt', 'sr', 'st', 'supt', 'surg', 'tel', 'un', 'univ', 'v',
        'va', 'vs', 'w', 'yrs',
    ]
)
