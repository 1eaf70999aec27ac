"""The notebooks in examples/ run from top to bottom, and show what their texts say."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def run_notebook(path: Path) -> tuple[dict[str, Any], list[object]]:
    """Run the code cells; return the names that there are at the end, and the values that cells end with."""
    names: dict[str, Any] = {"__name__": "__notebook__"}
    shown = []
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path.name, "exec"), names)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), path.name, "eval"), names))
    return names, shown


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_no_outputs_of_its_author(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    assert not [cell for cell in notebook["cells"] if cell.get("outputs") or cell.get("execution_count")]


def test_two_systems_are_compared_by_metrics_and_by_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names, shown = run_notebook(EXAMPLES / "compare_systems.ipynb")
    rich = [value for value in shown if value is not None]
    results = [value for value in rich if type(value).__module__.startswith("genchal.domain")]
    figures = [value for value in rich if hasattr(value, "_repr_svg_")]
    assert (len(results), len(figures)) == (4, 2)
    for result in results:
        assert "<table" in getattr(result, "_repr_html_")()  # noqa: B009  (as a notebook calls it)
    assert (tmp_path / "ranking.svg").is_file()
    # What the texts of the notebook say:
    scores, ranking, correlation = names["scores"], names["ranking"], names["correlation"]
    assert scores["rouge_l", "harbour"].value > scores["rouge_l", "lighthouse"].value
    assert all(pair.significant for pair in names["comparison"])
    assert [ranked.system for ranked in ranking] == ["lighthouse", "harbour"]
    assert [ranked.cluster for ranked in ranking] == [1, 2]
    assert correlation["rouge_l", "quality"].value < 0
