"""What people are told before they take part, where a study has no text of its own: what is asked, kept and paid."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from genchal.campaign.studies.stored import RunningStudy
from genchal.elicitation.messages import Messages


def write_consent(running: RunningStudy, texts: Messages) -> str:
    """The consent text of a study, in Markdown."""
    if running.design.consent.strip():
        return running.design.consent
    points = "\n".join(f"- {point}" for point in _list_points(running, texts))
    return "\n\n".join([texts("consent.invitation"), points, texts("consent.continue")])


def _list_points(running: RunningStudy, texts: Messages) -> Iterator[str]:
    design = running.design
    if design.duration:
        yield texts("consent.duration", duration=design.duration)
    if design.pay:
        yield texts("consent.pay", pay=f"{design.pay:g} {design.currency}".strip())
    yield texts("consent.voluntary")
    yield texts("consent.answers")
    if design.home is not None:
        names = ", ".join((design.home.id, *design.home.keep))
        platform = "Prolific" if design.identity == "prolific" else design.home.name
        yield texts("consent.platform", platform=platform, names=names)
    elif design.identity == "link":
        yield texts("consent.link")
    else:
        yield texts("consent.cookie")
    if running.place_limits is not None:
        yield texts("consent.network")
    if design.erase_on:
        yield texts("consent.erased", date=date.fromisoformat(design.erase_on).strftime("%Y-%m-%d"))
    yield texts("consent.published")
    yield texts("consent.withdrawal", contact=design.contact) if design.contact else texts("consent.withdrawal.nobody")
