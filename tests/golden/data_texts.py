"""Texts of the data sets that tokenisers are compared on."""

import csv
import gzip
import lzma
import re
from collections.abc import Iterator
from pathlib import Path

ENGLISH = ["E2E references", "E2E outputs", "SF restaurants", "SF hotels", "BAGEL", "DSTC2", "UD English"]
TREEBANKS = {"UD English": "en", "UD French": "fr", "UD Spanish": "es", "UD Czech": "cs", "UD Russian": "ru"}


def read_table(path: Path, column: str, delimiter: str = "\t") -> Iterator[str]:
    with lzma.open(path, "rt", encoding="utf-8", newline="") as lines:
        if delimiter == "\t":
            rows = csv.DictReader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
        else:
            rows = csv.DictReader(lines, delimiter=delimiter)
        yield from (row[column] for row in rows)


def read_treebank(path: Path) -> Iterator[str]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from (line[len("# text = ") :].rstrip("\n") for line in lines if line.startswith("# text = "))


def read_bagel(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("->"):
                yield re.sub(r"\[[^\]]*\]", "", line[2:].strip(' ";\n'))


def read_texts(data: Path, name: str) -> Iterator[str]:
    """Different texts of a data set, empty ones left out; every third one of the largest."""
    match name:
        case "E2E references":
            parts = ("trainset", "devset", "testset_w_refs")
            texts = [text for part in parts for text in read_table(data / "e2e" / f"{part}.csv.xz", "ref", ",")]
        case "E2E outputs":
            texts = list(read_table(data / "e2e-eval" / "all_outputs.tsv.xz", "output"))
        case "SF restaurants" | "SF hotels":
            stem = name.lower().replace(" ", "-")
            texts = list(read_table(data / stem / f"{stem.replace('-', '_')}.tsv.xz", "ref"))
        case "BAGEL":
            texts = list(read_bagel(data / "bagel" / "ACL10-inform-training.txt.gz"))
        case "DSTC2":
            texts = list(read_table(data / "dstc2" / "dstc2_nlg.tsv.xz", "ref"))
        case _:
            code = TREEBANKS[name]
            paths = sorted((data / "sr18" / "ud").glob(f"{code}[-_]*.conllu.xz"))
            texts = [text for path in paths for text in read_treebank(path)]
    different = sorted({text for text in texts if text})
    yield from different[:: 3 if len(different) > 20_000 else 1]
