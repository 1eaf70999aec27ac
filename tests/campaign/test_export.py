"""Exported files: what there is, that commands read it again, and what an export does not overwrite."""

import errno
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import genchal
from genchal.campaign.export import CONTENTS, PARTS, Export, _write_folder, export
from genchal.campaign.run import run_campaign
from genchal.cli import cli
from genchal.domain.results.campaign import CampaignResults
from genchal.errors import Conflict, InvalidInput, UnknownName
from genchal.reports.plain_tables import export_files, name_files, plain_tables
from reports.campaigns import CAMPAIGN
from reports.whole_campaign import two_tracks, whole_campaign

CAMPAIGN_FILE = """
[campaign]
name = "Ferries"
schema = 1
resamples = 100

[[track]]
name = "main"
format = "slots"
language = "en"
test = "test.csv"
train = "test.csv"

[[system]]
name = "harbour"
file = "harbour.csv"

[[system]]
name = "Light house (2)"
file = "lighthouse.csv"

[[system]]
name = "random"
generator = "random"

[[system]]
name = "gone"
file = "harbour.csv"
withdrawn = true

[[metric]]
name = "bleu"

[[metric]]
name = "rouge_l"

[[ratings]]
name = "pilot"
file = "ratings.csv"
"""
LINES = ["Green", "Silver", "Blue", "Amber", "Violet", "Copper", "White", "Black"]
ODD = [
    *(
        '"The Green Line, now"',
        "The Silver\tLine is a boat.",
        "The Blue\nLine is a boat.",
        ' The Amber "Line", a boat. ',
    ),
    *("100% & more", "日本", "'quoted', too", "plain"),
]


@pytest.fixture
def ferries(tmp_path: Path) -> Path:
    """A campaign with odd texts, a generator, a withdrawn system and ratings."""
    import csv

    folder = tmp_path / "ferries"
    folder.mkdir()
    (folder / "campaign.toml").write_text(CAMPAIGN_FILE, encoding="utf-8")
    inputs = [f"route[{line} Line], from[Quay {number}]" for number, line in enumerate(LINES)]
    boats = [(mr, f"The {line} Line is a boat.") for mr, line in zip(inputs, LINES, strict=True)]
    odd = [(mr, text) for mr, text in zip(inputs[:-1], ODD, strict=False)]
    tables: dict[str, list[tuple[object, ...]]] = {
        "test.csv": [("mr", "ref"), *boats],
        "harbour.csv": [("mr", "output"), *boats],
        "lighthouse.csv": [("mr", "output"), *odd],
        "ratings.csv": [
            ("rater", "sheet", "instance", "system", "criterion", "value"),
            *(
                (rater, f"{rater}{number}", number + 1, system, "quality", 5 - place - (number + len(rater)) % 2)
                for rater in ("ann", "bob", "cy")
                for number in range(6)
                for place, system in enumerate(("harbour", "Light house (2)", "random"))
            ),
        ],
    }
    for name, rows in tables.items():
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)
    return folder


def run_and_export(folder: Path, **options: object) -> tuple[CampaignResults, Path]:
    results = run_campaign(folder).results
    return results, export(folder, **options).folder  # type: ignore[arg-type]


def test_an_export_has_everything_under_names_that_say_what_it_is(ferries: Path) -> None:
    _, folder = run_and_export(ferries)
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert [name for name in names if not name.startswith("paper/")] == [
        "agreement.tsv",
        "comparisons.tsv",
        "correlations.tsv",
        "differences.tsv",
        "export.json",
        "leaderboard.tsv",
        "outputs/main.tsv",
        "outputs/main/Light house (2).tsv",
        "outputs/main/harbour.tsv",
        "outputs/main/random.tsv",
        "rankings.tsv",
        "rated_segments.tsv",
        "ratings.tsv",
        "scores.tsv",
        "segment_scores.tsv",
    ]
    assert {"paper/evaluation.tex", "paper/evaluation.md", "paper/references.bib"} <= set(names)
    listed = json.loads((folder / CONTENTS).read_text(encoding="utf-8"))["files"]
    assert {*listed, CONTENTS} == set(names)
    assert "gone" not in (folder / "outputs" / "main.tsv").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", ["tsv", "jsonl", "parquet"])
def test_scores_rankings_and_correlations_come_out_again(ferries: Path, form: str) -> None:
    results, folder = run_and_export(ferries, format=form)
    (track,) = results.tracks
    files = sorted((folder / "outputs" / "main").iterdir())
    for given in (files, folder / "outputs" / f"main.{form}"):
        scored = genchal.score(given, ferries / "test.csv", "bleu,rouge_l", task="slots", resamples=0)
        for system in ("harbour", "Light house (2)", "random"):
            for metric in ("bleu", "rouge_l"):
                expected = track.score(system, metric)
                assert expected is not None
                assert scored[metric, system].value == expected.value
                assert scored[metric, system].n == expected.n
    (people,) = track.people
    ranking = genchal.rank(folder / f"ratings.{form}")
    assert ranking.systems == people["quality"].ranking.systems
    if form == "tsv":
        found = genchal.correlate(folder / "segment_scores.tsv", folder / "ratings.tsv", resamples=100)
        by_segment = people["quality"].by_segment
        assert by_segment is not None
        assert found["bleu", "quality"].value == by_segment["bleu", "quality", "pearson"].value


def test_the_command_line_reads_exported_files_without_options(ferries: Path) -> None:
    _, folder = run_and_export(ferries)
    runner = CliRunner()
    for command in (
        ["score", str(folder / "outputs" / "main.tsv"), "-r", str(ferries / "test.csv"), "-m", "bleu"],
        ["rank", str(folder / "ratings.tsv")],
        ["correlate", "--segments", str(folder / "segment_scores.tsv"), "--ratings", str(folder / "ratings.tsv")],
        ["correlate", "--scores", str(folder / "leaderboard.tsv")],
    ):
        outcome = runner.invoke(cli, command, catch_exceptions=False)
        assert outcome.exit_code == 0, outcome.output


def test_every_figure_of_the_report_is_exported_in_three_formats(ferries: Path) -> None:
    _, folder = run_and_export(ferries, parts=["figures"])
    drawn = {path.stem for path in (ferries / "report" / "figures").glob("*.svg")}
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    assert names == sorted(
        ["export.json", *(f"figures/{name}.{kind}" for name in drawn for kind in ("svg", "pdf", "png"))]
    )
    assert all(path.stat().st_size > 500 for path in (folder / "figures").iterdir())


def test_raters_have_no_names_in_an_export(ferries: Path) -> None:
    _, folder = run_and_export(ferries)
    text = (folder / "ratings.tsv").read_text(encoding="utf-8")
    assert "ann" not in text
    assert text.splitlines()[1].startswith("r1\t")


def test_what_is_not_up_to_date_is_named_and_nothing_is_written(ferries: Path) -> None:
    with pytest.raises(InvalidInput, match="not up to date"):
        export(ferries)
    assert not (ferries / "export").exists()


def test_one_file_that_is_gone_is_one() -> None:
    done = Export(Path("export"), ("a.tsv", "b.tsv"), ("c.tsv",))
    assert done.sentence() == "2 files in export; 1 file of an earlier export is gone"


def test_an_earlier_export_is_replaced_as_a_whole_and_foreign_files_are_not_touched(ferries: Path) -> None:
    _, folder = run_and_export(ferries)
    done = export(ferries, parts=["ratings"])
    assert done.sentence() == f"3 files in {folder}; {len(done.removed)} files of an earlier export are gone"
    names = sorted(path.name for path in folder.rglob("*") if path.is_file())
    assert names == ["export.json", "rated_segments.tsv", "ratings.tsv"]
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(Conflict, match=r"has files that no export wrote \(notes.txt\)"):
        export(ferries)
    assert (folder / "notes.txt").read_text(encoding="utf-8") == "mine"
    other = ferries / "other"
    other.mkdir()
    export(ferries, other)  # an empty folder is as good as none
    assert (other / CONTENTS).is_file()
    assert not [path for path in ferries.iterdir() if path.name.startswith(".")]


def test_a_draft_that_somebody_has_edited_is_not_replaced(ferries: Path) -> None:
    _, folder = run_and_export(ferries)
    export(ferries)  # as it was written, it may be replaced
    draft = folder / "paper" / "evaluation.tex"
    draft.write_text(draft.read_text(encoding="utf-8") + "Our systems ...", encoding="utf-8")
    with pytest.raises(Conflict, match=r"changed after they were exported \(paper/evaluation.tex\)"):
        export(ferries)
    assert draft.read_text(encoding="utf-8").endswith("Our systems ...")
    draft.unlink()
    export(ferries)  # a file that is gone is written again


def test_an_export_of_an_earlier_version_without_digests_is_replaced(ferries: Path) -> None:
    _, folder = run_and_export(ferries)
    contents = json.loads((folder / CONTENTS).read_bytes())
    del contents["digests"]
    (folder / CONTENTS).write_text(json.dumps(contents), encoding="utf-8")
    (folder / "scores.tsv").write_text("", encoding="utf-8")
    export(ferries)
    assert (folder / "scores.tsv").stat().st_size


def test_a_folder_that_cannot_be_made_is_one_line(ferries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_campaign(ferries)

    def refuse(*args: object, **options: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(InvalidInput, match=r"export: cannot be written \(read-only file system\)"):
        export(ferries)
    assert not (ferries / "export").exists()


def test_a_part_or_a_format_that_is_not_known_is_refused(ferries: Path) -> None:
    run_campaign(ferries)
    with pytest.raises(UnknownName, match="Did you mean 'rankings'"):
        export(ferries, parts=["ranking"])
    with pytest.raises(UnknownName, match="unknown format"):
        export(ferries, format="xls")  # type: ignore[arg-type]


def test_parts_and_campaign_are_told_apart_on_the_command_line(ferries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_campaign(ferries)
    runner = CliRunner()
    done = runner.invoke(cli, ["export", "scores", "ratings", str(ferries)], catch_exceptions=False)
    assert done.output.startswith("5 files in ")
    monkeypatch.chdir(ferries)
    done = runner.invoke(cli, ["export", "scores"], catch_exceptions=False)
    assert done.output == "3 files in export; 2 files of an earlier export are gone\n"
    with pytest.raises(UnknownName, match="unknown part of an export 'scors'"):
        runner.invoke(cli, ["export", "scors", "ratings"], catch_exceptions=False)


def test_files_have_the_names_of_their_systems_where_that_is_safe() -> None:
    assert name_files(["tgen", "Light house (2)", "日本語", "a/b", "../up", "CON", "", "x.", "TGen"]) == (
        *("tgen", "Light house (2)", "日本語", "a-b", "up", "system-con", "system", "x", "tgen-2"),
    )


def test_all_parts_of_results_have_their_tables() -> None:
    tables = plain_tables(whole_campaign())
    assert {name.partition("/")[0] for name in tables} >= {*PARTS} - {"ratings", "paper", "figures"}
    assert {"segment_scores/main-more", "segment_scores/second", "leaderboard/second"} <= set(
        plain_tables(two_tracks())
    )
    files = export_files(CAMPAIGN)
    assert files["segment_scores.tsv"].decode().splitlines()[1] == "templates\twalk-1\tbleu\t0.7"
    assert "nan" in files["segment_scores.tsv"].decode()
    assert "Team Secret" not in "".join(content.decode() for content in files.values())
    assert "never shown" not in "".join(content.decode() for content in files.values())


def test_an_export_that_another_one_overtakes_replaces_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, rename = tmp_path / "export", Path.rename
    _write_folder(folder, {"earlier.tsv": b"earlier"})
    others: list[Path] = []

    def overtaken(path: Path, target: Path) -> Path:
        if path.name == "new" and not others:  # the old folder is gone, and the new one is not there yet
            others.append(folder / "other.tsv")
            folder.mkdir()
            others[0].write_bytes(b"other")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", overtaken)
    _write_folder(folder, {"a.tsv": b"ours", "b.tsv": b"ours"})
    assert others
    assert sorted(path.name for path in folder.iterdir()) == ["a.tsv", "b.tsv"]
    assert [path.name for path in tmp_path.iterdir()] == ["export"]
