"""Which judgements of a file count, and what is said of those that do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from genchal.domain.settings import setting
from genchal.errors import counted


@dataclass(frozen=True, slots=True)
class SetAside:
    """Rows of a file that were not taken, and why; `lines` are the first of them, where known."""

    reason: str
    count: int
    lines: tuple[int, ...] = ()

    def sentence(self) -> str:
        """Such as "3 ratings set aside: the value is not a number (lines 4, 9 and 12)"."""
        where = ""
        if self.lines:
            *some, last = map(str, self.lines)
            end = "..." if self.count > len(self.lines) else last if not some else f"and {last}"
            some = [*some, last] if self.count > len(self.lines) else some
            where = f" (line{'' if self.count == 1 else 's'} {' '.join([', '.join(some), end]).strip()})"
        return f"{counted(self.count, 'rating')} set aside: {self.reason}{where}"


def write_caveats(
    warnings: Iterable[str], set_aside: Iterable[SetAside], quality_control: str | None = None
) -> Iterator[str]:
    """Write the sentences below a result: when not to trust it, what was not used, how quality control went."""
    yield from (f"Warning: {warning}." for warning in warnings)
    yield from (f"{aside.sentence()}." for aside in set_aside)
    if quality_control:
        yield quality_control


@dataclass(frozen=True, slots=True)
class RatingsSelection:
    """How a file of ratings is read, and which of its judgements count."""

    layout: str | None = setting(
        None,
        "Layout of the ratings, named after the tool that writes it: long, arena, appraise ... Detected if omitted.",
    )
    quality_control: bool = setting(
        False, "Test raters on repeats, damaged copies and references; set aside those who fail, with reasons."
    )
    leave_out: tuple[str, ...] = setting((), "Leave out this system, such as HUMAN. May be repeated.")
