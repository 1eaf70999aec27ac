"""Good inputs and bad ones, for Hypothesis."""

from dataclasses import dataclass, field, replace
from itertools import pairwise

from hypothesis import strategies as st

from genchal.domain import (
    Act,
    Attribute,
    AttributeSet,
    Batch,
    DependencyTree,
    DialogueAct,
    Entity,
    Input,
    Instance,
    Node,
    Scene,
    SlotValues,
    Text,
)
from genchal.tasks._acts import write_acts
from genchal.tasks._bagel import relexicalised
from genchal.tasks.dialogue import Bagel
from genchal.tasks.e2e import E2E
from genchal.tasks.gem import FILE, encoded
from genchal.tasks.scenes import OTHERS, REQUIRED

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


# Inputs of several kinds, some with values that the words above may express.
SOME_MEANINGS = (
    SlotValues((("name", "The river"), ("distance", "6 km"), ("dogs", "yes"))),
    SlotValues((("name", "İ"), ("name", "İ"), ("familyFriendly", "no"))),
    DialogueAct((Act("inform", (("name", "river"), ("count", "6"))), Act("request", (("area", None),)))),
)


# Scenes of boats, with none, one or two sets that people described the target with, and sets that systems may select.
FERRY, TUG, YACHT = (
    (Attribute("type", "ferry"), Attribute("colour", "red"), Attribute("size", "large")),
    (Attribute("type", "tug"), Attribute("colour", "red"), Attribute("size", "small")),
    (Attribute("type", "yacht"), Attribute("colour", "blue"), Attribute("x-dimension", "unknown", "gradable")),
)
SOME_SETS: tuple[AttributeSet, ...] = tuple(
    map(
        frozenset,
        (
            [],
            [("type", "ferry")],
            [("colour", "red")],
            [("colour", "red"), ("size", "large")],
            [("type", "ferry"), ("colour", "not blue")],
            [("type", "other"), ("x-dimension", "unknown")],
            [("type", "tug"), ("colour", "red"), ("size", "small")],
        ),
    )
)
SOME_SCENES = (
    Scene("boats", (Entity("1", FERRY, True), Entity("2", TUG), Entity("3", YACHT)), SOME_SETS[1:2]),
    Scene("boats", (Entity("1", FERRY), Entity("2", TUG, True), Entity("3", YACHT, True)), SOME_SETS[2:4]),
    Scene("boats", (Entity("1", YACHT, True), Entity("2", YACHT)), SOME_SETS[:1]),
    Scene("boats", (Entity("1", FERRY, True),)),
    Scene("", (Entity("1", TUG),), SOME_SETS[4:6]),
)


@dataclass(frozen=True)
class Corpus:
    """Outputs with their references; some have inputs, and some of them attribute sets."""

    outputs: list[str]
    references: list[tuple[str, ...]]
    inputs: list[Input] = field(default_factory=list)
    attribute_sets: list[AttributeSet | None] = field(default_factory=list)

    def batch(self) -> Batch:
        return Batch(self.outputs, self.references, inputs=self.inputs, attribute_sets=self.attribute_sets)


@st.composite
def corpora(draw: st.DrawFn, min_size: int = 0, max_size: int = 8, min_references: int = 0) -> Corpus:
    size = draw(st.integers(min_size, max_size))
    references = st.lists(texts, min_size=min_references, max_size=4).map(tuple)
    kinds: st.SearchStrategy[Input] = st.sampled_from([Text(), Text("a walk"), *SOME_MEANINGS, *SOME_SCENES])
    inputs = [draw(kinds) for _ in range(size)] if draw(st.booleans()) else []
    selected: st.SearchStrategy[AttributeSet | None] = st.sampled_from([None, *SOME_SETS])
    some = draw(st.booleans())
    sets = [draw(selected) for _ in inputs] if some else []
    return Corpus([draw(texts) for _ in range(size)], [draw(references) for _ in range(size)], inputs, sets)


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


cells = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\r\n"), min_size=1, max_size=8)


@st.composite
def dependency_trees(draw: st.DrawFn) -> DependencyTree:
    """Trees whose words stand in any order, with now and then a range of words or an empty node."""
    five = st.lists(cells, min_size=5, max_size=5)
    order = draw(st.lists(st.integers(1, 99), min_size=1, max_size=6, unique=True))
    heads = {word: draw(st.sampled_from([0, *order[:place]])) for place, word in enumerate(order)}
    nodes = [
        Node._make([str(word), *draw(five), str(heads[word]), *draw(five)[:3]]) for word in draw(st.permutations(order))
    ]
    special = draw(st.lists(st.sampled_from(["1-2", "0.1", "3.1", "98-99"]), max_size=2, unique=True))
    nodes += [Node._make([identity, *draw(five), "_", "_", "_", "_"]) for identity in special]
    return DependencyTree(tuple(nodes), tuple(draw(st.lists(cells.filter(lambda text: "=" not in text), max_size=2))))


@st.composite
def tree_instances(draw: st.DrawFn) -> list[Instance]:
    instances = []
    names = draw(st.lists(cells.map(str.strip).filter(bool), max_size=5, unique=True))
    for number, tree in enumerate(draw(st.lists(dependency_trees(), min_size=1, max_size=5)), start=1):
        named = number <= len(names) and not names[number - 1].isdecimal()  # which a sentence's number might be, too
        text = draw(st.none() | one_line.map(str.strip).filter(bool))
        comments = [*tree.comments, *([f"sent_id = {names[number - 1]}"] if named else [])]
        if text is not None:
            comments.append(f"text = {text}")
        identity = names[number - 1] if named else str(number)
        whole = DependencyTree(tree.nodes, tuple(comments))
        instances.append(Instance(identity, whole, () if text is None else (text,)))
    return instances


xml_texts = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff"), min_size=1, max_size=10
).map(lambda text: " ".join(filter(None, text.split(" "))) or "x")
attribute_sets = st.frozensets(st.tuples(xml_texts, xml_texts | xml_texts.map(lambda text: f"not {text}")), max_size=3)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    kinds = st.sampled_from(["literal", "gradable", "boolean"])
    attributes = st.lists(st.builds(Attribute, xml_texts, xml_texts, kinds), max_size=3).map(tuple)
    names = draw(st.lists(xml_texts, min_size=1, max_size=4, unique=True))
    target = draw(st.sampled_from(names))
    image = st.none() | xml_texts
    entities = tuple(Entity(name, draw(attributes), name == target, draw(image)) for name in names)
    return Scene(draw(st.just("") | xml_texts), entities, tuple(draw(st.lists(attribute_sets, max_size=2))))


# No two pieces without attributes follow each other: nothing in a file would tell them apart.
wording_pieces = (
    st.lists(st.tuples(xml_texts, attribute_sets), min_size=1, max_size=4)
    .map(tuple)
    .filter(lambda pieces: all(first[1] or second[1] for first, second in pairwise(pieces)))
)


@st.composite
def trial_instances(draw: st.DrawFn) -> list[Instance]:
    meta = st.dictionaries(st.sampled_from(["condition", "similarity", "cardinality"]), xml_texts)
    numbers = draw(st.lists(st.integers(1, 999), max_size=4, unique=True))
    references = st.lists(xml_texts, max_size=2).map(tuple)
    wordings = st.lists(wording_pieces, max_size=2).map(tuple)
    return [
        Instance(
            f"s{number}t7",
            draw(scenes()),
            draw(references),
            draw(meta) | {"participant": f"s{number}"},
            wordings=draw(wordings),
        )
        for number in numbers
    ]


def given_first_sets(instances: list[Instance]) -> list[Instance]:
    """Trials that have an attribute set, with the first one as part of the input."""
    return [
        replace(one, input=replace(one.input, given=one.input.attribute_sets[0]))
        for one in instances
        if isinstance(one.input, Scene) and one.input.attribute_sets
    ]


plain_words = st.text("abcdé 日-", min_size=1, max_size=6).map(lambda text: " ".join(text.split()) or "x")
plain_sets = st.frozensets(st.tuples(plain_words, plain_words), max_size=3)


@st.composite
def scene_instances(draw: st.DrawFn) -> list[Instance]:
    """Scenes that a table of entities can hold: one attribute of a name, sets that are not empty."""
    names = draw(st.lists(plain_words.filter(lambda name: name not in (*REQUIRED, *OTHERS)), max_size=3, unique=True))
    instances = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        entities = tuple(
            Entity(
                str(n),
                tuple(Attribute(name, draw(plain_words)) for name in names if n == 1 or draw(st.booleans())),
                n == 1,
            )
            for n in range(1, draw(st.integers(1, 3)) + 1)
        )
        sets = tuple(draw(st.lists(plain_sets.filter(bool), max_size=2)))
        scene = Scene(draw(st.just("") | plain_words), entities, sets)
        instances.append(Instance(f"s{number}", scene, tuple(draw(st.lists(plain_words, max_size=2)))))
    return instances


@st.composite
def attribute_instances(draw: st.DrawFn) -> list[Instance]:
    sets = st.lists(plain_sets, min_size=1, max_size=3).map(tuple)
    domains = st.just("") | plain_words
    return [Instance(f"t{n}", Scene(draw(domains), (), draw(sets))) for n in range(draw(st.integers(1, 4)))]


act_names = st.sampled_from(["inform", "?request", "canthelp.exception", "impl-conf", "near", "日本", "X"]) | st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="()=;,'\""), min_size=1, max_size=5
)
nasty_texts = st.lists(
    st.sampled_from(["'", '"', ";", ",", ", near=", "(", ")", "\\", "\\n", "=", " ", "\t", "\n", "\r", "[near+X]X"])
    | st.text(max_size=3),
    max_size=6,
).map("".join)
acts = st.builds(
    Act, act_names, st.lists(st.tuples(act_names, st.none() | nasty_texts | st.text()), max_size=4).map(tuple)
)
dialogue_acts = st.lists(acts, min_size=1, max_size=3).map(lambda turn: DialogueAct(tuple(turn)))


@st.composite
def turn_instances(draw: st.DrawFn, *keys: str) -> list[Instance]:
    ids = draw(st.lists(st.integers(1, 99).map(str) | st.text(min_size=1), max_size=4, unique=True))
    meta = st.dictionaries(st.sampled_from(keys), one_line | st.text(min_size=1))
    references = (st.lists(one_line, max_size=1) | st.lists(nasty_texts, max_size=2)).map(tuple)
    return [Instance(identity, draw(dialogue_acts), draw(references), draw(meta)) for identity in ids]


@st.composite
def bagel_instances(draw: st.DrawFn) -> list[Instance]:
    """Turns with some values abstracted, and aligned texts with more or fewer Xs than these."""
    instances = []
    for number, full in enumerate(draw(st.lists(dialogue_acts, max_size=4)), start=1):
        meta: dict[str, str] = {}
        references: tuple[str, ...] = ()
        abstract = None
        if draw(st.booleans()):
            pairs = [[(slot, draw(st.sampled_from(["X1", value]))) for slot, value in act.pairs] for act in full.acts]
            turn = zip(full.acts, pairs, strict=True)
            abstract = DialogueAct(tuple(Act(act.type, tuple(some)) for act, some in turn))
            meta["abstract"] = write_acts(abstract, Bagel.notation)
        if draw(st.booleans()):
            tags = st.sampled_from([f"[{slot}+X]X" for slot in full.slots] or ["[]"])
            aligned = "".join(draw(st.lists(tags | nasty_texts, max_size=5)))
            references = (relexicalised(aligned, full, abstract),)
            if references != (aligned,):
                meta["aligned"] = aligned
        instances.append(Instance(str(number), full, references, meta))
    return instances


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def gem_instances(draw: st.DrawFn) -> list[Instance]:
    """Instances of one file, whose values have keys of all kinds."""
    file = draw(st.just({}) | st.just({FILE: '{"language": "en", "version": [1, {}]}'}))
    keys = st.text().filter(lambda key: key not in {FILE, "gem_id", "id", "input", "target", "references"})
    others = json_values.map(encoded)
    ids = draw(st.lists(st.text(min_size=1), max_size=4, unique=True))
    references = st.lists(st.text(), max_size=3).map(tuple)
    return [
        Instance(one, Text(draw(st.text())), draw(references), draw(st.dictionaries(keys, others, max_size=3)) | file)
        for one in ids
    ]


def undamaged(instances: list[Instance]) -> bool:
    """Whether the E2E challenge's repairs leave these as they are."""
    return all(E2E().repair(text) == text for one in instances for text in (str(one.input), *one.references))


INSTANCES = {
    "slots": slot_instances(),
    "e2e": slot_instances().filter(undamaged),
    "plain": plain_instances(),
    "table": table_instances(),
    "sf": turn_instances("split", "baseline"),
    "bagel": bagel_instances(),
    "dstc2": turn_instances("split", "delex"),
    "gem": gem_instances(),
    "conllu": tree_instances(),
    "sr": tree_instances(),
    "tuna": trial_instances(),
    "tuna_realisation": trial_instances().map(given_first_sets),
    "scenes": scene_instances(),
    "attributes": attribute_instances(),
}
