"""``genchal sheets``: ratings in, chosen sheets with one rater's scores out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genchal.cli._ratings import ratings_command
from genchal.domain.results.judgements.sheets import RatedSheets, SheetChoice

if TYPE_CHECKING:
    from genchal.domain.ratings import Ratings


@ratings_command("sheets", SheetChoice)
def command(ratings: Ratings, how: SheetChoice, criterion: str | None) -> RatedSheets:
    """Show chosen sheets: what one rater gave to the outputs of several systems side by side.

    RATINGS is a file of judgements, in any layout that `genchal rank` reads. With --campaign inputs and outputs are
    shown, too, as examples in papers are.
    """
    from genchal.campaign.judgements.sheets import show_sheets

    return show_sheets(ratings, criterion, how)
