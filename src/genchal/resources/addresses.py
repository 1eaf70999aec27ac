"""Files that are elsewhere, by their address: ``s3://bucket/outputs.parquet``, ``memory://``, whatever fsspec reads.

Addresses travel as paths, as all files do; a path writes the two slashes as one, and `address_of` puts them back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

from genchal.errors import InvalidInput, NeedsExtra, NotFound

_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/+(.*)", re.DOTALL)  # one letter would be a drive
LOCAL = "file"


def address_of(path: Path | str) -> str | None:
    """The address that a path was made from; None if it is that of a file on this machine."""
    match = _ADDRESS.fullmatch(Path(path).as_posix())
    return f"{match[1]}://{match[2]}" if match and match[1] != LOCAL else None


def local_path(path: Path) -> Path:
    """The path in ``file:///folder/outputs.txt``; others as they are."""
    match = _ADDRESS.fullmatch(path.as_posix())
    return Path("/" + match[2]) if match and match[1] == LOCAL else path


def open_address(address: str) -> IO[bytes]:
    """Open a file for reading, at any place of it."""
    with explain_unreachable(address):
        return cast(IO[bytes], _import_fsspec(address).open(address, "rb").open())


def list_addresses(pattern: str) -> list[str]:
    """The files whose addresses have a pattern."""
    scheme = pattern.partition("://")[0]
    with explain_unreachable(pattern):
        files, _ = _import_fsspec(pattern).core.url_to_fs(pattern)
        return [f"{scheme}://{str(name).lstrip('/')}" for name in files.glob(pattern)]


@contextmanager
def explain_unreachable(address: str) -> Iterator[None]:
    """Say of a file that cannot be read what the matter is: every service has errors of its own."""
    try:
        yield
    except (NeedsExtra, InvalidInput):
        raise
    except FileNotFoundError:
        raise NotFound(f"{address}: no such file", "Check the address.") from None
    except ImportError as error:
        raise InvalidInput(f"{address}: {error}", "Install the package for this service.") from None
    except ValueError as error:
        raise InvalidInput(f"{address}: {error}", "Check how the address begins, such as s3://.") from None
    except Exception as error:
        reason = next(iter(str(error).splitlines()), "") or type(error).__name__
        raise InvalidInput(
            f"{address}: cannot be read ({reason})", "Check the address and your access to it."
        ) from None


def _import_fsspec(address: str) -> Any:
    try:
        import fsspec
    except ImportError:
        raise NeedsExtra(f"reading {address}", "remote") from None
    return fsspec
