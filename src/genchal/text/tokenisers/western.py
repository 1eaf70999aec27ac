"""Rules of NIST's mteval script for Western punctuation, which other tokenisers build upon.

Blanks are put around what becomes a token; the callers decide what the text's borders look like to the rules.
"""

import re

_SYMBOL = re.compile(r"([{-~\[-` -&(-+:-@/])")
_POINT_AFTER_NON_DIGIT = re.compile(r"([^0-9])([.,])")
_POINT_BEFORE_NON_DIGIT = re.compile(r"([.,])([^0-9])")
_HYPHEN_AFTER_DIGIT = re.compile(r"([0-9])(-)")


def split_symbols(line: str) -> str:
    """Put blanks around ASCII symbols other than full stop, comma, hyphen and apostrophe."""
    return _SYMBOL.sub(r" \1 ", line)


def split_points(line: str) -> str:
    """Put blanks around full stops and commas unless they are inside numbers, and around hyphens after digits."""
    line = _POINT_AFTER_NON_DIGIT.sub(r"\1 \2 ", line)
    line = _POINT_BEFORE_NON_DIGIT.sub(r" \1 \2", line)
    return _HYPHEN_AFTER_DIGIT.sub(r"\1 \2 ", line)
