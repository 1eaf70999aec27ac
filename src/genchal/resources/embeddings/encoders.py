"""Sentence encoders from folders or installed packages with a transformers model; what they encoded is remembered.

torch and transformers (the [embeddings] extra) are loaded when the first text is encoded, and nothing that comes with a
model is run: weights are read from safetensors, and no code is taken from the folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from genchal.domain.embeddings import Matrix, TokenVectors
from genchal.errors import InvalidInput, NeedsExtra, NotFound
from genchal.resources.embeddings._encoded_texts import Remembered
from genchal.text.arrays.ragged import Ragged, offsets_of

Progress = Callable[[str], None]
WEIGHTS = "model.safetensors"
CONFIG = "config.json"
AT_ONCE = 64  # texts
LONGEST = 512  # tokens of a text that are looked at, where the model does not say


def load_encoder(name: str, progress: Progress = lambda _: None) -> TransformersEncoder:
    """Load the encoder of a folder, or of an installed package that carries its weights."""
    folder = _folder(name)
    for package in ("torch", "transformers"):
        if find_spec(package) is None:
            raise NeedsExtra(f"encoder '{name}'", "embeddings")
    progress(f"encoder: {name} encodes every different text once; this may take minutes")
    return TransformersEncoder(folder, Path(name).name if Path(name).is_dir() else name, _fingerprint(folder))


def _folder(name: str) -> Path:
    """Where the model lies: the folder itself, or one inside the package."""
    given = Path(name).expanduser()
    if given.is_dir():
        places = [given]
    else:
        module = name.replace("-", "_")
        spec = find_spec(module) if module.isidentifier() else None
        places = [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
        if not places:
            raise NotFound(
                f"encoder '{name}' is neither a folder nor an installed package",
                f"Give a folder with {CONFIG} and {WEIGHTS}, install a package that carries a model, or write "
                "encoder=lsa.",
            )
    for place in places:
        for folder in (place, *sorted(path for path in place.iterdir() if path.is_dir())):
            if (folder / CONFIG).is_file() and (folder / WEIGHTS).is_file():
                return folder
    raise InvalidInput(
        f"encoder '{name}' has no transformers model in it", f"Give a folder with {CONFIG} and {WEIGHTS}."
    )


def _fingerprint(folder: Path) -> str:
    """Digest of everything that vectors depend on: weights, settings, vocabulary."""
    sink = hashlib.blake2b(digest_size=16)
    for path in sorted(folder.glob("*")):
        if path.name == WEIGHTS or path.suffix in (".json", ".txt", ".model"):
            sink.update(path.name.encode())
            with path.open("rb") as file:
                while data := file.read(1 << 20):
                    sink.update(data)
    return sink.hexdigest()


@dataclass(frozen=True, slots=True)
class TransformersEncoder:
    """A model of the transformers library: mean of the last layer's vectors, or these themselves."""

    folder: Path
    name: str
    fingerprint: str

    def encode(self, texts: Sequence[str]) -> Matrix:
        """The mean vector of the tokens of each text; those encoded before are remembered."""
        return _remembered(self.fingerprint).encode(texts, self._means)

    def encode_tokens(self, texts: Sequence[str]) -> TokenVectors:
        """The vectors of the tokens of each text, without the marks that the model puts around it."""
        found: list[Matrix] = [np.zeros((0, 0), dtype=np.float32)] * len(texts)
        for places, hidden, _, special in self._hidden(texts):
            for place, vectors, marks in zip(places, hidden, special, strict=True):
                found[place] = vectors[~marks]
        offsets = offsets_of(np.fromiter(map(len, found), dtype=np.int64, count=len(found)))
        filled = [vectors for vectors in found if len(vectors)]
        together = np.concatenate(filled) if filled else np.zeros((0, 1), dtype=np.float32)
        return TokenVectors(together, Ragged(np.arange(len(together), dtype=np.int32), offsets))

    def _means(self, texts: Sequence[str]) -> Matrix:
        result: list[Matrix] = [np.zeros(0, dtype=np.float32)] * len(texts)
        for places, hidden, mask, _ in self._hidden(texts):
            weights = mask[:, :, None].astype(np.float32)
            means = (hidden * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1)
            for place, vector in zip(places, means, strict=True):
                result[place] = vector
        return np.stack(result)

    def _hidden(self, texts: Sequence[str]) -> Iterator[tuple[list[int], Matrix, Any, Any]]:
        """Vectors of the last layer, for texts of about the same length at a time; what is padding; what is a mark."""
        torch, tokeniser, model, longest = _model(self.folder)
        clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
        order = sorted(range(len(texts)), key=lambda place: len(clean[place]))
        for start in range(0, len(order), AT_ONCE):
            places = order[start : start + AT_ONCE]
            fed = tokeniser(
                [clean[place] for place in places],
                padding=True,
                truncation=True,
                max_length=longest,
                return_special_tokens_mask=True,
                return_tensors="pt",
            )
            special = fed.pop("special_tokens_mask").numpy().astype(bool)
            with torch.inference_mode():
                hidden = model(**fed).last_hidden_state.float().numpy()
            mask = fed["attention_mask"].numpy().astype(bool)
            yield places, hidden, mask, special | ~mask


@lru_cache(maxsize=2)
def _remembered(fingerprint: str) -> Remembered:
    return Remembered(fingerprint)


@lru_cache(maxsize=1)
def _model(folder: Path) -> tuple[Any, Any, Any, int]:
    """The library, tokeniser and model, on one thread, and the number of tokens that are looked at."""
    torch, transformers = import_module("torch"), import_module("transformers")
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    try:
        tokeniser = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model = transformers.AutoModel.from_pretrained(folder, local_files_only=True, use_safetensors=True)
    except Exception as error:  # whatever the library says: the folder is not as it should be
        raise InvalidInput(
            f"{folder}: the model cannot be loaded ({error})", "Download or save the model again."
        ) from None
    longest = min(int(tokeniser.model_max_length), int(getattr(model.config, "max_position_embeddings", LONGEST)))
    with contextlib.suppress(OSError, ValueError, KeyError):
        said = json.loads((folder / "sentence_bert_config.json").read_text(encoding="utf-8"))["max_seq_length"]
        longest = min(longest, int(said))
    return torch, tokeniser, model.eval(), longest
