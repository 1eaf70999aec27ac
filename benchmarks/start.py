"""How long until `genchal --help` answers, beside importing numpy, and until one system is scored?"""

from __future__ import annotations

from benchmarks.measuring import cost, data_folder, python


def run() -> dict[str, object]:
    """Measure whole cold processes."""
    data = data_folder()
    numpy = cost(python("-c", "import numpy"), repeat=15)
    help_ = cost(python("-m", "genchal", "--help"), repeat=15)
    outputs, references = data / "e2e-eval" / "primary_raw" / "tgen.tsv.gz", data / "e2e" / "testset_w_refs.csv.xz"
    one = cost(
        python("-m", "genchal", "score", outputs, "-r", references, "--task", "e2e", "-m", "bleu,rouge_l"), repeat=5
    )
    return {
        "import_numpy_seconds": numpy.seconds,
        "help_seconds": help_.seconds,
        "help_in_imports_of_numpy": round(help_.seconds / numpy.seconds, 2),
        "score_one_system_seconds": one.seconds,
    }
