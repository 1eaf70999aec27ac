"""Which unlabelled texts was the shipped parser trained on, beside the treebank?

Prints them, one text a line: references of the training parts of E2E and SF Restaurants, a quarter of E2E's with names
replaced by placeholders. Usage: GENCHAL_DATA=... python benchmarks/parser_texts.py > texts.txt
"""

import os
import random
from pathlib import Path

from genchal.domain.inputs import SlotValues
from genchal.resources.files import read_lines
from genchal.tasks.e2e import E2E

E2E_TEXTS, SF_TEXTS, SEED = 2_600, 1_200, 1


def main() -> None:
    """Draw and print."""
    chance = random.Random(SEED)
    data = Path(os.environ["GENCHAL_DATA"])
    path = data / "e2e" / "trainset.csv.xz"
    pairs = sorted(
        {(text, i.input) for i in E2E().parse(read_lines(path), str(path)) for text in i.references}, key=str
    )
    for text, given in chance.sample(pairs, E2E_TEXTS):
        assert isinstance(given, SlotValues)
        if chance.random() < 0.25:
            for slot, value in given.pairs:
                if slot in ("name", "near"):
                    text = text.replace(value, f"X-{slot}")
        print(" ".join(text.split()))
    lines = read_lines(data / "sf-restaurants" / "sf_restaurants.tsv.xz")
    header = lines[0].split("\t")
    rows = [dict(zip(header, line.split("\t"), strict=True)) for line in lines[1:]]
    texts = sorted({row["ref"] for row in rows if row["split"] == "train"})
    for text in chance.sample(texts, min(SF_TEXTS, len(texts))):
        print(text)


if __name__ == "__main__":
    main()
