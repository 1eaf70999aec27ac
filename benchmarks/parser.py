"""How fast is the shipped parser on one core, and how well are raw texts split into sentences and words?

Times are processor times of one thread: loading, the test sentences of the English Web Treebank, and the references of
the E2E test set from raw text. Sentences and words are counted right where both ends are, on the treebank's documents.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from benchmarks.measuring import cost, data_folder, python


def run() -> dict[str, object]:
    """Time the parser in a process of its own; count the splits here."""
    timed: dict[str, object] = json.loads(cost(python("-m", "benchmarks.parser")).stdout)
    return timed | {f"splits, {part}": _splits(part) for part in ("dev", "test")}


def _timed() -> dict[str, object]:
    from genchal.campaign.parser_training.treebank import read_treebank
    from genchal.resources.files import read_lines
    from genchal.resources.parser import FOLDER, SHIPPED, load_parser
    from genchal.tasks.e2e import E2E
    from genchal.text.parser.texts import parse_texts

    began = time.process_time()
    parser = load_parser("en")
    loading = time.process_time() - began
    sentences = [one.forms for one in read_treebank(_treebank("test"))]
    path = data_folder() / "e2e" / "testset_w_refs.csv.xz"
    texts = [text for one in E2E().parse(read_lines(path), str(path)) for text in one.references]
    parser.parse(sentences[:50])
    began = time.process_time()
    parser.parse(sentences)
    spent = time.process_time() - began
    began = time.process_time()
    parses = parse_texts(parser, texts)
    reading = time.process_time() - began
    return {
        "parser": parser.name,
        "megabytes": round((FOLDER / SHIPPED["en"]).stat().st_size / 1e6, 2),
        "loading, seconds": round(loading, 3),
        "EWT test, sentences a second": round(len(sentences) / spent),
        "E2E references from raw text, sentences a second": round(sum(map(len, parses)) / reading),
    }


def _treebank(part: str) -> Path:
    return data_folder() / "sr18" / "ud" / f"en-ud-{part}.conllu.xz"


def _splits(part: str) -> dict[str, float]:
    """F-scores of sentences and words in the documents of a treebank, sentences joined by blanks."""
    from genchal.text.parser.words import split_words
    from genchal.text.tokenisers.sentences import split_sentences

    counts = {"sentences": [0, 0, 0], "words": [0, 0, 0], "words of given sentences": [0, 0, 0]}
    for document in _documents(part):
        text = " ".join(one for one, _ in document)
        found = split_sentences(text)
        pairs = {
            "sentences": ([one for one, _ in document], found),
            "words": (
                [word for _, words in document for word in words],
                [w for one in found for w in split_words(one)],
            ),
            "words of given sentences": (
                [word for _, words in document for word in words],
                [word for one, _ in document for word in split_words(one)],
            ),
        }
        for name, (gold, ours) in pairs.items():
            theirs, own = _spans(gold), _spans(ours)
            for place, number in enumerate((len(theirs & own), len(theirs), len(own))):
                counts[name][place] += number
    return {name: round(200 * right / (gold + found), 2) for name, (right, gold, found) in counts.items()}


def _documents(part: str) -> Iterator[list[tuple[str, list[str]]]]:
    """Documents as sentences, with their words."""
    from genchal.domain import DependencyTree
    from genchal.resources.files import read_lines
    from genchal.tasks.conllu import ConllU

    document: list[tuple[str, list[str]]] = []
    for instance in ConllU().parse(read_lines(_treebank(part)), part):
        tree = instance.input
        assert isinstance(tree, DependencyTree)
        if document and any(comment.startswith("newdoc") for comment in tree.comments):
            yield document
            document = []
        document.append((instance.references[0], [node.form for node in tree.nodes if node.id.isdecimal()]))
    yield document


def _spans(pieces: Iterable[str] | Sequence[str]) -> set[tuple[int, int]]:
    """Where pieces begin and end, white space not counted."""
    spans, at = set(), 0
    for piece in pieces:
        size = len("".join(piece.split()))
        spans.add((at, at + size))
        at += size
    return spans


if __name__ == "__main__":
    sys.stdout.write(json.dumps(_timed()))
