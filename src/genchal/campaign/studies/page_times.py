"""When a sheet was shown and answered, by what its page reports.

A page counts time by its own clock, which may be wrong, and its answers may arrive long after they were given.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from genchal.text.tables.json_text import parse_json

Timings = Mapping[str, Any]

LONGEST = 200_000  # characters of a report
_MOMENTS = ("shown_at", "sent_at", "last_answer_at")
_LENGTHS = ("version", "wall_ms", "page_ms", "active_ms", "idle_ms", "hidden_ms", "loads")
_OF_ITEMS = ("active_ms", "first_ms", "last_answer_ms")
_SLACK = 5.0  # seconds by which clocks may differ and still be taken to agree


def read_timings(text: str) -> dict[str, Any]:
    """What a page reports, as far as it can be understood; the rest is dropped."""
    given = parse_json(text) if len(text) <= LONGEST else None
    if not isinstance(given, dict):
        return {}
    kept: dict[str, Any] = {moment: given[moment] for moment in _MOMENTS if _seconds(given.get(moment)) is not None}
    kept |= _numbers(given, _LENGTHS)
    items = given.get("items")
    if isinstance(items, dict) and items:
        own = {str(key)[:50]: _numbers(item, _OF_ITEMS) for key, item in items.items() if isinstance(item, dict)}
        kept["items"] = own
    return kept


def find_moments(timings: Timings, leased_at: float, now: float) -> tuple[float, float]:
    """When a sheet was shown and when it was answered, as seconds since 1970 by our clock.

    If the page's clock agrees with ours, it is believed; otherwise only lengths of time are.
    """
    shown, sent = _seconds(timings.get("shown_at")), _seconds(timings.get("sent_at"))
    if shown is not None and sent is not None and leased_at - _SLACK <= shown <= sent <= now + _SLACK:
        shown = min(max(shown, leased_at), now)
        return shown, min(max(sent, shown), now)
    wall = timings.get("wall_ms")
    if wall is None:
        return leased_at, now
    return leased_at, min(leased_at + wall / 1000, now)


def read_time_spent(timings: Timings) -> tuple[float | None, float | None, float | None]:
    """Seconds with the rater active, inactive, and with the page hidden; None if no script measured them."""
    active, idle, hidden = (
        None if (length := timings.get(name)) is None else round(float(length) / 1000, 3)
        for name in ("active_ms", "idle_ms", "hidden_ms")
    )
    return active, idle, hidden


def _numbers(given: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, float]:
    return {
        name: value
        for name in names
        if isinstance(value := given.get(name), int | float) and not isinstance(value, bool) and 0 <= value < 1e12
    }


def _seconds(moment: object) -> float | None:
    if not isinstance(moment, str) or len(moment) > 40:
        return None
    try:
        read = datetime.fromisoformat(moment)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
