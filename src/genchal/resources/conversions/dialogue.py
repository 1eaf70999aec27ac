"""Dialogue acts with texts: the JSON files of San Francisco, and the records of DSTC2, each as one table.

San Francisco (RNNLG): ``data/original/{restaurant,hotel}/{train,valid,test}.json``, comments before a list of triples
of act, reference and baseline. DSTC2 (nlg_dstc2): ``src/data/{train,valid,test}_data``, three lines a record: acts,
acts without values, text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from genchal.errors import InvalidInput
from genchal.resources.conversions.release import Release

PARTS = ("train", "valid", "test")
Row = tuple[str, ...]


def _table(
    release: Release, name: str, columns: Row, places: tuple[str, ...], records: Callable[[str], Iterable[Row]]
) -> Iterator[tuple[str, bytes]]:
    """One table of all parts, if all of them are there; `places` are patterns of their names."""
    for place in places:
        files = {part: place.format(part) for part in PARTS}
        if not set(files.values()) <= set(release.names):
            continue
        lines = ["\t".join(("split", "row", *columns))]
        for part, file in files.items():
            try:
                rows = list(records(release.read_text(file)))
                lines += ["\t".join((part, str(place), *row)) for place, row in enumerate(rows, 1)]
            except (ValueError, TypeError, AttributeError):
                problem = f"{release.source}, {file}: not in the layout of the release"
                raise InvalidInput(problem, "Download the release again.") from None
        yield name, "\n".join([*lines, ""]).encode("utf-8")
        return


def _triples(text: str) -> list[Row]:
    lines = [line for line in text.split("\n") if not line.startswith("#")]
    return [(act, reference, baseline) for act, reference, baseline in json.loads("\n".join(lines))]


def _records(text: str) -> Iterator[Row]:
    for record in text.strip().split("\n\n"):
        acts, slots, reference = (line.strip() for line in record.strip("\n").split("\n"))
        yield acts, slots, reference


def _convert_san_francisco(release: Release, domain: str, name: str) -> Iterator[tuple[str, bytes]]:
    places = (f"data/original/{domain}/{{}}.json", "{}.json")
    return _table(release, name, ("da", "ref", "baseline"), places, _triples)


convert_restaurants = partial(_convert_san_francisco, domain="restaurant", name="sf_restaurants.tsv.xz")
convert_hotels = partial(_convert_san_francisco, domain="hotel", name="sf_hotels.tsv.xz")


def convert_dstc2(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield the table of system turns."""
    return _table(release, "dstc2_nlg.tsv.xz", ("da", "da_delex", "ref"), ("src/data/{}_data",), _records)
