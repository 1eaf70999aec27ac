"""The page about our versions of systems has the tables that the stored results give."""

import json
from pathlib import Path

from benchmarks.named_systems import RESULTS, is_accepted, tabulate

PAGE = Path(__file__).parents[2] / "docs" / "explanation" / "named-systems.md"


def test_the_page_has_the_tables_of_the_stored_results() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for table in tabulate(json.loads(RESULTS.read_text(encoding="utf-8"))).split("\n\n"):
        assert table in page


def test_a_system_is_accepted_by_bleu_and_slot_errors() -> None:
    released = {"bleu": 0.60, "slot_error": 0.02}
    assert is_accepted({"bleu": 0.5851, "slot_error": 0.03}, released)
    assert not is_accepted({"bleu": 0.5849, "slot_error": 0.0}, released)
    assert not is_accepted({"bleu": 0.70, "slot_error": 0.031}, released)
    assert is_accepted({"bleu": 0.70, "slot_error": 0.001}, {"bleu": 0.6, "slot_error": 0.0})
