"""Judgements of one criterion, ready to be measured: at most one by a rater for an item, and their design."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from genchal.domain.ratings import RELATIVE, Ratings
from genchal.domain.results.judgements.agreement import Agreeing, Agreement, AgreementMeasure, Design, ScaleLevel
from genchal.domain.results.numbers import FEW_ITEMS, finite_or_none
from genchal.errors import counted
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray, combine_codes, count_earlier


@dataclass(frozen=True, eq=False)
class JudgedCriterion:
    """Judgements of one criterion, at most one by a rater for an item, and how to measure their agreement."""

    criterion: str
    value: FloatArray
    item: IntArray
    rater: IntArray
    instance: IntArray
    raters: tuple[str, ...]
    raters_known: bool
    design: Design
    level: ScaleLevel
    how: Agreeing
    chosen: bool  # measures were asked for: all forms are shown

    def rng(self) -> np.random.Generator:
        """Every measure starts from the seed again: none depends on the others."""
        return np.random.default_rng(self.how.seed)

    @property
    def has_distances(self) -> bool:
        """Whether differences of values can be averaged: not categories, and no huge values."""
        return self.level != "nominal" and not self.design.has_huge

    def by_rater(self) -> FloatArray:
        """Items x raters."""
        table = np.full((self.design.items, len(self.raters)), np.nan)
        table[self.item, self.rater] = self.value
        return table

    def by_order(self) -> FloatArray:
        """Items x the first judgements of each, in the order of the file; items with fewer have empty cells."""
        place = count_earlier(self.item)
        table = np.full((self.design.items, max(self.design.per_item, 2)), np.nan)
        first = place < table.shape[1]
        table[self.item[first], place[first]] = self.value[first]
        return table

    def record(
        self,
        measure: AgreementMeasure,
        form: str,
        value: float,
        meaning: str,
        signature: str,
        *,
        low: float = math.nan,
        high: float = math.nan,
        p_value: float = math.nan,
        items: int | None = None,
        raters: int | None = None,
        judgements: int | None = None,
        fits: bool = True,
        note: str | None = None,
        caution: tuple[str, ...] = (),
    ) -> Agreement:
        """Put a coefficient beside the design it was measured on."""
        used = len(self.value) if judgements is None else judgements
        items = self.design.items if items is None else items
        few = (
            [f"{counted(items, 'item')} {'is' if items == 1 else 'are'} few, so the value is imprecise"]
            if 0 < items < FEW_ITEMS
            else []
        )
        return Agreement(
            measure=measure,
            form=form,
            criterion=self.criterion,
            value=value,
            low=finite_or_none(low),
            high=finite_or_none(high),
            p_value=finite_or_none(p_value),
            items=items,
            raters=self.design.raters if raters is None else raters,
            judgements=used,
            unused=len(self.value) - used,
            level=self.level,
            fits=fits and not math.isnan(value) and not self.design.is_relative,
            note=(note or _undefined(self.design)) if math.isnan(value) else None,
            meaning=meaning,
            caution=(*few, *caution),
            signature=f"{signature}|crit:{self.criterion}|v:1",
        )


def select_judgements(ratings: Ratings, criterion: str, how: Agreeing) -> tuple[JudgedCriterion, int]:
    """The judgements of one criterion with their design, and how many a rater gave to an item a second time."""
    some = ratings.of(criterion)
    values = np.log(some.value) if how.log else some.value
    items = some.items()
    rows = np.sort(np.unique(combine_codes(items.codes, some.rater.codes), return_index=True)[1])
    judged = JudgedCriterion(
        criterion=criterion,
        value=values[rows],
        item=items.codes[rows],
        rater=some.rater.codes[rows],
        instance=some.instance.codes[rows],
        raters=some.rater.names,
        raters_known=some.raters is not None,
        design=(
            design := replace(
                describe_design(values[rows], items.codes[rows], some.rater.codes[rows], named=some.raters is not None),
                is_relative=_is_relative(some, items),
            )
        ),
        level=how.level or design.level,
        how=how,
        chosen=bool(how.measures),
    )
    return judged, len(some) - len(rows)


def describe_design(value: FloatArray, item: IntArray, rater: IntArray, *, named: bool = True) -> Design:
    """Look at who rated what; every item and rater occurs. Raters who are not `named` are never the same."""
    items, raters = int(item.max(initial=-1)) + 1, int(rater.max(initial=-1)) + 1
    counts = np.bincount(item, minlength=items)
    several = counts[counts > 1]
    whole = int((counts == raters).sum()) if raters > 1 else 0
    kind: Literal["crossed", "sparse", "single"] = "single" if not len(several) else "sparse"
    if kind == "sparse" and named and 2 * whole >= items:
        kind = "crossed"
    values, often = np.unique(value, return_counts=True)
    return Design(
        kind=kind,
        items=items,
        raters=raters if named else None,
        judgements=len(value),
        per_item=int(np.bincount(several).argmax()) if len(several) else 1,
        fewest=int(counts.min(initial=len(value))),
        most=int(counts.max(initial=0)),
        values=len(values),
        is_whole=bool((values == np.round(values)).all()),
        lowest=float(values[0]) if len(values) else math.nan,
        highest=float(values[-1]) if len(values) else math.nan,
        middle=float(np.median(value)) if len(value) else math.nan,
        commonest=float(often.max(initial=0) / max(len(value), 1)),
        top=float(often[-1] / len(value)) if len(values) else math.nan,
    )


def _is_relative(judged: Ratings, items: Labels) -> bool:
    """Whether values are relative to outputs on the same sheet, and outputs were not always beside the same ones.

    Battles and preferences share out the same sum on every sheet; of places the reader of a file says so.
    """
    seen = combine_codes(judged.rater.codes, judged.instance.codes)
    sheet = np.unique(combine_codes(judged.sheet.codes, seen), return_inverse=True)[1]
    if len(sheet) == int(sheet.max(initial=-1)) + 1:  # no sheets are known: what a rater said of an instance is one
        sheet = np.unique(seen, return_inverse=True)[1]
    sizes = np.bincount(sheet)
    sums = np.bincount(sheet, weights=judged.value)
    is_shared_out = len(sizes) > 1 and bool((sizes > 1).all() and np.ptp(sums) == 0) and bool(np.ptp(judged.value))
    if not (is_shared_out or RELATIVE in judged.notes):
        return False
    _, first = np.unique(sheet, return_index=True)
    sheets = np.bincount(judged.instance.codes[first], minlength=len(judged.instance.names))
    _, rows, shown = np.unique(items.codes, return_index=True, return_counts=True)
    return bool((shown != sheets[judged.instance.codes[rows]]).any())


def _undefined(design: Design) -> str:
    if design.kind == "single":
        return "no item has two judgements"
    return "all values are the same" if design.values < 2 else "there is too little variation"
