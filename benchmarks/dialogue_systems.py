"""What do our versions of nlg-eval's four systems score beside the published ones?

    python -m benchmarks.dialogue_systems run --out FOLDER [--seeds 1,2,3] [--tracks Restaurants,Hotels,DSTC2]
    python -m benchmarks.dialogue_systems table

Every seed is a run of the recipe `dialogue` in a folder of its own. Scores are added to the file of results, which
`table` prints as docs/explanation/dialogue-systems.md has it. Training needs torch and the three data sets.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

RESULTS = Path(__file__).parent / "results" / "dialogue-systems.json"
PUBLISHED = Path(__file__).parents[1] / "src" / "genchal" / "recipes" / "published"
SYSTEMS = ("Random", "LSTM", "d-scLSTM", "hld-scLSTM")
OVERLAP = ("bleu_1", "bleu_2", "bleu_3", "bleu_4", "meteor", "rouge_l")
EMBEDDING = ("embedding_average", "vector_extrema", "greedy_matching")
TABLES = (("nlgeval_table1_overlap.tsv", (*OVERLAP, "slot_error")), ("nlgeval_table2_embedding.tsv", EMBEDDING))
Scores = dict[str, dict[str, dict[str, dict[str, float]]]]  # track, system, seed, metric


def run_seed(folder: Path, seed: int, tracks: list[str]) -> Scores:
    """Run the recipe with a seed, on some of its tracks."""
    from genchal.campaign.recipes import copy_recipe
    from genchal.campaign.run import run_campaign

    campaign = copy_recipe("dialogue", folder / f"seed-{seed}")
    text = campaign.read_text(encoding="utf-8").replace("seed = 1", f"seed = {seed}")
    named = json.dumps(["Restaurants", "Hotels", "DSTC2"])
    text = text.replace(f"tracks = {named}", f"tracks = {json.dumps(tracks)}")
    head, *sections = text.split("\n[[")
    only = [name for name in ("Restaurants", "Hotels") if name in tracks]
    wanted = [part for part in sections if not part.startswith("track]]") or part.split('"')[1] in tracks]
    kept = "\n[[".join([head, *(part for part in wanted if only or 'name = "slot_error"' not in part)])
    kept = kept.replace('tracks = ["Restaurants", "Hotels"]', f"tracks = {json.dumps(only)}")
    campaign.write_text(kept, encoding="utf-8")
    found: Scores = defaultdict(lambda: defaultdict(lambda: defaultdict(dict)))
    for track in run_campaign(campaign, progress=print).results.tracks:
        for score in track.scores:
            found[track.name][score.system][str(seed)][score.metric] = round(score.value, 5)
    return found


def add_results(found: Scores) -> None:
    """Put scores into the file of results."""
    stored: Scores = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else {}
    for track, systems in found.items():
        for system, seeds in systems.items():
            for seed, scores in seeds.items():
                stored.setdefault(track, {}).setdefault(system, {})[seed] = scores
    RESULTS.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def read_published(name: str) -> dict[tuple[str, str], dict[str, str]]:
    """The rows of a published table by system and data set."""
    header, *lines = (line.split("\t") for line in (PUBLISHED / name).read_text(encoding="utf-8").splitlines())
    return {(line[0], line[1]): dict(zip(header, line, strict=True)) for line in lines}


def tabulate(stored: Scores) -> str:
    """Tables of every track in Markdown: a published row, then ours, the mean over seeds."""
    parts = []
    for track in ("Restaurants", "Hotels", "DSTC2"):
        for name, metrics in TABLES if track in stored else ():
            shown = [metric for metric in metrics if any(metric in _first(stored[track][s]) for s in stored[track])]
            lines = [f"| {track} | | {' | '.join(shown)} |", f"| --- | --- | {' | '.join('---' for _ in shown)} |"]
            published = read_published(name)
            for system in SYSTEMS:
                row = published.get((system, track))
                if row:
                    lines.append(f"| {system} | published | {' | '.join(row.get(metric, '') for metric in shown)} |")
                seeds = stored[track][system]
                values = [_show([scores[metric] for scores in seeds.values()]) for metric in shown]
                lines.append(f"| {'' if row else system} | ours, {len(seeds)} seeds | {' | '.join(values)} |")
            parts.append("\n".join(lines).replace(", 1 seeds", ", 1 seed"))
    return "\n\n".join(parts)


def _first(seeds: dict[str, dict[str, float]]) -> dict[str, float]:
    return next(iter(seeds.values()))


def _show(values: list[float]) -> str:
    mean = f"{sum(values) / len(values):.3f}"
    return mean if len(values) == 1 else f"{mean} ({min(values):.3f} to {max(values):.3f})"


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["run", "table"])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--tracks", default="Restaurants,Hotels,DSTC2")
    given = parser.parse_args()
    if given.action == "table":
        print(tabulate(json.loads(RESULTS.read_text(encoding="utf-8"))))
        return
    for seed in given.seeds.split(","):
        add_results(run_seed(given.out, int(seed), given.tracks.split(",")))


if __name__ == "__main__":
    main()
