"""The metrics, generators and methods to choose from, plug-ins included, with what they need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from genchal.domain.results.table import Column, Table, pick_fields
from genchal.domain.settings import REQUIRED, Setting, described, described_settings
from genchal.elicitation import METHODS
from genchal.generators import GENERATORS
from genchal.metrics import METRICS

Kind = Literal["metrics", "generators", "methods"]
COMPARED = {"references": "references", "inputs": "the input", "outputs": "nothing"}  # what outputs are held against


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A metric, generator or method: `facts` are columns of the list, `card` is what is shown of it alone."""

    name: str
    facts: Mapping[str, str]
    summary: str
    card: Mapping[str, str]
    settings: tuple[Setting, ...]
    signature: str = ""

    def record(self) -> dict[str, object]:
        """Everything, for JSON."""
        settings = [
            {
                "name": setting.name,
                "default": None if setting.default is REQUIRED else setting.default,
                **pick_fields(setting, "choices", "range", "doc"),
            }
            for setting in self.settings
        ]
        card = {**self.facts, **self.card}
        return {**pick_fields(self, "name", "summary"), **card, "settings": settings, "signature": self.signature}

    def table(self) -> Table:
        """The settings; then the card and an example of a signature."""
        rows = [
            (
                setting.name,
                "" if setting.default in (REQUIRED, None) else described(setting.default),
                ", ".join(setting.choices) or setting.range,
                setting.doc,
            )
            for setting in self.settings
        ]
        facts = {"summary": self.summary, **self.facts, **self.card}
        return Table(
            title=self.name,
            columns=(Column("setting", "name"), Column("default"), Column("choices"), Column("meaning", "doc")),
            rows=tuple(rows),
            notes=tuple(f"{name.replace('_', ' ').capitalize()}: {fact}" for name, fact in facts.items() if fact),
            signatures=(self.signature,) if self.signature else (),
            label=self.name,
        )


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All entries of a kind, or a single one by its name."""

    kind: Kind
    entries: tuple[CatalogueEntry, ...]
    is_single: bool = False

    def payload(self) -> dict[str, object]:
        """What --json prints."""
        return {self.kind: [entry.record() for entry in self.entries]}

    def tables(self) -> tuple[Table, ...]:
        """A line for each, or everything about one."""
        if self.is_single:
            return tuple(entry.table() for entry in self.entries)
        facts = list(self.entries[0].facts)
        table = Table(
            title=self.kind.capitalize(),
            columns=tuple(map(Column, ("name", *(name.replace("_", " ") for name in facts), "summary"))),
            rows=tuple((entry.name, *entry.facts.values(), entry.summary) for entry in self.entries),
            label=self.kind,
        )
        return (table,)


def list_catalogue(kind: Kind, name: str | None = None) -> Catalogue:
    """List everything of a kind, or show one by its name; an unknown name is answered with a suggestion."""
    names, describe = LISTED[kind]
    return Catalogue(kind, tuple(map(describe, [name] if name else names)), is_single=name is not None)


def _describe_metric(name: str) -> CatalogueEntry:
    target = METRICS[name]
    example, card = target.example(), target.card
    needs = [f"a {kind}" for kind in example.needs() if kind != target.extra]
    if target.extra:
        needs.append(f"genchal[{target.extra}]{'' if example.needs() else ' for models'}")
    better = ("higher" if target.higher_is_better else "lower") if target.has_direction else "neither"
    return CatalogueEntry(
        name,
        {"compared_with": COMPARED[target.basis], "better": better, "needs": ", ".join(needs)},
        card.measures,
        {
            "range": f"{card.low:g} to {card.high:g}",
            "published": card.published,
            "limits": card.limits,
            "citation": card.citation,
        },
        described_settings(target),
        example.signature("1"),
    )


def _describe_generator(name: str) -> CatalogueEntry:
    target = GENERATORS[name]
    needs = [*(["training data"] if target.learns else []), *(f"a file: {setting}=" for setting in target.files)]
    if target.extra:
        needs.append(f"genchal[{target.extra}]")
    return CatalogueEntry(
        name,
        {"references": "to learn from" if target.learns else "not needed", "needs": ", ".join(needs)},
        (target.__doc__ or "").partition("\n")[0],
        asdict(target.card),
        described_settings(target),
    )


def _describe_method(name: str) -> CatalogueEntry:
    target = METHODS[name]
    example = target.example()
    needs = {"scenes": target.needs_scene, "JavaScript": target.needs_script}
    return CatalogueEntry(
        name,
        {
            "texts_per_sheet": str(target.per_sheet),
            "references": "shown" if example.needs_reference(()) else "not needed",
            "needs": ", ".join(need for need, is_needed in needs.items() if is_needed),
        },
        target.summary,
        asdict(target.card),
        described_settings(target),
        example.signature(),
    )


LISTED: dict[Kind, tuple[Iterable[str], Callable[[str], CatalogueEntry]]] = {
    "metrics": (METRICS, _describe_metric),
    "generators": (GENERATORS, _describe_generator),
    "methods": (METHODS, _describe_method),
}
