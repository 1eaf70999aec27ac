"""WMT metrics test sets on disk, in the layout of mt-metrics-eval (MTME).

    sources/SRC-TGT.txt                        one segment a line
    documents/SRC-TGT.docs                     DOMAIN DOCUMENT (may be absent)
    references/SRC-TGT.NAME.txt                any number of them
    system-outputs/SRC-TGT/NAME.txt
    human-scores/SRC-TGT.NAME.LEVEL.score      LEVEL is sys, domain, doc or seg
    metric-scores/SRC-TGT/NAME-REF.LEVEL.score

All of them may be packed (``.gz``, ``.xz``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from genchal.domain import Instance, Submission, System
from genchal.errors import InvalidInput, NotFound, counted, suggestion
from genchal.resources.files import inner_name, read_lines
from genchal.tasks.wmt import (
    LEVELS,
    Level,
    WmtScore,
    make_instances,
    parse_documents,
    parse_scores,
    units,
)

RESERVED = ("all", "src")  # in names of metrics: all references, none


@dataclass(frozen=True, slots=True)
class WmtSet:
    """A test set for one language pair; `references` names the references of the instances, in their order."""

    pair: str
    instances: tuple[Instance, ...]
    references: tuple[str, ...] = ()
    submissions: tuple[Submission, ...] = ()
    human_scores: tuple[WmtScore, ...] = ()
    metric_scores: tuple[WmtScore, ...] = ()


def load_wmt(folder: Path, pair: str) -> WmtSet:
    """Read a test set; everything is in the order of names, scores in the order of their files."""
    sources = _files(folder / "sources", "", ".txt")
    if pair not in sources:
        raise NotFound(f"{folder}: no language pair '{pair}'", suggestion(pair, sorted(sources)))
    source = read_lines(sources[pair])
    if not source:
        raise InvalidInput(f"{sources[pair]}: it contains no segments", "Check that this is the right file.")
    documents = None
    if pair in (listed := _files(folder / "documents", "", ".docs")):
        documents = parse_documents(_as_many(listed[pair], len(source)), str(listed[pair]))
    references = _texts(_files(folder / "references", f"{pair}.", ".txt"), len(source))
    instances = make_instances(source, documents, references)
    outputs = _texts(_files(folder / "system-outputs" / pair, "", ".txt"), len(source))
    everything = tuple(range(len(source)))
    return WmtSet(
        pair,
        instances,
        tuple(references),
        tuple(Submission(System(name), everything, tuple(texts)) for name, texts in outputs.items()),
        _scores(_files(folder / "human-scores", f"{pair}.", ".score"), instances, outputs),
        _scores(_files(folder / "metric-scores" / pair, "", ".score"), instances, outputs, references),
    )


def _files(folder: Path, prefix: str, suffix: str) -> dict[str, Path]:
    """Files of a folder by what stands between prefix and suffix, in order of these names."""
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        name = inner_name(path).name
        if name.startswith(prefix) and name.endswith(suffix) and not name.startswith(".") and path.is_file():
            key = name[len(prefix) : -len(suffix)]
            if key in found:
                raise InvalidInput(f"{path} exists twice, also as {found[key].name}", "Keep one of them.")
            found[key] = path
    return dict(sorted(found.items()))


def _texts(paths: Mapping[str, Path], segments: int) -> dict[str, list[str]]:
    return {name: _as_many(path, segments) for name, path in paths.items()}


def _as_many(path: Path, segments: int) -> list[str]:
    lines = read_lines(path)
    if len(lines) != segments:
        where = f"{path}, line {min(len(lines), segments) + 1}"
        raise InvalidInput(
            f"{where}: {counted(len(lines), 'line')} for {counted(segments, 'segment')}",
            "Write one line for every segment of the source.",
        )
    return lines


def _scores(
    paths: Mapping[str, Path],
    instances: Sequence[Instance],
    systems: Iterable[str],
    references: Iterable[str] | None = None,
) -> tuple[WmtScore, ...]:
    """Read files of scores; those of metrics end with the `references` that were used."""
    named: list[tuple[str, Level, Path]] = []
    for key, path in paths.items():
        name, _, ending = key.rpartition(".")
        level = next((level for level in LEVELS if level == ending), None)
        if not name or level is None:
            raise InvalidInput(f"{path}: no level in its name", f"End the name with {', '.join(LEVELS)} and .score.")
        if references is not None:
            _check_metric_name(name, path, references)
        named.append((name, level, path))
    scores: list[WmtScore] = []
    for name, level, path in sorted(named, key=lambda file: (file[0], LEVELS.index(file[1]))):
        own = units(instances, level)
        lines = read_lines(path)
        human = references is None
        scores += parse_scores(lines, str(path), name=name, level=level, systems=systems, units=own, may_lack=human)
    return tuple(scores)


def _check_metric_name(name: str, path: Path, references: Iterable[str]) -> None:
    used = name.rpartition("-")[2].split(".")
    unknown = [name for name in used if name not in (*references, *RESERVED)]
    if "-" not in name or unknown:
        problem = f"{path}: the metric's name does not end with references" if "-" not in name else ""
        raise InvalidInput(
            problem or f"{path}: no reference '{unknown[0]}'",
            f"Name it METRIC-REF, where REF is one of: {', '.join([*references, *RESERVED])}.",
        )
