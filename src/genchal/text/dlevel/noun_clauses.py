"""Clauses that modify nouns: relative ones, and reduced ones (*a pub located here*, *a place to eat*).

Where such a clause stands between a subject and its verb, or before everything else, parsers often hang it on the wrong
word; where it stands tells what it modifies.
"""

from __future__ import annotations

from collections.abc import Iterator

from genchal.text.dlevel.tree import Tree

PARTICIPLES = frozenset(["VBG", "VBN"])
RELATIVE_PRONOUNS = frozenset(["WDT", "WP"])


def find_noun_clauses(tree: Tree) -> Iterator[int]:
    """Heads of clauses that modify a noun."""
    for word in tree.words:
        if (tree.relation(word) == "acl" and not is_fronted(tree, word)) or parts_subject(tree, word):
            yield word


def is_on_subject(tree: Tree, word: int) -> bool:
    """Whether a clause modifies a subject; one that stands before its head belongs to the subject before it."""
    return tree.is_subject_side(tree.head(word)) or _follows_subject(tree, word)


def is_fronted(tree: Tree, word: int) -> bool:
    """Whether a participle begins the sentence, before the noun that it hangs on: *located in the centre, it ...*."""
    return word < tree.head(word) and tree.xpos(word) in PARTICIPLES and not _follows_subject(tree, word)


def parts_subject(tree: Tree, word: int) -> bool:
    """Whether an adverbial clause parts a subject from its verb as relative ones do: *the Bell, located here, is*."""
    if tree.relation(word) != "advcl" or not _follows_subject(tree, word):
        return False
    has_pronoun = any(tree.xpos(part) in RELATIVE_PRONOUNS for part in tree.of(word, "nsubj", "obj"))
    return has_pronoun or (tree.xpos(word) == "VBN" and not tree.of(word, "mark", "aux"))


def _follows_subject(tree: Tree, word: int) -> bool:
    """Whether a clause stands between a subject of its head and that head."""
    head = tree.head(word)
    return word < head and any(subject < tree.span(word)[0] for subject in tree.of(head, "nsubj"))
