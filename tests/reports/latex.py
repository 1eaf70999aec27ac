"""LaTeX that compiles: by pdflatex where it is installed, and by what can be checked without it."""

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

PREAMBLE = (
    "\\documentclass[10pt]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage{booktabs,graphicx,longtable}\n"
    "\\begin{document}\n"
)
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
    for columns, body in re.findall(r"\\begin\{(?:tabular|longtable)\}\{([lr]+)\}(.*?)\\end", latex, re.DOTALL):
        rows = [line for line in body.splitlines() if line.endswith(r"\\") and "caption" not in line]
        for row in rows:
            assert "multicolumn" in row or len(re.findall(r"(?<!\\)&", row)) == len(columns) - 1, row


def compile_latex(files: Mapping[str, str], folder: Path) -> None:
    """Compile all of them in one document; they must not overwrite each other's labels. Needs pdflatex."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    body = "\n".join(f"\\input{{{name}}}\\clearpage" for name in files)
    (folder / "all.tex").write_text(f"{PREAMBLE}{body}\n\\end{{document}}\n", encoding="utf-8")
    log = run_latex("all.tex", folder)
    assert "multiply defined" not in log


def run_latex(name: str, folder: Path) -> str:
    """Run pdflatex, and return what it says."""
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name]
    done = subprocess.run(command, cwd=folder, capture_output=True)
    log = done.stdout.decode("latin-1")
    assert done.returncode == 0, log[-2000:]
    return log


def has_latex() -> bool:
    return shutil.which("pdflatex") is not None
