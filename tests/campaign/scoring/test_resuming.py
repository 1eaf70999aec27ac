"""Runs that are killed, disturbed or run twice at once: nothing is lost, nothing is left in pieces."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from campaign.written_files import read_written
from genchal.campaign.recipes import copy_recipe
from genchal.campaign.run import run_campaign
from genchal.errors import UserError
from genchal.resources.files import sweep, write_whole

KILLS = int(os.environ.get("GENCHAL_KILLS", "3"))  # `make bench` asks for more


def start(campaign: Path, out: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "genchal", "run", str(campaign), "--out", str(out)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes], float]:
    folder = tmp_path_factory.mktemp("demo")
    campaign = copy_recipe("demo", folder / "campaign")
    began = time.perf_counter()
    whole = start(campaign, folder / "whole")
    assert (whole.communicate()[1], whole.returncode) == (b"", 0)
    return campaign, read_written(folder / "whole"), time.perf_counter() - began


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(KILLS))
def test_a_run_that_is_killed_at_any_moment_is_completed_by_the_same_command(
    undisturbed: tuple[Path, dict[str, bytes], float], tmp_path: Path, seed: int
) -> None:
    campaign, expected, seconds = undisturbed
    process = start(campaign, tmp_path)
    time.sleep(random.Random(seed).uniform(0.3, 1.0) * seconds)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    again = start(campaign, tmp_path)
    assert (again.communicate()[1], again.returncode) == (b"", 0)
    assert read_written(tmp_path) == expected


@pytest.mark.slow
def test_what_a_killed_run_left_in_the_report_is_swept_away(
    undisturbed: tuple[Path, dict[str, bytes], float], tmp_path: Path
) -> None:
    campaign, expected, _ = undisturbed
    ended = start(campaign, tmp_path)
    ended.communicate()
    for folder in ("report", "report/tables"):
        (tmp_path / folder / f".index.html.{ended.pid}-abc.part").write_bytes(b"half")
    again = start(campaign, tmp_path)
    assert (again.communicate()[1], again.returncode) == (b"", 0)
    assert read_written(tmp_path) == expected


@pytest.mark.slow
def test_two_runs_at_once_do_not_harm_each_other(
    undisturbed: tuple[Path, dict[str, bytes], float], tmp_path: Path
) -> None:
    campaign, expected, _ = undisturbed
    both = [start(campaign, tmp_path) for _ in range(2)]
    assert [process.communicate()[1] for process in both] == [b"", b""]
    assert [process.returncode for process in both] == [0, 0]
    assert read_written(tmp_path) == expected


def test_parts_of_files_are_swept_when_their_writer_is_gone_and_kept_while_it_lives(tmp_path: Path) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    dead, alive = tmp_path / f".a.parquet.{gone.pid}-x.part", tmp_path / f".a.parquet.{os.getpid()}-x.part"
    other = tmp_path / ".hidden"
    for path in (dead, alive, other):
        path.write_bytes(b"")
    sweep(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([alive, other])


def test_a_folder_that_cannot_be_written_is_told_in_one_line(
    undisturbed: tuple[Path, dict[str, bytes], float], tmp_path: Path
) -> None:
    (tmp_path / "results").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(UserError, match="cannot be written"):
        run_campaign(undisturbed[0], tmp_path)
    assert not (tmp_path / "report").exists()


def test_a_full_disk_is_told_in_one_line_and_leaves_nothing_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match="no space left on device"):
        write_whole(tmp_path / "file", b"x" * 1000)
    assert list(tmp_path.iterdir()) == []


def test_without_the_cache_everything_is_made_again_and_is_the_same(
    undisturbed: tuple[Path, dict[str, bytes], float], tmp_path: Path
) -> None:
    campaign, expected, _ = undisturbed
    run_campaign(campaign, tmp_path)
    outcome = run_campaign(campaign, tmp_path, cache=False)
    assert (outcome.generated, outcome.measured, outcome.reused) == (3, 12, 0)
    assert read_written(tmp_path) == expected
