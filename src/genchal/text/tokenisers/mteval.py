"""The tokenisers of NIST's mteval script: version 13a (Western languages) and 14 international.

13a is what BLEU and NIST of the E2E challenge, of WMT and of sacreBLEU use. The rules are facts of that
script; what they leave undecided (text borders, Unicode white space) follows sacreBLEU 2.6, so that scores
agree to the last digit.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from genchal.text.arrays.packed import PackedTexts
from genchal.text.tokenisers.base import Tokeniser

_SYMBOL = re.compile(r"([{-~\[-` -&(-+:-@/])")
_POINT_AFTER_NON_DIGIT = re.compile(r"([^0-9])([.,])")
_POINT_BEFORE_NON_DIGIT = re.compile(r"([.,])([^0-9])")
_HYPHEN_AFTER_DIGIT = re.compile(r"([0-9])(-)")


class Mteval13a(Tokeniser):
    """mteval-v13a: ASCII symbols are tokens; full stops and commas unless inside numbers; hyphens after digits."""

    name = "13a"
    compiled_rules = "13a"

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Join words that were hyphenated at a line end inside a text."""
        if isinstance(texts, PackedTexts) and not texts.have_line_end_after(ord("-")):
            return texts
        if not any("-\n" in text for text in texts):
            return texts
        return [text.rstrip().replace("-\n", "") if "-\n" in text else text for text in texts]

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Apply the script's rules to one chunk."""
        if chunk.isalnum():
            return [chunk]
        if "<" in chunk:
            chunk = chunk.replace("<skipped>", "")
        if "&" in chunk:
            chunk = chunk.replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
        return split_points(split_symbols(f" {chunk} ")).split()


class International(Tokeniser):
    """mteval-v14 international: Unicode punctuation is split off unless between digits, symbols always."""

    name = "intl"
    positional = True  # the script pads nothing: "2019." at the end of a text stays one token
    # Applied to the letters of `_category`: N number, P punctuation, S symbol, O any other.
    _AFTER_NON_NUMBER = re.compile("([^N])P")
    _BEFORE_NON_NUMBER = re.compile("P[^N]")

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Apply the script's rules to one chunk, in their order."""
        if chunk.isalnum():
            return [chunk]
        line = ("" if first else " ") + chunk + ("" if last else " ")
        line = self._insert(line, self._AFTER_NON_NUMBER, before=1, after=2)
        line = self._insert(line, self._BEFORE_NON_NUMBER, before=0, after=1)
        return "".join(f" {character} " if _category(character) == "S" else character for character in line).split()

    def _insert(self, line: str, pattern: re.Pattern[str], before: int, after: int) -> str:
        """Put blanks around the punctuation mark of every match, at these offsets from its start."""
        pieces, done = [], 0
        for match in pattern.finditer("".join(map(_category, line))):
            start = match.start()
            pieces += [line[done : start + before], " ", line[start + before : start + after], " "]
            done = start + after
        return "".join([*pieces, line[done:]])


@cache
def _category(character: str) -> str:
    """Return N, P or S for numbers, punctuation and symbols, O for any other character."""
    major = unicodedata.category(character)[0]
    return major if major in "NPS" else "O"


def split_symbols(line: str) -> str:
    """Put blanks around ASCII symbols other than full stop, comma, hyphen and apostrophe."""
    return _SYMBOL.sub(r" \1 ", line)


def split_points(line: str) -> str:
    """Put blanks around full stops and commas unless they are inside numbers, and around hyphens after digits."""
    line = _POINT_AFTER_NON_DIGIT.sub(r"\1 \2 ", line)
    line = _POINT_BEFORE_NON_DIGIT.sub(r" \1 \2", line)
    return _HYPHEN_AFTER_DIGIT.sub(r"\1 \2 ", line)
