"""Measures of the same outputs side by side, joined by the names of systems and instances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from genchal.campaign.judgements.correlation.matching import check_matches, check_positions
from genchal.campaign.judgements.correlation.measure_values import (
    MeasureValues,
    collect_rating_values,
    count_left_out,
    drop_systems,
    read_segment_values,
    read_table_values,
)
from genchal.campaign.judgements.load import load_ratings
from genchal.domain.columns import parse_columns
from genchal.domain.ratings import Ratings
from genchal.domain.results.correlation import Correlating, CorrelationLevel, LeftOut, MeasureFiles
from genchal.errors import InvalidInput, check_known, counted
from genchal.stats.correlation.meta_evaluation import UnitGroups
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import FloatArray, IntArray

SHOWN = 3  # names in a message


@dataclass(frozen=True, eq=False)
class JoinedMeasures:
    """A row for each output, a column for each measure; NaN where it was not measured."""

    system: Labels
    instance: Labels
    columns: Mapping[str, FloatArray]
    metrics: tuple[str, ...]
    criteria: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()
    ratings: Mapping[str, Ratings] = field(default_factory=dict)  # by criterion, where there are any
    notes: tuple[str, ...] = ()  # how cells of a table of scores were read
    turned: tuple[str, ...] = ()  # those for which lower is better

    def higher_is_better(self, name: str) -> FloatArray:
        """Values of a measure, turned so that higher is better."""
        return -self.columns[name] if name in self.turned else self.columns[name]

    def units(self, how: Correlating) -> UnitGroups:
        """How rows are taken together."""
        level: CorrelationLevel = "system" if how.level == "system" else "segment"
        return UnitGroups(self.system.codes, self.instance.codes, level, how.within)


def join_measures(
    metrics: Mapping[str, MeasureValues],
    criteria: Mapping[str, MeasureValues],
    left_out: Sequence[LeftOut] = (),
    *,
    by_system: bool = False,
) -> JoinedMeasures:
    """Put measures side by side. What only some of them know stays, with NaN in the others, and is counted."""
    twice = sorted(set(metrics) & set(criteria))
    if twice:
        raise InvalidInput(f"'{twice[0]}' is a metric and a criterion", "Rename one of the two.")
    cells = {**metrics, **criteria}
    system = Labels.of(name for measure in cells.values() for name in measure.system.names)
    instance = Labels.of(name for measure in cells.values() for name in measure.instance.names)
    times = 1 + max((int(measure.occurrence.max()) for measure in cells.values() if len(measure.value)), default=0)
    keys, values, left = {}, {}, list(left_out)
    for name, measure in cells.items():
        systems = _recode(measure.system, system)
        instances = _recode(measure.instance, instance)
        key = (systems * max(len(instance.names), 1) + instances) * times + measure.occurrence
        known = ~np.isnan(measure.value)
        left += count_left_out("score" if name in metrics else "rating", f"{name} has no value there", ~known)
        keys[name], values[name] = _average(key[known], measure.value[known])
    rows = np.unique(np.concatenate(list(keys.values()))) if keys else np.zeros(0, np.int64)
    columns = {}
    for name in cells:
        columns[name] = np.full(len(rows), np.nan)
        columns[name][np.searchsorted(rows, keys[name])] = values[name]
    output = rows // times
    made = JoinedMeasures(
        Labels(output // max(len(instance.names), 1), system.names),
        Labels(output % max(len(instance.names), 1), instance.names),
        columns,
        tuple(metrics),
        tuple(criteria),
    )
    return replace(made, left_out=(*left, *_count_unmatched(made, by_system, output)))


def read_measures(files: MeasureFiles, how: Correlating) -> JoinedMeasures:
    """Read measures and put them side by side, by the names of systems and instances."""
    names = parse_columns(files.columns, files.systems)
    measured = read_segment_values(files.segments, names) if files.segments else {}
    people: dict[str, MeasureValues] = {}
    judged: dict[str, Ratings] = {}
    left: list[LeftOut] = []
    notes: list[str] = []
    if files.ratings:
        found = load_ratings(files.ratings, files.layout, files.columns, files.systems)
        people, left = collect_rating_values(found, files.criteria, log=how.log, level=how.level)
        judged = dict.fromkeys(people, found)
    if files.scores is not None:
        cells, more, notes = read_table_values(files.scores, files.against, names)
        people.update({name: values for name, values in cells.items() if name in files.against})
        measured.update({name: values for name, values in cells.items() if name not in files.against})
        left += more
    systems = {name for values in (*measured.values(), *people.values()) for name in values.system.names}
    check_known("system", files.leave_out, systems)
    check_known("metric", files.metrics, measured)
    chosen = {name: values for name, values in measured.items() if not files.metrics or name in files.metrics}
    chosen, people = (drop_systems(cells, files.leave_out) for cells in (chosen, people))
    by_system = how.level == "system"
    if not files.partial:
        check_matches(chosen, people, by_system=by_system)
    if any("positions" in ratings.notes for ratings in judged.values()) and not by_system:
        check_positions(chosen, people)
    joined = join_measures(chosen, people, left, by_system=by_system)
    return replace(joined, ratings=judged, notes=tuple(notes))


def _recode(column: Labels, common: Labels) -> IntArray:
    """Codes of a column under common names."""
    places = {name: place for place, name in enumerate(common.names)}
    return np.array([places[name] for name in column.names], dtype=np.int64)[column.codes]


def _average(keys: IntArray, values: FloatArray) -> tuple[IntArray, FloatArray]:
    used, places, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return used, np.bincount(places, weights=values, minlength=len(used)) / counts


def _count_unmatched(measures: JoinedMeasures, by_system: bool, output: IntArray) -> list[LeftOut]:
    """Outputs that only metrics or only people know, by the reason; `output` numbers that of each row.

    A row may also be the second judgement of an output, for which a metric has no second score.
    """
    if not measures.metrics or not measures.criteria:
        return []
    scored, rated = (
        ~np.isnan(np.stack([measures.columns[name] for name in names])).all(axis=0)
        for names in (measures.metrics, measures.criteria)
    )
    again = rated & ~scored & np.isin(output, output[scored])
    left = count_left_out("judgement", "only the first of an output has scores of metrics beside it", again)
    rated &= ~again
    for own, other, what, verb in (
        (scored, rated, "scored output", "rated"),
        (rated, scored, "rated output", "scored"),
    ):
        alone = np.asarray(own & ~other)
        for column, kind in ((measures.system, "system"), (measures.instance, "instance"))[: 1 if by_system else 2]:
            known = np.zeros(len(column.names), dtype=bool)
            known[column.codes[other]] = True
            strange = alone & ~known[column.codes]
            names = list(dict.fromkeys(column.names[code] for code in column.codes[strange].tolist()))
            left += count_left_out(what, f"{_name_some(kind, names)} not {verb} at all", strange)
            alone &= ~strange
        if by_system:  # means do not need the same instances
            continue
        left += count_left_out(what, f"not {verb}, though others of the system and of the instance are", alone)
    return left


def _name_some(kind: str, names: Sequence[str]) -> str:
    shown = ", ".join(names[:SHOWN]) + (" ..." if len(names) > SHOWN else "")
    return f"{counted(len(names), kind)} ({shown})" if len(names) > 1 else f"{kind} {shown}"
