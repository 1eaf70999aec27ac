"""TOML as people write it, with errors that they can fix."""

from __future__ import annotations

import tomllib
from typing import Any

from genchal.errors import InvalidInput


def parse_toml(text: str, source: str) -> dict[str, Any]:
    """Read a TOML document; `source` names it in errors."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput(f"{source}: not valid TOML ({error})", "Mend that place of the file.") from None
    except RecursionError:
        raise InvalidInput(f"{source}: nested too deeply", "Tables and lists of one level are enough.") from None
