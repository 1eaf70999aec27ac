"""The Snowball stemmer of Spanish (Porter 2001)."""

from __future__ import annotations

from genchal.text.stemmers.endings import after_first_pair, listed, longest

VOWELS = "aeiouáéíóúü"
ACCENTS = str.maketrans("áéíóú", "aeiou")
PRONOUN = longest(listed("me se sela selo selas selos la le lo las les los nos"))
BEFORE_PRONOUN = longest(listed("iéndo ándo ár ér ír ando iendo ar er ir yendo"))
AFTER_IC = listed("adora ador ación adoras adores aciones ante antes ancia ancias")
REPLACED = {"logía": "log", "logías": "log", "ución": "u", "uciones": "u", "encia": "ente", "encias": "ente"}
OTHERS = listed(
    "anza anzas ico ica icos icas ismo ismos able ables ible ibles ista istas oso osa osos osas amiento amientos "
    "imiento imientos amente mente idad idades iva ivo ivas ivos"
)
STANDARD = longest(AFTER_IC | OTHERS | set(REPLACED))
Y_VERB = longest(listed("ya ye yan yen yeron yendo yo yó yas yes yais yamos"))
MAYBE_U = listed("en es éis emos")
VERB = longest(
    MAYBE_U
    | listed(
        "arían arías arán arás aríais aría aréis aríamos aremos ará aré erían erías erán erás eríais ería eréis "
        "eríamos eremos erá eré irían irías irán irás iríais iría iréis iríamos iremos irá iré aba ada ida ía ara iera "
        "ad ed id ase iese aste iste an aban ían aran ieran asen iesen aron ieron ado ido ando iendo ió ar er ir as "
        "abas adas idas ías aras ieras ases ieses ís áis abais íais arais ierais aseis ieseis asteis isteis ados idos "
        "amos ábamos íamos imos áramos iéramos iésemos ásemos"
    )
)
RESIDUAL = longest(listed("os a o á í ó e é"))


def stem(word: str) -> str:
    """Stem of a word in lower case."""
    rv = _region_after_vowel(word)
    r1 = after_first_pair(word, VOWELS)
    r2 = after_first_pair(word, VOWELS, r1)
    word = _without_pronoun(word, rv)
    shorter = _without_derivation(word, r1, r2)
    if shorter is None:
        shorter = _without_verb_ending(word, rv)
    ending = RESIDUAL(shorter)
    before = shorter.removesuffix(ending)
    if ending and len(before) >= rv:
        shorter = before
        if ending in ("e", "é") and before.endswith("gu") and len(before) - 1 >= rv:
            shorter = before[:-1]
    return shorter.translate(ACCENTS)


def _region_after_vowel(word: str) -> int:
    """Where RV begins: it depends on which of the first two letters are vowels."""
    if len(word) < 2:
        return len(word)
    first, second = word[0] in VOWELS, word[1] in VOWELS
    if not first and second:
        return 3 if len(word) >= 3 else len(word)
    wanted = not second
    return next((place + 1 for place in range(2, len(word)) if (word[place] in VOWELS) == wanted), len(word))


def _without_pronoun(word: str, rv: int) -> str:
    pronoun = PRONOUN(word)
    before = word.removesuffix(pronoun)
    ending = BEFORE_PRONOUN(before) if pronoun else ""
    start = before.removesuffix(ending)
    if not ending or len(start) < rv:
        return word
    if ending == "yendo":
        return before if start.endswith("u") else word
    return start + ending.translate(ACCENTS)


def _without_derivation(word: str, r1: int, r2: int) -> str | None:
    """Step 1; None if no ending can go."""
    ending = STANDARD(word)
    before = word.removesuffix(ending)
    if not ending or len(before) < (r1 if ending == "amente" else r2):
        return None
    if ending in REPLACED:
        return before + REPLACED[ending]
    further: tuple[str, ...] = ()
    if ending in AFTER_IC:
        further = ("ic",)
    elif ending == "amente":
        further = ("iv", "os", "ic", "ad")
    elif ending == "mente":
        further = ("ante", "able", "ible")
    elif ending.startswith("idad"):
        further = ("abil", "ic", "iv")
    elif ending.startswith("iv"):
        further = ("at",)
    for more in further:
        shorter = before.removesuffix(more)
        if len(before) > len(shorter) >= r2:
            if ending == "amente" and more == "iv" and shorter.endswith("at") and len(shorter) - 2 >= r2:
                return shorter[:-2]
            return shorter
    return before


def _without_verb_ending(word: str, rv: int) -> str:
    """Steps 2a and 2b: endings are looked for in RV only."""
    region = word[rv:]
    before = word.removesuffix(Y_VERB(region))
    if len(before) < len(word) and before.endswith("u"):
        return before
    ending = VERB(region)
    before = word.removesuffix(ending)
    if ending in MAYBE_U and before.endswith("gu"):
        return before[:-1]
    return before
