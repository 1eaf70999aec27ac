"""Shipped campaigns, and new ones to start from."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from genchal.errors import InvalidInput, UnknownName
from genchal.resources.files import write_whole

RECIPES = ("demo",)

STARTER = {
    "campaign.toml": """\
# A campaign: which data, which systems, which metrics. Run it with: genchal run campaign.toml

[campaign]
name = "My campaign"
schema = 1
seed = 1

[[track]]
name = "main"
format = "slots"             # or "table" (TSV, CSV, JSON lines with named columns), "plain" (text)
language = "en"
test = "data/test.csv"       # inputs and references to score against
train = "data/train.csv"     # what generators learn from; leave out if you bring all outputs

[[system]]
name = "ours"
file = "submissions/ours.tsv"

[[system]]
name = "baseline"
generator = "random"

[[metric]]
name = "bleu"
label = "BLEU"

[[metric]]
name = "rouge_l"
label = "ROUGE-L"
""",
    "data/train.csv": """\
mr,ref
"name[Mill Café], food[cake]","Mill Café serves cake."
"name[Harbour House], food[fish]","You get fish at Harbour House."
"name[The Lantern], food[soup], price[low]","The Lantern has soup at a low price."
""",
    "data/test.csv": """\
mr,ref
"name[Orchard Inn], food[pie]","Orchard Inn serves pie."
"name[Orchard Inn], food[pie]","There is pie at Orchard Inn."
"name[Blue Door], food[curry], price[low]","Blue Door has curry at a low price."
"name[Blue Door], food[curry], price[low]","At Blue Door curry does not cost much."
""",
    "submissions/ours.tsv": """\
mr\toutput
name[Orchard Inn], food[pie]\tOrchard Inn serves pie.
name[Blue Door], food[curry], price[low]\tBlue Door serves curry at a low price.
""",
}


def copy_recipe(name: str, folder: Path) -> Path:
    """Copy a shipped campaign into a folder and return its campaign file; what is there and equal is left alone."""
    if name not in RECIPES:
        raise UnknownName("recipe", name, RECIPES)
    with as_file(files("genchal.recipes") / name) as source:
        for path in sorted(source.rglob("*")):
            target = folder / path.relative_to(source)
            if path.is_file() and not (target.is_file() and target.read_bytes() == path.read_bytes()):
                write_whole(target, path.read_bytes())
    return folder / "campaign.toml"


def start_campaign(folder: Path) -> Path:
    """Write the starter campaign into a new folder and return its campaign file."""
    there = [name for name in STARTER if (folder / name).exists()]
    if there:
        raise InvalidInput(f"{folder / there[0]} already exists", "Choose another folder; nothing was written.")
    for name, text in STARTER.items():
        write_whole(folder / name, text.encode())
    return folder / "campaign.toml"
