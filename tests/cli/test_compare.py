"""``genchal compare`` as people type it."""

import json
from pathlib import Path

import numpy as np
import pytest

from cli.typed import Done, genchal
from genchal.domain.results.comparison import Comparing, Comparison, Comparisons
from genchal.domain.results.table import TableForm
from genchal.reports.tables.text_table import render_text

KEYS = [
    "metric", "system_a", "system_b", "value_a", "value_b", "difference", "low", "high", "p_value", "p_adjusted",
    "better", "significant", "effect", "effect_name", "wins", "n", "not_compared", "test",
    "correction", "note", "signature",
]  # fmt: skip


def compared(*arguments: str, folder: Path) -> Done:
    return genchal("compare", *arguments, "--no-cache", folder=folder)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty references of ten words; `base` keeps six of them, `ours` nine, `half` has every other output of `ours`."""
    folder = tmp_path_factory.mktemp("compare")
    references = [[f"w{segment}{place}" for place in range(10)] for segment in range(40)]
    rng = np.random.default_rng(1)

    def noisy(kept: float) -> list[str]:
        return [" ".join(word if rng.random() < kept else "x" for word in text) for text in references]

    def write(name: str, lines: list[str]) -> None:
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    base, ours = noisy(0.6), noisy(0.9)
    write("refs.txt", list(map(" ".join, references)))
    write("base.txt", base)
    write("ours.txt", ours)
    write("refs.csv", ["id,ref", *(f"{n},{' '.join(text)}" for n, text in enumerate(references))])
    table = [f"{name},{n},{text}" for name, texts in (("base", base), ("ours", ours)) for n, text in enumerate(texts)]
    table += [f"half,{n},{text}" for n, text in enumerate(ours) if n % 2]
    write("all.csv", ["system,id,output", *table])
    wmt = folder / "wmt"
    for name, lines in (
        ("sources/en-de.txt", base),
        ("references/en-de.refA.txt", list(map(" ".join, references))),
        ("system-outputs/en-de/base.txt", base),
        ("system-outputs/en-de/ours.txt", ours),
    ):
        (wmt / name).parent.mkdir(parents=True, exist_ok=True)
        write(f"wmt/{name}", lines)
    return folder


def test_comparisons_as_json_keep_their_contract(folder: Path) -> None:
    done = compared("base.txt", "ours.txt", "-r", "refs.txt", "-m", "bleu,rouge_l", "--json", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert list(document) == ["schema", "comparisons", "seconds"]
    assert document["schema"] == 1
    assert document["seconds"] > 0
    assert [list(one) for one in document["comparisons"]] == [KEYS] * 2
    one = document["comparisons"][1]
    assert (one["metric"], one["system_a"], one["system_b"], one["better"]) == ("rouge_l", "base", "ours", "ours")
    assert (one["n"], one["not_compared"], one["wins"], one["test"], one["correction"]) == (
        40,
        0,
        1,
        "bootstrap",
        "holm",
    )
    assert one["p_value"] == one["p_adjusted"] == pytest.approx(1 / 1001)
    assert one["signature"].endswith("|test:paired-bs|bs:1000|seed:1|ci:0.95|adj:holm|pairs:1|v:2")


def test_the_table_says_what_was_tested_and_what_was_found(folder: Path) -> None:
    done = compared("base.txt", "ours.txt", "-r", "refs.txt", "-m", "rouge_l", folder=folder)
    head, line, blank, test, better, signature = done.stdout.splitlines()
    assert head.split("  ")[0] == "metric"
    assert line.split()[:3] == ["rouge_l", "base", "ours"]
    assert line.endswith("ours better")
    assert blank == ""
    assert test == (
        "Paired bootstrap, two-sided: 1,000 resamples, seed 1. Differences are B minus A, with 95% intervals."
    )
    assert better == "Better: adjusted p at most 0.05, after Holm's correction for 1 pair per metric."
    assert signature.startswith("rouge_l: rouge_l|nrefs:1|")


@pytest.mark.parametrize(
    ("test", "sentence"),
    [
        (
            "randomisation",
            "Approximate randomisation, two-sided: 10,000 trials (all swaps where these are no more), seed 1.",
        ),
        ("t", "Paired t test of segment scores, two-sided; scores are their means."),
        ("wilcoxon", "Wilcoxon signed-rank test of segment scores, two-sided; scores are their means."),
        ("bootstrap-sacrebleu", "Paired bootstrap as in sacreBLEU: 1,000 resamples, seed 1."),
    ],
)
def test_every_test_says_its_name(folder: Path, test: str, sentence: str) -> None:
    done = compared(
        "base.txt", "ours.txt", "-r", "refs.txt", "-m", "rouge_l", "--test", test, "--confidence", "0.9",
        folder=folder,
    )  # fmt: skip
    assert done.returncode == 0
    assert f"\n{sentence} Differences are B minus A, with 90% intervals" in done.stdout
    # An interval that is not the test's own says so.
    assert ("of the paired bootstrap (1,000 resamples)" in done.stdout) == (
        test in ("randomisation", "bootstrap-sacrebleu")
    )
    assert ("near 0.1 they may disagree" in done.stdout) == (test == "randomisation")
    assert ("of mean differences (t), not of this test" in done.stdout) == (test == "wilcoxon")
    assert "\nBetter: adjusted p at most 0.1, after" in done.stdout
    assert ("Warning: this test finds differences where there are none" in done.stdout) == (
        test == "bootstrap-sacrebleu"
    )


def test_a_long_table_is_compared_in_all_pairs_where_both_have_outputs(folder: Path) -> None:
    done = compared(
        "all.csv", "-r", "refs.csv", "-m", "rouge_l", "--all-pairs", "--correction", "bh", "--test", "t",
        folder=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()[1:4]]
    assert [(line[1], line[2]) for line in lines] == [("base", "ours"), ("base", "half"), ("ours", "half")]
    assert lines[2][-2:] == ["not", "significant"]  # the same outputs, as far as there are any
    assert "after Benjamini and Hochberg's correction for 3 pairs per metric." in done.stdout
    assert "ours, half: 20 instances not compared (one of the two, or both, not scored)" in done.stdout
    zero = compared("all.csv", "-r", "refs.csv", "-m", "rouge_l", "--missing", "zero", "--json", folder=folder)
    assert [one["n"] for one in json.loads(zero.stdout)["comparisons"]] == [40, 40]


def test_a_baseline_can_be_named_and_a_wmt_tree_be_compared(folder: Path) -> None:
    done = compared("wmt", "--wmt", "en-de", "-m", "bleu", "--baseline", "ours", "--correction", "none", folder=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split()[1:3] == ["ours", "base"]
    assert "Better: p at most 0.05; no correction for 1 pair per metric." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["base.txt", "-r", "refs.txt"],
            "error: there is only one system, 'base', and nothing to compare it with. Give two or more: files, a table",
        ),
        (["base.txt", "ours.txt"], "error: metric 'bleu' needs references, and there are none. Give them with -r."),
        (
            ["base.txt", "ours.txt", "-r", "refs.txt", "--baseline", "bas"],
            "error: unknown system 'bas'. Did you mean 'base'?",
        ),
        (
            ["base.txt", "ours.txt", "-r", "refs.txt", "--baseline", "base", "--all-pairs"],
            "error: --all-pairs has no baseline; leave out --all-pairs or --baseline. See: genchal compare --help",
        ),
        (
            ["base.txt", "ours.txt", "-r", "refs.txt", "--resamples", "0"],
            "error: test 'bootstrap' has nothing to draw. Give --resamples a larger number.",
        ),
        (["base.txt", "ours.txt", "-r", "refs.txt", "--test", "anova"], "error: Invalid value for '--test': 'anova'"),
        (["wmt", "base.txt", "--wmt", "en-de"], "error: --wmt takes one folder. See: genchal compare --help"),
    ],
)
def test_what_the_user_can_fix_is_one_line_and_exit_code_two(folder: Path, arguments: list[str], message: str) -> None:
    done = compared(*arguments, folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


def one_comparison(number: int = 0, **changed: object) -> Comparison:
    usual: dict[str, object] = {
        "metric": "bleu", "system_a": "a", "system_b": f"b{number}", "value_a": 0.1, "value_b": 0.2, "difference": 0.1,
        "low": 0.05, "high": 0.15, "p_value": 0.00001, "p_adjusted": 0.00002, "better": f"b{number}",
        "significant": True, "effect": 0.4, "effect_name": "d_z", "wins": 1.0, "n": 50, "not_compared": 0,
        "test": "bootstrap", "correction": "holm",
        "note": None, "signature": "s",
    }  # fmt: skip
    return Comparison(**(usual | changed))  # type: ignore[arg-type]


def table(*comparisons: Comparison, how: Comparing | None = None) -> str:
    how = (how or Comparing()).settled(len(comparisons))
    return render_text(Comparisons(comparisons, how, len(comparisons)).tables(), TableForm())


def test_small_p_values_and_missing_ones_are_written_for_people() -> None:
    nan = float("nan")
    nothing = one_comparison(
        1, value_a=nan, value_b=nan, difference=nan, low=None, high=None, p_value=nan, p_adjusted=nan, better=None,
        significant=False, effect=nan, n=0, not_compared=50, note="there is no instance on which both are scored",
    )  # fmt: skip
    first, second = (line.split("  ") for line in table(one_comparison(), nothing).splitlines()[1:3])
    assert [cell.strip() for cell in first if cell.strip()][-5:] == ["<0.0001", "<0.0001", "0.40", "50", "b0 better"]
    assert [cell.strip() for cell in second if cell.strip()][3:] == [
        "not scored", "not scored", "-", "-", "-", "-", "0", "no p-value",
    ]  # fmt: skip
    assert "a, b1: no p-value, there is no instance on which both are scored" in table(nothing)


def test_intervals_that_are_not_there_are_not_promised() -> None:
    without = table(one_comparison(low=None, high=None), how=Comparing(test="randomisation", resamples=0))
    assert "[" not in without
    assert "seed 1. Differences are B minus A.\n" in without


def test_readers_are_warned_of_few_instances_and_of_few_draws() -> None:
    assert "Warning" not in table(one_comparison())
    assert "with fewer than 30 instances (here 29) p-values of the bootstrap are too small" in table(
        one_comparison(n=29), how=Comparing(test="bootstrap")
    )
    swapped = one_comparison(n=29, test="randomisation")
    too_narrow = "Warning: with fewer than 30 instances (here 29) intervals of the bootstrap are too narrow."
    assert too_narrow in table(swapped)
    assert too_narrow in table(swapped, how=Comparing(test="randomisation"))
    assert "Warning" not in table(swapped, how=Comparing(test="randomisation", resamples=0))
    three = [one_comparison(number) for number in range(3)]
    assert "Warning: 50 resamples are too few for 3 pairs: nothing can be significant." in table(
        *three, how=Comparing(resamples=50)
    )
    swapped_three = [one_comparison(number, test="randomisation") for number in range(3)]
    assert "50 trials are too few" in table(*swapped_three, how=Comparing(test="randomisation", trials=50))


def test_readers_are_told_where_nothing_can_be_significant() -> None:
    nothing = "p is at least 0.0625, before its correction: nothing can be significant."
    five = [one_comparison(number, n=5, test="randomisation") for number in range(2)]
    assert f"Warning: with 5 instances {nothing}" in table(*five)  # 2 to the power of 1 - 5
    six = [one_comparison(number, n=6, test="randomisation") for number in range(2)]
    assert "nothing can be significant" in table(*six)  # 2 pairs: 2 / 32
    assert "nothing can be significant" not in table(*six, how=Comparing(correction="none"))
    assert "nothing can be significant" not in table(*five, one_comparison(n=40))


def test_pairs_with_few_instances_are_tested_by_randomisation_and_the_notes_say_so() -> None:
    both = table(one_comparison(), one_comparison(1, n=5, test="randomisation"))
    assert "Paired bootstrap, two-sided: 1,000 resamples, seed 1. Fewer than 30 instances: approximate rand" in both
    assert "p by randomisation is about systems whose outputs could be exchanged" in both
    assert "randomisation" not in table(one_comparison())
    few = table(one_comparison(1, n=5, test="randomisation"))
    assert "\nFewer than 30 instances: approximate randomisation, two-sided: 10,000 trials (all swaps where" in few
    assert "intervals of the paired bootstrap (1,000 resamples). p is about" in few


def test_only_some_pairs_with_missing_outputs_are_named() -> None:
    text = table(*(one_comparison(number, not_compared=1) for number in range(7)))
    assert text.count(": 1 instance not compared") == 5
    assert "And 2 more pairs with instances not compared" in text


def test_every_form_of_the_table_has_the_same_rows(folder: Path) -> None:
    arguments = ("base.txt", "ours.txt", "-r", "refs.txt", "-m", "rouge_l,nist", "--test", "t")
    text, latex, markdown, table = (
        compared(*arguments, *form, folder=folder).stdout for form in ((), ("--latex",), ("--markdown",), ("--csv",))
    )
    assert latex.partition(r"\midrule")[2].partition(r"\bottomrule")[0].count(r" \\") == 2  # the head may be folded
    assert r"\caption{Comparison of systems.}" in latex
    assert markdown.count("\n| ") == 4
    header, first, second = table.splitlines()
    assert header.startswith(
        "metric,system_a,system_b,value_a,value_b,difference,difference_low,difference_high,p_value"
    )
    values = float(first.split(",")[3]), float(second.split(",")[3])
    assert [line.split()[3] for line in text.splitlines()[1:3]] == [f"{value:.4f}" for value in values]
    percent = compared(*arguments, "--percent", "--digits", "1", "--no-notes", folder=folder).stdout
    assert [line.split()[3] for line in percent.splitlines()[1:]] == [f"{100 * values[0]:.1f}", f"{values[1]:.1f}"]


def test_two_forms_exclude_each_other(folder: Path) -> None:
    done = compared("base.txt", "ours.txt", "-r", "refs.txt", "--latex", "--csv", folder=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: --latex and --csv cannot be combined; give only one of them. See: genchal compare --help\n"
    )
