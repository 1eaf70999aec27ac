"""Tokens of whole data sets against the Java program of the caption metrics, where there is Java and the program."""

import csv
import gzip
import lzma
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from genchal.text.arrays.encoding import encode
from genchal.text.tokenisers.ptb import Ptb
from probe_ptb import find_jar, tokenise

pytestmark = pytest.mark.skipif(
    shutil.which("java") is None or find_jar() is None, reason="needs Java and the package pycocoevalcap"
)
# What the caption metrics take out. They compare in small letters, so that the names of brackets stay.
REMOVED = {"!", "'", "''", ",", "-", "--", "-LCB-", "-LRB-", "-RCB-", "-RRB-", ".", "...", ":", ";", "?", "`", "``"}


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
            parts = ("dev", "test", "train.r2.1")
            texts = [text for part in parts for text in read_treebank(data / "sr18" / "ud" / f"en-ud-{part}.conllu.xz")]
    different = sorted({text for text in texts if text})
    yield from different[:: 3 if len(different) > 20_000 else 1]


@pytest.mark.parametrize(
    "name", ["E2E references", "E2E outputs", "SF restaurants", "SF hotels", "BAGEL", "DSTC2", "UD English"]
)
def test_every_text_has_the_tokens_of_the_java_program(data: Path, name: str) -> None:
    texts = list(read_texts(data, name))
    encoded = encode(texts, Ptb(), lower=True)
    differing = []
    for row, tokens in enumerate(tokenise(texts)):
        small = [token.lower() for token in tokens]
        if encoded.strings(row) != [token for token in small if token not in REMOVED]:
            differing.append(texts[row])
    assert len(texts) > 300
    assert differing == []
