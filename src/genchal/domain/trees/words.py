"""Words of a tree that know their head and their dependents."""

from __future__ import annotations

from dataclasses import dataclass, field

from genchal.domain.inputs import DependencyTree, Node
from genchal.errors import InvalidInput

NOTHING = "_"  # an empty column


@dataclass(slots=True, eq=False)
class Word:
    """A word of a tree; `relation` is without subtype (`nsubj` of `nsubj:pass`), `node.deprel` has it."""

    node: Node
    lemma: str
    features: dict[str, str]
    relation: str
    head: Word | None = None
    dependents: list[Word] = field(default_factory=list)

    def has_dependent(self, *relations: str) -> bool:
        """Whether a dependent has one of these relations, given with their subtypes."""
        return any(dependent.node.deprel in relations for dependent in self.dependents)


def read_words(tree: DependencyTree) -> list[Word]:
    """Words of a tree, in its order; ranges (3-4) and empty nodes (5.1) are no words.

    A word without a lemma has its form for one, as in the official files.
    """
    words = {
        node.id: Word(
            node,
            node.form if node.lemma == NOTHING else node.lemma,
            split_features(node.feats),
            node.deprel.partition(":")[0],
        )
        for node in tree.nodes
        if node.id.isdecimal()
    }
    for word in words.values():
        word.head = words.get(word.node.head)
        if word.head is not None:
            word.head.dependents.append(word)
    return list(words.values())


def split_features(feats: str) -> dict[str, str]:
    """The features of a word by their names; what has no value is left out."""
    pairs = (feature.partition("=") for feature in feats.split("|"))
    return {name: value for name, sign, value in pairs if sign}


def join_features(features: dict[str, str]) -> str:
    """Write features as a column, in the order of their names."""
    return "|".join(f"{name}={features[name]}" for name in sorted(features, key=str.lower)) or NOTHING


def check_tree(tree: DependencyTree, place: str) -> None:
    """Refuse what no input can be derived from: no words, no root or several, a cycle, a word without a name."""
    words = read_words(tree)
    roots = [word for word in words if word.head is None]
    if not words:
        raise InvalidInput(f"{place}: the tree has no words", "Remove it, or write its words, one a line.")
    if len(roots) != 1:
        shown = ", ".join(root.node.id for root in roots[:5])
        problem = f"{len(roots)} roots ({shown})" if roots else "no root"
        raise InvalidInput(f"{place}: the tree has {problem}", "Give one word the head 0, and all others a word.")
    reached = [roots[0]]
    for word in reached:
        reached.extend(word.dependents)
    if len(reached) < len(words):
        lost = next(word.node.id for word in words if word not in reached)
        raise InvalidInput(f"{place}: the heads from word {lost} on form a cycle", "Let one of them depend on another.")
    for word in words:
        if word.lemma in (NOTHING, ""):
            raise InvalidInput(
                f"{place}: word {word.node.id} has neither lemma nor form", "Write its lemma in column 3."
            )
