"""The peer: the five metrics of the E2E challenge by what can be installed today, called system by system.

pycocoevalcap's tokeniser, METEOR jar, ROUGE-L and CIDEr (the first two are Java), sacreBLEU's BLEU and NLTK's NIST.
Run as a process of its own: ``python -m benchmarks.e2e_peer REFERENCES.csv.xz OUTPUT.tsv.gz...`` prints scores and the
seconds that each part took as JSON. ``--only meteor`` does METEOR alone, with the tokenising that it needs.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.e2e_files import read_outputs, read_references


def main(references: str, outputs: list[str], only: str | None) -> dict[str, dict[str, dict[str, float]]]:
    """Score every system by itself, as one does who calls a script for each."""
    grouped = read_references(references)
    scores: dict[str, dict[str, float]] = {}
    seconds: dict[str, dict[str, float]] = {}
    for path in outputs:
        name, texts = read_outputs(path, grouped)
        scores[name], seconds[name] = _measured(texts, list(grouped.values()), only)
    return {"scores": scores, "seconds": seconds}


def _measured(
    outputs: list[str], references: list[list[str]], only: str | None
) -> tuple[dict[str, float], dict[str, float]]:
    scores: dict[str, float] = {}
    seconds: dict[str, float] = {}

    def timed(what: str, compute: Callable[[], Any]) -> Any:
        started = time.perf_counter()
        with contextlib.redirect_stdout(sys.stderr):  # the caption scorers print
            value = compute()
        seconds[what] = time.perf_counter() - started
        return value

    if only is None:
        scores["bleu"] = timed("bleu", lambda: _bleu(outputs, references))
        scores["nist"] = timed("nist", lambda: _nist(outputs, references))
    from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer

    tokeniser = PTBTokenizer()
    given = {number: [{"caption": text} for text in texts] for number, texts in enumerate(references)}
    made = {number: [{"caption": text}] for number, text in enumerate(outputs)}
    theirs, ours = timed("tokens", lambda: (tokeniser.tokenize(given), tokeniser.tokenize(made)))
    from pycocoevalcap.cider.cider import Cider
    from pycocoevalcap.meteor.meteor import Meteor
    from pycocoevalcap.rouge.rouge import Rouge

    scorers = {"meteor": Meteor, "rouge_l": Rouge, "cider": Cider}
    for name, scorer in scorers.items():
        if only in (None, name):
            scores[name] = float(timed(name, partial(_captions, scorer, theirs, ours)))
    return scores, seconds


def _captions(scorer: Callable[[], Any], references: Any, outputs: Any) -> Any:
    return scorer().compute_score(references, outputs)[0]


def _bleu(outputs: list[str], references: list[list[str]]) -> float:
    from sacrebleu import BLEU

    bleu = BLEU(lowercase=True, force=True, smooth_method="none")
    return float(bleu.corpus_score(outputs, list(itertools.zip_longest(*references))).score) / 100


def _nist(outputs: list[str], references: list[list[str]]) -> float:
    from nltk.translate.nist_score import corpus_nist
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokeniser: Any = Tokenizer13a()  # type: ignore[no-untyped-call]

    def split(text: str) -> list[str]:
        return str(tokeniser(text.lower())).split()

    return float(corpus_nist([list(map(split, texts)) for texts in references], list(map(split, outputs)), n=5))


if __name__ == "__main__":
    alone = sys.argv[2] if sys.argv[1] == "--only" else None
    first, *others = sys.argv[3:] if alone else sys.argv[1:]
    print(json.dumps(main(first, others, alone)))
