"""The peer: scores of systems by sacreBLEU's API, its references cached once. Run as a process of its own.

``python -m benchmarks.sacrebleu_peer e2e REFERENCES.csv.xz OUTPUT.tsv.gz...`` (or ``lines REFERENCES.txt OUTPUT.txt``)
prints BLEU as JSON, in the challenge's form: 13a, lower case, no smoothing. With ``e2e-chrf``, ``e2e-chrf_pp`` and
``e2e-ter`` in place of ``e2e`` it is the other metrics, without options.
"""

import itertools
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from sacrebleu import BLEU, CHRF, TER

from benchmarks.e2e_files import read_outputs, read_references


def e2e(metric: Callable[..., Any], references: str, outputs: list[str]) -> dict[str, float]:
    """Score the challenge's files."""
    grouped = read_references(references)
    peer = metric(references=_streams(list(grouped.values())))
    systems = (read_outputs(path, grouped) for path in outputs)
    return {name: peer.corpus_score(texts, None).score / 100 for name, texts in systems}


def lines(references: str, outputs: list[str], is_lower: bool = True) -> dict[str, float]:
    """Score plain text; references of a segment stand in blocks if there are blank lines, else one on a line."""
    blocks = [block.split("\n") for block in Path(references).read_text(encoding="utf-8").strip("\n").split("\n\n")]
    if len(blocks) == 1:
        blocks = [[line] for line in blocks[0]]
    bleu = _BLEU(references=_streams(blocks), lowercase=is_lower)
    return {
        name: bleu.corpus_score(Path(name).read_text(encoding="utf-8").rstrip("\n").split("\n"), None).score / 100
        for name in outputs
    }


def _streams(references: list[list[str]]) -> list[tuple[str, ...]]:
    return list(itertools.zip_longest(*references))


_BLEU = partial(BLEU, lowercase=True, force=True, smooth_method="none")
KINDS: dict[str, Callable[[str, list[str]], dict[str, float]]] = {
    "e2e": partial(e2e, _BLEU),
    "e2e-chrf": partial(e2e, CHRF),
    "e2e-chrf_pp": partial(e2e, partial(CHRF, word_order=2)),
    "e2e-ter": partial(e2e, TER),
    "lines": lines,
    "lines-mixed": partial(lines, is_lower=False),
}

if __name__ == "__main__":
    kind, given, *files = sys.argv[1:]
    print(json.dumps(KINDS[kind](given, files)))
