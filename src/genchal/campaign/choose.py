"""Which metrics, under which settings: a flag wins over a preset, over the task's default, over the metric's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from genchal.domain import Metric, Task
from genchal.domain.settings import configure
from genchal.errors import InvalidInput
from genchal.metrics import METRICS
from genchal.metrics.presets import preset

DEFAULT_METRICS = ("bleu", "rouge_l")


@dataclass(frozen=True, slots=True)
class MetricRequest:
    """A metric as somebody asked for it."""

    name: str
    settings: Mapping[str, object] = field(default_factory=dict)
    label: str | None = None


@dataclass(frozen=True, slots=True)
class ChosenMetric:
    """A metric ready to use, under the label that its scores carry; scores are multiplied by `scale`."""

    label: str
    metric: Metric
    scale: float = 1.0

    def signature(self, references: str, conditions: Sequence[str] = ()) -> str:
        """The metric's signature, with the scale where it is not the native one."""
        signature = self.metric.signature(references, conditions)
        return signature if self.scale == 1 else f"{signature}|scale:{self.scale:g}"


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


def choose_metrics(
    requests: Iterable[MetricRequest], task: Task | None, preset_name: str | None = None
) -> list[ChosenMetric]:
    """Make the metrics, with settings from every source in their order of precedence."""
    requests = list(requests)
    fixed = preset(preset_name) if preset_name else None
    if not requests:
        requests = [MetricRequest(name) for name in (fixed.metrics if fixed else DEFAULT_METRICS)]
    chosen = []
    names = [request.name for request in requests]
    for request in requests:
        settings: dict[str, object] = {}
        settings |= task.metric_settings.get(request.name, {}) if task else {}
        settings |= fixed.metrics.get(request.name, {}) if fixed else {}
        settings |= request.settings
        metric = configure(METRICS[request.name], settings, f"metric '{request.name}'")
        alone = names.count(request.name) == 1
        label = request.label if request.label and not (alone and _is_request(request)) else request.name
        chosen.append(ChosenMetric(label, metric, fixed.scale if fixed and request.name in fixed.metrics else 1.0))
    check_labels(chosen)
    return chosen


def check_labels(chosen: Sequence[ChosenMetric]) -> None:
    """Refuse two metrics under one label."""
    labels = [one.label for one in chosen]
    for label in labels:
        if labels.count(label) > 1:
            raise InvalidInput(f"metric '{label}' is asked for twice", "Ask once, or give the two different labels.")


def _is_request(request: MetricRequest) -> bool:
    """Whether the label is only the request as it was typed: needed to tell two apart, noise where there is one."""
    return request.label is not None and request.label.startswith(f"{request.name}:")
