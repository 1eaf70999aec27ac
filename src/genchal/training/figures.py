"""How good a parser is: the share of words whose head, label, tags and lemma are those of the treebank."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.text.syntax import Parse


def accuracies(gold: Sequence[Parse], found: Sequence[Parse]) -> dict[str, float]:
    """Percentages over all words, punctuation included; `las_base` and `labels_base` leave subtypes out."""
    counts = dict.fromkeys(("uas", "las", "las_base", "upos", "xpos", "lemma", "trees"), 0)
    words = 0
    for right, other in zip(gold, found, strict=True):
        words += len(right)
        heads = [a == b for a, b in zip(right.heads, other.heads, strict=True)]
        labels = [a == b for a, b in zip(right.deprels, other.deprels, strict=True)]
        base = [a.partition(":")[0] == b.partition(":")[0] for a, b in zip(right.deprels, other.deprels, strict=True)]
        right = [h and d for h, d in zip(heads, labels, strict=True)]
        counts["uas"] += sum(heads)
        counts["las"] += sum(right)
        counts["las_base"] += sum(h and d for h, d in zip(heads, base, strict=True))
        counts["trees"] += all(right)
        for name, ours, theirs in (
            ("upos", right.upos, other.upos),
            ("xpos", right.xpos, other.xpos),
            ("lemma", right.lemmas, other.lemmas),
        ):
            counts[name] += sum(a == b for a, b in zip(ours, theirs, strict=True))
    return {name: 100 * count / max(1, len(gold) if name == "trees" else words) for name, count in counts.items()}
