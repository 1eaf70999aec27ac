"""Encoders from folders and packages; a tiny model of our own stands for a real one where torch is installed."""

import importlib.util
import json
import pickle
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from genchal.domain.embeddings import Matrix, TokenEncoder
from genchal.errors import UserError
from genchal.resources.embeddings import _encoded_texts, encoders
from genchal.resources.embeddings._encoded_texts import Remembered
from genchal.resources.embeddings.encoders import load_encoder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GENCHAL_CACHE", str(tmp_path / "cache"))
    encoders._remembered.cache_clear()
    return tmp_path / "cache"


class Lengths:
    """Encodes texts as their lengths, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Matrix:
        self.asked += texts
        return np.array([[len(text), 1.0] for text in texts], dtype=np.float32)


def test_a_text_is_encoded_once_ever(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_encoded_texts, "WORTH_KEEPING", 2)
    encode = Lengths()
    first = Remembered("f00d")
    assert first.encode(["river", "a", "river", "\ud800"], encode).tolist() == [[5, 1], [1, 1], [5, 1], [1, 1]]
    assert first.encode(["a"], encode).tolist() == [[1, 1]]
    again = Remembered("f00d")
    assert again.encode(["a", "walk"], encode).tolist() == [[1, 1], [4, 1]]
    assert encode.asked == ["river", "a", "\ud800", "walk"]
    assert Remembered("beef").encode(["a"], encode).tolist() == [[1, 1]]
    assert encode.asked[-1] == "a"
    assert first.encode([], encode).shape[0] == 0


def test_a_damaged_or_unwritable_cache_costs_nothing_but_time(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_encoded_texts, "WORTH_KEEPING", 1)
    encode = Lengths()
    Remembered("f00d").encode(["a"], encode)
    (kept,) = (cache / "encoded").glob("*.arrays")
    kept.write_bytes(kept.read_bytes()[:-1])
    assert Remembered("f00d").encode(["a"], encode).tolist() == [[1, 1]]
    assert encode.asked == ["a", "a"]
    for path in (kept, cache / "encoded", cache):
        path.unlink() if path.is_file() else path.rmdir()
    cache.write_text("in the way", encoding="utf-8")
    assert Remembered("f00d").encode(["a"], encode).tolist() == [[1, 1]]


def test_what_is_no_encoder_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name, problem in (
        ("no_such_package", "encoder 'no_such_package' is neither a folder nor an installed package"),
        (str(tmp_path / "none"), "is neither a folder nor an installed package"),
        (str(tmp_path / "empty"), "has no transformers model in it"),
        ("json", "has no transformers model in it"),
    ):
        with pytest.raises(UserError) as caught:
            load_encoder(name)
        assert problem in caught.value.problem
        assert len(caught.value.lines()) == 1


def test_without_torch_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("config.json", "model.safetensors"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    found = importlib.util.find_spec
    monkeypatch.setattr(encoders, "find_spec", lambda name: None if name == "torch" else found(name))
    with pytest.raises(UserError, match=r"pip install 'genchal\[embeddings\]'"):
        load_encoder(str(tmp_path))


WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "river", "walk", "the", "mill"]


@pytest.fixture
def model(tmp_path: Path, neural: None) -> Path:
    """A folder with a model of two thin layers and eight words."""
    torch, transformers = import_module("torch"), import_module("transformers")
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    transformers.BertTokenizer(str(folder / "vocab.txt"), model_max_length=16).save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(WORDS), hidden_size=8, num_hidden_layers=2, num_attention_heads=2, intermediate_size=16
    )
    transformers.BertModel(config).save_pretrained(folder)
    return folder


@pytest.mark.slow
def test_a_folder_with_a_model_encodes_texts_and_tokens(model: Path) -> None:
    encoder = load_encoder(str(model))
    assert isinstance(encoder, TokenEncoder)
    texts = ["the river", "", "walk", "the mill \ud800", "walk " * 40]
    vectors = encoder.encode(texts)
    assert vectors.shape == (5, 8)
    assert np.isfinite(vectors).all()
    alone = np.concatenate([load_encoder(str(model)).encode([text]) for text in reversed(texts)])[::-1]
    assert np.allclose(vectors, alone, atol=1e-6)
    tokens = encoder.encode_tokens(texts)
    assert tokens.texts.lengths.tolist() == [2, 0, 1, 3, 14]  # without [CLS] and [SEP]; the last is cut at 16
    assert pickle.loads(pickle.dumps(encoder)) == encoder
    assert encoder.encode_tokens([]).texts.lengths.tolist() == []


@pytest.mark.slow
def test_the_fingerprint_is_that_of_weights_and_settings(model: Path) -> None:
    before = load_encoder(str(model)).fingerprint
    config = json.loads((model / "config.json").read_text(encoding="utf-8"))
    (model / "config.json").write_text(json.dumps({**config, "layer_norm_eps": 1e-5}), encoding="utf-8")
    assert load_encoder(str(model)).fingerprint != before


@pytest.mark.slow
def test_a_package_that_carries_a_model_is_found_without_being_run(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "packages" / "carried_model"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise SystemExit('run')\n", encoding="utf-8")
    model.rename(package / "model")
    monkeypatch.syspath_prepend(str(package.parent))
    encoder = load_encoder("carried-model")
    assert encoder.name == "carried-model"
    assert encoder.encode(["river"]).shape == (1, 8)
    assert "carried_model" not in sys.modules


@pytest.mark.slow
def test_a_model_that_cannot_be_loaded_is_said_in_one_line(model: Path) -> None:
    encoders._model.cache_clear()
    (model / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(UserError, match="the model cannot be loaded"):
        load_encoder(str(model)).encode(["river"])
