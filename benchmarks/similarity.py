"""How long do all pairs of the 21 E2E systems and a random reference take, and do the means agree with figure 5?

Figure 5 of the E2E report (Dušek et al. 2020) has the mean of five metrics with names delexicalised. Published means
are those of lines, the system itself included. Two systems' files have their texts in single quotes, which the
published figure seems to have kept: the same is computed with the quotes put back.
"""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.measuring import cost, data_folder, python

METRICS = ("bleu", "nist", "rouge_l", "cider")
PUBLISHED = Path(__file__).parents[1] / "src" / "genchal" / "recipes" / "published" / "e2e_fig5_mean_similarity.tsv"
QUOTED = ("tnt1", "tnt2")


def run() -> dict[str, object]:
    """Measure four metrics and five, with names and without; compare the means."""
    data = data_folder()
    outputs: list[str | Path] = [*sorted((data / "e2e-eval" / "primary_raw").glob("*.tsv.gz")), "@random", "@all"]
    four, five = ",".join(METRICS), ",".join([*METRICS, "meteor"])
    delexicalised = ("--delexicalise", "name,near")
    with TemporaryDirectory() as folder:
        quoted = [_with_quotes(path, Path(folder)) for path in outputs]
        return {
            "systems": len(outputs) - 1,
            "four metrics": _run(outputs, "-m", four),
            "four metrics, names delexicalised": _run(outputs, "-m", four, *delexicalised),
            "five metrics": _run(outputs, "-m", five),
            "five metrics, names delexicalised": _run(outputs, "-m", five, *delexicalised),
            "the same, with the quotes of two systems": _run(quoted, "-m", five, *delexicalised),
        }


def _run(outputs: list[str | Path], *options: str) -> dict[str, object]:
    references = data_folder() / "e2e" / "testset_w_refs.csv.xz"
    preset = ("--task", "e2e", "--preset", "e2e", "--no-cache", "--json")
    done = cost(python("-m", "genchal", "similarity", *outputs, "-r", references, *preset, *options))
    means = {one["system"]: one for one in json.loads(done.stdout)["systems"] if one["metric"] == "mean"}
    with PUBLISHED.open(encoding="utf-8") as file:
        published = {row["system"]: row["mean_similarity"] for row in csv.DictReader(file, delimiter="\t")}
    found: dict[str, object] = {"seconds": round(done.seconds, 1), "peak_mb": round(done.peak_mb)}
    for form in ("as_references", "with_self", "as_outputs"):
        own = {system: means[{"test set rand": "random"}.get(system, system)][form] for system in published}
        differences = [own[system] - float(value) for system, value in published.items()]
        equal = sum(f"{own[system]:.2f}" == value for system, value in published.items())
        found[form] = {
            "correlation": round(float(np.corrcoef(list(own.values()), list(map(float, published.values())))[0, 1]), 4),
            "largest_difference": round(max(map(abs, differences)), 4),
            "equal_at_two_decimals": f"{equal} of {len(published)}",
        }
    return found


def _with_quotes(path: str | Path, folder: Path) -> str | Path:
    """The file with its texts in single quotes inside of the quotes that the reader takes away."""
    name = Path(path).name.split(".")[0]
    if name not in QUOTED:
        return path
    with gzip.open(path, "rt", encoding="utf-8-sig") as file:
        header, *lines = file.read().splitlines()
    cells = [line.split("\t") for line in lines if line.strip()]
    new = folder / f"{name}.tsv"
    new.write_text("\n".join([header, *(f"{mr}\t'{text}'" for mr, text in cells)]) + "\n", encoding="utf-8")
    return new
