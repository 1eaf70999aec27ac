"""What pages need to know besides what they show: the study around them, and where their forms go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from genchal.elicitation.messages import Messages
from genchal.web.assets import hash_assets
from genchal.web.messages import load_page_messages


@dataclass(frozen=True, slots=True)
class PageProgress:
    """The progress of the rater: the page, from 1, and the total; None if that is not known."""

    number: int
    total: int | None = None
    is_practice: bool = False
    is_at_most: bool = False  # the total, since others may take sheets


@dataclass(frozen=True)
class PageFrame:
    """What all pages of a study share."""

    title: str
    language: str = "en"  # of the pages
    progress: PageProgress | None = None
    instructions: str = ""  # Markdown, folded away on sheets
    text_language: str = ""  # of the texts to judge, where it is another one
    assets: str = ""  # where style sheets and scripts are; empty: /static/<version>
    own_texts: Messages | None = None  # messages that there is no catalogue of
    study: str = ""  # what scripts call the study and the rater, to keep answers on a shared device apart
    rater: str = ""
    is_preview: bool = False  # nothing is stored, and the page says so
    is_rich: bool = False  # whether texts to judge are Markdown

    @cached_property
    def texts(self) -> Messages:
        """What pages say."""
        return self.own_texts or load_page_messages(self.language)

    @property
    def folder(self) -> str:
        """Where style sheets and scripts are."""
        return self.assets or f"/static/{hash_assets()}"

    @property
    def direction(self) -> str:
        """Which way the language is written."""
        return self.texts.direction

    def describe_progress(self) -> str:
        """How far the rater has come, in words."""
        if self.progress is None:
            return ""
        number, total = str(self.progress.number), self.progress.total
        kind = "progress.practice" if self.progress.is_practice else "progress"
        if total is None:
            return self.texts("progress.practice" if self.progress.is_practice else "progress.open", number=number)
        known = f"{kind}_of" if self.progress.is_practice else "progress.most" if self.progress.is_at_most else kind
        return self.texts(known, number=number, total=str(total))


@dataclass(frozen=True, slots=True)
class Form:
    """Where a form goes, with what is sent unseen: `_csrf`, and on sheets `_key`, which makes sending twice harmless.

    Names of hidden fields begin with an underscore, so that they are never taken for answers. Scripts add `_timings`
    (see timing.js), and save drafts to `draft_url` as forms with a rising `_draft`; they name what they keep on the
    device after `sheet`.
    """

    action: str
    hidden: Mapping[str, str] = field(default_factory=dict)
    sheet: str = ""
    draft_url: str = ""
    draft_number: int = 0
