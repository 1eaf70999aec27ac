"""Sentences of English text: where a text is cut before it is parsed.

A sentence ends with a mark (. ! ? and their runs, closing quotes and brackets included) before white space, unless the
dot belongs to an abbreviation or an initial. What comes next need not begin with a capital: generated text is often in
lower case. A blank line ends a sentence always.
"""

from __future__ import annotations

import re

# English abbreviations that are written with a dot; in lower case, without it.
_BEFORE_MORE = """
adm approx apr aug ave avg blvd capt cf col ct dec dept dr e.g est ext feb fig ft gen gov hon hwy i.e jan jr jul lt maj
max min misc mon mr mrs ms mt no nov oct orig pg ph pp prof pt rd ref rep reps rev sat sen sens sep sept sgt sr st tel
thu thur thurs tue tues univ viz vol vs wed
"""
_MAYBE_LAST = "a.m al bros co corp etc fri hr hrs inc lb lbs ltd oz p.m phd sun u.k u.s u.s.a wk yr yrs"

BEFORE_MORE = frozenset(_BEFORE_MORE.split())  # nearly always followed by more of the sentence
MAYBE_LAST = frozenset(_MAYBE_LAST.split())  # may also be the last word of a sentence
ABBREVIATIONS = BEFORE_MORE | MAYBE_LAST

_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s)|\n\s*\n")
_ALSO_WORDS = ("no", "st")  # abbreviations only before a number or a name


def split_sentences(text: str) -> list[str]:
    """Split a text; white space around sentences is left out, and every sentence has some other character."""
    sentences = []
    start = 0
    for match in _END.finditer(text):
        if not match[0].isspace() and not _ends(text, match.start(), match.end(), start):
            continue
        piece = text[start : match.end()].strip()
        if piece:
            sentences.append(piece)
        start = match.end()
    piece = text[start:].strip()
    if piece:
        sentences.append(piece)
    return sentences


def _ends(text: str, place: int, end: int, start: int) -> bool:
    """Whether the marks at a place end the sentence that began at `start`."""
    following = text[end:].lstrip()[:1]
    marks = text[place:end]
    if not following or marks[0] in "!?":
        return not following or not (following in ",;:)" or (marks[-1] in "\"'”’)" and following.islower()))
    if following in ",;:)-–":
        return False
    if len(marks.rstrip("\"'”’)]")) > 1 or "…" in marks:
        return not following.islower()  # dots of omission
    before = text[start:place].split()
    word = before[-1].lstrip("\"'(“‘[") if before else ""
    lowered = word.lower()
    if not word or (len(before) == 1 and (word.isdigit() or (len(word) == 1 and word.isalpha()))):
        return False  # the number of a list
    if len(word) == 1 and word.isalpha() and word.isupper() and word != "I":
        return False  # an initial
    if lowered in _ALSO_WORDS:
        return not (following.isdigit() or (lowered == "st" and following.isupper()))
    if lowered in BEFORE_MORE:
        return False
    if lowered in MAYBE_LAST or re.fullmatch(r"(?:[a-z]\.)+[a-z]", lowered):
        return following.isupper()
    return True
