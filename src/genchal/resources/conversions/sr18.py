"""The Surface Realisation task of 2018 and its treebanks: inputs as they are, sentences as tables.

Layout of the copy that is known (Dep2Text): ``data/T1-input/PART/NAME.conll``, ``data/T2-input/PART/T2_NAME.conll`` and
``data/Sentences/PART/NAME_sentences.txt``. Sentences of test sets were not published there. They are made from
Universal Dependencies where its files (``NAME.conllu``, in any folder) are there too: both are in the same order, the
task leaves some out, and inputs have the lemmas of their sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePosixPath

from genchal.errors import InvalidInput
from genchal.resources.conversions.release import Release

TREEBANK = re.compile(r"\w+-ud-(?:train|dev|test)\.conllu")
ID, TEXT = "# sent_id = ", "# text = "
MOST_DIFFERENT = 4  # lemmas that an input and its sentence may not have in common


def convert(release: Release) -> Iterator[tuple[str, bytes]]:
    """Yield inputs, sentences and treebanks that are there."""
    for track in ("T1", "T2"):
        for name, file in release.inside(f"data/{track}-input", suffix=".conll"):
            yield f"official/{track}/{PurePosixPath(file).name}.conll.xz", release.read(name)
    treebanks = {path.stem: name for name in release.names if TREEBANK.fullmatch((path := PurePosixPath(name)).name)}
    for treebank, name in treebanks.items():
        yield f"ud/{treebank}.conllu.xz", release.read(name)
    for name, file in release.inside("data/Sentences", suffix="_sentences.txt"):
        rows = [row for row in map(_id_and_text, _blocks(release.read_text(name))) if row[1]]
        if rows:  # those of test sets are empty
            lines = [f"{row}\t{sentence}\t{text}\n" for row, (sentence, text) in enumerate(rows, 1)]
            yield f"official/sentences/{PurePosixPath(file).name}.tsv.xz", _table("row\tsent_id\ttext\n", lines)
    for name, file in release.inside("data/T1-input/test", suffix=".conll"):
        if file in treebanks:
            yield f"official/sentences/{file}.tsv.xz", _test_sentences(release, name, treebanks[file])


def _blocks(text: str) -> list[list[str]]:
    return [block.split("\n") for block in re.split(r"\n\n+", text.strip("\n")) if block]


def _table(header: str, lines: list[str]) -> bytes:
    return "".join([header, *lines]).encode("utf-8")


def _id_and_text(block: list[str]) -> tuple[str, str]:
    found = {start: line.removeprefix(start) for line in block for start in (ID, TEXT) if line.startswith(start)}
    return found.get(ID, "").strip(), found.get(TEXT, "").strip()


def _lemmas(block: list[str], column: int) -> Counter[str]:
    rows = [line.split("\t") for line in block if line and not line.startswith("#")]
    return Counter(row[column] for row in rows if len(row) > column and row[0].isdigit())


def _test_sentences(release: Release, inputs: str, treebank: str) -> bytes:
    wanted = [_lemmas(block, 1) for block in _blocks(release.read_text(inputs))]
    trees = _blocks(release.read_text(treebank))
    found = _align(wanted, [_lemmas(block, 2) for block in trees])
    if found is None:
        problem = f"{release.source}, {inputs}: inputs do not have the lemmas of {treebank}"
        raise InvalidInput(problem, "Take the treebank from tag r2.0-test, the version that the task was made from.")
    texts = [(place, *_id_and_text(trees[place])) for place in found]
    lines = [f"{row}\t{place + 1}\t{sentence}\t{text}\n" for row, (place, sentence, text) in enumerate(texts, 1)]
    return _table("row\tud_row\tsent_id\ttext\n", lines)


def _align(inputs: list[Counter[str]], sentences: list[Counter[str]]) -> list[int] | None:
    """The sentence of every input: the next one with equal lemmas, or else the one with the fewest different ones."""
    places: list[int] = []
    start, spare = 0, len(sentences) - len(inputs)
    for lemmas in inputs:
        window = range(start, min(start + spare + 1, len(sentences)))
        ranked = [(_difference(lemmas, sentences[place]), place) for place in window]
        different, place = min(ranked, default=(MOST_DIFFERENT + 1, 0))
        if different > MOST_DIFFERENT:
            return None
        spare -= place - start
        start = place + 1
        places.append(place)
    return places


def _difference(one: Counter[str], other: Counter[str]) -> int:
    return (one - other).total() + (other - one).total()
