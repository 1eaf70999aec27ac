"""Sizes of data sets (Dušek et al. 2020, Table 2) and of the parts of E2E (Table 3)."""

from __future__ import annotations

from genchal.campaign.published.computations import Cells, Workbench
from genchal.campaign.published.views._described import DATA, find_number

PARTS = {
    "training set": "trainset",
    "development set": "devset",
    "test set": "testset_w_refs",
    "full dataset": "all",
}
SPLIT_COLUMNS = {
    "mrs": "inputs",
    "references": "texts",
    "slots_per_mr": "slots_per_input",
    "tokens_per_reference": "tokens_per_text",
}
ENDS = {"value": "", "min": "_min", "max": "_max"}


def view_sizes(bench: Workbench) -> Cells:
    """Table 2: "total_tokens E2E", with the least and the most where they are printed."""
    found = {}
    for row in bench.rows("e2e_table2_sizes"):
        statistic = row["statistic"].replace("delexicalised_words", "words")
        version = "lexicalised" if statistic == row["statistic"] else "delexicalised"
        for column, end in ENDS.items():
            name = f"{_ended(statistic)}{end}" if end else statistic
            value = find_number(bench, row["dataset"], name, version)
            if value is not None:
                found[f"{row['statistic']} {row['dataset']}", column] = value
    return found


def _ended(statistic: str) -> str:
    """Names with _min and _max are ours already."""
    return {"references_per_mr": "references_per_input", "sentences_per_reference": "sentences_per_text"}.get(
        statistic, statistic
    )


def view_splits(bench: Workbench) -> Cells:
    """Table 3: the parts of E2E, lexicalised."""
    numbers = bench.numbers(DATA["E2E"].computation)
    return {
        (row["part"], column): numbers[PARTS[row["part"]], "lexicalised", statistic]
        for row in bench.rows("e2e_table3_splits")
        for column, statistic in SPLIT_COLUMNS.items()
    }
