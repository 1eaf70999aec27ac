"""Kernels touch no memory that is not theirs: odd texts under the compiler's own checks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import lacking
from kernel_tools import compile_into

CHECKS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g")
# Runs in a process of its own, into which the checking library is loaded first.
FUZZ = """
import random, sys
from pathlib import Path
import numpy as np
from genchal.metrics import METRICS
from genchal.domain import Batch
from genchal.text import TOKENISERS
from genchal.text.arrays.encoding import encode
from genchal.text.arrays.packed import PackedGroups, PackedTexts
from genchal.text.arrays.ragged import offsets_of
from genchal.text.kernels.library import replaced_kernels
from kernel_tools import load_kernels

PIECES = ["the", "a", "walk", "\\0", "\\ud800", "\\udfff", "\\u3000", "\\x85", "\\u2028", "&quot;"]
PIECES += ["&amp;lt;", "<skipped>", ".,.,", "1,5", "-\\n", "0-", "\\U0010ffff", "é", "日本", "", " ", "  ", "\\n"]
PIECES += ["x" * 5000, "..." * 700, "&" * 3000, "a b " * 400]
rng = random.Random(int(sys.argv[2]))
METRIC_NAMES = ["bleu", "chrf", "chrf_pp", "rouge_l", "rouge_1", "cider", "nist", "meteor", "ter"]

def text():
    return rng.choice(["", " "]).join(rng.choices(PIECES, k=rng.randrange(12)))

with replaced_kernels(load_kernels(Path(sys.argv[1]))):
    for _ in range(int(sys.argv[3])):
        outputs = [text() for _ in range(rng.randrange(1, 6))]
        groups = [tuple(text() for _ in range(rng.randrange(4))) for _ in range(3)]
        references = [rng.choice(groups) for _ in outputs]
        for name in TOKENISERS:
            if name != "morphodita":
                encode([*outputs, *references[0]], TOKENISERS[name](), rng.random() < 0.5)
        flat = [one for own in references for one in own]
        lengths = np.array([len(own) for own in references], dtype=np.int64)
        packed = Batch(PackedTexts.of(outputs), PackedGroups(PackedTexts.of(flat), offsets_of(lengths)))
        for name in METRIC_NAMES:
            metric = METRICS[name].example().fitted([packed])
            assert np.array_equal(metric.measure(packed), metric.measure(Batch(outputs, references)), equal_nan=True)
print("clean")
"""


@pytest.mark.slow
def test_odd_texts_make_no_kernel_touch_what_is_not_its_own(tmp_path: Path) -> None:
    path, problem = compile_into(tmp_path, *CHECKS)
    library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=False)
    if problem or not Path(library.stdout.strip()).is_file():
        lacking("kernels", f"a compiler with address checks: {problem or 'libasan is missing'}")
    environment = os.environ | {
        "LD_PRELOAD": library.stdout.strip(),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "PYTHONPATH": os.pathsep.join(entry for entry in sys.path if entry),
    }
    done = subprocess.run(
        [sys.executable, "-c", FUZZ, str(path), "1", "40"], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "clean"), done.stderr[-3000:]
