"""The last page of a study: one for each way in which it ends, with the code for it."""

from __future__ import annotations

from genchal.campaign.running import Running
from genchal.store import Rater
from genchal.web import pages
from genchal.web.shell import Shell


def ending(running: Running, rater: Rater | None, shell: Shell) -> str:
    """The page for a rater, or for a stranger who did not agree."""
    codes, home = running.design.codes, running.design.home
    state = "no_consent" if rater is None else rater.state
    page, code = {
        "finished": (pages.thanks_page, codes.complete),
        "screened_out": (pages.screened_out_page, codes.screened_out),
        "removed": (pages.screened_out_page, codes.screened_out),
        "no_consent": (pages.declined_page, codes.no_consent),
    }.get(state, (pages.no_work_page, ""))
    return page(shell, code, home.return_address(code) if home else "")
