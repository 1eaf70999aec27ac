"""Penn Treebank tokens as the image-caption metrics count them.

The MS-COCO caption metrics tokenise with `PTBTokenizer` of Stanford CoreNLP 3.4.1 (options `-preserveLines
-lowerCase`) and then take out a list of punctuation tokens. This module gives the same tokens without a Java
machine. Its rules describe the tokeniser's observed output. What may surprise:

- Brackets stay, as `-lrb-` and the like: the metrics' list has them in capitals, the tokens come in small letters.
- British spelling stays as it is written; pounds become `#`, euros `$`, cents `cents`, `½` becomes `1/2`.
- Emoji and other characters unknown to the tokeniser vanish, and part the text on their two sides.
- A phone number, a mixed fraction or a mark-up tag may hold blanks: they come back as no-break spaces in one token.
- `.` after a lone letter is dropped before certain words that like to begin a sentence.

Every text is read by itself. The Java program reads a file as one stream, so that in rare cases (`L.` or `No.` at the
end of a line) a token there depends on how the *next* line begins: a score must not depend on the order of segments.

Tokens keep their case; they are lower-cased where they are counted.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

from genchal.text.tokenisers._ptb_chars import DIGITS, LETTERS, MARKS, SYMBOLS
from genchal.text.tokenisers.base import Tokeniser

# --- Words -------------------------------------------------------------------------------------------------------

# Abbreviations that keep their full stop, whatever their case. They may end a sentence, and so are on the whole
# taken for complete words: `Inc.a` is two tokens.
_ABBREVIATIONS = """
    al ala apr ariz assn aug bhd bldg blvd bros calif co colo conn corp cos ct dak dec esq est etc ext feb fla fri
    ga inc ind intl jan jr jul jun kan kans ky ltd mar md mich minn mo mon mont neb nev nov oct okla penn ph.d plc
    rd rt sep sept seq sq sr sys tel tenn thu thurs tue tues univ va vt wed wis wisc wyo
"""
# States that are words too; they keep the stop when they begin with a capital.
_CAPITAL_ABBREVIATIONS = "ark az del ill la mass miss ore pa tex wash"
# Abbreviations that something follows, such as titles: `Mr.A` is one token.
_TITLES = """
    adj adm adv alex assoc asst atty attys ave brig capt cf cie cmdr col comdr cpl dept det dr drs elec ens ft gen
    gov govs hon insp invt jos lieut lt maj messrs mlle mme mr mrs ms msgr mt natl pfc ph pres prof profs pvt rep
    reps rev sen sens sfc sgt spc st ste supt treas vs wm
"""
_OTHER_ABBREVIATIONS = "[Mm]fg [Mm]tg"
# These keep the stop before a number only.
_BEFORE_NUMBER = "art ca figs? nos? op pp prop"

# One written word, two tokens.
_CONTRACTIONS = {
    w.replace("+", ""): w.index("+") for w in ("can+not", "gon+na", "got+ta", "wan+na", "gim+me", "lem+me")
}

# After `X.` one of these, with a capital, begins a new sentence, so that the stop is no part of an initial.
_STARTERS = """
    a about according additionally after an as at but earlier he her here however if in it last many more now once one
    other our she since so some such that the their then there these they this we what when while yet you
"""

_EXTENSIONS = (
    "bat bmp c cgi class cpp dll docx? exe gif gz h html? jar java jpe?g mov mp3 pdf php pl png ppt ps py sql tar txt "
    "wav x xml zip"
)

_REMOVED = frozenset(["''", "'", "``", "`", ".", "?", "!", ",", ":", "-", "--", "...", ";"])

# --- Pieces of patterns ------------------------------------------------------------------------------------------

_SPACE = " \t\u00a0\u2000-\u200a\u3000"
_APOS = "['\u2019\u0092]"
_ANY_APOS = "['`\u2018\u2019\u201b\u0091\u0092]"
_QUOTES = "[`\u2018-\u201f\u00ab\u00bb\u2039\u203a\u0091-\u0094]"
_AL = f"[{LETTERS}{DIGITS}]"
_ENTITY = "&[aeiouAEIOU](?:acute|grave|uml);"
_WORD = f"(?:[{LETTERS}{MARKS}]|{_ENTITY})(?:[{LETTERS}{MARKS}{DIGITS}]++|{_ENTITY})*+"
_ACRONYM = r"[A-Za-z](?:\.[A-Za-z])+"
_CLITIC = f"{_APOS}(?:[msdMSD]|[rR][eE]|[vV][eE]|[lL][lL])"
_SLASHED = "[A-Za-z0-9]+(?:-[A-Za-z]+){0,2}"
_NUMBER = rf"(?:[{DIGITS}]+(?:[.:,\u066b\u066c][{DIGITS}]+)*|(?:[.:,\u066b\u066c][{DIGITS}]+)+)"
_NOT_URL = '\\s"<>|(){}'


def _any(words: str) -> str:
    return "(?:" + "|".join(words.replace(".", r"\.").split()) + ")"


def _capital(words: str) -> str:
    """Match the words with a first capital, the rest in any case."""
    return "(?:" + "|".join(f"{w[0].upper()}(?i:{w[1:]})" for w in words.split()) + ")"


# --- Kinds of tokens ---------------------------------------------------------------------------------------------

_GAP = "[- \u00a0]"
_SUBSCRIBER = f"[0-9]{{3,4}}{_GAP}?[0-9]{{3,5}}"  # after an area code in brackets, or one or two groups of digits
_PHONE = (
    rf"(?:\([0-9]{{2,3}}\)[ \u00a0]?|\+{{0,2}}(?:[0-9]{{2,4}}{_GAP}){{1,2}}){_SUBSCRIBER}"
    r"|(?:\+{0,2}[0-9]{2,4}\.)?[0-9]{2,4}\.[0-9]{3,4}\.[0-9]{3,5}"
)
_TAG = (
    r"<[!?][A-Za-z-][^>\n]*>"
    rf"|</?[A-Za-z][A-Za-z0-9_.:-]*(?:[{_SPACE}]+[A-Za-z][A-Za-z0-9_.:-]*"
    rf"(?:[{_SPACE}]*=[{_SPACE}]*(?:\"[^\"\n]*\"|'[^'\n]*'))?)*[{_SPACE}]*/?[{_SPACE}]*>"
)
_LABEL = f"[^{_NOT_URL}.]+"
_EMAIL = rf"(?:<|&lt;)?[A-Za-z0-9][^{_NOT_URL}]*@{_LABEL}(?:\.{_LABEL})*>?"
_TO_THE_END = f"[^{_NOT_URL}]{{2,}}(?<![.!?,-])"  # of an address; punctuation after it is the sentence's
_URL = f"(?i:https?)://{_TO_THE_END}"
# The tokeniser's second kind of host has neither capitals nor digits nor hyphens in it, but other odd characters.
_HOST = (
    rf"(?:(?i:www)\.(?:[^{_NOT_URL}.!?,]+\.)+[A-Za-z]{{2,4}}|(?:[^\s`\"'|!(){{}}$,-_]+\.)+(?i:com|net|org|edu))"
    rf"(?:/{_TO_THE_END})?"
)
_PREFIXED = f"(?:[dDoOlL]{_ANY_APOS}(?={_AL}{{2}}))?{_AL}+"
_THING = rf"{_PREFIXED}(?:[-_\u058a\u2010\u2011]{_PREFIXED})*"
_HYPHENED = rf"[A-Za-z0-9][A-Za-z0-9.,]*(?:-(?:{_ACRONYM}\.|[A-Za-z0-9]+))+"
_WORDS = rf"{_WORD}(?:[.!?]{_WORD})*"
_AMPERSAND = "[A-Z]+(?:(?:[+&]|&amp;)[A-Z]+)+"
_SLASHES = rf"{_SLASHED}(?:\\?/{_SLASHED}){{1,2}}"
_FRACTION = r"(?:[0-9]{1,4}[- \u00a0])?[0-9]{1,4}(?:\\?/|\u2044)[0-9]{1,4}"
_DATE = "[0-9]{1,2}[-/][0-9]{1,2}[-/][0-9]{2,4}"
_FILE = rf"{_AL}+(?:\.{_AL}+)*\.(?i:{_any(_EXTENSIONS)})(?=[\s.,!?])"
_SMILEY = (
    r"[<>]?[:;=][-o'*]?[()DPdpO\\{@|\[\]](?![A-Za-z0-9])"
    r"|[-^x=~<>']_[-^x=~<>']|\([-^x=~<>'][_.]?[-^x=~<>']\)|\([\^x=~<>']-[\^x=~<>']\)"
)

# All kinds that may begin with a character are tried and the longest match wins, the earlier one of equals. Where
# only a part of what matches is the token, the rest being context that lends its length, the token is group 1.
_BY_LETTER = [
    rf"({_WORDS}){_CLITIC}",
    _WORDS,
    _THING,
    rf"((?i:{_any(_ABBREVIATIONS)})\.|{_capital(_CAPITAL_ABBREVIATIONS)}\.|[Pp]p?t[ey]s?\.)[\s\S]{{2}}",
    rf"(?:(?i:{_any(_TITLES)})|{_any(_OTHER_ABBREVIATIONS)})\.",
    _HYPHENED,
    _SLASHES,
    rf"([A-Za-z]*[A-MO-Za-mo-z])[nN]{_ANY_APOS}[tT]|[nN]{_ANY_APOS}[tT]",
    rf"{_ACRONYM}\.|[A-Za-z]\.",
    rf"((?:{_WORDS}|{_THING}|{_HYPHENED}|{_AMPERSAND})\.)[,;:\u3001]",
    rf"((?i:{_any(_BEFORE_NUMBER)})\.)[{_SPACE}\n]?[{DIGITS}]",
    _AMPERSAND,
    rf"[A-HJ-XZn]{_ANY_APOS}[{LETTERS}]{{2,}}|[{LETTERS}]+[aeiouyAEIOUY]{_ANY_APOS}[aeiouA-Z][{LETTERS}]*",
    rf"[dDjJlL]{_APOS}|[oO]{_ANY_APOS}[oO]|([yY]{_APOS})[{LETTERS}]",
    rf"(?i:(?:dunkin|somethin|ol){_APOS}|c{_APOS}est|cap{_APOS}n)|(?i:nor'easter|c'mon|e'er|s'mores|ev'ry|li'l|nat'l|cont'd\.)",
    _URL,
    _HOST,
    _EMAIL,
    r"[A-Z]+\$|[Cc]\+\+|[CcFf]#",
    _FILE,
    _SMILEY,
]
_BY_DIGIT = [
    _NUMBER,
    rf"((?:{_THING}|{_HYPHENED})\.)[,;:\u3001]",
    _THING,
    _HYPHENED,
    _SLASHES,
    _FRACTION,
    _DATE,
    _PHONE,
    _FILE,
    _EMAIL,
]
_BY_OTHER = [
    rf"({_CLITIC})[^A-Za-z]",
    "('[tT])(?:[iI][sS]|[wW][aA][sS])",
    rf"(?i:{_APOS}n{_APOS}?|{_APOS}em|{_APOS}till?|{_APOS}cause)|{_APOS}[2-9]0s|({_APOS}[0-9]{{2}})\s",
    r"(')[A-Za-z]\S",
    _CLITIC,
    rf"[-+]?{_NUMBER}",
    _PHONE,
    _TAG,
    _HOST,
    _EMAIL,
    _SMILEY,
    rf"@[A-Za-z_][A-Za-z_0-9]*|#[{LETTERS}{MARKS}]+",
    rf"[?!]{{2,}}|\*+|_+|\#+|@+|-{{2,}}|\.{{3,5}}|''|{_QUOTES}{{1,2}}|<<|>>",
    r"[\u00b2\u00b3\u00b9\u2070\u2074-\u2079]+|[\u2080-\u2089]+",
    rf"&(?:amp|lt|gt|mdash|ndash);|&\#[0-9]+;|(?:\\\*)+|-(?i:[LR][CRS]B)-|{_WORDS}",
    rf"[!-/:-@\[-`{{-~\u0080\u0096\u0097\u00a2-\u00a4\u00bc-\u00be\u2013-\u2015\u2026\u20a0\u20ac\u2153\u2154{SYMBOLS}]",
]

_Match = Callable[[str, int], "re.Match[str] | None"]


def _compile(patterns: list[str]) -> list[_Match]:
    return [re.compile(p).match for p in patterns]


_LETTER, _DIGIT, _OTHER = _compile(_BY_LETTER), _compile(_BY_DIGIT), _compile(_BY_OTHER)

# Tokens that are written otherwise than they stand in the text; the ones that are removed become nothing.
_REWRITTEN = dict.fromkeys([*_REMOVED, '"', *"\u0096\u0097\u2013\u2014\u2015\u2026", "&mdash;", "&ndash;"], "")
_REWRITTEN.update(dict.fromkeys("\u0080\u00a4\u20a0\u20ac", "$"))
_REWRITTEN.update({"\u00a3": "#", "\u00a2": "cents"})
_REWRITTEN.update({"\u00bc": "1/4", "\u00bd": "1/2", "\u00be": "3/4", "\u2153": "1/3", "\u2154": "2/3"})
_REWRITTEN.update({"(": "-LRB-", ")": "-RRB-", "[": "-LSB-", "]": "-RSB-", "{": "-LCB-", "}": "-RCB-"})
_REWRITTEN.update({"&amp;": "&", "&lt;": "<", "&gt;": ">"})

_STARTS_SENTENCE = re.compile(rf"\s+{_capital(_STARTERS)}\s").match
_FOLLOWED_BY_CLITIC = re.compile(_CLITIC).match
_QUOTED = re.compile(rf"{_QUOTES}+|{_CLITIC}|[nN]{_ANY_APOS}[tT]").fullmatch
_PLAIN_QUOTES = str.maketrans(
    dict.fromkeys("\u2018\u201b\u2039\u0091", "`")
    | dict.fromkeys("\u2019\u203a\u0092", "'")
    | dict.fromkeys("\u201c\u00ab\u0093", "``")
    | dict.fromkeys("\u201d\u00bb\u0094", "''")
)
_INNER_BLANK = re.compile(f"[{_SPACE}]")
_BRACKETED = re.compile(rf"{_PHONE}|{_SMILEY}").fullmatch


def _written(token: str) -> str:
    """Return the token as the tokeniser prints it, empty if it is one of those removed."""
    known = _REWRITTEN.get(token)
    if known is not None:
        return known
    if token[0] in "-." and not token.strip(token[0]):
        return token if len(token) > 4 and token[0] == "-" else ""
    if _QUOTED(token):
        token = token.translate(_PLAIN_QUOTES)
        return "" if token in _REMOVED else token
    if ("(" in token or ")" in token) and _BRACKETED(token):
        token = token.replace("(", "-LRB-").replace(")", "-RRB-")
    return _INNER_BLANK.sub("\u00a0", token.replace("&amp;", "&"))


def _scan(text: str, end: int) -> list[str]:
    """Tokens of `text[:end]`, blanks within a token as no-break spaces; the line ends after it are only looked at."""
    tokens: list[str] = []
    pos = 0
    while pos < end:
        char = text[pos]
        best = pos
        found = None
        for match in _LETTER if char.isalpha() else _DIGIT if char.isdecimal() else _OTHER:
            m = match(text, pos)
            if m is not None and m.end() > best:
                best = m.end()
                found = m
        if found is None:  # a blank or an unknown character
            pos += 1
            continue
        stop = found.end(found.lastindex) if found.lastindex else best
        token = text[pos:stop]
        if stop - pos == 2 and token[1] == "." and _STARTS_SENTENCE(text, stop):
            token = token[0]
        pos = stop
        cut = _CONTRACTIONS.get(token.lower())
        if cut is not None and not _FOLLOWED_BY_CLITIC(text, stop):
            tokens += [token[:cut], token[cut:]]
        elif token := _written(token):
            tokens.append(token)
    return tokens


# --- The tokeniser -----------------------------------------------------------------------------------------------

# A token of a text that had to be read as a whole travels as a chunk of its own, after `_DONE`, its blanks as `_GLUE`.
# Both characters are unknown to the tokeniser, so that a text which brings them along loses them in `prepare`.
_DONE, _GLUE = "\x02", "\x03"

# Where a token may reach over a blank or depend on what follows it. Each begins with a rare or cheap character.
_BLANK_MATTERS = [
    re.compile(r"[0-9)][ \u00a0][0-9](?:[0-9]|\\?/|\u2044)"),
    re.compile(rf"\.(?<=[A-Za-z]\.)(?<![A-Za-z][A-Za-z]\.)\s+{_capital(_STARTERS)}\s"),
    re.compile(rf"<(?=[A-Za-z/!?][^>\s]*[{_SPACE}][^\n]*>)"),
]
_STOP_BEFORE_NUMBER = re.compile(rf"\.(?<=[A-Za-z]\.)[{_SPACE}][{DIGITS}]")
_ends_with_abbreviation = re.compile(rf"(?:^|.*[^A-Za-z])(?i:{_any(_BEFORE_NUMBER)})", re.DOTALL).fullmatch
_LINE_ENDS = str.maketrans(dict.fromkeys("\r\n\v\f\x85\u2028\u2029", " "))

# What most chunks look like: a word or number and perhaps one mark that is removed.
_simple = re.compile(r"([A-Za-z0-9]{2,}(?:-[A-Za-z]+)*)([.,;:?!]?)").fullmatch
_KEEP_STOP = frozenset(
    f"{_ABBREVIATIONS} {_CAPITAL_ABBREVIATIONS} {_TITLES} mfg mtg pte ptes pty ptys ppte pptes ppty pptys".split()
)


class Ptb(Tokeniser):
    """The caption metrics' Penn Treebank tokeniser."""

    name = "ptb"
    case_sensitive = True

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Read as a whole the few texts in which blanks matter, and return all texts ready to be split at blanks."""
        joined = "\n".join(texts)
        places = {m.start() for pattern in _BLANK_MATTERS for m in pattern.finditer(joined)}
        stops = (m.start() for m in _STOP_BEFORE_NUMBER.finditer(joined))
        if _DONE in joined or _GLUE in joined:
            places.update(m.start() for m in re.finditer(f"[{_DONE}{_GLUE}]", joined))
        places.update(stop for stop in stops if _ends_with_abbreviation(joined[max(0, stop - 6) : stop]))
        if not places:
            return texts
        starts = [0, *accumulate(len(text) + 1 for text in texts)]
        prepared = list(texts)
        for index in {bisect_right(starts, place) - 1 for place in places}:
            text = _clean(texts[index].translate(_LINE_ENDS))
            tokens = _scan(f"{text}\n\n", len(text))
            prepared[index] = " ".join(_DONE + token.replace("\u00a0", _GLUE) for token in tokens)
        return prepared

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the tokens of a piece of text without blanks."""
        simple = _simple(chunk)
        if simple is not None:
            word, stop = simple.groups()
            small = word.lower()
            if small not in _CONTRACTIONS and (stop != "." or small not in _KEEP_STOP):
                return [word]
        elif chunk[0] == _DONE:
            return [chunk[1:].replace(_GLUE, "\u00a0")]
        chunk = _clean(chunk)
        return _scan(f"{chunk}\n\n", len(chunk))


def _clean(text: str) -> str:
    """Take out soft hyphens and write two character references as the characters they mean."""
    if "&" in text:
        text = text.replace("&apos;", "'").replace("&quot;", '"').replace("&nbsp;", " ")
    return text.replace("\u00ad", "")
