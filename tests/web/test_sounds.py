"""Descriptions that are heard from sound files, which are read once and served to raters for their own sheets."""

import re
import wave
from dataclasses import replace
from pathlib import Path

import pytest

from genchal.campaign.studies import sounds as campaign_sounds
from genchal.campaign.studies.create import plan_study, store_plans
from genchal.campaign.studies.sounds import read_sounds
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain.study.keys import parse_design
from genchal.domain.study.study import Block, Item
from genchal.errors import InvalidInput, NotFound, UserError
from genchal.store.store import Store
from genchal.web.app import make_app
from web.raters import SYSTEMS, Browser, Clock, Person, material

BEGINNINGS = {
    ".mp3": (b"ID3\x04", "audio/mpeg"),
    ".m4a": (b"\0\0\0\x20ftypM4A ", "audio/mp4"),
    ".ogg": (b"OggS\0", "audio/ogg"),
    ".wav": (b"RIFF\0\0\0\0WAVE", "audio/wav"),
}
KEYS = {
    "name": "study",
    "method": "identification",
    "pacing": "heard",
    "sound": "file",
    "identity": "anonymous",
    "codes": {"complete": "DONE-1"},
}


def sound_files(folder: Path, count: int = 4) -> Path:
    """A file for every output of the material, each with its own contents."""
    for system in SYSTEMS:
        (folder / system).mkdir(parents=True)
        for number in range(count):
            with wave.open(str(folder / system / f"i{number}.wav"), "wb") as file:
                file.setparams((1, 1, 8000, 0, "NONE", "not compressed"))
                file.writeframes(f"{system} says {number}. ".encode() * 20)
    return folder


def serve(store: Store, folder: Path) -> RunningStudy:
    plans = plan_study(parse_design(KEYS), replace(material("identification"), sounds=sound_files(folder)), 1)
    (made,) = store_plans(store, plans, 1, 0.0)
    return read_study(made.study)


def test_a_study_is_heard_to_the_end_without_the_files(store: Store, clock: Clock, tmp_path: Path) -> None:
    study = serve(store, tmp_path / "sounds")
    expected = {
        (system, f"i{number}"): (tmp_path / "sounds" / system / f"i{number}.wav").read_bytes()
        for system in SYSTEMS
        for number in range(4)
    }
    for path in (tmp_path / "sounds").rglob("*.wav"):
        path.unlink()
    person = Person(store, clock, study)
    person.start()
    (item,) = person.stored().items
    (address,) = re.findall(r'<audio preload="auto" src="([^"]+)">', person.page.text)
    assert item.system not in address
    assert item.text not in person.page.text  # it is heard, not read
    heard = person.browser.get(address)
    assert heard.content == expected[item.system, item.instance]
    assert heard.headers["content-type"] == "audio/wav"
    assert heard.headers["cache-control"].startswith("private, ")
    assert heard.headers["accept-ranges"] == "bytes"
    assert person.work() == 12


@pytest.mark.parametrize(
    ("asked", "status", "start", "end"),
    [
        ("bytes=0-", 206, 0, None),
        ("bytes=0-1", 206, 0, 2),
        ("bytes=10-99999999", 206, 10, None),
        ("bytes=-5", 206, -5, None),
        ("bytes=-99999999", 206, 0, None),
        ("bytes=99999999-", 416, 0, 0),
        ("bytes=-0", 416, 0, 0),
        ("bytes=7-3", 416, 0, 0),
        ("bytes=-", 200, 0, None),
        ("bytes=0-1,4-5", 200, 0, None),
        ("lines=1-2", 200, 0, None),
    ],
)
def test_players_may_ask_for_a_piece(
    one_store: Store, clock: Clock, tmp_path: Path, asked: str, status: int, start: int, end: int | None
) -> None:
    person = Person(one_store, clock, serve(one_store, tmp_path / "sounds"))
    person.start()
    (address,) = re.findall(r'src="(/sheets/[^"]+)"', person.page.text)
    whole = person.browser.get(address).content
    piece = person.browser.get(address, headers={"Range": asked})
    assert piece.status_code == status
    assert piece.content == whole[start:end]
    if status == 206:
        first = start % len(whole)
        assert piece.headers["content-range"] == f"bytes {first}-{first + len(piece.content) - 1}/{len(whole)}"


def test_only_the_rater_of_a_sheet_hears_it(one_store: Store, clock: Clock, tmp_path: Path) -> None:
    study = serve(one_store, tmp_path / "sounds")
    ann, bob = Person(one_store, clock, study), Person(one_store, clock, study)
    ann.start()
    bob.start()
    (address,) = re.findall(r'src="(/sheets/[^"]+)"', ann.page.text)
    stranger = Browser(make_app(one_store, clock=clock))
    for browser, path in ((bob.browser, address), (stranger, address), (ann.browser, f"{address}0")):
        refused = browser.get(path)
        assert refused.status_code == 404
        assert "audio" not in refused.headers["content-type"]


# Reading the files


def block(*items: Item) -> list[Block]:
    return [Block("b", items)]


@pytest.mark.parametrize("suffix", BEGINNINGS)
def test_every_kind_of_file_is_known_by_its_beginning(tmp_path: Path, suffix: str) -> None:
    beginning, media_type = BEGINNINGS[suffix]
    (tmp_path / "a").mkdir()
    path = tmp_path / "a" / f"i1{suffix}"
    path.write_bytes(beginning + b"...")
    (found,) = read_sounds(tmp_path, block(Item("1", "i1", "a", "x"), Item("2", "i1", "a", "x", "repeat", "1")))
    assert (found.system, found.instance, found.media_type) == ("a", "i1", media_type)
    assert found.data == beginning + b"..."
    path.write_bytes(b"version https://git-lfs.github.com/spec/v1")
    with pytest.raises(InvalidInput, match="sound file"):
        read_sounds(tmp_path, block(Item("1", "i1", "a", "x")))


def test_what_file_names_cannot_hold_is_written_as_a_line(tmp_path: Path) -> None:
    (tmp_path / "a_b").mkdir()
    (tmp_path / "a_b" / "s1_ _.v2.mp3").write_bytes(b"ID3")
    (found,) = read_sounds(tmp_path, block(Item("1", "s1: ?.v2", "a/b", "x")))
    assert found.instance == "s1: ?.v2"
    with pytest.raises(NotFound, match=r"_/x\.mp3"):
        read_sounds(tmp_path, block(Item("1", "x", "..", "x")))


def test_sounds_that_are_missing_too_large_or_impossible_get_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "i1.mp3").write_bytes(b"ID3" + b"0" * 100)
    one, two = Item("1", "i1", "a", "x"), Item("2", "i2", "a", "x")

    def said(*items: Item) -> str:
        with pytest.raises(UserError) as raised:
            read_sounds(tmp_path, block(*items))
        return str(raised.value)

    missing = said(one, two, Item("3", "i3", "a", "x"))
    assert missing.startswith(f"2 sounds of 3 are missing, the first is {tmp_path / 'a' / 'i2.mp3'}. Put a file there")
    assert "Set control.damaged to 0" in said(one, Item("4", "i1", "a", "y", "damaged", "1"))
    monkeypatch.setattr(campaign_sounds, "LARGEST", 100)
    assert "103 bytes. Compress it: 100 bytes at most" in said(one)
    monkeypatch.setattr(campaign_sounds, "ALL", 100)
    assert "103 bytes of sound" in said(one)


def test_sounds_that_nobody_hears_are_refused() -> None:
    design = parse_design({**KEYS, "sound": "speech", "sounds": "recordings"})
    with pytest.raises(InvalidInput, match="has sounds, but does not play them"):
        plan_study(design, material("identification"), 1)
