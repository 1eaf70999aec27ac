"""Who comes to a study: by a signed link, from a platform, or without either. Nothing here is stored."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from urllib.parse import quote, urlencode, urlsplit

from genchal.campaign.studies.stored import RunningStudy
from genchal.errors import InvalidInput, NotFound
from genchal.store.records import Identity, Study

_LINK = re.compile(r"([1-9][0-9]{0,8})-([0-9a-f]{32})")
_LONGEST = 200  # characters of what a platform says
# What an address still has in it where a platform has filled nothing in: {{%PROLIFIC_PID%}}, ${workerId}, [ID], ...
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\$\{|\{%|%\}|^\[.*\]$|^<.*>$|^\.\.\.$")
_FROM_PLATFORM = "Open the study again from the platform."
LINK = "link"  # the parameter that carries the token of a personal link onwards


def sign_text(study: Study, purpose: str, text: str) -> str:
    """Sign a text with the study's key; 128 bits in hexadecimal."""
    message = f"{purpose}\0{text}".encode("utf-8", "surrogatepass")
    return hmac.new(study.key, message, hashlib.sha256).hexdigest()[:32]


def is_signed(study: Study, purpose: str, text: str, signed: str) -> bool:
    """Whether a signature is right; takes the same time whatever is wrong with it."""
    given = signed.encode("utf-8", "replace")
    return hmac.compare_digest(sign_text(study, purpose, text).encode(), given)


def check_base_url(url: str) -> None:
    """Raise InvalidInput for what is not the address of a server: studies are at its root."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", url)
    except ValueError:  # such as http://[
        is_address = False
    if not is_address:
        raise InvalidInput(f"base URL '{url}' is not a web address", "Write one such as https://study.example.org.")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise InvalidInput(
            f"base URL '{url}' has more than the name of a server",
            f"Write {parts.scheme}://{parts.netloc}: studies cannot be below a path.",
        )


def make_link_token(study: Study, number: int) -> str:
    """The token of a personal link: the number of an invitation and a signature."""
    return f"{number}-{sign_text(study, 'link', str(number))}"


def make_personal_link(study: Study, number: int, base_url: str) -> str:
    """The address that one invited person is sent."""
    return f"{base_url.rstrip('/')}/s/{quote(study.name, safe='')}/r/{make_link_token(study, number)}"


def make_study_link(running: RunningStudy, base_url: str) -> str:
    """The address that all raters are sent; for Prolific, as it is entered there."""
    address = f"{base_url.rstrip('/')}/s/{quote(running.study.name, safe='')}"
    home = running.design.home
    if home is None:
        return address
    names = (home.id, *home.keep)
    filled = "&".join(f"{name}={{{{%{name}%}}}}" for name in names)
    signed = f"&{home.signed}=..." if home.signed else ""
    return f"{address}?{filled}" if home.name == "prolific" else f"{address}?{home.id}=...{signed}"


def read_invitation(study: Study, token: str) -> int:
    """The number of an invitation, from the token of its link."""
    if not is_invitation(study, token):
        raise NotFound("this link is incomplete", "Open it again from your invitation.", key="broken_link")
    return int(token.partition("-")[0])


def is_invitation(study: Study, token: str) -> bool:
    """Whether this is the token of a personal link of a study."""
    found = _LINK.fullmatch(token)
    return found is not None and is_signed(study, "link", found[1], found[2])


def read_identity(running: RunningStudy, parameters: Mapping[str, str], browser: str) -> Identity | None:
    """Read the identity a visitor claims by the address they opened; None if there is none."""
    design, home = running.design, running.design.home
    if design.identity == "anonymous":
        return Identity("browser", browser)
    if design.identity == "link":
        return Identity("link", str(read_invitation(running.study, parameters[LINK]))) if LINK in parameters else None
    if home is None or home.id not in parameters:
        return None
    given = {name: parameters[name] for name in (home.id, *home.keep) if name in parameters}
    for value in given.values():
        if not value.strip() or len(value) > _LONGEST or not value.isprintable():
            raise InvalidInput("the address has no readable id", _FROM_PLATFORM, key="no_identity")
    if _PLACEHOLDER.search(given[home.id]):
        raise InvalidInput(
            f"the platform has not put your id in the place of {home.id}", _FROM_PLATFORM, key="no_identity"
        )
    if home.signed and not _is_signed_id(running.study, given[home.id], parameters.get(home.signed, "")):
        raise InvalidInput("the id in the address is not signed by the platform", _FROM_PLATFORM, key="no_identity")
    return Identity(home.name, given[home.id], given)


def check_new_identity(running: RunningStudy, identity: Identity) -> None:
    """Refuse ids that the platform does not give. Whoever took part with one before this was checked can go on."""
    home = running.design.home
    if home and home.pattern and identity.platform == home.name and not re.fullmatch(home.pattern, identity.id):
        raise InvalidInput(f"the address has no id of {home.name.capitalize()}", _FROM_PLATFORM, key="no_identity")


def make_signing_key(study: Study) -> str:
    """The key by which a platform signs the ids of raters: HMAC-SHA256 of the id, in hexadecimal."""
    return hmac.new(study.key, b"platform\0", hashlib.sha256).hexdigest()


def _is_signed_id(study: Study, id_: str, signed: str) -> bool:
    expected = hmac.new(make_signing_key(study).encode(), id_.encode(), hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signed.lower().encode("utf-8", "replace"))


def missing_identity(running: RunningStudy) -> NotFound:
    """The error for visitors without an identity, in a study that needs one."""
    if running.design.identity == "link":
        return NotFound("this study is by invitation only", "Open the link in your invitation.", key="by_invitation")
    if running.design.identity == "anonymous":
        return NotFound("you have not begun this study in this browser", "Open it from its link.", key="not_begun")
    return NotFound("the address does not identify you", "Open the study again from the platform.", key="no_identity")


def write_identity_query(running: RunningStudy, parameters: Mapping[str, str]) -> str:
    """The parameters that identify a visitor, for the address of the next step."""
    home = running.design.home
    names = (LINK,) if running.design.identity == "link" else home.parameters if home else ()
    kept = {name: parameters[name] for name in names if name in parameters}
    return f"?{urlencode(kept)}" if kept else ""
