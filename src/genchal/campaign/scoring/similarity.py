"""The similarity of systems: any metric, with the outputs of one system as references for those of another.

Every system is in turn the reference of all. What a metric wants to know of the corpus (NIST, CIDEr) it learns from the
outputs of that system alone, as it would from a file of references. References in lines, outputs in columns: that is
how the E2E report draws it (Dušek et al. 2020, figures 5 and A.6).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from genchal.campaign.reading.delexicalise import delexicalise_submissions
from genchal.campaign.reading.instances import find_grouping
from genchal.campaign.reading.plain_files import is_large_text
from genchal.campaign.reading.submissions import SystemOutputs, load_submissions, load_tree, system_name
from genchal.campaign.scoring.evidence import Machinery, tell_notes
from genchal.campaign.scoring.missing import check_names, describe_conditions, fill_missing
from genchal.campaign.scoring.python_inputs import GivenOutputs, list_outputs, list_paths, spooled_frame
from genchal.campaign.scoring.request import ChosenMetric, Request, choose_metrics, make_request
from genchal.campaign.scoring.resources import load_resources
from genchal.campaign.scoring.row_cache import MetricRowCache
from genchal.campaign.scoring.rows import SubmissionTiles, measure_rows, write_count
from genchal.campaign.scoring.similarity_totals import LineTotals
from genchal.campaign.scoring.streamed_similarity import CompareFile, count_equal_lines
from genchal.campaign.scoring.streams import Streams
from genchal.domain import Instance, Metric, Submission, System, Text
from genchal.domain.campaign import Reading
from genchal.domain.derived import Derived
from genchal.domain.results.similarity import MEAN, SHIFTS, Duplicates, Matrix, Similarities
from genchal.engines.serial import Serial
from genchal.errors import InvalidInput
from genchal.resources.results import digest
from genchal.tasks.plain import Plain
from genchal.text.arrays.ragged import FloatArray
from genchal.text.tables.frames import is_frame

Progress = Callable[[str], None]

# Metrics without an upper limit, and what counts as the most alike: the E2E challenge divides NIST by 10.
USUAL_HIGH = {"nist": 10.0}


def similarity(
    outputs: GivenOutputs,
    metrics: str | Sequence[str] = (),
    *,
    preset: str | None = None,
    derived: Sequence[str] = (),
    seed: int = 1,
) -> Similarities:
    """Compare systems with each other: a mapping from their names to their outputs for the same inputs, files, a frame.

    >>> import genchal
    >>> found = genchal.similarity({"a": ["a walk by the river"], "b": ["a walk along the river"]}, ["rouge_l"])
    >>> found.matrix("rouge_l").values.round(4).tolist()
    [[1.0, 0.8], [0.8, 1.0]]
    """
    request = make_request(metrics, preset, derived)
    if is_frame(outputs):
        with spooled_frame(outputs) as path:
            return similarity_files([path], Reading(), request, seed=seed)
    if files := list_paths(outputs):
        return similarity_files(files, Reading(), request, seed=seed)
    systems = list_outputs(outputs)
    if not isinstance(systems, Mapping):
        raise InvalidInput("there is one system only", "Give a mapping from names of systems to their outputs.")
    longest = max(map(len, systems.values()), default=0)
    for name, texts in systems.items():
        if isinstance(texts, str) or len(texts) != longest:
            raise InvalidInput(
                f"system '{name}' has {len(texts)} outputs, another {longest}",
                "Give every system one entry per input, None where it has no output.",
            )
    instances = tuple(Instance(str(number), Text()) for number in range(1, longest + 1))
    submissions = [Submission(System(name), tuple(range(longest)), tuple(texts)) for name, texts in systems.items()]
    return compare_outputs(SystemOutputs(Plain(), instances, tuple(submissions)), request, seed=seed)


def similarity_files(
    files: Sequence[Path | str],
    reading: Reading,
    request: Request,
    *,
    slots: Sequence[str] = (),
    seed: int = 1,
    machinery: Machinery | None = None,
    progress: Progress | None = None,
) -> Similarities:
    """Compare files of outputs with each other; the values of `slots` are taken out of the texts first."""
    if reading.wmt is not None:
        return compare_outputs(load_tree(Path(files[0]), reading.wmt), request, (), seed, machinery, progress)
    if _is_streamed(files, reading, slots, request):
        paths = [Path(file) for file in files]
        check_names([system_name(path) for path in paths])
        return compare_streams([(system_name(path), path) for path in paths], request, seed, machinery, progress)
    missing = reading.missing or request.missing or "not_scored"
    outputs = load_submissions(
        files,
        reading.references,
        task=reading.task,
        group=reading.group,
        special=request.task,
        seed=seed,
        columns=reading.column_names,
        missing=missing,
    )
    submissions: Sequence[Submission] = fill_missing(outputs.submissions, missing)
    grouping = find_grouping(outputs.task, reading.group, outputs.instances)
    conditions = describe_conditions(grouping, missing) if reading.references else []
    if slots:
        submissions = delexicalise_submissions(outputs.instances, submissions, slots)
        conditions = [*conditions, f"delex:{' '.join(slots)}"]
    outputs = replace(outputs, submissions=tuple(submissions))
    similarities = compare_outputs(outputs, request, conditions, seed, machinery, progress)
    tell_notes(outputs, machinery)
    return similarities


def compare_outputs(
    outputs: SystemOutputs,
    request: Request,
    conditions: Sequence[str] = (),
    seed: int = 1,
    machinery: Machinery | None = None,
    progress: Progress | None = None,
) -> Similarities:
    """Compare what systems wrote with each other.

    Those with several outputs for an instance serve as references only. A reference that takes part as a system
    (``@random``) is not compared with itself among all references.
    """
    machinery = machinery or Machinery()
    check_names(outputs.names)
    metrics = choose_metrics(request, outputs.task)
    _check_metrics(metrics)
    metrics = load_resources(metrics, machinery.progress)
    instances = outputs.instances
    columns = [submission for submission in outputs.submissions if not has_several(submission)]
    lines = [*(submission for submission in outputs.submissions if has_several(submission)), *columns]
    if len(columns) < 2 or not metrics:
        raise InvalidInput("there is nothing to compare", "Give at least two systems with one output per input.")
    compare = CompareLine(instances, lines, columns, [chosen.metric for chosen in metrics], seed, machinery.cache)
    names = [line.system.name for line in lines]
    totals = _compare_all(compare, names, machinery, progress)
    conditions = [*conditions, "refs:outputs"]
    counts = [write_count(set(Counter(line.instances).values())) for line in lines]  # missing outputs count, too
    matrices, order = _matrices(metrics, request, totals, len(columns), counts, conditions)
    return Similarities(
        lines=tuple(names),
        systems=tuple(column.system.name for column in columns),
        matrices=matrices,
        order=order,
        duplicates=_count_duplicates(columns, len(instances)),
        instances=len(instances),
        seed=seed,
    )


def compare_streams(
    outputs: Sequence[tuple[str, Path]],
    request: Request,
    seed: int = 1,
    machinery: Machinery | None = None,
    progress: Progress | None = None,
) -> Similarities:
    """The same of files of plain text that have a line for each instance, and are read piece by piece."""
    machinery = machinery or Machinery()
    metrics = choose_metrics(request, Plain())
    _check_metrics(metrics)
    metrics = load_resources(metrics, machinery.progress)
    instances = Streams(tuple(outputs), (outputs[0][1],)).segments
    names, paths = [name for name, _ in outputs], [path for _, path in outputs]
    compare = CompareFile(tuple(outputs), [chosen.metric for chosen in metrics], seed, machinery.cache)
    totals = _compare_all(compare, names, machinery, progress)
    matrices, order = _matrices(metrics, request, totals, len(names), ["1"] * len(names), ["refs:outputs"])
    return Similarities(
        lines=tuple(names),
        systems=tuple(names),
        matrices=matrices,
        order=order,
        duplicates=count_equal_lines(paths, instances),
        instances=instances,
        seed=seed,
    )


def _is_streamed(files: Sequence[Path | str], reading: Reading, slots: Sequence[str], request: Request) -> bool:
    """Whether these are large files of plain text, and nothing is asked for that needs all of them in memory."""
    is_plain = reading.task in (None, Plain.name) and request.task is None and not reading.references and not slots
    return is_plain and not reading.column_names and len(files) > 1 and is_large_text(files)


def _compare_all(
    compare: Callable[[int], list[LineTotals]], names: Sequence[str], machinery: Machinery, progress: Progress | None
) -> list[list[LineTotals]]:
    """Compare all systems with each of these."""
    totals: list[list[LineTotals]] = []
    for name, line in zip(names, machinery.engine.map(compare, range(len(names))), strict=True):
        totals.append(line)
        if progress:
            progress(f"compared all with {name} ({len(totals)} of {len(names)})")
    return totals


def _matrices(
    metrics: Sequence[ChosenMetric],
    request: Request,
    totals: Sequence[Sequence[LineTotals]],
    columns: int,
    counts: Sequence[str],
    conditions: Sequence[str],
) -> tuple[tuple[Matrix, ...], tuple[int, ...]]:
    """Similarities by every metric, derived score and their mean; and systems in an order that puts like by like."""
    matrices = [
        _matrix(
            chosen,
            [line[number] for line in totals],
            columns,
            [chosen.signature(count, conditions) for count in counts],
        )
        for number, chosen in enumerate(metrics)
    ]
    by_label = {matrix.metric: matrix for matrix in matrices}
    mean = _mean_matrix(matrices)
    derived = (_derived_matrix(derived, by_label) for derived in request.derived)
    return (*matrices, *derived, mean), _cluster(mean.scaled[len(totals) - columns :])


def has_several(submission: Submission) -> bool:
    """Whether there are several outputs for an instance."""
    return len(set(submission.instances)) < len(submission.instances)


def _check_metrics(metrics: Sequence[ChosenMetric]) -> None:
    for chosen in metrics:
        if chosen.metric.basis != "references" or chosen.metric.subject != "texts":
            raise InvalidInput(
                f"metric '{chosen.label}' does not compare texts with texts", "Use one that does, such as bleu."
            )
        if chosen.label == MEAN:
            raise InvalidInput(f"'{MEAN}' is the mean over metrics", "Give the metric another label.")


@dataclass(frozen=True, slots=True)
class CompareLine:
    """Compares all systems with one of them (a class, to travel between processes).

    The last column is the system of the line itself, its outputs compared with those for other inputs.
    """

    instances: Sequence[Instance]
    lines: Sequence[Submission]
    columns: Sequence[Submission]
    metrics: Sequence[Metric]
    seed: int
    cache: MetricRowCache | None

    def __call__(self, number: int) -> list[LineTotals]:
        """Return totals by metric, with the system at this place as the reference."""
        line = self.lines[number]
        references = _as_references(line, len(self.instances))
        corpus = [replace(instance, references=own) for instance, own in zip(self.instances, references, strict=True)]
        if has_several(line):
            columns, moved = list(self.columns), []
        else:
            columns = [replace(column, left_out=None) for column in self.columns]
            moved = _move_outputs(line, len(self.instances), self.seed)
        systems = measure_rows(SubmissionTiles(corpus, [*columns, *moved]), self.metrics, Serial(), self.cache)
        result = []
        for metric in range(len(self.metrics)):
            rows = [system.rows[metric] for system in systems]
            itself = np.concatenate([rows[0][:0], *rows[len(columns) :]])
            scored = [some[~np.isnan(some).any(axis=1)] for some in (*rows[: len(columns)], itself)]
            result.append(LineTotals(np.stack([some.sum(axis=0) for some in scored]), np.array(list(map(len, scored)))))
        return result


def _as_references(submission: Submission, instances: int) -> list[tuple[str, ...]]:
    texts: dict[int, list[str]] = defaultdict(list)
    for place, output in zip(submission.instances, submission.outputs, strict=True):
        if output is not None:
            texts[place].append(output)
    return [tuple(texts[place]) for place in range(instances)]


def _move_outputs(submission: Submission, instances: int, seed: int) -> list[Submission]:
    """A system's outputs under other inputs: moved on by 1, 2 ... places in a random order that all systems share."""
    order = np.random.default_rng(seed).permutation(instances)
    outputs: dict[int, str | None] = dict(zip(submission.instances, submission.outputs, strict=True))
    moved = []
    for shift in range(1, min(SHIFTS, instances - 1) + 1):
        others = np.empty(instances, dtype=np.int64)
        others[order] = np.roll(order, shift)
        texts = tuple(outputs.get(other) for other in others.tolist())
        moved.append(Submission(System(f"{submission.system.name} {shift}"), tuple(range(instances)), texts))
    return moved


def _matrix(chosen: ChosenMetric, lines: Sequence[LineTotals], columns: int, signatures: Sequence[str]) -> Matrix:
    """Turn sums into similarities."""
    n = np.stack([line.n for line in lines])
    values = np.where(n > 0, chosen.metric.summarise(np.stack([line.sums for line in lines])), np.nan)
    scaled = _scale(chosen.metric, values)
    itself = (slice(len(lines) - columns, None), columns)
    return Matrix(
        metric=chosen.label,
        values=values[:, :columns] * chosen.scale,
        scaled=scaled[:, :columns],
        n=n[:, :columns],
        itself=values[itself] * chosen.scale,
        itself_scaled=scaled[itself],
        signatures=tuple(signatures),
    )


def _scale(metric: Metric, values: FloatArray) -> FloatArray:
    """Bring scores to 0 .. 1, 1 for the most alike: by the metric's limits; 1 / (1 + d) for distances without one."""
    low, high = metric.card.low, USUAL_HIGH.get(metric.name, metric.card.high)
    if not metric.higher_is_better and np.isinf(high) and low == 0:
        return 1 / (1 + values)
    low = 0.0 if np.isinf(low) and high > 0 else low
    if np.isinf(low) or np.isinf(high):
        return np.full_like(values, np.nan)
    share = np.clip((values - low) / (high - low), 0.0, 1.0)
    return share if metric.higher_is_better else 1 - share


def _derived_matrix(derived: Derived, matrices: Mapping[str, Matrix]) -> Matrix:
    """Work a formula out, cell by cell; nobody knows its limits, so that values are taken as they are."""
    parts = [matrices[label] for label in derived.ingredients]
    values = derived.evaluate({part.metric: part.values for part in parts})
    itself = derived.evaluate({part.metric: part.itself for part in parts})
    signatures = [
        derived.signature(digest(list(some))[:8]) for some in zip(*(part.signatures for part in parts), strict=True)
    ]
    n = np.minimum.reduce([part.n for part in parts])
    return Matrix(derived.name, values, values, n, itself, itself, tuple(signatures))


def _mean_matrix(matrices: Sequence[Matrix]) -> Matrix:
    """Mean of the scaled similarities over the metrics that can be scaled."""
    used = [matrix for matrix in matrices if not np.isnan(matrix.scaled).all()] or list(matrices)
    values = np.mean([matrix.scaled for matrix in used], axis=0)
    itself = np.mean([matrix.itself_scaled for matrix in used], axis=0)
    names = ",".join(matrix.metric for matrix in used)
    signatures = [
        f"{MEAN}|metrics:{names}|scaled:0-1|of:{digest(list(some))[:8]}|v:1"
        for some in zip(*(matrix.signatures for matrix in used), strict=True)
    ]
    n = np.minimum.reduce([matrix.n for matrix in used])
    return Matrix(MEAN, values, values, n, itself, itself, tuple(signatures))


def _cluster(similarity: FloatArray) -> tuple[int, ...]:
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


def _count_duplicates(columns: Sequence[Submission], instances: int) -> Duplicates:
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
