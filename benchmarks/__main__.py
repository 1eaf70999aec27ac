"""Ask the questions and keep the answers: ``python -m benchmarks [QUESTION...]``, or ``QUESTION:CASE,CASE``."""

from __future__ import annotations

import datetime
import importlib
import json
import sys
from pathlib import Path

from benchmarks.measuring import machine, written

QUESTIONS = (
    "start",
    "bootstrap",
    "paired",
    "encoding",
    "bleu_campaign",
    "bleu_large",
    "chrf_campaign",
    "one_core",
    "e2e_metrics",
    "meteor",
    "similarity",
    "text_statistics",
    "dlevel",
    "parser",
    "embeddings",
    "balance",
    "million",
    "millions",
    "streamed_rows",
    "jobs",
    "ray_engine",
    "kill",
    "web_fuzz",
    "raters_load",
    "rater_keys",
    "raters_kill",
    "bots",
    "crowds",
    "report_browser",
    "fuzz",
    "trueskill",
    "recipes",
    "rating_components",
    "coverage_rankings",
    "coverage_tests",
    "coverage_correlations",
)
RESULTS = Path(__file__).parent / "results"


def main() -> None:
    """Run the named benchmarks, or all; the results of a day go into one file."""
    asked = sys.argv[1:] or QUESTIONS
    path = RESULTS / f"{datetime.datetime.now(datetime.UTC).date().isoformat()}.json"
    kept = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    kept["machine"] = machine()
    for name, _, cases in (question.partition(":") for question in asked):
        if name not in QUESTIONS:
            sys.exit(f"error: unknown benchmark '{name}'. Known: {', '.join(QUESTIONS)}.")
        module = importlib.import_module(f"benchmarks.{name}")
        print(f"{name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        kept[name] = kept.get(name, {}) | module.run(cases.split(",")) if cases else module.run()
        print(written(kept[name]), flush=True)
        RESULTS.mkdir(exist_ok=True)
        path.write_text(written(kept), encoding="utf-8")


if __name__ == "__main__":
    main()
