"""How alike systems are: any metric, with the outputs of one system as references for those of another.

Every system is in turn the reference of all. What a metric wants to know of the corpus (NIST, CIDEr) it learns from the
outputs of that system alone, as it would from a file of references. References in lines, outputs in columns: that is
how the E2E report draws it (Dušek et al. 2020, figures 5 and A.6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from genchal.campaign.reading.delexicalise import delexicalised_submissions
from genchal.campaign.reading.submissions import Files, load_submissions
from genchal.campaign.scoring.evidence import Machinery, check_names, data_conditions, equipped, with_missing
from genchal.campaign.scoring.request import Choice, ChosenMetric, Wanted, choose, parse_derived, parse_request
from genchal.campaign.scoring.similarity_matrix import (
    Line,
    derived_matrices,
    has_several,
    matrix_of,
    mean_matrix,
    reference_count,
)
from genchal.domain import Instance, Submission, System, Text
from genchal.domain.campaign import Missing
from genchal.domain.grouping import Grouping
from genchal.domain.results.similarity import MEAN, Duplicates, Similarities
from genchal.errors import InvalidInput
from genchal.metrics.presets import preset as preset_named
from genchal.text.arrays.ragged import FloatArray, IntArray

Progress = Callable[[str], None]


def similarity(
    outputs: Mapping[str, Sequence[str | None]],
    metrics: Sequence[str] = (),
    *,
    preset: str | None = None,
    derived: Sequence[str] = (),
    seed: int = 1,
) -> Similarities:
    """Compare systems with each other, given as a mapping from their names to their outputs for the same inputs.

    >>> from genchal.campaign.scoring.similarity import similarity
    >>> found = similarity({"a": ["a walk by the river"], "b": ["a walk along the river"]}, ["rouge_l"])
    >>> found.matrix("rouge_l").values.round(4).tolist()
    [[1.0, 0.8], [0.8, 1.0]]
    """
    longest = max(map(len, outputs.values()), default=0)
    for name, texts in outputs.items():
        if isinstance(texts, str) or len(texts) != longest:
            raise InvalidInput(
                f"system '{name}' has {len(texts)} outputs, another {longest}",
                "Give every system one entry per input, None where it has no output.",
            )
    instances = [Instance(str(number), Text()) for number in range(1, longest + 1)]
    submissions = [Submission(System(name), tuple(range(longest)), tuple(texts)) for name, texts in outputs.items()]
    wanted = Wanted(tuple(map(parse_request, metrics)), preset, tuple(map(parse_derived, derived)))
    return similarities(instances, submissions, choose(wanted, None), seed=seed)


def similarity_files(
    files: Sequence[Path | str],
    references: Sequence[Path],
    wanted: Wanted,
    *,
    task: str | None = None,
    group: Grouping | None = None,
    missing: Missing | None = None,
    slots: Sequence[str] = (),
    seed: int = 1,
    machinery: Machinery | None = None,
    progress: Progress | None = None,
) -> Similarities:
    """Compare files of outputs with each other; the values of `slots` are taken out of the texts first."""
    special = preset_named(wanted.preset).task if wanted.preset else None
    loaded = load_submissions(Files.of(files, references), task=task, group=group, special=special, seed=seed)
    choice = choose(wanted, loaded.task)
    treated = missing or choice.missing or "not_scored"
    submissions: Sequence[Submission] = with_missing(loaded.submissions, treated)
    conditions = data_conditions(group or loaded.task.group, treated) if references else []
    if slots:
        submissions = delexicalised_submissions(loaded.instances, submissions, slots)
        conditions = [*conditions, f"delex:{' '.join(slots)}"]
    return similarities(loaded.instances, submissions, choice, conditions, seed, machinery, progress)


def similarity_wmt(
    folder: Path,
    pair: str,
    wanted: Wanted,
    seed: int = 1,
    machinery: Machinery | None = None,
    progress: Progress | None = None,
) -> Similarities:
    """Compare the systems of a WMT metrics tree for a language pair with each other."""
    from genchal.campaign.reading.wmt import load_wmt  # seldom needed, and not quick to load

    tree = load_wmt(folder, pair)
    return similarities(tree.instances, tree.submissions, choose(wanted, None), (), seed, machinery, progress)


def similarities(
    instances: Sequence[Instance],
    submissions: Sequence[Submission],
    choice: Choice,
    conditions: Sequence[str] = (),
    seed: int = 1,
    machinery: Machinery | None = None,
    progress: Progress | None = None,
) -> Similarities:
    """Compare submissions with each other.

    Those with several outputs for an instance serve as references only. A reference that takes part as a system
    (``@random``) is not compared with itself among all references.
    """
    machinery = machinery or Machinery()
    _check(submissions, choice)
    choice = equipped(choice, machinery)
    columns = [one for one in submissions if not has_several(one)]
    lines = [*(one for one in submissions if has_several(one)), *columns]
    if len(columns) < 2 or not choice.metrics:
        raise InvalidInput("there is nothing to compare", "Give two systems or more with one output for an input each.")
    work = Line(instances, lines, columns, [one.metric for one in choice.metrics], seed, machinery.cache)
    found: list[list[tuple[FloatArray, IntArray]]] = []
    for name, line in zip(_names(lines), machinery.engine.map(work, range(len(lines))), strict=True):
        found.append(line)
        if progress:
            progress(f"compared all with {name} ({len(found)} of {len(lines)})")
    signed = [*conditions, "refs:outputs"]
    counts = [reference_count(line) for line in lines]
    matrices = [
        matrix_of(chosen, [line[number] for line in found], len(columns), counts, signed)
        for number, chosen in enumerate(choice.metrics)
    ]
    mean = mean_matrix(matrices)
    return Similarities(
        lines=tuple(_names(lines)),
        systems=tuple(_names(columns)),
        matrices=(*matrices, *derived_matrices(choice, matrices), mean),
        order=_clustered(mean.scaled[len(lines) - len(columns) :]),
        duplicates=_duplicates(columns, len(instances)),
        instances=len(instances),
        seed=seed,
    )


def comparing_texts(choice: Choice) -> Choice:
    """Those of a campaign's metrics that can compare systems, with the formulas that need no other."""
    metrics = tuple(one for one in choice.metrics if _compares_texts(one))
    labels = {one.label for one in metrics}
    return replace(
        choice, metrics=metrics, derived=tuple(one for one in choice.derived if labels >= {*one.ingredients})
    )


def _check(submissions: Sequence[Submission], choice: Choice) -> None:
    check_names(_names(submissions))
    for one in choice.metrics:
        if not _compares_texts(one):
            raise InvalidInput(
                f"metric '{one.label}' does not compare texts with texts", "Take one that does, such as bleu."
            )
        if one.label == MEAN:
            raise InvalidInput(f"'{MEAN}' is the mean over metrics", "Give the metric another label.")


def _compares_texts(chosen: ChosenMetric) -> bool:
    return chosen.metric.basis == "references" and chosen.metric.subject == "texts"


def _names(submissions: Sequence[Submission]) -> list[str]:
    return [one.system.name for one in submissions]


def _clustered(similarity: FloatArray) -> tuple[int, ...]:
    """Put systems that are alike beside each other: average linkage, leaves in the best order (Bar-Joseph et al. 2001).

    What two systems have in common is the mean of both directions; systems that cannot be compared are far apart.
    """
    from scipy.cluster.hierarchy import leaves_list, linkage
    from scipy.spatial.distance import squareform

    distance = 1 - (similarity + similarity.T) / 2
    distance = np.where(np.isnan(distance), 1.0, np.maximum(distance, 0.0))
    np.fill_diagonal(distance, 0.0)
    tree = linkage(squareform(distance, checks=False), method="average", optimal_ordering=True)
    return tuple(leaves_list(tree).tolist())


def _duplicates(columns: Sequence[Submission], instances: int) -> Duplicates:
    """Count outputs that are literally the same."""
    numbers: dict[str, int] = {}
    texts = np.full((len(columns), instances), -1, dtype=np.int64)
    for row, submission in enumerate(columns):
        for place, output in zip(submission.instances, submission.outputs, strict=True):
            if output is not None:
                texts[row, place] = numbers.setdefault(output, len(numbers))
    there = texts >= 0
    size = len(columns)
    equal, both = np.zeros((size, size), dtype=np.int64), np.zeros((size, size), dtype=np.int64)
    for row in range(size):
        together = there[row] & there
        both[row] = together.sum(axis=1)
        equal[row] = (together & (texts[row] == texts)).sum(axis=1)
    different = np.array([len(set(row[row >= 0].tolist())) for row in texts])
    return Duplicates(equal, both, there.sum(axis=1), different)
