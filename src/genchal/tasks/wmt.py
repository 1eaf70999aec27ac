"""The files of a WMT metrics task, in the layout of mt-metrics-eval (MTME): lines in, values out.

Blanks separate columns. Texts have one segment a line. Documents are blocks of lines ``DOMAIN DOCUMENT``. Scores are
lines ``SYSTEM SCORE`` (for domains ``DOMAIN SYSTEM SCORE``) in which the n-th score of a system is that of its n-th
segment or document; ``None`` is a missing score.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from genchal.domain import Instance, Text
from genchal.errors import InvalidInput, UserError, counted, raise_all

Level = Literal["sys", "domain", "doc", "seg"]
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True, slots=True)
class WmtScore:
    """What people (`name` = "mqm") or a metric ("BLEU-refA") gave a system.

    `index` counts from 0 the segments, documents or domains, the latter two in the order in which they first occur; it
    is 0 for a whole system. A `value` of None is missing.
    """

    name: str
    level: Level
    system: str
    index: int
    value: float | None


def make_instances(
    sources: Sequence[str],
    documents: Sequence[tuple[str, str]] | None,
    references: Mapping[str, Sequence[str]],
) -> tuple[Instance, ...]:
    """Put texts of equal length together; `documents` are pairs (domain, document)."""
    return tuple(
        Instance(
            str(number + 1),
            Text(source),
            tuple(texts[number] for texts in references.values()),
            {"domain": documents[number][0], "document": documents[number][1]} if documents is not None else {},
        )
        for number, source in enumerate(sources)
    )


def units(instances: Sequence[Instance], level: Level) -> tuple[str, ...]:
    """Names of what is scored at a level, in order; a whole system is one unit without a name."""
    if level == "sys":
        return ("",)
    if level == "seg":
        return tuple(instance.id for instance in instances)
    key = "document" if level == "doc" else "domain"
    return tuple(dict.fromkeys(instance.meta[key] for instance in instances if key in instance.meta))


def parse_documents(lines: Iterable[str], source: str) -> list[tuple[str, str]]:
    """Read ``DOMAIN DOCUMENT``, a line a segment; further columns are passed over, as MTME does."""
    problems: list[UserError] = []
    pairs: list[tuple[str, str]] = []
    first: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, start=1):
        columns = line.split()
        where = f"{source}, line {number}"
        if len(columns) < 2:
            problems.append(
                InvalidInput(f"{where}: {counted(len(columns), 'column')}, expected 2", "Write DOMAIN DOCUMENT.")
            )
            continue
        domain, document = columns[:2]
        start, own = first.setdefault(document, (number, domain))
        if own != domain:
            problem = f"{where}: document '{document}' is of domain '{domain}', in line {start} of '{own}'"
            problems.append(InvalidInput(problem, "Give every document one domain."))
        elif start != number and pairs[-1][1] != document:
            problem = f"{where}: document '{document}' continues after another one; it began in line {start}"
            problems.append(InvalidInput(problem, "Keep the segments of a document together."))
        pairs.append((domain, document))
    raise_all(problems)
    return pairs


def parse_scores(
    lines: Iterable[str],
    source: str,
    *,
    name: str,
    level: Level,
    systems: Iterable[str],
    units: Sequence[str],
    may_lack: bool = True,
) -> list[WmtScore]:
    """Read the scores of a file; `may_lack` says whether None is allowed, as it is for people but not for metrics.

    A system may be left out, but one that is there has a score for every unit. All problems of the file are told at
    once.
    """
    known = frozenset(systems)
    places = {unit: index for index, unit in enumerate(units)}
    problems: list[UserError] = []
    scores: list[WmtScore] = []
    seen: dict[str, dict[int, int]] = {}  # by system: which unit was scored in which line
    last: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        where = f"{source}, line {number}"
        columns = line.split()
        expected = ["DOMAIN", "SYSTEM", "SCORE"] if level == "domain" else ["SYSTEM", "SCORE"]
        if len(columns) != len(expected):
            problem = f"{where}: {counted(len(columns), 'column')}, expected {len(expected)}"
            problems.append(InvalidInput(problem, f"Write {' '.join(expected)}."))
            continue
        system = columns[-2]
        last[system] = number
        if system not in known:
            problem = f"{where}: there are no outputs of a system '{system}'"
            problems.append(InvalidInput(problem, "Add its outputs, or remove its scores."))
            continue
        value, problem_with_value = _value(columns[-1], may_lack)
        if problem_with_value:
            problems.append(InvalidInput(f"{where}: {problem_with_value[0]}", problem_with_value[1]))
        own = seen.setdefault(system, {})
        index = places.get(columns[0], -1) if level == "domain" else len(own)
        if index < 0:
            problems.append(InvalidInput(f"{where}: no domain '{columns[0]}'", "Name one of the documents' domains."))
        elif index in own:
            problem = f"{where}: '{system}' already has a score for '{columns[0]}', in line {own[index]}"
            problems.append(InvalidInput(problem, "Keep one of them."))
        else:
            own[index] = number
            scores.append(WmtScore(name, level, system, index, value))
    for system, own in seen.items():
        if len(own) != len(units):
            problem = f"{source}, line {last[system]}: {counted(len(own), 'score')} of '{system}'"
            remedy = "Write None for a missing one." if may_lack else "Give every unit a score."
            problems.append(InvalidInput(f"{problem}, expected {len(units)} (level {level})", remedy))
    raise_all(problems)
    return scores


def _value(text: str, may_lack: bool) -> tuple[float | None, tuple[str, str] | None]:
    """A score, and what is wrong with it."""
    if text == "None":
        return None, None if may_lack else ("a score is missing", "Metrics score everything: write a number.")
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isfinite(value):
        return value, None
    return None, (f"'{text}' is not a number", f"Write a number{', or None for a missing score' if may_lack else ''}.")
