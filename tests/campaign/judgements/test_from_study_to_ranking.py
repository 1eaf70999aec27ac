"""The studies of the papers from campaign.toml to a ranking: created, answered, exported, ranked, by commands alone."""

import csv
import json
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit
from zlib import crc32

import pytest

from cli.typed import genchal
from genchal.campaign.studies.stored import read_study
from genchal.elicitation.method import place_items
from genchal.elicitation.presets import STUDIES
from genchal.store.store import open_store
from genchal.store.studies import find_study
from web.raters import Clock, Person

SYSTEMS = ("north", "south", "east")
INSTANCES = 8
RANKME = [name for name in STUDIES if name.startswith("rankme-")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A campaign of eight walks; of the first two, north and south say the same."""
    walks = [f"Walk {number}" for number in range(INSTANCES)]
    rows = [f'"name[{one}], dogs[yes]","{one} is a walk where dogs may come along."' for one in walks]
    (tmp_path / "test.csv").write_text("\n".join(["mr,ref", *rows]) + "\n", encoding="utf-8")
    sections = ['[campaign]\nname = "Walks"\n[[track]]\nname = "walks"\nformat = "slots"\ntest = "test.csv"\n']
    for system in SYSTEMS:
        texts = [
            f"{'north' if system == 'south' and number < 2 else system} has {walk} for you and all of your dogs."
            for number, walk in enumerate(walks)
        ]
        lines = [f"name[{walk}], dogs[yes]\t{text}" for walk, text in zip(walks, texts, strict=True)]
        (tmp_path / f"{system}.tsv").write_text("\n".join(["mr\toutput", *lines]) + "\n", encoding="utf-8")
        sections.append(f'[[system]]\nname = "{system}"\nfile = "{system}.tsv"\n')
    (tmp_path / "campaign.toml").write_text("".join(sections), encoding="utf-8")
    return tmp_path


def typed(folder: Path, *arguments: str) -> str:
    done = genchal(*arguments, folder=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def add(folder: Path, preset: str, *lines: str) -> None:
    with (folder / "campaign.toml").open("a", encoding="utf-8") as file:
        file.write("\n".join(["[[study]]", f'name = "{preset}"', f'preset = "{preset}"', *lines, ""]))


class Careful(Person):
    """Somebody who tells damaged copies and references from outputs, and gives the same text the same number."""

    def answers(self) -> dict[str, str]:
        worth = {"damaged": 5, "reference": 95}
        places = place_items(self.study.sheet(self.stored()))
        (criterion,) = self.study.criteria
        return {
            one.field(criterion.name): str(worth.get(one.item.kind, 40 + crc32(one.item.text.encode()) % 30))
            for one in places
        }


def answered(folder: Path, name: str, raters: int, kind: type[Person] = Person) -> list[dict[str, str]]:
    """Create a study, let people with personal links answer all they get, and export it."""
    typed(folder, "study", "create", name)
    links = typed(folder, "study", "links", name, "--count", f"{raters}").split()
    with open_store(folder / "campaign.db", create=False) as store:
        study = read_study(store.read(lambda transaction: find_study(transaction, name)))
        clock = Clock()
        for seed, link in enumerate(links):
            person = kind(store, clock, study, seed)
            person.start(urlsplit(link).path)
            assert person.work()
    typed(folder, "study", "export", name, "--out", f"{name}.csv")
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def ranked(folder: Path, name: str, criterion: str, *options: str) -> list[str]:
    """The systems of a ranking from an export, which `genchal agree` reads as well."""
    agreed = typed(folder, "agree", f"{name}.csv", "--criterion", criterion, "--resamples", "100")
    assert criterion in agreed
    found = json.loads(typed(folder, "rank", f"{name}.csv", "--criterion", criterion, "--json", *options))
    return sorted(one["system"] for one in found["ranking"])


@pytest.mark.slow
def test_the_twelve_studies_of_the_rankme_paper_go_from_presets_to_rankings(folder: Path) -> None:
    assert len(RANKME) == 12
    for name in RANKME:
        add(folder, name, 'instances = {choose = "first", count = 2}')
        rows = answered(folder, name, 3)
        boxes = {"added", "missed"} if name.endswith("quality") else set()
        asked = {"informativeness", "naturalness", "quality"} if name.endswith("together") else {name.split("-")[-1]}
        times = Counter((row["criterion"], row["instance"], row["system"]) for row in rows)
        assert {criterion for criterion, _, _ in times} == asked | boxes
        assert set(times.values()) == {3}  # every output by three raters
        assert len(times) == 2 * 3 * len(asked | boxes)
        sizes = Counter(Counter(row["sheet"] for row in rows if row["criterion"] in sorted(asked)[:1]).values())
        assert sizes == ({3: 6} if "-rankme-" in name else {1: 18})
        few = ("--runs", "20") if "-rankme-" in name else ("--resamples", "100")
        assert ranked(folder, name, sorted(asked)[0], *few) == sorted(SYSTEMS)


def test_a_text_of_two_systems_is_judged_once_and_counts_for_both(folder: Path) -> None:
    name = "rankme-rankme-quality"
    add(folder, name, 'instances = {choose = "first", count = 4}', 'identical = "merge"')
    rows = [row for row in answered(folder, name, 3) if row["criterion"] == "quality"]
    by_sheet: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows:
        by_sheet.setdefault(row["sheet"], {})[row["system"]] = row
    assert len(by_sheet) == 12  # 4 instances, 3 raters
    for own in by_sheet.values():
        assert set(own) == set(SYSTEMS)
        north, south = own["north"], own["south"]
        is_same = int(north["instance"]) <= 2
        assert ({**north, "system": "south"} == south) == is_same  # all but the name, the position too
        assert len({row["position"] for row in own.values()}) == (2 if is_same else 3)
    assert ranked(folder, name, "quality", "--runs", "20") == sorted(SYSTEMS)


def test_a_hit_with_twenty_control_items_goes_from_a_preset_to_a_ranking(folder: Path) -> None:
    name = "sr18-meaning"  # 8 x 3 outputs, two of them judged with others; 20 control items as in a HIT of 100
    add(folder, name, "items_per_sheet = 42", "raters_per_item = 2")
    rows = answered(folder, name, 2, Careful)
    assert Counter(row["kind"] for row in rows) == {"scored": 48, "repeat": 10, "damaged": 20, "reference": 10}
    assert len({(row["sheet"], row["position"]) for row in rows}) == 84  # as many as were shown
    tested = typed(folder, "agree", f"{name}.csv", "--quality-control", "--resamples", "100")
    assert "Quality control: 2 raters; 2 pass, 0 fail" in tested
    checked = typed(folder, "agree", f"{name}.csv", "--quality-control", "--resamples", "100", "--json")
    names = {check["rater"] for check in json.loads(checked)["raters"]}
    assert names == {row["rater"] for row in rows} == {"rater-0001", "rater-0002"}  # as `study identities` knows them
    options = ("--quality-control", "--resamples", "100")
    assert ranked(folder, name, "meaning_similarity", *options) == sorted(SYSTEMS)
