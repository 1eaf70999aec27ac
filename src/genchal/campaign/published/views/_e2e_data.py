"""Where the files behind the E2E report are, and the names that its tables use."""

from __future__ import annotations

SYSTEMS = (
    *("adapt", "chen", "dangnt", "forge1", "forge3", "gong", "harv", "nle", "sheff1", "sheff2", "slug", "slug-alt"),
    *("tgen", "tnt1", "tnt2", "tr1", "tr2", "tuda", "zhang", "zhaw1", "zhaw2"),
)
OUTPUTS = tuple(("e2e-eval", f"primary_raw/{system}.tsv") for system in SYSTEMS)
TEST = ("e2e", "testset_w_refs.csv")
PARTS = (("e2e", "trainset.csv"), ("e2e", "devset.csv"), TEST)
RATINGS = {name: ("e2e-eval", f"human_ratings/{name}.csv") for name in ("quality", "naturalness")}
RANDOM = "test set rand"
PSEUDO_SYSTEMS = {"test set all": "all", RANDOM: "random"}


def own_name(system: str) -> str:
    """The name that a row of the report has here."""
    return PSEUDO_SYSTEMS.get(system, system)
