"""Campaigns to draw: one written by hand, and nasty ones for Hypothesis."""

from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from genchal.domain import Input, Instance, SlotValues, System, Text
from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.scores import Score, SegmentScores

BLEU = Measure("bleu", "BLEU", True, 0.0, 1.0, "bleu|case:lc|tok:13a|v:1")
ERRORS = Measure("slot_error", "Slot errors", False, 0.0, 1.0, "slot_error|v:1")

INSTANCES = (
    Instance(
        "walk-1",
        SlotValues((("name", "Fern Path"), ("distance", "6 km"), ("dogs", "yes"))),
        ("Fern Path is 6 km long. Dogs may come.", "Bring your dog to Fern Path: 6 km."),
    ),
    Instance("walk-2", SlotValues((("name", "Gull Steps"), ("effort", "hard"))), ("Gull Steps is hard.",)),
    Instance("walk-3", Text("say that it rains"), ()),
)

SYSTEMS = (
    System("templates", team="Team Heron", family="rule-based"),
    System("neural", team="Team Secret", family="neural", anonymous=True, primary=False),
    System("withdrawn one", team="Team Gone", withdrawn=True),
    System("hasty", team="Team Late", late=True),
    System("unscored"),
)

OUTPUTS: dict[str, tuple[str | None, ...]] = {
    "templates": ("Fern Path is 6 km long.", "Gull Steps is hard.", "It rains."),
    "neural": ("Fern Path is a walk for dogs.", "", "Rain, rain."),
    "withdrawn one": ("never shown one", "never shown two", "never shown three"),
    "hasty": (None, "Gull Steps are hard to climb.", "Wet."),
}

SCORES = (
    # BLEU: neural, then templates and hasty; the values of neural and templates differ in the fifth decimal only.
    Score("templates", "walks", "bleu", 0.61231, 3, 0, 0.55, 0.67, BLEU.signature),
    Score("neural", "walks", "bleu", 0.61234, 3, 0, 0.58, 0.65, BLEU.signature),
    Score("withdrawn one", "walks", "bleu", 0.99, 3, 0, 0.98, 1.0, BLEU.signature),
    Score("hasty", "walks", "bleu", 0.3, 2, 1, None, None, BLEU.signature),
    Score("templates", "walks", "slot_error", 0.1, 3, 0, 0.05, 0.2, ERRORS.signature),
    Score("neural", "walks", "slot_error", 0.25, 3, 0, 0.2, 0.3, ERRORS.signature),
    Score("withdrawn one", "walks", "slot_error", 0.0, 3, 0, 0.0, 0.0, ERRORS.signature),
    Score("hasty", "walks", "slot_error", float("nan"), 0, 3, None, None, ERRORS.signature),
)

IDS = tuple(instance.id for instance in INSTANCES)
SEGMENTS = (
    SegmentScores("templates", "walks", "bleu", IDS, np.array([0.7, 1.0, 0.5])),
    SegmentScores("neural", "walks", "bleu", IDS, np.array([0.9, 0.0, 0.45])),
    SegmentScores("hasty", "walks", "bleu", IDS[1:], np.array([0.65, 0.4])),
    SegmentScores("templates", "walks", "slot_error", IDS, np.array([0.333333, 0.0, np.nan])),
)

TRACK = TrackResults("walks", "e2e", "en", INSTANCES, SYSTEMS, (BLEU, ERRORS), SCORES, SEGMENTS, OUTPUTS)
CAMPAIGN = CampaignResults("Country walks", 7, "0.1.0", 1000, 0.95, (TRACK,))


def named_tracks(*names: str) -> CampaignResults:
    """The campaign with one track under each of these names."""
    return replace(CAMPAIGN, tracks=tuple(replace(TRACK, name=name) for name in names))


NASTY = [
    "",
    "</script><script>alert(1)</script>",
    "</noscript><img src=x onerror=alert(1)>",
    "<!-- <script>",
    "]]>",
    "\" onclick='alert(1)'",
    "a & b &amp; c",
    "$x$",
    "\\textbf{x}",
    "{{ 7 * 7 }}",
    "two\nlines\r\nor three",
    'a,b;"c"',
    "\u2028\u2029",
    "\0\x01\x7f",
    "🙂 日本語",
    "שלום \u202e abc",
    "a\u0301",
    "=SUM(A1)",
    "--",
    "[x]",
    "__proto__",
    "x" * 200,
]

texts = st.one_of(st.sampled_from(NASTY), st.text(max_size=12))
numbers = st.one_of(st.just(float("nan")), st.floats(-1e6, 1e6), st.floats(0, 1))
bounds = st.one_of(st.none(), numbers)
pairs = st.lists(st.tuples(texts, texts), max_size=3).map(tuple)
inputs: st.SearchStrategy[Input] = st.one_of(texts.map(Text), pairs.map(SlotValues))


@st.composite
def tracks(draw: st.DrawFn) -> TrackResults:
    """A track of a few systems, some of which have no outputs or no scores."""
    instances = tuple(
        Instance(name, draw(inputs), tuple(draw(st.lists(texts, max_size=2))))
        for name in draw(st.lists(texts, max_size=3, unique=True))
    )
    systems = tuple(
        System(name, None, draw(st.none() | texts), draw(st.none() | texts), *draw(st.tuples(*[st.booleans()] * 4)))
        for name in draw(st.lists(texts, max_size=3, unique=True))
    )
    measures = tuple(
        Measure(name, draw(texts), draw(st.booleans()), 0.0, 1.0, draw(texts))
        for name in draw(st.lists(texts, max_size=2, unique=True))
    )
    cells = [(system.name, measure) for system in systems for measure in measures]
    scores = tuple(
        Score(system, None, measure.name, draw(numbers), 3, 0, draw(bounds), draw(bounds), measure.signature)
        for system, measure in cells
        if draw(st.booleans())
    )
    ids = tuple(instance.id for instance in instances)
    segments = tuple(
        SegmentScores(system, None, measure.name, ids, np.array([draw(numbers) for _ in ids], dtype=np.float64))
        for system, measure in cells
        if draw(st.booleans())
    )
    outputs = {system.name: tuple(draw(st.none() | texts) for _ in ids) for system in systems if draw(st.booleans())}
    return TrackResults(draw(texts), "e2e", "en", instances, systems, measures, scores, segments, outputs)


@st.composite
def campaigns(draw: st.DrawFn) -> CampaignResults:
    """A campaign of up to two tracks."""
    drawn = tuple(draw(st.lists(tracks(), max_size=2)))
    return CampaignResults(draw(texts), 1, "0.1.0", draw(st.sampled_from([0, 1000])), 0.95, drawn)
