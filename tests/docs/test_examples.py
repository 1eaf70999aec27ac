"""The examples of the README, the first page, the tutorial and the how-to pages run, and print what the pages say.

They run as after ``make demo``, with the core alone: packages of an extra are there only once the page has named it
(``pip install 'genchal[meteor]'``), other packages once it has said ``pip install``.

What is understood, block by block: a ``{code-block}`` with a ``:caption:`` is a file (" (added)" after the name appends
to it); ``console`` has commands after ``$`` and what they print; ``python`` is run; ``pycon`` is run and compared. A
block with ``norun`` in its first line is left alone.
"""

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import core_only
from genchal.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", DOCS / "index.md", *sorted([*DOCS.glob("tutorial/*.md"), *DOCS.glob("how-to/*.md")])]
CORE_ONLY = Path(core_only.__file__)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MODULES = {
    "ufal.morphodita": "ufal",
    "pillow": "PIL",
    "fonttools": "fontTools",
}  # packages whose modules have other names
TESTING = frozenset(["pytest", "hypothesis"])  # they are here, whatever a page says
INSTALL = re.compile(r"genchal\[([\w,]+)\]|pip install ([a-z][\w-]*)")
FENCE = re.compile(r"^(?P<ticks>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=ticks)$", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?\d+\.\d+")
VERSION = re.compile(r"genchal[- ]\d+\.\d+\.\d+\S*")
SHELL = 'genchal() { "$PYTHON" -m genchal "$@"; }; python() { "$PYTHON" "$@"; }; '


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    line: int
    info: str
    options: dict[str, str]
    body: str
    absent: frozenset[str]  # packages that readers of the page do not have here


def modules(requirements: Sequence[object]) -> frozenset[str]:
    """Return the top-level modules that requirements bring."""
    names = [re.split(r"[\[<>=!~; ]", entry)[0] for entry in requirements if isinstance(entry, str)]
    return frozenset(MODULES.get(name, name.replace("-", "_")) for name in names)


EXTRAS = {extra: modules(found) for extra, found in PROJECT["project"]["optional-dependencies"].items()}
CORE = modules(re.findall(r"^([a-z][\w.-]*)==", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE))
OPTIONAL = modules(PROJECT["dependency-groups"]["dev"]).union(*EXTRAS.values()) - CORE


def absent_packages(read: str) -> frozenset[str]:
    """Return the packages that somebody does not have who has followed a page so far."""
    absent = OPTIONAL
    for extras, package in INSTALL.findall(read):
        absent -= frozenset([package]).union(*(EXTRAS[extra] for extra in extras.split(",") if extra))
    return absent - {"PIL"} if "matplotlib" not in absent else absent  # which brings Pillow along


def blocks(text: str) -> Iterator[Block]:
    for match in FENCE.finditer(text):
        options, body = {}, match["body"]
        while option := re.match(r":(\w+): *(.*)\n+", body):
            options[option[1]] = option[2]
            body = body[option.end() :]
        line, absent = text.count("\n", 0, match.start()) + 1, absent_packages(text[: match.end()])
        yield Block(line, match["info"].strip(), options, body, absent)


def commands(body: str) -> Iterator[tuple[str, str]]:
    """Return every command of a console block with what is shown after it."""
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command = re.match(r"(?:.*\\\n)*.*\n", part)
        assert command is not None
        yield command[0].replace("\\\n", " ").strip(), part[command.end() :]


def differs(shown: str, printed: str) -> str | None:
    """Say how what was printed differs from what is shown; "..." stands for anything, white space does not matter.

    Decimal numbers may be one off in their last place; versions of genchal may be any.
    """
    shown, printed = (VERSION.sub("genchal-VERSION", " ".join(text.split())) for text in (shown, printed))
    numbers = NUMBER.findall(shown)
    pattern = re.escape(NUMBER.sub("\0", shown)).replace(re.escape("..."), ".*?").replace("\0", f"({NUMBER.pattern})")
    match = re.fullmatch(pattern, printed)
    if match is None:
        return f"shown:   {shown}\nprinted: {printed}"
    for expected, found in zip(numbers, match.groups(), strict=True):
        tolerance = 10.0 ** -len(expected.partition(".")[2])
        if abs(float(expected) - float(found)) > 1.01 * tolerance:
            return f"shown {expected}, printed {found}"
    return None


@dataclass
class Session:
    """A temporary folder in which a page is followed."""

    folder: Path
    installed: bool = False
    absent: frozenset[str] = OPTIONAL
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__example__"})

    def follow(self, block: Block) -> None:
        language, *words = block.info.split() or [""]
        if "norun" in words:
            return
        self.absent = block.absent
        with pytest.MonkeyPatch.context() as patch:
            absent = block.absent - TESTING
            patch.setattr(sys, "meta_path", core_only.finders_without(absent))
            for name in [name for name in sys.modules if name.partition(".")[0] in absent]:
                patch.delitem(sys.modules, name)
            self.follow_here(block, language)

    def follow_here(self, block: Block, language: str) -> None:
        if "caption" in block.options:
            self.write(block.options["caption"], block.body)
        elif language == "console":
            for command, shown in commands(block.body):
                self.run(command, shown)
        elif language == "sh" and block.body.startswith("make demo "):
            self.run("genchal demo --out genchal-demo --no-open", "")  # what it does once everything is installed
        elif language == "python":
            self.run_python(block.body)
        elif language == "pycon":
            self.run_session(block.body)

    def write(self, caption: str, text: str) -> None:
        path = self.folder / caption.removesuffix(" (added)")
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if caption.endswith(" (added)") else ""
        path.write_text(before + text, encoding="utf-8", newline="\n")

    def run(self, command: str, shown: str) -> None:
        if command.startswith("python -m pip install"):
            self.install()
            return
        in_process = command.startswith("genchal ") and not self.installed and not set(command) & set("|<>;&$")
        code, printed = run_here(shlex.split(command)[1:]) if in_process else self.run_shell(command)
        expected = 2 if shown.startswith("error:") else 0
        assert code == expected, f"$ {command}\nended with {code}:\n{printed}"
        difference = differs(shown, printed) if shown.strip() else None
        assert difference is None, f"$ {command}\n{difference}"

    def run_shell(self, command: str) -> tuple[int, str]:
        if shutil.which("sh") is None:
            pytest.skip("examples with pipes need a shell")
        done = self._finished(["sh", "-c", SHELL + command])
        return done.returncode, done.stdout

    def run_python(self, source: str) -> None:
        if self.installed:
            done = self._finished([sys.executable, "-c", source])
            assert done.returncode == 0, done.stdout
        else:
            exec(compile(source, "example", "exec"), self.names)

    def run_session(self, body: str) -> None:
        test = doctest.DocTestParser().get_doctest(body, self.names, "example", None, None)
        printed = io.StringIO()
        options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        doctest.DocTestRunner(_Checker(), optionflags=options).run(test, out=printed.write, clear_globs=False)
        self.names.update(test.globs)
        assert not printed.getvalue(), printed.getvalue()

    def install(self) -> None:
        """Do what matters of ``pip install --editable .``: make the package importable and its entry points known."""
        project = tomllib.loads((self.folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        groups = project["entry-points"]
        lines = [f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in groups[group].items()) for group in groups]
        record = self.folder / "src" / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        record.mkdir(parents=True)
        about = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        (record / "METADATA").write_text(about, encoding="utf-8")
        (record / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        self.installed = True

    def _finished(self, arguments: list[str]) -> subprocess.CompletedProcess[str]:
        hooks = self.folder / ".hooks"
        hooks.mkdir(exist_ok=True)
        shutil.copy(CORE_ONLY, hooks / "sitecustomize.py")
        paths = [str(hooks), str(self.folder / "src"), str(ROOT / "src")]
        extra = {"PYTHON": sys.executable, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"}
        extra[core_only.VARIABLE] = ",".join(sorted(self.absent))
        extra["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plug-ins of packages that are absent
        return subprocess.run(
            arguments,
            cwd=self.folder,
            env=os.environ | extra,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )


class _Checker(doctest.OutputChecker):
    """Compares as console blocks are compared."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(want, got, optionflags) or differs(want, got) is None


def run_here(arguments: list[str]) -> tuple[int, str]:
    """Run a command in this process; return its exit code and all that it printed."""
    printed = io.StringIO()
    code = 0
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(printed),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "argv", ["genchal", *arguments])
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
    return code, printed.getvalue()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_the_examples_of_a_page_run_and_print_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GENCHAL_DATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ".own"))  # nobody's data
    session = Session(tmp_path)
    for block in blocks(page.read_text(encoding="utf-8")):
        try:
            session.follow(block)
        except AssertionError as error:
            raise AssertionError(f"{page.name}, line {block.line}: {error}") from None


def test_few_blocks_are_marked_as_not_to_be_run() -> None:
    marked = {
        page.stem: [block for block in blocks(page.read_text(encoding="utf-8")) if "norun" in block.info]
        for page in PAGES
    }
    clusters = marked.pop("score-on-a-cluster")  # what only runs where there is a cluster
    assert len(clusters) <= 3
    assert sum(map(len, marked.values())) <= 3


def test_extras_are_absent_until_a_page_names_them() -> None:
    assert {
        "torch",
        "transformers",
        "pycocoevalcap",
        "wordfreq",
        "ufal",
        "statsmodels",
        "psycopg",
        "datasets",
        "ray",
    } < OPTIONAL
    assert absent_packages("Install it: `pip install 'genchal[lexical,meteor]'`") == OPTIONAL - {
        "ufal",
        "wordfreq",
        "pycocoevalcap",
    }
    assert not modules(PROJECT["project"]["dependencies"]) & OPTIONAL
    example = "```console\n$ genchal rank\n```\n\n"
    page = f"{example}Now `pip install 'genchal[mixed]'`.\n\n{example}"
    assert ["statsmodels" in block.absent for block in blocks(page)] == [True, False]


@pytest.mark.parametrize("source", ["import statsmodels", "from ufal.morphodita import Tagger"])
def test_what_is_absent_cannot_be_imported_here_or_elsewhere(source: str, tmp_path: Path) -> None:
    block = next(blocks(f"```python\n{source}\n```\n"))
    with pytest.raises(ModuleNotFoundError):
        Session(tmp_path).follow(block)
    with pytest.raises(AssertionError, match="ModuleNotFoundError"):
        Session(tmp_path, installed=True).follow(block)


# Blocks of commands that are shown and not run, because somebody has to answer or a package is needed: each says which.
COMMAND = re.compile(r"^\$ (?:genchal|python) ", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_presets_and_metrics_with_an_extra_come_after_its_name(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    needs = {r"-m \S*\bmeteor|--preset e2e\b": "meteor", r"sophistication": "lexical", r"train-parser": "neural"}
    for match in FENCE.finditer(text):
        if not COMMAND.search(match["body"]):
            continue
        before = text[: match.end()]
        for pattern, extra in needs.items():
            if any(re.search(pattern, line) for line in match["body"].splitlines() if line.startswith("$ ")):
                line = text.count("\n", 0, match.start()) + 1
                assert f"genchal[{extra}]" in before, f"{page.name}, line {line}: say genchal[{extra}] before"


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("bleu  0.5493", "bleu 0.5494", True),  # one off in the last place: rounding of another machine
        ("bleu  0.5493", "bleu 0.5503", False),
        ("bleu  0.5493", "rouge 0.5493", False),
        ("a 0.1\n...\nz", "a 0.1\nb 0.2\nz", True),
        ("a", "a b", False),
        ("v:genchal-0.1.0", "v:genchal-2.0.1", True),
        ("0.8", "0.8000000000000002", True),
        ("n 12", "n 13", False),
    ],
)
def test_shown_output_is_compared_up_to_white_space_and_the_last_digit(shown: str, printed: str, same: bool) -> None:
    assert (differs(shown, printed) is None) == same
