"""How far a token that begins with a letter or a digit reaches.

Letters and digits form *runs*. Whether a token goes on after a run is decided by the mark behind it: each mark has a
function (`_AFTER_RUN`) that takes where the run begins and ends and returns where the token ends.
"""

import re
from collections.abc import Callable

from genchal.text.tokenisers import ptb_tables as tables
from genchal.text.tokenisers._ptb_addresses import find_address, find_file_name
from genchal.text.tokenisers._ptb_kinds import Chunk
from genchal.text.tokenisers._ptb_spans import find_fraction

# -- runs, and how far a token goes on over the mark behind a run ------------------------------------------------

_RUN = re.compile("[aAem0]+")
LETTERS = re.compile("[aAem]*")
_IN_SEPARATED = re.compile(f"[{re.escape(''.join(sorted(tables.IN_SEPARATED)))}]*")
_BEHIND_SEPARATED = re.compile(f"[{re.escape(''.join(sorted(tables.BEHIND_SEPARATED)))}]*")
_LONGEST_SEPARATED = 500  # looked for wherever a word begins, so that there must be an end to it
_HYPHENS = re.compile("(?:[-_][aAem0]+)+")
_AFTER_SLASH = re.compile(f"[{''.join(sorted(tables.KINDS_AFTER_SLASH))}]*")
_AFTER_HYPHEN_AND_SLASH = re.compile(f"[{''.join(sorted(tables.KINDS_AFTER_HYPHEN_AND_SLASH))}]*")
_ACRONYM = re.compile(r"[aA](?:\.[aA])*\.(?![aAem])")
_HYPHENS_TO_ACRONYM = re.compile(r"(?:-[aAem0]+)*?-[aA](?:\.[aA])+\.(?:-[aAem0]+)*")
_CAPITALS = re.compile(f"[{''.join(sorted(tables.KINDS_BESIDE_CAPITAL_JOIN))}]*")
NUMBER = re.compile("[-+]?[.,:]?0+(?:[.,:]0+)*")
_WORD_KINDS = frozenset("aAem0")
_SLASHES = sorted(tables.SLASHES)


def _after_hyphen(chunk: Chunk, start: int, end: int) -> int:
    """Compounds: family-friendly, hors-d'oeuvre, anti-U.S., and with slashes, kid-friendly/cheap."""
    kinds = chunk.kinds
    hyphens = _HYPHENS.match(kinds, end)
    reached = hyphens.end() if hyphens else end
    if kinds[end] == "-":
        acronym = _HYPHENS_TO_ACRONYM.match(kinds, end)
        if acronym and acronym.end() > reached:
            reached = acronym.end()
        if kinds[reached] in "/\\":
            reached = max(reached, _count_alternatives(chunk, start, end), find_fraction(chunk.text, start))
    return _after_elided(chunk, reached)


def _after_elided(chunk: Chunk, end: int) -> int:
    """Go on with a compound whose last piece so far is a d, l or o before an apostrophe."""
    text, kinds = chunk
    while (
        kinds[end - 2] in "-_" and _is_elided(chunk, end - 1) and text[end - 1] in tables.APOSTROPHE_LETTERS_IN_COMPOUND
    ):
        end = _run_end(kinds, end + 1)
        hyphens = _HYPHENS.match(kinds, end)
        if not hyphens:
            break
        end = hyphens.end()
    return end


def _is_elided(chunk: Chunk, at: int) -> bool:
    """Whether a letter is followed by an apostrophe and two more letters or digits."""
    kinds = chunk.kinds
    return kinds[at + 1] in "'`" and tables.KINDS_AFTER_ELISION.issuperset(
        kinds[at + 2 : at + 2 + tables.LEAST_AFTER_ELISION]
    )


def _is_ascii(chunk: Chunk, start: int, end: int) -> bool:
    """Whether all letters are ASCII; some compounds take no others."""
    return chunk.text[start:end].isascii()


def _after_slash(chunk: Chunk, start: int, end: int) -> int:
    """Two or three alternatives: and/or, he/she/it."""
    return max(end, _count_alternatives(chunk, start, end), find_fraction(chunk.text, start))


def _count_alternatives(chunk: Chunk, start: int, end: int) -> int:
    """Go on over words joined by hyphens and slashes, as many of each as a token can have; 0 if there is no slash."""
    text, kinds = chunk
    if not _is_ascii(chunk, start, end):
        return 0
    reached = 0
    for slashes in range(tables.MOST_SLASHES + 1):
        for _ in range(tables.MOST_HYPHENS_BETWEEN_SLASHES):
            word = _skip(_AFTER_HYPHEN_AND_SLASH, kinds, end + 1) if kinds[end] == "-" else end + 1
            if word == end + 1:
                break
            end = word
        if slashes:
            reached = end
        slash = next((end + len(slash) for slash in _SLASHES if text.startswith(slash, end)), end)
        word = _skip(_AFTER_SLASH, kinds, slash)
        if slash == end or word == slash:
            break
        end = word
    return reached


def _after_mark(chunk: Chunk, start: int, end: int) -> int:  # noqa: ARG001, every such function takes these
    """Words whose sentences run together, nice!yes, are one token."""
    kinds = chunk.kinds
    while kinds[end] in tables.SENTENCE_MARKS and kinds[end + 1] in tables.KINDS_AFTER_SENTENCE_MARK:
        end = _run_end(kinds, end + 1)
    return end


def _after_separators(chunk: Chunk, start: int, end: int) -> int:
    """Words parted by stops and commas hang together before a hyphen: food,low-priced."""
    text, kinds = chunk
    separated = _IN_SEPARATED.match(text, end, end + _LONGEST_SEPARATED)
    hyphen = separated.end() if separated else end
    if kinds[hyphen] != "-" or not tables.BEFORE_SEPARATOR.issuperset(text[start:end]):
        return end
    acronym = _HYPHENS_TO_ACRONYM.match(kinds, hyphen)
    end = max(end, acronym.end()) if acronym else end
    while kinds[hyphen] == "-":
        word = _skip(_BEHIND_SEPARATED, text, hyphen + 1)
        if word == hyphen + 1:
            break
        hyphen = word
        end = max(end, word)
    return end


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
    """Capitals with marks between them: B&B, Q&A."""
    kinds = chunk.kinds
    if _skip(_CAPITALS, kinds, start) == end:
        while kinds[end] in tables.CAPITAL_JOINS and kinds[end + 1] in tables.KINDS_BESIDE_CAPITAL_JOIN:
            end = _skip(_CAPITALS, kinds, end + 1)
    return end


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
    return _skip(_RUN, kinds, at)


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where a run of certain characters or kinds ends."""
    run = pattern.match(text, at)
    return run.end() if run else at


def read_word(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a token that begins with a letter."""
    text, kinds = chunk
    end = find_address(text, at)
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
    if (  # the shop., but
        kinds[end] == "."
        and kinds[end + 1] in tables.STOP_KEPT_BEFORE
        and kinds[end - 1] in _WORD_KINDS
        and tables.STOP_LOST_WITH.isdisjoint(token)
    ):
        tokens.append(f"{token}.")
        return end + 1
    cut = tables.CONTRACTIONS.get(token.lower()) if whole and not find_clitic(chunk, end) else None
    if cut is None:
        tokens.append(token)
    else:
        tokens += token[:cut], token[cut:]
    return end


def read_digits(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a token that begins with a digit: a number, or a run such as 3rd and what it grows into."""
    text, kinds = chunk
    address = find_address(text, at)
    if address:
        tokens.append(text[at:address])
        return address
    run = _run_end(kinds, at)
    ends = [run]
    number = NUMBER.match(kinds, at)
    if number:
        ends.append(number.end())
    if kinds[run] in ".,":
        ends.append(_after_separators(chunk, at, run))
    if kinds[run] in "-_":
        ends.append(_after_hyphen(chunk, at, run))
    elif kinds[run] in "/\\":
        ends.append(_after_slash(chunk, at, run))
    elif kinds[run] == ".":
        ends.append(find_file_name(chunk, run))
    end = max(ends)
    if number and end == number.end() and end > run:  # 1.5 gives its stop away, whatever follows
        tokens.append(text[at:end])
        return end
    return _take(chunk, at, end, tokens, whole=False)


def read_signed(chunk: Chunk, at: int, tokens: list[str]) -> int:
    """Read a number with a sign or separator in front, at a place where there is one."""
    number = NUMBER.match(chunk.kinds, at)
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
    letters = LETTERS.match(kinds, end + 1)
    after = text[end + 1 : letters.end()] if letters else ""
    if after[:1] in ("t", "T") and word[-1] in "nN" and _can_lose_n_t(word, kinds[at:end]):
        if len(word) > 1:
            tokens.append(word[:-1])
        tokens.append(word[-1] + (text[end] if kinds[end] == "'" and len(after) > 1 else kinds[end]) + after)
        return end + 1 + len(after)
    if not find_clitic(chunk, end):
        whole = _find_whole(chunk, at, end, after)
        if whole:
            tokens.append(text[at:whole])
            return whole
    return _take(chunk, at, end, tokens, whole=True)


def _can_lose_n_t(word: str, kinds: str) -> bool:
    """Whether n't is split off a word that ends in n: not if it ends in nn or has other letters than English ones."""
    return len(word) == 1 or (word[-2] not in tables.NO_N_T_AFTER and tables.KINDS_BEFORE_N_T.issuperset(kinds))


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
        lone = (
            tables.APOSTROPHE_LETTERS_CUT_BEFORE_WORD if len(after) > 1 else tables.APOSTROPHE_LETTERS_CUT_BEFORE_LETTER
        )
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


def find_clitic(chunk: Chunk, at: int) -> int:
    """Where a clitic such as 's ends that begins with the apostrophe here; 0 if there is none."""
    text, kinds = chunk
    if kinds[at] != "'":
        return 0
    for end in (at + 3, at + 2):
        clitic = text[at + 1 : end].lower()
        if clitic in tables.APOSTROPHE_CLITICS and (kinds[end] in "\nz" if clitic == "n" else kinds[end] not in "aA"):
            return end
    return 0


def find_glued_clitic(chunk: Chunk, at: int) -> int:
    """The same for a clitic with a curly apostrophe, which may have a letter behind it."""
    if chunk.text[at] != "'" and chunk.kinds[at] == "'":
        for end in (at + 3, at + 2):
            if chunk.text[at + 1 : end].lower() in tables.APOSTROPHE_CLITICS:
                return end
    return 0
