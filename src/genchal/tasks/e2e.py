"""The E2E NLG Challenge: slot-value restaurants, read and scored as the challenge did."""

from __future__ import annotations

from typing import ClassVar

from genchal.domain.slots.lexicon import lexicon_settings
from genchal.tasks.slots import Slots

# Damage that the challenge repaired in references and submissions alike before scoring.
REPAIRS = {"Ł": "£", "Â£": "£", "Ã©": "é", "ã©": "é"}


class E2E(Slots):
    """Slot-value CSV with the challenge's repairs of encoding damage and its form of BLEU."""

    name = "e2e"
    summary = (
        "The E2E NLG Challenge: as `slots`, with the challenge's repairs of mis-encoded £ and é and its form of BLEU."
    )
    pools_inputs = True
    metric_settings: ClassVar = {"bleu": {"case": "lower", "smooth": "tiny"}, **lexicon_settings("e2e", "name near")}

    def repair(self, text: str) -> str:
        """Repair the encoding damage that the challenge repaired."""
        if text.isascii():
            return text
        for damaged, whole in REPAIRS.items():
            text = text.replace(damaged, whole)
        return text
