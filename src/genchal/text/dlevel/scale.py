"""Sentences to levels of the D-Level scale, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genchal.text.dlevel import rules
from genchal.text.dlevel.tree import Tree, tree_of
from genchal.text.syntax import Parse

LEVELS = 8
SEVERAL = 7

# Level, what explanations call the structure, and who finds it.
RULES: tuple[tuple[int, str, rules.Rule], ...] = (
    (1, "complement with the same subject", rules.same_subject_complement),
    (2, "conjoined clauses or verb phrases", rules.conjoined_clauses),
    (2, "clause beside another", rules.juxtaposed_clauses),
    (2, "conjoined subjects", rules.conjoined_subjects),
    (2, "conjoined modifiers", rules.conjoined_modifiers),
    (2, "conjoined noun phrases", rules.conjoined_objects),
    (3, "relative clause, not on the subject", rules.object_relative_clause),
    (3, "clause as object", rules.object_clause),
    (3, "nominalisation, not in the subject", rules.object_nominalisation),
    (3, "extraposed subject", rules.extraposed_subject),
    (3, "raising", rules.raising),
    (4, "non-finite complement with its own subject", rules.own_subject_complement),
    (4, "comparison", rules.comparison),
    (5, "finite adverbial clause", rules.adverbial_clause),
    (5, "non-finite adjunct clause", rules.adjunct_clause),
    (6, "relative clause on the subject", rules.subject_relative_clause),
    (6, "clausal subject", rules.clausal_subject),
    (6, "nominalisation in the subject", rules.subject_nominalisation),
)


@dataclass(frozen=True, slots=True)
class LevelReason:
    """A structure of a level: what it is, the word that heads it (from 1), and its text."""

    level: int
    structure: str
    word: int
    text: str

    def __str__(self) -> str:
        return f"{self.structure} '{self.text}' (word {self.word})"


@dataclass(frozen=True, slots=True)
class DLevel:
    """A sentence's level, and all that was found: one structure gives its own level, several make level 7."""

    level: int
    evidence: tuple[LevelReason, ...]

    def explained(self) -> str:
        """Say why."""
        reasons = "; ".join(map(str, self.evidence)) or "simple sentence"
        return f"level {self.level}: {reasons}"


def d_level(parse: Parse) -> DLevel:
    """Give a sentence its level, 0 to 7 (Covington et al. 2006); a sentence without words is a simple one.

    Raises `InvalidInput` where the heads of the parse are no tree.
    """
    evidence = tuple(_evidence(tree_of(parse)))
    level = 0 if not evidence else evidence[0].level if len(evidence) == 1 else SEVERAL
    return DLevel(level, evidence)


def _evidence(tree: Tree) -> Iterator[LevelReason]:
    for level, structure, rule in RULES:
        for found in rule(tree):
            yield LevelReason(level, structure, found.word, tree.text(found.words))
