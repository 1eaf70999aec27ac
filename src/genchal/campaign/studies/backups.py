"""Backups by date in a folder, and those that have had their time: what is erased in a study is gone with them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

_FORM = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"campaign-(\d{8}T\d{6}Z)\.db")


def name_backup(now: float, note: str = "") -> str:
    """Name the backup of a moment, such as campaign-20270131T180000Z.db."""
    return f"campaign-{f'{note}-' if note else ''}{datetime.fromtimestamp(now, UTC).strftime(_FORM)}.db"


def list_backups(folder: Path) -> list[Path]:
    """Copies of a campaign's database that our commands have made: on request, before an upgrade, before restoring."""
    patterns = ("backups/campaign-*Z.db", "campaign-before-restoring-*.db", "*-schema-[0-9][0-9][0-9][0-9]*.db")
    return sorted(file for pattern in patterns for file in folder.glob(pattern))


def delete_old_backups(folder: Path, before: float) -> list[Path]:
    """Delete backups made before a moment, by their names; other files are left alone."""
    deleted = []
    for file in sorted(folder.iterdir()):
        found = _NAME.fullmatch(file.name)
        if found and datetime.strptime(found[1], _FORM).replace(tzinfo=UTC).timestamp() < before:
            for end in ("", "-wal", "-shm"):
                Path(f"{file}{end}").unlink(missing_ok=True)
            deleted.append(file)
    return deleted
