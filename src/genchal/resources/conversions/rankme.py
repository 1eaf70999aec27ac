"""The release of the RankME paper: ``data/NAME.zip``, each with one CSV file of ratings, whatever its name."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from genchal.errors import InvalidInput
from genchal.resources.conversions.pseudonyms import Pseudonyms
from genchal.resources.conversions.release import Release


def convert(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield ratings under the names of their archives, without personal data."""
    pseudonyms = Pseudonyms()
    for name, study in release.inside("data", suffix=".zip"):
        where = f"{release.source}, {name}"
        try:
            with zipfile.ZipFile(io.BytesIO(release.read(name))) as archive:
                tables = [entry for entry in archive.namelist() if entry.endswith(".csv") and "__MACOSX" not in entry]
                text = archive.read(tables[0]).decode("utf-8-sig") if len(tables) == 1 else None
        except (zipfile.BadZipFile, UnicodeDecodeError):
            text = None
        if text is None:
            raise InvalidInput(f"{where}: not an archive with one CSV file", "Download the release again.")
        yield f"{study}.csv.gz", pseudonyms.anonymise(text, where)
