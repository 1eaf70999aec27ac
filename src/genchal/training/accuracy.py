"""How good a parser is: the share of words whose head, label, tags and lemma are those of the treebank."""

from __future__ import annotations

from collections.abc import Sequence

from genchal.text.syntax import Parse


def measure_accuracies(gold: Sequence[Parse], found: Sequence[Parse]) -> dict[str, float]:
    """Percentages over all words, punctuation included; `las_base` leaves subtypes of labels out."""
    counts = dict.fromkeys(("uas", "las", "las_base", "upos", "xpos", "lemma", "trees"), 0)
    words = 0
    for wanted, other in zip(gold, found, strict=True):
        words += len(wanted)
        heads = [a == b for a, b in zip(wanted.heads, other.heads, strict=True)]
        labels = [a == b for a, b in zip(wanted.deprels, other.deprels, strict=True)]
        base = [a.partition(":")[0] == b.partition(":")[0] for a, b in zip(wanted.deprels, other.deprels, strict=True)]
        right = [h and d for h, d in zip(heads, labels, strict=True)]
        counts["uas"] += sum(heads)
        counts["las"] += sum(right)
        counts["las_base"] += sum(h and d for h, d in zip(heads, base, strict=True))
        counts["trees"] += all(right)
        for name, ours, theirs in (
            ("upos", wanted.upos, other.upos),
            ("xpos", wanted.xpos, other.xpos),
            ("lemma", wanted.lemmas, other.lemmas),
        ):
            counts[name] += sum(a == b for a, b in zip(ours, theirs, strict=True))
    return {name: 100 * count / max(1, len(gold) if name == "trees" else words) for name, count in counts.items()}
