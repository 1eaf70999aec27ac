"""Which metrics, under which settings: a flag wins over a preset, over the task's default, over the metric's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast, get_args

from genchal.domain import Instance, Metric, Task
from genchal.domain.campaign import Campaign, MetricEntry, Missing
from genchal.domain.derived import Derived
from genchal.domain.inputs import SlotValues
from genchal.domain.settings import configure, settings_of
from genchal.errors import InvalidInput, suggestion
from genchal.metrics import METRICS

if TYPE_CHECKING:
    from genchal.metrics.presets import Preset

DEFAULT_METRICS = ("bleu", "rouge_l")
SLOT_METRICS = ("slot_error", "slot_error_delex")  # with a lexicon that comes with the task, and without one
FILES = ("encoder", "lexicon", "parser", "vectors")  # settings that may name a file


@dataclass(frozen=True, slots=True)
class MetricRequest:
    """A requested metric; `preset` is the one that its other settings come from."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    label: str | None = None
    preset: str | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """A request with presets expanded: metrics, each with a label of its own, and derived scores.

    `missing` is what a preset does with missing outputs, and `task` the format that it reads tables in.
    """

    metrics: tuple[MetricRequest, ...]
    derived: tuple[Derived, ...] = ()
    missing: Missing | None = None
    task: str | None = None

    def __post_init__(self) -> None:
        labels = [request.label or request.name for request in self.metrics]
        for label in labels:
            if labels.count(label) > 1:
                raise InvalidInput(
                    f"metric '{label}' is requested twice", "Request it once, or give the two different labels."
                )
        for number, derived in enumerate(self.derived):
            if derived.name in labels or derived.name in [other.name for other in self.derived[:number]]:
                raise InvalidInput(
                    f"there are two scores called '{derived.name}'", "Give the derived score another name."
                )
            if bare := next((label for label in labels if derived.has_bare(label)), None):
                problem = f"derived score '{derived.name}': '{bare}' stands without quotes in the formula"
                raise InvalidInput(problem, f'Write "{bare}" in quotes, or blanks around the sign if it is one.')
            for label in derived.ingredients:
                if label not in labels:
                    problem = f"derived score '{derived.name}' is made from '{label}', which is not computed"
                    raise InvalidInput(problem, suggestion(label, labels))


@dataclass(frozen=True, slots=True)
class ChosenMetric:
    """A metric ready to use, under the label that its scores carry; scores are multiplied by `scale`.

    `preset` is the one that fixed its settings, if nobody changed them.
    """

    label: str
    metric: Metric
    scale: float = 1.0
    preset: str | None = None

    @property
    def higher_is_better(self) -> bool | None:
        """None for a metric for which neither higher nor lower is better."""
        return self.metric.higher_is_better if self.metric.has_direction else None

    def signature(self, references: str, conditions: Sequence[str] = ()) -> str:
        """The metric's signature, with the scale where it is not the native one, and with the preset."""
        parts = [self.metric.signature(references, conditions)]
        parts += [f"scale:{self.scale:g}"] if self.scale != 1 else []
        return "|".join([*parts, *([f"preset:{self.preset}"] if self.preset else [])])


def find_fractions(metrics: Sequence[ChosenMetric]) -> tuple[str, ...]:
    """Labels of the metrics whose scores lie between 0 and 1."""
    cards = [(chosen, chosen.metric.card) for chosen in metrics if chosen.scale == 1]
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
        raise InvalidInput(
            f"'{text}' is not a derived score", "Write NAME=FORMULA, such as average=(bleu + rouge_l)/2."
        )
    return Derived(name.strip(), formula.strip())


def make_request(
    metrics: str | Iterable[str | MetricRequest] = (), preset: str | None = None, derived: Iterable[str] = ()
) -> Request:
    """Ask for metrics: a text (``"bleu,rouge_l:beta=1"``), or a list of texts or requests.

    Without any they are those of the preset, or the usual ones. Derived scores of the preset may be named as metrics
    are; what they are made from is then computed, too.
    """
    asked = _parse_metrics(metrics)
    fixed = _find_preset(preset)
    offered = {name: Derived(name, formula) for name, formula in (fixed.derived if fixed else {}).items()}
    own = [offered[request.name] for request in asked if request.name in offered]
    requests = [request for request in asked if request.name not in offered]
    if not asked:
        names = (fixed.unasked or tuple(fixed.metrics)) if fixed else DEFAULT_METRICS
        requests, own = [MetricRequest(name) for name in names], list(offered.values())
    labels = {request.label or request.name for request in requests}
    needed = dict.fromkeys(label for score in own for label in score.ingredients if label not in labels)
    requests += map(MetricRequest, needed)
    return Request(
        tuple(replace(request, label=_label(request, requests), preset=preset) for request in requests),
        (*own, *map(parse_derived, [derived] if isinstance(derived, str) else derived)),
        fixed.missing if fixed else None,
        fixed.task if fixed else None,
    )


def request_track(campaign: Campaign, track: str, instances: Sequence[Instance] | None = None) -> Request:
    """Ask for what a campaign wants computed in one of its tracks.

    A track without metrics of its own gets the usual ones; with `instances` only those that have something to compare
    outputs with: references, or else slots, or nothing.
    """
    entries = [entry for entry in campaign.metrics if not entry.tracks or track in entry.tracks]
    requests = [request_entry(entry, campaign.folder) for entry in entries]
    if not requests and campaign.has_usual_metrics:
        requests = [_request_usual(instances, next(entry.format for entry in campaign.tracks if entry.name == track))]
    return Request(
        tuple(metric for request in requests for metric in request.metrics),
        (
            *(derived for request in requests for derived in request.derived),
            *(entry.score for entry in campaign.derived if not entry.tracks or track in entry.tracks),
        ),
        next((request.missing for request in requests if request.missing), None),
    )


def _request_usual(instances: Sequence[Instance] | None, task: str) -> Request:
    """The usual metrics; without references those of slots, where inputs have any, and otherwise none."""
    if instances is None or any(instance.references for instance in instances):
        return make_request()
    if not any(isinstance(instance.input, SlotValues) for instance in instances):
        return Request(())
    from genchal.tasks import TASKS  # rarely needed

    with_lexicon, without = SLOT_METRICS
    return make_request([with_lexicon if with_lexicon in TASKS[task].metric_settings else without])


def request_entry(entry: MetricEntry, folder: Path) -> Request:
    """Ask for what a [[metric]] of a campaign names; its files are found beside campaign.toml."""
    settings = {key: _beside(folder, value) if key in FILES else value for key, value in entry.settings.items()}
    return make_request([MetricRequest(entry.name, settings, entry.label)] if entry.name else [], entry.preset)


def choose_metrics(request: Request, task: Task | None) -> tuple[ChosenMetric, ...]:
    """Make the metrics, with settings from every source in their order of precedence."""
    return tuple(_choose_metric(metric, task) for metric in request.metrics)


def _parse_metrics(metrics: str | Iterable[str | MetricRequest]) -> list[MetricRequest]:
    if isinstance(metrics, str):
        metrics = [text for text in metrics.split(",") if text.strip()]
    return [metric if isinstance(metric, MetricRequest) else parse_request(metric) for metric in metrics]


def _find_preset(name: str | None) -> Preset | None:
    if not name:
        return None
    from genchal.metrics.presets import preset  # their file is read only where one is named

    return preset(name)


def _label(request: MetricRequest, requests: Sequence[MetricRequest]) -> str:
    """Its label; the request as it was typed is one only where it distinguishes two of the same metric."""
    is_alone = [other.name for other in requests].count(request.name) == 1
    is_typed = request.label is not None and request.label.startswith(f"{request.name}:")
    return request.name if request.label is None or (is_alone and is_typed) else request.label


def _beside(folder: Path, value: object) -> object:
    """The path of a file in the folder; anything else, such as the name of something that we ship, as it is."""
    layout, at, name = str(value).rpartition("@")  # glove@vectors.txt
    return f"{layout}{at}{folder / name}" if name and (folder / name).exists() else value


def _choose_metric(request: MetricRequest, task: Task | None) -> ChosenMetric:
    fixed = _find_preset(request.preset)
    is_fixed = fixed is not None and request.name in fixed.metrics
    settings: dict[str, object] = {}
    settings |= task.metric_settings.get(request.name, {}) if task else {}
    settings |= fixed.metrics.get(request.name, {}) if fixed else {}
    settings |= request.settings
    return ChosenMetric(
        request.label or request.name,
        _make_metric(request.name, settings),
        fixed.scale if fixed and is_fixed else 1.0,
        request.preset if is_fixed and not request.settings else None,
    )


def _make_metric(name: str, settings: dict[str, object]) -> Metric:
    """The metric; `each` is a setting of all that have references, even of those that never heard of it."""
    target, what = METRICS[name], f"metric '{name}'"
    if "each" not in settings or "each" in settings_of(target) or target.basis != "references":
        return configure(target, settings, what)
    from genchal.domain.metric import Each
    from genchal.metrics.each_reference import EachReference

    each = str(settings.pop("each"))
    if each not in get_args(Each):
        raise InvalidInput(f"setting 'each' of {what} cannot be '{each}'", suggestion(each, get_args(Each)))
    return EachReference(configure(target, settings, what), cast(Each, each))
