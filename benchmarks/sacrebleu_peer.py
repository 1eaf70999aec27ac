"""The peer: BLEU of systems by sacreBLEU's API, its references cached once. Run as a process of its own.

``python -m benchmarks.sacrebleu_peer e2e REFERENCES.csv.xz OUTPUT.tsv.gz...`` (or ``lines REFERENCES.txt OUTPUT.txt``)
prints scores as JSON. The challenge's form of BLEU: 13a, lower case, no smoothing.
"""

import csv
import gzip
import itertools
import json
import lzma
import sys
from collections import defaultdict
from pathlib import Path

from sacrebleu import BLEU


def e2e(references: str, outputs: list[str]) -> dict[str, float]:
    """Score the challenge's files."""
    grouped: dict[str, list[str]] = defaultdict(list)
    with lzma.open(references, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            grouped[row["mr"]].append(row["ref"])
    bleu = _bleu(list(grouped.values()))
    scores = {}
    for name in outputs:
        with gzip.open(name, "rt", encoding="utf-8-sig") as file:
            lines = [line.rstrip("\r\n") for line in file if line.strip()]
        rows = dict(_cells(line) for line in lines[1:])
        scores[Path(name).name.split(".")[0]] = bleu.corpus_score([rows[mr] for mr in grouped], None).score / 100
    return scores


def lines(references: str, outputs: list[str]) -> dict[str, float]:
    """Score plain text; references of a segment stand in blocks."""
    blocks = [block.split("\n") for block in Path(references).read_text(encoding="utf-8").strip("\n").split("\n\n")]
    bleu = _bleu(blocks)
    return {
        name: bleu.corpus_score(Path(name).read_text(encoding="utf-8").rstrip("\n").split("\n"), None).score / 100
        for name in outputs
    }


def _bleu(references: list[list[str]]) -> BLEU:
    streams = list(itertools.zip_longest(*references))
    return BLEU(lowercase=True, force=True, smooth_method="none", references=streams)


def _cells(line: str) -> tuple[str, str]:
    cells = line.split("\t")
    mr, output = (cell[1:-1] if len(cell) > 1 and cell[0] == cell[-1] and cell[0] in "\"'" else cell for cell in cells)
    return mr, output.replace('""', '"')


if __name__ == "__main__":
    kind, given, *files = sys.argv[1:]
    print(json.dumps({"e2e": e2e, "lines": lines}[kind](given, files)))
