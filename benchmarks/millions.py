"""Does memory stay flat, and does time stay linear, from one to ten million segments with one reference?

Material as in `million`, and Zipfian text: words drawn by rank from a vocabulary that grows with the text. A case is
measured by ``python -m benchmarks millions:CASE``, without one all of them, which takes hours. Time is that of the
processor, because wall time says little on a machine that others use, too; both are kept.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.measuring import Cost, cost, python
from benchmarks.million import write_pairs

MILLION = 1_000_000
WORDS = 18  # of a Zipfian text
AT_ONCE = 1 << 16
PEAK_MB = 1536  # of each process, in every case


@dataclass(frozen=True, slots=True)
class Case:
    """A command with so many million segments."""

    command: str
    millions: int
    material: str = "e2e"
    options: tuple[str, ...] = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        """What follows ``genchal``; files are outputs.txt, others.txt and references.txt."""
        files = ("outputs.txt", "others.txt") if self.command in ("compare", "similarity") else ("outputs.txt",)
        references = ("-r", "references.txt") if self.command in ("score", "compare") else ()
        return (self.command, *files, *references, *self.options, "--json")


THREE, BLEU = ("-m", "bleu,chrf,rouge_l", "--no-cache"), ("-m", "bleu", "--no-cache")
CASES = {
    "bleu-1": Case("score", 1, options=BLEU),
    "bleu-3": Case("score", 3, options=BLEU),
    "bleu-10": Case("score", 10, options=BLEU),
    "three-1": Case("score", 1, options=THREE),
    "three-3": Case("score", 3, options=THREE),
    "three-1-no-intervals": Case("score", 1, options=(*THREE, "--resamples", "0")),
    "three-3-no-intervals": Case("score", 3, options=(*THREE, "--resamples", "0")),
    "segments-1": Case("score", 1, options=(*BLEU, "--segments", "segments.tsv")),
    "segments-3": Case("score", 3, options=(*BLEU, "--segments", "segments.tsv")),
    "cached-1": Case("score", 1, options=("-m", "bleu")),
    "jobs-1": Case("score", 1, options=(*THREE, "-j", "2")),
    "jobs-bleu-10": Case("score", 10, options=(*BLEU, "-j", "4")),
    "jobs-three-3": Case("score", 3, options=(*THREE, "-j", "4")),
    "zipf-bleu-1": Case("score", 1, "zipf", BLEU),
    "zipf-bleu-10": Case("score", 10, "zipf", BLEU),
    "zipf-three-1": Case("score", 1, "zipf", THREE),
    "zipf-three-3": Case("score", 3, "zipf", THREE),
    "compare-1": Case("compare", 1, options=BLEU),
    "compare-3": Case("compare", 3, options=BLEU),
    "wilcoxon-3": Case("compare", 3, options=(*BLEU, "--test", "wilcoxon")),
    "describe-1": Case("describe", 1),
    "describe-3": Case("describe", 3),
    "zipf-describe-1": Case("describe", 1, "zipf"),
    "zipf-describe-3": Case("describe", 3, "zipf"),
    "similarity-1": Case("similarity", 1, options=BLEU),
    "similarity-3": Case("similarity", 3, options=BLEU),
}


def run(names: Sequence[str] = ()) -> dict[str, object]:
    """Measure these cases, or all."""
    return {name: measure(CASES[name]) for name in names or CASES}


def measure(case: Case) -> dict[str, object]:
    """Run a command in a folder with its material."""
    with tempfile.TemporaryDirectory() as folder:
        write_material(Path(folder), case)
        ours = cost(python("-m", "genchal", *case.arguments), folder=Path(folder))
    assert ours.peak_mb < PEAK_MB, ours.peak_mb
    return {
        "command": "genchal " + " ".join(case.arguments),
        "material": case.material,
        "segments": case.millions * MILLION,
        "seconds": round(ours.seconds, 1),
        "cpu_seconds": round(ours.cpu_seconds, 1),
        "cpu_seconds_a_million": round(ours.cpu_seconds / case.millions, 1),
        "peak_mb": round(ours.peak_mb),
        "values": _values(ours),
    }


def write_material(folder: Path, case: Case) -> None:
    """Write outputs, references and, for a second system, other outputs."""
    write: Callable[..., None] = {"e2e": write_pairs, "zipf": write_zipf}[case.material]
    segments = case.millions * MILLION
    write(folder / "references.txt", folder / "outputs.txt", segments)
    if "others.txt" in case.arguments:
        write_others(folder / "outputs.txt", folder / "others.txt")


def write_others(outputs: Path, others: Path) -> None:
    """Write a second system: every tenth output of the first is without its last words."""
    with outputs.open(encoding="utf-8") as lines, others.open("w", encoding="utf-8") as written:
        for number, line in enumerate(lines):
            written.write(line if number % 10 else f"{line[: len(line) // 2]}\n")


def write_zipf(references: Path, outputs: Path, segments: int) -> None:
    """Write texts of words by rank; an output has a fourth of its reference's words replaced."""
    rng = np.random.default_rng(1)
    with references.open("w", encoding="utf-8") as r, outputs.open("w", encoding="utf-8") as o:
        for start in range(0, segments, AT_ONCE):
            count = min(AT_ONCE, segments - start)
            ranks, others = rng.zipf(1.3, size=(2, count, WORDS)) % 10_000_000
            r.write(_lines(ranks))
            o.write(_lines(np.where(rng.random(ranks.shape) < 0.25, others, ranks)))


def _lines(ranks: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> str:
    return "".join(f"{' '.join(f'w{rank}' for rank in row)} .\n" for row in ranks.tolist())


def _values(ours: Cost) -> dict[str, object]:
    """The first numbers that were printed: the same on every machine."""
    printed = json.loads(ours.stdout)
    if "scores" in printed:
        return {own["metric"]: [own["value"], own["low"], own["high"]] for own in printed["scores"]}
    if "numbers" in printed:
        return {own["statistic"]: own["value"] for own in printed["numbers"]}
    if "comparisons" in printed:
        return {own["metric"]: [own["difference"], own["p_value"]] for own in printed["comparisons"]}
    return {}
