"""The tables of ``genchal rank --table``: differences, direct assessment, coverage, times."""

from __future__ import annotations

import json
import math
import time
from dataclasses import asdict, dataclass
from typing import Any

from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.judgements.ranking.differences import find_differences
from genchal.campaign.judgements.ranking.direct_assessment import summarise_assessments
from genchal.campaign.judgements.ranking.times import summarise_answer_times
from genchal.campaign.judgements.select import choose_criterion
from genchal.cli._output import aligned
from genchal.cli._ratings import p_text, ranks_text, record, ruled
from genchal.domain.ratings import Ratings
from genchal.domain.results.differences import AssessedSystems, Coverages, Differences
from genchal.domain.results.times import TimesBySystem
from genchal.reports.tables import ratings as latex

Result = Differences | AssessedSystems | Coverages | TimesBySystem


@dataclass(frozen=True, slots=True)
class _Shown:
    """A result with its rows for people, its LaTeX, and the key of its records in JSON."""

    found: Result
    rows: list[list[str]]
    latex: str
    key: str
    signature: str
    more: dict[str, object]
    clusters: list[int] | None = None


def shown_table(ratings: Ratings, options: dict[str, Any], started: float) -> str:
    """Make the table that was asked for, as text, JSON or LaTeX."""
    shown = MAKERS[options["shown"]](ratings, options)
    found, control = shown.found, ratings.notes.get("quality control")
    if options["latex"]:
        return shown.latex.rstrip("\n")
    if options["as_json"]:
        result = {
            "schema": 1,
            shown.key: [record(one) for one in found],
            **shown.more,
            "warnings": list(getattr(found, "warnings", ())),
            "set_aside": [asdict(one) for one in found.set_aside],
            **({"quality_control": control} if control else {}),
            "signature": shown.signature,
            "seconds": round(time.perf_counter() - started, 4),
        }
        return json.dumps(result, ensure_ascii=False)
    said = [*found.sentences(), *([control] if control else []), shown.signature]
    table = aligned(shown.rows) if shown.clusters is None else ruled(shown.rows, shown.clusters)
    return "\n".join([*table, "", *said])


def _differences(ratings: Ratings, options: dict[str, Any]) -> _Shown:
    found = find_differences(
        ratings,
        choose_criterion(ratings, options["criterion"]),
        test=options["test"],
        log=options["log"],
        correction=options["correction"] or "holm",
        confidence=options["confidence"],
        lower_is_better=options["lower_is_better"],
    )
    rows = [
        ["system A", "system B", "B - A", f"{options['confidence'] * 100:g}% interval", "p", "adjusted p", "better"]
    ]
    for one in found:
        told = one.p_adjusted <= found.level + 1e-12
        rows.append(
            [
                one.system_a,
                one.system_b,
                _number(one.difference, 3, "+"),
                _bounds(one.low, one.high, 3, "+"),
                p_text(one.p_value),
                p_text(one.p_adjusted),
                (one.better or "") if told else f"- ({one.note})" if one.note else "not told apart",
            ]
        )
    signature = found.differences[0].signature
    more = {"criterion": found.criterion, "correction": found.correction, "level": round(found.level, 10)}
    return _Shown(found, rows, latex.differences_latex(found), "differences", signature, more)


def _assessment(ratings: Ratings, options: dict[str, Any]) -> _Shown:
    found = summarise_assessments(
        ratings,
        choose_criterion(ratings, options["criterion"]),
        correction=options["correction"] or "none",
        level=1 - options["confidence"],
    )
    rows = [["#", "system", "average", "average z", "n", "assessments", "ranks"]]
    rows += [
        [
            str(one.cluster),
            one.system,
            _number(one.raw, 1),
            _number(one.z, 3),
            str(one.n),
            str(one.assessments),
            ranks_text(one.rank_low, one.rank_high),
        ]
        for one in found
    ]
    names, clusters = [one.system for one in found], [one.cluster for one in found]
    pairs = [
        {"better": names[i], "worse": names[j], "p_value": None if math.isnan(p) else p}
        for i, line in enumerate(found.p_value)
        for j, p in enumerate(line)
        if i < j
    ]
    more = {"criterion": found.criterion, "correction": found.correction, "raters": found.raters, "pairs": pairs}
    return _Shown(found, rows, latex.assessment_latex(found), "direct_assessment", found.signature, more, clusters)


def _coverage(ratings: Ratings, options: dict[str, Any]) -> _Shown:
    found = summarise_coverage(ratings, round(1 - options["confidence"], 10))
    rows = [["system", "OK", "A", "M", "A+M", "added", "ranks", "missed", "ranks", "n"]]
    rows += [
        [
            one.system,
            *(f"{share:.1%}" for share in (one.ok, one.added, one.missed, one.both)),
            f"{one.any_added:.1%}",
            ranks_text(one.added_rank_low, one.added_rank_high),
            f"{one.any_missed:.1%}",
            ranks_text(one.missed_rank_low, one.missed_rank_high),
            str(one.n),
        ]
        for one in found
    ]
    more = {"raters": found.raters, "instances": found.instances}
    return _Shown(found, rows, latex.coverage_latex(found), "coverage", found.signature, dict(more))


def _times(ratings: Ratings, options: dict[str, Any]) -> _Shown:
    found = summarise_answer_times(
        ratings,
        options["criterion"],
        outliers=options["outliers"],
        limit=options["limit"] or 3.0,
        confidence=options["confidence"],
    )
    rows = [["system", "seconds", f"{found.confidence * 100:g}% interval", "median", "n", "raters", "cut", "unknown"]]
    rows += [
        [
            one.system,
            _number(one.mean, 2),
            _bounds(one.low, one.high, 2),
            _number(one.median, 2),
            *map(str, (one.n, one.raters, one.cut, one.unknown)),
        ]
        for one in found
    ]
    more = {"source": found.source, "outliers": found.outliers, "limit": found.limit}
    return _Shown(found, rows, latex.times_latex(found), "times", found.signature, dict(more))


MAKERS = {"differences": _differences, "direct-assessment": _assessment, "coverage": _coverage, "times": _times}


def _number(value: float | None, digits: int, sign: str = "") -> str:
    return "-" if value is None or not math.isfinite(value) else f"{value:{sign}.{digits}f}"


def _bounds(low: float | None, high: float | None, digits: int, sign: str = "") -> str:
    ends = [_number(one, digits, sign) for one in (low, high)]
    return "-" if "-" in ends else f"[{', '.join(ends)}]"
