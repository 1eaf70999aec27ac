"""``genchal study`` and ``genchal serve`` as people type them."""

import io
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

from cli.typed import genchal
from genchal.cli import MAKE_ROOM
from genchal.store.raters import register_rater, set_rater_state
from genchal.store.records import Identity
from genchal.store.store import open_store
from genchal.store.studies import find_study

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
    assert "there is already a study 'quality'" in again.stderr
    unknown = genchal("study", "create", "qualty", folder=folder)
    assert "Did you mean 'quality'" in unknown.stderr
    status = json.loads(genchal("study", "status", "--json", folder=folder).stdout)
    assert status["studies"][0]["progress"]["wanted"] == 6
    table = genchal("study", "status", "--study", "quality", "--csv", folder=folder).stdout.splitlines()
    assert table == [
        "study,state,answered,wanted,complete,blocks,leased,judgements,seconds,raters,flagged",
        "quality,open,0,6,0,2,0,0,,none,0",
    ]
    assert genchal("study", "status", str(folder), folder=folder.parent).stdout.splitlines()[1].split() == [
        *("quality", "open", "0", "6", "0", "2", "0", "0", "-", "none", "0")
    ]


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
    others = genchal("study", "export", "quality", "--times", "times.csv", folder=folder)
    assert (others.stdout, others.stderr) == ("", "0 ratings; 0 sheets\n")
    assert (folder / "times.csv").read_text().startswith("rater,sheet,kind,shown_at,answered_at,active_seconds,")
    refused = genchal("study", "export", "quality", "--attribute-sets", "sets.xml", folder=folder)
    assert "its method is likert" in refused.stderr
    refused = genchal("study", "export", "quality", "-o", "ratings.xlsx", folder=folder)
    assert refused.returncode == 2


def test_without_a_database_there_is_nothing_to_serve_or_export(folder: Path) -> None:
    for command in (["serve"], ["study", "status"], ["study", "export", "quality"], ["study", "links", "quality"]):
        done = genchal(*command, folder=folder)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
    assert not (folder / "campaign.db").exists()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("study.example.org", "is not a web address. Write one such as https://study.example.org."),
        ("https://", "is not a web address"),
        ("https://study example.org", "is not a web address"),
        ("http://[", "is not a web address"),
        ("https://example.org/study/", "Write https://example.org: studies cannot be below a path."),
        ("https://example.org?a=b", "has more than the name of a server"),
    ],
)
def test_links_are_not_made_of_what_is_no_address_of_a_server(folder: Path, url: str, said: str) -> None:
    genchal("study", "create", "quality", folder=folder)
    for words in (["study", "links", "quality"], ["serve"]):
        refused = genchal(*words, "--base-url", url, folder=folder)
        assert refused.returncode == 2
        assert said in refused.stderr
        assert refused.stdout == ""


def test_where_nobody_can_be_asked_a_study_is_deleted_only_with_yes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    genchal("study", "create", "quality", folder=folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for words in (["delete", "quality"], ["erase", "quality", "--all"]):
        refused = genchal("study", *words, folder=folder)
        assert refused.returncode == 2
        assert refused.stderr.endswith(
            "error: nobody answered, so nothing was changed. Add --yes so that nobody is asked.\n"
        )
    assert genchal("study", "delete", "quality", "--yes", folder=folder).returncode == 0


def test_the_name_of_a_study_is_not_taken_for_a_campaign(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    for words in (["status", "quality"], ["close", "quality", "fluency"], ["pay", "quality", "nowhere"]):
        refused = genchal("study", *words, folder=folder)
        assert refused.returncode == 2
        assert refused.stderr == f"error: {words[-1]}: no such campaign. CAMPAIGN is a campaign.toml or its folder.\n"
    (folder / "campaign.toml").unlink()
    assert genchal("study", "status", "campaign.toml", folder=folder).returncode == 0  # a database is enough


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['preset = "rankme-likert-quality"'], "100 instances were requested, but there are only 2"),
        (['method = "pairwise"'], "pairwise compares 2 or more"),
        (['method = "identification"'], "is not a scene"),
        (['method = "likert"', "control = {reference = 3}", "items_per_sheet = 5"], "Lower control.reference"),
        (['method = "likert"', 'instructions = "nowhere.md"'], "study 'other': nowhere.md: no such file"),
        (['method = "likert"', "erase_on = 2020-01-31"], "erase_on is 2020-01-31, so the study would be closed"),
        (['method = "likert"', 'sounds = "recordings"'], "does not play them"),
    ],
)
def test_a_study_that_cannot_be_made_leaves_nothing_behind(folder: Path, lines: list[str], said: str) -> None:
    with (folder / "campaign.toml").open("a", encoding="utf-8") as file:
        file.write("\n".join(["[[study]]", 'name = "other"', *lines, ""]))
    before = sorted(one.name for one in folder.iterdir())
    refused = genchal("study", "create", "other", folder=folder)
    assert refused.returncode == 2
    assert said in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert sorted(one.name for one in folder.iterdir()) == before
    genchal("study", "create", "quality", folder=folder)
    status = genchal("study", "status", "--json", folder=folder).stdout
    database = (folder / "campaign.db").read_bytes()
    for name in ("other", "quality"):  # the latter is there already
        assert genchal("study", "create", name, folder=folder).returncode == 2
        assert genchal("study", "status", "--json", folder=folder).stdout == status
        assert (folder / "campaign.db").read_bytes() == database


def test_people_are_listed_for_payment_and_then_erased(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    with open_store(folder / "campaign.db") as store:
        study = store.read(lambda t: find_study(t, "quality"))
        for number in ("5", "2"):
            rater, _ = store.write(lambda t, n=number: register_rater(t, study, Identity("link", n), 1.0))  # type: ignore[misc]
            store.write(lambda t, r=rater: set_rater_state(t, r.id, "finished", 1_800_000_000.0))  # type: ignore[misc]
    listed = genchal("study", "identities", "quality", "--csv", folder=folder).stdout.splitlines()
    assert listed == [
        "rater,platform,link,state,sheets,finished_at,code",
        "rater-0001,link,5,finished,0,2027-01-15T08:00:00Z,CODE-1",
        "rater-0002,link,2,finished,0,2027-01-15T08:00:00Z,CODE-1",
    ]
    chosen = json.loads(
        genchal("study", "identities", "quality", "--rater", "rater-0002", "--json", folder=folder).stdout
    )
    assert [(rater["rater"], rater["link"]) for rater in chosen["raters"]] == [("rater-0002", "2")]
    written = genchal("study", "identities", "quality", "-o", "who.jsonl", folder=folder)
    assert (written.stdout, written.stderr) == ("", "2 raters\n")
    assert os.name == "nt" or (folder / "who.jsonl").stat().st_mode & 0o777 == 0o600
    assert json.loads((folder / "who.jsonl").read_text().splitlines()[0])["link"] == "5"
    for options, said in (
        ([], "no raters to erase"),
        (["--all", "--rater", "1"], "no raters to erase"),
        (["--rater", "rater-9999"], "unknown rater"),
        (["--all"], "genchal study close quality"),
    ):
        refused = genchal("study", "erase", "quality", "--yes", *options, folder=folder)
        assert refused.returncode == 2
        assert said in refused.stderr
    assert genchal("study", "erase", "quality", "--rater", "1", "--yes", folder=folder).stdout == (
        "1 rater of quality erased\n"
    )
    listed = genchal("study", "identities", "quality", "--csv", folder=folder).stdout.splitlines()
    assert listed[1:] == [
        "rater-0001,,,finished,0,2027-01-15T08:00:00Z,CODE-1",
        "rater-0002,link,2,finished,0,2027-01-15T08:00:00Z,CODE-1",
    ]


def test_ids_that_strangers_make_up_are_no_formulas(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    evil = "=cmd|' /C calc'!A0"
    with open_store(folder / "campaign.db") as store:
        study = store.read(lambda t: find_study(t, "quality"))
        for who in (evil, "-7"):
            identity = Identity("mturk", who, {"workerId": who})
            store.write(lambda t, i=identity: register_rater(t, study, i, 1.0))  # type: ignore[misc]
    genchal("study", "identities", "quality", "-o", "who.csv", folder=folder)
    printed = genchal("study", "identities", "quality", "--csv", folder=folder).stdout
    for text in (printed, (folder / "who.csv").read_text(encoding="utf-8")):
        assert [line.split(",")[3] for line in text.splitlines()[1:]] == [f"'{evil}", "-7"]
    genchal("study", "identities", "quality", "-o", "who.jsonl", folder=folder)
    assert json.loads((folder / "who.jsonl").read_text().splitlines()[0])["workerId"] == evil


@pytest.mark.parametrize(("answer", "is_erased"), [("n", False), ("y", True)])
def test_erasing_asks_first(folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str, is_erased: bool) -> None:
    genchal("study", "create", "quality", folder=folder)
    with open_store(folder / "campaign.db") as store:
        study = store.read(lambda t: find_study(t, "quality"))
        store.write(lambda t: register_rater(t, study, Identity("link", "1"), 1.0))
    genchal("study", "close", "quality", folder=folder)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: answer)
    done = genchal("study", "erase", "quality", "--all", folder=folder)
    assert done.returncode == 0
    assert ("1 rater of quality erased" in done.stdout) == is_erased
    assert ("nothing was erased" in done.stderr) != is_erased
    assert ("link,1" in genchal("study", "identities", "quality", "--csv", folder=folder).stdout) != is_erased


@pytest.mark.parametrize("above", [False, True])
def test_the_server_starts_answers_and_what_it_prints_leads_to_a_page(folder: Path, above: bool) -> None:
    """As somebody finds out who types what is printed, in the folder of the campaign or in the one above."""
    here, typed = (folder.parent, [folder.name]) if above else (folder, [])
    made = genchal("study", "create", "quality", *typed, folder=here)
    assert made.stdout.rstrip().endswith(" ".join(["show it to raters with: genchal serve", *typed]))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "genchal", "serve", "--port", str(port), *typed]
    server = subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert _answer(f"http://127.0.0.1:{port}/health") == "ok\n"
        assert server.stdout is not None
        printed = server.stdout.readline()
        assert printed.startswith("quality: by personal links, which are printed by: genchal study links quality ")
        links = genchal(*shlex.split(printed.partition(": genchal ")[2]), folder=here).stdout.split()
        assert "text" in _answer(links[0])
    finally:
        server.send_signal(signal.SIGINT)
        _, complained = server.communicate(timeout=30)
    assert "Traceback" not in complained


def _answer(url: str) -> str:
    for _ in range(600):  # a busy machine takes its time
        try:
            with urlopen(url, timeout=5) as response:
                return str(response.read().decode())
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def test_backups_are_made_by_date_restored_and_deleted_after_their_time(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    done = genchal("study", "backup", folder=folder)
    (backup,) = (folder / "backups").iterdir()
    assert done.stdout.startswith(f"backups/{backup.name}: ")
    old = backup.with_name("campaign-20200101T000000Z.db")
    backup.rename(old)
    (folder / "backups" / "campaign-2020.db").touch()
    log = old.with_name(f"{old.name}-wal")  # of somebody who has looked into it
    log.touch()
    done = genchal("study", "backup", "--keep-days", "30", folder=folder)
    assert done.stderr == "1 older backup deleted\n"
    assert sorted(file.name for file in (folder / "backups").iterdir())[0] == "campaign-2020.db"
    assert not old.exists()
    assert not log.exists()
    assert genchal("study", "backup", "-o", "own.db", folder=folder).returncode == 0
    again = genchal("study", "backup", "-o", "own.db", folder=folder)
    assert (again.returncode, "own.db exists already" in again.stderr) == (2, True)
    (folder / "campaign.db").unlink()
    assert genchal("study", "restore", "own.db", folder=folder).stdout.endswith(" rows restored\n")
    refused = genchal("study", "restore", "own.db", folder=folder)
    assert (refused.returncode, "--replace" in refused.stderr) == (2, True)
    done = genchal("study", "restore", "own.db", "--replace", folder=folder)
    assert "what was there before is in campaign-before-restoring-" in done.stderr
    status = genchal("study", "status", "--database", "own.db", "--csv", folder=folder).stdout.splitlines()
    assert status[1].startswith("quality,open,0,6,")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full: only on Linux")
def test_output_that_finds_no_room_is_one_line_and_no_bug(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    for command in (["links", "quality"], ["status", "--json"], ["export", "quality"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "genchal", "study", *command],
                cwd=folder,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
            )
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1] == f"error: there is no room left for the output. {MAKE_ROOM}"


def test_studies_move_to_another_database(folder: Path) -> None:
    genchal("study", "create", "quality", folder=folder)
    done = genchal("study", "move", "--to", "new.db", folder=folder)
    assert done.stdout.endswith(" rows moved; serve them with: genchal serve --database new.db\n")
    refused = genchal("study", "status", folder=folder)
    assert refused.returncode == 2
    assert f"was moved to {folder / 'new.db'}. Give that one with --database" in refused.stderr
    assert "quality" in genchal("study", "status", "--database", "new.db", folder=folder).stdout


@pytest.mark.parametrize(("answer", "is_deleted"), [("n", False), ("y", True)])
def test_a_study_without_answers_is_deleted(
    folder: Path, monkeypatch: pytest.MonkeyPatch, answer: str, is_deleted: bool
) -> None:
    genchal("study", "create", "quality", folder=folder)
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda _: answer)
    done = genchal("study", "delete", "quality", folder=folder)
    assert ("quality deleted" in done.stdout) == is_deleted
    assert (genchal("study", "create", "quality", folder=folder).returncode == 0) == is_deleted
    assert genchal("study", "delete", "other", "--yes", folder=folder).returncode == 2
