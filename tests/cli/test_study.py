"""``genchal study`` and ``genchal serve`` as people type them."""

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from cli.typed import genchal

CAMPAIGN = """
[campaign]
name = "Walks"
[[track]]
name = "walks"
format = "slots"
test = "test.csv"
[[system]]
name = "north"
file = "north.tsv"
[[study]]
name = "quality"
method = "likert"
codes = {complete = "CODE-1"}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test.csv").write_text('mr,ref\n"name[A]","A is here."\n"name[B]","B is here."\n', encoding="utf-8")
    (tmp_path / "north.tsv").write_text("mr\toutput\nname[A]\tHere is A.\nname[B]\tHere is B.\n", encoding="utf-8")
    (tmp_path / "campaign.toml").write_text(CAMPAIGN, encoding="utf-8")
    return tmp_path


def test_a_study_is_created_once_and_tells_how_far_it_is(folder: Path) -> None:
    done = genchal("study", "create", "quality", folder=folder)
    assert done.returncode == 0
    assert "quality: 2 items on 2 sheets, 3 raters each" in done.stdout
    assert "completion code: CODE-1" in done.stdout
    again = genchal("study", "create", "quality", folder=folder)
    assert again.returncode == 2
    assert "there is a study 'quality' already" in again.stderr
    unknown = genchal("study", "create", "qualty", folder=folder)
    assert "Did you mean 'quality'" in unknown.stderr
    status = json.loads(genchal("study", "status", "--json", folder=folder).stdout)
    assert status["studies"][0]["progress"]["wanted"] == 6
    assert "0 of 6" in genchal("study", "status", folder=folder).stdout


def test_a_study_is_closed_and_opened_again(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    for option, state in (([], "closed"), (["--reopen"], "open")):
        assert genchal("study", "close", "quality", *option, folder=folder).stdout == f"quality is {state}\n"
        found = json.loads(genchal("study", "status", "--json", folder=folder).stdout)
        assert found["studies"][0]["state"] == state


def test_links_are_personal_and_exports_empty_at_first(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    done = genchal("study", "links", "quality", "--count", "3", "--base-url", "https://x.example", folder=folder)
    lines = done.stdout.splitlines()
    assert len(set(lines)) == 3
    assert all(line.startswith("https://x.example/s/quality/r/") for line in lines)
    export = genchal("study", "export", "quality", folder=folder)
    assert export.stdout == "rater,sheet,instance,system,criterion,value,kind,position,shown_at,answered_at\n"
    assert export.stderr == "0 ratings\n"
    refused = genchal("study", "export", "quality", "-o", "ratings.xlsx", folder=folder)
    assert refused.returncode == 2


def test_without_a_database_there_is_nothing_to_serve_or_export(folder: Path) -> None:
    for command in (["serve"], ["study", "status"], ["study", "export", "quality"], ["study", "links", "quality"]):
        done = genchal(*command, folder=folder)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
    assert not (folder / "campaign.db").exists()


def test_the_server_starts_answers_and_stops_when_it_is_told_to(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "genchal", "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert _answer(f"http://127.0.0.1:{port}/health") == "ok\n"
    finally:
        server.send_signal(signal.SIGINT)
        said, complained = server.communicate(timeout=30)
    assert f"quality: http://localhost:{port}/s/quality" in said
    assert "Traceback" not in complained


def _answer(url: str) -> str:
    for _ in range(100):
        try:
            with urlopen(url, timeout=5) as response:
                return str(response.read().decode())
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")
