"""Reading texts whatever their compression, and writing files whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import lzma
import os
import re
import sys
import tempfile
import zlib
from pathlib import Path

from genchal.errors import InvalidInput, NotFound

_LINE_END = re.compile(r"\r*\n")


def read_lines(path: Path) -> list[str]:
    """Lines of a UTF-8 text, without line ends (LF, CRLF, CR CR LF or CR) and without a byte-order mark."""
    text = read_text(path)
    if "\r" in text:
        text = _LINE_END.sub("\n", text)
        if "\n" not in text:  # old Macintosh files
            text = text.replace("\r", "\n")
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def read_text(path: Path) -> str:
    """Text of a file; ``.gz`` and ``.xz`` are unpacked and ``-`` is standard input."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InvalidInput(
            f"{path}, line {line}: not UTF-8 text (byte 0x{data[error.start]:02x})",
            "Save the file as UTF-8 and run again.",
        ) from None


def read_bytes(path: Path) -> bytes:
    """Bytes of a file, unpacked."""
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        if path.suffix == ".gz":
            return gzip.decompress(data)
        return lzma.decompress(data) if path.suffix == ".xz" else data
    except FileNotFoundError:
        raise NotFound(f"{path}: no such file", "Check the path.") from None
    except IsADirectoryError:
        raise InvalidInput(f"{path} is a folder", "Name a file in it.") from None
    except (gzip.BadGzipFile, lzma.LZMAError, zlib.error, EOFError) as error:
        raise InvalidInput(f"{path}: cannot be unpacked ({error})", "Fetch or pack the file again.") from None
    except OSError as error:
        raise InvalidInput(f"{path}: {_reason(error)}", "Check the path and its permissions.") from None


def inner_name(path: Path) -> Path:
    """The file's name without the suffix of its compression."""
    return path.with_suffix("") if path.suffix in (".gz", ".xz") else path


def write_whole(path: Path, data: bytes) -> None:
    """Write beside, then rename: a reader sees the old file, the new one, or none, never a part."""
    temporary = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
        raise InvalidInput(
            f"{path}: cannot be written ({_reason(error)})",
            "Check the folder's permissions and space; nothing was changed.",
        ) from None
    except BaseException:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
        raise


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
