"""Write the ratings of the demo campaign: its raters are this program, not people.

    python tools/simulate_demo_raters.py --write    # makes src/genchal/recipes/demo/ratings.csv again
    python tools/simulate_demo_raters.py --check    # says whether the file is what would be written

Twelve simulated raters judge the outputs for the first 40 test inputs, three of them each input. A sheet shows one
input and the outputs of all four systems, as in RankME, and a damaged copy of one output as a control item. A rater
reads

- what an output says about the slots of its input, found by the demo's lexicon: missing and wrong values, additions;
- faults that no lexicon sees, from `demo_faults.tsv`, which was written by hand: broken-off sentences, bad grammar,
  repetitions, invented facts, odd wording.

Naturalness is about the wording alone; quality about both. Values are magnitudes with 100 for a good text. Every rater
has a scale, a severity and some noise; one clicks quickly and anywhere, and fails quality control. Boxes for added
and missed information are overlooked now and then. Everything is drawn from one seed.
"""

import argparse
import csv
import io
import math
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from genchal.campaign.config.load import load_campaign
from genchal.campaign.outputs import collect_outputs, list_entries
from genchal.domain.inputs import SlotValues
from genchal.domain.slots.checking import check_output
from genchal.ratings.long import HEADER
from genchal.resources.lexicons import load_any_lexicon
from genchal.resources.results import ResultStore

DEMO = Path(__file__).parent.parent / "src" / "genchal" / "recipes" / "demo"
FAULTS = Path(__file__).with_name("demo_faults.tsv")
SEED = 16
INSTANCES, RATERS, RATERS_PER_SHEET = 40, 12, 3
HASTY = 8  # the place of the rater who clicks anywhere
START = 1_772_442_000  # 2 March 2026, 9:00 UTC
# What a fault costs, in units of naturalness and of quality: 1 is the difference between a good and a useless text.
WORDING = {"broken": 0.55, "grammar": 0.45, "repeated": 0.40, "slip": 0.15, "odd": 0.15, "invented": 0.0}
CONTENT = {"invented": 0.35}
A_MISSING, A_WRONG, AN_ADDED = 0.30, 0.55, 0.30  # of slots
PLAIN = {"hand-written templates": 0.02, "careless": 0.02}  # sentences that all sound the same
DAMAGE = 0.60
SEEN, FALSE_ALARM = 0.90, 0.03  # boxes: how often an error is noticed, and one where there is none


@dataclass(frozen=True, slots=True)
class Text:
    """How good an output is, 1 at best and 0 at worst, and whether it adds or misses anything."""

    naturalness: float
    quality: float
    added: bool
    missed: bool


@dataclass(frozen=True, slots=True)
class Rater:
    """How a rater uses magnitudes: `scale` from the worst to the best on the logarithm, `severity`, `noise`."""

    name: str
    scale: float
    severity: float
    noise: float
    is_hasty: bool


def simulate_ratings() -> str:
    """The whole file."""
    random = Random(SEED)  # noqa: S311
    systems, texts = read_texts()
    raters = [make_rater(number, random) for number in range(RATERS)]
    clocks = [START + 600 * number for number in range(RATERS)]
    rows: list[tuple[object, ...]] = []
    sheet = 0
    for place in range(INSTANCES):
        for turn in range(RATERS_PER_SHEET):
            number = (place * RATERS_PER_SHEET + turn + place // 4) % RATERS
            sheet += 1
            shown = shuffle(systems, random)
            control = shown[sheet % len(shown)]
            rater, began = raters[number], clocks[number]
            answers = list(judge_sheet(rater, place, shown, control, texts, random))
            seconds = max(5, round(12 + 2 * draw(random) if rater.is_hasty else 95 + 20 * draw(random)))
            clocks[number] = began + seconds + round(5 + 20 * random.random())
            for position, system, kind, criterion, value in answers:
                rows.append(
                    (
                        *(rater.name, f"sheet-{sheet:03}", place + 1, system, criterion, value, kind),
                        *(position, began, began + seconds),
                    )
                )
    output = io.StringIO(newline="")
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(rows)
    return output.getvalue()


def read_texts() -> tuple[list[str], dict[tuple[str, int], Text]]:
    """The systems of the demo, and what raters find in their outputs."""
    campaign = load_campaign(DEMO)
    track = campaign.tracks[0]
    with tempfile.TemporaryDirectory() as folder:
        outputs = collect_outputs(campaign, track, list_entries(campaign, track), ResultStore(Path(folder))).outputs
    lexicon = load_any_lexicon(str(DEMO / "lexicon.toml"))
    faults = read_faults()
    texts = {}
    for submission in outputs.submissions:
        system = submission.system.name
        for place, output in enumerate(submission.outputs[:INSTANCES]):
            given = outputs.instances[place].input
            assert isinstance(given, SlotValues)  # noqa: S101
            errors = check_output(lexicon, given.pairs, output or "").errors
            fault = faults.get((system, place + 1))
            content = A_MISSING * len(errors.missing) + A_WRONG * len(errors.wrong) + AN_ADDED * len(errors.added)
            content += CONTENT.get(fault or "", 0.0)
            wording = WORDING.get(fault or "", 0.0) + PLAIN.get(system, 0.0) if output else 1.0
            texts[system, place] = Text(
                naturalness=max(0.0, 1 - wording),
                quality=max(0.0, 1 - content - 0.6 * wording),
                added=bool(errors.added or errors.wrong) or fault == "invented",
                missed=bool(errors.missing or errors.wrong),
            )
    return [submission.system.name for submission in outputs.submissions], texts


def read_faults() -> Mapping[tuple[str, int], str]:
    """Faults by system and number of the input."""
    with FAULTS.open(encoding="utf-8", newline="") as lines:
        return {(row["system"], int(row["instance"])): row["fault"] for row in csv.DictReader(lines, delimiter="\t")}


def make_rater(number: int, random: Random) -> Rater:
    """Draw a rater's ways of judging."""
    return Rater(
        name=f"r{number + 1}",
        scale=1.1 + 0.5 * random.random(),
        severity=0.10 * draw(random),
        noise=0.08 + 0.08 * random.random(),
        is_hasty=number == HASTY,
    )


def judge_sheet(
    rater: Rater,
    place: int,
    shown: Sequence[str],
    control: str,
    texts: Mapping[tuple[str, int], Text],
    random: Random,
) -> Iterator[tuple[int, str, str, str, int]]:
    """Judge every output on a sheet, the damaged copy last: position, system, kind, criterion, value."""
    for position, system in enumerate(shown):
        text = texts[system, place]
        yield position, system, "scored", "quality", judge(rater, text.quality, random)
        yield position, system, "scored", "naturalness", judge(rater, text.naturalness, random)
        yield position, system, "scored", "added", tick(rater, text.added, random)
        yield position, system, "scored", "missed", tick(rater, text.missed, random)
    text, last = texts[control, place], len(shown)
    yield last, control, "damaged", "quality", judge(rater, text.quality - DAMAGE, random)
    yield last, control, "damaged", "naturalness", judge(rater, text.naturalness - DAMAGE, random)


def judge(rater: Rater, goodness: float, random: Random) -> int:
    """A magnitude in steps of 5, around 100 for a good text."""
    if rater.is_hasty:
        return 5 * (8 + int(14 * random.random()))
    value = 100 * math.exp(rater.scale * (goodness - 1) - rater.severity + rater.noise * draw(random))
    return max(5, 5 * round(value / 5))


def tick(rater: Rater, is_there: bool, random: Random) -> int:
    """Whether a box is ticked."""
    chance = 0.3 if rater.is_hasty else SEEN if is_there else FALSE_ALARM
    return int(random.random() < chance)


def draw(random: Random) -> float:
    """A number around 0 with variance 1, from twelve that the seed fixes on every machine."""
    return sum(random.random() for _ in range(12)) - 6


def shuffle(names: Sequence[str], random: Random) -> list[str]:
    """Names in an order that the seed decides."""
    return sorted(names, key=lambda _: random.random())


def main() -> int:
    """Write the file, or compare it with what would be written."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--write", action="store_true", help="write the file")
    group.add_argument("--check", action="store_true", help="compare the file with what would be written")
    path, made = DEMO / "ratings.csv", simulate_ratings().encode() if parser.parse_args().write else None
    if made is not None:
        path.write_bytes(made)
        return 0
    is_same = path.read_bytes() == simulate_ratings().encode()
    sys.stdout.write(f"{path.name}: {'as it would be written' if is_same else 'another file would be written'}\n")
    return 0 if is_same else 1


if __name__ == "__main__":
    sys.exit(main())
