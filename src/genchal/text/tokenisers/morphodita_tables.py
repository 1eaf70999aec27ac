"""What the English tokeniser of MorphoDiTa was seen to do with words and marks.

Written by tools/probe_morphodita.py on 2026-11-18 from its answers. Not to be edited.
"""

# fmt: off

# Marks that end a sentence.
ENDING = '!.?\u2026'

# Marks in what stands before the @ of an address.
IN_USER = "!$%'()*+,-._"

# Marks inside the path of an address.
IN_PATH = "!$%&'()*+,-./:;=?@_"

# Marks that may end the path of an address.
AT_PATH_END = '$%&(*+-/=@_'

# Marks that may follow the end of a sentence, beside brackets and quotation marks that close.
CLOSING = '!"\'.;?'

# Marks that may begin a sentence, beside brackets and quotation marks that open.
OPENING = '"`'

# What leaves a word together with the apostrophe before it.
CLITICS: frozenset[str] = frozenset(
    [
        'd', 'll', 'm', 're', 's', 've',
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
