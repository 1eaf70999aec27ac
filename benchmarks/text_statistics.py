"""How near are text statistics to the E2E report's (Tables 2-4, 9 and 10), lemmas included, and how long do they take?

Run as a program it prints the tables of docs/explanation/text-statistics.md.
"""

from __future__ import annotations

import csv
import statistics
import time
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from benchmarks.measuring import data_folder
from genchal.campaign.published.views._described import OWN_NAMES
from genchal.campaign.texts.describe import describe_files
from genchal.domain.results.profiles import DescribingTexts, Profiles

DATA = {
    "E2E": ("e2e", ("e2e/trainset.csv.xz", "e2e/devset.csv.xz", "e2e/testset_w_refs.csv.xz"), "all"),
    "SFRest": ("sfrest", ("sf-restaurants/sf_restaurants.tsv.xz",), "sf_restaurants"),
    "SFRest-inf": ("sfrest-inf", ("sf-restaurants/sf_restaurants.tsv.xz",), "sf_restaurants"),
    "BAGEL": ("bagel", ("bagel/ACL10-inform-training.txt.gz",), "ACL10-inform-training"),
}
SYSTEMS = {"test set all": "all", "test set rand": "random"}


def run() -> dict[str, object]:
    """Measure, and hold the numbers against the published ones."""
    began = time.perf_counter()
    counted = describe_data("E2E", ["sizes", "lengths", "vocabulary", "diversity"])
    without_lemmas = time.perf_counter() - began
    assert counted["all", "distinct_trigrams"] == 100731
    began = time.perf_counter()
    found = describe_outputs()
    seconds = time.perf_counter() - began
    msttr, ls2 = pairs(found, "msttr_50"), pairs(found, "ls2")
    return {
        "e2e_without_lemmas_seconds": without_lemmas,
        "outputs_seconds": seconds,
        "msttr_largest_difference": max(abs(ours - theirs) for _, ours, theirs in msttr),
        "msttr_pearson": pearson(msttr),
        "ls2_pearson": pearson(ls2),
        "ls2_largest_difference": max(abs(ours - theirs) for _, ours, theirs in ls2),
    }


def describe_data(dataset: str, requests: Sequence[str] = ()) -> Profiles:
    """Describe a data set as the report does; its own statistics unless others are asked for."""
    preset, paths, _ = DATA[dataset]
    how = DescribingTexts(tuple(requests), preset)
    return describe_files([data_folder() / path for path in paths], [], how)


def describe_outputs() -> Profiles:
    """Describe the 21 primary systems and the references."""
    folder = data_folder()
    outputs: list[Path | str] = [folder / "e2e-eval" / "primary_outputs.tsv.xz", "@all", "@random"]
    return describe_files(outputs, [folder / "e2e" / "testset_w_refs.csv.xz"], DescribingTexts(preset="e2e-outputs"))


def pairs(found: Profiles, measure: str) -> list[tuple[str, float, float]]:
    """Every row of Table 9 in one measure: the system, our number, the published one."""
    rows = [row for row in published("table9_textual") if row["measure"] == measure]
    return [(row["system"], _ours(found, row["system"], measure), float(row["value"])) for row in rows]


def pearson(rows: Sequence[tuple[str, float, float]]) -> float:
    """How our numbers go with the published ones."""
    return statistics.correlation([ours for _, ours, _ in rows], [theirs for _, _, theirs in rows])


def published(table: str) -> list[dict[str, str]]:
    """A table of the report."""
    path = files("genchal.recipes") / "published" / f"e2e_{table}.tsv"
    with path.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def _ours(found: Profiles, system: str, measure: str, version: str = "delexicalised") -> float:
    return found[SYSTEMS.get(system, system), OWN_NAMES.get(measure, measure), version]


def _cell(ours: float, theirs: str) -> str:
    """Our number at the published decimals; the published one beside it where it is another."""
    decimals = len(theirs.partition(".")[2])
    if abs(ours - float(theirs)) <= 0.5 * 10.0**-decimals + 1e-9:
        return theirs
    return f"{ours:.{decimals}f} ({theirs})"


def tables() -> Iterator[str]:
    """All cells beside the published ones, as Markdown."""
    found = {dataset: describe_data(dataset) for dataset in DATA}
    cells: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in published("table2_sizes"):
        statistic = row["statistic"].replace("delexicalised_words", "words")
        version = "lexicalised" if statistic == row["statistic"] else "delexicalised"
        cells.setdefault(("2", version, statistic), {})[row["dataset"]] = row["value"]
    for row in published("table4_lexical"):
        cells.setdefault(("4", row["version"], row["statistic"]), {})[row["dataset"]] = row["value"]
    yield f"| table | texts | statistic | {' | '.join(DATA)} |"
    yield "| --- " * (3 + len(DATA)) + "|"
    same = 0
    for (table, version, statistic), row in cells.items():
        shown = [_cell(_ours(found[one], DATA[one][2], statistic, version), row[one]) for one in DATA]
        same += sum("(" not in one for one in shown)
        yield f"| {table} | {version} | {OWN_NAMES.get(statistic, statistic)} | {' | '.join(shown)} |"
    yield f"\n{same} of {4 * len(cells)} cells are the same.\n"
    outputs = describe_outputs()
    yield "| system | length | MSTTR | LS2 | tokens | trigrams | once % | entropy | conditional |"
    yield "| --- " * 9 + "|"
    measures = ["avg_length", "msttr_50", "ls2", "distinct_tokens", "distinct_trigrams", "unique_trigrams_percent"]
    measures += ["entropy_tokens", "cond_entropy_bigrams"]
    rows = {
        (row["system"], row["measure"]): row["value"]
        for name in ("table9_textual", "table10_diversity")
        for row in published(name)
    }
    for system in dict.fromkeys(system for system, _ in rows):
        shown = [_cell(_ours(outputs, system, measure), rows[system, measure]) for measure in measures]
        yield f"| {system} | {' | '.join(shown)} |"
    for measure in ("msttr_50", "ls2"):
        yield f"\n{measure}: Pearson's r {pearson(pairs(outputs, measure)):.4f}"


if __name__ == "__main__":
    for line in tables():
        print(line)
