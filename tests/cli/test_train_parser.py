"""``genchal train-parser`` as people type it, where torch is not there."""

import json
from pathlib import Path

from cli.typed import genchal
from genchal.cli.train_parser import _json, _table
from genchal.resources.parser import load_model, save_model
from genchal.text.parser.archive import ABOUT, described
from tiny_parser import tiny_arrays

FIGURES = {"uas": 88.4, "las": 85.2, "las_base": 85.4, "upos": 95.6, "xpos": 95.2, "lemma": 97.9, "trees": 50.4}


def test_help_names_the_treebanks_and_the_device(tmp_path: Path) -> None:
    done = genchal("train-parser", "--help", folder=tmp_path)
    assert done.returncode == 0
    assert "TRAIN" in done.stdout
    assert "--device [cpu|cuda]" in done.stdout


def test_a_missing_option_is_said(tmp_path: Path) -> None:
    done = genchal("train-parser", "train.conllu", "--dev", "dev.conllu", folder=tmp_path)
    assert done.returncode == 2
    assert "--out" in done.stderr
    assert done.stderr.count("\n") == 1


def test_figures_are_shown_as_a_table_and_as_flat_records(tmp_path: Path) -> None:
    arrays = {name: array for name, array in tiny_arrays().items() if name != ABOUT}
    said = json.loads(tiny_arrays()[ABOUT].tobytes())
    del said["checksum"]
    figures = FIGURES | {f"{name}_lower": value - 0.5 for name, value in FIGURES.items()}
    path = tmp_path / "tiny.npz"
    save_model(path, described(arrays, said | {"figures": {"dev": figures}}))
    model = load_model(str(path))
    lines = _table(model, path).splitlines()
    assert lines[0].startswith(f"{model.name}: ")
    assert lines[2].split() == ["dev", "88.40", "85.20", "85.40", "95.60", "95.20", "97.90"]
    assert lines[3].split()[-1] == "97.40"
    record = json.loads(_json(model, path))
    assert record["schema"] == 1
    assert {"part": "dev", "figure": "las", "value": 85.2, "signature": model.name} in record["figures"]
