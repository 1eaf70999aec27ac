"""Lemmas by edit scripts: which ending goes, which one comes, and whether capitals stay (Chrupała 2006).

A script is written as ``l-ies+y``: lower-case the form (``k`` keeps its capitals), take *ies* off its end, put *y*
there. It fits only forms with that ending. Irregular forms have scripts that replace all of them (``l-was+be``).
"""

from __future__ import annotations

from collections.abc import Sequence

IDENTITY = "l-+"  # fits every form


def script_of(form: str, lemma: str) -> str:
    """The script that leads from a form to its lemma."""
    lowered = form.lower()
    case, base = ("l", lowered) if lemma == lemma.lower() else ("k", form)
    common = 0
    for ours, theirs in zip(base, lemma, strict=False):
        if ours != theirs:
            break
        common += 1
    return f"{case}-{base[common:].lower()}+{lemma[common:]}"


def apply(script: str, form: str) -> str:
    """The lemma that a script makes of a form which it fits."""
    gone, _, come = script[2:].partition("+")
    base = form if script[0] == "k" else form.lower()
    return base[: len(base) - len(gone)] + come


class Scripts:
    """The scripts of a model, found by the endings that they take off."""

    def __init__(self, scripts: Sequence[str]) -> None:
        self.scripts = tuple(scripts)
        self._by_ending: dict[str, list[int]] = {}
        for number, script in enumerate(scripts):
            self._by_ending.setdefault(script[2:].partition("+")[0], []).append(number)
        self._longest = max(map(len, self._by_ending), default=0)

    def fitting(self, form: str) -> list[int]:
        """Numbers of the scripts that fit a form."""
        lowered = form.lower()
        if len(lowered) != len(form):  # a few letters of other scripts change their length
            return list(self._by_ending[""])
        found: list[int] = []
        for size in range(min(len(lowered), self._longest) + 1):
            found += self._by_ending.get(lowered[len(lowered) - size :], ())
        return found
