"""Good inputs and bad ones, for Hypothesis."""

from dataclasses import dataclass

from hypothesis import strategies as st

from genchal.domain import Batch, Instance, SlotValues, Text
from genchal.tasks.e2e import E2E

# Words that repeat, so that matches happen; punctuation, numbers and scripts that tokenisers stumble over.
WORDS = [
    "the",
    "The",
    "a",
    "walk",
    "walks",
    "river",
    "is",
    "6",
    "km",
    "3.5",
    "1,000",
    "don't",
    "it's",
    "€20",
    "U.S.",
    "...",
]
ODD = [
    "",
    "\0",
    "\x00\x01",
    "½",
    "…",
    "naïve",
    "ΑΣ",
    "İ",
    "日本語",
    "🙂",
    "a\u0301",
    "-",
    "x-y",
    "'",
    '"',
    "&amp;",
    "<skipped>",
    "2019.",
    ".5",
]

words = st.one_of(st.sampled_from(WORDS), st.sampled_from(ODD), st.text(max_size=5))
texts = st.lists(words, max_size=12).map(" ".join)
plain_texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=10).map(" ".join)


@dataclass(frozen=True)
class Corpus:
    """Outputs with their references."""

    outputs: list[str]
    references: list[tuple[str, ...]]

    def batch(self) -> Batch:
        return Batch(self.outputs, self.references)


@st.composite
def corpora(draw: st.DrawFn, min_size: int = 0, max_size: int = 8, min_references: int = 0) -> Corpus:
    size = draw(st.integers(min_size, max_size))
    references = st.lists(texts, min_size=min_references, max_size=4).map(tuple)
    return Corpus([draw(texts) for _ in range(size)], [draw(references) for _ in range(size)])


slot_names = st.sampled_from(["name", "customer rating", "setting", "distance", "dogs", "food"])
slot_texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"], exclude_characters="[],"), min_size=1, max_size=8
).map(lambda text: text.strip() or "x")
slot_values = st.lists(st.tuples(slot_names, slot_texts), min_size=1, max_size=5, unique_by=lambda pair: pair[0]).map(
    lambda pairs: SlotValues(tuple(pairs))
)
one_line = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0"), min_size=1, max_size=30
).filter(lambda text: bool(text.strip()))


@st.composite
def slot_instances(draw: st.DrawFn) -> list[Instance]:
    inputs = draw(st.lists(slot_values, min_size=1, max_size=5))
    references = st.lists(one_line, max_size=1).map(tuple)  # a row has one
    return [Instance(str(number), meaning, draw(references)) for number, meaning in enumerate(inputs, start=1)]


@st.composite
def plain_instances(draw: st.DrawFn) -> list[Instance]:
    groups = draw(st.lists(st.lists(one_line, min_size=1, max_size=3), min_size=1, max_size=5))
    return [Instance(str(number), Text(), tuple(group)) for number, group in enumerate(groups, start=1)]


@st.composite
def table_instances(draw: st.DrawFn) -> list[Instance]:
    inputs = draw(st.lists(st.text(max_size=10), min_size=1, max_size=5))
    references = st.lists(st.text(max_size=10), max_size=3).map(tuple)
    return [Instance(str(number), Text(text), draw(references)) for number, text in enumerate(inputs, start=1)]


def undamaged(instances: list[Instance]) -> bool:
    """Whether the E2E challenge's repairs leave these as they are."""
    return all(E2E().repair(text) == text for one in instances for text in (str(one.input), *one.references))


INSTANCES = {
    "slots": slot_instances(),
    "e2e": slot_instances().filter(undamaged),
    "plain": plain_instances(),
    "table": table_instances(),
}
