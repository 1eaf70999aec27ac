"""Penn Treebank tokens as the image-caption metrics make them, with punctuation taken out.

The caption metrics (Chen et al. 2015) call a Java program, the tokeniser of Stanford CoreNLP 3.4.1. The rules here were found
by asking that program what it makes of a text: ``tools/probe_ptb.py`` asks and writes ``ptb_tables.py``, which says
what single words and characters do; ``_ptb_readers.py`` has the rules on how words grow over the marks inside them.
A text is read by itself, as a line of its own.
"""

import re
from collections.abc import Sequence

from genchal.text.tokenisers import ptb_tables as tables
from genchal.text.tokenisers._ptb_readers import BLANK, CLOSE, KEEP, OPEN, read_chunk
from genchal.text.tokenisers.base import Tokeniser

_OURS = re.compile(f"[{KEEP}{OPEN}{BLANK}{CLOSE}]")  # characters for private use: the Java program drops them, too
_EDGE = r"(?<![^\s(\[\"'\u201c\u2018])"  # a word begins here, at white space or after an opening mark
_HEADS = "|".join(sorted(tables.SENTENCE_HEADS))
_NUMBERED = "|".join(sorted(tables.STOP_BEFORE_NUMBER))
# "plan B. The rest": a lone letter before a word that often begins a sentence gives its stop away.
_LETTER_AT_END = re.compile(rf"{_EDGE}([A-Za-z])\.(?=\s+(?:{_HEADS})(?:\s|$))")
_STOP_BEFORE_NUMBER = re.compile(rf"{_EDGE}({_NUMBERED})\.(?=\s+[0-9])")
# What is one token although it has blanks in it.
_MIXED_FRACTION = re.compile(r"(?<![^\s(\"'$\u00a3\u20ac-])[0-9]+\s+[0-9]+(?:/|\u2044)[0-9]+")
_PHONE = re.compile(
    r"(?<![^\s:;,\"'\[])(?:\+[0-9]{1,3}\s)?"
    r"(?:\([0-9]{2,4}\)\s?|[0-9]{2,4}[\s.-])[0-9]{3,4}[\s.-]?[0-9]{3,5}(?![0-9A-Za-z])"
)
_TAG = re.compile(r"<[!?]?[A-Za-z][A-Za-z0-9_:.-]*\s[^<>]*>")
_SPANNING = (_MIXED_FRACTION, _PHONE, _TAG)
_MAY_SPAN = re.compile(rf"[0-9)]\s+[0-9]|<[^<>]*\s|\b[A-Za-z]\.\s+(?:{_HEADS})\b|\b(?:{_NUMBERED})\.\s+[0-9]|[{KEEP}-{CLOSE}]")


class Ptb(Tokeniser):
    """Penn Treebank tokens without punctuation marks; brackets stay, as ``-LRB-`` and the like."""

    name = "ptb"
    case_sensitive = True

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Mark what a chunk alone does not tell: tokens with blanks inside, stops that depend on the next word."""
        found = [row for row, text in enumerate(texts) if _MAY_SPAN.search(text)]
        if not found:
            return texts
        prepared = list(texts)
        changed = False
        for row in found:
            marked = _mark(texts[row])
            if marked != texts[row]:
                prepared[row] = marked
                changed = True
        return prepared if changed else texts

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Return the tokens of a chunk, with their capitals."""
        if chunk.isalpha() and chunk.isascii():
            cut = tables.CONTRACTIONS.get(chunk.lower())
            return [chunk] if cut is None else [chunk[:cut], chunk[cut:]]
        return read_chunk(chunk)


def _mark(text: str) -> str:
    """Set our marks in one text."""
    text = _OURS.sub(" ", text)
    text = _LETTER_AT_END.sub(r"\1 .", text)
    text = _STOP_BEFORE_NUMBER.sub(rf"\1{KEEP}", text)
    for pattern in _SPANNING:
        text = pattern.sub(_enclose, text)
    return text


def _enclose(match: re.Match[str]) -> str:
    """Make one chunk of a token with blanks inside."""
    token = re.sub(r"\s+", BLANK, match[0])
    return f"{OPEN}{token}{CLOSE}" if BLANK in token and OPEN not in token else match[0]
