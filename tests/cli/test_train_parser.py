"""``genchal train-parser`` as people type it, where torch is not there."""

import json
from pathlib import Path

from cli.typed import genchal
from genchal.campaign.parser_training.train_parser import TrainedParser
from genchal.domain.results.table import TableForm
from genchal.reports.tables.json_document import render_json
from genchal.reports.tables.text_table import render_text
from genchal.resources.parser import load_model, save_model
from genchal.text.parser.archive import ABOUT, with_description
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
    save_model(path, with_description(arrays, said | {"figures": {"dev": figures}}))
    model = load_model(str(path))
    trained = TrainedParser(model, path)
    lines = render_text(trained.tables(), TableForm()).splitlines()
    assert lines[1].split() == ["dev", "88.40", "85.20", "85.40", "95.60", "95.20", "97.90"]
    assert lines[2].split()[-1] == "97.40"
    assert lines[-1] == model.name
    record = json.loads(render_json(trained.payload()))
    assert list(record) == ["schema", "figures", "weights"]
    assert {"part": "dev", "figure": "las", "value": 85.2, "signature": model.name} in record["figures"]
