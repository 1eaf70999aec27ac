"""Checking by hand what texts cover: a random sheet to fill in, and filled-in sheets counted (E2E report, Table 5)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from genchal.campaign.reading.instances import load_instances
from genchal.campaign.reading.submissions import load_submissions
from genchal.campaign.scoring.missing import check_names
from genchal.campaign.scoring.similarity import has_several
from genchal.domain.results.manual_check import (
    COVERAGES,
    AnnotatorAgreement,
    CoverageShare,
    CoverageTally,
    SheetRow,
)
from genchal.errors import InvalidInput, counted, parse_all
from genchal.resources.files import inner_name, read_lines, write_whole
from genchal.stats.agreement.kappa import cohen_kappa
from genchal.stats.significance.proportions import wilson
from genchal.tasks.coverage_sheet import read_sheet, write_sheet


def sample_references(path: Path, task: str | None, number: int, seed: int) -> list[SheetRow]:
    """Draw pairs of an input and a reference, each at most once."""
    _, instances = load_instances(path, task)
    pairs = [(instance, reference) for instance in instances for reference in dict.fromkeys(instance.references)]
    if not pairs:
        raise InvalidInput(f"{path}: it contains no references", "Check outputs with --systems, or take another file.")
    chosen = _drawn(len(pairs), number, seed, f"{path}: there are {counted(len(pairs), 'pair')}")
    return [SheetRow(pairs[place][0].id, str(pairs[place][0].input), pairs[place][1]) for place in chosen]


def sample_outputs(path: Path, task: str | None, systems: Sequence[str], number: int, seed: int) -> list[SheetRow]:
    """Draw instances, and take what every system wrote for them; the systems' texts are mixed."""
    loaded = load_submissions(systems, [path], task=task, seed=seed)
    check_names([submission.system.name for submission in loaded.submissions])
    for submission in loaded.submissions:
        if has_several(submission):
            raise InvalidInput(f"'{submission.system.name}' has several texts for an input", "Leave --systems out.")
    answers = [dict(zip(submission.instances, submission.outputs, strict=True)) for submission in loaded.submissions]
    names = [submission.system.name for submission in loaded.submissions]
    whole = [place for place in range(len(loaded.instances)) if all(texts.get(place) is not None for texts in answers)]
    problem = f"{path}: there are {counted(len(whole), 'instance')} that all systems have answered"
    chosen = [whole[place] for place in _drawn(len(whole), number, seed, problem)]
    rows = [
        SheetRow(loaded.instances[place].id, str(loaded.instances[place].input), texts[place] or "", name)
        for place in chosen
        for name, texts in zip(names, answers, strict=True)
    ]
    order = np.random.default_rng(seed).permutation(len(rows))
    return [rows[place] for place in order.tolist()]


def _drawn(available: int, number: int, seed: int, problem: str) -> list[int]:
    if number > available:
        raise InvalidInput(f"{problem}, not {number:,}", "Ask for fewer with -n.")
    drawn: list[int] = np.random.default_rng(seed).choice(available, size=number, replace=False).tolist()
    return drawn


def save_sheet(path: Path, rows: Sequence[SheetRow]) -> None:
    """Write a sheet, but never over one that may have been filled in."""
    if path.exists():
        raise InvalidInput(f"{path} already exists", "Choose another name with -o: answers may be in it.")
    write_whole(path, write_sheet(rows).encode())


def tally_sheets(paths: Sequence[Path], confidence: float = 0.95) -> CoverageTally:
    """Count the answers of sheets; where two sheets have the same texts their annotators are compared."""
    sheets = parse_all(_read_filled_in, paths)
    names = _names(paths)
    columns: dict[str, list[SheetRow]] = {}
    for name, rows in zip(names, sheets, strict=True):
        for row in rows:
            columns.setdefault(name if row.system is None else f"{name} {row.system}", []).append(row)
    shares = [share for name, rows in columns.items() for share in _shares(name, rows, confidence)]
    unchecked = [sum(row.coverage is None for row in rows) for rows in columns.values()]
    return CoverageTally(
        tuple(columns), tuple(shares), tuple(unchecked), tuple(_agreements(names, sheets, confidence)), confidence
    )


def _read_filled_in(path: Path) -> list[SheetRow]:
    rows = read_sheet(read_lines(path), str(path))
    if all(row.coverage is None for row in rows):
        raise InvalidInput(f"{path}: nothing is filled in", "Fill in the column 'coverage' first.")
    return rows


def _names(paths: Sequence[Path]) -> list[str]:
    """Sheets by the names of their files, or by their paths where names are the same."""
    short = [inner_name(path).stem for path in paths]
    names = short if len(set(short)) == len(short) else [str(path) for path in paths]
    if len(set(names)) < len(names):
        raise InvalidInput(f"{max(names, key=names.count)} is given twice", "Name every sheet once.")
    return names


def _shares(column: str, rows: Sequence[SheetRow], confidence: float) -> list[CoverageShare]:
    counts = np.array([sum(row.coverage == category for row in rows) for category in COVERAGES])
    n = int(counts.sum())
    found = wilson(counts, np.full(len(counts), n), confidence)
    numbers = zip(COVERAGES, counts, found.share, found.low, found.high, strict=True)
    return [
        CoverageShare(column, category, int(count), n, float(share), float(low), float(high))
        for category, count, share, low, high in numbers
    ]


def _agreements(
    names: Sequence[str], sheets: Sequence[Sequence[SheetRow]], confidence: float
) -> list[AnnotatorAgreement]:
    """Kappa of every two sheets that have texts in common."""
    items: dict[tuple[str, str, str, str | None], int] = {}
    judgements = [
        (COVERAGES.index(row.coverage), items.setdefault(row.item, len(items)), rater)
        for rater, rows in enumerate(sheets)
        for row in rows
        if row.coverage is not None
    ]
    value, item, rater = (np.array(column) for column in zip(*judgements, strict=True))
    found = cohen_kappa(value.astype(np.float64), item, rater, confidence=confidence)
    return [
        AnnotatorAgreement(
            names[int(found.first[pair])],
            names[int(found.second[pair])],
            int(found.n[pair]),
            float(found.observed[pair]),
            float(found.value[pair]),
            float(found.low[pair]),
            float(found.high[pair]),
        )
        for pair in range(len(found.n))
    ]
