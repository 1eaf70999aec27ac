"""A small calculation that a browser has to do before somebody can take part: cheap for one person, dear for thousands.

The browser looks for a number that, written behind the challenge, gives a SHA-256 with so many zero bits at its
beginning (as hashcash, Back 2002). A challenge is signed and good for one identity, so that a solution cannot be used
for others; nothing is stored and nobody else is asked.
"""

from __future__ import annotations

import hashlib
import re

from genchal.campaign.studies.links import is_signed, sign_text
from genchal.store.records import Identity, Study

BITS = 17  # 130,000 tries in the mean: a second or so in a browser
GOOD_FOR = 3600.0  # seconds
_CHALLENGE = re.compile(r"([0-9]{1,2})\.([0-9]{1,12})\.([0-9a-f]{32})")
_PROOF = re.compile(r"[0-9]{1,15}")


def make_challenge(study: Study, identity: Identity, now: float, bits: int = BITS) -> str:
    """A challenge for somebody who wants to take part."""
    start = f"{bits}.{int(now)}"
    return f"{start}.{sign_text(study, 'gate', _describe(start, identity))}"


def is_solved(study: Study, identity: Identity, challenge: str, proof: str, now: float) -> bool:
    """Whether this is our challenge for this identity, and the number solves it."""
    found = _CHALLENGE.fullmatch(challenge)
    if found is None or not _PROOF.fullmatch(proof) or now - int(found[2]) > GOOD_FOR:
        return False
    if not is_signed(study, "gate", _describe(f"{found[1]}.{found[2]}", identity), found[3]):
        return False
    return count_zero_bits(challenge, proof) >= int(found[1])


def count_zero_bits(challenge: str, proof: str) -> int:
    """How many bits at the beginning of the hash are zero."""
    made = hashlib.sha256(f"{challenge}:{proof}".encode()).digest()
    return 8 * len(made) - int.from_bytes(made).bit_length()


def _describe(start: str, identity: Identity) -> str:
    return f"{start}\0{identity.platform}\0{identity.id}"
