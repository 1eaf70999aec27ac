"""``genchal metrics``, ``generators`` and ``methods`` as people type them."""

import csv
import io
import json
from importlib.resources import files
from pathlib import Path

import pytest

from cli.typed import genchal
from genchal.campaign.catalogue import Kind, list_catalogue
from genchal.domain.settings import settings_of
from genchal.elicitation import METHODS
from genchal.generators import GENERATORS
from genchal.metrics import METRICS
from genchal.registry import Registry

REGISTRIES: dict[Kind, Registry[type]] = {"metrics": METRICS, "generators": GENERATORS, "methods": METHODS}


@pytest.mark.parametrize("kind", REGISTRIES)
def test_everything_registered_is_listed_with_its_settings(kind: Kind, tmp_path: Path) -> None:
    done = genchal(kind, "--json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    entries = {entry["name"]: entry for entry in json.loads(done.stdout)[kind]}
    assert list(entries) == list(REGISTRIES[kind])
    for name, entry in entries.items():
        assert [setting["name"] for setting in entry["settings"]] == list(settings_of(REGISTRIES[kind][name]))
        assert all(setting["doc"] for setting in entry["settings"]), name
        assert entry["summary"]
    shown = genchal(kind, folder=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in shown[1:]] == list(entries)


def test_what_metrics_need_and_compare_with_is_listed(tmp_path: Path) -> None:
    rows = {
        row["name"]: row for row in csv.DictReader(io.StringIO(genchal("metrics", "--csv", folder=tmp_path).stdout))
    }
    assert rows["meteor"]["needs"] == "genchal[meteor]"
    assert rows["sentence_cosine"]["needs"] == "genchal[embeddings] for models"
    assert rows["slot_error"]["needs"] == "a lexicon"
    assert (rows["bleu"]["needs"], rows["bleu"]["compared_with"], rows["bleu"]["better"]) == (
        "",
        "references",
        "higher",
    )
    assert (rows["ter"]["better"], rows["dlevel_ud"]["better"]) == ("lower", "neither")
    assert (rows["slot_error"]["compared_with"], rows["dlevel_ud"]["compared_with"]) == ("the input", "nothing")


def test_one_metric_is_shown_with_settings_card_and_signature(tmp_path: Path) -> None:
    done = genchal("metrics", "bleu", folder=tmp_path)
    assert done.returncode == 0
    assert "order         4        from 1 to 20" in done.stdout
    assert "Limits: A corpus score" in done.stdout
    assert done.stdout.splitlines()[-1] == METRICS["bleu"].example().signature("1")


def test_an_unknown_name_is_answered_with_a_suggestion(tmp_path: Path) -> None:
    done = genchal("metrics", "blue", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: unknown metric 'blue'. Did you mean 'bleu'?\n"


def test_metrics_of_other_packages_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(METRICS, "_external", {"theirs": "genchal.metrics.bleu:Bleu"})
    assert "theirs" in [entry.name for entry in list_catalogue("metrics").entries]


@pytest.mark.parametrize(
    ("kind", "package"), [("metrics", "metrics"), ("generators", "generators"), ("methods", "elicitation")]
)
def test_every_card_is_of_something_registered(kind: Kind, package: str) -> None:
    cards = {path.name for path in (files(f"genchal.{package}") / "cards").iterdir()}
    kinds = [REGISTRIES[kind][name] for name in REGISTRIES[kind]]
    assert cards == {f"{getattr(own, 'family', '') or own.name.partition('.')[0]}.toml" for own in kinds}  # type: ignore[attr-defined]
