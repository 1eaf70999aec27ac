"""Numbers and addresses: how far one reaches that begins here.

Both are read part by part: a part is a run of characters, which is counted and compared with what was measured
(`morphodita_tables.py`), and the mark behind it says which part can be next. Each function that finds something returns
where it ends, 0 if there is none.
"""

import re
from collections.abc import Callable

from genchal.text.tokenisers import morphodita_tables as tables
from genchal.text.tokenisers._morphodita_kinds import WORDLIKE

# -- numbers ----------------------------------------------------------------------------------------------------------

_DIGITS = re.compile("0*")  # in kinds
_JOINS_BEGIN = frozenset(join[0] for join in tables.DIGITS_BEHIND)
_JOINS_BEHIND = {before: sorted(joins, key=len, reverse=True) for before, joins in tables.JOINS_BEHIND.items()}


def find_number(text: str, kinds: str, at: int) -> int:
    """Groups of digits and what joins them; a sign belongs to them unless it is behind a word or its like."""
    if text[at] in tables.SIGNS:
        if at and (kinds[at - 1] in WORDLIKE or text[at - 1] == text[at]):
            return 0
        at += 1
    end = _skip_digits(kinds, at)
    if end == at:
        return 0
    joins = _JOINS_BEHIND[""]
    while end < len(text) and text[end] in _JOINS_BEGIN:
        join = next((join for join in joins if text.startswith(join, end)), None)
        if join is None:
            break
        at = end + len(join)
        least, most = tables.DIGITS_BEHIND[join]
        size = _skip_digits(kinds, at) - at
        if size < least:
            break
        if most is not None and size > most:  # of too long a group the first digits belong to the number
            return at + most
        end = at + size
        joins = _JOINS_BEHIND[join]
    return end


def _skip_digits(kinds: str, at: int) -> int:
    digits = _DIGITS.match(kinds, at)
    return digits.end() if digits else at


# -- addresses --------------------------------------------------------------------------------------------------------


def _make_skip(characters: str) -> Callable[[str, int], int]:
    """A function that returns where a run of these characters ends."""
    run = re.compile(f"[{re.escape(characters)}]*")

    def skip(text: str, at: int) -> int:
        match = run.match(text, at)
        return match.end() if match else at

    return skip


_skip_scheme = _make_skip(tables.IN_SCHEME)
_skip_name = _make_skip(tables.IN_NAME)
_skip_label = _make_skip(tables.IN_LABEL)
_skip_last_label = _make_skip(tables.IN_LAST_LABEL)
_skip_port = _make_skip(tables.IN_PORT)
# What every site has: a stop before enough characters of a last label, or as many stops as its numbers need.
_JOIN, _NO_JOIN = re.escape(tables.LABEL_JOIN), f"[^{re.escape(tables.LABEL_JOIN)}]"
_LAST_LABEL = f"[{re.escape(tables.IN_LAST_LABEL)}]{{{tables.LEAST_IN_LAST_LABEL}}}"
_SITE_SIGN = re.compile(f"{_JOIN}(?:{_LAST_LABEL}|(?:{_NO_JOIN}+{_JOIN}){{{tables.NUMBERS_OF_SITE - 2}}}{_NO_JOIN})")
_SITE_NUMBERS = frozenset(map(str, range(tables.LARGEST_OF_SITE + 1)))
_LONGEST_NUMBER = len(str(tables.LARGEST_OF_SITE))


def find_sites(text: str) -> dict[int, int]:
    """For each stop of a text where the name of a site ends that goes on over this stop, 0 where none does.

    Stops are taken from the end of the text, so that each label is looked at once however many there are. Where no
    address can be in the text, there are no stops.
    """
    ends: dict[int, int] = {}
    stop = text.rfind(tables.LABEL_JOIN) if _SITE_SIGN.search(text) else -1
    while stop >= 0:
        at = stop + 1
        last = _skip_last_label(text, at)
        ends[stop] = _find_labels_end(text, at, ends) or (last if last - at >= tables.LEAST_IN_LAST_LABEL else 0)
        stop = text.rfind(tables.LABEL_JOIN, 0, stop)
    return ends


def find_address(text: str, kinds: str, at: int, sites: dict[int, int]) -> int:
    """A site, with what can be before it (a scheme, names) and behind it (a port, a path)."""
    if tables.SCHEME_END in text:
        at = _pass_scheme(text, at)
    site = _pass_names(text, at) if tables.NAME_END in text else at
    end = _find_site(text, site, sites)
    if not end and site > at:  # names without a site: what looks like a name can be a site
        end = _find_site(text, at, sites)
    if not end:
        return 0
    if _has(text, end, tables.BEFORE_PORT):
        port = _skip_port(text, end + 1)
        end = port if port - end > tables.LEAST_IN_PORT else end
    return _find_path_end(text, kinds, end) if _has(text, end, tables.BEFORE_PATH) else end


def _has(text: str, at: int, marks: str) -> bool:
    """Whether one of the marks is here."""
    return at < len(text) and text[at] in marks


def _pass_scheme(text: str, at: int) -> int:
    """Where the address goes on behind its scheme, ftp://; here if it has none."""
    end = _skip_scheme(text, at)
    has_scheme = end - at >= tables.LEAST_IN_SCHEME and text.startswith(tables.SCHEME_END, end)
    return end + len(tables.SCHEME_END) if has_scheme else at


def _pass_names(text: str, at: int) -> int:
    """Where the address goes on behind names, anna@ or anna:secret@; here if it has none."""
    start = at
    for _ in range(tables.MOST_NAMES):
        end = _skip_name(text, start)
        if end > start and _has(text, end, tables.NAME_END):
            return end + 1
        if end == start or not _has(text, end, tables.NAME_JOINS):
            break
        start = end + 1
    return at


def _find_site(text: str, at: int, sites: dict[int, int]) -> int:
    return _find_labels_end(text, at, sites) or _find_numbers_end(text, at)


def _find_labels_end(text: str, at: int, sites: dict[int, int]) -> int:
    """A label, then what is known of the stop behind it."""
    end = _skip_label(text, at)
    is_label = end > at and text[at] in tables.AT_LABEL_EDGE and text[end - 1] in tables.AT_LABEL_EDGE
    return sites.get(end, 0) if is_label else 0


def _find_numbers_end(text: str, at: int) -> int:
    """As many numbers as it takes, none too large; of the last one the first digits may do."""
    for _ in range(tables.NUMBERS_OF_SITE - 1):
        end = _skip_port(text, at)
        if text[at:end] not in _SITE_NUMBERS or not _has(text, end, tables.LABEL_JOIN):
            return 0
        at = end + 1
    for size in range(_LONGEST_NUMBER, 0, -1):
        if text[at : at + size] in _SITE_NUMBERS:
            return at + size
    return 0


def _find_path_end(text: str, kinds: str, at: int) -> int:
    """Take all characters that a path can have, then go back over those that cannot be its end."""
    end = at
    while end < len(text) and (kinds[end] in WORDLIKE or text[end] in tables.IN_PATH):
        end += 1
    closing = _find_closing(text, at, end)
    while kinds[end - 1] not in WORDLIKE and text[end - 1] not in tables.AT_PATH_END and end - 1 not in closing:
        end -= 1
    return end


def _find_closing(text: str, at: int, end: int) -> set[int]:
    """Where marks are that close another one."""
    found: set[int] = set()
    for closing, opening in tables.PATH_PAIRS.items():
        opened = 0
        for place in range(at, end) if closing in text else ():
            if text[place] == opening:
                opened += 1
            elif text[place] == closing and opened:
                opened -= 1
                found.add(place)
    return found
