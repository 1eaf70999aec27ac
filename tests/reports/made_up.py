"""Whole campaigns that are made up: systems of known worth, segment scores, raters, and the real statistics on them."""

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from genchal.campaign.judgements.agree import agreement
from genchal.campaign.judgements.correlate import correlate
from genchal.campaign.judgements.quality_control import check_raters
from genchal.campaign.judgements.rank import rank_systems
from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.judgements.ranking.differences import find_differences
from genchal.domain import Instance, SlotValues, System
from genchal.domain.ratings import Ratings
from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.comparison import Comparing, Comparison, Comparisons
from genchal.domain.results.judgements.ranking import RankingMethod
from genchal.domain.results.levels import Levels, LevelShares
from genchal.domain.results.people import CriterionResults, EvaluationSize, HumanEvaluation, RatedSegments
from genchal.domain.results.profiles import ProfileNumber
from genchal.domain.results.published import PublishedNumber, PublishedNumbers
from genchal.domain.results.scores import Score, SegmentScores
from genchal.domain.results.similarity import Duplicates, Matrix, Similarities
from genchal.stats.significance.correction import adjust_p_values
from genchal.stats.significance.paired_segments import paired_t

FAMILIES = ("templates", "seq2seq", "language model", "retrieval")
NAMES = (
    *("heron", "templates", "otter", "careless", "wren", "kestrel", "badger", "lapwing", "curlew", "siskin", "dunnock"),
    *("redstart", "greenshank-transformer-large", "plover", "avocet", "whimbrel", "turnstone", "sanderling", "knot"),
    *("dotterel", "godwit"),
)
MEASURES = (
    Measure("bleu", "BLEU", True, 0.0, 1.0, "bleu|case:lc|tok:13a|v:1"),
    Measure("meteor", "METEOR", True, 0.0, 1.0, "meteor|v:1"),
    Measure("slot_error", "Slot errors", False, 0.0, 1.0, "slot_error|v:1"),
    Measure("slot_error.ok", "OK", True, 0.0, 1.0, "slot_error.ok|v:1"),
    Measure("slot_error.added", "Added", False, 0.0, 1.0, "slot_error.added|v:1"),
    Measure("slot_error.missing", "Missing", False, 0.0, 1.0, "slot_error.missing|v:1"),
    Measure("slot_error.both", "Both", False, 0.0, 1.0, "slot_error.both|v:1"),
)


@dataclass(frozen=True)
class Plan:
    """What to make up. `worth` spreads the systems, 0 is a campaign in which all are alike."""

    systems: int = 5
    instances: int = 60
    raters: int = 12
    worth: float = 1.0
    criteria: tuple[str, ...] = ("quality", "naturalness")
    method: RankingMethod | None = "z"
    measures: int = 3
    tested: bool = True
    people: bool = True
    simulated: bool = False
    extras: bool = False  # similarities, levels, statistics, coverage
    seed: int = 1


def make_systems(plan: Plan) -> tuple[System, ...]:
    names = [NAMES[place] if place < len(NAMES) else f"system-{place:02}" for place in range(plan.systems)]
    return tuple(
        System(
            name,
            team=f"Team {place % 7 + 1}",
            family="baseline" if name == "templates" else FAMILIES[place % len(FAMILIES)],
            late=place == 4,
            primary=place != 7,
            descriptors={"parameters": f"{place + 1} M", "training data": "own" if place % 3 else "own, web"},
        )
        for place, name in enumerate(names)
    )


@functools.lru_cache(maxsize=64)
def made_up_track(plan: Plan, name: str = "main", language: str = "en") -> TrackResults:
    """One track; `careless` is loved by BLEU and METEOR, and not by people."""
    rng = np.random.default_rng(plan.seed)
    systems = make_systems(plan)
    instances = tuple(
        Instance(
            f"walk-{place + 1}",
            SlotValues((("name", f"Path {place + 1}"), ("length", f"{place % 9 + 1} km"))),
            (f"Path {place + 1} is {place % 9 + 1} km long.",),
        )
        for place in range(plan.instances)
    )
    worth = plan.worth * np.linspace(0.6, -0.6, max(plan.systems, 1)) + (
        rng.normal(0, 0.08, plan.systems) if plan.worth else 0
    )
    loved = worth.copy()
    if plan.worth and plan.systems > 3:
        worth[3], loved[3] = worth.min() - 0.5, loved.max() + 0.3
        worth[2] = worth[0] + 0.01  # a tie
    easy = rng.normal(0, 1, plan.instances)
    measures = MEASURES[: plan.measures]
    scores, segments, tests = [], [], []
    ids = tuple(instance.id for instance in instances)
    for measure in measures:
        values = _segment_scores(measure, worth, loved, easy, rng)
        for system, own in zip(systems, values, strict=True):
            error = own.std() / math.sqrt(len(own)) * 1.96
            scores.append(
                Score(
                    system.name,
                    name,
                    measure.name,
                    float(own.mean()),
                    len(own),
                    0,
                    float(own.mean() - error),
                    float(own.mean() + error),
                    measure.signature,
                )
            )
            segments.append(SegmentScores(system.name, name, measure.name, ids, own))
        if plan.tested and plan.systems > 1:
            tests += _compare(measure, systems, values)
    outputs = {
        system.name: tuple(
            f"Path {place + 1} is {place % 9 + 1} km long, says {system.name}." for place in range(len(ids))
        )
        for system in systems
    }
    found = Comparisons(tuple(tests), Comparing("t"), len(systems) * (len(systems) - 1) // 2) if tests else None
    track = TrackResults(
        name,
        "slots",
        language,
        instances,
        systems,
        measures,
        tuple(scores),
        tuple(segments),
        outputs,
        comparisons=found,
    )
    if plan.people and plan.systems > 1:
        track = replace(track, people=(_evaluation(plan, track, worth, easy, rng),))
    return _with_extras(track, rng) if plan.extras else track


def _segment_scores(
    measure: Measure, worth: np.ndarray, loved: np.ndarray, easy: np.ndarray, rng: np.random.Generator
) -> np.ndarray:
    noise = rng.normal(0, 1, (len(worth), len(easy)))
    if measure.name == "slot_error":
        return np.asarray((rng.random((len(worth), len(easy))) < 0.08 * np.exp(-1.2 * worth)[:, None]) * 0.5)
    if measure.name.startswith("slot_error."):
        drawn = np.random.default_rng(5).choice(4, (len(worth), len(easy)), p=(0.7, 0.1, 0.15, 0.05))
        return np.asarray(drawn == ("ok", "added", "missing", "both").index(measure.name.split(".")[1]), dtype=float)
    return np.clip(0.5 + 0.12 * loved[:, None] + 0.1 * easy + 0.12 * noise, 0, 1)


def _compare(measure: Measure, systems: Sequence[System], values: np.ndarray) -> list[Comparison]:
    """Paired t tests of all pairs, with Holm's correction, as `genchal compare --test t` makes them."""
    pairs = np.array(list(combinations(range(len(systems)), 2)))
    found = paired_t(values, pairs)
    adjusted = adjust_p_values(found.p_value, "holm")
    records = []
    for place, (a, b) in enumerate(pairs.tolist()):
        first, second = float(values[a].mean()), float(values[b].mean())
        ahead = None if first == second else (second > first) == measure.higher_is_better
        records.append(
            Comparison(
                measure.name,
                systems[a].name,
                systems[b].name,
                first,
                second,
                second - first,
                float(found.low[place]),
                float(found.high[place]),
                float(found.p_value[place]),
                float(adjusted[place]),
                None if ahead is None else systems[b if ahead else a].name,
                first != second and bool(adjusted[place] <= 0.05),
                0.0,
                "d_z",
                None,
                values.shape[1],
                0,
                "t",
                "holm",
                None,
                f"{measure.signature}|test:paired-t|level:segment|ci:0.95|adj:holm|pairs:{len(pairs)}",
            )
        )
    return records


def made_up_ratings(plan: Plan, worth: np.ndarray, easy: np.ndarray, rng: np.random.Generator) -> Ratings:
    """Five raters see every instance with all systems on one sheet, on a scale from 1 to 7."""
    rows: list[tuple[float, str, str, str, str, str]] = []
    strict = rng.normal(0, 0.5, plan.raters)
    systems = make_systems(plan)
    for place in range(plan.instances):
        for rater in rng.choice(plan.raters, min(3, plan.raters), replace=False):
            sheet = f"s{place}-{rater}"
            for system, own in zip(systems, worth, strict=True):
                for shift, criterion in enumerate(plan.criteria):
                    value = 4 + 2.2 * own * (1 - 0.3 * shift) + 0.5 * easy[place] + strict[rater] + rng.normal(0, 1)
                    rows.append(
                        (
                            float(np.clip(round(value), 1, 7)),
                            f"r{rater + 1}",
                            sheet,
                            f"walk-{place + 1}",
                            system.name,
                            criterion,
                        )
                    )
                if plan.extras:
                    for criterion in ("added", "missed"):
                        is_ticked = float(rng.random() < 0.12 * math.exp(-own))
                        rows.append((is_ticked, f"r{rater + 1}", sheet, f"walk-{place + 1}", system.name, criterion))
    return Ratings.from_columns(*zip(*rows, strict=True))


def _evaluation(
    plan: Plan, track: TrackResults, worth: np.ndarray, easy: np.ndarray, rng: np.random.Generator
) -> HumanEvaluation:
    ratings = made_up_ratings(plan, worth, easy, rng)
    criteria, rated = [], []
    for criterion in plan.criteria:
        judged = ratings.of(criterion)
        runs = {"runs": 20} if plan.method == "trueskill" else {}
        ranking = rank_systems(judged, criterion, plan.method, **runs)  # type: ignore[arg-type]
        found = agreement(judged, resamples=50)
        means = _means(judged, track)
        rated += [
            RatedSegments(
                system.name, criterion, tuple(instance.id for instance in track.instances), own, np.full(len(own), 3)
            )
            for system, own in zip(track.systems, means, strict=True)
        ]
        results = CriterionResults(
            criterion,
            ranking,
            found.agreements,
            found.designs[criterion],
            None if plan.method == "trueskill" else find_differences(judged),
        )
        if track.measures:
            results = replace(
                results,
                by_system=_correlated(track, means, criterion, "system"),
                by_segment=_correlated(track, means, criterion, "segment"),
            )
        criteria.append(results)
    size = EvaluationSize(
        len(ratings), plan.raters, plan.instances * 3, plan.instances, plan.systems, 6.4, 41.0, 72.5, "EUR"
    )
    return HumanEvaluation(
        "walks study",
        "study",
        size,
        tuple(criteria),
        tuple(rated),
        method="likert",
        is_simulated=plan.simulated,
        quality=check_raters(ratings),
        coverage=summarise_coverage(ratings) if plan.extras else None,
        warnings=("Most raters come from one place.",) if plan.extras else (),
    )


def _means(judged: Ratings, track: TrackResults) -> np.ndarray:
    sums = np.zeros((2, len(track.systems), len(track.instances)))
    at = {system.name: place for place, system in enumerate(track.systems)}
    system = np.array([at[name] for name in judged.system.names])[judged.system.codes]
    instance = np.array([int(name.split("-")[1]) - 1 for name in judged.instance.names])[judged.instance.codes]
    np.add.at(sums[0], (system, instance), judged.value)
    np.add.at(sums[1], (system, instance), 1)
    return np.asarray(sums[0] / sums[1])


def _correlated(track: TrackResults, means: np.ndarray, criterion: str, level: str):  # type: ignore[no-untyped-def]
    scores = {
        measure.name: np.concatenate([found.values for found in track.segments if found.metric == measure.name])
        for measure in track.measures
    }
    systems = [system.name for system in track.systems for _ in track.instances]
    instances = [instance.id for _ in track.systems for instance in track.instances]
    if level == "system" and len(track.systems) < 3:
        return None
    return correlate(
        scores,
        {criterion: means.ravel()},
        systems=systems,
        instances=instances,
        level=level,  # type: ignore[arg-type]
        lower_is_better=[measure.name for measure in track.measures if not measure.higher_is_better],
        resamples=100,
    )


def _with_extras(track: TrackResults, rng: np.random.Generator) -> TrackResults:
    names, n = tuple(system.name for system in track.systems), len(track.systems)
    half = rng.uniform(0.2, 0.8, (n, n))
    alike = (half + half.T) / 2
    np.fill_diagonal(alike, 1.0)
    counts = np.full((n, n), len(track.instances))
    matrices = tuple(
        Matrix(metric, alike, alike, counts, np.full(n, 0.3), np.full(n, 0.3), (f"{metric}|v:1",) * n)
        for metric in ("bleu", "mean")
    )
    duplicates = Duplicates(np.zeros((n, n), dtype=int), counts, counts[0], counts[0] - 5)
    similarities = Similarities(names, names, matrices, tuple(range(n)), duplicates, len(track.instances), 1)
    shares = []
    for name in names:
        drawn = rng.multinomial(90, (0.35, 0.1, 0.1, 0.1, 0.05, 0.1, 0.05, 0.15))
        mean = float((drawn * np.arange(8)).sum() / 90)
        shares.append(
            LevelShares(
                name,
                tuple(drawn.tolist()),
                mean,
                float(drawn[:3].sum() / 90),
                float(drawn[6:].sum() / 90),
                0,
                "dlevel|v:1",
            )
        )
    statistics = tuple(
        ProfileNumber(name, "lexicalised", family, statistic, float(value), f"{family}|v:1")
        for name in names
        for family, statistic, value in (
            ("sizes", "tokens", rng.integers(900, 2000)),
            ("sizes", "distinct_tokens", rng.integers(90, 300)),
            ("diversity", "msttr", rng.uniform(0.4, 0.7)),
            ("diversity", "entropy_1", rng.uniform(5, 8)),
        )
    )
    return replace(track, similarities=similarities, levels=Levels(tuple(shares)), statistics=statistics)


def made_up_published() -> PublishedNumbers:
    """Cells of every verdict."""
    numbers = [
        PublishedNumber("Table 2", "heron", "BLEU", "0.651", 0.6512, "exact", "0.0005"),
        PublishedNumber("Table 2", "templates", "BLEU", "0.549", 0.5497, "within", "0.001"),
        PublishedNumber(
            *("Table 2", "otter", "BLEU", "0.641", 0.6633, "off", "0.0005"),
            reason="Another tokeniser.",
            link="https://example.org/deviations#otter",
        ),
        PublishedNumber("Table 2", "heron", "METEOR", "0.412", None, "not computed", ""),
        PublishedNumber(
            "Table 4", "heron", "ICC", "0.77", None, "not counted", counts=False, reason="The ratings are not released."
        ),
    ]
    text = "# Why\n\n## Otter\n\n| what | why |\n| --- | --- |\n| BLEU | Another `tokeniser`. |\n\n* A [page](https://example.org)."
    return PublishedNumbers(tuple(numbers), text)


def made_up_campaign(*tracks: TrackResults, published: bool = False) -> CampaignResults:
    """A campaign of tracks."""
    return CampaignResults("Country walks", 7, "0.1.0", 1000, 0.95, tracks, made_up_published() if published else None)


DEMO = Plan(systems=5, instances=80, measures=7, extras=True, simulated=True)
LARGE = Plan(systems=21, instances=60, measures=7, extras=True)
