"""The Snowball stemmer of French (Porter 2001)."""

from __future__ import annotations

from genchal.text.stemmers.endings import after_first_pair, listed, longest

VOWELS = "aeiouyâàëéêèïîôûù"
SIMPLE = listed("ance iqUe isme able iste eux ances iqUes ismes ables istes")
AFTER_IC = listed("atrice ateur ation atrices ateurs ations")
REPLACED = {
    "logie": "log", "logies": "log", "usion": "u", "ution": "u", "usions": "u", "utions": "u", "ence": "ent",
    "ences": "ent",
}  # fmt: skip
OTHERS = listed("ement ements ité ités if ive ifs ives eaux aux euse euses issement issements amment emment ment ments")
STANDARD = longest(SIMPLE | AFTER_IC | OTHERS | set(REPLACED))
BEFORE_EMENT = longest(["iv", "eus", "abl", "iqU", "ièr", "Ièr"])
BEFORE_ITE = longest(["abil", "ic", "iv"])
I_VERB = longest(
    listed(
        "îmes ît îtes i ie ies ir ira irai iraIent irais irait iras irent irez iriez irions irons iront is issaIent "
        "issais issait issant issante issantes issants isse issent isses issez issiez issions issons it"
    )
)
PLAIN_VERB = listed("é ée ées és èrent er era erai eraIent erais erait eras erez eriez erions erons eront ez iez")
A_VERB = listed("âmes ât âtes a ai aIent ais ait ant ante antes ants as asse assent asses assiez assions")
VERB = longest(PLAIN_VERB | A_VERB | {"ions"})
RESIDUAL = longest(["ion", "ier", "ière", "Ier", "Ière", "e", "ë"])
DOUBLE = ("enn", "onn", "ett", "ell", "eill")


def stem(word: str) -> str:
    """Stem of a word in lower case."""
    word = _consonants(word)
    rv, r1 = _region_after_vowel(word), after_first_pair(word, VOWELS)
    r2 = after_first_pair(word, VOWELS, r1)
    done, shorter = _without_standard(word, rv, r1, r2)
    if not done:
        done, shorter = _without_verb_ending(shorter, rv, r2)
    if not done:
        shorter = _without_residue(shorter, rv, r2)
    elif shorter.endswith("Y"):
        shorter = shorter[:-1] + "i"
    elif shorter.endswith("ç"):
        shorter = shorter[:-1] + "c"
    if shorter.endswith(DOUBLE):
        shorter = shorter[:-1]
    return _without_accent(shorter).replace("I", "i").replace("U", "u").replace("Y", "y")


def _consonants(word: str) -> str:
    """Write vowels that sound as consonants in capitals: u and i between vowels, y beside a vowel, u after q."""
    letters = list(word)
    place = 0
    while place < len(letters):
        here, following = letters[place], letters[place + 1] if place + 1 < len(letters) else ""
        after = letters[place + 2] if place + 2 < len(letters) else " "
        if here in VOWELS and ((following in ("u", "i") and after in VOWELS) or following == "y"):
            letters[place + 1] = following.upper()
            place += 2
        elif here == "y" and following and following in VOWELS:
            letters[place] = "Y"
            place += 1
        elif here == "q" and following == "u":
            letters[place + 1] = "U"
            place += 2
        else:
            place += 1
    return "".join(letters)


def _region_after_vowel(word: str) -> int:
    """Where RV begins."""
    if len(word) >= 3 and ((word[0] in VOWELS and word[1] in VOWELS) or word.startswith(("par", "col", "tap"))):
        return 3
    return next((place + 1 for place in range(1, len(word)) if word[place] in VOWELS), len(word))


def _without_standard(word: str, rv: int, r1: int, r2: int) -> tuple[bool, str]:
    """Step 1: whether an ending was dealt with for good, and the word."""
    ending = STANDARD(word)
    before = word.removesuffix(ending)
    size = len(before)
    if not ending:
        return False, word
    if ending in REPLACED:
        return (True, before + REPLACED[ending]) if size >= r2 else (False, word)
    if ending in SIMPLE or ending in AFTER_IC or ending in ("ité", "ités", "if", "ive", "ifs", "ives"):
        return (True, _further(before, ending, r2)) if size >= r2 else (False, word)
    if ending in ("ement", "ements"):
        return (True, _before_ement(before, rv, r1, r2)) if size >= rv else (False, word)
    if ending == "eaux":
        return True, before + "eau"
    if ending == "aux":
        return (True, before + "al") if size >= r1 else (False, word)
    if ending in ("euse", "euses"):
        return (True, before) if size >= r2 else (True, before + "eux") if size >= r1 else (False, word)
    if ending in ("issement", "issements"):
        return (True, before) if size >= r1 and before[-1:] and before[-1] not in VOWELS else (False, word)
    if ending in ("amment", "emment"):
        return False, before + {"a": "ant", "e": "ent"}[ending[0]] if size >= rv else word
    return False, before if before[-1:] and before[-1] in VOWELS and size - 1 >= rv else word


def _further(before: str, ending: str, r2: int) -> str:
    """What may go before some endings of step 1."""
    if ending in AFTER_IC:
        return _without_ic(before, r2)
    if ending in ("ité", "ités"):
        more = BEFORE_ITE(before)
        shorter = before.removesuffix(more)
        if not more or len(shorter) >= r2:
            return shorter
        return shorter + {"abil": "abl", "ic": "iqU", "iv": "iv"}[more]
    if ending not in SIMPLE and before.endswith("at") and len(before) - 2 >= r2:
        return _without_ic(before[:-2], r2)
    return before


def _without_ic(word: str, r2: int) -> str:
    if not word.endswith("ic"):
        return word
    return word[:-2] if len(word) - 2 >= r2 else word[:-2] + "iqU"


def _before_ement(before: str, rv: int, r1: int, r2: int) -> str:
    more = BEFORE_EMENT(before)
    shorter = before.removesuffix(more)
    size = len(shorter)
    if more in ("ièr", "Ièr"):
        return shorter + "i" if size >= rv else before
    if more == "eus" and r1 <= size < r2:
        return shorter + "eux"
    if not more or size < r2:
        return before
    if more == "iv" and shorter.endswith("at") and size - 2 >= r2:
        return shorter[:-2]
    return shorter


def _without_verb_ending(word: str, rv: int, r2: int) -> tuple[bool, str]:
    """Steps 2a and 2b: endings are looked for in RV only."""
    region = word[rv:]
    ending = I_VERB(region)
    before = word.removesuffix(ending)
    if ending and len(before) > rv and before[-1] not in VOWELS:
        return True, before
    ending = VERB(region)
    before = word.removesuffix(ending)
    if not ending or (ending == "ions" and len(before) < r2):
        return False, word
    if ending in A_VERB and before.endswith("e") and len(before) > rv:
        return True, before[:-1]
    return True, before


def _without_residue(word: str, rv: int, r2: int) -> str:
    """Step 4."""
    if word.endswith("s") and len(word) > 1 and word[-2] not in "aiouès":
        word = word[:-1]
    ending = RESIDUAL(word[rv:])
    before = word.removesuffix(ending)
    if ending == "ion":
        return before if len(before) >= r2 and len(before) > rv and before[-1] in "st" else word
    if ending in ("ier", "ière", "Ier", "Ière"):
        return before + "i"
    if ending == "ë":
        return before if before.endswith("gu") and len(before) - 2 >= rv else word
    return before


def _without_accent(word: str) -> str:
    """Write é and è before the last consonants as e."""
    stop = len(word)
    while stop and word[stop - 1] not in VOWELS:
        stop -= 1
    if 0 < stop < len(word) and word[stop - 1] in "éè":
        return word[: stop - 1] + "e" + word[stop:]
    return word
