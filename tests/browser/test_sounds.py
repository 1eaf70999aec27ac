"""Descriptions from sound files in a real browser: they are played, and a scene appears only when they are."""

import math
import struct
import time
import wave
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.stored_sheets import check_once
from browser.study_server import CODE, SYSTEMS, ThreadServer, material, rater_of
from genchal.campaign.studies.create import plan_study, store_plans
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain.study.keys import parse_design
from genchal.store.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

DESK = {"width": 1000, "height": 900}
RATE = 8000  # samples a second
SECONDS = 0.5
PLAYED = """() => new Promise(done => {
  const audio = document.querySelector("audio");
  const tell = () => done(audio.currentTime);
  audio.ended ? tell() : audio.addEventListener("ended", tell);
})"""


def add_study(store: Store, folder: Path, name: str) -> RunningStudy:
    """A study whose descriptions are short tones."""
    given = material("identification", 1)
    tone = [int(8000 * math.sin(2 * math.pi * 440 * one / RATE)) for one in range(int(RATE * SECONDS))]
    for system in SYSTEMS:
        (folder / system).mkdir()
        with wave.open(str(folder / system / f"{given.instances[0].id}.wav"), "wb") as file:
            file.setparams((1, 2, RATE, 0, "NONE", "not compressed"))
            file.writeframes(struct.pack(f"<{len(tone)}h", *tone))
    keys = {
        "name": name,
        "method": "identification",
        "pacing": "heard",
        "sound": "file",
        "identity": "anonymous",
        "codes": {"complete": CODE},
        "sheets_per_rater": 1,
    }
    (made,) = store_plans(store, plan_study(parse_design(keys), replace(given, sounds=folder), 1), 1, time.time())
    return read_study(made.study)


def test_a_description_is_played_and_its_scene_appears(
    chromium: "Browser", server: ThreadServer, tmp_path: Path
) -> None:
    study = add_study(server.store, tmp_path, "played")
    with rater_of(chromium, server, study, viewport=DESK) as rater:
        page = rater.start()
        assert not page.locator(".picture-entity").first.is_visible()
        page.locator("[data-begin]").press("Enter")
        page.locator(".picture-entity").first.wait_for()
        assert page.evaluate(PLAYED) == SECONDS
        page.locator(".picture-entity").first.click()
        rater.send()
        assert rater.is_done
    check_once(server.store, study, 1)


def test_a_sound_that_does_not_arrive_is_said_and_can_be_tried_again(
    chromium: "Browser", server: ThreadServer, tmp_path: Path
) -> None:
    study = add_study(server.store, tmp_path, "broken")
    with rater_of(chromium, server, study, viewport=DESK) as rater:
        rater.may_hear = "Failed to load resource"
        rater.context.route("**/sounds/*", lambda route: route.abort())
        page = rater.start()
        page.locator("[data-begin]").click()
        page.locator("[data-found]").wait_for()
        assert "could not be played" in page.locator("[data-found]").inner_text()
        assert not page.locator(".picture-entity").first.is_visible()
        rater.context.unroute("**/sounds/*")
        page.locator("[data-begin]").click()
        page.locator(".picture-entity").first.wait_for()
        page.locator(".picture-entity").first.click()
        rater.send()
        assert rater.is_done
    check_once(server.store, study, 1)
