"""The RankME paper (Novikova et al. 2018): correlations between criteria, agreement of raters, rankings."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from genchal.campaign.judgements.agree import agreement
from genchal.campaign.judgements.correlate import correlate_measures
from genchal.campaign.judgements.correlation.joined_measures import join_measures
from genchal.campaign.judgements.correlation.measure_values import MeasureValues, collect_rating_values
from genchal.campaign.judgements.correlation.paper_tables import PAPER_TABLES
from genchal.campaign.judgements.load import load_ratings
from genchal.campaign.judgements.rank import rank_systems
from genchal.campaign.published.computations import Cells, Computation, Key, Material, Numbers, Workbench
from genchal.domain.results.correlation import Correlating
from genchal.domain.results.judgements.ranking import Ranking
from genchal.resources.files import read_lines

METHODS = {"Likert": "likert", "Plain ME": "plainME", "RankME": "rankME"}
CRITERIA = {"informativeness": "inf", "naturalness": "nat", "quality": "qual"}
CHECK_BOXES = {"added information": "added", "missing information": "missed"}
SYSTEMS = {"baseline": "TGen", "slug2slug": "Slug2Slug", "sheffield_v2": "Sheffield NLP"}
PAIRS = (("naturalness", "quality"), ("informativeness", "quality"), ("naturalness", "informativeness"))
NAMES = (
    *(f"stp1_{method}" for method in METHODS.values()),
    *(f"stp2_{method}_{criterion}" for method in METHODS.values() for criterion in CRITERIA.values()),
)
FILES = tuple(("rankme", f"{name}.csv") for name in NAMES)


def _by_name(material: Material) -> Mapping[str, Path]:
    return dict(zip(NAMES, material.files, strict=True))


def _correlate(material: Material) -> Numbers:
    """Table 2: means of outputs; naturalness with quality, asked apart, needs the k-th judgement of each."""
    files = _by_name(material)
    numbers = _instance_numbers(files["stp2_plainME_qual"])
    found: dict[Key, float] = {}
    for method, file in METHODS.items():
        for setup in ("1", "2"):
            own = [f"stp1_{file}"] if setup == "1" else [f"stp2_{file}_{short}" for short in CRITERIA.values()]
            for pair in PAIRS:
                is_raw = (*pair, setup) == ("naturalness", "quality", "2")
                how = Correlating(**PAPER_TABLES["rankme"].settings)
                how = replace(how, level="judgement") if is_raw else how
                values: dict[str, MeasureValues] = {}
                for name in own:
                    ratings = load_ratings(files[name])
                    ratings = replace(ratings, instance=ratings.instance.rename(lambda text: numbers.get(text, text)))
                    wanted = [criterion for criterion in CRITERIA if criterion in ratings.criterion.names]
                    values |= collect_rating_values(ratings, wanted, level=how.level)[0]
                correlations = correlate_measures(join_measures({}, values), how)
                found[method, *pair, setup] = correlations[pair].value
    return found


def _instance_numbers(path: Path) -> dict[str, str]:
    """Numbers of meaning representations, which one of the files does not have."""
    return {row["mr"]: row["mr_id"] for row in csv.DictReader(read_lines(path))}


def _agree(material: Material) -> Numbers:
    """Table 3: ICC(2,k) of the first three judgements of every output, in the order of the files."""
    files = _by_name(material)
    found: dict[Key, float] = {}
    for method, file in METHODS.items():
        for criterion, short in CRITERIA.items():
            for setup, name in (("1", f"stp1_{file}"), ("2", f"stp2_{file}_{short}")):
                result = agreement(files[name], criterion, ["icc"])
                found[method, criterion, setup] = result[criterion, "ICC(2,k)"].value
    return found


def _rank(material: Material) -> Numbers:
    """Table 4: 1,000 resamples of the inputs; neighbours differ if 95 % of them agree."""
    files = _by_name(material)
    found: dict[Key, float] = {}

    def add(method: str, printed: str, ranking: Ranking) -> None:
        clusters = [ranked.cluster for ranked in ranking]
        for ranked in ranking:  # systems of a cluster share a range
            key = (method, printed, SYSTEMS[ranked.system])
            found[*key, "rank_low"] = sum(cluster < ranked.cluster for cluster in clusters) + 1
            found[*key, "rank_high"] = sum(cluster <= ranked.cluster for cluster in clusters)

    for criterion, short in CRITERIA.items():
        for method, file in METHODS.items():
            path = files[f"stp2_{file}_{short}"]
            add(method, criterion, rank_systems(path, criterion, "mean", clusters="neighbours", seed=material.seed))
        path = files[f"stp2_rankME_{short}"]
        add("TrueSkill", criterion, rank_systems(path, criterion, "trueskill", seed=material.seed))
    for printed, box in CHECK_BOXES.items():
        path = files["stp2_rankME_qual"]
        add("NA", printed, rank_systems(path, box, "mean", clusters="neighbours", seed=material.seed))
    return found


CORRELATIONS = Computation("correlations between criteria", FILES, _correlate)
AGREEMENTS = Computation("agreement of raters", FILES, _agree)
RANKINGS = Computation("rankings of three systems", FILES, _rank)


def view_correlations(bench: Workbench) -> Cells:
    """Table 2, Spearman's rho."""
    numbers = bench.numbers(CORRELATIONS)
    return {
        (f"{method} {first}~{second} setup {setup}", "spearman"): value
        for (method, first, second, setup), value in numbers.items()
    }


def view_agreement(bench: Workbench) -> Cells:
    """Table 3, intra-class correlation."""
    numbers = bench.numbers(AGREEMENTS)
    return {
        (f"{method} {criterion} setup {setup}", "icc"): value for (method, criterion, setup), value in numbers.items()
    }


def view_rankings(bench: Workbench) -> Cells:
    """Table 4, ranks in Setup 2."""
    numbers = bench.numbers(RANKINGS)
    return {
        (f"{method} {criterion} {system}", column): value
        for (method, criterion, system, column), value in numbers.items()
    }
