"""Which metrics, under which settings: a flag wins over a preset, over the task's default, over the metric's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast, get_args

from genchal.domain import Metric, Task
from genchal.domain.campaign import Campaign, MetricEntry, Missing
from genchal.domain.derived import Derived
from genchal.domain.settings import configure, settings_of
from genchal.errors import InvalidInput, suggestion
from genchal.metrics import METRICS
from genchal.metrics.presets import Preset, preset

DEFAULT_METRICS = ("bleu", "rouge_l")
FILES = ("encoder", "lexicon", "parser", "vectors")  # settings that may name a file


@dataclass(frozen=True, slots=True)
class MetricRequest:
    """A metric as somebody asked for it."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    label: str | None = None


@dataclass(frozen=True, slots=True)
class ChosenMetric:
    """A metric ready to use, under the label that its scores carry; scores are multiplied by `scale`.

    `preset` is the one that fixed its settings, if nobody changed them.
    """

    label: str
    metric: Metric
    scale: float = 1.0
    preset: str | None = None

    def signature(self, references: str, conditions: Sequence[str] = ()) -> str:
        """The metric's signature, with the scale where it is not the native one, and with the preset."""
        parts = [self.metric.signature(references, conditions)]
        parts += [f"scale:{self.scale:g}"] if self.scale != 1 else []
        return "|".join([*parts, *([f"preset:{self.preset}"] if self.preset else [])])


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody asks for: metrics, a preset, derived scores."""

    metrics: Sequence[MetricRequest] = ()
    preset: str | None = None
    derived: Sequence[Derived] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Everything that is to be computed; `missing` is what a preset wants done with missing outputs."""

    metrics: tuple[ChosenMetric, ...]
    derived: tuple[Derived, ...] = ()
    missing: Missing | None = None

    @property
    def fractions(self) -> tuple[str, ...]:
        """Labels of the metrics whose scores lie between 0 and 1."""
        cards = [(chosen, chosen.metric.card) for chosen in self.metrics if chosen.scale == 1]
        return tuple(chosen.label for chosen, card in cards if card.low >= -1 and card.high <= 1)


def parse_request(text: str) -> MetricRequest:
    """Read ``bleu:case=lower:smooth=exp``."""
    name, *settings = text.strip().split(":")
    pairs: dict[str, object] = {}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise InvalidInput(
                f"'{setting}' in '{text}' is not a setting", "Write settings as name:key=value:key=value."
            )
        pairs[key.strip()] = value.strip()
    return MetricRequest(name, pairs, text.strip() if pairs else None)


def parse_derived(text: str) -> Derived:
    """Read ``average=(bleu + rouge_l) / 2``."""
    name, equals, formula = text.partition("=")
    if not equals or not name.strip():
        raise InvalidInput(f"'{text}' is not a derived score", "Write NAME=FORMULA, as average=(bleu + rouge_l)/2.")
    return Derived(name.strip(), formula.strip())


def choose(wanted: Wanted, task: Task | None) -> Choice:
    """Make the metrics, and the derived scores: those asked for, and those of the preset."""
    fixed = preset(wanted.preset) if wanted.preset else None
    offered = {name: Derived(name, formula) for name, formula in (fixed.derived if fixed else {}).items()}
    asked = [offered[request.name] for request in wanted.metrics if request.name in offered]
    plain = [request for request in wanted.metrics if request.name not in offered]
    there = {request.label or request.name for request in plain}
    needed = dict.fromkeys(label for one in asked for label in one.ingredients if label not in there)
    metrics = choose_metrics([*plain, *map(MetricRequest, needed)], task, wanted.preset)
    derived = (*(asked if wanted.metrics else offered.values()), *wanted.derived)
    check_derived(derived, metrics)
    return Choice(tuple(metrics), derived, fixed.missing if fixed else None)


def chosen_for(campaign: Campaign, track: str, task: Task) -> Choice:
    """Make what a campaign asks for in one of its tracks."""
    choices = [
        choose(wanted_by(entry, campaign.folder), task)
        for entry in campaign.metrics
        if not entry.tracks or track in entry.tracks
    ]
    choices = choices or [choose(Wanted(), task)]
    metrics = [one for choice in choices for one in choice.metrics]
    derived = [one for choice in choices for one in choice.derived]
    derived += [entry.score for entry in campaign.derived if not entry.tracks or track in entry.tracks]
    check_labels(metrics)
    check_derived(derived, metrics)
    missing = next((choice.missing for choice in choices if choice.missing), None)
    return Choice(tuple(metrics), tuple(derived), missing)


def wanted_by(entry: MetricEntry, folder: Path) -> Wanted:
    """What a [[metric]] of a campaign asks for; files that it names are found beside campaign.toml."""
    settings = {key: _beside(folder, value) if key in FILES else value for key, value in entry.settings.items()}
    requests = [MetricRequest(entry.name, settings, entry.label)] if entry.name else []
    return Wanted(requests, entry.preset)


def _beside(folder: Path, value: object) -> object:
    """The path of a file in the folder; anything else, such as the name of something that we ship, as it is."""
    layout, at, name = str(value).rpartition("@")  # glove@vectors.txt
    return f"{layout}{at}{folder / name}" if name and (folder / name).exists() else value


def choose_metrics(
    requests: Iterable[MetricRequest], task: Task | None, preset_name: str | None = None
) -> list[ChosenMetric]:
    """Make the metrics, with settings from every source in their order of precedence."""
    requests = list(requests)
    fixed = preset(preset_name) if preset_name else None
    if not requests:
        names = (fixed.unasked or tuple(fixed.metrics)) if fixed else DEFAULT_METRICS
        requests = [MetricRequest(name) for name in names]
    chosen = []
    asked = [request.name for request in requests]
    for request in requests:
        alone = asked.count(request.name) == 1
        label = request.label if request.label and not (alone and _is_request(request)) else request.name
        is_fixed = fixed is not None and request.name in fixed.metrics
        scale = fixed.scale if fixed and is_fixed else 1.0
        to_the_letter = preset_name if is_fixed and not request.settings else None
        chosen.append(ChosenMetric(label, _made(request, task, fixed), scale, to_the_letter))
    check_labels(chosen)
    return chosen


def _made(request: MetricRequest, task: Task | None, fixed: Preset | None) -> Metric:
    """The metric; `each` is a setting of all that have references, even of those that never heard of it."""
    target, what = METRICS[request.name], f"metric '{request.name}'"
    settings: dict[str, object] = {}
    settings |= task.metric_settings.get(request.name, {}) if task else {}
    settings |= fixed.metrics.get(request.name, {}) if fixed else {}
    settings |= request.settings
    if "each" not in settings or "each" in settings_of(target) or target.basis != "references":
        return configure(target, settings, what)
    from genchal.metrics.each_reference import Each, EachReference

    each = str(settings.pop("each"))
    if each not in get_args(Each):
        raise InvalidInput(f"setting 'each' of {what} cannot be '{each}'", suggestion(each, get_args(Each)))
    return EachReference(configure(target, settings, what), cast(Each, each))


def check_labels(chosen: Sequence[ChosenMetric]) -> None:
    """Refuse two metrics under one label."""
    labels = [one.label for one in chosen]
    for label in labels:
        if labels.count(label) > 1:
            raise InvalidInput(f"metric '{label}' is asked for twice", "Ask once, or give the two different labels.")


def check_derived(derived: Sequence[Derived], chosen: Sequence[ChosenMetric]) -> None:
    """Refuse formulas over scores that are not there, and names that are taken."""
    labels = [one.label for one in chosen]
    for number, one in enumerate(derived):
        if one.name in labels or one.name in [other.name for other in derived[:number]]:
            raise InvalidInput(f"there are two scores called '{one.name}'", "Give the derived score another name.")
        for label in one.ingredients:
            if label not in labels:
                problem = f"derived score '{one.name}' is made from '{label}', which is not computed"
                raise InvalidInput(problem, suggestion(label, labels))


def _is_request(request: MetricRequest) -> bool:
    """Whether the label is only the request as it was typed: needed to tell two apart, noise where there is one."""
    return request.label is not None and request.label.startswith(f"{request.name}:")
