"""JSON inside a script element, or as the argument of a script: no text in it can end either."""

from __future__ import annotations

import json


def embedded_json(value: object) -> str:
    """Write JSON that no text in it can end, inside a script element."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    # Half a surrogate pair has no UTF-8, but it has a JSON escape.
    return text.encode("utf-8", errors="backslashreplace").decode()
