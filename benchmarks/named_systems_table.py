"""The tables of docs/explanation/named-systems.md, made from stored results by ``named_systems table``."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from benchmarks.pass_times import RESULTS as PASS_TIMES
from benchmarks.pass_times import estimate_core_seconds

PUBLISHED = Path(__file__).parents[1] / "src" / "genchal" / "recipes" / "published"
MEASURES = ("bleu", "nist", "meteor", "rouge_l", "cider")
HEADS = ("BLEU", "NIST", "METEOR", "ROUGE-L", "CIDEr")
SAME_SETTINGS = {"tgen-no-rerank": "tgen/no-reranking"}  # rows that stand for a system of the same settings
BYTES = 3  # of an output's fingerprint, four characters: two outputs in 17 million share one by chance


class Pair(NamedTuple):
    """Two results and the share of instances for which they say the same."""

    share: float
    left: str
    right: str


def fingerprint_outputs(outputs: Iterable[str | None]) -> str:
    """Four characters for each output, by which equal outputs are known; neither case nor blanks count."""
    texts = (" ".join((text or "").lower().split()) for text in outputs)
    digests = b"".join(hashlib.sha256(text.encode()).digest()[:BYTES] for text in texts)
    return base64.b64encode(digests).decode()


def share_equal(left: str, right: str) -> float:
    """The share of outputs that are equal, from their fingerprints."""
    pairs = list(zip(_split(left), _split(right), strict=True))
    return sum(first == second for first, second in pairs) / max(1, len(pairs))


def _split(fingerprints: str) -> list[str]:
    return [fingerprints[start : start + 4] for start in range(0, len(fingerprints), 4)]


def find_closest(results: Sequence[dict[str, Any]]) -> Pair | None:
    """The two results of different jobs that have the most outputs on the test set in common, of any seeds.

    Two variants are not compared: what is left of two systems without their mechanisms may well be the same network.
    """
    known = [result for result in results if "fingerprints" in result]
    pairs = [
        Pair(share_equal(*(result["fingerprints"]["test"] for result in pair)), *map(_name, pair))
        for pair in combinations(known, 2)
        if pair[0]["job"] != pair[1]["job"] and not all("/" in result["job"] for result in pair)
    ]
    return max(pairs, default=None)


def _name(result: dict[str, Any]) -> str:
    return f"{result['job']}@{result['seed']}"


def tabulate(kept: dict[str, Any]) -> str:
    """All tables: systems, ablations, the closest pairs, and TGen on the development set."""
    by_job: dict[str, list[dict[str, Any]]] = {}
    for result in kept["results"]:
        by_job.setdefault(result["job"], []).append(result)
    for name, job in SAME_SETTINGS.items():
        by_job.setdefault(name, by_job.get(job, []))
    blocks = [
        _tabulate_systems(kept["released"], by_job),
        tabulate_ablations(by_job),
        _tell_closest(kept["results"]),
        _tabulate_development(by_job.get("tgen", [])),
    ]
    return "\n\n".join("\n".join(block) for block in blocks)


def _tabulate_systems(released: dict[str, Any], by_job: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Published and ours, means of seeds; slot errors as published, as we count them in released outputs, and ours."""
    overlap = {row["system"]: row for row in _read("e2e_table8_overlap.tsv")}
    errors = {row["system"]: row for row in _read("e2e_table12_coverage.tsv") if row["method"] == "automatic"}
    heads = ("system", "seeds", *HEADS, "slot errors (%)", "training", "accepted")
    lines = [_row(heads), "| --- " * len(heads) + "|"]
    for job in sorted(job for job in by_job if "/" not in job):
        ours = [result["scores"]["test"] for result in by_job[job]]
        if job not in released or not ours:
            continue
        means = {metric: sum(found[metric] for found in ours) / len(ours) for metric in (*MEASURES, "slot_error")}
        values = sorted(found["bleu"] for found in ours)
        spread = f" ({values[0]:.4f} to {values[-1]:.4f})" if len(values) > 1 else ""
        known = overlap.get(job) or {metric: f"{released[job][metric]:.4f}" for metric in MEASURES}
        cells = [job, str(len(ours)), *(f"{known[metric]} / {means[metric]:.4f}" for metric in MEASURES)]
        cells[2] += spread
        counted = f"{_percent(released[job]['slot_error'])} / {_percent(means['slot_error'])}"
        cells.append(f"{errors[job]['ser_percent'] if job in errors else '–'} / {counted}")
        cells += [_tell_time(by_job[job]), "yes" if is_accepted(means, released[job]) else "no"]
        lines.append(_row(cells))
    return lines


def _tell_time(results: Sequence[dict[str, Any]]) -> str:
    """Time of training on one core: mean of the seeds of which it is known."""
    measured = json.loads(PASS_TIMES.read_text(encoding="utf-8"))["seconds_per_text"]
    known = [seconds for result in results if (seconds := find_core_seconds(result, measured)) is not None]
    if not known:
        return "–"
    seconds = sum(known) / len(known)
    if seconds < 1:
        return "< 1 s"
    return f"{seconds / 60:.0f} min" if seconds >= 600 else f"{seconds:.0f} s"


def find_core_seconds(result: Mapping[str, Any], seconds_per_text: Mapping[str, float]) -> float | None:
    """Seconds on one core: of the processor, as stored, or from a measured pass if the training was done on a GPU."""
    if result.get("device") == "cpu":
        return float(result.get("core_seconds", result["processor_seconds"]))
    system = result["job"].partition("/")[0]  # `tgen/no-reranking` is trained as `tgen` is
    if "passes" in result and system in seconds_per_text:
        return estimate_core_seconds(result["passes"], seconds_per_text[system])
    return None


def tabulate_ablations(by_job: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Every system beside itself without its mechanism: means of the seeds that both were trained with."""
    heads = (
        "system",
        "without",
        "seeds",
        "BLEU",
        "slot errors",
        "BLEU without",
        "slot errors without",
        "equal outputs",
    )
    lines = [_row(heads), "| --- " * len(heads) + "|"]
    for job in sorted(job for job in by_job if "/" in job):
        system, _, ablation = job.partition("/")
        pairs = pair_seeds(by_job.get(system, []), by_job[job])
        if not pairs:
            continue
        cells = [system, ablation, str(len(pairs))]
        for side in zip(*pairs, strict=True):
            scores = [result["scores"]["test"] for result in side]
            cells.append(f"{fmean(found['bleu'] for found in scores):.4f}")
            cells.append(f"{_percent(fmean(found['slot_error'] for found in scores))} %")
        prints = [[result["fingerprints"]["test"] for result in pair if "fingerprints" in result] for pair in pairs]
        shares = [share_equal(*known) for known in prints if len(known) == 2]
        cells.append(f"{100 * fmean(shares):.1f} %" if shares else "–")
        lines.append(_row(cells))
    return lines


def pair_seeds(systems: Iterable[dict[str, Any]], variants: Iterable[dict[str, Any]]) -> list[tuple[Any, Any]]:
    """Results of a system and of its variant that have the same seed, in the order of seeds."""
    own, others = ({result["seed"]: result for result in results} for results in (systems, variants))
    return [(own[seed], others[seed]) for seed in sorted(own.keys() & others.keys())]


def _tell_closest(results: Sequence[dict[str, Any]]) -> list[str]:
    """Which systems, and which configurations of all, say the same most often."""
    known = sum("fingerprints" in result for result in results)
    lines = [f"Of {known} trained systems and variants, fingerprints of the outputs on the test set are stored."]
    systems = [result for result in results if "/" not in result["job"]]
    for kind, found in (("systems", find_closest(systems)), ("of a system and a variant", find_closest(results))):
        if found is not None:
            share = f"{100 * found.share:.1f} % of their outputs are equal"
            lines.append(f"The two closest {kind} are `{found.left}` and `{found.right}`: {share}.")
    return lines


def _tabulate_development(results: Sequence[dict[str, Any]]) -> list[str]:
    """TGen on the development set: as published, and the mean of ours with the lowest and the highest value."""
    published = _read("e2e_table7_tgen_dev.tsv")[0]
    lines = ["| measure | published | ours |", "| --- | --- | --- |"]
    for metric in MEASURES if results else ():
        found = sorted(result["scores"]["dev"][metric] for result in results)
        ours = f"{sum(found) / len(found):.4f} ({found[0]:.4f} to {found[-1]:.4f})"
        lines.append(_row([metric, published[metric], ours]))
    return lines


def is_accepted(ours: dict[str, float], released: dict[str, float]) -> bool:
    """BLEU within 1.5 points or above; slot errors within a factor of 1.5 or below, 0.1 % where there are none."""
    errors = max(1.5 * released["slot_error"], 0.001)
    return ours["bleu"] >= released["bleu"] - 0.015 and ours["slot_error"] <= errors


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


def _read(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((PUBLISHED / name).read_text(encoding="utf-8").splitlines(), delimiter="\t"))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
