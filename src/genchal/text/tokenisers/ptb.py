"""Penn Treebank tokens as the image-caption metrics make them, with punctuation taken out.

The caption metrics (Chen et al. 2015) call a Java program, the tokeniser of Stanford CoreNLP 3.4.1. The rules here were
found by asking that program what it makes of a text: ``tools/probe_ptb.py`` asks and writes ``ptb_tables.py``, which
says what words and characters do and how many of what make a token. ``_ptb_marks.py`` reads chunks, ``_ptb_words.py``
and ``_ptb_addresses.py`` know how far words reach, ``_ptb_spans.py`` how far tokens with blanks inside.
A text is read by itself, as a line of its own.
"""

import re
import string
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from genchal.text.tokenisers import ptb_tables as tables
from genchal.text.tokenisers._ptb_kinds import BLANK, CLOSE, KEEP, OPEN
from genchal.text.tokenisers._ptb_marks import read_chunk
from genchal.text.tokenisers._ptb_spans import find_span
from genchal.text.tokenisers.base import Tokeniser

_OURS = re.compile(f"[{KEEP}-{CLOSE}]")  # characters for private use: the Java program drops them, too
_NOT_BEFORE = re.escape("".join(sorted(tables.KINDS_NOT_BEFORE_STOPPED & frozenset(string.punctuation))))
_EDGE = rf"(?<![\w{_NOT_BEFORE}])"  # no token that goes on reaches to here
_HEADS = "|".join(sorted(tables.SENTENCE_HEADS))
_NUMBERED = "|".join(sorted(tables.STOP_BEFORE_NUMBER))
# "plan B. The rest": a lone letter before a word that often begins a sentence gives its stop away.
_LETTER_AT_END = re.compile(rf"{_EDGE}([A-Za-z])\.(?=\s+(?:{_HEADS})(?:\s|$))")
_STOP_BEFORE_NUMBER = re.compile(rf"{_EDGE}({_NUMBERED})\.(?=\s+{OPEN}?[0-9])")
_SPAN_BEGINS = re.compile("[0-9]+|[+(]|<+")
_BLANK_INSIDE = re.compile(r"\s")
_ENCLOSED = frozenset(["(", *tables.PHONE_SIGNS])  # cut although there is no blank
# What texts must have to be looked at more closely; each begins with a character that is quickly found.
_SIGNS = (
    re.compile(r" (?<=[0-9)] )(?=[0-9])"),
    re.compile(r"\u00a0(?<=[0-9)]\u00a0)(?=[0-9])"),
    re.compile(r"\.(?:(?<=\b[A-Za-z]\.)(?=\s)|(?=\s+[0-9]))"),
    re.compile(r"\((?=[0-9]+\))"),
    re.compile(r"\+(?=[0-9]+-)"),
    re.compile("<"),
    *map(re.compile, (KEEP, OPEN, BLANK, CLOSE)),
)
_TEXTS_AT_ONCE = 5000


class Ptb(Tokeniser):
    """Penn Treebank tokens without punctuation marks; brackets stay, as ``-LRB-`` and the like."""

    name = "ptb"
    case_sensitive = True

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Mark what a chunk alone does not tell: tokens with blanks inside, stops that depend on the next word."""
        prepared: list[str] | None = None
        for start in range(0, len(texts), _TEXTS_AT_ONCE):
            for row in _find_candidates(texts[start : start + _TEXTS_AT_ONCE]):
                text = texts[start + row]
                marked = _mark(text)
                if marked != text:
                    prepared = list(texts) if prepared is None else prepared
                    prepared[start + row] = marked
        return texts if prepared is None else prepared

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the tokens of a chunk, with their capitals."""
        if chunk.isalpha() and chunk.isascii():
            cut = tables.CONTRACTIONS.get(chunk.lower())
            return [chunk] if cut is None else [chunk[:cut], chunk[cut:]]
        return read_chunk(chunk)


def _find_candidates(texts: Sequence[str]) -> list[int]:
    """Numbers of the texts in which one of the signs is, found by searching all texts at once."""
    joined = "\n".join(texts)
    places = [match.start() for sign in _SIGNS for match in sign.finditer(joined)]
    if not places:
        return []
    ends = list(accumulate(len(text) + 1 for text in texts))
    return sorted({bisect_right(ends, place) for place in places})


def _mark(text: str) -> str:
    """Set our marks in one text."""
    text = _enclose(_OURS.sub(" ", text))
    text = _LETTER_AT_END.sub(r"\1 .", text)
    return _STOP_BEFORE_NUMBER.sub(rf"\1{KEEP}", text)


def _enclose(text: str) -> str:
    """Make one chunk of each token that has blanks inside or would be cut."""
    pieces: list[str] = []
    done = at = 0
    while begin := _SPAN_BEGINS.search(text, at):
        at = begin.start()
        if text[at] == "<":
            at = begin.end() - 1
        end = find_span(text, at) if (at - begin.start()) % 2 == 0 else 0  # of two signs << none begins a tag
        token = text[at:end]
        if token and (token[0] in _ENCLOSED or _BLANK_INSIDE.search(token)):
            pieces += text[done:at], OPEN, _BLANK_INSIDE.sub(BLANK, token), CLOSE
            done = end
        at = max(begin.end(), end)
    return "".join([*pieces, text[done:]]) if pieces else text
