"""How tercom (Snover et al. 2006) prepares texts when it is asked to, in the form of sacreBLEU 2.6.

The rules look at white space as it stands (a possessive is one before a blank, not before a tab), so they are
applied to whole texts. Rules of sacreBLEU that can never apply, for kana and for a possessive at the very end, are left
out.
"""

import re

from genchal.text.tokenisers.mteval import split_points, split_symbols

_PUNCTUATION = re.compile(r"[.,?:;!\"()]")
_IDEOGRAPH = re.compile("([\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f])")
_ASIAN_PUNCTUATION = re.compile(
    "([\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff61-\uff65])"
)


def tercom_text(text: str, normalized: bool, punct: bool, asian: bool) -> str:
    """Return the text with blanks between its words."""
    if normalized:
        text = text.replace("\n-", "").replace("\n", " ")
        text = text.replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
        text = split_points(split_symbols(f" {text} ").replace("'s ", " 's "))
        if asian:
            text = _ASIAN_PUNCTUATION.sub(r" \1 ", _IDEOGRAPH.sub(r" \1 ", text))
    if not punct:
        text = _PUNCTUATION.sub("", text)
        if asian:
            text = _ASIAN_PUNCTUATION.sub("", text)
    return text
