"""Correlations of measures over systems, track by track: whether systems that are high in one are high in the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genchal.domain.results.correlations import Correlations

ALL_TRACKS = "all tracks"


@dataclass(frozen=True, slots=True)
class CorrelationsOverSystems:
    """What a [[correlation]] of a campaign asks for: coefficients of `of` with `against` in every track.

    Where there are several tracks, the last is over all of them. `simulated` are criteria that a program judged.
    """

    name: str
    of: tuple[str, ...]
    against: tuple[str, ...]
    by_track: tuple[tuple[str, Correlations], ...]
    simulated: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()  # sentences that say what there is not

    def records(self) -> Iterator[dict[str, object]]:
        """What programs read: a record for each coefficient."""
        for track, found in self.by_track:
            for one in found:
                yield {
                    "name": self.name,
                    "track": track,
                    "of": one.metric,
                    "against": one.criterion,
                    **{key: getattr(one, key) for key in ("method", "value", "low", "high", "p_value", "p_adjusted")},
                    "systems": one.n,
                    "is_simulated": not {one.metric, one.criterion}.isdisjoint(self.simulated),
                    "signature": one.signature,
                }
