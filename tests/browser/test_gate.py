"""The calculation of a study with a gate, in a real browser."""

import hashlib
from typing import TYPE_CHECKING

import pytest

from browser.keyboard import ready
from browser.study_server import ThreadServer, add_study, rater_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_a_browser_gets_in_after_its_calculation(chromium: "Browser", server: ThreadServer) -> None:
    study = add_study(server.store, "likert", name="gated", identity="anonymous", gate=True, count=2)
    with rater_of(chromium, server, study) as one:
        page = one.page
        page.goto(f"{server.address}/s/gated")
        agree = page.locator("button[value=agree]")
        page.wait_for_selector("input[name=_proof]", state="attached", timeout=60_000)
        assert agree.is_enabled()
        agree.click()
        ready(page)
        assert page.locator("form").get_attribute("action") == "/s/gated/begin"


@pytest.mark.parametrize("length", [0, 3, 55, 56, 63, 64, 65, 200])
def test_our_hash_is_sha_256(chromium: "Browser", server: ThreadServer, length: int) -> None:
    study = add_study(server.store, "likert", name=f"hash-{length}", identity="anonymous", gate=True, count=1)
    text = "abc" * 100
    with rater_of(chromium, server, study) as one:
        one.page.goto(f"{server.address}/s/{study.study.name}")
        script = one.page.locator("script[type=module]").get_attribute("src")
        words = one.page.evaluate(
            "async ([address, text]) => Array.from((await import(address)).sha256(text))", [script, text[:length]]
        )
    made = b"".join((word & 0xFFFFFFFF).to_bytes(4) for word in words)
    assert made == hashlib.sha256(text[:length].encode()).digest()
