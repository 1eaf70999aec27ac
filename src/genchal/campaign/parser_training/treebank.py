"""Treebanks to learn from: CoNLL-U files whose every sentence is a tree with tags and lemmas."""

from __future__ import annotations

from pathlib import Path

from genchal.domain import DependencyTree, Instance
from genchal.errors import InvalidInput, parse_all
from genchal.resources.files import read_lines
from genchal.tasks.conllu import ConllU
from genchal.text.syntax import Parse


def read_treebank(path: Path) -> list[Parse]:
    """Read sentences; every problem is a line of its own. Ranges of words and empty nodes are left out."""
    instances = ConllU().parse(read_lines(path), str(path))
    sentences = parse_all(lambda instance: _parse(instance, str(path)), instances)
    if not sentences:
        raise InvalidInput(f"{path}: no sentences", "Give a treebank in CoNLL-U.")
    return sentences


def _parse(instance: Instance, source: str) -> Parse:
    tree = instance.input
    assert isinstance(tree, DependencyTree)  # noqa: S101
    where = f"{source}, sentence '{instance.id}'"
    words = [node for node in tree.nodes if node.id.isdecimal()]
    if [node.id for node in words] != [str(number) for number in range(1, len(words) + 1)] or not words:
        raise InvalidInput(f"{where}: its words are not numbered 1, 2, ...", "Give ordered trees, not scrambled ones.")
    if any(not node.head.isdecimal() for node in words):
        raise InvalidInput(f"{where}: a word depends on an empty node", "Give basic trees, not enhanced ones.")
    roots = [node.id for node in words if node.head == "0"]
    if len(roots) != 1:
        raise InvalidInput(
            f"{where}: {len(roots)} roots (words {', '.join(roots[:8])})", "Make all words but one depend on others."
        )
    for column in ("form", "upos", "xpos", "deprel"):
        if any(not getattr(node, column) or getattr(node, column) == "_" != node.form for node in words):
            raise InvalidInput(f"{where}: a word without {column}", "Give a treebank with forms, both tags and labels.")
    if any((node.deprel == "root") != (node.head == "0") for node in words):
        raise InvalidInput(f"{where}: the label 'root' is not on the root alone", "Label the root 'root'.")
    return Parse(
        tuple(node.form for node in words),
        tuple(node.lemma for node in words),
        tuple(node.upos for node in words),
        tuple(node.xpos for node in words),
        tuple(int(node.head) for node in words),
        tuple(node.deprel for node in words),
    )
