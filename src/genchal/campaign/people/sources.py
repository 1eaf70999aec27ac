"""Where judgements come from: files that [[ratings]] names, and the database of the campaign's studies."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from genchal.campaign.judgements.load import load_ratings, read_rating_lines
from genchal.domain.campaign import Campaign, RatingsEntry
from genchal.domain.ratings import Ratings
from genchal.domain.results.judgements.quality_control import PassRules
from genchal.domain.results.judgements.ranking import RankingBy
from genchal.domain.results.people import Origin
from genchal.errors import NotFound
from genchal.resources.results import digest

DATABASE = "campaign.db"  # beside campaign.toml, unless another one is named


@dataclass(frozen=True, slots=True)
class JudgementSource:
    """Judgements of a track that can be read, and the fingerprint of what there is to read.

    `seconds` are the times that a study measured on each of its sheets.
    """

    entry: RatingsEntry
    origin: Origin
    fingerprint: str
    read: Callable[[], Ratings]
    seconds: tuple[float, ...] = ()

    @property
    def rules(self) -> PassRules | None:
        """How raters are tested, None: they are not."""
        rules = self.entry.rules
        return PassRules() if rules is True else rules or None


def list_sources(campaign: Campaign, track: str, database: str | None = None) -> list[JudgementSource]:
    """Every source of judgements of a track that has any, in the order of campaign.toml: ratings, then studies."""
    check_rating_files(campaign)
    entries = [entry for entry in campaign.ratings if entry.track == track]
    files = [open_files(entry, campaign.folder) for entry in entries if entry.files]
    return [*files, *_list_studies(campaign, track, database)]


def check_rating_files(campaign: Campaign) -> None:
    """Whether all files of ratings are there: nobody wants to score for hours to find out."""
    for entry in campaign.ratings:
        for path in entry.files:
            if not path.exists():
                problem = f"[[ratings]] '{entry.name}': there is no file {_name_below(path, campaign.folder)}"
                raise NotFound(problem, "Correct its name in campaign.toml.")


def open_files(entry: RatingsEntry, folder: Path) -> JudgementSource:
    """The files of [[ratings]]."""

    def read() -> Ratings:
        ratings = load_ratings(entry.files, entry.layout, entry.columns, entry.systems)
        return _without_folders(ratings, {path: _name_below(path, folder) for path in entry.files})

    return JudgementSource(entry, "file", digest([_fingerprint(path) for path in entry.files]), read)


def find_database(campaign: Campaign, database: str | None = None) -> str | None:
    """The database of the campaign's studies; None where there are no studies, or none has been created."""
    place = database or str(campaign.folder / DATABASE)
    if not campaign.studies or (database is None and not Path(place).is_file()):
        return None
    return place


def _list_studies(campaign: Campaign, track: str, database: str | None) -> list[JudgementSource]:
    place = find_database(campaign, database)
    designs = tuple(design for design in campaign.studies if (design.track or campaign.tracks[0].name) == track)
    if place is None or not designs:
        return []
    from genchal.campaign.studies.collected import collect_answers  # a database takes a while to load
    from genchal.store.store import open_store

    with open_store(place, create=False) as store:
        collected = collect_answers(store, designs)
    entries = {entry.study: entry for entry in campaign.ratings if entry.study is not None}
    pay = {design.name: design for design in designs}
    sources = []
    for answers in collected:
        if not answers.ratings:
            continue
        entry = entries.get(answers.of) or _make_entry(campaign, answers.name, track)
        if answers.name != answers.of:
            entry = _narrow(replace(entry, name=answers.name), answers.criteria)
        entry = replace(
            entry,
            study=answers.name,
            rules=True if entry.rules is None and answers.design.control.total else entry.rules,
            elicitation=entry.elicitation or answers.design.method,
        )
        design = pay[answers.of]
        if entry.cost is None and design.pay is not None:
            entry = replace(entry, cost=design.pay * answers.paid, currency=design.currency)
        fingerprint = digest(answers.table, [repr(second) for second in answers.seconds])
        read = _reader(answers.table, f"study '{answers.name}'")
        sources.append(JudgementSource(entry, "study", fingerprint, read, answers.seconds))
    return sources


def _narrow(entry: RatingsEntry, criteria: Sequence[str]) -> RatingsEntry:
    """What is said of one of several studies that ask for a criterion each: only what is about its own."""
    return replace(
        entry,
        criteria=tuple(name for name in entry.criteria if name in criteria),
        lower_is_better=tuple(name for name in entry.lower_is_better if name in criteria),
        by_criterion={name: how for name, how in entry.by_criterion.items() if name in criteria},
    )


def _make_entry(campaign: Campaign, name: str, track: str) -> RatingsEntry:
    """How a study is evaluated of which no [[ratings]] says anything."""
    return RatingsEntry(name, track, ranking=RankingBy(seed=campaign.seed, confidence=campaign.confidence))


def _reader(table: str, name: str) -> Callable[[], Ratings]:
    return lambda: read_rating_lines(table.removesuffix("\n").split("\n"), name)


def _fingerprint(path: Path) -> str:
    """Fingerprint of a file, or of all files in a folder."""
    files = sorted(inner for inner in path.rglob("*") if inner.is_file()) if path.is_dir() else [path]
    return digest([_hash(inner) for inner in files])


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()


def _name_below(path: Path, folder: Path) -> str:
    """A file as campaign.toml names it: where the campaign lies is nobody's business."""
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


def _without_folders(ratings: Ratings, names: Mapping[Path, str]) -> Ratings:
    """The same with the names of files as campaign.toml has them."""
    if not ratings.files:
        return ratings
    files = tuple(names.values())
    notes = dict(ratings.notes)
    for path, name in names.items():
        notes = {key: note.replace(f"{path}: ", f"{name}: ") for key, note in notes.items()}
    aside = tuple(replace(aside, files=files) if aside.files else aside for aside in ratings.set_aside)
    return replace(ratings, files=files, set_aside=aside, notes=notes)
