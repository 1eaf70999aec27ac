"""The last page of a study: one for each way in which it ends, with the code for it."""

from __future__ import annotations

from genchal.campaign.studies.stored import Running
from genchal.store import Rater
from genchal.web import pages
from genchal.web.page_frame import Shell

_PAGES = {
    "finished": pages.thanks_page,
    "screened_out": pages.screened_out_page,
    "removed": pages.screened_out_page,
    "no_consent": pages.declined_page,
}


def ending(running: Running, rater: Rater | None, shell: Shell) -> str:
    """The page for a rater, or for a stranger who did not agree."""
    state, home = "no_consent" if rater is None else rater.state, running.design.home
    code = running.design.codes.at_end(state)
    return _PAGES.get(state, pages.no_work_page)(shell, code, home.return_address(code) if home else "")
