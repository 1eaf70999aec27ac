"""The TUNA identification experiment in a real browser: read, see or hear a description, then point, in known times."""

import json
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from balanced_scenes import FURNITURE, PEOPLE, make_balanced_scenes
from browser.accessibility import Inspection
from browser.stored_sheets import Answered, answered_sheets, check_once
from browser.study_server import SYSTEMS, BrowserRater, ThreadServer, add_study, rater_of
from genchal.campaign.studies.create import StudyMaterial, plan_study, store_plans
from genchal.campaign.studies.stored import RunningStudy, read_study
from genchal.domain import Instance
from genchal.domain.study.keys import parse_design
from genchal.elicitation.presets import fill_in_preset
from genchal.resources.files import read_lines
from genchal.store.store import Store
from genchal.tasks.tuna import Tuna

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WITHIN = 0.030  # seconds
DESK = {"width": 1000, "height": 900}
TOGETHER = {"pacing": "simultaneous"}
HEARD = {"pacing": "heard"}


def times(one: Answered, *criteria: str) -> list[list[float]]:
    """Times of every item, in the order of the sheet."""
    names = dict.fromkeys(name for name, _ in one.values)
    return [[float(one.values[name, criterion]) for criterion in criteria] for name in names]


def chosen(one: Answered) -> list[tuple[int, int]]:
    """Row and column of what was pointed at."""
    values = [json.loads(value) for (_, criterion), value in one.values.items() if criterion == "chosen"]
    return [(row, column) for row, column in (value["place"] for value in values)]


# A real mouse. Browsers are told of a press by the system with the moment at which it happened, and so is this one: a
# machine that is busy hears of it late, as it would of a real hand, but knows when it was.

# Promises when something is first on the screen: the frame after the one that painted it has begun.
WATCH = """([selector, number]) => {
  const there = () => [...document.querySelectorAll(selector)].filter(one => one.getClientRects().length)[number];
  window.seen = new Promise(done => {
    const tell = () => {
      const at = (performance.timeOrigin + performance.now()) / 1000;
      const box = there().getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      done({at, x, y, place: [Number(there().dataset.row), Number(there().dataset.column)]});
    };
    const look = () => requestAnimationFrame(there() ? tell : look);
    look();
  });
}"""


class Hand:
    """Moves the mouse of a page, and presses it at a moment that it knows."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.devtools = page.context.new_cdp_session(page)

    def look_for(self, selector: str, number: int = 0) -> None:
        """From now on, watch when it appears."""
        self.page.evaluate(WATCH, [selector, number])

    def press_after(self, seconds: float, following: str = "", number: int = 0) -> dict[str, Any]:
        """Press what was looked for, so long after it was seen, and look for what follows; says where it was."""
        seen: dict[str, Any] = self.page.evaluate("window.seen")
        if following:
            self.look_for(following, number)
        at = seen["at"] + seconds
        self._mouse("mouseMoved", seen, time.time())
        time.sleep(max(0.0, at - time.time()))
        self._mouse("mousePressed", seen, at)
        self._mouse("mouseReleased", seen, max(at + 0.03, time.time()))
        return seen

    def _mouse(self, kind: str, seen: dict[str, Any], at: float) -> None:
        button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
        place = {"x": seen["x"], "y": seen["y"], "timestamp": at}
        self.devtools.send("Input.dispatchMouseEvent", {"type": kind, **place, **button})


def identify(rater: BrowserRater, delays: Sequence[tuple[float, ...]]) -> list[tuple[int, int]]:
    """Answer a sheet with the mouse after known delays, to read (where that comes first) and to find; says where."""
    hand, pointed = Hand(rater.page), []
    for number, (*reading, finding) in enumerate(delays):
        hand.look_for("[data-begin]")
        if reading:
            hand.press_after(0.02, "[data-proceed]")
            hand.press_after(reading[0], ".picture-entity", number)
        else:
            hand.press_after(0.02, ".picture-entity", number)
        pointed.append(tuple(hand.press_after(finding)["place"]))
        if number < len(delays) - 1:
            rater.page.locator(".paging .primary").click()
    return pointed


def study_of_40_scenes(store: Store, name: str, instances: tuple[Instance, ...], **keys: Any) -> RunningStudy:
    """A study of 40 scenes and three systems from the preset: 120 items, each system once for every scene."""
    given = fill_in_preset({"preset": "tuna08-identification", "name": name, "identity": "anonymous", **keys})
    outputs = {system: [f"{system}: {one.id}" for one in instances] for system in SYSTEMS}
    plans = plan_study(parse_design(given), StudyMaterial(instances, outputs), 1)
    (created,) = store_plans(store, plans, 1, 0.0)
    items = [item for block in plans[0].composition.blocks if not block.practice for item in block.items]
    assert Counter(one.system for one in items) == dict.fromkeys(SYSTEMS, 40)
    assert len({(one.instance, one.system) for one in items}) == created.items == 120
    if not keys:
        assert (created.sheets, created.practice) == (120, 5)
    return read_study(created.study)


def drawn_scenes() -> tuple[Instance, ...]:
    scenes = make_balanced_scenes(FURNITURE, 20, np.random.default_rng(1))
    return (*scenes, *make_balanced_scenes(PEOPLE, 20, np.random.default_rng(2)))


def test_a_study_of_40_scenes_of_tuna_is_created(store: Store, data: Path) -> None:
    path = data / "tuna" / "furniture.xml.xz"
    study_of_40_scenes(store, "tuna", tuple(islice(Tuna().parse(read_lines(path), path.name), 40)))


@pytest.mark.slow
def test_every_time_of_a_mouse_with_known_delays_is_stored_to_within_30_ms(
    chromium: "Browser", server: ThreadServer
) -> None:
    """A whole sheet of a study of 40 scenes and three systems."""
    study_of_40_scenes(server.store, "forty", drawn_scenes())
    study = study_of_40_scenes(server.store, "forty-by-six", drawn_scenes(), practice=0, items_per_sheet=6)
    delays = [(0.12, 0.30), (0.25, 0.18), (0.40, 0.12), (0.16, 0.22), (0.10, 0.45), (0.31, 0.15)]
    with rater_of(chromium, server, study, viewport=DESK) as rater:
        rater.start()
        pointed = identify(rater, delays)
        rater.send()
    (one,) = check_once(server.store, study, 1)
    assert chosen(one) == pointed
    found = np.array(times(one, "reading_time", "identification_time"))
    assert found == pytest.approx(np.array(delays), abs=WITHIN)


def test_a_description_beside_its_scene_has_one_time(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(
        server.store, "identification", name="together", count=2, items_per_sheet=2, sheets_per_rater=1, **TOGETHER
    )
    delays = [(0.21,), (0.34,)]
    with rater_of(chromium, server, study, viewport=DESK) as rater:
        page = rater.start()
        assert not page.locator("[data-description]").first.is_visible()
        pointed = identify(rater, delays)
        rater.send()
        assert rater.is_done
    (one,) = check_once(server.store, study, 1)
    assert chosen(one) == pointed
    assert np.array(times(one, "identification_time")) == pytest.approx(np.array(delays), abs=WITHIN)
    assert not any(criterion == "reading_time" for _, criterion in one.values)


# A synthesiser that writes down what it is told to say, as in a browser that has one.
SYNTHESISER = """
  window.said = [];
  speechSynthesis.speak = one => said.push([one.text, one.lang]);
"""


def test_a_description_is_heard_while_its_scene_is_shown(
    chromium: "Browser", server: ThreadServer, inspect: Inspection
) -> None:
    study = add_study(server.store, "identification", name="heard", count=2, sheets_per_rater=2, **HEARD)
    with rater_of(chromium, server, study, viewport=DESK) as rater:
        rater.context.add_init_script(SYNTHESISER)
        page = rater.start()
        said = page.locator("[data-speech]").get_attribute("data-speech")
        assert said
        assert said not in page.inner_text("main")
        pointed = identify(rater, [(0.25,)])
        assert page.evaluate("said") == [[said, "en"]]
        rater.send()
        page.locator("[data-begin]").click()
        inspect(page, "a scene to point at")
        page.locator(".picture-entity").first.click()
        rater.send()
        assert rater.is_done
    one, _ = check_once(server.store, study, 2)
    assert chosen(one) == pointed
    assert np.array(times(one, "identification_time")) == pytest.approx(np.array([[0.25]]), abs=WITHIN)


def test_a_browser_that_cannot_speak_says_so_and_shows_no_scene(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "identification", name="mute", count=1, **HEARD)
    with rater_of(chromium, server, study, viewport=DESK) as rater:
        rater.context.add_init_script("delete window.speechSynthesis; delete Window.prototype.speechSynthesis;")
        page = rater.start()
        page.locator("[data-begin]").click()
        page.locator("[data-found]").wait_for()
        assert "read text aloud" in page.locator("[data-found]").inner_text()
        assert not page.locator(".picture-entity").first.is_visible()
    assert answered_sheets(server.store, study) == []
