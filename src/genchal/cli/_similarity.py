"""Similarities as text for people and as JSON for machines."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator

from genchal.cli._output import aligned
from genchal.domain.results.similarity import MEAN, SHIFTS, Similarities
from genchal.reports.tables.similarity import decimals, similarity_grid

SHOWN = 3  # pairs of systems with equal outputs that are named


def similarities_text(found: Similarities, metric: str) -> str:
    """The matrix, every system in short, what is literally the same, and the signatures."""
    return "\n".join([*_matrix(found, metric), "", *_systems(found), "", *_notes(found), *_signatures(found)])


def similarities_json(found: Similarities, seconds: float) -> str:
    """Similarities in the stable machine-readable form; what is not a number becomes null."""
    duplicates = found.duplicates
    pairs = [
        {"system_a": a, "system_b": b, "equal": int(duplicates.equal[i, j]), "both": int(duplicates.both[i, j])}
        for i, a in enumerate(found.systems)
        for j, b in enumerate(found.systems)
        if i < j
    ]
    texts = [
        {"system": name, "outputs": int(duplicates.outputs[place]), "different": int(duplicates.different[place])}
        for place, name in enumerate(found.systems)
    ]
    document = {
        "schema": 1,
        "similarities": list(_cells(found)),
        "systems": list(_means(found)),
        "duplicates": pairs,
        "texts": texts,
        "order": [found.systems[place] for place in found.order],
        "instances": found.instances,
        "seed": found.seed,
        "seconds": round(seconds, 4),
    }
    return json.dumps(document, ensure_ascii=False)


def _cells(found: Similarities) -> Iterator[dict[str, object]]:
    for matrix in found.matrices:
        for line, references in enumerate(found.lines):
            for column, outputs in enumerate(found.systems):
                yield {
                    "metric": matrix.metric,
                    "references": references,
                    "outputs": outputs,
                    "value": _strict(matrix.values[line, column]),
                    "scaled": _strict(matrix.scaled[line, column]),
                    "n": int(matrix.n[line, column]),
                    "signature": matrix.signatures[line],
                }


def _means(found: Similarities) -> Iterator[dict[str, object]]:
    for matrix in found.matrices:
        for one, signature in zip(found.resemblances(matrix.metric), matrix.signatures, strict=True):
            numbers = {key: _strict(value) for key, value in list(one._asdict().items())[1:]}
            shifted = f"{signature}|shifts:{SHIFTS}|seed:{found.seed}"  # what `itself` depends on besides
            yield {"metric": matrix.metric, "system": one.system, **numbers, "signature": shifted}


def _strict(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _matrix(found: Similarities, metric: str) -> list[str]:
    """The matrix with numbered columns, which fits more systems than names would."""
    grid = similarity_grid(found, metric)
    numbers = [str(number) for number in range(1, len(grid.systems) + 1)]
    lines = [[metric, "", *numbers]]
    names = [*(("", name) for name in grid.extra), *zip(numbers, grid.systems, strict=True)]
    lines += [[name, number, *map(decimals, cells)] for (number, name), cells in zip(names, grid.cells, strict=True)]
    return aligned(lines)


def _systems(found: Similarities) -> list[str]:
    """Every line in short, the most similar first."""
    metrics = [one.metric for one in found.matrices if one.metric != MEAN]
    by_metric = {metric: [one.as_references for one in found.resemblances(metric)] for metric in metrics}
    table = []
    for line, one in enumerate(found.resemblances()):
        own = line - found.extra
        different = f"{found.duplicates.different[own]}/{found.duplicates.outputs[own]}" if own >= 0 else ""
        numbers = [*one[1:], *(by_metric[metric][line] for metric in metrics)]
        cells = ["" if math.isnan(number) else f"{number:.4f}" for number in numbers]
        key = (own >= 0, math.isnan(one.as_references), -one.as_references)
        table.append((key, [one.system, *cells, different]))
    table.sort(key=lambda entry: entry[0])
    header = ["system", MEAN, "with self", "as outputs", "itself", *metrics, "different"]
    return aligned([header, *(cells for _, cells in table)])


def _notes(found: Similarities) -> Iterator[str]:
    yield "References in lines, outputs in columns; means of lines, over other systems. Alike systems stand together."
    duplicates = found.duplicates
    pairs = [
        (int(duplicates.equal[i, j]), int(duplicates.both[i, j]), i, j)
        for i in range(len(found.systems))
        for j in range(i)
        if duplicates.equal[i, j]
    ]
    for equal, both, i, j in sorted(pairs, key=lambda pair: -pair[0])[:SHOWN]:
        a, b = found.systems[j], found.systems[i]
        yield f"{a}, {b}: {equal:,} of {both:,} outputs literally the same ({100 * equal / both:.1f}%)"
    if len(pairs) > SHOWN:
        rest = len(pairs) - SHOWN
        yield f"and {rest:,} more pair{'' if rest == 1 else 's'} of systems with equal outputs"
    fewest = {name: int(number) for name, number in zip(found.systems, duplicates.outputs, strict=True)}
    for name, number in fewest.items():
        if number < found.instances:
            yield f"{name}: {found.instances - number:,} of {found.instances:,} outputs missing, not compared"


def _signatures(found: Similarities) -> list[str]:
    return [
        f"{matrix.metric}: {signature}" for matrix in found.matrices for signature in dict.fromkeys(matrix.signatures)
    ]
