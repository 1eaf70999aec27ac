"""JSON as text, which may be none."""

from __future__ import annotations

import json
from typing import Any


def parse_json(text: str) -> Any:
    """Read a JSON document; None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
