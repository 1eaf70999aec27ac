"""A campaign with everything that reports can show, computed from made-up outputs and ratings."""

from dataclasses import replace
from functools import cache
from typing import cast

import numpy as np

from genchal.campaign.judgements.agree import agreement
from genchal.campaign.judgements.correlate import correlate
from genchal.campaign.judgements.quality_control import check_raters
from genchal.campaign.judgements.rank import rank_systems
from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.judgements.ranking.differences import find_differences
from genchal.campaign.reading.submissions import SystemOutputs
from genchal.campaign.scoring.compare import compare
from genchal.campaign.scoring.request import make_request
from genchal.campaign.scoring.similarity import compare_outputs
from genchal.campaign.texts.describe import describe
from genchal.domain import Instance, SlotValues, Submission, System
from genchal.domain.ratings import ItemKind, Ratings
from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.levels import Levels, LevelShares
from genchal.domain.results.people import CriterionResults, EvaluationSize, HumanEvaluation, RatedSegments
from genchal.tasks import TASKS

SYSTEMS = (
    System("tgen", team="Charles & Co.", family="seq2seq", descriptors={"delexicalised": "name, near", "data": "100%"}),
    System("slug_2", team="Ωmega #1", family="ensemble", descriptors={"reranker": "yes_no"}),
    System("日本語", team="東京", family="seq2seq"),
    System("Łukasz {x}", team="العربية", late=True, primary=False),
)
NAMES = [system.name for system in SYSTEMS]
WORDS = ["river", "wood", "hill", "lake", "bridge", "mill", "tower", "garden"]
RATERS = [f"r{number}" for number in range(1, 7)]


def instances() -> tuple[Instance, ...]:
    return tuple(
        Instance(
            str(number + 1),
            SlotValues((("name", f"{WORDS[number % 8]} walk"), ("length", f"{number} km"))),
            (f"The {WORDS[number % 8]} walk is {number} km long.", f"Walk {number} km by the {WORDS[number % 8]}."),
        )
        for number in range(24)
    )


def outputs() -> dict[str, list[str]]:
    rng = np.random.default_rng(7)
    forms = ["The {0} walk is {1} km long.", "The {0} walk has {1} km.", "{1} km, {0}", "A walk of {1} km."]
    made: dict[str, list[str]] = {}
    for place, name in enumerate(NAMES):
        texts = []
        for number in range(24):
            form = forms[place] if rng.random() < 0.8 else forms[(place + 1) % 4]
            texts.append(form.format(WORDS[number % 8], number))
        made[name] = texts
    return made


def ratings(criteria: tuple[str, ...] = ("quality", "naturalness")) -> Ratings:
    """Every rater sees all systems of some instances on a sheet, and a damaged copy; coverage is ticked."""
    rng = np.random.default_rng(3)
    columns: dict[str, list[str]] = {
        name: [] for name in ("rater", "sheet", "instance", "system", "criterion", "kind", "value")
    }
    for rater in RATERS:
        for number in rng.choice(24, size=12, replace=False).tolist():
            for place, name in enumerate(NAMES):
                for criterion in (*criteria, "added", "missed"):
                    is_box = criterion in ("added", "missed")
                    score = float(rng.random() < 0.1 * place) if is_box else 90 - 15 * place + rng.normal(0, 8)
                    for kind in ("scored", "damaged") if place == 0 and not is_box else ("scored",):
                        row = (rater, f"{rater}-{number}", str(number + 1), name, criterion, kind)
                        for key, value in zip(columns, (*row, str(score - 30 * (kind == "damaged"))), strict=True):
                            columns[key].append(value)
    kinds = cast("list[ItemKind]", columns["kind"])
    names = (columns[key] for key in ("rater", "sheet", "instance", "system", "criterion"))
    return Ratings.from_columns([float(value) for value in columns["value"]], *names, kind=kinds)


def human_evaluation(name: str = "ratings", *, is_simulated: bool = False) -> HumanEvaluation:
    given = ratings()
    scored = given.of_kind("scored")
    found = []
    texts = outputs()
    from genchal.campaign.scoring.score import score

    scoring = score(texts, [list(instance.references) for instance in instances()], ["bleu", "rouge_l"])
    segments = []
    for criterion in ("quality", "naturalness"):
        own = scored.of(criterion)
        means = {
            (system, instance): float(
                own.value[(own.system.codes == own.system.code(system, "")) & (own.instance.codes == code)].mean()
            )
            for system in NAMES
            for code, instance in enumerate(own.instance.names)
        }
        keys = list(means)
        columns = {
            metric: [
                dict(zip(segment.instances, segment.values.tolist(), strict=True))[instance]
                for system, instance in keys
                for segment in scoring.segments
                if (segment.system, segment.metric) == (system, metric)
            ]
            for metric in ("bleu", "rouge_l")
        }
        who, what = [key[0] for key in keys], [key[1] for key in keys]
        human = {criterion: [means[key] for key in keys]}
        for system in NAMES:
            places = [place for place, key in enumerate(keys) if key[0] == system]
            values = np.array([human[criterion][place] for place in places])
            segments.append(
                RatedSegments(system, criterion, [what[place] for place in places], values, np.full(len(places), 3))
            )
        agreed = agreement(given, criterion, resamples=0)
        found.append(
            CriterionResults(
                criterion,
                rank_systems(given, criterion),
                agreed.agreements,
                agreed.designs[criterion],
                find_differences(given, criterion),
                correlate(columns, human, systems=who, instances=what, level="system", resamples=50),
                correlate(columns, human, systems=who, instances=what, resamples=50, williams=True),
            )
        )
    return HumanEvaluation(
        name=name,
        origin="file",
        size=EvaluationSize(len(given), len(RATERS), 72, 24, len(NAMES), hours=2.5, cost=120.0, currency="EUR"),
        criteria=tuple(found),
        segments=tuple(segments),
        method="rankme",
        is_simulated=is_simulated,
        quality=check_raters(given, PassRules()),
        coverage=summarise_coverage(given),
    )


@cache
def whole_track(name: str = "main & more") -> TrackResults:
    from genchal.campaign.scoring.score import score

    texts, cases = outputs(), instances()
    references = [list(instance.references) for instance in cases]
    scoring = score(texts, references, ["bleu", "rouge_l", "nist"], resamples=100)
    submissions = tuple(Submission(system, tuple(range(24)), tuple(texts[system.name])) for system in SYSTEMS)
    signatures = {found.metric: found.signature for found in scoring}
    measures = tuple(
        Measure(metric, label, True, 0.0, high, signatures[metric])
        for metric, label, high in (("bleu", "BLEU", 1.0), ("rouge_l", "ROUGE-L", 1.0), ("nist", "NIST", float("inf")))
    )
    return TrackResults(
        name=name,
        task="slots",
        language="en",
        instances=cases,
        systems=SYSTEMS,
        measures=measures,
        scores=scoring.scores,
        segments=scoring.segments,
        outputs={system: tuple(own) for system, own in texts.items()},
        statistics=describe(texts, ["lengths", "vocabulary"]).numbers,
        similarities=compare_outputs(
            SystemOutputs(TASKS["slots"](), cases, submissions), make_request(["bleu", "rouge_l"])
        ),
        levels=Levels(
            tuple(LevelShares(system, (20, 2, 1, 0, 0, 0, 0, 1), 0.5, 0.95, 0.04, 0, "dlevel|v:1") for system in NAMES)
        ),
        comparisons=compare(texts, references, ["bleu", "rouge_l"], all_pairs=True, resamples=1000),
        people=(human_evaluation(), human_evaluation("second study", is_simulated=True)),
    )


@cache
def whole_campaign() -> CampaignResults:
    """One track with all the parts."""
    return CampaignResults("Walks & talks: 100%", 7, "0.1.0", 100, 0.95, (whole_track(),))


def two_tracks() -> CampaignResults:
    """The same track under two names."""
    return replace(whole_campaign(), tracks=(whole_track(), replace(whole_track(), name="second")))
