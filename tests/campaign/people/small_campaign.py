"""A campaign of three systems and twelve walks with ratings, small enough for a test of a second."""

from collections.abc import Sequence
from pathlib import Path

INSTANCES = 12
SYSTEMS = {"north": 80, "south": 60, "east": 30}  # what raters think of them, about
CAMPAIGN = """
[campaign]
name = "Walks"
resamples = 100

[[track]]
name = "walks"
format = "slots"
test = "test.csv"

[[system]]
name = "north"
file = "north.tsv"

[[system]]
name = "south"
file = "south.tsv"

[[system]]
name = "east"
file = "east.tsv"

[[metric]]
name = "rouge_l"
label = "ROUGE-L"

[[metric]]
name = "slot_error_delex"
"""
RATINGS = """
[[ratings]]
name = "people"
file = "ratings.csv"
"""


def write_campaign(folder: Path, *sections: str) -> Path:
    """Write the campaign with these sections behind it, and its ratings."""
    walks = [f"name[Walk {number}], dogs[yes]" for number in range(1, INSTANCES + 1)]
    rows = [f'"{walk}","Walk {number} is one where dogs may come."' for number, walk in enumerate(walks, start=1)]
    write(folder / "test.csv", ["mr,ref", *rows])
    for place, system in enumerate(SYSTEMS):
        words = ("is one where dogs may come", "is a walk", "has a pub")[place]
        texts = [f"Walk {number} {words}{' too' * (number % 3)}." for number in range(1, INSTANCES + 1)]
        write(folder / f"{system}.tsv", ["mr\toutput", *map("\t".join, zip(walks, texts, strict=True))])
    write_ratings(folder / "ratings.csv")
    (folder / "campaign.toml").write_text(CAMPAIGN + "".join(sections), encoding="utf-8")
    return folder


def write_ratings(
    path: Path, raters: Sequence[str] = ("ada", "eli", "kim"), instances: Sequence[str] | None = None
) -> None:
    """Every rater judges every output; sheets have all systems."""
    named = instances or [str(number) for number in range(1, INSTANCES + 1)]
    rows = ["rater,sheet,instance,system,criterion,value"]
    for severity, rater in enumerate(raters):
        for number, instance in enumerate(named):
            for system, worth in SYSTEMS.items():
                noise = (7 * number + 11 * severity + len(system) * 5 + worth) % 13
                quality = worth + 2 * noise - 5 * severity
                shown = f"{rater},{rater}-{number},{instance},{system}"
                rows.append(f"{shown},quality,{quality}")
                rows.append(f"{shown},naturalness,{50 + noise}")
                rows.append(f"{shown},added,{int(worth < 40 and noise > 3)}")
                rows.append(f"{shown},missed,{int(worth < 70 and noise > 6)}")
    write(path, rows)


def write(path: Path, lines: Sequence[str]) -> None:
    """Write lines."""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
