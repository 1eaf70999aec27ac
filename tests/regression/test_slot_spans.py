"""How well the E2E lexicon finds slots: 200 outputs of the challenge's systems, annotated by reading.

The outputs are a held-out sample: the annotations were final before the matcher was run on them. They are one language
model's reading, checked in a second pass by the same reader; no second annotator measured agreement.
``e2e_slot_spans.tsv`` keeps offsets into the outputs, not their text. The guidelines:

- Every phrase that expresses a slot's value is a span, also where it contradicts the input or adds to it; every
  repetition is a span of its own, and two contradictory values are two spans.
- The value is what the text says, as the nearest value of the slot's list: "cheap" is cheap where the input says
  "less than £20", a "high price range" is high where it says "more than £30", "highly rated" is a high rating.
- The span holds the words that carry the value and what is needed to read it so ("not" included). Borders are loose:
  only overlap counts.
- name and near: the name itself, at every mention; another name than the input's is a span with its own value.
  Pronouns and "place" are none, and words inside a name are no other slot.
- eatType: every "restaurant", "pub" or "coffee shop" said of the place, as a head noun or beside the name too.
- Fragments that no reader can interpret have no span.
"""

import csv
import lzma
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import pytest

from genchal.domain.slots.matching import find_slots
from genchal.resources.lexicons import load_lexicon
from genchal.tasks.e2e import E2E

ANNOTATED = Path(__file__).with_name("e2e_slot_spans.tsv")

Key = tuple[str, str]


class Span(NamedTuple):
    """A stretch of an output that says that a slot has a value."""

    slot: str
    value: str
    start: int
    end: int

    def agrees(self, other: "Span") -> bool:
        """Whether both say the same, in places that overlap; names are compared without case."""
        same = (self.slot, self.value.casefold()) == (other.slot, other.value.casefold())
        return same and self.start < other.end and other.start < self.end


def annotations() -> dict[Key, list[Span]]:
    """The annotated spans of each output; a line without a slot is an output without spans."""
    spans: dict[Key, list[Span]] = defaultdict(list)
    with ANNOTATED.open(encoding="utf-8", newline="") as lines:
        for line in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found = spans[line["system"], line["row"]]
            if line["slot"]:
                found.append(Span(line["slot"], line["value"], int(line["start"]), int(line["end"])))
    return dict(spans)


@pytest.fixture(scope="module")
def outputs(data: Path) -> dict[Key, tuple[str, str]]:
    """Meaning representation and text of the annotated outputs."""
    wanted = annotations()
    with lzma.open(data / "e2e-eval" / "primary_outputs.tsv.xz", "rt", encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {key: (row["mr"], row["output"]) for row in rows if (key := (row["system"], row["row"])) in wanted}


def test_annotations_lie_within_their_outputs(outputs: dict[Key, tuple[str, str]]) -> None:
    annotated = annotations()
    assert len(annotated) == 200
    assert annotated.keys() == outputs.keys()
    for key, spans in annotated.items():
        for span in spans:
            assert 0 <= span.start < span.end <= len(outputs[key][1])
            if span.slot in {"name", "near"}:
                assert outputs[key][1][span.start : span.end].casefold() == span.value.casefold()


@pytest.mark.parametrize("name", ["e2e", "e2e_report"])
def test_slots_are_found_with_precision_and_recall_of_98_percent(
    name: str, outputs: dict[Key, tuple[str, str]]
) -> None:
    lexicon, task = load_lexicon(name), E2E()
    predicted = right = annotated = found = 0
    for key, spans in annotations().items():
        given, text = outputs[key]
        matches = [Span(*match) for match in find_slots(lexicon, task.parse_input(given), text)]
        predicted += len(matches)
        # One to one: of several matches on the same span one is right.
        right += min(
            sum(any(match.agrees(span) for span in spans) for match in matches),
            sum(any(span.agrees(match) for match in matches) for span in spans),
        )
        annotated += len(spans)
        found += sum(any(span.agrees(match) for match in matches) for span in spans)
    assert right / predicted >= 0.98
    assert found / annotated >= 0.98
