"""What do our versions of the E2E systems score beside the published ones, and what is each one's mechanism worth?

    python -m benchmarks.named_systems train --out FOLDER [--workers 2] [JOB ...]
    python -m benchmarks.named_systems score FOLDER ...
    python -m benchmarks.named_systems table

Training writes the outputs of every job for the development and the test set, a JSON file each, and the model; it
needs nothing but numpy and, for networks, torch, so that it can be done on another machine. A job that was killed goes
on when it is run again. Scoring adds all files of some folders to one file of results, with fingerprints of outputs,
which `table` prints as docs/explanation/named-systems.md has it. A job is a system, or `system/ablation`, with `@seed`
behind it (default: 1).
"""

from __future__ import annotations

import argparse
import json
import logging
import lzma
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.named_systems_table import fingerprint_outputs, tabulate
from benchmarks.pass_times import count_passes

# Ways to choose among the candidates of our entry: power of the length, and temperature of a consensus (0: best score).
VARIANTS = {
    f"{'consensus' if temperature else 'best'}-{power}{f'-{temperature}' if temperature else ''}": (power, temperature)
    for power in (0.5, 0.7, 1.0)
    for temperature in (0.0, 0.1, 0.3)
}
RESULTS = Path(__file__).parent / "results" / "named-systems.json"
TIMES = ("training_seconds", "processor_seconds", "core_seconds", "writing_seconds")
KEPT = ("job", "seed", *TIMES, "peak_mb", "device")
OTHER_OUTPUTS = {"tgen-no-rerank": "tgen/test-output_norerank"}  # released ones that are not a team's primary ones
METRICS = ("slot_error:lexicon=e2e", "slot_error.ok:lexicon=e2e")
# For each system its defining mechanism, switched off: settings of training, or of writing alone.
ABLATIONS: dict[str, dict[str, dict[str, Any]]] = {
    "tgen": {"no-reranking": {"rerank": "none"}},
    "tnt2": {"fixed-order": {"order": "fixed"}},
    "tnt1": {"no-rule-texts": {"rule_texts": False}},
    "gong": {"no-reinforcement": {"reinforce": 0}},
    "slug": {"no-sentences": {"sentences": False}, "no-aligner": {"rerank": "none"}},
    "slug-alt": {"all-texts": {"complex_texts": False}},
    "harv": {"no-copying": {"copy": False}, "no-styles": {"styles": False}, "no-coverage": {"coverage": 0.0}},
    "chen": {"no-memory": {"attention": "additive"}, "no-copying": {"copy": False}},
    "adapt": {"no-plan": {"planned": False}},
    "nle": {"no-reranking": {"rerank": "none"}},
    "zhang": {"own-names": {"exchange": False}, "free-attention": {"attention_sum": 0.0}, "words": {"unit": "words"}},
    "tr1": {"less-delexicalised": {"delexicalise": "open"}},
    "sheff1": {"no-lols": {"lols": 0}},
    "sheff2": {"attention": {"attention": "dot"}},
    "zhaw2": {"no-first-words": {"use_first_words": False}, "no-gate": {"decoder": "lstm"}},
    "zhaw1": {"no-classifier-loss": {"classifier_loss": 0.0}},
    "tuda": {"no-optional-parts": {"optional": False}},
    "dangnt": {"no-structures": {"structures": False}},
    "forge1": {"no-aggregation": {"aggregation": False}},
    "forge3": {"one-sentence": {"several": False}},
    "tr2": {"most-frequent": {"drawn": False}},
    "genchal-e2e": {"all-pairs": {"pairs": "all"}},
}


def train_job(job: str, out: Path) -> None:
    """Train a system and write what it says, also with settings of writing that its ablations change."""
    from benchmarks.measuring import data_folder
    from genchal.campaign.generation.generate import make_generator, write_outputs
    from genchal.campaign.generation.models import fit_model
    from genchal.campaign.reading.instances import load_instances
    from genchal.domain.settings import settings_of
    from genchal.generators import GENERATORS

    named, _, seed = job.partition("@")
    system, _, ablation = named.partition("/")
    kind = GENERATORS[system]
    data = data_folder() / "e2e"
    train, dev, test = (
        load_instances(data / name, "e2e")[1] for name in ("trainset.csv.xz", "devset.csv.xz", "testset_w_refs.csv.xz")
    )
    out.mkdir(parents=True, exist_ok=True)
    progress = out / f"{job.replace('/', '--')}.log"
    logging.basicConfig(filename=progress, level=logging.INFO, format="%(message)s")
    settings = ABLATIONS.get(system, {}).get(ablation, {})
    number, processor = int(seed or 1), time.process_time()
    generator = make_generator(system, settings, Path())
    model = fit_model(generator, train, dev, number, "e2e", out / f"{job.replace('/', '--')}.safetensors")
    fitted, processor = model.generator, time.process_time() - processor
    variants = {ablation: {}} if ablation else {"": {}, **_writing_ablations(system, kind)}
    if system == "genchal-e2e" and not ablation:
        write_variants(fitted, dev, test, number, out)
        return
    for name, changes in variants.items():
        writer = make_generator(system, {**settings, **changes}, Path()).with_parameters(fitted.parameters())
        began = time.perf_counter()
        outputs = {"dev": write_outputs(writer, dev, number), "test": write_outputs(writer, test, number)}
        shown = f"{system}/{name}" if name else system
        result = {
            "job": shown,
            "seed": number,
            "settings": {key: getattr(writer, key) for key in settings_of(kind)},
            "training_seconds": model.costs.seconds,
            "processor_seconds": round(processor, 1),  # of the last process, if there were several
            "peak_mb": model.costs.peak_mb,
            "writing_seconds": round(time.perf_counter() - began, 1),
            "device": _find_device(kind),
            "log": progress.read_text(encoding="utf-8").splitlines(),
            "outputs": outputs,
        }
        (out / f"{shown.replace('/', '--')}@{number}.json").write_text(json.dumps(result), encoding="utf-8")


def _find_device(kind: Any) -> str:
    """Where a generator learns: on a GPU if it is a network and there is one."""
    if kind.extra != "neural":
        return "cpu"
    import torch

    return torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu"


def write_variants(fitted: Any, dev: Any, test: Any, seed: int, out: Path) -> None:
    """What our entry says with every way to choose that decision 38 names; candidates are found once."""
    from dataclasses import replace

    from genchal.generators.neural.data.meanings import read_meaning
    from genchal.generators.neural.writing.choosing import (
        choose_best,
        choose_consensus,
        compare_texts,
        keep_fewest_errors,
        normalise,
    )
    from genchal.generators.neural.writing.writer import Writer

    raw = replace(fitted, length_power=0.0)
    writer = Writer(raw, raw.learnt, seed)
    found: dict[str, dict[str, list[str]]] = {name: {"dev": [], "test": []} for name in VARIANTS}
    for part, instances in (("dev", dev), ("test", test)):
        for start in range(0, len(instances), 32):
            meanings = [read_meaning(instance, "genchal-e2e") for instance in instances[start : start + 32]]
            for candidates in writer.offer(meanings):
                clean = keep_fewest_errors(candidates)
                likeness = compare_texts([text.words for text in clean])
                for name, (power, temperature) in VARIANTS.items():
                    scored = [replace(text, score=normalise(text.score, len(text.words), power)) for text in clean]
                    best = choose_consensus(scored, temperature, likeness) if temperature else choose_best(scored)
                    found[name][part].append(best.text)
    for name, outputs in found.items():
        result = {
            "job": f"genchal-e2e/{name}",
            "seed": seed,
            "settings": {},
            "training_seconds": 0.0,
            "outputs": outputs,
        }
        (out / f"genchal-e2e--{name}@{seed}.json").write_text(json.dumps({**result, "log": []}), encoding="utf-8")


def _writing_ablations(system: str, kind: Any) -> dict[str, dict[str, Any]]:
    """Ablations that need no training of their own."""
    return {name: changes for name, changes in ABLATIONS.get(system, {}).items() if set(changes) <= set(kind.decoding)}


def run_jobs(jobs: list[str], out: Path, workers: int) -> None:
    """Run jobs, each in a process of its own."""
    out.mkdir(parents=True, exist_ok=True)
    waiting = list(jobs)
    running: dict[str, tuple[subprocess.Popen[bytes], float]] = {}
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    while waiting or running:
        while waiting and len(running) < workers:
            job = waiting.pop(0)
            command = [sys.executable, "-m", "benchmarks.named_systems", "job", job, "--out", str(out)]
            running[job] = (subprocess.Popen(command, env=environment), time.perf_counter())
        time.sleep(0.5)
        for job, (process, began) in list(running.items()):
            if process.poll() is not None:
                print(f"{job}: exit {process.returncode} after {time.perf_counter() - began:.0f} s", flush=True)
                del running[job]


def score_folders(folders: list[Path]) -> dict[str, Any]:
    """Scores of all outputs in some folders and of the released ones, by the challenge's metrics and by slot errors."""
    from benchmarks.measuring import data_folder
    from genchal.campaign.reading.instances import load_instances
    from genchal.domain import Submission, System

    data = data_folder()
    files = {"dev": data / "e2e" / "devset.csv.xz", "test": data / "e2e" / "testset_w_refs.csv.xz"}
    paths = sorted(path for folder in folders for path in folder.glob("*.json"))
    results = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    scores: dict[str, dict[str, dict[str, float]]] = {}
    for part, file in files.items():
        instances = load_instances(file, "e2e")[1]
        submissions = [
            Submission(System(_name(result)), tuple(range(len(instances))), tuple(result["outputs"][part]))
            for result in results
        ]
        for system, found in _score(instances, submissions).items():
            scores.setdefault(system, {})[part] = found
    kept = [
        {key: result[key] for key in KEPT if key in result}
        | ({"passes": passes} if (passes := count_passes(result["log"])) else {})
        | {"scores": scores[_name(result)], "fingerprints": {"test": fingerprint_outputs(result["outputs"]["test"])}}
        for result in results
    ]
    return {"released": _score_released(data, files["test"]), "results": kept}


def merge_results(known: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Results that are known and new ones, by job and seed; a new one takes the place of a known one of its name."""
    rows = {_name(result): result for result in [*known["results"], *found["results"]]}
    order = sorted(rows.values(), key=lambda result: (result["job"], result["seed"]))
    return {"released": {**known["released"], **found["released"]}, "results": order}


def _name(result: dict[str, Any]) -> str:
    return f"{result['job']}@{result['seed']}"


def _score(instances: Any, submissions: Any) -> dict[str, dict[str, float]]:
    from genchal.campaign.scoring.score import score_submissions

    scores: dict[str, dict[str, float]] = {}
    for found in (
        score_submissions(instances, submissions, preset="e2e", resamples=0),
        score_submissions(instances, submissions, METRICS, resamples=0),
    ):
        for record in found:
            scores.setdefault(record.system, {})[record.metric] = round(record.value, 6)
    return scores


def _score_released(data: Path, test: Path) -> dict[str, dict[str, float]]:
    """What the outputs that the teams sent in score."""
    import genchal
    from genchal.campaign.reading.instances import load_instances
    from genchal.domain import Submission, System

    released = sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz"))
    scores: dict[str, dict[str, float]] = {}
    for asked in ({"preset": "e2e"}, {"metrics": METRICS}):
        for record in genchal.score(released, test, task="e2e", resamples=0, **asked):
            scores.setdefault(record.system, {})[record.metric] = round(record.value, 6)
    instances = load_instances(test, "e2e")[1]
    with lzma.open(data / "e2e-eval" / "all_outputs.tsv.xz", "rt", encoding="utf-8", newline="") as file:
        rows = [line.rstrip("\n").split("\t") for line in file]
    others = [
        Submission(System(name), tuple(range(len(instances))), tuple(row[3] for row in rows if row[0] == released_as))
        for name, released_as in OTHER_OUTPUTS.items()
    ]
    return {**scores, **_score(instances, others)}


def main() -> None:
    """Train, or score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("train", "job"):
        command = commands.add_parser(name)
        command.add_argument("jobs", nargs="*")
        command.add_argument("--out", type=Path, required=True)
        command.add_argument("--workers", type=int, default=2)
    commands.add_parser("score").add_argument("folders", type=Path, nargs="+")
    commands.add_parser("table")
    given = parser.parse_args()
    if given.command == "job":
        train_job(given.jobs[0], given.out)
    elif given.command == "train":
        run_jobs(given.jobs or list(ABLATIONS), given.out, given.workers)
    elif given.command == "score":
        known = (
            json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else {"released": {}, "results": []}
        )
        merged = merge_results(known, score_folders(given.folders))
        RESULTS.write_text(json.dumps(merged, indent=1) + "\n", encoding="utf-8")
    else:
        print(tabulate(json.loads(RESULTS.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main()
