"""Human ranking of the E2E systems by TrueSkill (Dušek et al. 2020, Table 11)."""

from __future__ import annotations

from genchal.campaign.judgements.rank import rank_systems
from genchal.campaign.published.computations import Cells, Computation, Material, Numbers, Workbench
from genchal.campaign.published.lookup import find_ranking
from genchal.campaign.published.tables import RANKED
from genchal.campaign.published.views._e2e_data import RATINGS
from genchal.domain.results.judgements.ranking import Ranking

RUNS = 200


def _rank(criterion: str) -> Computation:
    def compute(material: Material) -> Numbers:
        return key_ranking(rank_systems(material.files[0], criterion, "trueskill", runs=RUNS, seed=material.seed))

    return Computation(f"ranking of E2E systems by {criterion}", (RATINGS[criterion],), compute)


def key_ranking(ranking: Ranking) -> Numbers:
    """Scores, ranks and clusters by system."""
    return {(ranked.system, column): float(getattr(ranked, column)) for ranked in ranking for column in RANKED}


RANKINGS = {criterion: _rank(criterion) for criterion in RATINGS}


def view_trueskill(bench: Workbench) -> Cells:
    """Rankings of the campaign itself where it has them, otherwise from the released ratings."""
    found: dict[tuple[str, str], float] = {}
    for criterion, computation in RANKINGS.items():
        ranking = find_ranking(bench.results, criterion, "trueskill")
        numbers = key_ranking(ranking) if ranking is not None else bench.numbers(computation)
        found |= {(f"{criterion} {system}", column): value for (system, column), value in numbers.items()}
    return found
