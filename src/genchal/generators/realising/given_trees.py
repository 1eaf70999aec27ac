"""Trees of instances, as realisers need them: treebanks to learn from, and inputs with a lemma for every word."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.domain import DependencyTree, Instance, Node
from genchal.errors import InvalidInput

MISSING = ("", "_")
LITERAL = frozenset({"PUNCT", "SYM", "X"})  # tags of words that may be an underscore
IMPLIED = "PRON"  # the tag of subjects without a lemma in deep trees


def read_treebank(instances: Sequence[Instance], generator: str) -> list[DependencyTree]:
    """Trees to learn from; inputs of surface realisation, which have neither order nor forms, are refused."""
    trees = [_tree_of(instance, generator) for instance in instances]
    if not any(node.lemma not in MISSING for tree in trees for node in tree.nodes):
        raise InvalidInput(
            f"the training trees of generator '{generator}' have no lemmas (column 3)",
            "Train it on a treebank: the inputs of surface realisation tell neither the order nor the forms of words.",
        )
    return trees


def read_shallow_inputs(instances: Sequence[Instance], generator: str) -> list[DependencyTree]:
    """Trees to be realised, all of whose words have a lemma (or a form in its place)."""
    trees = []
    for instance in instances:
        tree = _tree_of(instance, generator)
        for node in tree.nodes:
            if _is_missing(node) and node.upos not in LITERAL:
                remedy = "Write its lemma in column 2 or 3. Deep trees, with implied subjects, are for 'deep_realiser'."
                raise _missing(instance, node, remedy)
        trees.append(tree)
    return trees


def read_deep_inputs(instances: Sequence[Instance], generator: str) -> list[DependencyTree]:
    """Deep trees: pronouns without a lemma are implied subjects, of which nothing is written."""
    trees = []
    for instance in instances:
        tree = _tree_of(instance, generator)
        missing = [node for node in tree.nodes if _is_missing(node) and node.upos not in LITERAL]
        for node in missing:
            if node.upos != IMPLIED or len(missing) == len(tree.nodes):
                remedy = (
                    "Write its lemma in column 2; only pronouns beside other words may go without (implied subjects)."
                )
                raise _missing(instance, node, remedy)
        trees.append(tree)
    return trees


def _tree_of(instance: Instance, generator: str) -> DependencyTree:
    if not isinstance(instance.input, DependencyTree):
        raise InvalidInput(
            f"generator '{generator}' needs dependency trees, but instance '{instance.id}' has none",
            'Use it in a track with format = "sr" or "conllu".',
        )
    if not any(node.id.isdecimal() for node in instance.input.nodes):
        raise InvalidInput(f"the tree of instance '{instance.id}' has no words", "Give it one, or leave the tree out.")
    return instance.input


def _is_missing(node: Node) -> bool:
    return node.id.isdecimal() and node.form in MISSING and node.lemma in MISSING


def _missing(instance: Instance, node: Node, remedy: str) -> InvalidInput:
    return InvalidInput(f"instance '{instance.id}': word {node.id} has no lemma", remedy)
