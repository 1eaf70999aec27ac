"""Everything that a campaign holds, as plain files under names that say what they are.

Results come from what is stored: nothing is generated or scored. Ratings are written as `genchal rank` reads them, with
pseudonyms for raters. All files are made before one is written, in a folder beside; then it takes its place.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from genchal.campaign.config.load import load_campaign
from genchal.campaign.people.matching import hide_withdrawn, match_names
from genchal.campaign.people.sources import JudgementSource, list_sources
from genchal.campaign.run import load_results
from genchal.domain.campaign import Campaign
from genchal.domain.ratings import KINDS, UNKNOWN, Ratings
from genchal.domain.results.campaign import CampaignResults, TrackResults
from genchal.errors import Conflict, check_known, counted, list_some
from genchal.ratings.long import HEADER
from genchal.reports.names import number_names, slug
from genchal.reports.paper.paper_files import paper_files
from genchal.reports.plain_tables import PlainTable, Value, is_not_a_number, plain_tables
from genchal.reports.report_files import figure_files
from genchal.resources.files import explain_unwritable, write_whole
from genchal.resources.table_files import table
from genchal.version import __version__

TableFormat = Literal["tsv", "jsonl", "parquet"]
PARTS = (
    *("outputs", "scores", "segment_scores", "comparisons", "ratings", "rankings", "agreement", "differences"),
    *("correlations", "coverage", "text_statistics", "similarity", "paper", "figures"),
)
# Tables that go with a part of another name.
BELONGS = {"leaderboard": "scores", "rated_segments": "ratings"}
ATTEMPTS = 20  # to take the place of a folder that others write to at the same time
CONTENTS = "export.json"  # says that a folder is an export, and what of it is ours
RATINGS = {
    name: {"value": float, "position": int, "shown_at": float, "answered_at": float}.get(name, str) for name in HEADER
}


@dataclass(frozen=True, slots=True)
class Export:
    """What was written, and where: paths are relative to the folder. `removed` are those of an earlier export alone."""

    folder: Path
    files: tuple[str, ...]
    removed: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Such as "38 files in walks/export"."""
        are = "is" if len(self.removed) == 1 else "are"
        gone = f"; {counted(len(self.removed), 'file')} of an earlier export {are} gone" if self.removed else ""
        return f"{counted(len(self.files), 'file')} in {self.folder}{gone}"


def export(
    path: Path | str | None = None,
    out: Path | str | None = None,
    *,
    parts: Sequence[str] = (),
    format: TableFormat = "tsv",  # noqa: A002  (the trade's word)
    results: Path | str | None = None,
    database: str | None = None,
) -> Export:
    """Write outputs, segment scores, ratings, rankings and all else of a campaign as plain files, from stored results.

    `path` is a campaign.toml or its folder (default: the current one), `out` the folder for the files (default:
    ``export`` beside campaign.toml), `results` the folder that `run` was given as `out`. `parts` are those that are
    wanted, by default all but figures: outputs, scores, segment_scores, comparisons, ratings, rankings, agreement,
    differences, correlations, coverage, text_statistics, similarity, paper (a draft with tables, figures and
    references), and figures (every figure of the report as SVG, PDF and PNG).
    """
    check_known("part of an export", parts, PARTS)
    check_known("format", [format], get_args(TableFormat))
    campaign = load_campaign(path)
    folder = Path(out) if out is not None else campaign.folder / "export"
    _check_folder(folder)
    found = load_results(campaign, Path(results) if results is not None else campaign.folder, database)
    tables = plain_tables(found)
    tables |= {name: _tabulate_ratings(ratings) for name, ratings in _read_ratings(campaign, found, database).items()}
    files = {
        f"{name}.{format}": table(f".{format}", own.columns, _rows(own, format))
        for name, own in sorted(tables.items())
        if _is_wanted(name, parts)
    }
    if not parts or "paper" in parts:
        files |= {f"paper/{name}": content for name, content in paper_files(found).items()}
    if "figures" in parts:
        files |= figure_files(found)
    digests = {name: _digest(content) for name, content in sorted(files.items())}
    contents = {"schema": 1, "campaign": found.name, "version": __version__, "files": sorted(files), "digests": digests}
    files[CONTENTS] = f"{json.dumps(contents, indent=2, ensure_ascii=False)}\n".encode()
    removed = tuple(sorted(_earlier(folder).keys() - files.keys()))
    _write_folder(folder, files)
    return Export(folder, tuple(sorted(files)), removed)


def _is_wanted(name: str, parts: Sequence[str]) -> bool:
    first = name.partition("/")[0]
    return not parts or BELONGS.get(first, first) in parts


def _rows(own: PlainTable, format: TableFormat) -> Sequence[Sequence[Value]]:  # noqa: A002  (the trade's word)
    if format == "tsv":
        return own.rows
    return [[None if is_not_a_number(value) else value for value in row] for row in own.rows]


def _read_ratings(campaign: Campaign, results: CampaignResults, database: str | None) -> dict[str, Ratings]:
    """Every source of judgements by the name of its file, with systems and instances as the tracks call them."""
    sources = [(track, source) for track in results.tracks for source in list_sources(campaign, track.name, database)]
    if len(sources) == 1:
        return {"ratings": _match(*sources[0])}
    names = number_names(f"ratings/{slug(source.entry.name, 'ratings')}" for _, source in sources)
    return {name: _match(track, source) for name, (track, source) in zip(names, sources, strict=True)}


def _match(track: TrackResults, source: JudgementSource) -> Ratings:
    systems = [system.name for system in track.systems]
    what = f"ratings '{source.entry.name}'"
    return hide_withdrawn(match_names(source.read(), source.entry, what, systems, track.instances), track.systems)


def _tabulate_ratings(ratings: Ratings) -> PlainTable:
    """Judgements in genchal's own layout; raters whom nobody named have no name."""
    raters = ["" if name.startswith(UNKNOWN) else name for name in ratings.rater.names]
    named = [
        [raters[code] for code in ratings.rater.codes.tolist()],
        *(
            [column.names[code] for code in column.codes.tolist()]
            for column in (ratings.sheet, ratings.instance, ratings.system, ratings.criterion)
        ),
    ]
    times = [
        [None if np.isnan(second) else second for second in own.tolist()]
        for own in (ratings.shown_at, ratings.answered_at)
    ]
    numbers = [
        ratings.value.tolist(),
        [KINDS[kind] for kind in ratings.kind.tolist()],
        [None if place < 0 else place for place in ratings.position.tolist()],
        *times,
    ]
    return PlainTable(RATINGS, list(zip(*named, *numbers, strict=True)))


def _check_folder(folder: Path) -> None:
    """Refuse a folder with anything in it that an earlier export did not write, or that somebody has changed since."""
    if folder.is_file():
        raise Conflict(f"{folder} is a file", "Give another folder with --out.")
    there = {path.relative_to(folder).as_posix(): path for path in _files_in(folder)}
    earlier = _earlier(folder)
    foreign = sorted(there.keys() - earlier.keys())
    changed = sorted(name for name, path in there.items() if earlier.get(name) and earlier[name] != _digest_of(path))
    if foreign or changed:
        problems = [f"files that no export wrote ({list_some(foreign, 3)})"] if foreign else []
        problems += [f"files that were changed after they were exported ({list_some(changed, 3)})"] if changed else []
        raise Conflict(
            f"{folder} has {' and '.join(problems)}",
            "Move them, or give another folder with --out; nothing was written.",
        )


def _files_in(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if not path.is_dir()) if folder.is_dir() else iter(())


def _earlier(folder: Path) -> dict[str, str]:
    """The files of an earlier export with their digests, which are empty where it did not keep them."""
    try:
        contents = json.loads((folder / CONTENTS).read_bytes())
        digests = contents.get("digests", {})
        return {CONTENTS: "", **{str(name): str(digests.get(name, "")) for name in contents["files"]}}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _digest_of(path: Path) -> str | None:
    try:
        return _digest(path.read_bytes())
    except OSError:
        return None


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _write_folder(folder: Path, files: dict[str, bytes]) -> None:
    """Write all files beside the folder, then put them in its place, so that nobody meets half of an export.

    Of two exports at the same time, the one that ends last is there afterwards.
    """
    with explain_unwritable(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as staging:
            made = Path(staging) / "new"
            for name, content in files.items():
                write_whole(made / name, content)
            for attempt in range(ATTEMPTS):
                with contextlib.suppress(FileNotFoundError):
                    folder.rename(Path(staging) / f"old-{attempt}")
                try:
                    made.rename(folder)
                    return
                except OSError as error:  # another export has put its own folder there since
                    if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                        raise
    raise Conflict(f"another export keeps writing to {folder}", "Run the command again when that one has ended.")
