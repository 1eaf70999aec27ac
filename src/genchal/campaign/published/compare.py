"""Every published number of a campaign's tables beside ours."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from genchal.campaign.parts import StoredParts
from genchal.campaign.published.computations import Cells, Workbench
from genchal.campaign.published.lookup import look_up, look_up_generated
from genchal.campaign.published.tables import PublishedCell, PublishedTable, load_explanations, load_tables
from genchal.campaign.published.verdicts import judge_number
from genchal.campaign.published.views import VIEWS
from genchal.campaign.scoring.evidence import Machinery
from genchal.domain.campaign import ReportEntry
from genchal.domain.results.campaign import CampaignResults
from genchal.domain.results.published import EXPLANATIONS_PAGE, PublishedNumber, PublishedNumbers
from genchal.errors import UserError


def compare_published(
    results: CampaignResults,
    wanted: ReportEntry,
    parts: StoredParts,
    machinery: Machinery,
    progress: Callable[[str], None] = lambda _: None,
    generated: Collection[tuple[str, str]] = (),
) -> PublishedNumbers | None:
    """Compare the published tables that a campaign names with its results; None if it names none.

    `generated` are the tracks and names of systems whose outputs a generator wrote. Where the outputs of a published
    system are not at hand, or compete in an earlier track, its row is also put beside the generator of its name.

    What cannot be computed, since data or a package is absent, is told aloud and costs its table only; a campaign
    without systems that would have nothing else to show stops there.
    """
    if not wanted.published:
        return None
    tables = load_tables(wanted.published)
    bench = Workbench(results, {table.name: table for table in tables}, parts, machinery, progress)
    numbers: list[PublishedNumber] = []
    problems: dict[str, list[str]] = {}
    absent: UserError | None = None
    for table in tables:
        ours: Cells = {}
        why = ""
        try:
            ours = VIEWS[table.name](bench) if table.name in VIEWS else look_up(results, table)
        except UserError as error:
            absent, why = absent or error, str(error)
            problems.setdefault(why, []).append(table.name)
        others = look_up_generated(results, table, generated)
        for cell in table.cells:
            known, beside = ours.get(cell.key), others.get(cell.key, {})
            if known is not None or not beside:
                numbers.append(_compare(table, cell, known, why))
            numbers += [_put_beside(table, cell, value, track) for track, value in beside.items() if value != known]
    if absent is not None and not results.tracks and all(number.ours is None for number in numbers):
        raise absent
    for why, names in problems.items():
        machinery.progress(f"{', '.join(names)}: not compared. {why}")
    explanations = load_explanations(wanted.published)
    if not explanations:  # nothing to link to
        numbers = [replace(number, link="") for number in numbers]
    return PublishedNumbers(tuple(numbers), explanations)


def _put_beside(table: PublishedTable, cell: PublishedCell, ours: float, track: str) -> PublishedNumber:
    """A published number and that of another system with the same name."""
    row = cell.row if cell.row.casefold().endswith(track.casefold()) else f"{cell.row} ({track})"
    link = f"{EXPLANATIONS_PAGE}#{table.section}" if table.section else ""
    return PublishedNumber(
        *(cell.table, row, cell.column, cell.published, float(ours), "another system"),
        counts=False,
        reason="written by a generator of this campaign",
        link=link,
    )


def _compare(table: PublishedTable, cell: PublishedCell, ours: float | None, why: str) -> PublishedNumber:
    ours = None if ours is None or ours != ours else float(ours)
    verdict = judge_number(cell.published, ours, cell.tolerance, counts=cell.counts)
    deviates = verdict in ("off", "not computed", "not counted")
    return PublishedNumber(
        cell.table,
        cell.row,
        cell.column,
        cell.published,
        ours,
        verdict,
        cell.tolerance,
        cell.counts,
        cell.reason or ((why if ours is None and why else table.explanation) if deviates else ""),
        f"{EXPLANATIONS_PAGE}#{table.section}" if deviates and table.section else "",
    )
