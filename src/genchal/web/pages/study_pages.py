"""Pages of a study: its sheets, and the last page with the code for how the study ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from genchal.campaign.studies.stored import RunningStudy
from genchal.domain.study.study import Answers, Problem
from genchal.elicitation.method import place_items
from genchal.store.records import Rater, SeenSheet, StoredSheet
from genchal.store.revisions import Version
from genchal.web.pages import rendering
from genchal.web.pages.page_frame import Form, PageFrame, PageProgress
from genchal.web.pages.practice import Remark, review_practice
from genchal.web.requests.cookies import Visitor
from genchal.web.sounds import list_sound_addresses

_ENDINGS: dict[str, rendering.Ending] = {
    "finished": "thanks",
    "screened_out": "screened_out",
    "removed": "screened_out",
    "rejected": "rejected",
    "no_consent": "declined",
}


def make_frame(running: RunningStudy, visitor: Visitor | None = None) -> PageFrame:
    """What all pages of a study share, as one visitor sees them."""
    own = running.text_language
    return PageFrame(
        running.title,
        running.design.language,
        text_language="" if own == running.design.language else own,
        is_rich=running.design.text_format == "markdown",
        study=str(running.study.id),
        rater=visitor.mark(running.study) if visitor else "",
    )


def render_stored_sheet(
    running: RunningStudy,
    seen: SeenSheet,
    visitor: Visitor,
    sent: Answers | None = None,
    problems: Sequence[Problem] = (),
    comment: str = "",
    frame: PageFrame | None = None,
) -> str:
    """A sheet with the draft of its answers, or with what was sent and cannot be taken as it is."""
    stored, design = seen.stored, running.design
    page = running.method.page(running.sheet(stored), running.texts)
    waits = design.minimum_seconds and not design.removes_hasty and not stored.practice
    draft = stored.draft
    form = Form(
        action=f"/sheets/{stored.token}",
        hidden={
            "_csrf": visitor.csrf(running.study),
            "_key": stored.token,
            "_rater": visitor.mark(running.study),
        },
        sheet=stored.token,
        draft_url=f"/sheets/{stored.token}/draft",
        draft_number=draft.number if draft else 0,
    )
    return rendering.render_sheet(
        replace(
            frame or make_frame(running, visitor), progress=_progress(running, seen), instructions=running.instructions
        ),
        replace(
            page,
            minimum_seconds=design.minimum_seconds if waits else 0,
            # Without a script all items are on one page, and so are copies and originals.
            needs_script=page.needs_script or (bool(design.one_at_a_time) and _has_copies(stored)),
        ),
        sent if sent is not None else draft.answers if draft else {},
        problems,
        form,
        one_at_a_time=bool(design.one_at_a_time),
        sounds=list_sound_addresses(running, stored),
        previous_url=change_url(seen.previous) if seen.previous and running.is_revisable else "",
        comment=comment if design.comments else None,
    )


def change_url(sheet: str) -> str:
    """Where an answered sheet can be changed."""
    return f"/sheets/{sheet}/change"


def feedback_url(sheet: str) -> str:
    """Where raters read about a sheet for practice that they have answered."""
    return f"/sheets/{sheet}/feedback"


def render_feedback(running: RunningStudy, stored: StoredSheet, answers: Answers, frame: PageFrame, form: Form) -> str:
    """What a rater has answered to a sheet for practice beside what the organisers think."""
    sheet = running.sheet(stored)
    page = running.method.page(sheet, running.texts)
    remarks = {
        place.key: Remark(place.label(running.texts), place.item.text, place.item.expected or "", place.item.feedback)
        for place in place_items(sheet)
    }
    return rendering.render_feedback(frame, review_practice(page, answers, remarks), form)


def name_change(sheet: str, version: int) -> str:
    """What scripts call the page on which a version of answers is changed."""
    return f"{sheet}-{version}"


def render_change(
    running: RunningStudy,
    seen: SeenSheet,
    visitor: Visitor,
    version: Version,
    home: str,
    sent: Answers | None = None,
    problems: Sequence[Problem] = (),
    comment: str = "",
) -> str:
    """An answered sheet, to be looked at again and changed; `home` leads back to where the rater was."""
    stored = seen.stored
    name = name_change(stored.token, version.number)
    hidden = {
        "_csrf": visitor.csrf(running.study),
        "_key": name,
        "_sheet": name,
        "_version": str(version.number),
        "_rater": visitor.mark(running.study),
    }
    return rendering.render_sheet(
        replace(make_frame(running, visitor), instructions=running.instructions),
        running.method.page(running.sheet(stored), running.texts),
        sent if sent is not None else version.answers,
        problems,
        Form(action=change_url(stored.token), hidden=hidden, sheet=name),
        one_at_a_time=bool(running.design.one_at_a_time),
        previous_url=change_url(seen.previous) if seen.previous else "",
        home_url=home,
        comment=comment if running.design.comments else None,
    )


def render_last_page(
    running: RunningStudy,
    rater: Rater | None,
    frame: PageFrame,
    back: str,
    answered: int = 0,
    *,
    form: Form | None = None,
    comment: str = "",
) -> str:
    """The page for a rater who has answered so many sheets, or for a stranger who did not agree and may think again."""
    state, home = "no_consent" if rater is None else rater.state, running.design.home
    code = running.find_code(rater.number, state, answered) if rater else running.design.codes.at_end(state)
    ending = _ENDINGS.get(state, "no_work")
    is_open = ending == "declined" and running.study.state == "open"
    address = home.return_address(code) if home else ""
    return rendering.render_ending(
        frame, ending, code, address, undo_url=back if is_open else "", form=form, comment=comment
    )


def _has_copies(stored: StoredSheet) -> bool:
    """Whether a sheet has copies of its own items."""
    return any(item.source for item in stored.items)


def _progress(running: RunningStudy, seen: SeenSheet) -> PageProgress:
    if seen.stored.practice:
        return PageProgress(seen.done.practice + 1, running.practice, is_practice=True)
    total = running.sheets_of_a_rater
    return PageProgress(seen.done.answered + 1, total, is_at_most=not running.is_total_certain)
