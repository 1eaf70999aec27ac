"""One file from the web. Nothing else in genchal opens a connection of its own accord."""

from __future__ import annotations

import http.client
import shutil
import tempfile
import urllib.error
import urllib.request

from genchal.errors import InvalidInput, NotFound

TIMEOUT = 30.0  # seconds without a byte


def download(address: str, by_hand: str) -> bytes:
    """Return what an address answers; where it does not, the error ends with `by_hand`, how to do without."""
    if not address.startswith(("https://", "http://")):
        raise InvalidInput(f"'{address}' is not an address", "Give one that starts with https:// or http://.")
    request = urllib.request.Request(address, headers={"User-Agent": "genchal"})  # noqa: S310
    try:
        # Into a temporary file first: a connection that breaks leaves nothing behind.
        with tempfile.TemporaryFile() as file:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
                shutil.copyfileobj(answer, file)
            file.seek(0)
            return file.read()
    except urllib.error.HTTPError as error:
        error.close()
        reason = f"answers {error.code}"
    except urllib.error.URLError as error:
        reason = f"cannot be reached ({error.reason})"
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = f"cannot be read ({error})"
    raise NotFound(f"{address} {' '.join(reason.split())}", by_hand)
