"""What the outputs of the E2E systems say and leave out (Dušek et al. 2020, Table 12), by people and by patterns."""

from __future__ import annotations

from genchal.campaign.judgements.load import load_ratings
from genchal.campaign.judgements.ranking.coverage import summarise_coverage
from genchal.campaign.published.computations import Cells, Computation, Material, Numbers, Workbench
from genchal.campaign.published.lookup import find_score
from genchal.campaign.published.views._e2e_data import OUTPUTS, RATINGS, SYSTEMS, TEST
from genchal.campaign.scoring.request import make_request, parse_request
from genchal.campaign.scoring.score import score_files
from genchal.domain.campaign import Reading
from genchal.domain.results.scores import Uncertainty

BY_PATTERNS = {
    "slot_error.ok": "ok_percent",
    "slot_error.added": "added_percent",
    "slot_error.missing": "missed_percent",
    "slot_error.both": "added_and_missed_percent",
    "slot_error": "ser_percent",
}
# The report's own patterns, where the user has them: the version behind the table first.
SCRIPTS = (("e2e-cleaning", "slot_error-c91bbb6.py"), ("e2e-cleaning", "slot_error.py"))


def _ask_people(material: Material) -> Numbers:
    found = summarise_coverage(load_ratings(material.files[0]))
    return {
        (system.system, column): 100 * share
        for system in found
        for column, share in zip(
            ("ok_percent", "added_percent", "missed_percent", "added_and_missed_percent"),
            (system.ok, system.added, system.missed, system.both),
            strict=True,
        )
    }


def _match_patterns(material: Material) -> Numbers:
    """Slot errors by the report's own patterns; nothing where they are not on this machine."""
    if len(material.files) == len(OUTPUTS) + 1:
        return {}
    *outputs, references, script = material.files
    requests = [parse_request(name) for name in BY_PATTERNS]
    scoring = score_files(
        outputs,
        Reading((references,), "e2e"),
        make_request([type(one)(one.name, {**one.settings, "lexicon": str(script)}, one.name) for one in requests]),
        Uncertainty(resamples=0),
        machinery=material.machinery,
    )
    return {(score.system, BY_PATTERNS[score.metric]): 100 * score.value for score in scoring}


PEOPLE = Computation("coverage by people", (RATINGS["quality"],), _ask_people)
PATTERNS = Computation("coverage by the report's patterns", (*OUTPUTS, TEST), _match_patterns, one_of=SCRIPTS)


def view_coverage(bench: Workbench) -> Cells:
    """Check boxes of the released ratings, and slot errors: by the report's patterns, or else the campaign's own."""
    by_people, by_patterns = bench.numbers(PEOPLE), bench.numbers(PATTERNS)
    found = {(f"human {system}", column): value for (system, column), value in by_people.items()}
    for system in SYSTEMS:
        for measure, column in BY_PATTERNS.items():
            value = by_patterns.get((system, column))
            if value is None and (score := find_score(bench.results, system, measure)) is not None:
                value = 100 * score
            if value is not None:
                found[f"automatic {system}", column] = value
    return found
