"""Reading texts whatever their compression, and writing files whole or not at all."""

from __future__ import annotations

import atexit
import codecs
import contextlib
import gzip
import lzma
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, cast

from genchal.errors import InvalidInput, NotFound


def read_lines(path: Path) -> list[str]:
    """Lines of a UTF-8 text, without line ends (LF, CRLF, CR CR LF or CR) and without a byte-order mark."""
    return list(iterate_lines(path))


def iterate_lines(path: Path, start: int = 0, line: int = 1) -> Iterator[str]:
    """The same, one line after the other, for texts larger than memory.

    Reading may start at a byte of a file that is not packed, where the line with this number begins.
    """
    return chain.from_iterable(_line_lists(_text_blocks(path, start, line), seen=start > 0))


def read_open_lines(file: IO[bytes], path: Path) -> list[str]:
    """Lines of a file that is open already; `path` names it in errors."""
    return list(chain.from_iterable(_line_lists(_decode_blocks(file, path))))


def iterate_raw_lines(path: Path) -> Iterator[bytes]:
    """Lines as bytes, with their line ends."""
    with readable(path) as file:
        yield from file


def is_packed(path: Path) -> bool:
    """Whether a file is compressed, so that one cannot start in its middle."""
    return path.suffix in (".gz", ".xz")


def _line_lists(blocks: Iterable[str], *, seen: bool = False) -> Iterator[list[str]]:
    """Lines of a text in pieces; `seen` tells that there were line ends before."""
    rest = ""
    for block in blocks:
        *lines, rest = (rest + block).split("\n")
        seen = seen or bool(lines)
        yield [line.rstrip("\r") for line in lines] if "\r" in block else lines
    if not seen and "\r" in rest:  # old Macintosh files have no other line ends
        *lines, rest = rest.split("\r")
        yield lines
    if rest:
        yield [rest.rstrip("\r")]


def read_text(path: Path) -> str:
    """Text of a file; ``.gz`` and ``.xz`` are unpacked and ``-`` is standard input."""
    return "".join(_text_blocks(path))


def spooled(path: Path) -> Path:
    """A path that can be read twice: standard input and pipes are kept, under their names, until the program ends.

    So are files that are elsewhere, and those in shards (``outputs-*.parquet``), as one.
    """
    name = path.as_posix()
    if ":/" in name or "*" in name or "?" in name:
        from genchal.resources.elsewhere import keep_here  # rarely needed

        return keep_here(path, _make_spool)
    if str(path) != "-" and not path.is_fifo():
        return path
    import shutil

    kept = _make_spool() / ("stdin" if str(path) == "-" else inner_name(path).name)
    with kept.open("wb") as file, readable(path) as pipe:
        shutil.copyfileobj(pipe, file)
    return kept


def _make_spool() -> Path:
    """A folder that is there until the program ends."""
    import shutil
    import tempfile  # rarely needed, and slow to load

    folder = Path(tempfile.mkdtemp(prefix="genchal-"))
    _SPOOLS.add(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


_SPOOLS: set[Path] = set()  # folders of what is kept


def shown_path(path: Path) -> Path:
    """A path as messages name it: what was kept of standard input is called stdin."""
    return Path(path.name) if path.parent in _SPOOLS else path


@contextlib.contextmanager
def kept_for_now(name: str, content: bytes) -> Iterator[Path]:
    """A file that exists as long as it is needed, and that messages call by its name alone."""
    import tempfile  # rarely needed, and slow to load

    with tempfile.TemporaryDirectory(prefix="genchal-") as folder:
        path = Path(folder) / name
        _SPOOLS.add(path.parent)
        try:
            write_whole(path, content)
            yield path
        finally:
            _SPOOLS.discard(path.parent)


def read_bytes(path: Path) -> bytes:
    """Bytes of a file, unpacked."""
    with readable(path) as file:
        return file.read()


def _text_blocks(path: Path, start: int = 0, line: int = 1) -> Iterator[str]:
    """Text in pieces of about a megabyte."""
    with readable(path) as file:
        if start:
            file.seek(start)
        yield from _decode_blocks(file, path, line, "utf-8" if start else "utf-8-sig")


def _decode_blocks(file: IO[bytes], path: Path, line: int = 1, encoding: str = "utf-8-sig") -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)()
    before = b""  # whose lines are counted only if something follows: most files are a single block
    is_first = encoding == "utf-8-sig"
    while True:
        data = file.read(1 << 20)
        if is_first:
            refuse_packed(data, path)
            _refuse_wide(data, path)
            is_first = False
        try:
            yield decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            line += before.count(b"\n") + error.object[: error.start].count(b"\n")
            raise InvalidInput(
                f"{path}, line {line}: not UTF-8 text (byte 0x{error.object[error.start]:02x})",
                "Save the file as UTF-8 and run again.",
            ) from None
        if not data:
            return
        line += before.count(b"\n")
        before = data


def refuse_packed(data: bytes, path: Path) -> None:
    """Refuse the beginning of a file that is packed, but not called so."""
    for mark, kind, suffix in ((b"\x1f\x8b\x08", "gzip", ".gz"), (b"\xfd7zXZ\x00", "xz", ".xz")):
        if data.startswith(mark):
            name = shown_path(path)
            raise InvalidInput(
                f"{name}: packed with {kind}, but not called {suffix}",
                f"Rename it to {name.name}{suffix}, or unpack it.",
            )
    for mark, kind in ((b"\x28\xb5\x2f\xfd", "zstd"), (b"BZh", "bzip2")):
        if data.startswith(mark) and not data.isascii():  # a text may begin with BZh, too
            raise InvalidInput(f"{shown_path(path)}: packed with {kind}", "Unpack it, or pack it with gzip or xz.")
    if data.startswith(b"PK\x03\x04"):
        problem = f"{shown_path(path)}: a ZIP archive, as spreadsheets are"
        raise InvalidInput(problem, "Unpack it, or save the sheet as CSV in UTF-8.")


def _refuse_wide(data: bytes, path: Path) -> None:
    """Refuse UTF-16 without a byte-order mark: with a zero beside every letter, it is valid UTF-8."""
    start = data[:200]
    zeros = sorted(start[side::2].count(0) for side in (0, 1))
    if len(start) >= 8 and 5 * zeros[0] < zeros[1] and zeros[1] > 0.4 * len(start):
        raise InvalidInput(f"{shown_path(path)}: not UTF-8 text, but UTF-16", "Save the file as UTF-8 and run again.")


@contextlib.contextmanager
def readable(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading; whatever goes wrong until it is closed is something that the user can fix."""
    try:
        with _opened(path) as file:
            yield file
    except FileNotFoundError:
        raise NotFound(f"{path}: no such file", "Check the path.") from None
    except IsADirectoryError:
        raise InvalidInput(f"{path} is a folder", "Give the path of a file in it.") from None
    except (gzip.BadGzipFile, lzma.LZMAError, zlib.error, EOFError) as error:
        raise InvalidInput(
            f"{path}: cannot be decompressed ({error})", "Download or compress the file again."
        ) from None
    except OSError as error:
        raise InvalidInput(f"{path}: {_reason(error)}", "Check the path and its permissions.") from None


def _opened(path: Path) -> IO[bytes]:
    if str(path) == "-":
        return cast(IO[bytes], contextlib.nullcontext(sys.stdin.buffer))
    place: Path | IO[bytes] = path
    if ":/" in path.as_posix():
        from genchal.resources.addresses import address_of, open_address  # rarely needed

        address = address_of(path)
        place = path if address is None else open_address(address)
    if path.suffix == ".gz":
        return cast(IO[bytes], gzip.open(place, "rb"))
    if path.suffix == ".xz":
        return cast(IO[bytes], lzma.open(place, "rb"))
    return place.open("rb") if isinstance(place, Path) else place


def inner_name(path: Path) -> Path:
    """The file's name without the suffix of its compression."""
    return path.with_suffix("") if is_packed(path) else path


def write_whole(path: Path, data: bytes) -> None:
    """Write beside, then rename: a reader sees the old file, the new one, or none, never a part."""
    with writing_whole(path) as file:
        file.write(data)


@contextlib.contextmanager
def writing_whole(path: Path) -> Iterator[IO[bytes]]:
    """The same for what is written piece by piece: the file is there once all of it is.

    A device or pipe, such as `/dev/null` or `/dev/stdout`, is written to and never replaced; a link keeps leading where
    it leads.
    """
    import tempfile

    temporary = ""
    try:
        with explain_unwritable(path):
            if _is_stream(path):
                with path.open("wb") as file:
                    yield file
                return
            path = path.resolve() if path.is_symlink() else path
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.{os.getpid()}-", suffix=".part")
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).chmod(0o666 & ~_umask())
            Path(temporary).replace(path)
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()  # what is not there any more has become the file


def _is_stream(path: Path) -> bool:
    """Whether a path is no file of its own: replacing it, which an administrator may do, would break the machine."""
    if path.exists() and not path.is_file() and not path.is_dir():
        return True
    return path.is_symlink() and path.absolute().parts[1:2] in (("dev",), ("proc",))  # /dev/stdout, led into a file


@contextlib.contextmanager
def explain_unwritable(path: Path) -> Iterator[None]:
    """Say of a file or folder that cannot be written what the matter is."""
    try:
        yield
    except OSError as error:
        raise InvalidInput(
            f"{path}: cannot be written ({_reason(error)})",
            "Check the folder's permissions and space; nothing was changed.",
        ) from None


def sweep(folder: Path) -> None:
    """Remove parts of files, here and below, whose writer is no more; those of a program beside us are left alone."""
    for part in folder.rglob(".*.part"):
        match = _PART.fullmatch(part.name)
        if match is not None and not _is_alive(int(match[1])):
            with contextlib.suppress(OSError):
                part.unlink()


_PART = re.compile(r"\..*\.(\d+)-[^.]*\.part", re.DOTALL)


def _is_alive(process: int) -> bool:
    if sys.platform == "win32":
        return True  # there is no harmless way to ask
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def user_folder(variable: str, mac: str, unix: str) -> Path:
    """A folder of the user's, by the convention of the platform; on others `variable` names it, `unix` by default."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "genchal"
    if sys.platform == "darwin":
        return Path.home() / "Library" / mac / "genchal"
    base = Path(os.environ.get(variable, ""))
    return (base if base.is_absolute() else Path.home() / unix) / "genchal"


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
