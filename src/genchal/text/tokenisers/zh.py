"""Chinese without a word segmenter: sacreBLEU's `zh`.

Every Chinese character is a token, and what stands between them is split by the rules for Western punctuation. What
counts as Chinese is decided by ranges of code points, punctuation and wide letters among them.
"""

import re
from collections.abc import Sequence

from genchal.text.tokenisers.base import Tokeniser
from genchal.text.tokenisers.mteval import split_points, split_symbols

# 2001-2A6D are there by accident: sacreBLEU means the characters 20000-2A6D6, of which Python reads four digits. So
# those, and others beyond FFFF, do not count as Chinese, but dashes, curly quotes and arrows do.
_RANGES = """
    2001-2A6D 2E80-2EFF 2F00-2FDF 2FF0-2FFF 3000-303F 3100-312F 31A0-31BF 31C0-31EF 3200-32FF 3300-33FF 3400-4DB5
    4E00-9FBB F900-FA2D FA30-FA6A FA70-FAD9 FE10-FE1F FE30-FE4F FF00-FFEF
"""


class Chinese(Tokeniser):
    """sacreBLEU's zh: every Chinese character is a token; the rest is split like 13a, but nothing is unescaped."""

    name = "zh"
    positional = True  # nothing is padded: "2019." at the end of a text stays one token
    _CHINESE = re.compile("([" + "".join(f"\\u{a}-\\u{b}" for a, b in (r.split("-") for r in _RANGES.split())) + "])")

    def prepare(self, texts: Sequence[str]) -> Sequence[str]:
        """Take white space off the beginnings: it does not count as a character before the text."""
        if not any(text[:1].isspace() for text in texts):
            return texts
        return [text.lstrip() if text[:1].isspace() else text for text in texts]

    def split(self, chunk: str, first: bool, last: bool) -> list[str]:
        """Apply the rules to one chunk."""
        if chunk.isascii() and chunk.isalnum():
            return [chunk]
        line = ("" if first else " ") + self._CHINESE.sub(r" \1 ", chunk) + ("" if last else " ")
        return split_points(split_symbols(line)).split()
