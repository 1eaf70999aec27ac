"""Names in ratings to names of a track: systems by their names, instances by their ids or by their inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from genchal.domain import Instance, System
from genchal.domain.campaign import RatingsEntry
from genchal.domain.ratings import Ratings
from genchal.errors import InvalidInput, UserError, check_known, counted, list_some
from genchal.text.arrays.labels import Labels
from genchal.text.arrays.ragged import combine_codes

SHOWN = 3  # names of each side in a message
COMPARED = 200  # letters of an input that is looked for by its text
NEAR = 0.8  # share of letters that two texts have in common if one may be the other misspelt


def match_names(
    ratings: Ratings, entry: RatingsEntry, what: str, systems: Sequence[str], instances: Sequence[Instance]
) -> Ratings:
    """Give systems and instances the names that the track has; what the track does not have is an error.

    `what` names the ratings in errors. With ``partial`` unknown names are kept: such systems are ranked, but have no
    scores to be correlated with. Where a file names inputs instead of ids, as RankME's does, an instance is found by
    the text of its input if no other has it; one that several rows with ids were put together in, by any of these.
    """
    _check_in_ratings(what, "system", entry.rename, ratings)
    named = ratings.system.rename(lambda name: entry.rename.get(name, name))
    _check_still_apart(what, entry, ratings, named)
    ids = {instance.id for instance in instances}
    if "positions" in ratings.notes and len(ratings.instance.names) != len(ids):
        raise InvalidInput(
            f"{what}: the ratings name no instances, and cannot be joined by position: "
            f"{counted(len(ratings.instance.names), 'instance')} are rated, the track has {len(ids):,}",
            'Name the column of instances: columns = { instance = "COLUMN" }.',
        )
    merged = {name: instance.id for instance in instances for name in instance.merged_ids}
    known = {**merged, **{name: name for name in ids}}
    by_input = {} if known.keys() >= set(ratings.instance.names) else _index_inputs(instances)
    placed = ratings.instance.rename(lambda name: known.get(name) or by_input.get(_plain(name), name))
    matched = replace(ratings, system=named, instance=placed)
    if not entry.partial:
        scored = matched.of_kind("scored")  # practice and control items may be anything
        _check_known_to_track(what, "system", scored.system, [*systems, *entry.leave_out])
        _check_known_to_track(what, "instance", scored.instance, ids, instances if by_input else ())
    return matched


def hide_withdrawn(ratings: Ratings, systems: Iterable[System]) -> Ratings:
    """Set aside judgements of withdrawn systems, which are named nowhere: not even where it says what was set aside."""
    hidden = {system.name for system in systems if system.withdrawn}
    codes = [code for code, name in enumerate(ratings.system.names) if name in hidden]
    return ratings.without("of withdrawn systems", np.isin(ratings.system.codes, codes))


def describe_ratings_without_outputs(
    ratings: Ratings, outputs: Mapping[str, Sequence[str | None]], instances: Sequence[Instance]
) -> list[str]:
    """Say which outputs were rated that their systems do not have; nothing of systems without any text."""
    texts = {system: own for system, own in outputs.items() if any(text is not None for text in own)}
    places = {instance.id: place for place, instance in enumerate(instances)}
    scored = ratings.of_kind("scored")
    rated = np.unique(np.stack((scored.system.codes, scored.instance.codes), axis=1), axis=0).tolist()
    pairs = [(scored.system.names[system], scored.instance.names[instance]) for system, instance in rated]
    lost = [
        f"'{instance}' of {system}"
        for system, instance in pairs
        if system in texts and instance in places and texts[system][places[instance]] is None
    ]
    if not lost:
        return []
    verb = "is" if len(lost) == 1 else "are"
    named = list_some(lost, SHOWN)
    return [
        f"{len(lost):,} of {counted(len(pairs), 'rated output')} {verb} missing from what the systems put out: {named}"
    ]


def check_names(ratings: Ratings, entry: RatingsEntry, what: str) -> None:
    """Whether the criteria and systems that [[ratings]] names are in the ratings."""
    _check_in_ratings(what, "criterion", (*entry.criteria, *entry.by_criterion, *entry.lower_is_better), ratings)
    _check_in_ratings(what, "system", entry.leave_out, ratings)


def _check_still_apart(what: str, entry: RatingsEntry, ratings: Ratings, named: Labels) -> None:
    """Refuse a name for two systems that a rater judged beside each other: they cannot be the same one."""
    if len(named.names) == len(ratings.system.names):
        return
    columns = (ratings.rater, ratings.sheet, ratings.instance, ratings.criterion)
    beside = [column.codes for column in columns]
    own, renamed = (len(np.unique(combine_codes(*beside, codes))) for codes in (ratings.system.codes, named.codes))
    if renamed < own:
        counts = Counter(entry.rename.get(name, name) for name in ratings.system.names)
        shared = next(name for name, count in counts.items() if count > 1)
        several = [name for name in ratings.system.names if entry.rename.get(name, name) == shared]
        raise InvalidInput(
            f"{what}: {_quote(several)} become one system, '{shared}', but were judged on the same sheets",
            "Give each a name of its own in rename.",
        )


def _check_in_ratings(what: str, kind: Literal["criterion", "system"], names: Iterable[str], ratings: Ratings) -> None:
    try:
        check_known(kind, names, ratings.criterion.names if kind == "criterion" else ratings.system.names)
    except UserError as error:
        raise error.at(what) from None


def _check_known_to_track(
    what: str, kind: str, rated: Labels, known: Iterable[str], instances: Sequence[Instance] = ()
) -> None:
    """Refuse names that the track does not have; names of `instances` may be their inputs, which are then suggested."""
    names = set(known)
    missing = [name for name in rated.names if name not in names]
    if not missing:
        return
    remedies = {
        "system": f'Rename them (rename = {{ "{missing[0]}" = "..." }}), leave them out (leave_out), or add',
        "instance": "Use the ids of the track's instances, or add",
    }
    count = f"{len(missing):,} of {counted(len(rated.names), f'rated {kind}')} {'is' if len(missing) == 1 else 'are'}"
    for name in missing[:SHOWN]:
        if near := _find_near_input(name, instances):
            instead = f" instead of '{name}'" if len(missing) > 1 else ""
            raise InvalidInput(
                f"{what}: {count} not in the track: {_quote(missing)}",
                f"Did you mean '{near}'{instead}? Correct the ratings, or add partial = true.",
            )
    raise InvalidInput(
        f"{what}: {count} not in the track: ratings have {_quote(missing)}, the track has {_quote(sorted(names))}",
        f"{remedies[kind]} partial = true.",
    )


def _find_near_input(name: str, instances: Sequence[Instance]) -> str:
    """The input that is nearest to a name, as it is written; nothing where none is near."""
    from difflib import get_close_matches  # rarely needed, and slow to load

    inputs = {_plain(text)[:COMPARED]: text for text in (str(instance.input) for instance in instances) if text}
    near = get_close_matches(_plain(name)[:COMPARED], inputs, n=1, cutoff=NEAR)
    return " ".join(inputs[near[0]].split()) if near else ""


def _index_inputs(instances: Sequence[Instance]) -> dict[str, str]:
    """Ids by the text of the input, where only one instance has it."""
    texts = [_plain(str(instance.input)) for instance in instances]
    counts = Counter(texts)
    return {text: instance.id for text, instance in zip(texts, instances, strict=True) if text and counts[text] == 1}


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _quote(names: Iterable[str]) -> str:
    return list_some([f"'{name}'" for name in names], SHOWN)
