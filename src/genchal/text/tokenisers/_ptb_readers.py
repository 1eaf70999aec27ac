"""How the tokens of one chunk are found: from left to right, by the kind of the character where a token begins.

Each character has a kind, a single letter or the mark itself (``ptb_tables.CHARACTER_KINDS``): ``a`` and ``A`` are ASCII letters,
``e`` other letters, ``m`` marks on letters, ``0`` digits, ``s`` a symbol that is a token, ``r`` a symbol that forms tokens with
its like, ``q`` a curly or angled double quote, ``d`` a dash, ``t`` an ellipsis, ``h`` the soft hyphen, ``z`` what vanishes.

Letters and digits form *runs*. Whether a token goes on after a run is decided by the mark behind it: each mark has a
function (`_AFTER_RUN`) that returns where the token ends, and so has each kind a token can begin with (`_AT_START`).
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from genchal.text.tokenisers import ptb_tables as tables

KEEP, OPEN, BLANK, CLOSE, _LESS, _MORE = "\ue000\ue001\ue002\ue003\ue004\ue005"  # see Ptb.prepare; _LESS is &lt;
_OUR_MARKS = {ord(KEEP): "K", ord(OPEN): "O", ord(BLANK): "z", ord(CLOSE): "z", ord(_LESS): "s", ord(_MORE): "s"}
_REMOVED = frozenset(["!", "'", "''", ",", "-", "--", ".", "...", ":", ";", "?", "`", "``"])
_STARTS = [start for start, _ in tables.CHARACTER_KINDS]
_WRITTEN = {**tables.WRITTEN_AS, _LESS: "<", _MORE: ">"}


class _Kinds(dict[int, str]):
    """Kinds by code point, looked up in the ranges when first met."""

    def __missing__(self, code: int) -> str:
        kind = self[code] = tables.CHARACTER_KINDS[bisect_right(_STARTS, code) - 1][1]
        return kind


_KINDS = _Kinds(_OUR_MARKS)


class Chunk(NamedTuple):
    """A chunk with the kinds of its characters; three line ends follow, so that one may look ahead."""

    text: str
    kinds: str


def read_chunk(text: str) -> list[str]:
    """Tokens of one chunk, punctuation removed."""
    if "&" in text:
        text = _ENTITY.sub(_replace_entity, text)
    chunk = Chunk(text, text.translate(_KINDS) + "\n\n\n")
    if "h" in chunk.kinds:
        return read_chunk(text.replace("\u00ad", "")) if len(text) > 1 else []
    tokens: list[str] = []
    at, end = 0, len(text)
    while at < end:
        at = _AT_START[chunk.kinds[at]](chunk, at, tokens)
    return tokens


_ENTITIES = {"&amp;": "&", "&apos;": "'", "&gt;": _MORE, "&lt;": _LESS, "&nbsp;": "\u200b", "&quot;": '"'}
_ENTITY = re.compile("|".join(_ENTITIES), re.IGNORECASE)


def _replace_entity(match: re.Match[str]) -> str:
    return _ENTITIES[match[0].lower()]


# -- runs, and how far a token goes on over the mark behind a run ------------------------------------------------

_RUN = re.compile("[aAem0]+")
_LETTERS = re.compile("[aAem]*")
_DOTS = re.compile("(?:[.!?][aAem][aAem0]*)*")
_SEPARATED = re.compile("[.,aA0]*-")
_PLAIN_HYPHENS = re.compile("(?:-[aA0]+)+")
_HYPHENS = re.compile("(?:[-_][aAem0]+)+")
_SLASHES = re.compile(r"(?:-[aA]+)*(?:\\?/[aA0]+(?:-[aA]+)*){1,2}")
_ACRONYM = re.compile(r"[aA](?:\.[aA])*\.(?![aAem])")
_HYPHENS_TO_ACRONYM = re.compile(r"(?:-[aAem0]+)*?-[aA](?:\.[aA])+\.(?:-[aAem0]+)*")
_CAPITALS = re.compile("A+(?:[&+]A+)*")
_NUMBER = re.compile("[-+]?[.,:]?0+(?:[.,:]0+)*")
_MIXED_FRACTION = re.compile(r"0+-0+\\?/0+")
_WORD_KINDS = frozenset("aAem0")
_LETTER_KINDS = frozenset("aAem")


def _after_hyphen(chunk: Chunk, start: int, end: int) -> int:
    """Compounds: family-friendly, hors-d'oeuvre, anti-U.S., and with slashes, kid-friendly/cheap."""
    kinds = chunk.kinds
    matches = [_HYPHENS.match(kinds, end)]
    if kinds[end] == "-":
        matches += [_HYPHENS_TO_ACRONYM.match(kinds, end), _MIXED_FRACTION.match(kinds, start)]
        if _is_ascii(chunk, start, end):
            matches.append(_SLASHES.match(kinds, end))
    reached = max((match.end() for match in matches if match), default=end)
    return _after_elided(chunk, reached)


def _after_elided(chunk: Chunk, end: int) -> int:
    """Go on with a compound whose last piece so far is a d, l or o before an apostrophe."""
    text, kinds = chunk
    while kinds[end - 2] in "-_" and _is_elided(chunk, end - 1) and text[end - 1] in tables.APOSTROPHE_LETTERS_IN_COMPOUND:
        end = _run_end(kinds, end + 1)
        hyphens = _HYPHENS.match(kinds, end)
        if not hyphens:
            break
        end = hyphens.end()
    return end


def _is_elided(chunk: Chunk, at: int) -> bool:
    """Whether a letter is followed by an apostrophe and two more letters or digits."""
    kinds = chunk.kinds
    return kinds[at + 1] in "'`" and kinds[at + 2] in _WORD_KINDS and kinds[at + 3] in _WORD_KINDS


def _is_ascii(chunk: Chunk, start: int, end: int) -> bool:
    """Whether all letters are ASCII; some compounds take no others."""
    return chunk.text[start:end].isascii()


def _after_slash(chunk: Chunk, start: int, end: int) -> int:
    """Two or three alternatives: and/or, he/she/it."""
    slashes = _SLASHES.match(chunk.kinds, end) if _is_ascii(chunk, start, end) else None
    return slashes.end() if slashes else end


def _after_mark(chunk: Chunk, start: int, end: int) -> int:
    """Words whose sentences run together, nice!yes, are one token."""
    dots = _DOTS.match(chunk.kinds, end)
    return dots.end() if dots else end


def _after_separators(chunk: Chunk, start: int, end: int) -> int:
    """Words parted by stops and commas hang together before a hyphen: food,low-priced."""
    separated = _SEPARATED.match(chunk.kinds, end)
    if not separated or not _is_ascii(chunk, start, end):
        return end
    at = separated.end() - 1
    matches = [_PLAIN_HYPHENS.match(chunk.kinds, at), _HYPHENS_TO_ACRONYM.match(chunk.kinds, at)]
    return max((match.end() for match in matches if match), default=end)


def _after_stop(chunk: Chunk, start: int, end: int) -> int:
    """Acronyms and abbreviations keep their stop; other words go on if a letter follows, cheap.The."""
    text, kinds = chunk
    acronym = _ACRONYM.match(kinds, start)
    if acronym:
        return max(acronym.end(), _after_separators(chunk, start, end))
    if text[start : end + 3] in tables.DEGREES:
        return end + 3
    reached = max(_after_separators(chunk, start, end), _after_mark(chunk, start, end))
    if reached > end:
        return reached
    word = text[start:end]
    if word in tables.STOP_KEPT or (kinds[end + 1] == "0" and word in tables.STOP_BEFORE_NUMBER):
        return end + 1
    return end


def _after_capitals(chunk: Chunk, start: int, end: int) -> int:
    """R&D, AT&T."""
    capitals = _CAPITALS.match(chunk.kinds, start)
    return max(end, capitals.end()) if capitals else end


def _after_currency_area(chunk: Chunk, start: int, end: int) -> int:
    """US$."""
    return end + 1 if set(chunk.kinds[start:end]) == {"A"} else end


def _after_language(chunk: Chunk, start: int, end: int) -> int:
    """C# and C++; else as with capitals."""
    for size in (2, 1):
        if chunk.text[start : end + size] in tables.PROGRAMMING_LANGUAGES:
            return end + size
    return _after_capitals(chunk, start, end)


_AFTER_RUN: dict[str, Callable[[Chunk, int, int], int]] = {
    "!": _after_mark,
    "#": _after_language,
    "$": _after_currency_area,
    "&": _after_capitals,
    "+": _after_language,
    ",": _after_separators,
    "-": _after_hyphen,
    ".": _after_stop,
    "/": _after_slash,
    "?": _after_mark,
    "\\": _after_slash,
    "_": _after_hyphen,
}


def _run_end(kinds: str, at: int) -> int:
    run = _RUN.match(kinds, at)
    return run.end() if run else at


def _read_word(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a token that begins with a letter."""
    text, kinds = chunk
    end = _find_address(chunk, at)
    if end:
        tokens.append(text[at:end])
        return end
    run = end = _run_end(kinds, at)
    if kinds[end] in "'`":
        return _read_before_apostrophe(chunk, at, end, tokens)
    after = _AFTER_RUN.get(kinds[end])
    if after:
        end = after(chunk, at, end)
    return _take(chunk, at, end, tokens, whole=end == run)


def _take(chunk: Chunk, at: int, end: int, tokens: list[str], whole: bool) -> int:
    """Add a token, with the stop behind it if that belongs to it, or in two parts like cannot."""
    text, kinds = chunk
    token = text[at:end]
    if kinds[end] == "K":
        tokens.append(f"{token}.")
        return end + 1
    if kinds[end] == "." and kinds[end + 1] in ",;:" and "/" not in token and token[-1] != ".":  # the shop., but
        tokens.append(f"{token}.")
        return end + 1
    cut = tables.CONTRACTIONS.get(token.lower()) if whole and not _find_clitic(chunk, end) else None
    if cut is None:
        tokens.append(token)
    else:
        tokens += token[:cut], token[cut:]
    return end


def _read_digits(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a token that begins with a digit: a number, or a run such as 3rd and what it grows into."""
    text, kinds = chunk
    address = _find_address(chunk, at)
    if address:
        tokens.append(text[at:address])
        return address
    run = _run_end(kinds, at)
    ends = [run]
    number = _NUMBER.match(kinds, at)
    if number:
        ends.append(number.end())
    if kinds[run] in ".,":
        ends.append(_after_separators(chunk, at, run))
    if kinds[run] in "-_":
        ends.append(_after_hyphen(chunk, at, run))
    elif kinds[run] in "/\\":
        ends.append(_after_slash(chunk, at, run))
    elif kinds[run] == ".":
        ends.append(_find_file_name(chunk, run))
    end = max(ends)
    if number and end == number.end() and end > run:  # 1.5 gives its stop away, whatever follows
        tokens.append(text[at:end])
        return end
    return _take(chunk, at, end, tokens, whole=False)


def _read_signed(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a number with a sign or separator in front, at a place where there is one."""
    number = _NUMBER.match(chunk.kinds, at)
    end = number.end() if number else at + 1
    tokens.append(chunk.text[at:end])
    return end


# -- apostrophes ----------------------------------------------------------------------------------------------------

_WHOLE_WORDS: dict[str, list[str]] = {}
for _whole in sorted(tables.APOSTROPHE_WHOLE_WORDS):
    _WHOLE_WORDS.setdefault(_whole.partition("'")[0], []).append(_whole.partition("'")[2])


def _read_before_apostrophe(chunk: Chunk, at: int, end: int, tokens: list[str]) -> int:
    """Read a run of letters with an apostrophe behind it: don't, O'Brien, ma'am, or just the word."""
    text, kinds = chunk
    word = text[at:end]
    if "0" in kinds[at:end]:
        return _take(chunk, at, end, tokens, whole=False)
    letters = _LETTERS.match(kinds, end + 1)
    after = text[end + 1 : letters.end()] if letters else ""
    if after[:1] in ("t", "T") and word[-1] in "nN" and (
        len(word) == 1 or (word.isascii() and word[-2] not in "nN")
    ):
        if len(word) > 1:
            tokens.append(word[:-1])
        tokens.append(word[-1] + (text[end] if kinds[end] == "'" and len(after) > 1 else kinds[end]) + after)
        return end + 1 + len(after)
    if not _find_clitic(chunk, end):
        whole = _find_whole(chunk, at, end, after)
        if whole:
            tokens.append(text[at:whole])
            return whole
    return _take(chunk, at, end, tokens, whole=True)


def _find_whole(chunk: Chunk, at: int, end: int, after: str) -> int:
    """Where a token with an apostrophe inside or at its end ends; 0 if the apostrophe does not belong to the word."""
    text, kinds = chunk
    word = text[at:end]
    if len(word) == 1:
        if word in tables.APOSTROPHE_LETTERS_IN_COMPOUND and _is_elided(chunk, at):
            reached = _run_end(kinds, end + 1)
            hyphens = _HYPHENS.match(kinds, reached)
            return _after_elided(chunk, hyphens.end()) if hyphens else reached
        if word in tables.APOSTROPHE_LETTERS_WHOLE and len(after) > 1:
            return end + 1 + len(after)
        lone = tables.APOSTROPHE_LETTERS_CUT_BEFORE_WORD if len(after) > 1 else tables.APOSTROPHE_LETTERS_CUT_BEFORE_LETTER
        if kinds[end + 1] not in _WORD_KINDS:
            lone = tables.APOSTROPHE_LETTERS_CUT_BEFORE_MARK
        if word in lone and kinds[end] == "'":
            return end + 1
    elif word[-1] in tables.APOSTROPHE_VOWELS_BEFORE and after[:1] in tables.APOSTROPHE_VOWELS_AFTER:
        return end + 1 + len(after)
    for rest in _WHOLE_WORDS.get(word.lower(), ()):
        if after[: len(rest)].lower() == rest:
            return end + 1 + len(rest)
    return end + 1 if word.lower() in tables.APOSTROPHE_ENDS and kinds[end] == "'" else 0


def _find_clitic(chunk: Chunk, at: int) -> int:
    """Where a clitic such as 's ends that begins with the apostrophe here; 0 if there is none."""
    text, kinds = chunk
    if kinds[at] != "'":
        return 0
    for end in (at + 3, at + 2):
        clitic = text[at + 1 : end].lower()
        if clitic in tables.APOSTROPHE_CLITICS and (kinds[end] in "\nz" if clitic == "n" else kinds[end] not in "aA"):
            return end
    return 0


def _find_glued_clitic(chunk: Chunk, at: int) -> int:
    """The same for a clitic with a curly apostrophe, which may have a letter behind it; none if the apostrophe is straight."""
    if chunk.text[at] != "'" and chunk.kinds[at] == "'":
        for end in (at + 3, at + 2):
            if chunk.text[at + 1 : end].lower() in tables.APOSTROPHE_CLITICS:
                return end
    return 0


def _read_apostrophe(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read an apostrophe where a token begins: 's, 'em, '90s; else it is a quotation mark and vanishes."""
    text, kinds = chunk
    quotes = _read_curly_quotes(chunk, at, tokens)
    if quotes:
        return quotes
    if kinds[at] == "`":
        return _read_smiley(chunk, at, tokens) or at + 1
    if kinds[at + 1] == "'" and text[at] == text[at + 1]:
        return at + 2
    if kinds[at + 1] in "aA" and kinds[at + 2] == "'" and text[at + 1] in "nN":
        tokens.append(text[at : at + 3])
        return at + 3
    clitic = _find_clitic(chunk, at) or _find_glued_clitic(chunk, at)
    if clitic:
        tokens.append(text[at:clitic] if text[at + 1] in "nN" else f"'{text[at + 1 : clitic]}")
        return clitic
    end = max((at + 1 + len(word) for word in tables.APOSTROPHE_BEGINS if text[at + 1 : at + 1 + len(word)].lower() == word), default=0)
    if kinds[at + 1 : at + 3] == "00":
        if text[at + 1 : at + 3] in tables.APOSTROPHE_DECADES and text[at + 3 : at + 4] == "s":
            end = at + 4
        elif kinds[at + 3] in "\nz":
            end = at + 3
    if not end and text[at] == "'" and text[at + 1 :].lower().startswith(tuple(tables.APOSTROPHE_CUT_AFTER_T)):
        end = at + 2
    if end:
        tokens.append(text[at:end])
        return end
    return _read_smiley(chunk, at, tokens) or at + 1


_CURLY = re.compile("[`\x91-\x94\u00ab\u00bb\u2018\u2019\u201b-\u201d\u2039\u203a]{2}")


def _read_curly_quotes(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Two curly quotation marks that touch are one token; 0 if there are no two."""
    quotes = _CURLY.match(chunk.text, at)
    if not quotes:
        return 0
    token = "".join(_WRITTEN.get(quote, quote) for quote in quotes[0])
    if token not in _REMOVED:
        tokens.append(token)
    return quotes.end()

# -- addresses and names of files ---------------------------------------------------------------------------------


def _any_but(excluded: frozenset[str]) -> str:
    return f"[^{re.escape(''.join(sorted(excluded)))}]"


_URL = re.compile(
    f"(?:{'|'.join(sorted(tables.SCHEMES))})://{_any_but(tables.NOT_IN_URL)}*{_any_but(tables.NOT_AT_URL_END)}", re.IGNORECASE
)
_PATH = f"/{_any_but(tables.NOT_IN_PATH)}+{_any_but(tables.NOT_AT_PATH_END)}"
_SITE = re.compile(
    rf"{_any_but(tables.NOT_IN_SITE)}+\.(?:{'|'.join(sorted(tables.DOMAINS))}){_PATH}"
    rf"|www\.{_any_but(tables.NOT_IN_WWW)}+\.[a-z]{{2,4}}(?:{_PATH})?",
    re.IGNORECASE,
)
_MAIL = re.compile(f"<?{_any_but(tables.NOT_IN_MAIL)}+@(?![.]){_any_but(tables.NOT_IN_MAIL)}*{_any_but(tables.NOT_AT_MAIL_END | {'>'})}>?")
_FILE = re.compile(rf"(?:\.[a-z0-9]+)*?\.(?:{'|'.join(sorted(tables.FILE_ENDINGS))})(?=[!,.?]|$)", re.IGNORECASE)


def _find_address(chunk: Chunk, at: int) -> int:
    """Where an address that begins here ends; 0 if there is none."""
    text = chunk.text
    match = None
    if text.find("://", at) > 0:
        match = _URL.match(text, at)
    if not match and text.rfind("@") > at and chunk.kinds[at] in "aA0":
        match = _MAIL.match(text, at)
    if not match and (text[at : at + 4].lower() == "www." or (text.find("/", at) > 0 and text.find(".", at) > 0)):
        match = _SITE.match(text, at)
    return match.end() if match else 0


def _find_file_name(chunk: Chunk, end: int) -> int:
    """Go on over the ending of a file name, 1.pdf."""
    ending = _FILE.match(chunk.text, end)
    return ending.end() if ending else end


# -- marks: each function reads what begins with a mark ---------------------------------------------------------------

_TAG = re.compile(r"<(?:/?[A-Za-z][A-Za-z0-9_:.-]*/?|[!?][A-Za-z-][^<>]*)>")
_HANDLE = re.compile("@[A-Za-z_][A-Za-z0-9_]*")
_NUMERIC_ENTITY = re.compile("&#[0-9]+;")
_LONGEST_SMILEY = max(map(len, tables.SMILEYS))
_BRACKETS = str.maketrans({"(": "-LRB-", ")": "-RRB-"})


def _read_smiley(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a face if there is one; else 0."""
    text, kinds = chunk
    for end in range(min(at + _LONGEST_SMILEY, len(text)), at + 1, -1):
        if kinds[end] not in "aA0" and text[at:end] in tables.SMILEYS:
            tokens.append(text[at:end].translate(_BRACKETS))
            return end
    return 0


def _skip(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Leave a character out."""
    return at + 1


def _read_symbol(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a face or a token of one character."""
    end = _read_smiley(chunk, at, tokens)
    if end:
        return end
    symbol = chunk.text[at]
    tokens.append(_WRITTEN.get(symbol, symbol))
    return at + 1


def _count_same(text: str, at: int) -> int:
    """How often the character here is repeated."""
    end = at
    while end < len(text) and text[end] == text[at]:
        end += 1
    return end - at


def _read_repeated(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read symbols that form a token with their like: ***, __."""
    end = _read_smiley(chunk, at, tokens)
    if not end:
        count = _count_same(chunk.text, at)
        end = at + (min(count, 2) if chunk.text[at] in tables.IN_PAIRS else count)
        if chunk.kinds[at] == "r" and chunk.text[at] not in tables.IN_PAIRS:
            end = at + _count_same(chunk.kinds, at)
        tokens.append(chunk.text[at:end])
    return end


def _read_separator(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a comma or colon: the beginning of a number or a face, or nothing."""
    if chunk.kinds[at + 1] == "0" and chunk.kinds[at] in ",:":
        return _read_signed(chunk, at, tokens)
    return _read_smiley(chunk, at, tokens) or at + 1


def _read_stops(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read full stops: .5 is a number, the others vanish."""
    count = _count_same(chunk.kinds, at)
    if (count < 3 or count > 5) and chunk.kinds[at + count] == "0":
        return _read_signed(chunk, at + count - 1, tokens)
    return at + count


def _read_hyphens(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read hyphens: -5 is a number, ----- a line; the others vanish."""
    kinds = chunk.kinds
    count = _count_same(chunk.text, at)
    if count == 1 and _NUMBER.match(kinds, at):
        return _read_signed(chunk, at, tokens)
    if count == 1 and chunk.text[at + 1 : at + 4].lower() in tables.BRACKET_NAMES and kinds[at + 4] == "-":
        tokens.append(chunk.text[at : at + 5])
        return at + 5
    if count > 4:
        tokens.append(chunk.text[at : at + count])
    elif count == 1:
        return _read_smiley(chunk, at, tokens) or at + 1
    return at + count


def _read_plus(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read +5 or a plus sign."""
    return _read_signed(chunk, at, tokens) if _NUMBER.match(chunk.kinds, at) else _read_symbol(chunk, at, tokens)


_EXCLAMATIONS = re.compile("[!?]+")


def _read_exclamations(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read ! and ?: one vanishes, several are a token."""
    marks = _EXCLAMATIONS.match(chunk.kinds, at)
    end = marks.end() if marks else at + 1
    if end - at > 1:
        tokens.append(chunk.text[at:end])
    return end


def _read_hash(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a hashtag, which ends before a digit, or hashes."""
    letters = _LETTERS.match(chunk.kinds, at + 1)
    end = letters.end() if letters else at + 1
    if end == at + 1:
        end = at + _count_same(chunk.text, at)
    tokens.append(chunk.text[at:end])
    return end


def _read_at(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read the name of a user, or at signs."""
    handle = _HANDLE.match(chunk.text, at)
    end = handle.end() if handle else at + _count_same(chunk.text, at)
    tokens.append(chunk.text[at:end])
    return end


def _read_less(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a tag, an address in angle brackets, or the signs themselves."""
    if chunk.kinds[at + 1] == "<":
        return _read_repeated(chunk, at, tokens)
    match = _TAG.match(chunk.text, at) or (_MAIL.match(chunk.text, at) if chunk.text.rfind("@") > at else None)
    if match:
        tokens.append(match[0])
        return match.end()
    return _read_repeated(chunk, at, tokens)


def _read_ampersand(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read &eacute; and the like, or the sign."""
    text = chunk.text
    end = text.find(";", at, at + 10) + 1
    if end and (text[at + 1 : end - 1] in tables.ENTITIES or _NUMERIC_ENTITY.match(text, at)):
        tokens.append(text[at:end])
        return end
    tokens.append("&")
    return at + 1


def _read_backslash(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a backslash, with the asterisk behind it."""
    end = at + 2 if chunk.kinds[at + 1] == "*" else at + 1
    tokens.append(chunk.text[at:end])
    return end


def _read_quote(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a double quotation mark: curly ones that touch are a token, others vanish."""
    return _read_curly_quotes(chunk, at, tokens) or at + 1


def _read_enclosed(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a token that was marked because of the blanks in it; they become no-break spaces."""
    end = chunk.text.find(CLOSE, at)
    if end < 0:
        return at + 1
    token = chunk.text[at + 1 : end].replace(BLANK, "\u00a0")
    tokens.append(token if token.startswith("<") else token.translate(_BRACKETS))
    return end + 1


_AT_START: dict[str, Callable[[Chunk, int, list[str]], int]] = {
    **dict.fromkeys("aAem", _read_word),
    **dict.fromkeys("()[]{}=^~$%|s/", _read_symbol),
    **dict.fromkeys("*_>r", _read_repeated),
    **dict.fromkeys(",:;", _read_separator),
    **dict.fromkeys("!?", _read_exclamations),
    **dict.fromkeys("'`", _read_apostrophe),
    **dict.fromkeys("dtzhK", _skip),
    **dict.fromkeys('"q', _read_quote),
    "#": _read_hash,
    "&": _read_ampersand,
    "+": _read_plus,
    "-": _read_hyphens,
    ".": _read_stops,
    "0": _read_digits,
    "<": _read_less,
    "@": _read_at,
    "O": _read_enclosed,
    "\\": _read_backslash,
}
