"""What the store hands out. `id` is a number for other functions of the store; `token` is what the world may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from genchal.domain.study.study import Answers, Criterion, Item, Sheet, Subject

StudyState = Literal["open", "closed"]
# In this order; the last five are ends. A rater is eligible who passed the questions, and works who read what to do. A
# program removes raters, an organiser rejects them.
RaterState = Literal[
    "arrived", "consented", "eligible", "working", "finished", "screened_out", "no_consent", "removed", "rejected"
]
ENDED: tuple[RaterState, ...] = ("finished", "screened_out", "no_consent", "removed", "rejected")
SENT_AWAY: tuple[RaterState, ...] = ("screened_out", "no_consent", "removed", "rejected")
SheetState = Literal["open", "done", "expired", "surplus", "rejected"]


@dataclass(frozen=True, slots=True)
class Study:
    """A study as it was created; `key` is secret."""

    id: int
    name: str
    design: Mapping[str, Any]
    seed: int
    key: bytes = field(repr=False)
    state: StudyState
    created_at: float


@dataclass(frozen=True, slots=True)
class Identity:
    """An identity from outside: an id on a platform, or the token of a browser or a link.

    `given` is kept as it is, apart from everything else; leave it empty for what nobody needs to know again.
    """

    platform: str
    id: str = field(repr=False)
    given: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Rater:
    """Somebody who takes part in a study; `condition` None: sees blocks of every condition."""

    id: int
    study: int
    token: str
    number: int
    state: RaterState
    condition: str | None
    started_at: float
    finished_at: float | None
    origin: str | None = field(default=None, repr=False)  # see schema.rater.origin


@dataclass(frozen=True, slots=True)
class Candidate:
    """A block that a rater could be given next: how many have answered it, have it now, and are wanted."""

    id: int
    name: str
    answered: int
    leased: int
    quota: int | None
    turn: int | None = None  # the next one, where it is known


@dataclass(frozen=True, slots=True)
class RaterProgress:
    """What decides whether a rater gets a sheet, and which."""

    rater: Rater
    is_open: bool  # the study
    seed: int  # of the study
    has_practice: bool  # the study
    had: int  # sheets that the rater has had
    unanswered: int  # of them
    some_ran_out: bool  # leases of anybody's


@dataclass(frozen=True, slots=True)
class Lease:
    """A sheet that is a rater's until a moment; `is_new` if it was made now and not found open."""

    sheet: str
    leased_until: float
    is_new: bool


@dataclass(frozen=True, slots=True)
class StoredSheet:
    """A sheet as one rater has it, with the items in this rater's order, and the newest draft of the answers."""

    token: str
    block: str
    items: tuple[Item, ...]
    subjects: Mapping[str, Subject]
    condition: str
    practice: bool
    turn: int
    seed: int
    state: SheetState
    leased_until: float
    shown_at: float
    draft: Draft | None

    @property
    def is_answered(self) -> bool:
        """Whether its answers are stored."""
        return self.state in ("done", "surplus", "rejected")

    def sheet(self, criteria: tuple[Criterion, ...], secret: bytes = b"") -> Sheet:
        """The sheet as methods read it; `secret` makes the names of its fields."""
        return Sheet(self.token, self.items, self.subjects, criteria, self.condition, self.seed, secret)


@dataclass(frozen=True, slots=True)
class SeenSheet:
    """A sheet with whose it is and what its rater has done before: all that a page of it needs."""

    rater: Rater
    stored: StoredSheet
    done: SheetCounts
    id: int = 0  # of the sheet
    previous: str | None = None  # token of the sheet that the rater answered before it


@dataclass(frozen=True, slots=True)
class HeldSheet:
    """A sheet as a transaction that writes finds it, with its rater and what matters about its block."""

    id: int
    stored: StoredSheet  # without a draft
    block: int
    quota: int | None  # of the block
    answered: int  # of the block
    progress: RaterProgress

    @property
    def rater(self) -> Rater:
        """Whose it is."""
        return self.progress.rater


@dataclass(frozen=True, slots=True)
class Draft:
    """Answers in progress; of two drafts the one with the higher number is the later one."""

    number: int
    answers: Answers


@dataclass(frozen=True, slots=True)
class Receipt:
    """That the answers of a sheet are stored: the same however often they are sent.

    `is_first` tells the first time from the others. `is_same` is False if a later one brought other answers, which are
    not taken.
    """

    sheet: str
    state: SheetState
    received_at: float
    is_first: bool = field(default=True, compare=False)
    is_same: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class SheetCounts:
    """What a rater has done so far, practice apart."""

    answered: int
    practice: int


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """The progress of a study. `wanted` and `answered` are sheets, without practice; `wanted` None: as many as come."""

    blocks: int
    complete: int  # blocks that have all raters they want
    wanted: int | None
    answered: int
    leased: int
    raters: Mapping[RaterState, int]
    sheets: Mapping[SheetState, int]
    judgements: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A judgement as tables of ratings have it; raters are pseudonyms."""

    rater: str
    sheet: str
    instance: str
    system: str
    criterion: str
    value: str
    kind: str
    position: int
    shown_at: float
    answered_at: float
