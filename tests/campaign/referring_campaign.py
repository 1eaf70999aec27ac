"""A small campaign of referring expressions: sixteen boats, described by four people under two conditions."""

from pathlib import Path

from genchal.domain import Attribute, Entity, Instance, Scene
from genchal.tasks.tuna import Tuna

CAMPAIGN = """
[campaign]
name = "Boats"
resamples = 20

[[track]]
name = "harbour"
format = "tuna"
test = "harbour.xml"
folds = 2
fold_seeds = 3
score_by = ["condition"]

[[track]]
name = "by people"
format = "tuna"
test = "harbour.xml"
folds = 2
fold_by = "participant"

[[metric]]
name = "dice"

[[metric]]
name = "minimality"

[[system]]
name = "short"
tracks = ["harbour", "by people"]
generator = "full_brevity"
type = "free"

[[system]]
name = "short with type"
tracks = ["harbour", "by people"]
generator = "full_brevity"
realiser = "template"

[[system]]
name = "usual"
tracks = ["harbour", "by people"]
generator = "frequency_set"

[[system]]
name = "orderly"
tracks = ["harbour", "by people"]
generator = "incremental"
order = "colour size"
withdrawn = true
"""


def write_referring_campaign(folder: Path, more: str = "") -> Path:
    """Write campaign.toml and its trials; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "campaign.toml").write_text(CAMPAIGN + more, encoding="utf-8")
    trials = [
        _trial(person, number, condition)
        for person in range(4)
        for number, condition in enumerate(("+LOC", "-LOC", "+LOC", "-LOC"))
    ]
    (folder / "harbour.xml").write_text("\n".join(Tuna().render(trials)), encoding="utf-8")
    return folder


def _trial(person: int, number: int, condition: str) -> Instance:
    things = [
        {"type": "tug", "colour": "red", "size": "small", "x-dimension": str(1 + (person + number) % 2)},
        {"type": "tug", "colour": "red", "size": "large", "x-dimension": "3"},
        {"type": "tug", "colour": "blue", "size": "small", "x-dimension": "3"},
    ]
    said = ("type", "x-dimension") if condition == "+LOC" else ("type", "colour", "size")
    entities = tuple(
        Entity(str(place), tuple(Attribute(*pair) for pair in own.items()), is_target=place == 0)
        for place, own in enumerate(things)
    )
    sets = (frozenset((name, things[0][name]) for name in said),)
    meta = {"condition": condition, "participant": f"s{person}"}
    return Instance(f"s{person}t{number}", Scene("boats", entities, sets), ("the tug",), meta)
