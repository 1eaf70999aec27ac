"""SR'18 (Mille et al. 2018): sizes of the data (Table 2), metrics against people (Table 9), two evaluations (Table 11).

Outputs and ratings were not released; correlations are made from the scores that the paper prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from genchal.campaign.judgements.correlate import correlate
from genchal.campaign.published.computations import Cells, Computation, DataFile, Key, Material, Numbers, Workbench
from genchal.campaign.published.tables import Row
from genchal.campaign.texts.describe import describe_files
from genchal.domain.results.correlations import Correlations
from genchal.domain.results.profiles import DescribingTexts
from genchal.resources.files import read_lines

CRITERIA = ("meaning similarity", "readability")
LANGUAGES = {"English": "en", "French": "fr", "Spanish": "es"}
METRICS = ("bleu", "nist", "dist")
TREEBANKS = {"es": "es_ancora", "ru": "ru_syntagrus"}
# Parts whose trees are at hand; others are counted by their sentences.
SHALLOW = ("ar", "en", "es", "fi", "fr", "it", "nl", "pt")
ONLY_DEV = ("cs", "ru")


def _files(language: str) -> tuple[DataFile, ...]:
    bank = TREEBANKS.get(language, language)
    if language in ONLY_DEV:
        return (("sr18", f"official/sentences/{bank}-ud-dev.tsv"),)
    trees = [("sr18", f"official/T1/{bank}-ud-{part}.conll") for part in ("dev", "test")]
    return (("sr18", f"official/sentences/{bank}-ud-train.tsv"), *trees)


def _count(language: str) -> Computation:
    def compute(material: Material) -> Numbers:
        sentences, *trees = material.files
        counts: dict[Key, float] = {
            ("dev" if language in ONLY_DEV else "train",): float(sum(map(bool, read_lines(sentences))) - 1)
        }
        for part, path in zip(("dev", "test"), trees, strict=False):
            found = describe_files([path], [], DescribingTexts(("sizes",)))
            counts[part,] = next(number.value for number in found.numbers if number.statistic == "trees")
        return counts

    return Computation(f"sizes of SR'18, {language}", _files(language), compute)


SIZES = {language: _count(language) for language in (*SHALLOW, *ONLY_DEV)}


def view_sizes(bench: Workbench) -> Cells:
    """Table 2: trees of the inputs where they are at hand, otherwise the sentences to be generated."""
    found = {}
    for row in bench.rows("sr18_table2_sizes"):
        counts = bench.numbers(SIZES[row["language"]])
        if (row["split"],) in counts:
            found[f"{row['language']} {row['split']}", "sentences"] = counts[row["split"],]
    return found


def view_metrics_and_people(bench: Workbench) -> Cells:
    """Table 9 from Tables 3 to 8: standardised scores, HUMAN left out."""
    found = {}
    for language, code in LANGUAGES.items():
        names = {"en": "sr18_table6_da_english", "fr": "sr18_table7_da_french", "es": "sr18_table8_da_spanish"}
        people = _human_scores(bench.rows(names[code]), "z")
        metrics = {metric: _metric_scores(bench, metric, code) for metric in METRICS}
        correlations = _over_systems(metrics, people)
        for criterion in CRITERIA:
            others = [*METRICS, *(["meaning similarity"] if criterion == "readability" else [])]
            for other in others:
                cell = (f"{language} {criterion}", other.replace(" ", "_"))
                found[cell] = correlations[other, criterion].value
    return found


def view_two_human_evaluations(bench: Workbench) -> Cells:
    """Table 11 from Tables 6 and 10: Mechanical Turk against Google Data Compute, English."""
    found = {}
    for score in ("average", "z"):
        crowd = _human_scores(bench.rows("sr18_table6_da_english"), score)
        other = _human_scores(bench.rows("sr18_table10_gdc"), score)
        for criterion in CRITERIA:
            correlations = _over_systems({"crowd": crowd[criterion]}, {"other": other[criterion]})
            found[score, criterion.replace(" ", "_")] = correlations["crowd", "other"].value
    return found


def _metric_scores(bench: Workbench, metric: str, language: str) -> dict[str, float]:
    table = {"bleu": "sr18_table3_bleu", "nist": "sr18_table4_nist", "dist": "sr18_table5_dist"}[metric]
    rows = [row for row in bench.rows(table) if (row["track"], row["language"]) == ("shallow", language)]
    return _column(rows, "value")


def _human_scores(rows: Sequence[Row], score: str) -> dict[str, dict[str, float]]:
    systems = [row for row in rows if row["system"] != "HUMAN"]
    return {
        criterion: _column([row for row in systems if row["criterion"] == criterion], score) for criterion in CRITERIA
    }


def _column(rows: Sequence[Row], name: str) -> dict[str, float]:
    return {row["system"]: float(row[name]) for row in rows if row[name] != "NA"}


def _over_systems(
    metrics: Mapping[str, Mapping[str, float]], people: Mapping[str, Mapping[str, float]]
) -> Correlations:
    systems = list(next(iter(people.values())))
    first, second = (
        {name: [own[system] for system in systems] for name, own in side.items()} for side in (metrics, people)
    )
    return correlate(first, second, systems=systems, level="system", all_pairs=True, interval="none")
