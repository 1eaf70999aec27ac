"""The release of the E2E challenge: outputs of all systems as long tables, ratings without personal data.

Official layout: ``participants.tsv``, ``system_outputs/primary/SYSTEM.tsv``, ``system_outputs/all/TEAM/.../FILE.tsv``
and ``human_ratings/{quality,naturalness}.csv``. Files of outputs have the rows of the E2E test set in its order, in two
columns, with or without a header, quotes, byte-order marks and carriage returns. Inputs are taken from the test set,
since some files have them in a wrong encoding.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from genchal.errors import InvalidInput, UserError, raise_all
from genchal.resources.conversions.pseudonyms import Pseudonyms
from genchal.resources.conversions.release import Release
from genchal.resources.files import read_text

SCORES = ".segscores"  # team tnt left scores of segments beside its outputs


def convert(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield what can be made from the files that are there."""
    primary = list(release.inside("system_outputs/primary", "primary_raw", suffix=".tsv"))
    others = list(release.inside("system_outputs/all", suffix=".tsv"))
    every = [(name, system) for name, system in others if not system.endswith(SCORES)]
    if "participants.tsv" in release.names:
        yield "participants.tsv", release.read("participants.tsv")
    for name, system in primary:
        yield f"primary_raw/{system}.tsv.gz", release.read(name)
    for name, system in others:
        if system.endswith(SCORES):
            yield f"segscores/{system.rpartition('/')[2]}.tsv.gz", release.read(name)
    if primary or every:
        rows = csv.DictReader(io.StringIO(read_text(release.find("e2e", "testset.csv")), newline=""))
        inputs = [row["MR"] for row in rows]
        for table, files in (("primary_outputs.tsv.xz", primary), ("all_outputs.tsv.xz", every)):
            if files:
                yield table, _long_table(release, files, inputs)
    yield from _ratings(release)


def _ratings(release: Release) -> Iterator[tuple[str, bytes]]:
    pseudonyms = Pseudonyms()
    for criterion in ("quality", "naturalness"):  # workers are numbered in this order
        name = f"human_ratings/{criterion}.csv"
        if name in release.names:
            table = pseudonyms.anonymise(release.read_text(name), f"{release.source}, {name}")
            yield f"{name}.xz", table


def _long_table(release: Release, files: Iterable[tuple[str, str]], inputs: list[str]) -> bytes:
    lines, problems = ["system\trow\tmr\toutput\n"], list[UserError]()
    for name, system in files:
        outputs = _read_outputs(release.read_text(name))
        if len(outputs) != len(inputs):
            found = f"{release.source}, {name}: {len(outputs)} outputs, expected {len(inputs)} (rows of the test set)"
            problems.append(InvalidInput(found, "Download the release again; nothing was stored."))
            continue
        pairs = enumerate(zip(inputs, outputs, strict=True), 1)
        lines += [f"{system}\t{row}\t{given}\t{output}\n" for row, (given, output) in pairs]
    raise_all(problems)
    return "".join(lines).encode("utf-8")


def _read_outputs(text: str) -> list[str]:
    rows = [line.split("\t") for line in text.split("\n") if line]
    if rows and _cell(rows[0][0]).casefold() == "mr":
        del rows[0]
    return [_cell(row[1]) for row in rows if len(row) == 2]


def _cell(text: str) -> str:
    """Take off white space and one pair of quotes around a cell."""
    text = text.strip()
    is_quoted = len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1].strip() if is_quoted else text
