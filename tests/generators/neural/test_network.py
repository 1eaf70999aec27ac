"""Networks: what they say step by step is what they say at once; gates, copying and search do what they are for."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from genchal.generators.neural.data.meanings import Delexicalisation, Fact  # noqa: E402
from genchal.generators.neural.data.sources import Codec, Source  # noqa: E402
from genchal.generators.neural.data.tokens import END, PAD, START, UNKNOWN  # noqa: E402
from genchal.generators.neural.learning.training import Plan, Trainer  # noqa: E402
from genchal.generators.neural.network.dropout import Dropout  # noqa: E402
from genchal.generators.neural.network.losses import attention_sum, cross_entropy, gate_penalty, output_cross_entropy  # noqa: E402
from genchal.generators.neural.network.network import Network, SourceBatch, hearable, stack_sources  # noqa: E402
from genchal.generators.neural.network.shape import Shape  # noqa: E402
from genchal.generators.neural.writing.decoding import (  # noqa: E402  torch first
    pad_texts,
    pick_best,
    score_texts,
    search_beams,
    write_rows,
)

CPU = torch.device("cpu")
SHAPE = Shape(cell=6, embedding=4, slots=7, tokens=9, features=5, vocabulary=8)
SOURCES = [
    Source([4, 5], [4, 6], [5, 8], ("new",), [0, 2], [[4], [6, 7]]),
    Source([4, 5, 6], [5, 6, 8], [5, 6, 7], (), [1, 2, 4], [[5], [6], [8]]),
]
SHAPES = [
    replace(SHAPE, encoder="lstm", attention="dot"),
    replace(SHAPE, encoder="lstm", attention="additive", feeding=True, copy=True),
    replace(SHAPE, encoder="gru", attention="memory", copy=True, conditioned=True),
    replace(SHAPE, encoder="cnn", attention="additive", conditioned=True),
    replace(SHAPE, encoder="hierarchical", decoder="sc-lstm", attention="none", conditioned=True),
    replace(SHAPE, encoder="vector", decoder="sc-lstm", attention="none", conditioned=True),
    replace(SHAPE, encoder="lstm", decoder="sc-lstm", attention="memory", feeding=True, copy=True),
]


def make(shape: Shape, seed: int = 1) -> tuple[Network, SourceBatch]:
    torch.manual_seed(seed)
    return Network(shape).eval(), stack_sources(SOURCES, shape, CPU)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.encoder}-{shape.decoder}-{shape.attention}")
def test_all_at_once_is_what_comes_out_step_by_step(shape: Shape) -> None:
    network, batch = make(shape)
    tokens = torch.tensor([[START, 5, 8 if shape.copy else 7, 4], [START, 6, 4, 4]])
    at_once = network(batch, tokens).scores
    memory = network.encoder(batch)
    state = network.decoder.start(memory)
    for place in range(tokens.shape[1]):
        scores, state, _ = network.decoder.step(memory, state, hearable(tokens[:, place], shape.vocabulary))
        assert torch.allclose(scores, at_once[:, place], atol=1e-5)
    assert torch.allclose(at_once.exp().sum(2), torch.ones(2, 4), atol=1e-4)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.encoder}-{shape.decoder}-{shape.attention}")
def test_padding_of_a_source_changes_nothing(shape: Shape) -> None:
    network, batch = make(shape)
    tokens = torch.tensor([[START, 5, 4]])
    alone = network(stack_sources(SOURCES[:1], shape, CPU), tokens).scores
    beside = network(batch, tokens.repeat(2, 1)).scores[:1]
    assert torch.allclose(alone, beside[:, :, : alone.shape[2]], atol=1e-5)


def test_a_beam_that_is_wide_enough_finds_what_trying_everything_finds() -> None:
    shape = SHAPES[0]
    network, _ = make(shape, seed=3)
    batch = stack_sources(SOURCES[:1], shape, CPU)
    words = range(UNKNOWN + 1, shape.vocabulary)
    texts = [text for length in range(3) for text in itertools.product(words, repeat=length)]
    best = max(texts, key=lambda text: score_texts(network, batch, [text])[0])
    found = search_beams([network], batch, beam=60, longest=3)[0]
    ended = [candidate for candidate in found if len(candidate.tokens) < 3]
    assert ended[0].tokens == best
    assert ended[0].score == pytest.approx(score_texts(network, batch, [best])[0], abs=1e-4)


def test_two_equal_networks_write_like_one() -> None:
    network, batch = make(SHAPES[1])
    alone, both = (search_beams([network] * count, batch, 3, 5) for count in (1, 2))
    assert [[c.tokens for c in row] for row in alone] == [[c.tokens for c in row] for row in both]


def test_first_words_are_forced_and_greedy_texts_are_scored() -> None:
    network, batch = make(SHAPES[0])
    rows = write_rows([network], batch, 6, pick_best, first=(5, 6))
    assert [sorted(candidate.tokens[0] for candidate in row) for row in rows] == [[5, 6], [5, 6]]
    text = rows[1][0].tokens  # cut off at six tokens: without an end
    scored = stack_sources(SOURCES[1:], SHAPES[0], CPU)
    whole = score_texts(network, scored, [text])[0]
    end = network(scored, pad_texts([text], CPU)[:, :-1]).scores[0, len(text), END].detach()
    assert rows[1][0].score == pytest.approx(whole - float(end), abs=1e-4)


def test_the_reading_gate_never_brings_back_what_it_crossed_off() -> None:
    network, batch = make(SHAPES[5])
    unsaid = network(batch, torch.tensor([[START, 5, 6, 4], [START, 4, 4, 4]])).unsaid
    assert bool((unsaid[:, 1:] <= unsaid[:, :-1] + 1e-6).all())
    assert bool((unsaid <= batch.features.unsqueeze(1)).all())


def test_the_gate_penalty_wants_everything_said_one_slot_at_a_time() -> None:
    features, wanted = torch.ones(1, 2), torch.tensor([[5, 6]])
    step_by_step = torch.tensor([[[0.0, 1.0], [0.0, 0.0]]])
    all_at_once, never = torch.zeros(1, 2, 2), torch.ones(1, 2, 2)

    penalties = [float(gate_penalty(unsaid, features, wanted)) for unsaid in (step_by_step, all_at_once, never)]
    assert penalties == sorted(penalties)
    assert len(set(penalties)) == len(penalties)


def test_attention_that_visits_every_place_once_costs_nothing() -> None:
    wanted, mask = torch.tensor([[5, 6, PAD]]), torch.tensor([[True, True]])
    once = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]]])  # what happens at the padding does not count
    twice = torch.tensor([[[1.0, 0.0], [1.0, 0.0], [0.0, 0.0]]])
    assert float(attention_sum(once, wanted, mask)) == 0
    assert float(attention_sum(twice, wanted, mask)) == 1  # ((2 - 1)² + (0 - 1)²) / 2


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.encoder}-{shape.decoder}-{shape.attention}")
def test_gradients_reach_every_part_that_is_used(shape: Shape) -> None:
    network, batch = make(shape)
    tokens = pad_texts([[5, 8 if shape.copy else 7], [6, 4]], CPU)
    torch.autograd.backward(cross_entropy(network(batch, tokens[:, :-1]), tokens[:, 1:]))
    unused = {"slot", "token"} if shape.encoder == "vector" else set()
    for name, weights in network.named_parameters():
        parts = set(name.split("."))
        if parts & unused or (shape.decoder == "sc-lstm" and "recurrent" in parts):
            continue
        assert weights.grad is not None, name
        assert float(weights.grad.abs().sum()) > 0, name


def test_texts_are_padded_with_start_and_end() -> None:
    assert pad_texts([[5], [6, 7]], CPU).tolist() == [[START, 5, END, PAD], [START, 6, 7, END]]


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_in_one_go_is_that_of_all_probabilities(smoothing: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("genchal.generators.neural.network.losses.ROWS", 3)  # several chunks, the last one shorter
    network, batch = make(SHAPES[0])
    tokens = pad_texts([[5, 7, 6], [6]], CPU)
    wanted = tokens[:, 1:]
    slow = cross_entropy(network(batch, tokens[:, :-1]), wanted, smoothing)
    expected = torch.autograd.grad(slow, list(network.parameters()), allow_unused=True)
    heard = network.hear(batch, tokens[:, :-1])
    shown = network.decoder.show(heard.hidden, heard.context)
    fast = output_cross_entropy(shown, network.decoder.output, wanted, smoothing)
    found = torch.autograd.grad(fast, list(network.parameters()), allow_unused=True)
    assert torch.allclose(fast, slow, atol=1e-6)
    for (name, _), ours, theirs in zip(network.named_parameters(), found, expected, strict=True):
        assert (ours is None) == (theirs is None), name
        assert ours is None or torch.allclose(ours, theirs, atol=1e-6), name


def test_dropout_keeps_the_share_and_the_mean_and_is_repeated_by_its_seed() -> None:
    drop = Dropout(0.2)
    values = torch.ones(100_000)
    assert torch.equal(drop.eval()(values), values)
    drop.train().rng = np.random.default_rng(5)
    found = drop(values)
    assert float((found == 0).float().mean()) == pytest.approx(0.2, abs=0.005)
    assert float(found.mean()) == pytest.approx(1, abs=0.01)
    drop.rng = np.random.default_rng(5)
    assert torch.equal(drop(values), found)


@pytest.mark.parametrize(
    ("change", "is_mixed"),
    [
        ({}, True),
        ({"copy": True}, False),
        ({"feeding": True}, False),
        ({"attention": "memory"}, False),
        ({"decoder": "sc-lstm"}, False),
    ],
)
def test_products_are_short_only_where_nothing_small_is_lost(
    change: dict[str, Any], is_mixed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("genchal.generators.neural.learning.training.has_short_products", lambda _: True)
    codec = Codec.learn("facts", "words", Delexicalisation(frozenset()), [((Fact("a", "b"),), "b")], copies=False)
    shape = replace(SHAPE, **change)
    trainers = [Trainer.start(codec, shape, Plan(precision=kind), print) for kind in ("mixed", "full")]
    assert [trainer.is_mixed for trainer in trainers] == [is_mixed, False]
    assert not Trainer.start(codec, shape, Plan(classifier_loss=1.0), print).is_mixed


def test_unknown_words_of_values_are_learnt_from_only_if_some_are_made_unknown_in_training() -> None:
    """Otherwise their vector would stay as random as it was, and inputs with new names would be read by it."""
    shape = replace(SHAPE, encoder="hierarchical", decoder="sc-lstm", attention="none", conditioned=True)
    tokens = torch.tensor([[START, 5, 7, 4], [START, 6, 4, 4]])
    moved = {}
    for share in (0.0, 0.5):
        torch.manual_seed(1)
        network, batch = Network(shape, 0.0, share).train(), stack_sources(SOURCES, shape, CPU)
        network.draw_from(np.random.default_rng(1))
        network(batch, tokens).scores.sum().backward()
        gradient = network.encoder.token.weight.grad
        assert gradient is not None
        moved[share] = float(gradient[UNKNOWN].abs().sum())
        writing = network.eval()(batch, tokens).scores
        assert torch.equal(writing, network.eval()(batch, tokens).scores)  # nothing is unknown in writing
    assert moved[0.0] == 0
    assert moved[0.5] > 0
