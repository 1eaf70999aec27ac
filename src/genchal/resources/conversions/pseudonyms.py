"""Rating files of CrowdFlower without what tells who and where the workers are."""

from __future__ import annotations

import csv
import io

from genchal.errors import InvalidInput

WORKER = "_worker_id"
PERSONAL = frozenset(["_ip", "_city", "_region", "_country", "_channel"])


class Pseudonyms:
    """Workers' names w001, w002, ... in the order in which they are met; one worker has one name in all files."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def anonymise(self, text: str, where: str) -> bytes:
        """Return a CSV file without personal columns and with pseudonyms for workers."""
        rows = csv.reader(io.StringIO(text, newline=""), strict=True)
        try:
            header, *body = rows
        except (ValueError, csv.Error):
            raise InvalidInput(f"{where}: not a CSV table", "Download the release again.") from None
        if WORKER not in header or any(len(row) != len(header) for row in body):
            problem = f"{where}: not ratings by CrowdFlower, a CSV table with the column {WORKER}"
            raise InvalidInput(problem, "Download the release again.")
        kept = [place for place, column in enumerate(header) if column not in PERSONAL]
        worker = header.index(WORKER)
        written = io.StringIO(newline="")
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow([header[place] for place in kept])
        for row in body:
            row[worker] = self._names.setdefault(row[worker], f"w{len(self._names) + 1:03}")
            writer.writerow([row[place] for place in kept])
        return written.getvalue().encode("utf-8")
