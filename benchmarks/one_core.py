"""How much processor time does scoring take on one core, beside peers, array code alone, and the least it could take?

Whole cold processes in the same run. ``array_code`` is ours without compiled kernels; the floor is ``floor.c``, which
reads the same texts and hashes every n-gram once. sacreBLEU keeps the n-grams of every reference in memory, so that it
scores some of the million segments, and a tenth of the 63,000; of the E2E peers, whose Java half takes nine seconds a
system, it is one system. Their times grow in proportion.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks import meteor
from benchmarks.bleu_large import COPIES, write_corpus
from benchmarks.e2e_files import read_outputs, read_references
from benchmarks.measuring import ENVIRONMENT, data_folder, python
from benchmarks.million import write_pairs
from benchmarks.trueskill import RUNS, compared, peer_runs
from genchal.stats.ranking.trueskill import tabulate_comparisons
from genchal.text.kernels.finding import SWITCH

SEGMENTS, FEWER = 1_000_000, 20_000
TENTH = COPIES // 10
SYSTEM = "tgen"  # of the E2E peers
PEER_RUNS = 2  # of TrueSkill
# Starts a command from a process that is small itself, and says what it and its own children have used.
_LAUNCHER = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:])
_, status, usage = os.wait4(child.pid, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), file=sys.stderr)
"""


def run() -> dict[str, object]:
    """Measure all of it."""
    data = data_folder()
    references = data / "e2e" / "testset_w_refs.csv.xz"
    outputs = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    scoring = [*outputs, "-r", references, "--task", "e2e"]
    results: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = _compile_floor(folder)
        given, made = folder / "references.txt", folder / "outputs.txt"
        write_pairs(given, made, SEGMENTS)
        few, few_made = folder / "few-references.txt", folder / "few-outputs.txt"
        _head(given, few, FEWER)
        _head(made, few_made, FEWER)
        theirs = cpu(python("-m", "benchmarks.sacrebleu_peer", "lines-mixed", few, few_made))
        results["BLEU, 1,000,000 segments, one reference"] = {
            **_ours([made, "-r", given, "-m", "bleu:smooth=none"]),
            **_floor(floor, "words", 4, [given, made]),
            "peer": theirs * SEGMENTS / FEWER,
            "peer_scaled_from": f"{FEWER:,} segments",
        }
        write_corpus(few, few_made, TENTH)
        theirs = cpu(python("-m", "benchmarks.sacrebleu_peer", "lines", few, few_made))
        write_corpus(given, made)
        results["BLEU, 63,000 segments, 469,300 references"] = {
            **_ours([made, "-r", given, "-m", "bleu:case=lower:smooth=none"]),
            **_floor(floor, "words", 4, [given, made]),
            "peer": theirs * COPIES / TENTH,
            "peer_scaled_from": "6,300 segments, 46,930 references",
        }
        texts = _plain(references, outputs, folder)
        for metric, kind, order, peer in (("bleu", "words", 4, "e2e"), ("chrf", "characters", 6, "e2e-chrf")):
            results[f"{metric}, 21 E2E systems"] = {
                **_ours([*scoring, "-m", metric], repeat=3),
                **_floor(floor, kind, order, texts),
                "peer": cpu(python("-m", "benchmarks.sacrebleu_peer", peer, references, *outputs)),
            }
        own = [path for path in outputs if path.name.startswith(SYSTEM)]
        theirs = cpu(python("-m", "benchmarks.e2e_peer", references, *own))
        results["five E2E metrics, 21 systems"] = {
            **_ours([*scoring, "--preset", "e2e"], repeat=3),  # the first may have METEOR's index to make
            **_floor(floor, "words", 4, texts),
            "peer": theirs * len(outputs) / len(own),
            "peer_scaled_from": "one system",
        }
    results["METEOR, warm"] = _warm(references, data / "e2e-eval" / "primary_outputs.tsv.xz")
    results["genchal rank, 200 TrueSkill runs"] = _rank(data)
    for one in results.values():
        if isinstance(one, dict) and "peer" in one:
            one["times_less"] = round(one["peer"] / one["ours"], 1)
        if isinstance(one, dict) and "floor" in one:
            one["times_the_floor"] = round(one["ours"] / one["floor"], 1)
    return results


def cpu(command: Sequence[str], repeat: int = 1, kernels: bool = True) -> float:
    """Processor seconds of a command and all that it starts, in the median."""
    seconds = []
    for _ in range(repeat):
        launched = subprocess.run(
            [sys.executable, "-I", "-S", "-c", _LAUNCHER, *command],
            capture_output=True,
            env=os.environ | ENVIRONMENT | {SWITCH: "on" if kernels else "off"},
            check=True,
        )
        *_, last = launched.stderr.decode().splitlines()
        used, _, status = map(float, last.split())
        if status:
            sys.exit(f"error: {' '.join(command[:4])} ... ended with {status:.0f}\n{launched.stderr.decode()}")
        seconds.append(used)
    return round(statistics.median(seconds), 3)


def _ours(arguments: Sequence[object], repeat: int = 1) -> dict[str, float]:
    command = python("-m", "genchal", "score", *map(str, arguments), "--no-cache", "--json")
    return {"ours": cpu(command, repeat), "array_code": cpu(command, kernels=False)}


def _floor(program: Path | None, kind: str, order: int, files: Sequence[Path]) -> dict[str, float]:
    return {"floor": cpu([str(program), kind, str(order), *map(str, files)])} if program else {}


def _compile_floor(folder: Path) -> Path | None:
    program = folder / "floor"
    source = Path(__file__).with_name("floor.c")
    try:
        subprocess.run(["cc", "-O2", "-o", str(program), str(source)], check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return program


def _head(source: Path, target: Path, lines: int) -> None:
    with source.open(encoding="utf-8") as file:
        target.write_text("".join(line for _, line in zip(range(lines), file, strict=False)), encoding="utf-8")


def _plain(references: Path, outputs: Sequence[Path], folder: Path) -> list[Path]:
    """The same texts unpacked, a line each."""
    grouped = read_references(str(references))
    files = [("references", [text for texts in grouped.values() for text in texts])]
    files += [(name, texts) for name, texts in (read_outputs(str(path), grouped) for path in outputs)]
    for name, texts in files:
        (folder / f"{name}.plain").write_text("\n".join(texts) + "\n", encoding="utf-8")
    return [folder / f"{name}.plain" for name, _ in files]


def _warm(*files: Path) -> dict[str, float]:
    """Segments in a second of processor time, tables and texts being in memory."""
    rates: dict[str, float] = {}
    for name, switch in (("ours", ""), ("array_code", "off")):
        made = subprocess.run(
            python("-c", meteor.WARM, *files),
            capture_output=True,
            text=True,
            env=os.environ | ENVIRONMENT | {SWITCH: switch},
            check=True,
        )
        segments, seconds = map(float, made.stdout.split()[-2:])
        rates[f"{name}_segments_a_second"] = round(segments / seconds)
    return rates


def _rank(data: Path) -> dict[str, object]:
    ratings = data / "e2e-eval" / "human_ratings" / "quality.csv.xz"
    method = ("--method", "trueskill", "--runs", str(RUNS), "--seed", "1", "--json")
    ours = cpu(python("-m", "genchal", "rank", ratings, "--criterion", "quality", *method), repeat=2)
    quality = compared("quality")
    table = tabulate_comparisons(quality.left, quality.right, quality.outcome, len(quality.systems))
    before = os.times()
    peer_runs(table, PEER_RUNS, len(quality) + 1)
    theirs = (os.times().user - before.user) * RUNS / PEER_RUNS
    return {"ours": ours, "peer": round(theirs, 1), "peer_scaled_from": f"{PEER_RUNS} runs"}
