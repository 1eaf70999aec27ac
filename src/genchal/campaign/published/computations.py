"""Numbers that views take from raw data, computed once and stored under what they depend on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from genchal.campaign.parts import StoredParts
from genchal.campaign.published.tables import PublishedTable, Row
from genchal.campaign.scoring.evidence import Machinery
from genchal.domain.results.campaign import CampaignResults
from genchal.errors import find_known
from genchal.resources.datasets import dataset_named, find_file, locate
from genchal.resources.results import digest

Key = tuple[str, ...]
Numbers = Mapping[Key, float]
Cells = Mapping[tuple[str, str], float]
PART = "numbers"  # what stored files are called
DataFile = tuple[str, str]  # a data set, and a file of it


@dataclass(frozen=True, slots=True)
class Material:
    """What a computation works with: its files, in the order it names them, a seed, and where it runs."""

    files: tuple[Path, ...]
    seed: int
    machinery: Machinery


@dataclass(frozen=True, slots=True)
class Computation:
    """Numbers made from files of data sets; `version` rises when they change.

    Of `one_of` the first file that is on this machine comes last in the material; there may be none.
    """

    name: str
    files: tuple[DataFile, ...]
    compute: Callable[[Material], Numbers]
    one_of: tuple[DataFile, ...] = ()
    version: int = 1


@dataclass(frozen=True, slots=True)
class Workbench:
    """What views work with: results, published tables, and computations with their store."""

    results: CampaignResults
    tables: Mapping[str, PublishedTable]
    parts: StoredParts
    machinery: Machinery
    progress: Callable[[str], None] = lambda _: None
    made: dict[str, Numbers] = field(default_factory=dict)

    def rows(self, table: str) -> tuple[Row, ...]:
        """The rows of a published table of this campaign."""
        return find_known("published table", table, self.tables).rows

    def numbers(self, computation: Computation) -> Numbers:
        """The numbers of a computation; data that is absent is an error that says how to get it."""
        files = [locate(*file) for file in computation.files]
        extra = (find_file(dataset_named(dataset), file) for dataset, file in computation.one_of)
        files += [path for path in extra if path is not None][:1]
        material = Material(tuple(files), self.results.seed, self.machinery)
        depends = [str(computation.version), str(material.seed), *map(fingerprint_file, files)]
        return self.remember(computation.name, depends, lambda: computation.compute(material))

    def remember(self, name: str, depends: Sequence[str], make: Callable[[], Numbers]) -> Numbers:
        """Numbers that are known, stored, or made now; `depends` is everything that they depend on."""
        basis = [name, *depends]
        key = digest(basis)

        def compute() -> dict[Key, float]:
            self.progress(f"computing {name}")
            return dict(make())

        if key not in self.made:
            self.made[key] = self.parts.obtain(PART, dict[Key, float], basis, compute)
        return self.made[key]


def fingerprint_file(path: Path) -> str:
    """Fingerprint of a file as it lies there, packed or not."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
