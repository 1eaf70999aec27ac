"""The fast parser says what a slow one says that reads one sentence, one word, one number at a time."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genchal.text.parser import model
from genchal.text.parser.features import AFFIXES, LONGEST, FeatureTables
from genchal.text.parser.lemmas import Scripts, apply
from genchal.text.parser.texts import parse_texts
from genchal.text.parser.trees import best_heads
from genchal.text.syntax import Parse
from tiny_parser import INVENTORY, tiny_parser, tiny_weights

WORDS = ["the", "The", "walk", "walks", "is", "easy", ".", "Wild", "rivalries", "x", "Käse", "X-name", "a" * 50]
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), min_size=0, max_size=9), max_size=8)


class Slow:
    """The same network, written as the equations are."""

    def __init__(self, seed: int) -> None:
        self.w = {name: weight.astype(np.float64) for name, weight in tiny_weights(seed).items()}
        self.tables = FeatureTables(INVENTORY.words, INVENTORY.characters, len(self.w["affixes"]))

    def lstm(self, name: str, inputs: list[np.ndarray]) -> list[np.ndarray]:
        hidden = self.w[f"{name}.recurrent"].shape[1]
        h, c, states = np.zeros(hidden), np.zeros(hidden), []
        for x in inputs:
            i, f, g, o = np.split(
                self.w[f"{name}.input"] @ x + self.w[f"{name}.recurrent"] @ h + self.w[f"{name}.bias"], 4
            )
            c = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
            h = np.tanh(c) / (1 + np.exp(-o))
            states.append(h)
        return states

    def both(self, name: str, inputs: list[np.ndarray]) -> list[np.ndarray]:
        ahead = self.lstm(f"{name}.forward", inputs)
        back = self.lstm(f"{name}.backward", inputs[::-1])[::-1]
        return [np.concatenate(pair) for pair in zip(ahead, back, strict=True)]

    def word(self, form: str | None) -> np.ndarray:
        types = self.tables.look_up([] if form is None else [form])
        row = len(types.words) - 1
        letters = [self.w["characters"][one] for one in types.characters[row, : types.lengths[row]]]
        states = self.both("letters", letters)
        half = len(states[0]) // 2
        spelling = np.concatenate([states[-1][:half], states[0][half:]])
        affixes = sum(self.w["affixes"][one] for one in types.affixes[row])
        return np.concatenate([self.w["words"][types.words[row]], spelling, affixes])

    def dense(self, name: str, x: np.ndarray) -> np.ndarray:
        y = self.w[f"{name}.weight"] @ x + self.w[f"{name}.bias"]
        rectified: np.ndarray = np.where(y > 0, y, 0.1 * y)
        return rectified

    def parse(self, forms: list[str]) -> Parse:
        states = [self.word(None), *map(self.word, forms)]
        for layer in ("layer0", "layer1"):
            states = self.both(layer, states)
        size = len(states)
        arcs = np.full((size, size), -np.inf)
        for d in range(1, size):
            for h in range(size):
                below, above = self.dense("arc.dependent", states[d]), self.dense("arc.head", states[h])
                arcs[d, h] = (below @ self.w["arc.bilinear"] + self.w["arc.bias"]) @ above
        heads = best_heads(np.where(np.isinf(arcs), 0, arcs)).tolist()
        columns: dict[str, list[str]] = {"upos": [], "xpos": [], "lemma": [], "deprel": []}
        for d, (form, head) in enumerate(zip(forms, heads, strict=True), start=1):
            below = np.append(self.dense("label.dependent", states[d]), 1)
            above = np.append(self.dense("label.head", states[head]), 1)
            labels = [below @ form_ @ above for form_ in self.w["label.bilinear"]]
            allowed = [n for n, name in enumerate(INVENTORY.deprels) if (name == "root") == (head == 0)]
            columns["deprel"].append(INVENTORY.deprels[max(allowed, key=lambda n: labels[n])])
            hidden = self.dense("tag", states[d])
            for kind in ("upos", "xpos"):
                scores = self.w[f"{kind}.weight"] @ hidden + self.w[f"{kind}.bias"]
                columns[kind].append(getattr(INVENTORY, kind)[int(scores.argmax())])
            scores = self.w["script.weight"] @ hidden + self.w["script.bias"]
            best, found = -math.inf, ""
            for n in Scripts(INVENTORY.scripts).fitting(form):
                lemma = apply(INVENTORY.scripts[n], form)
                score = scores[n] + (model.KNOWN if lemma.lower() in INVENTORY.words else 0)
                if score > best:
                    best, found = score, lemma
            columns["lemma"].append(found)
            if form == "X-name":
                columns["upos"][-1], columns["xpos"][-1], columns["lemma"][-1] = "PROPN", "NNP", form
        return Parse(
            tuple(forms),
            tuple(columns["lemma"]),
            tuple(columns["upos"]),
            tuple(columns["xpos"]),
            tuple(heads),
            tuple(columns["deprel"]),
        )


@given(sentences=SENTENCES, seed=st.integers(1, 3))
def test_a_batch_is_parsed_as_each_sentence_by_the_slow_parser(sentences: list[list[str]], seed: int) -> None:
    slow = Slow(seed)
    assert tiny_parser(seed).parse(sentences) == [slow.parse(words) for words in sentences]


def test_empty_sentences_stay_empty() -> None:
    assert tiny_parser().parse([[], ["walk"], []])[::2] == [Parse((), (), (), (), (), ())] * 2
    assert tiny_parser().parse([]) == []


def test_batches_of_any_size_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    sentences = [chance.choice(WORDS, size).tolist() for size in (1, 7, 3, 3, 12, 5, 1, 2)]
    whole = tiny_parser().parse(sentences)
    monkeypatch.setattr(model, "BATCH", 6)
    assert tiny_parser().parse(sentences) == whole


def test_very_long_sentences_are_parsed_in_pieces_and_are_one_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "LONGEST", 4)
    words = ["the", "walk", "is", "easy"]
    first = tiny_parser().parse([words])[0]
    parse = tiny_parser().parse([[*words, *words, "."]])[0]
    root = first.heads.index(0)
    assert parse.heads[:4] == first.heads
    assert parse.heads[4 + root] == root + 1
    assert parse.deprels[4 + root] == parse.deprels[8] == "parataxis"
    assert [head - 4 for place, head in enumerate(parse.heads[4:8]) if place != root] == [
        head for place, head in enumerate(first.heads) if place != root
    ]
    assert parse.forms == (*words, *words, ".")


def test_placeholders_of_delexicalised_text_are_proper_names() -> None:
    parse = tiny_parser().parse([["X-name", "is", "easy"]])[0]
    assert (parse.upos[0], parse.xpos[0], parse.lemmas[0]) == ("PROPN", "NNP", "X-name")


def test_texts_are_split_parsed_and_kept_apart() -> None:
    parses = parse_texts(tiny_parser(), ["The walk is easy. The river is not.", "", "The walk is easy."])
    assert [[" ".join(parse.forms) for parse in text] for text in parses] == [
        ["The walk is easy .", "The river is not ."],
        [],
        ["The walk is easy ."],
    ]
    assert parses[0][0] == parses[2][0]


def test_features_know_accents_quotes_digits_and_long_words() -> None:
    tables = FeatureTables(["<unknown>", "<root>", "cafe", "00", "don't"], ["<unknown>", "<root>", *"abcefé"], 10)
    types = tables.look_up(["Café", "42", "don’t", "b" * 30, ""])
    assert types.words.tolist() == [1, 2, 3, 4, 0, 0]
    assert types.characters.shape == (6, LONGEST)
    assert types.affixes.shape == (6, len(AFFIXES))
    assert types.lengths.tolist() == [1, 4, 2, 5, LONGEST, len("<unknown>")]
