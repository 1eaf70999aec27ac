"""The page about nlg-eval's systems has the tables that the stored results give, and says no more than they do."""

import json
from pathlib import Path
from statistics import mean

from benchmarks.dialogue_systems import EMBEDDING, OVERLAP, RESULTS, SYSTEMS, tabulate

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "dialogue-systems.md"
STORED = json.loads(RESULTS.read_text(encoding="utf-8"))


def test_the_page_has_the_tables_of_the_stored_results() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for table in tabulate(STORED).split("\n\n"):
        assert table in page


def test_every_learnt_system_is_ahead_of_random_texts_by_every_measure() -> None:
    for systems in STORED.values():
        for metric in (*OVERLAP, *EMBEDDING):
            means = {name: mean(scores[metric] for scores in systems[name].values()) for name in SYSTEMS}
            assert all(means[name] > means["Random"] for name in SYSTEMS[1:])


def test_restaurants_have_twelve_seeds_and_the_order_of_the_paper_in_the_means() -> None:
    systems = STORED["Restaurants"]
    assert {name: len(seeds) for name, seeds in systems.items()} == dict.fromkeys(SYSTEMS, 12)
    for metric in (*OVERLAP, *EMBEDDING):
        means = {name: mean(scores[metric] for scores in systems[name].values()) for name in SYSTEMS}
        assert max(means["LSTM"], means["d-scLSTM"]) < means["hld-scLSTM"]
