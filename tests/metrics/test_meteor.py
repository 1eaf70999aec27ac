"""METEOR beside a slow twin that aligns one pair at a time, and its parts by themselves."""

import pickle
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genchal.domain import Batch
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics.meteor import Meteor
from genchal.metrics.meteor.formula import LENGTHS
from genchal.metrics.meteor.tables import possible_bases
from genchal.text.stemmers import STEMMERS
from tiny_meteor import EXCEPTIONS, FUNCTION_WORDS, PARAPHRASES, SYNSETS, VOCABULARY, tiny_tables

TABLES = tiny_tables()
PLAIN: dict[str, Any] = {"tok": "none", "norm": False, "_meteor": TABLES}  # words as they are written
sentences = st.lists(st.sampled_from(VOCABULARY), max_size=14).map(" ".join)
corpora = st.lists(st.tuples(sentences, st.lists(sentences, min_size=1, max_size=4)), min_size=1, max_size=6)


class Match(NamedTuple):
    """Some words of the reference and of the output that may stand for each other."""

    matcher: int
    start: int
    length: int
    output_start: int
    output_length: int


class Path(NamedTuple):
    """A partial alignment."""

    credit: int = 0
    chunks: int = 0
    distance: int = 0
    end: int = -1
    busy: int = 0
    used: frozenset[int] = frozenset()
    matches: tuple[Match, ...] = ()

    def key(self) -> tuple[int, int, int]:
        return -self.credit, self.chunks, self.distance

    def extended(self, match: Match, is_exact: bool) -> "Path":
        credit = sum(size if is_exact else size // 2 for size in (match.length, match.output_length))
        return self._replace(
            credit=self.credit + credit,
            chunks=self.chunks + (self.end not in (-1, match.output_start)),
            end=match.output_start + match.output_length,
            busy=match.start + match.length,
            matches=(*self.matches, match),
        )


def related(matcher: str, ours: str, theirs: str) -> bool:
    if matcher == "exact" or ours == theirs:
        return matcher == "exact" and ours == theirs
    stem = STEMMERS["en"]
    return stem(ours) == stem(theirs) if matcher == "stem" else bool(synsets(ours) & synsets(theirs))


def synsets(word: str) -> set[str]:
    lines = SYNSETS.split("\n")
    known = {word: set(sets.split()) for word, sets in zip(lines[::2], lines[1::2], strict=False)}
    lines = EXCEPTIONS.split("\n")
    bases = [base for base, forms in zip(lines[::2], lines[1::2], strict=False) if word in forms.split()]
    if not bases:
        bases = [base for base in possible_bases(word) if base in known][:1]
    return set().union(known.get(word, set()), *(known.get(base, set()) for base in bases))


def paraphrases(matcher: int, ours: list[str], theirs: list[str]) -> list[Match]:
    """Those of the reference's phrases first, then those of the output's; of each the shortest first."""
    found = []
    for flip in (False, True):
        own, other = (ours, theirs) if flip else (theirs, ours)
        for start in range(len(own)):
            for length in range(1, len(own) - start + 1):
                phrase = " ".join(own[start : start + length])
                for target in (target.split() for source, target in PARAPHRASES if source == phrase):
                    for place in range(len(other) - len(target) + 1):
                        if other[place : place + len(target)] == target:
                            span = start, length, place, len(target)
                            found.append(Match(matcher, *(span[2:] + span[:2] if flip else span)))
    return found


def candidates(ours: list[str], theirs: list[str], matchers: list[str]) -> list[list[Match]]:
    found: list[list[Match]] = [[] for _ in theirs]
    for number, name in enumerate(matchers[:1] if ours == theirs else matchers):
        if name == "paraphrase":
            for match in paraphrases(number, ours, theirs):
                found[match.start].append(match)
            continue
        for start, their in enumerate(theirs):
            found[start] += [Match(number, start, 1, at, 1) for at, our in enumerate(ours) if related(name, our, their)]
    return found


def slow_alignment(ours: list[str], theirs: list[str], matchers: list[str], beam: int) -> Path:
    found = candidates(ours, theirs, matchers)
    everything = [match for matches in found for match in matches]
    covered = [place for match in everything for place in range(match.start, match.start + match.length)]
    taken = [place for match in everything for place in span(match)]
    certain = {
        match.start: match
        for match in everything
        if all(covered.count(place) == 1 for place in range(match.start, match.start + match.length))
        and all(taken.count(place) == 1 for place in span(match))
    }
    paths = [Path()]
    for position, matches in enumerate(found):
        following = []
        for path in sorted(paths, key=Path.key)[:beam]:
            if position < path.busy:
                following.append(path)
                continue
            if position in certain:
                match = certain[position]
                new = path.extended(match, matchers[match.matcher] == "exact")
                distance = abs(match.start - match.output_start)
                following.append(new._replace(distance=new.distance + distance))
                continue
            distance = path.distance
            for match in matches:
                if path.used.isdisjoint(span(match)):
                    new = path.extended(match, matchers[match.matcher] == "exact")
                    following.append(new._replace(distance=distance, used=path.used.union(span(match))))
                    distance += abs(match.start - match.output_start)
            following.append(path._replace(distance=distance, chunks=path.chunks + (path.end != -1), end=-1))
        paths = following
    closed = [path._replace(chunks=path.chunks + (path.end != -1)) for path in sorted(paths, key=Path.key)[:beam]]
    return min(closed, key=Path.key)


def span(match: Match) -> range:
    return range(match.output_start, match.output_start + match.output_length)


def slow_row(output: str, reference: str, metric: Meteor) -> list[float]:
    ours, theirs = output.split(), reference.split()
    matchers = metric.fields()["matchers"].split()
    best = slow_alignment(ours, theirs, matchers, metric.beam)
    counts = np.zeros((len(matchers), 2, 2))  # content and function words, of output and reference
    for match in best.matches:
        for place in span(match):
            counts[match.matcher, int(ours[place] in FUNCTION_WORDS), 0] += 1
        for place in range(match.start, match.start + match.length):
            counts[match.matcher, int(theirs[place] in FUNCTION_WORDS), 1] += 1
    whole = counts.sum(axis=(0, 1)).tolist() == [len(ours), len(theirs)] and best.chunks == 1
    functions = [sum(word in FUNCTION_WORDS for word in words) for words in (ours, theirs)]
    return [len(ours), len(theirs), *functions, *counts.ravel().tolist(), 0 if whole else best.chunks]


def slow_rows(batch: Batch, metric: Meteor) -> list[list[float]]:
    """The row of the best reference, the first among equals."""
    rows = []
    for output, references in zip(batch.outputs, batch.references, strict=True):
        own = [slow_row(output, reference, metric) for reference in references]
        scores = metric.segment_scores(np.array(own, dtype=np.float64))
        rows.append(own[int(np.argmax(scores))])
    return rows


def batch_of(corpus: list[tuple[str, list[str]]]) -> Batch:
    return Batch([output for output, _ in corpus], [tuple(references) for _, references in corpus])


FORMS: list[dict[str, Any]] = [
    {},
    {"matchers": "exact"},
    {"matchers": "exact stem synonym", "weights": "1 1 1", "alpha": 0.9, "beta": 3.0, "gamma": 0.5, "delta": 0.5},
    {"matchers": "exact paraphrase stem", "weights": "0.5 1 0.2", "beam": 2},
    {"beam": 1},
    {"beam": 3, "delta": 1.0, "gamma": 1.0, "beta": 0.0},
]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=15)
@given(corpus=corpora)
def test_rows_equal_those_of_a_search_pair_by_pair(form: dict[str, Any], corpus: list[tuple[str, list[str]]]) -> None:
    metric = Meteor(**PLAIN, **form)
    assert metric.measure(batch_of(corpus)).tolist() == slow_rows(batch_of(corpus), metric)


@settings(max_examples=15)
@given(words=st.lists(st.lists(st.sampled_from("abcde"), min_size=20, max_size=70), min_size=2, max_size=2))
def test_long_texts_of_few_words_are_searched_alike(words: list[list[str]]) -> None:
    batch = Batch([" ".join(words[0])], [(" ".join(words[1]),)])
    metric = Meteor(**PLAIN, matchers="exact", beam=10)
    assert metric.measure(batch).tolist() == slow_rows(batch, metric)


def test_more_contested_words_than_a_machine_word_has_bits_are_kept_apart() -> None:
    ours = [f"w{number % 45}" for number in range(90)]
    theirs = [f"w{number * 7 % 45}" for number in range(100)]
    batch = Batch([" ".join(ours)], [(" ".join(theirs),)])
    metric = Meteor(**PLAIN, matchers="exact", beam=5)
    assert metric.measure(batch).tolist() == slow_rows(batch, metric)


@settings(max_examples=15)
@given(corpus=corpora)
def test_the_best_reference_alone_gives_the_same_row(corpus: list[tuple[str, list[str]]]) -> None:
    metric = Meteor(**PLAIN)
    together = metric.measure(batch_of(corpus))
    for (output, references), row in zip(corpus, together, strict=True):
        alone = metric.measure(Batch([output] * len(references), [(reference,) for reference in references]))
        best = int(np.argmax(metric.segment_scores(alone)))
        assert alone[best].tolist() == row.tolist()


def test_worked_example() -> None:
    # Equal: the, big, is, huge. Stem: cars ~ car. One chunk: 5 of 5 words of the output, in order, but the reference
    # has "not" between: "the big cars is" and "huge" are two chunks of 5 matches.
    metric = Meteor(**PLAIN, matchers="exact stem", weights="1 0.6")
    rows = metric.measure(Batch(["the big cars is huge"], [("the big car is not huge",)]))
    assert rows.tolist() == [[5, 6, 2, 2, 2, 2, 2, 2, 1, 1, 0, 0, 2]]
    # Content words weigh 0.75, function words 0.25: matched 0.75 * (2 + 0.6) + 0.25 * 2, output 0.75 * 3 + 0.25 * 2,
    # reference 0.75 * 4 + 0.25 * 2.
    precision, recall = 2.45 / 2.75, 2.45 / 3.5
    mean = 1 / (0.15 / precision + 0.85 / recall)
    assert metric.segment_scores(rows) == pytest.approx([mean * (1 - 0.6 * (2 / 5) ** 0.2)])


def test_the_form_of_2005_is_a_setting() -> None:
    # Banerjee and Lavie (2005): F = 10 P R / (R + 9 P), penalty 0.5 (chunks / matches)^3; here P = 2/3, R = 2/4.
    metric = Meteor(**PLAIN, **FORMS[2])
    rows = metric.measure(Batch(["large x automobile"], [("big y car z",)]))
    mean = 10 * (2 / 3) * (2 / 4) / (2 / 4 + 9 * (2 / 3))
    assert metric.segment_scores(rows) == pytest.approx([mean * (1 - 0.5 * (2 / 2) ** 3)])


def test_a_corpus_is_scored_from_sums_and_perfect_segments_have_no_chunks() -> None:
    metric = Meteor(**PLAIN, matchers="exact")
    rows = metric.measure(Batch(["kid", "a kid"], [("kid",), ("kid b",)]))
    assert rows[:, -1].tolist() == [0, 1]
    # 2 of 3 and 2 of 3 words match; "a" is a function word: precision 1.5 / 1.75, recall 1.5 / 2.25; 1 chunk of 2.
    mean = 1 / (0.15 / (1.5 / 1.75) + 0.85 / (1.5 / 2.25))
    assert metric.summarise(rows.sum(axis=0)) == pytest.approx(mean * (1 - 0.6 * (1 / 2) ** 0.2))


@pytest.mark.parametrize(("output", "reference"), [("", "a"), ("a", ""), ("", ""), ("x", "y")])
def test_nothing_in_common_scores_zero(output: str, reference: str) -> None:
    metric = Meteor(**PLAIN)
    rows = metric.measure(Batch([output], [(reference,)]))
    assert metric.segment_scores(rows).tolist() == [0.0]


def test_of_equal_references_the_first_counts() -> None:
    metric = Meteor(**PLAIN, matchers="exact", alpha=0.5, delta=0.5)
    rows = metric.measure(Batch(["a b"], [("a c d", "b c d", "a")]))
    assert rows[0, 1] == 1  # the shortest is best; of the two others the first would be
    rows = metric.measure(Batch(["x a"], [("x c d", "a c d")]))
    assert rows[0, LENGTHS : LENGTHS + 4].tolist() == [1, 1, 0, 0]


def test_words_that_occur_very_often_are_cut_off_and_equal_texts_are_not() -> None:
    metric = Meteor(**PLAIN, matchers="exact", beam=2)
    often = " ".join(["x"] * 1000)
    rows = metric.measure(Batch([often, f"{often} y"], [(often,), (often,)]))
    assert metric.segment_scores(rows[:1]) == pytest.approx([1.0])
    assert rows[1, LENGTHS] == 256


def test_words_with_the_same_java_hash_code_count_as_equal_as_they_do_in_the_original() -> None:
    # 31 * ord("j") + ord("e") == 31 * ord("l") + ord("'") == 3387; "les" has the stem "le", which equals "n'".
    metric = Meteor(**PLAIN, language="fr")
    rows = metric.measure(Batch(["je", "les", "je"], [("l'",), ("n'",), ("la",)]))
    assert rows[:, LENGTHS].tolist() == [1, 0, 0]
    assert rows[:, LENGTHS + 4].tolist() == [0, 1, 0]


def test_synonyms_are_found_through_inflected_forms() -> None:
    metric = Meteor(**PLAIN, matchers="exact synonym")
    pairs = [("kids", "children"), ("ran", "operates"), ("geese", "bird"), ("cars", "automobile"), ("big", "car")]
    rows = metric.measure(Batch([ours for ours, _ in pairs], [(theirs,) for _, theirs in pairs]))
    assert rows[:, LENGTHS + 4].tolist() == [1, 1, 1, 1, 0]


def test_metric_and_tables_travel_between_processes() -> None:
    metric = Meteor(**PLAIN)
    batch = Batch(["the car of great size"], [("a big car",)])
    copy = pickle.loads(pickle.dumps(metric))
    assert copy.measure(batch).tolist() == metric.measure(batch).tolist()
    assert copy.identity() == metric.identity()
    assert "tiny" in metric.identity()


def test_what_is_needed_follows_from_language_and_matchers() -> None:
    assert Meteor().needs() == {"meteor": "en synonym paraphrase"}
    assert Meteor(matchers="exact stem synonym").needs() == {"meteor": "en synonym"}
    assert Meteor(language="de").needs() == {"meteor": "de"}
    assert Meteor(language="fr", functions="own").needs() == {"meteor": "fr own"}
    assert Meteor(language="other", functions="own").needs() == {}


def test_without_tables_it_says_what_to_do() -> None:
    with pytest.raises(InvalidInput, match="load_meteor"):
        Meteor().measure(Batch(["a"], [("a",)]))
    rows = Meteor(language="other", functions="own", norm=False).measure(Batch(["a b"], [("a b",)]))
    assert rows[0, LENGTHS] == 2


def test_the_signature_names_the_settings_of_the_language() -> None:
    signature = Meteor().signature("1")
    assert "|matchers:exact stem synonym paraphrase|weights:1 0.6 0.8 0.6|alpha:0.85|beta:0.2|gamma:0.6|" in signature
    assert "|matchers:exact stem|weights:1 0.8|alpha:0.95|beta:1|" in Meteor(language="de").signature("1")


@pytest.mark.parametrize(
    "wrong",
    [
        {"matchers": "exact stam"},
        {"matchers": "stem exact"},
        {"matchers": "exact exact"},
        {"matchers": ""},
        {"matchers": "exact synonym", "language": "fr"},
        {"matchers": "exact stem", "language": "cs"},
        {"weights": "1 2 3"},
        {"weights": "1 0.6 0.8 -1"},
        {"weights": "one"},
        {"alpha": "2"},
        {"beta": "-1"},
        {"gamma": "1.5"},
        {"delta": "-0.1"},
        {"beam": "0"},
        {"language": "other"},
        {"language": "nl"},
        {"functions": "none"},
    ],
)
def test_settings_that_mean_nothing_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        configure(Meteor, wrong, "metric 'meteor'")
