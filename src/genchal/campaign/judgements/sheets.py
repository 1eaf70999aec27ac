"""Chosen sheets of a file of ratings, with the texts that were rated where a campaign has them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from genchal.campaign.config.load import load_campaign
from genchal.campaign.judgements.select import choose_criterion, keep_scored
from genchal.campaign.outputs import load_stored_submissions, take_first_outputs
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.sheets import RatedOutput, RatedSheet, RatedSheets, SheetChoice
from genchal.domain.settings import split_names
from genchal.errors import InvalidInput, check_known

Texts = Mapping[tuple[str, str], str | None]


def show_sheets(ratings: Ratings, criterion: str | None = None, how: SheetChoice | None = None) -> RatedSheets:
    """Show what single raters gave to outputs side by side, sheet by sheet, the best first.

    Sheets are those that are named, or drawn at random among those with several systems.
    """
    how = how or SheetChoice()
    criterion = choose_criterion(ratings, criterion)
    judged = keep_scored(ratings, criterion)
    chosen = _choose_sheets(judged, how)
    inputs, texts = _load_texts(Path(how.campaign)) if how.campaign else ({}, {})
    sheets = []
    for sheet in chosen:
        rows = np.flatnonzero(judged.sheet.codes == judged.sheet.code(sheet, "sheet"))
        rows = rows[np.argsort(-judged.value[rows], kind="stable")]
        instance = judged.instance.names[judged.instance.codes[rows[0]]]
        outputs = []
        for row in rows.tolist():
            system = judged.system.names[judged.system.codes[row]]
            own = judged.instance.names[judged.instance.codes[row]]
            outputs.append(RatedOutput(system, float(judged.value[row]), texts.get((system, own))))
        rater = judged.rater.names[judged.rater.codes[rows[0]]]
        sheets.append(RatedSheet(sheet, rater, instance, tuple(outputs), inputs.get(instance)))
    return RatedSheets(criterion, tuple(sheets))


def _choose_sheets(judged: Ratings, how: SheetChoice) -> list[str]:
    """The sheets that are named, or as many as are wanted of those with several systems."""
    names = judged.sheet.names
    named, instances = split_names(how.sheets), split_names(how.instances)
    check_known("sheet", named, names)
    check_known("instance", instances, judged.instance.names)
    kept = np.ones(len(judged), dtype=bool)
    if instances:
        kept = np.isin(judged.instance.codes, [judged.instance.code(name, "instance") for name in instances])
    if named:
        return list(named)
    pairs = np.unique(np.stack([judged.sheet.codes[kept], judged.system.codes[kept]]), axis=1)
    systems = np.bincount(pairs[0], minlength=len(names))
    several = np.flatnonzero(systems > 1)
    if not len(several):
        raise InvalidInput("no sheet has outputs of several systems", "Name sheets with --sheets.")
    drawn = np.random.default_rng(how.seed).choice(several, min(how.number, len(several)), replace=False)
    return [names[sheet] for sheet in sorted(drawn.tolist())]


def _load_texts(path: Path) -> tuple[dict[str, str], Texts]:
    """Inputs by instance, and outputs by system and instance, of all tracks of a campaign."""
    campaign = load_campaign(path)
    inputs: dict[str, str] = {}
    texts: dict[tuple[str, str], str | None] = {}
    for track in campaign.tracks:
        instances, submissions = load_stored_submissions(campaign, track)
        for instance in instances:
            inputs.setdefault(instance.id, str(instance.input))
        for submission in submissions:
            outputs = take_first_outputs(submission, len(instances))
            for instance, output in zip(instances, outputs, strict=True):
                texts.setdefault((submission.system.name, instance.id), output)
    return inputs, texts
