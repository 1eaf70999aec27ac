"""Items that are there to judge the raters by: they are part of every sheet, and never count towards scores.

SR'18 and WMT put 20 or 30 of them among 100. Copies go with an original on the same sheet: a repeat must score like it,
a damaged copy lower. References and attention checks stand by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from genchal.domain.study.design import AttentionCheck, Control
from genchal.domain.study.study import Item
from genchal.elicitation.design.damage import damage_text
from genchal.errors import InvalidInput, counted

REFERENCE, ATTENTION = "reference", "attention"  # in the place of a system's name
_DRAWN = 30  # texts to take words from
Identify = Callable[..., str]  # makes an id from whatever tells an item from the others of its sheet


@dataclass(frozen=True, slots=True)
class ControlMaterial:
    """What control items are made from, besides the items of the sheet: texts of the study, references, checks."""

    texts: Sequence[tuple[str, str]]  # with their instances
    references: Mapping[str, Sequence[str]]  # by instance
    checks: Sequence[AttentionCheck] = ()


def make_control_items(
    scored: Sequence[Item], control: Control, material: ControlMaterial, identify: Identify, rng: np.random.Generator
) -> list[Item]:
    """Make the control items of a sheet; every copy has another original, and these are spread evenly over systems."""
    if control.repeat + control.damaged > len(scored):
        copies = counted(control.repeat + control.damaged, "copy")
        raise InvalidInput(
            f"{copies} of {counted(len(scored), 'output')} on a sheet", "Lower control, or raise items_per_sheet."
        )
    queue = _by_turns(scored, rng)
    made = [_damaged(queue, material.texts, identify, rng) for _ in range(control.damaged)]
    for number in range(control.repeat):
        original = queue[number]
        made.append(_copy(original, original.text, identify, "repeat"))
    made += _references(scored, control.reference, material.references, identify, rng)
    if control.attention and not material.checks:
        raise InvalidInput(
            "control asks for attention checks, but there are none", "Give their texts, or set control.attention to 0."
        )
    for number in range(control.attention):
        chosen = int(rng.integers(len(material.checks)))
        check = material.checks[chosen]
        beside = scored[int(rng.integers(len(scored)))]
        # Checks that ask for different answers may stand beside the same instance: their names tell them apart.
        system = ATTENTION if len(material.checks) == 1 else f"{ATTENTION}-{chosen + 1}"
        name = identify("attention", str(number))
        made.append(Item(name, beside.instance, system, check.text, "attention", expected=check.expected))
    return made


def _damaged(queue: list[Item], texts: Sequence[tuple[str, str]], identify: Identify, rng: np.random.Generator) -> Item:
    """Damage the first item that can be, and take it out of the queue."""
    for place, original in enumerate(queue):
        drawn = [texts[number] for number in rng.integers(len(texts), size=_DRAWN).tolist()] if texts else []
        # Texts of the same instance say much the same: their words might do no damage.
        others = [text for instance, text in drawn if instance != original.instance]
        text = damage_text(original.text, others, rng)
        if text is not None:
            del queue[place]
            return replace(_copy(original, text, identify, "damaged"), attributes=None)
    raise InvalidInput("a sheet has too few texts that can be damaged", "Set control.damaged to 0, or add texts.")


def _copy(original: Item, text: str, identify: Identify, kind: str) -> Item:
    # A copy is judged against its original: once, whoever else wrote that.
    made = replace(original, id=identify(kind, original.id), text=text, source=original.id, also=())
    return replace(made, kind="repeat" if kind == "repeat" else "damaged")


def _references(
    scored: Sequence[Item],
    count: int,
    references: Mapping[str, Sequence[str]],
    identify: Identify,
    rng: np.random.Generator,
) -> list[Item]:
    """First references of instances of the sheet, each as if a system had written it."""
    names = sorted({item.instance for item in scored if references.get(item.instance)})
    if count > len(names):
        raise InvalidInput(
            f"{counted(count, 'reference')} are needed on a sheet, but only {len(names)} of its instances have one",
            "Lower control.reference.",
        )
    here = {(item.instance, item.text) for item in scored}  # who writes references would be on the sheet twice
    order = rng.permutation(len(names)).tolist()
    chosen = sorted(order, key=lambda place: (names[place], references[names[place]][0]) in here)[:count]
    return [
        Item(
            identify("reference", names[place]),
            names[place],
            REFERENCE,
            references[names[place]][0],
            "reference",
        )
        for place in chosen
    ]


def _by_turns(items: Sequence[Item], rng: np.random.Generator) -> list[Item]:
    """Items at random, such that the systems take turns."""
    seen: dict[str, int] = {}
    keyed = []
    for place in rng.permutation(len(items)).tolist():
        system = items[place].system
        keyed.append((seen.get(system, 0), float(rng.random()), place))
        seen[system] = seen.get(system, 0) + 1
    return [items[place] for _, _, place in sorted(keyed)]
