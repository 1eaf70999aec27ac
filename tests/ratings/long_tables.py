"""Judgements as a long table, the inverse of reading one."""

import csv
import io
import math
from collections.abc import Iterator, Sequence

from genchal.domain.ratings import KINDS, Ratings
from genchal.ratings.long import HEADER


def render_long(ratings: Ratings) -> Iterator[str]:
    """Write judgements as a CSV table that `Long` reads; what is unknown is an empty cell."""
    line = io.StringIO()
    writer = csv.writer(line, lineterminator="\r\n")  # so that cells with either character are put in quotes

    def written(cells: Sequence[str]) -> str:
        line.seek(0)
        line.truncate()
        writer.writerow(cells)
        return line.getvalue().removesuffix("\r\n")

    yield written(HEADER)
    named = (ratings.rater, ratings.sheet, ratings.instance, ratings.system, ratings.criterion)
    for row in range(len(ratings)):
        position = int(ratings.position[row])
        yield written(
            [
                *(column.names[column.codes[row]] for column in named),
                repr(float(ratings.value[row])),
                KINDS[ratings.kind[row]],
                str(position) if position >= 0 else "",
                *(_moment(float(column[row])) for column in (ratings.shown_at, ratings.answered_at)),
            ]
        )


def _moment(seconds: float) -> str:
    return "" if math.isnan(seconds) else repr(seconds)
