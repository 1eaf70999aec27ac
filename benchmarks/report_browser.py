"""How long until a report of 60 systems with 10,000 outputs each is painted, and until its outputs are filtered?"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from genchal.domain import Instance, SlotValues, System
from genchal.domain.results.campaign import CampaignResults, Measure, TrackResults
from genchal.domain.results.scores import Score, SegmentScores
from genchal.reports.report_files import render_report

if TYPE_CHECKING:
    from playwright.sync_api import Page

SYSTEMS, INSTANCES = 60, 10_000
MEASURES = (("bleu", True), ("rouge_l", True), ("chrf", True), ("cider", True), ("slot_error", False))
WORDS = 3_000  # of the vocabulary; those of a text are drawn by Zipf's law
LETTERS = "etaoinshrdlu"
REPEAT = 5

# Sets a control and waits until the list has been drawn again: milliseconds of the script, and until the next frame.
CHANGE = """async ([name, value]) => {
  const control = document.querySelector(".browser ." + name);
  const start = performance.now();
  control.value = value;
  control.dispatchEvent(new Event(name === "find" || name === "low" ? "input" : "change", { bubbles: true }));
  const done = performance.now();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return [done - start, performance.now() - start];
}"""
CHANGES = {
    "search_rare_word": ("find", "okapi"),
    "search_word_that_is_everywhere": ("find", "the"),
    "search_nothing_found": ("find", "no such words"),
    "search_cleared": ("find", ""),
    "order_worst": ("order", "worst"),
    "order_scores_differ": ("order", "spread"),
    "order_words_differ": ("order", "words"),
    "order_disputed": ("order", "disputed"),
    "filter_errors": ("errors", "0"),
    "filter_errors_off": ("errors", ""),
    "filter_score_from": ("low", "0.99"),
    "filter_score_off": ("low", ""),
    "filter_system": ("of-system", "17"),
    "filter_tag": ("tag", "3"),
}
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
READ = "() => !document.querySelector('.browser .found').textContent.includes('reading')"


def make_campaign(systems: int = SYSTEMS, instances: int = INSTANCES, seed: int = 1) -> CampaignResults:
    """A campaign whose outputs are drawn: about a third of an instance's outputs occur more than once."""
    rng = np.random.default_rng(seed)
    ids = tuple(f"item-{place:05d}" for place in range(instances))
    weights = 1 / np.arange(1, WORDS + 1)
    drawn = rng.choice(WORDS, size=(instances, 40 * 14), p=weights / weights.sum())
    lengths = rng.integers(3, 10, WORDS)
    words = ["".join(rng.choice(list(LETTERS), length)) for length in lengths]
    words[0], words[-1] = "the", "okapi"
    texts = [[" ".join(words[word] for word in line[14 * i : 14 * i + 14]) for i in range(40)] for line in drawn]
    slots = tuple(f"slot {i}" for i in range(8))
    given = [
        Instance(
            name, SlotValues(tuple((slot, f"value {place % 97}") for slot in slots[: 3 + place % 6])), tuple(lines[:2])
        )
        for place, (name, lines) in enumerate(zip(ids, texts, strict=True))
    ]
    names = [f"system {place:02d}" for place in range(systems)]
    picks = rng.integers(0, 40, size=(systems, instances))
    outputs = {
        name: tuple(texts[i][pick] for i, pick in enumerate(row)) for name, row in zip(names, picks, strict=True)
    }
    measures = tuple(Measure(name, name, higher, 0.0, 1.0, name) for name, higher in MEASURES)
    segments = tuple(
        SegmentScores(
            name,
            "track",
            measure.name,
            ids,
            np.round(rng.beta(2, 3, instances), 1 if measure.name == "slot_error" else 4),
        )
        for measure in measures
        for name in names
    )
    scores = tuple(
        Score(part.system, "track", part.metric, float(part.values.mean()), instances, 0, None, None, part.metric)
        for part in segments
    )
    track = TrackResults(
        "track", "slots", "en", tuple(given), tuple(map(System, names)), measures, scores, segments, outputs
    )
    return CampaignResults("Large", 1, "0", 0, 0.95, (track,))


def run() -> dict[str, object]:
    """Write the report, open it from the disk in Chromium, and change its controls."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        campaign = make_campaign()
        start = time.perf_counter()
        files = render_report(campaign)
        made = time.perf_counter() - start
        for path, content in files.items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_bytes(content)
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        paints = []
        for _ in range(REPEAT):
            page = chromium.new_page(viewport={"width": 1440, "height": 900})
            page.goto((Path(folder) / "index.html").as_uri())
            page.wait_for_selector(".browser .entry-line")
            paints.append((page.evaluate(PAINT), page.evaluate("performance.now()")))
            page.close()
        page = chromium.new_page(viewport={"width": 1440, "height": 900})
        page.goto((Path(folder) / "index.html").as_uri())
        measured = _use(page)
        chromium.close()
    return {
        "outputs": SYSTEMS * INSTANCES,
        "report_made_seconds": round(made, 1),
        "page_mb": _mb(files, "index.html"),
        "data_mb": _mb(files, "data/"),
        "first_paint_ms": round(statistics.median(paint for paint, _ in paints)),
        "first_entries_ms": round(statistics.median(entries for _, entries in paints)),
        **measured,
    }


def _use(page: Page) -> dict[str, Any]:
    start = time.perf_counter()
    page.locator(".browser").scroll_into_view_if_needed()
    page.wait_for_function(READ, timeout=120_000)
    read = time.perf_counter() - start
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in CHANGES}
    for _ in range(REPEAT):
        for name, change in CHANGES.items():
            runs[name].append(page.evaluate(CHANGE, list(change)))
        page.evaluate(CHANGE, ["of-system", "-1"])
        page.evaluate(CHANGE, ["tag", "-1"])
        page.evaluate(CHANGE, ["order", "file"])
    changes = {name: _times(times) for name, times in runs.items()}
    slowest = max(change["until_painted_ms"] for change in changes.values())
    heap = page.evaluate("performance.memory.usedJSHeapSize / 2 ** 20")
    return {"all_data_read_seconds": round(read, 1), "heap_mb": round(heap), "slowest_ms": slowest, "changes": changes}


def _times(runs: list[tuple[float, float]]) -> dict[str, float]:
    script, painted = (statistics.median(times) for times in zip(*runs, strict=True))
    best = min(painted for _, painted in runs)
    return {"script_ms": round(script, 1), "until_painted_ms": round(painted, 1), "best_ms": round(best, 1)}


def _mb(files: dict[str, bytes], start: str) -> float:
    return round(sum(len(content) for path, content in files.items() if path.startswith(start)) / 1e6, 2)
