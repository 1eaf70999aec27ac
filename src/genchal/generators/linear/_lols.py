"""Imitation learning: first of reference sequences, then by trying actions and seeing what texts come of them (LOLS).

Chang, Krishnamurthy, Agarwal, Daumé and Langford (2015), Learning to Search Better than Your Teacher; for generation
Lampouras and Vlachos (2016), Imitation Learning for Language Generation from Unaligned Data.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from genchal.generators.linear._alignment import Words
from genchal.generators.linear._arow import NOTHING, Bases
from genchal.generators.linear._costs import Costs, Target
from genchal.generators.linear._expert import Expert
from genchal.generators.linear._features import list_features
from genchal.generators.linear._policy import AT_ONCE, Policy
from genchal.generators.linear._states import Bools, Ints, States
from genchal.generators.neural.data.meanings import Fact, Meaning

IMITATED = 0.1  # what every action costs that is not the expert's, in imitation: as a slot error among ten slots
SCALE = 10.0  # margin per difference in cost
LEAST = 1000  # decisions that are learnt at once, at least: few ones are gone over more often
SAME = 1e-9  # costs that differ by less are equal


@dataclass(frozen=True)
class Tried:
    """States on the way of a policy, and actions that are tried in them: branch by branch, state by state."""

    states: States
    features: Bases
    owners: Ints  # of each branch: the state that it leaves
    actions: Ints


class Decision(NamedTuple):
    """A state, as features, with actions, how much more the cheapest should score than each, and which are cheapest."""

    features: Bases
    actions: Ints
    margins: NDArray[np.float64]
    is_best: Bools

    @classmethod
    def make(cls, features: Bases, actions: Ints, regrets: NDArray[np.float64]) -> Self:
        """From what each action costs more than the cheapest."""
        return cls(features[features < NOTHING], actions, SCALE * regrets, regrets <= SAME)


@dataclass
class Learner:
    """Teaches a policy with an expert and with costs. Tasks are numbers of targets, in the order of the expert's."""

    policy: Policy
    expert: Expert
    costs: Costs
    targets: Sequence[Target]
    rng: np.random.Generator
    explored: float  # share of states in which actions are tried
    tries: int  # how many of the best actions are tried, besides the expert's
    expert_share: float  # share of roll-outs that the expert finishes
    _decisions: list[Decision] = field(default_factory=list)
    _known: dict[tuple[int, bytes], float] = field(default_factory=dict)

    def begin(self, tasks: Ints) -> States:
        """Texts for some tasks."""
        states = States.begin(self.policy.inventory, [self.targets[task].meaning for task in tasks.tolist()])
        states.task[:] = tasks
        return states

    def imitate(self) -> None:
        """Collect the decisions of the expert on its own way."""
        for features, action, allowed in zip(*self._list_expert_decisions(), strict=True):
            others = np.flatnonzero(allowed)
            if len(others) > 1:
                regrets = np.where(others == action, 0.0, IMITATED)
                self._decisions.append(Decision.make(features, others, regrets))

    def learn(self, passes: int) -> None:
        """Learn from all decisions so far, in another order in every pass, and average the weights."""
        for _ in range(max(passes, math.ceil(LEAST / max(1, len(self._decisions))))):
            for place in self.rng.permutation(len(self._decisions)).tolist():
                self._learn_from(self._decisions[place])
        self.policy.weights.average()

    def _list_expert_decisions(self) -> tuple[list[Bases], Ints, list[Bools]]:
        features: list[Bases] = []
        allowed: list[Bools] = []
        actions: list[Ints] = [np.zeros(0, dtype=np.int64)]
        for begin in range(0, len(self.targets), AT_ONCE):
            states = self.begin(np.arange(begin, min(begin + AT_ONCE, len(self.targets))))
            while len(rows := np.flatnonzero(~states.is_done)):
                active = states.take(rows)
                taken = self.expert.decide(active)
                features += list(list_features(active))
                allowed += list(active.allowed(self.policy.inventory))
                actions.append(taken)
                self._apply(active, taken)
                states.put(rows, active)
        return features, np.concatenate(actions), allowed

    def explore(self, tasks: Ints) -> None:
        """Roll in with the policy, try actions, roll out, and collect what each costs."""
        tried = self._roll_in(tasks)
        if tried is None:
            return
        costs = self._roll_out(tried)
        starts = np.flatnonzero(np.diff(tried.owners, prepend=-1))
        for begin, end in zip(starts.tolist(), [*starts[1:].tolist(), len(costs)], strict=True):
            features, found = tried.features[tried.owners[begin]], costs[begin:end]
            if found.max() - found.min() > SAME:
                self._decisions.append(Decision.make(features, tried.actions[begin:end], found - found.min()))

    def _learn_from(self, decision: Decision) -> None:
        """Let the cheapest action (of equals the one that scores highest) win over the one that most needs it."""
        features, actions, margins, is_best = decision
        scores = self.policy.weights.score(features)[actions]
        wanted = margins + scores
        best = int(np.where(is_best, wanted, -np.inf).argmax())
        wanted[is_best] = -np.inf
        worst = int(wanted.argmax())
        self.policy.weights.learn(
            features, int(actions[best]), int(actions[worst]), float(wanted[worst] - scores[best])
        )

    def _roll_in(self, tasks: Ints) -> Tried | None:
        """Write with the policy, and note what could be tried on the way."""
        states = self.begin(tasks)
        parts: list[States] = []
        features: list[Bases] = []
        owners: list[int] = []
        actions: list[int] = []
        count = 0
        while len(rows := np.flatnonzero(~states.is_done)):
            active = states.take(rows)
            decisions = self.policy.decide(active)
            imitated = self.expert.decide(active)
            chosen = np.flatnonzero(self.rng.random(len(rows)) < self.explored)
            for place in chosen.tolist():
                scores = decisions.scores[place]
                top = np.argsort(-scores, kind="stable")[: self.tries]
                found = dict.fromkeys([*top[np.isfinite(scores[top])].tolist(), int(imitated[place])])
                if len(found) > 1:
                    parts.append(active.take([place]))
                    features.append(decisions.features[place : place + 1])
                    owners += [count] * len(found)
                    actions += found
                    count += 1
            best = decisions.best
            self._apply(active, best)
            states.put(rows, active)
        if not parts:
            return None
        width = max(part.shape[1] for part in features)
        padded = [np.pad(part, ((0, 0), (0, width - part.shape[1])), constant_values=NOTHING) for part in features]
        return Tried(States.join(parts), np.concatenate(padded), np.array(owners), np.array(actions))

    def _roll_out(self, tried: Tried) -> NDArray[np.float64]:
        """Take each action, let the policy or the expert finish (one of them for all actions in a state), and judge."""
        coins = self.rng.random(len(tried.states)) < self.expert_share
        branches = tried.states.take(tried.owners)
        with_expert = coins[tried.owners]
        self._apply(branches, tried.actions)
        for is_expert in (False, True):
            rows = np.flatnonzero(with_expert == is_expert)
            some = branches.take(rows)
            if is_expert:
                self._finish_by_expert(some)
            else:
                self.policy.finish(some)
            branches.put(rows, some)
        return np.array([self._judge(branches, row) for row in range(len(branches))])

    def _finish_by_expert(self, states: States) -> None:
        while len(rows := np.flatnonzero(~states.is_done)):
            active = states.take(rows)
            self._apply(active, self.expert.decide(active))
            states.put(rows, active)

    def _apply(self, states: States, actions: Ints) -> None:
        self.expert.follow(states, actions)
        states.apply(actions, self.policy.inventory)

    def _judge(self, states: States, row: int) -> float:
        task, length = int(states.task[row]), int(states.length[row])
        key = task, states.said[row, :length].tobytes() + states.said_for[row, :length].tobytes()
        if key not in self._known:
            target = self.targets[task]
            runs, words = self._read(states, row, target.meaning)
            self._known[key] = self.costs.judge(target, runs, words)
        return self._known[key]

    def _read(self, states: States, row: int, meaning: Meaning) -> tuple[list[tuple[Fact, Words]], Words]:
        """What a text says for each fact, and all its words."""
        words = tuple(self.policy.read_words(states, row))
        columns = states.said_for[row, : len(words)]
        ends = [*(np.flatnonzero(np.diff(columns)) + 1).tolist(), len(words)] if words else []
        starts = [0, *ends]
        runs = [(int(columns[start]), words[start:end]) for start, end in zip(starts, ends, strict=False)]
        return [(meaning[column - 1], run) for column, run in runs if column], words

    def count_errors(self, meanings: Sequence[Meaning]) -> int:
        """Slot errors of what the policy writes."""
        states = States.begin(self.policy.inventory, meanings)
        self.policy.finish(states)
        found = [self._read(states, row, meaning) for row, meaning in enumerate(meanings)]
        return sum(self.costs.count_errors(meaning, *said) for meaning, said in zip(meanings, found, strict=True))
