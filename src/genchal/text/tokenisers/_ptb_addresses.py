"""Addresses and names of files: how far one reaches that begins at a letter or a digit.

What may be inside and at the end is measured (`ptb_tables.py`). An address is the run of characters that may be inside,
cut where it cannot end. Each function returns where the address ends, 0 if there is none.
"""

import re
import sys
from collections.abc import Callable

from genchal.text.tokenisers import ptb_tables as tables
from genchal.text.tokenisers._ptb_kinds import Chunk

_LONGEST_NAME = 500  # no name of a site or mail address is longer; one is looked for wherever a word begins


def _make_skip(excluded: frozenset[str], longest: int = sys.maxsize) -> Callable[[str, int], int]:
    """A function that returns where the run of characters ends that has none of these."""
    run = re.compile(f"[^{re.escape(''.join(sorted(excluded)))}]*")

    def skip(text: str, at: int) -> int:
        match = run.match(text, at, min(at + longest, len(text)))
        return match.end() if match else at

    return skip


_skip_url = _make_skip(tables.NOT_IN_URL)
_skip_path = _make_skip(tables.NOT_IN_PATH)
_skip_site = _make_skip(tables.NOT_IN_SITE, _LONGEST_NAME)
_skip_www = _make_skip(tables.NOT_IN_WWW)
_skip_mail = _make_skip(tables.NOT_IN_MAIL, _LONGEST_NAME)
_NOT_AT_URL_END = "".join(sorted(tables.NOT_AT_URL_END))
_NOT_AT_PATH_END = "".join(sorted(tables.NOT_AT_PATH_END))
_TOO_MANY_STOPS = "." * (tables.MOST_STOPS_BETWEEN_LABELS + 1)
_DOMAIN_LETTERS = re.compile(f"[A-Za-z]{{0,{tables.MOST_DOMAIN_LETTERS}}}")
_LETTERS = re.compile("[A-Za-z]*")
_WWW = "www."
_LONGEST_SCHEME = max(map(len, tables.SCHEMES)) + len("://")


def find_address(text: str, at: int) -> int:
    """Where an address ends that begins here."""
    reach = at + _LONGEST_NAME
    has_slash = text.find("/", at, reach) > 0
    end = _find_url(text, at) if has_slash else 0
    if not end and text.find("@", at, reach) > 0:
        end = find_mail(text, at)
    if not end and text[at] in "wW" and text[at : at + len(_WWW)].lower() == _WWW:
        end = _find_www(text, at)
    if not end and has_slash:
        end = _find_site(text, at)
    return end


def _find_url(text: str, at: int) -> int:
    """http://kz.com: a scheme, then anything."""
    colon = text.find("://", at, at + _LONGEST_SCHEME)
    if colon < 0 or text[at:colon].lower() not in tables.SCHEMES:
        return 0
    return _cut(text, colon + 3, _skip_url(text, colon + 3), _NOT_AT_URL_END, tables.LEAST_IN_URL)


def _find_path(text: str, slash: int) -> int:
    """What follows the slash after the name of a site."""
    if text[slash : slash + 1] != "/":
        return 0
    return _cut(text, slash + 1, _skip_path(text, slash + 1), _NOT_AT_PATH_END, tables.LEAST_IN_PATH)


def _cut(text: str, start: int, end: int, not_at_end: str, least: int) -> int:
    """Go back from the end over what cannot be there; 0 if less than the least is left."""
    size = len(text[start:end].rstrip(not_at_end))
    return start + size if size >= least else 0


def _find_site(text: str, at: int) -> int:
    """kz.com/kz: labels of which the last one is a domain, in any letters, and a path."""
    letters = _LETTERS.match(text, _skip_site(text, at))
    slash = letters.end() if letters else at
    if text[slash : slash + 1] != "/":
        return 0
    name, _, domain = text[at:slash].rpartition(".")
    if not name or name[-1] == "." or _TOO_MANY_STOPS in name or domain.lower() not in tables.DOMAINS:
        return 0
    return _find_path(text, slash)


def _find_www(text: str, at: int) -> int:
    """www.kz.com, with a path or not: the last stop that has enough letters behind it is before the domain."""
    start = at + len(_WWW)
    end = _skip_www(text, start)
    stops = text.find(_TOO_MANY_STOPS, start - 1, end)
    reached = 0
    stop = text.find(".", start + 1, end if stops < 0 else stops + 1)
    while stop > 0:
        letters = _DOMAIN_LETTERS.match(text, stop + 1)
        domain = letters.end() if letters else stop
        if domain - stop > tables.LEAST_DOMAIN_LETTERS:
            path = _find_path(text, domain)
            if path:
                return max(path, reached)
            reached = domain
        stop = text.find(".", stop + 1, end if stops < 0 else stops + 1)
    return reached


def find_mail(text: str, at: int) -> int:
    """kz@kz, with angle brackets or not: anything around the last at sign, but single stops only behind it."""
    start = at + 1 if text[at] in tables.BEFORE_MAIL else at
    if text[start : start + 1] not in tables.BEGINS_MAIL:
        return 0
    end = _skip_mail(text, start)
    sign = text.rfind("@", start, end)
    while sign > start and (sign + 1 == end or text[sign + 1] == "."):
        sign = text.rfind("@", start, sign)
    if sign <= start:
        return 0
    stops = text.find(_TOO_MANY_STOPS, sign, end)
    end = stops if stops > 0 else end
    if text[end - 1] == ".":
        return end - 1
    return end + 1 if text[end : end + 1] in tables.BEHIND_MAIL else end


# -- names of files ---------------------------------------------------------------------------------------------------

_IN_FILE_NAME = re.compile(f"[{''.join(sorted(tables.KINDS_IN_FILE_NAME))}]*")


def find_file_name(chunk: Chunk, end: int) -> int:
    """Where a name ends that goes on over the stop behind its first part, 1.pdf or 2.tar.gz; here if none does."""
    text, kinds = chunk
    reached = end
    limit = end + _LONGEST_NAME
    while kinds[end] == "." and not text.startswith(_TOO_MANY_STOPS, end) and end < limit:
        match = _IN_FILE_NAME.match(kinds, end + 1)
        part = match.end() if match else end + 1
        can_end = part == len(text) or text[part] in tables.BEHIND_FILE_NAME
        if can_end and text[end + 1 : part].lower() in tables.FILE_ENDINGS:
            reached = part
        end = part
    return reached
