"""LaTeX that compiles: by pdflatex where it is installed, and by what can be checked without it."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

PREAMBLE = (
    "\\documentclass[{options}]{{article}}\n\\usepackage[T1]{{fontenc}}\n"
    "\\usepackage{{array,booktabs,graphicx,longtable,pdflscape}}\n\\begin{{document}}\n"
)
TOLERATED = 5.0  # points that a box may stick out
TOO_BIG = re.compile(r"(?:Overfull \\[hv]box \(|Float too large for page by )([0-9.]+)pt[^\n]*")
TABLE = re.compile(
    r"\\begin\{(?:tabular|longtable)\}\{((?:[lr]|>\{[^p]*\}p\{\d+pt\})+)\}\n(.*?)\n *\\end\{(?:tab|long)", re.DOTALL
)
COLUMN = re.compile(r">\{[^p]*\}p\{\d+pt\}|[lr]")
BRACES = re.compile(r"\\[{}]|([{}])")
ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-z]+\*?)\}")


def check_structure(latex: str) -> None:
    """Braces and environments are closed in their order, and all rows of a table have as many fields as its columns."""
    depth = 0
    for match in BRACES.finditer(re.sub(r"(?<!\\)%.*", "", latex)):
        depth += {"{": 1, "}": -1}.get(match[1] or "", 0)
        assert depth >= 0
    assert depth == 0
    opened: list[str] = []
    for kind, name in ENVIRONMENT.findall(latex):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    for columns, body in TABLE.findall(latex):
        rows = [line for line in body.splitlines() if line.endswith(r"\\") and "caption" not in line]
        for row in rows:
            fields = len(re.findall(r"(?<!\\)&", row)) + 1
            assert "multicolumn" in row or fields == len(COLUMN.findall(columns)), row


def compile_latex(files: Mapping[str, str], folder: Path, options: str = "10pt") -> None:
    """Compile all of them in one document, in which they fit on the page. Needs pdflatex.

    They must not overwrite each other's labels, and nothing may stick out.
    """
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    body = "\n".join(f"\\typeout{{@{name}}}\\input{{{name}}}\\clearpage" for name in files)
    preamble = PREAMBLE.format(options=options)
    (folder / "all.tex").write_text(f"{preamble}{body}\n\\end{{document}}\n", encoding="utf-8")
    log = run_latex("all.tex", folder)
    assert "multiply defined" not in log
    assert list(find_too_big(log)) == []


def find_too_big(log: str) -> Iterator[str]:
    """Tables of which something sticks out of the page or of its column, by the file that they stand in."""
    for about in log.split("\n@")[1:]:
        worst = max((float(found[1]) for found in TOO_BIG.finditer(about)), default=0.0)
        if worst > TOLERATED:
            yield f"{about.split(maxsplit=1)[0]}: {worst:.1f} pt"


def run_latex(name: str, folder: Path) -> str:
    """Run pdflatex, and return what it says."""
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name]
    done = subprocess.run(command, cwd=folder, capture_output=True)
    log = done.stdout.decode("latin-1")
    assert done.returncode == 0, log[-2000:]
    return log


def has_latex() -> bool:
    return shutil.which("pdflatex") is not None
