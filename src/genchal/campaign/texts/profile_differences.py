"""Whether systems differ in their profiles: outputs are swapped within instances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from genchal.campaign.scoring.paired_rows import choose_pairs
from genchal.campaign.texts.described_texts import NamedTexts
from genchal.domain.profile import Profile, TextCollection
from genchal.domain.results.profiles import ProfileDifference, Swapping, Version
from genchal.errors import InvalidInput
from genchal.stats.resampling.output_swaps import OutputSwaps, output_swaps
from genchal.stats.significance.correction import adjust_p_values
from genchal.text.arrays.ragged import FloatArray, IntArray

LEFT_OUT = {"sizes"}  # says how much there is, not how it is written


def profile_differences(
    collection: TextCollection,
    systems: Sequence[NamedTexts],
    profiles: Sequence[Profile],
    how: Swapping,
    version: Version,
) -> list[ProfileDifference]:
    """Test every pair in every number; p-values are adjusted for the pairs within one number.

    `collection` has the texts of all systems one after the other. Compared are the instances for which both systems
    have an output; a system with several outputs for an instance cannot take part.
    """
    places = _places(systems)
    if len(systems) < 2:
        raise InvalidInput("there is only one system and nothing to compare it with", "Give two or more.")
    pairs = choose_pairs([texts.name for texts in systems], how).tolist()
    profiles = [profile for profile in profiles if profile.name not in LEFT_OUT]
    known = [(profile, name) for profile in profiles for name in profile.numbers(collection)]

    def numbers(rows: IntArray) -> FloatArray:
        some = collection.take(rows)  # once for all profiles, which share what it has counted
        return np.array([value for profile in profiles for value in profile.numbers(some).values()], dtype=np.float64)

    outcomes: list[tuple[OutputSwaps, int]] = []
    for a, b in pairs:
        both = sorted(places[a].keys() & places[b].keys())
        first, second = (np.array([places[system][i] for i in both], dtype=np.int64) for system in (a, b))
        outcomes.append((output_swaps(numbers, first, second, how.trials, np.random.default_rng(how.seed)), len(both)))
    found: list[ProfileDifference] = []
    for number, (profile, name) in enumerate(known):
        p_values = np.array([outcome.p_value[number] for outcome, _ in outcomes])
        adjusted = adjust_p_values(p_values, how.correction)
        signature = f"{profile.signature(collection)}|{how.signature(len(pairs))}"
        for place, ((a, b), (outcome, n)) in enumerate(zip(pairs, outcomes, strict=True)):
            difference = ProfileDifference(
                version,
                profile.name,
                name,
                systems[a].name,
                systems[b].name,
                float(outcome.first[number]),
                float(outcome.second[number]),
                float(outcome.difference[number]),
                float(p_values[place]),
                float(adjusted[place]),
                n,
                signature,
            )
            found.append(difference)
    return found


def _places(systems: Sequence[NamedTexts]) -> list[dict[int, int]]:
    """For every system, the place of its text for each instance."""
    start, places = 0, []
    for texts in systems:
        own = {instance: start + place for place, instance in enumerate(texts.instances)}
        if len(own) < len(texts.instances):
            raise InvalidInput(
                f"'{texts.name}' has several texts for one instance, so nothing can be swapped",
                "Compare systems with one output per instance, such as @random.",
            )
        places.append(own)
        start += len(texts.texts)
    return places
