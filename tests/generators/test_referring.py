"""Referring expressions: what each selector chooses, how it is said, and what happens at the edges."""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.domain import Attribute, AttributeSet, Entity, Instance, Parameters, Scene
from genchal.domain.generator import Description
from genchal.domain.instance import Wording
from genchal.errors import InvalidInput, UnknownName
from genchal.generators import GENERATORS
from genchal.generators.referring._cheapest import cheapest_places
from genchal.generators.referring._selector import Selector
from genchal.generators.referring._template_words import realise_by_template
from genchal.generators.referring.evolutionary import Evolutionary
from genchal.generators.referring.frequency_set import FrequencySet
from genchal.generators.referring.full_brevity import FullBrevity
from genchal.generators.referring.graph import Graph
from genchal.generators.referring.greedy import Greedy
from genchal.generators.referring.incremental import Incremental
from genchal.generators.referring.realise_attributes import RealiseAttributes
from genchal.generators.referring.speaker_profile import SpeakerProfile

SELECTORS: list[Callable[..., Selector]] = [
    *(FullBrevity, Greedy, Incremental, Graph, FrequencySet, SpeakerProfile, Evolutionary)
]
VARIANTS = [
    *(make(type=use) for make in SELECTORS for use in ("always", "free")),
    *(Graph(costs="uniform"), Graph(costs="stochastic")),
]


def rng() -> np.random.Generator:
    return np.random.default_rng(1)


def pairs(text: str) -> AttributeSet:
    return frozenset((name, value) for name, _, value in (pair.partition(":") for pair in text.split()))


def entity(text: str, is_target: bool = False) -> Entity:
    return Entity(text, tuple(Attribute(name, value) for name, value in sorted(pairs(text))), is_target)


def trial(target: str, *others: str, said: str | None = None, who: str = "", condition: str = "+LOC") -> Instance:
    sets = () if said is None else (pairs(said),)
    meta = {"condition": condition} | ({"participant": who} if who else {})
    return Instance(target, Scene("boats", (entity(target, True), *map(entity, others)), sets), (), meta)


def selected(generator: Selector, test: Instance, *train: Instance) -> set[str]:
    (output,) = generator.fitted(train, [], rng()).generate([test], rng())
    assert isinstance(output, Description)
    return {f"{name}:{value}" for name, value in output.attributes}


# The tug is singled out by its place alone, or by colour and size together.
HARBOUR = (
    "type:tug colour:red size:small x:1",
    "type:tug colour:red size:large x:2",
    "type:tug colour:blue size:small x:2",
)


def test_full_brevity_is_as_short_as_possible_and_with_the_type_as_short_as_that_allows() -> None:
    assert selected(FullBrevity(type="free"), trial(*HARBOUR)) == {"x:1"}
    assert selected(FullBrevity(), trial(*HARBOUR)) == {"type:tug", "x:1"}


def test_greedy_takes_what_rules_out_most_first_even_if_it_is_then_longer() -> None:
    # a rules out four of six; then it takes b and c for the last two, though b and c would have done without a.
    scene = ("a:1 b:1 c:1", "a:2 b:2 c:1", "a:2 b:2 c:1", "a:2 b:1 c:2", "a:2 b:1 c:2", "a:1 b:2 c:1", "a:1 b:1 c:2")
    assert selected(Greedy(type="free"), trial(*scene)) == {"a:1", "b:1", "c:1"}
    assert selected(FullBrevity(type="free"), trial(*scene)) == {"b:1", "c:1"}


def test_the_incremental_algorithm_follows_the_order_given_or_learnt_and_keeps_what_later_turns_out_superfluous() -> (
    None
):
    assert selected(Incremental(order="colour size x"), trial(*HARBOUR)) == {"type:tug", "colour:red", "size:small"}
    assert selected(Incremental(order="colour x"), trial(*HARBOUR)) == {"type:tug", "colour:red", "x:1"}
    by_place = [trial(*HARBOUR, said="x:1 type:tug")] * 3
    by_looks = [trial(*HARBOUR, said="colour:red size:small type:tug", condition="-LOC")] * 4
    assert selected(Incremental(), trial(*HARBOUR), *by_place, *by_looks) == {"type:tug", "x:1"}
    without_place = trial(*HARBOUR, condition="-LOC")
    assert selected(Incremental(), without_place, *by_place, *by_looks) == {"type:tug", "colour:red", "size:small"}


def test_a_condition_never_seen_in_training_has_the_preferences_of_all() -> None:
    by_looks = [trial(*HARBOUR, said="colour:red size:small")] * 3
    assert selected(Incremental(type="free"), trial(*HARBOUR, condition="?"), *by_looks) == {"colour:red", "size:small"}


def test_graph_costs_say_what_is_cheap_and_what_is_free_is_said_although_it_helps_nobody() -> None:
    train = [trial(*HARBOUR, said="colour:red size:small type:tug")] * 9 + [trial(*HARBOUR, said="x:1")]
    assert selected(Graph(type="free", costs="uniform"), trial(*HARBOUR), *train) == {"x:1"}
    # 2 (-log2 .9) = .30 bits for colour and size, 3.3 bits for the place.
    found = selected(Graph(type="free", costs="stochastic"), trial(*HARBOUR), *train)
    assert found == {"colour:red", "size:small"}
    assert selected(Graph(type="free"), trial(*HARBOUR), *train) == {"colour:red", "size:small", "type:tug"}


def test_the_frequency_set_is_the_most_frequent_one_that_distinguishes_here() -> None:
    train = [
        *[trial(*HARBOUR, said="type:tug")] * 3,
        *[trial(*HARBOUR, said="type:tug colour:red size:small")] * 2,
        trial(*HARBOUR, said="x:1"),
    ]
    assert selected(FrequencySet(), trial(*HARBOUR), *train) == {"type:tug", "colour:red", "size:small"}
    # Nobody has combined what it takes here: attributes by frequency, the type first.
    twin = trial("type:tug colour:red y:1", "type:tug colour:red y:2")
    assert selected(FrequencySet(type="free"), twin, *train[:3]) == {"y:1"}


def test_speakers_say_what_they_are_used_to_say() -> None:
    train = [
        *[trial(*HARBOUR, said="type:tug x:1", who="s1")] * 4,
        *[trial(*HARBOUR, said="type:tug colour:red size:small", who="s2")] * 4,
        *[trial(*HARBOUR, said="type:tug colour:red size:small", who="s3")] * 4,
    ]
    assert selected(SpeakerProfile(), trial(*HARBOUR, who="s1"), *train) == {"type:tug", "x:1"}
    assert selected(SpeakerProfile(), trial(*HARBOUR, who="s2"), *train) == {"type:tug", "colour:red", "size:small"}
    assert selected(SpeakerProfile(), trial(*HARBOUR, who="new"), *train) == {"type:tug", "colour:red", "size:small"}


def test_evolution_finds_the_attributes_that_are_most_like_what_people_say() -> None:
    train = [*[trial(*HARBOUR, said="type:tug colour:red size:small")] * 5, trial(*HARBOUR, said="x:1")]
    assert selected(Evolutionary(type="free"), trial(*HARBOUR), *train) == {"type:tug", "colour:red", "size:small"}


@pytest.mark.parametrize("generator", VARIANTS, ids=repr)
def test_a_twin_of_the_target_leaves_it_with_the_others_ruled_out(generator: Selector) -> None:
    train = [trial(*HARBOUR, said="colour:red")]
    twin = trial("type:tug colour:red", "type:tug colour:red", "type:tug colour:blue")
    assert "colour:red" in selected(generator, twin, *train)


@pytest.mark.parametrize("generator", VARIANTS, ids=repr)
def test_nothing_learnt_and_nothing_to_be_distinguished_from_is_still_answered(generator: Selector) -> None:
    assert "x:1" in selected(generator, trial(*HARBOUR)) or {"colour:red", "size:small"} <= selected(
        generator, trial(*HARBOUR)
    )
    alone = selected(generator, trial("type:tug colour:red"))
    assert ("type:tug" in alone) or generator.type == "free"
    assert selected(generator, trial("type:tug", "type:tug"), trial("mast:2 type:tug", said="mast:2")) <= {"type:tug"}


@pytest.mark.parametrize("generator", VARIANTS, ids=repr)
def test_several_targets_are_described_by_what_they_share_and_no_target_is_not_described(generator: Selector) -> None:
    both = (
        entity("type:tug colour:red x:1", True),
        entity("type:tug colour:red x:2", True),
        entity("type:tug colour:blue"),
    )
    scene = Instance("two", Scene("boats", both))
    assert selected(generator, scene) - {"type:tug"} == {"colour:red"}
    nothing = Instance("none", Scene("boats", (entity("type:tug"),)))
    assert generator.fitted([nothing], [], rng()).generate([nothing], rng()) == [None]


@pytest.mark.parametrize("generator", VARIANTS, ids=repr)
def test_what_was_learnt_comes_back_from_json(generator: Selector) -> None:
    train = [trial(*HARBOUR, said=said, who=f"s{number % 2}") for number, said in enumerate(["x:1", "colour:red"] * 3)]
    fitted = generator.fitted(train, [], rng())
    stored = Parameters(values=json.loads(json.dumps(fitted.parameters().values)))
    tests = [trial(*HARBOUR, who="s0"), trial(*HARBOUR, who="s1"), trial(*HARBOUR)]
    assert generator.with_parameters(stored).generate(tests, rng()) == fitted.generate(tests, rng())
    with pytest.raises(KeyError):
        generator.with_parameters(Parameters())


covers = st.lists(st.tuples(st.integers(0, 2).map(lambda cost: cost / 2), st.integers(0, 31)), max_size=7)


@given(covers)
def test_the_cheapest_set_is_that_of_all_subsets(properties: list[tuple[float, int]]) -> None:
    costs, masks = [cost for cost, _ in properties], [mask for _, mask in properties]
    needed = 0
    for mask in masks:
        needed |= mask
    free = {place for place, cost in enumerate(costs) if cost == 0}

    def rules_out(places: tuple[int, ...]) -> bool:
        return all(any(masks[place] & 1 << bit for place in places) for bit in range(5) if needed & 1 << bit)

    subsets = [some for size in range(len(costs) + 1) for some in combinations(range(len(costs)), size)]
    fitting = [some for some in subsets if free <= set(some) and rules_out(some)]
    best = min(fitting, key=lambda some: (sum(costs[place] for place in some), len(some), some))
    assert cheapest_places(costs, masks, needed) == best


def test_a_scene_of_a_hundred_things_is_searched_in_time() -> None:
    random = np.random.default_rng(2)
    masks = [sum(1 << bit for bit in range(99) if random.random() < 0.6) for _ in range(40)]
    needed = 0
    for mask in masks:
        needed |= mask
    found = cheapest_places(random.random(40).tolist(), masks, needed)
    assert not needed & ~sum_of(masks, found)


def sum_of(masks: list[int], places: tuple[int, ...]) -> int:
    total = 0
    for place in places:
        total |= masks[place]
    return total


@pytest.mark.parametrize(
    ("attributes", "domain", "text"),
    [
        ("type:chair colour:red size:large orientation:left", "furniture", "the large red chair facing left"),
        ("colour:red y-dimension:1 x-dimension:5", "furniture", "the red object in the top row at the far right"),
        ("type:person hasBeard:0 hasGlasses:1", "people", "the person with glasses and no beard"),
        ("hasBeard:0 y-dimension:3", "people", "the person in the bottom row with no beard"),
        ("hairColour:dark hasHair:1 hasTie:1", "people", "the person with dark hair and a tie"),
        ("type:other y-dimension:unknown age:old", "people", "the old person"),
        ("type:tug masts:2", "boats", "the tug with masts 2"),
        ("", "boats", "the object"),
    ],
)
def test_the_template_realiser_has_a_place_for_everything(attributes: str, domain: str, text: str) -> None:
    assert realise_by_template(pairs(attributes), domain) == text


def test_a_denied_colour_comes_last() -> None:
    attributes = frozenset({("type", "tug"), ("colour", "not red"), ("x-dimension", "1")})
    assert realise_by_template(attributes, "boats") == "the tug at the far left that is not red"


def wording(text: str) -> Wording:
    """Read the [type:tug|tug] on the [x:1|left]: words without a meaning, and words with attributes."""
    pieces: list[tuple[str, AttributeSet]] = []
    for part in text.replace("]", "[").split("["):
        meaning, bar, words = part.rpartition("|")
        if words.strip():
            pieces.append((words.strip(), pairs(meaning) if bar else frozenset()))
    return tuple(pieces)


def described(said: str, *texts: str) -> Instance:
    return replace(trial(*HARBOUR, said=said), wordings=tuple(map(wording, texts)))


WORDED = [
    described(
        "type:tug colour:red", "the [colour:red|crimson] [type:tug|boat]", "the [colour:red|crimson] [type:tug|tug]."
    ),
    described("type:tug x:1", "the [type:tug|boat] on the [x:1|left]", "a [type:tug|boat] on the [x:1|left]"),
    described("type:tug x:1", "the [type:tug|boat] on the [x:1|left]"),
    described("type:ferry colour:blue x:2", "the [colour:blue|blue] [type:ferry|ferry] on the [x:2|right], Sir"),
]


@pytest.mark.parametrize(
    ("realiser", "given_set", "text"),
    [
        ("mined", "type:tug colour:red", "the crimson boat"),
        ("mined", "type:tug x:2", "the boat on the right"),
        ("mined", "type:tug colour:blue x:1", "the blue boat on the left"),
        ("mined", "colour:red x:1", "the crimson on the left"),  # no such template: the most probable order
        ("lm", "type:tug colour:red x:2", "the crimson boat on the right"),
        ("nearest", "type:tug colour:red x:2", "the crimson boat on the right"),
        ("nearest", "type:ferry colour:blue", "the blue ferry"),
        ("nearest", "type:tug", "the boat"),
        ("lm", "type:other x:1", "the object on the left"),
        ("mined", "mast:2 type:tug", "the boat with mast 2"),
    ],
)
def test_learnt_realisers_use_the_words_and_orders_of_people(realiser: str, given_set: str, text: str) -> None:
    generator = RealiseAttributes(realiser=realiser)  # type: ignore[arg-type]
    scene = Scene("boats", (entity("type:tug", True),), (), pairs(given_set))
    fitted = generator.fitted(WORDED, [], rng())
    assert fitted.generate([Instance("1", scene)], rng()) == [Description(pairs(given_set), text)]
    stored = Parameters(values=json.loads(json.dumps(fitted.parameters().values)))
    assert generator.with_parameters(stored).generate([Instance("1", scene)], rng()) == [
        Description(pairs(given_set), text)
    ]


def test_all_orders_of_many_attributes_are_not_compared() -> None:
    many = pairs(" ".join(f"a{number}:{number}" for number in range(30)))
    scene = Scene("boats", (entity("type:tug", True),), (), many)
    (output,) = RealiseAttributes(realiser="lm").fitted(WORDED, [], rng()).generate([Instance("1", scene)], rng())
    assert isinstance(output, Description)
    assert output.text is not None
    assert "with a7 7" in output.text


def test_selectors_say_what_they_select() -> None:
    (output,) = FullBrevity(realiser="mined").fitted(WORDED, [], rng()).generate([trial(*HARBOUR)], rng())
    assert output == Description(pairs("type:tug x:1"), "the boat on the left")


@pytest.mark.parametrize("realiser", ["mined", "lm", "nearest"])
def test_words_cannot_be_learnt_where_none_are_annotated(realiser: str) -> None:
    with pytest.raises(InvalidInput, match=f"realiser '{realiser}' needs annotated descriptions"):
        Greedy(realiser=realiser).fitted([trial(*HARBOUR, said="x:1")], [], rng())  # type: ignore[arg-type]


def test_there_is_nothing_to_realise_in_a_scene_without_a_set() -> None:
    with pytest.raises(InvalidInput, match="needs attributes to realise") as caught:
        RealiseAttributes().generate([trial(*HARBOUR, said="x:1")], rng())
    assert "tuna_realisation" in caught.value.remedy


def test_what_people_said_about_the_scene_to_describe_is_not_looked_at() -> None:
    train = [trial(*HARBOUR, said="x:1"), trial(*HARBOUR, said="colour:red size:small")]
    for generator in VARIANTS:
        fitted = generator.fitted(train, [], rng())
        assert fitted.generate([trial(*HARBOUR, said="colour:red")], rng()) == fitted.generate([trial(*HARBOUR)], rng())


def test_every_selector_is_listed() -> None:
    assert {generator.name for generator in VARIANTS} < set(GENERATORS)


def test_a_use_of_the_type_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownName, match="type 'never'"):
        Greedy(type="never")  # type: ignore[arg-type]
