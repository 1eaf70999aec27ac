"""Annotations of factgenie (Kasner et al. 2024): an object for every output that somebody finished.

The system is ``setup_id``; the instance is ``example_idx``, with data set and split if there are several. Sliders and
numeric options are criteria under their labels, flags have the values 0 and 1. The number of spans of every category is
the criterion "errors: CATEGORY", negative so that higher is better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from genchal.errors import InvalidInput
from genchal.ratings._rows import JudgementRow, as_dict, as_list, format_moment, stack_rows
from genchal.ratings.layout import Judgements, parse_number
from genchal.text.tables.source import TableSource, format_cell


class Factgenie:
    """Reads the layout."""

    summary: ClassVar[str] = "annotations of factgenie: JSON lines with setup_id, example_idx, flags, options, sliders"

    @staticmethod
    def claims(header: Sequence[str]) -> bool:
        """There are the keys of an annotated output."""
        return {"setup_id", "example_idx", "metadata"} <= set(header)

    @staticmethod
    def read(source: TableSource) -> Judgements:
        """Read the judgements of a file, in its order."""
        entries = list(source.objects())
        if not any(Factgenie.claims(tuple(entry)) for _, entry in entries):
            problem = f"{source.name}: not factgenie annotations: expected setup_id, example_idx and metadata"
            raise InvalidInput(problem, "Name a campaign's files/*.jsonl, or another layout.")
        sets = {(format_cell(entry.get("dataset")), format_cell(entry.get("split"))) for _, entry in entries}
        rows = []
        for line, entry in entries:
            about = as_dict(entry.get("metadata"))
            example = format_cell(entry.get("example_idx"))
            where = [format_cell(entry.get(key)) for key in ("dataset", "split")] if len(sets) > 1 else []
            for criterion, value, aside in _answers(entry, about):
                rows.append(
                    JudgementRow(
                        line=line,
                        rater=format_cell(about.get("annotator_id")),
                        instance=":".join([*where, example]) if example else "",
                        system=format_cell(entry.get("setup_id")),
                        criterion=criterion,
                        value=value,
                        shown_at=format_moment(about.get("start_timestamp")),
                        answered_at=format_moment(about.get("end_timestamp")),
                        aside=aside,
                    )
                )
        judgements = stack_rows(rows, has_sheets=False)
        if any(name.startswith("errors: ") for name in judgements.criterion.names):
            judgements.notes["errors"] = "errors are counts of spans, negative so that higher is better"
        return judgements


def _answers(entry: dict[str, Any], about: dict[str, object]) -> Iterator[tuple[str, str, str]]:
    """What was answered: criterion, value, and why it must be set aside."""
    for slider in map(as_dict, as_list(entry.get("sliders"))):
        yield format_cell(slider.get("label")), format_cell(slider.get("value")), ""
    for flag in map(as_dict, as_list(entry.get("flags"))):
        ticked = flag.get("value")
        yield format_cell(flag.get("label")), str(int(ticked)) if isinstance(ticked, bool) else format_cell(ticked), ""
    for option in map(as_dict, as_list(entry.get("options"))):
        chosen = format_cell(option.get("value"))
        is_text = bool(chosen) and parse_number(chosen) != parse_number(chosen)
        yield format_cell(option.get("label")), chosen, "the option is not a number" if is_text else ""
    categories = [
        format_cell(as_dict(category).get("name")) for category in as_list(about.get("annotation_span_categories"))
    ]
    types = [
        as_dict(span).get("annotation_type", as_dict(span).get("type")) for span in as_list(entry.get("annotations"))
    ]
    for place, category in enumerate(categories):
        yield f"errors: {category}", str(-sum(format_cell(kind) == str(place) for kind in types)), ""
