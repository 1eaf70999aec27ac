"""Commands as people type them: what is printed, what is written, how they end."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli import typed

ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("GENCHAL_")}


def genchal(*arguments: str | Path, folder: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "genchal", *map(str, arguments)]
    if stdin:
        return subprocess.run(command, cwd=folder, input=stdin, capture_output=True, env=ENVIRONMENT, check=False)
    done = typed.genchal(*map(str, arguments), folder=folder)  # most commands behave alike in this process
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.encode(), done.stderr.encode())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "refs.csv").write_text(
        'mr,ref\n"a[1]","one two three four"\n"a[2]","five six seven eight"\n', encoding="utf-8"
    )
    (tmp_path / "sys1.tsv").write_text(
        "mr\toutput\na[1]\tone two three four\na[2]\tfive six seven nine\n", encoding="utf-8"
    )
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "sys2.tsv").write_text("mr\toutput\na[2]\tfive six\n", encoding="utf-8")
    return tmp_path


def test_scores_as_json_keep_their_contract(folder: Path) -> None:
    done = genchal(
        "score",
        "sys1.tsv",
        "sys2.tsv",
        "-r",
        "refs.csv",
        "--task",
        "slots",
        "-m",
        "bleu,rouge_l",
        "--json",
        folder=folder,
    )
    note = b"sys2: 1 of 2 instances has no output ('1'); it is not scored (--missing zero: as empty texts)\n"
    assert (done.returncode, done.stderr) == (0, note)
    document = json.loads(done.stdout)
    assert document["schema"] == 1
    assert document["seconds"] > 0
    keys = ["system", "track", "metric", "value", "n", "not_scored", "low", "high", "signature"]
    assert [list(score) for score in document["scores"]] == [keys] * 4
    assert [(score["system"], score["metric"]) for score in document["scores"]] == [
        ("sys1", "bleu"), ("sys1", "rouge_l"), ("sys2", "bleu"), ("sys2", "rouge_l"),
    ]  # fmt: skip
    last = document["scores"][-1]
    assert (last["n"], last["not_scored"], last["track"]) == (1, 1, None)


def test_segment_scores_are_written_in_full_with_nan_for_not_scored(folder: Path) -> None:
    done = genchal(
        "score",
        "sys2.tsv",
        "-r",
        "refs.csv",
        "--task",
        "slots",
        "-m",
        "rouge_l",
        "--segments",
        "seg.tsv",
        folder=folder,
    )
    assert done.returncode == 0
    header, first, second = (folder / "seg.tsv").read_text(encoding="utf-8").splitlines()
    assert header == "system\tinstance\tmetric\tvalue"
    assert first == "sys2\t1\trouge_l\tnan"
    # P = 1, R = 2/4: F = 2.44 * 0.5 / (0.5 + 1.44)
    assert float(second.split("\t")[3]) == pytest.approx(2.44 * 0.5 / (0.5 + 1.44), abs=1e-15)


def test_the_table_for_people_shows_intervals_signatures_and_what_was_not_scored(folder: Path) -> None:
    done = genchal("score", "sys2.tsv", "@gold", "-r", "refs.csv", "--task", "slots", "-m", "rouge_l", folder=folder)
    text = done.stdout.decode()
    assert "sys2        0.6289\n" in text
    assert "gold    not scored" in text  # its only reference is itself
    assert "rouge_l: rouge_l|nrefs:1|group:input|tok:ptb|case:lower|beta:1.2|v:1" in text
    assert "sys2: 1 output not scored (missing, or no reference)." in text


def test_standard_input_and_packed_references_are_read(folder: Path) -> None:
    (folder / "r.txt.gz").write_bytes(gzip.compress(b"a b c d\n"))
    done = genchal("score", "-", "-r", "r.txt.gz", "-m", "bleu", "--json", folder=folder, stdin=b"a b c d\n")
    (score,) = json.loads(done.stdout)["scores"]
    assert (score["system"], score["value"]) == ("stdin", pytest.approx(1.0))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["score", "nowhere.tsv", "-r", "refs.csv"], "error: nowhere.tsv: no such file. Check the path."),
        (["score", "sys1.tsv", "-r", "refs.csv", "-m", "belu"], "error: unknown metric 'belu'. Did you mean 'bleu'?"),
        (["score", "sys1.tsv", "-r", "refs.csv", "--task", "e2"], "error: unknown task 'e2'. Did you mean 'e2e'?"),
        (["score", "sys1.tsv"], "error: metric 'bleu' needs references, and there are none. Give them with -r."),
        (
            ["score", "sys1.tsv", "-r", "refs.csv", "--preset", "sr-18"],
            "error: unknown preset 'sr-18'. Did you mean 'sr18'?",
        ),
        (
            ["score", "sys1.tsv", "sys1.tsv", "-r", "refs.csv"],
            "error: two systems are called 'sys1'. Rename one of the files.",
        ),
        (["score", "empty.txt", "-r", "empty.txt"], "error: empty.txt: it contains no outputs."),
        (["scroe"], "error: unknown command 'scroe'. Did you mean 'score'?"),
        (["run", "nowhere"], "error: nowhere: no such file. Check the path."),
        (["generate", "rnd", "--test", "refs.csv"], "error: unknown generator 'rnd'. Did you mean 'random'?"),
        (["generate", "random", "--test", "refs.csv"], "error: generator 'random' needs training data"),
        (["generate", "random", "--test", "refs.csv", "-s", "x"], "error: 'x' is not a setting. Write KEY=VALUE."),
        (
            ["generate", "random", "--test", "refs.csv", "-s", "fill=a", "-s", "fill=b"],
            "error: setting 'fill' is given twice. Give it once.",
        ),
        (
            ["train", "m.safetensors", "-o", "n.safetensors"],
            "error: m.safetensors is trained already. Give the name of a generator, or a file of settings.",
        ),
    ],
)
def test_what_the_user_can_fix_is_one_line_and_exit_code_two(folder: Path, arguments: list[str], message: str) -> None:
    before = sorted(folder.rglob("*"))
    done = genchal(*arguments, folder=folder)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().startswith(message)
    assert done.stderr.decode().count("\n") == 1
    assert sorted(folder.rglob("*")) == before


def test_a_question_in_an_error_has_no_full_stop(folder: Path) -> None:
    done = genchal("score", "--help-me", folder=folder)
    assert done.returncode == 2
    assert b"Did you mean '--help'? See: genchal score --help\n" in done.stderr


def test_a_campaign_from_init_to_report(folder: Path) -> None:
    assert genchal("init", "mine", folder=folder).returncode == 0
    again = genchal("init", "mine", folder=folder)
    assert (again.returncode, again.stderr.decode().split(".")[0]) == (2, "error: mine/campaign")
    first = genchal("run", "mine", folder=folder)
    assert (first.returncode, first.stderr) == (0, b"")  # progress is for terminals
    assert "1 generated, 4 scored" in first.stdout.decode()
    second = genchal("run", "mine/campaign.toml", folder=folder)
    assert "everything is up to date" in second.stdout.decode()
    as_json = json.loads(genchal("run", "mine", "--json", folder=folder).stdout)
    assert {score["track"] for score in as_json["scores"]} == {"main"}
    assert (
        genchal("report", "mine", folder=folder).stdout.decode().strip() == f"report: {Path('mine/report/index.html')}"
    )


@pytest.mark.slow
def test_a_campaign_is_given_by_file_by_folder_or_not_at_all(folder: Path) -> None:
    genchal("init", "mine", folder=folder)
    assert "1 generated, 4 scored" in genchal("run", folder=folder / "mine").stdout.decode()
    for given in ([], ["."], ["campaign.toml"]):
        assert "everything is up to date" in genchal("run", *given, folder=folder / "mine").stdout.decode()
        assert genchal("report", *given, folder=folder / "mine").returncode == 0
        assert genchal("validate", *given, folder=folder / "mine").returncode == 0
    lost = genchal("run", folder=folder)
    assert (lost.returncode, lost.stderr.decode()) == (
        2,
        "error: there is no campaign.toml in this folder. Give the path of a campaign.toml or of its folder.\n",
    )


def test_a_shipped_campaign_can_be_run_by_its_name(folder: Path) -> None:
    done = genchal("run", "demo", "--csv", folder=folder)
    assert done.returncode == 0
    assert done.stdout.decode().startswith("system,BLEU,BLEU_low,BLEU_high,")
    assert (folder / "genchal-demo" / "report" / "index.html").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "proceses:2"], "error: unknown engine 'proceses'. Did you mean 'processes'?"),
        (["--engine", "serial", "-j", "2"], "error: --engine and -j mean the same: leave one of them out."),
    ],
)
def test_an_engine_that_cannot_be_is_refused(folder: Path, arguments: list[str], message: str) -> None:
    for command in (["score", "sys1.tsv", "-r", "refs.csv"], ["run"]):
        genchal("init", ".", folder=folder)
        done = genchal(*command, *arguments, folder=folder)
        assert (done.returncode, done.stderr.decode().startswith(message)) == (2, True)


def test_engines_give_the_same_scores_and_a_flag_wins_over_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scores(*more: str) -> object:
        done = genchal("score", "sys1.tsv", "-r", "refs.csv", "--task", "slots", "--json", *more, folder=folder)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["scores"]

    expected = scores()
    assert scores("--engine", "processes:2") == scores("-j", "2") == expected
    monkeypatch.setenv("GENCHAL_SCORE_ENGINE", "nonsense")
    assert genchal("score", "sys1.tsv", "-r", "refs.csv", folder=folder).returncode == 2
    assert scores("--engine", "serial") == scores("-j", "1") == expected


def test_genchal_alone_shows_the_help_under_headings(folder: Path) -> None:
    alone, asked = genchal(folder=folder), genchal("--help", folder=folder)
    assert (alone.returncode, alone.stderr, alone.stdout) == (0, b"", asked.stdout)
    lines = alone.stdout.decode().splitlines()
    assert len(lines) <= 50
    headings = [line for line in lines if line.endswith(":") and not line.startswith(" ")]
    assert headings == [
        "Options:", "Start:", "Data:", "Generation:", "Scoring:", "Texts:", "Human evaluation:", "Ratings:", "Report:",
    ]  # fmt: skip


@pytest.mark.slow
def test_what_a_campaign_has_stored_is_shown_and_cleared(folder: Path) -> None:
    genchal("init", "mine", folder=folder)
    genchal("run", "mine", folder=folder)
    shown = genchal("cache", "mine", folder=folder).stdout.decode()
    assert "rows of metrics            4" in shown
    assert "outputs of generators      1" in shown
    stored = json.loads(genchal("cache", "mine", "--json", folder=folder).stdout)["stored"]
    counts = {entry["kind"]: entry["files"] for entry in stored}
    # The other result is the comparisons; the trained generator is the starter's baseline.
    assert counts == {"rows": 4, "outputs": 1, "model": 1, "tables": 0, "results": 1, "report": 1}
    assert genchal("cache", "mine", "--clear", folder=folder).stdout.decode().startswith("8 files removed from mine")
    assert "1 generated, 4 scored" in genchal("run", "mine", folder=folder).stdout.decode()
    anew = genchal("run", "mine", "--no-cache", "-j", "2", folder=folder)
    assert "1 generated, 4 scored" in anew.stdout.decode()


def test_generated_outputs_are_a_submission(folder: Path) -> None:
    genchal("init", "mine", folder=folder)
    train, test = "mine/data/train.csv", "mine/data/test.csv"
    done = genchal(
        "generate",
        "mined_templates",
        "--train",
        train,
        "--test",
        test,
        "-s",
        "choice=lm",
        "-o",
        "out.tsv",
        folder=folder,
    )
    assert (done.returncode, done.stdout) == (0, b"")
    scored = genchal("score", "out.tsv", "-r", test, "--task", "slots", "-m", "bleu", "--json", folder=folder)
    assert json.loads(scored.stdout)["scores"][0]["n"] == 2


def test_generated_outputs_for_values_of_several_lines_are_a_submission(folder: Path) -> None:
    test = folder / "lines.csv"
    test.write_text('mr,ref\n"name[Fern\nPath], effort[very\teasy]",Fern Path is very easy.\n', encoding="utf-8")
    genchal("generate", "tuda", "--test", "lines.csv", "-o", "lines.tsv", folder=folder)
    written = (folder / "lines.tsv").read_text(encoding="utf-8").splitlines()
    assert written[1] == "name[Fern Path], effort[very easy]\tThis is Fern Path. Its effort is very easy."
    assert genchal("validate", "lines.tsv", "-r", "lines.csv", "--task", "slots", folder=folder).returncode == 0


def test_a_trained_model_writes_a_submission(folder: Path) -> None:
    genchal("init", "mine", folder=folder)
    train, test = "mine/data/train.csv", "mine/data/test.csv"
    done = genchal("train", "mined_templates", "--train", train, "-o", "m.safetensors", "--json", folder=folder)
    assert json.loads(done.stdout)["generator"] == "mined_templates"
    direct = genchal("generate", "mined_templates", "--train", train, "--test", test, folder=folder)
    kept = genchal("generate", "m.safetensors", "--test", test, folder=folder)
    assert kept.stdout == direct.stdout
    assert kept.stdout.startswith(b"mr\toutput\n")
    refused = genchal("generate", "m.safetensors", "--test", test, "--train", train, folder=folder)
    assert (refused.returncode, refused.stderr) == (
        2,
        b"error: m.safetensors is trained already. Remove --train and --dev.\n",
    )
    wrong = genchal("train", "random", "--train", train, "-o", "m.bin", folder=folder)
    assert wrong.stderr == b"error: m.bin: not a name for a model file. Choose a name that ends in .safetensors.\n"


def test_a_reader_that_stops_early_is_no_error(folder: Path) -> None:
    command = (
        f"{sys.executable} -m genchal generate random --train mine/data/train.csv --test mine/data/test.csv | true"
    )
    genchal("init", "mine", folder=folder)
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, env=ENVIRONMENT, check=False)
    assert done.stderr == b""


def test_a_wmt_tree_is_scored_for_a_language_pair(folder: Path) -> None:
    for name, text in {
        "sources/de-en.txt": "eins zwei drei vier\nfünf\n",
        "references/de-en.refA.txt": "one two three four\nfive\n",
        "references/de-en.refB.txt": "a b c d\nV\n",
        "system-outputs/de-en/good.txt": "one two three four\nfive\n",
        "system-outputs/de-en/bad.txt": "x\ny\n",
    }.items():
        (folder / "wmt" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "wmt" / name).write_text(text, encoding="utf-8")
    done = genchal("score", "wmt", "--wmt", "de-en", "-m", "rouge_l", "--json", folder=folder)
    scores = {score["system"]: score for score in json.loads(done.stdout)["scores"]}
    assert (scores["good"]["value"], scores["bad"]["value"], scores["good"]["n"]) == (1.0, 0.0, 2)
    assert scores["good"]["signature"].startswith("rouge_l|nrefs:2|")
    lost = genchal("score", "wmt", "--wmt", "en-de", folder=folder)
    assert (lost.returncode, lost.stderr.decode()) == (
        2,
        "error: wmt: no language pair 'en-de'. Known: de-en.\n",
    )


def test_options_come_from_the_environment_too_and_a_flag_wins(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENCHAL_SCORE_RESAMPLES", "0")
    options = ("score", "sys1.tsv", "-r", "refs.csv", "--task", "slots", "-m", "bleu", "--json")
    assert json.loads(genchal(*options, folder=folder).stdout)["scores"][0]["low"] is None
    assert json.loads(genchal(*options, "--resamples", "10", folder=folder).stdout)["scores"][0]["low"] is not None


def test_help_and_version_load_nothing_heavy(folder: Path) -> None:
    code = (
        "import sys; sys.argv = ['genchal', '--help']\n"
        "from genchal.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'pydantic', 'pyarrow', 'matplotlib', 'jinja2', 'rapidfuzz'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"score" in done.stdout


def test_the_version_says_whether_kernels_are_compiled_and_loads_no_arrays() -> None:
    code = (
        "import sys; sys.argv = ['genchal', '--version']\n"
        "from genchal.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.exit('numpy' in sys.modules)"
    )
    off = os.environ | {"GENCHAL_KERNELS": "off"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=off, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("(no compiled kernels: GENCHAL_KERNELS=off)\n")


@pytest.mark.parametrize(
    ("given", "expected"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2"), ({"OMP_NUM_THREADS": "2"}, "None")]
)
def test_linear_algebra_has_one_thread_unless_somebody_says_otherwise(given: dict[str, str], expected: str) -> None:
    code = (
        "import os, sys; sys.argv = ['genchal', '--help']\n"
        "from genchal.cli import main\n"
        "try: main()\n"
        "finally: print(os.environ.get('OPENBLAS_NUM_THREADS'))\n"
    )
    others = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=others | given, text=True)
    assert done.stdout.splitlines()[-1] == expected


def test_the_help_of_a_command_loads_nothing_heavy_either() -> None:
    code = (
        "import importlib, sys\n"
        "from genchal.cli import COMMANDS\n"
        "for name in COMMANDS: importlib.import_module('genchal.cli.' + name.replace('-', '_'))\n"
        "heavy = {'numpy', 'scipy', 'pyarrow', 'matplotlib', 'jinja2', 'rapidfuzz'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes are made by another call there")
def test_pipes_are_read_like_files(folder: Path) -> None:
    (folder / "a.txt").write_text("one two three four\n", encoding="utf-8")
    command = f"{sys.executable} -m genchal score <(cat a.txt) -r <(cat a.txt) -m bleu --json"
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, env=ENVIRONMENT, check=False)
    (score,) = json.loads(done.stdout)["scores"]
    assert (score["value"], score["n"]) == (pytest.approx(1.0), 1)


@pytest.mark.parametrize("name", ["o.jsonl", "o.csv", "o.tsv"])
def test_standard_input_is_read_as_what_it_looks_like(folder: Path, name: str) -> None:
    content = {
        "o.jsonl": b'{"mr": "a[2]", "output": "five"}\n{"mr": "a[1]", "output": "one two"}\n',
        "o.csv": b'mr,output\n"a[2]",five\n"a[1]",one two\n',
        "o.tsv": b"mr\toutput\na[2]\tfive\na[1]\tone two\n",
    }[name]
    (folder / name).write_bytes(content)
    options = ("-r", "refs.csv", "--task", "slots", "--json")
    by_name = json.loads(genchal("score", name, *options, folder=folder).stdout)["scores"]
    piped = json.loads(genchal("score", "-", *options, folder=folder, stdin=content).stdout)["scores"]
    assert [score["value"] for score in piped] == [score["value"] for score in by_name]
    assert piped[1]["value"] > 0  # ROUGE-L: the outputs are too short for BLEU
