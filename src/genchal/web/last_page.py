"""The last page of a study: one for each way in which it ends, with the code for it."""

from __future__ import annotations

from genchal.campaign.studies.stored import RunningStudy
from genchal.store.records import Rater
from genchal.web import pages
from genchal.web.page_frame import PageFrame

_PAGES = {
    "finished": pages.render_thanks,
    "screened_out": pages.render_screened_out,
    "removed": pages.render_screened_out,
    "no_consent": pages.render_declined,
}


def render_last_page(running: RunningStudy, rater: Rater | None, frame: PageFrame) -> str:
    """The page for a rater, or for a stranger who did not agree."""
    state, home = "no_consent" if rater is None else rater.state, running.design.home
    code = running.design.codes.at_end(state)
    return _PAGES.get(state, pages.render_no_work)(frame, code, home.return_address(code) if home else "")
