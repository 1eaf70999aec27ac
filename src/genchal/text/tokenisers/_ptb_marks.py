"""Tokens of a chunk, from left to right: the kind of the character where a token begins says which function reads it.

A function of `_AT_START` adds what it reads to the tokens, nothing for marks that are removed, and returns where it
stopped.
"""

import re
from collections.abc import Callable

from genchal.text.tokenisers import ptb_tables as tables
from genchal.text.tokenisers._ptb_addresses import find_mail
from genchal.text.tokenisers._ptb_kinds import BLANK, CLOSE, KINDS, LESS, MORE, REMOVED, WRITTEN, Chunk
from genchal.text.tokenisers._ptb_spans import find_tag
from genchal.text.tokenisers._ptb_words import (
    LETTERS,
    NUMBER,
    find_clitic,
    find_glued_clitic,
    read_digits,
    read_signed,
    read_word,
)


def read_chunk(text: str) -> list[str]:
    """Tokens of one chunk, punctuation removed."""
    if "&" in text:
        text = _ENTITY.sub(_replace_entity, text)
    chunk = Chunk(text, text.translate(KINDS) + "\n\n\n")
    if "h" in chunk.kinds:
        return read_chunk(text.replace("\u00ad", "")) if len(text) > 1 else []
    tokens: list[str] = []
    at, end = 0, len(text)
    while at < end:
        at = _AT_START[chunk.kinds[at]](chunk, at, tokens)
    return tokens


_ENTITIES = {"&amp;": "&", "&apos;": "'", "&gt;": MORE, "&lt;": LESS, "&nbsp;": "\u200b", "&quot;": '"'}
_ENTITY = re.compile("|".join(_ENTITIES), re.IGNORECASE)


def _replace_entity(match: re.Match[str]) -> str:
    return _ENTITIES[match[0].lower()]


_CUT_AFTER_T = tuple(sorted(tables.APOSTROPHE_CUT_AFTER_T))
_LONGEST_AFTER_T = max(map(len, _CUT_AFTER_T))


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
    clitic = find_clitic(chunk, at) or find_glued_clitic(chunk, at)
    if clitic:
        tokens.append(text[at:clitic] if text[at + 1] in "nN" else f"'{text[at + 1 : clitic]}")
        return clitic
    end = max(
        (at + 1 + len(word) for word in tables.APOSTROPHE_BEGINS if text[at + 1 : at + 1 + len(word)].lower() == word),
        default=0,
    )
    if kinds[at + 1 : at + 3] == "00":
        if text[at + 1 : at + 3] in tables.APOSTROPHE_DECADES and text[at + 3 : at + 4] == "s":
            end = at + 4
        elif kinds[at + 3] in "\nz":
            end = at + 3
    if not end and text[at] == "'" and text[at + 1 : at + 1 + _LONGEST_AFTER_T].lower().startswith(_CUT_AFTER_T):
        end = at + 2
    if end:
        tokens.append(text[at:end])
        return end
    return _read_smiley(chunk, at, tokens) or at + 1


_CURLY_QUOTES = "".join(quote for quote in tables.WRITTEN_AS if KINDS[ord(quote)] in "'`q")
_CURLY = re.compile(f"[`{_CURLY_QUOTES}]{{2}}")


def _read_curly_quotes(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Two curly quotation marks that touch are one token; 0 if there are no two."""
    quotes = _CURLY.match(chunk.text, at)
    if not quotes:
        return 0
    token = "".join(WRITTEN.get(quote, quote) for quote in quotes[0])
    if token not in REMOVED:
        tokens.append(token)
    return quotes.end()


# -- marks: each function reads what begins with a mark ---------------------------------------------------------------

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


def _skip(chunk: Chunk, at: int, tokens: list[str]) -> int:  # noqa: ARG001, every reader takes these
    """Leave a character out."""
    return at + 1


def _read_symbol(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a face or a token of one character."""
    end = _read_smiley(chunk, at, tokens)
    if end:
        return end
    symbol = chunk.text[at]
    tokens.append(WRITTEN.get(symbol, symbol))
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
        text, kinds = chunk
        if text[at] in tables.IN_PAIRS:
            end = at + (2 if text.startswith(text[at], at + 1) else 1)
        else:
            end = at + _count_same(kinds if kinds[at] == "r" else text, at)
        tokens.append(chunk.text[at:end])
    return end


def _read_separator(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a comma or colon: the beginning of a number or a face, or nothing."""
    if chunk.kinds[at + 1] == "0" and chunk.kinds[at] in ",:":
        return read_signed(chunk, at, tokens)
    return _read_smiley(chunk, at, tokens) or at + 1


def _read_stops(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read full stops: .5 is a number, the others vanish."""
    count = _count_same(chunk.kinds, at)
    left = count % tables.MOST_IN_ELLIPSIS  # by the ellipses before
    if 0 < left < tables.LEAST_IN_ELLIPSIS and chunk.kinds[at + count] == "0":
        return read_signed(chunk, at + count - 1, tokens)
    return at + count


def _read_hyphens(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read hyphens: -5 is a number, ----- a line; the others vanish."""
    kinds = chunk.kinds
    count = _count_same(chunk.text, at)
    if count == 1 and NUMBER.match(kinds, at):
        return read_signed(chunk, at, tokens)
    if count == 1 and chunk.text[at + 1 : at + 4].lower() in tables.BRACKET_NAMES and kinds[at + 4] == "-":
        tokens.append(chunk.text[at : at + 5])
        return at + 5
    if count >= tables.LEAST_IN_LINE:
        tokens.append(chunk.text[at : at + count])
    elif count == 1:
        return _read_smiley(chunk, at, tokens) or at + 1
    return at + count


def _read_plus(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read +5 or a plus sign."""
    return read_signed(chunk, at, tokens) if NUMBER.match(chunk.kinds, at) else _read_symbol(chunk, at, tokens)


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
    letters = LETTERS.match(chunk.kinds, at + 1)
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
    text = chunk.text
    end = find_tag(text, at) or find_mail(text, at)
    if end:
        tokens.append(text[at:end])
        return end
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
    **dict.fromkeys("aAem", read_word),
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
    "0": read_digits,
    "<": _read_less,
    "@": _read_at,
    "O": _read_enclosed,
    "\\": _read_backslash,
}
