"""METEOR's data: read from the package of the [meteor] extra, compiled once, and kept in the user's cache.

Function words, abbreviations and WordNet's synsets are inside the package's jar, which is a zip file; the table of
paraphrases lies beside it. Nothing of it is run, and the package is not imported.
"""

from __future__ import annotations

import gzip
import hashlib
import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from genchal.errors import InvalidInput, NeedsExtra, UserError
from genchal.metrics.meteor.tables import Paraphrases, Synonyms, Tables
from genchal.resources.arrays import Arrays, Damaged, map_arrays, write_arrays
from genchal.resources.files import sweep
from genchal.resources.meteor_index import compile_paraphrases, compile_synonyms, paraphrases_from, synonyms_from
from genchal.resources.results import user_cache

Progress = Callable[[str], None]
PACKAGE = "pycocoevalcap"
LAYOUT = 1  # raised when the compiled arrays change
ENTRIES = 5_274_084  # of the English table, to say how far compiling is
NAMES = {"en": "english", "cs": "czech", "de": "german", "es": "spanish", "fr": "french", "ru": "russian"}


def load_meteor(name: str, progress: Progress) -> Tables:
    """Load what a metric needs: a language, *own* if its own function words are wanted, *synonym*, *paraphrase*.

    `progress` hears of everything that takes longer than a moment, and of what went wrong without harm.
    """
    language, *parts = name.split()
    source = _Source(_folder(), progress)
    words = source.function_words(language if "own" in parts else "en")
    prefixes = source.prefixes(language)
    synonyms, kept = source.synonyms() if "synonym" in parts else (None, True)
    paraphrases, also_kept = source.paraphrases() if "paraphrase" in parts else (None, True)
    return Tables(
        words,
        prefixes,
        synonyms,
        paraphrases,
        hashlib.blake2b("|".join(source.origins).encode(), digest_size=8).hexdigest(),
        partial(_reopen, name) if kept and also_kept else None,
    )


@lru_cache(maxsize=8)
def _reopen(name: str) -> Tables:
    """The same tables in another process."""
    return load_meteor(name, lambda _: None)


def _folder() -> Path:
    """The folder of METEOR's files."""
    spec = find_spec(PACKAGE)
    for place in (spec.submodule_search_locations or []) if spec else []:
        if (Path(place) / "meteor" / "meteor-1.5.jar").is_file():
            return Path(place) / "meteor"
    raise NeedsExtra("metric 'meteor'", "meteor")


class _Source:
    """The package's files; `origins` gathers the checksums of all that has been read."""

    def __init__(self, folder: Path, progress: Progress) -> None:
        self.folder = folder
        self.progress = progress
        self.origins: list[str] = []
        self.jar = folder / "meteor-1.5.jar"

    def function_words(self, language: str) -> frozenset[str]:
        """Words that say little by themselves."""
        (text,) = self._read(f"function/{NAMES[language]}.words")
        return frozenset(text.decode("utf-8").splitlines())

    def prefixes(self, language: str) -> dict[str, bool]:
        """Abbreviations that keep their dot: whether only before a number."""
        if language == "other":
            return {}
        (text,) = self._read(f"nonbreaking/{NAMES[language]}.prefixes")
        prefixes = {}
        for line in text.decode("utf-8").splitlines():
            prefix, *rest = line.split() or ["#"]
            if not prefix.startswith("#"):
                prefixes[prefix] = rest[:1] == ["#NUMERIC_ONLY#"]
        return prefixes

    def synonyms(self) -> tuple[Synonyms, bool]:
        """WordNet; also whether it can be opened again."""
        members = "synonym/english.synsets", "synonym/english.exceptions"
        origin = self._origin(*members)
        arrays, kept = self._index("wordnet-en", origin, lambda: compile_synonyms(*self._read(*members, note=False)))
        return synonyms_from(arrays), kept

    def paraphrases(self) -> tuple[Paraphrases, bool]:
        """The table of paraphrases; also whether it can be opened again."""
        path = self.folder / "data" / "paraphrase-en.gz"
        try:
            with path.open("rb") as file:
                file.seek(-8, 2)
                checksum, size = struct.unpack("<II", file.read(8))  # a gzip file ends with those of its contents
        except OSError as error:
            raise _broken(path, error) from None
        origin = f"{path.name} {checksum:08x} {size}"
        self.origins.append(origin)
        arrays, kept = self._index("paraphrase-en", origin, lambda: self._compiled(path))
        return paraphrases_from(arrays), kept

    def _compiled(self, path: Path) -> Arrays:
        said = 0

        def report(entries: int) -> None:
            nonlocal said
            quarter = min(4 * entries // ENTRIES, 3)
            if quarter > said:
                said = quarter
                self.progress(f"METEOR: {25 * quarter} % of paraphrases read")

        self.progress("METEOR: compiling the paraphrase table once; this takes a few seconds")
        try:
            with gzip.open(path, "rb") as file:
                return compile_paraphrases(file, report)
        except (OSError, EOFError, zlib.error) as error:
            raise _broken(path, error) from None

    def _read(self, *members: str, note: bool = True) -> list[bytes]:
        """Read files inside the jar; their checksums are verified."""
        if note:
            self._origin(*members)
        try:
            with zipfile.ZipFile(self.jar) as jar:
                return [jar.read(member) for member in members]
        except (OSError, KeyError, zipfile.BadZipFile, zlib.error) as error:
            raise _broken(self.jar, error) from None

    def _origin(self, *members: str) -> str:
        """Names and checksums of files inside the jar."""
        try:
            with zipfile.ZipFile(self.jar) as jar:
                found = [f"{member} {jar.getinfo(member).CRC:08x}" for member in members]
        except (OSError, KeyError, zipfile.BadZipFile) as error:
            raise _broken(self.jar, error) from None
        self.origins += found
        return " ".join(found)

    def _index(self, kind: str, origin: str, compiled: Callable[[], Arrays]) -> tuple[Arrays, bool]:
        """Open an index; make and keep it first if there is none, or none that is whole."""
        origin = f"{origin} layout {LAYOUT}"
        folder = user_cache().folder / "meteor"
        path = folder / f"{kind}-{hashlib.blake2b(origin.encode(), digest_size=8).hexdigest()}.arrays"
        found = self._opened(path, origin)
        if found is not None:
            return found, True
        made = compiled()
        try:
            sweep(folder)
            write_arrays(path, made, origin)
            return map_arrays(path, origin), True
        except (UserError, OSError, Damaged) as error:
            why = error.problem if isinstance(error, UserError) else str(error)
            self.progress(f"METEOR: {why}; the index was not stored and will be rebuilt next time")
            return made, False

    def _opened(self, path: Path, origin: str) -> dict[str, NDArray[Any]] | None:
        try:
            return map_arrays(path, origin)
        except FileNotFoundError:
            return None
        except Damaged as error:
            self.progress(f"METEOR: the index {path.name} is damaged ({error}); it will be rebuilt")
        except OSError as error:
            self.progress(f"METEOR: the index {path} cannot be read ({error.strerror}); it will be rebuilt")
        return None


def _broken(path: Path, error: Exception) -> InvalidInput:
    return InvalidInput(
        f"{path} cannot be read ({error})", f"Install the package again: pip install --force-reinstall {PACKAGE}"
    )
