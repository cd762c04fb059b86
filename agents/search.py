"""Search by policy improvement: a bot's own choice, unless rollouts show that another action is better beyond doubt.

Every legal action is a candidate. All get the same number of rollouts, in which the bot plays all seats; those that do
not look better than the bot's own choice are dropped, the others get twice as many, up to the budget. Hidden knowledge
and future chance are drawn anew for each rollout (`redeal`).

References: G. Tesauro, G. R. Galperin, "On-line Policy Improvement using Monte-Carlo Search", NIPS 1996 (rollouts over
a policy never play worse than it, in the limit); Z. Karnin, T. Koren, O. Somekh, "Almost Optimal Exploration in
Multi-Armed Bandits", ICML 2013 (doubling with dropping).
"""

from __future__ import annotations

import hashlib
import re
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from ..envs._core.alone import Alone
from ..envs._core.bots import Bot
from ..envs._core.chance import GOLDEN, scramble
from ..envs._core.game import Game
from ..envs._core.loops.stepping import BOT_SALT
from ..envs._core.numbers import whole_number
from ..envs._core.rewards import RewardName, reward_kind
from ..envs._core.sources import module_digest
from ..envs._core.view import View
from .evidence import better_beyond_doubt, promising
from .rollouts import ANY_LENGTH, Rollouts, Task
from .search_players import base_of, judge_of, reward_learnt

if TYPE_CHECKING:
    from .policy import Policy
    from .valued_rollouts import ValuedRollouts

FIRST = 32
"""Rollouts of every candidate before the first ones are dropped."""

SIMULATIONS = 256
"""Rollouts of each candidate at most, where nothing else is said."""

HORIZON = 2
"""Turns of the searching seat that rollouts go on for, where a network judges what they come to."""

LIKELY = 0.01
"""The least probability, by a network, of an action that is tried where this network is the base."""

TRIAL = 2
"""Rollouts of every candidate that show how long one takes, where time is limited."""

NAME = re.compile(r"search(?::(?P<base>[^@~]+))?(?:~(?P<values>[^@~]+))?(?:@(?P<budget>[^@~]+))?")
BUDGET = re.compile(r"(?P<seconds>\d*\.?\d+)s|(?P<simulations>\d+)")

NAMES = (
    "search, search:expert, search:expert@200 (simulations a candidate), search:expert@0.2s (seconds a move), "
    "search:expert~runs/x/best@0.2s (rollouts cut short by the values of a checkpoint) or search:runs/x/best@50"
)
"""How a search is named."""


class SearchAgent:
    """Improves on a bot by rollouts before every decision; see the module docstring.

    With a budget of simulations its choices follow from the seed, whatever the number of threads; with a budget of
    seconds they also depend on the machine.

    Args:
        simulations: the most rollouts of each candidate; fewer than `FIRST` tell nothing, and the base plays alone.
        seconds: the most time for a decision, instead of `simulations`.
        base: the bot or network, by name, as the folder of a checkpoint or as an object; None: the game's strongest
            bot.
        values: a network that judges rollouts before their end, a checkpoint's folder or a `Policy`; None: the base
            itself if it is a network, else rollouts go to the end of the game.
        horizon: turns of its seat after which the network judges; 0: never, rollouts go to the end of the game.
        reward: what rollouts are compared by: `win` (shared among winners), `placement` or `score`; None: what the
            network that judges has learnt to expect, or `win`.
        threads: threads that share the rollouts of a decision.
        limit: decisions after which a rollout is stopped and scored as it stands.

    Attributes:
        name: its name, such as `search:expert@0.2s`.

    Raises:
        ValueError: an argument is out of range.
    """

    def __init__(
        self,
        simulations: int = SIMULATIONS,
        *,
        seconds: float | None = None,
        base: str | Bot | Policy | None = None,
        values: str | Policy | None = None,
        horizon: int = HORIZON,
        reward: RewardName | None = None,
        threads: int = 1,
        limit: int = ANY_LENGTH,
    ) -> None:
        if seconds is not None and not 0 < seconds < float("inf"):
            raise ValueError(f"search: seconds={seconds!r} is not a number above 0")
        self.simulations = whole_number("search: simulations", simulations, 1)
        self.threads, self.limit = whole_number("search: threads", threads, 1), whole_number("search: limit", limit, 1)
        self.horizon = whole_number("search: horizon", horizon, 0)
        self.seconds, self.base, self.values, self.reward = seconds, base, values, reward
        reward_kind(reward or "win")
        budget = f"{self.simulations}" if seconds is None else f"{seconds:g}s"
        self.name = f"search{_words(':', base)}{_words('~', values)}@{budget}"
        self._alone = Alone("this search agent")
        self._seed = np.uint64(0)
        self._rollouts: Rollouts | ValuedRollouts | None = None
        self.reset(0)

    def check(self, game: Game) -> None:
        """Look whether its base and its judge play a game (ValueError: one does not; ImportError: torch is missing)."""
        self._players(game)

    def identity(self, game: Game) -> str:
        """All that its play in a game depends on besides this code, its base included: results are kept under it."""
        player, judge = self._players(game)
        players = " ".join([_content(player), _content(judge) if judge is not None else ""])
        return f"{self.name} {self.reward} {self.horizon} {self.limit} over {players}"

    def reset(self, seed: int) -> None:
        """Start the generator from a seed."""
        with np.errstate(over="ignore"):
            self._seed = scramble(np.uint64(seed) ^ BOT_SALT)

    def act(self, view: View) -> int:
        """The base's action, or another one that is better beyond doubt.

        Raises:
            RuntimeError: the base chose an illegal action, here or in a rollout.
            InUseError: another thread is using the agent (a RuntimeError, too).
        """
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        with self._alone:
            return self._search(view, legal)

    def _search(self, view: View, legal: list[int]) -> int:
        budget = Budget(self.simulations, self.seconds)
        rollouts = self._prepare(view.game)
        with np.errstate(over="ignore"):
            self._seed = self._seed + GOLDEN
        seed = int(scramble(self._seed))
        rollouts.start(view.sample(seed))
        own = rollouts.choice(seed, view)
        if own not in legal:
            raise RuntimeError(f"{view.game.id}: the bot '{rollouts.player.name}' chose an illegal action, {own}")
        actions = np.array(self._candidates(rollouts, view, legal, own))
        return int(actions[improve(rollouts, actions, seed, budget)])

    def _prepare(self, game: Game) -> Rollouts | ValuedRollouts:
        """Allocate memory and load the machine code for a game."""
        if self._rollouts is None or self._rollouts.game is not game:
            player, judge = self._players(game)
            settings: dict[str, Any] = {"threads": self.threads, "limit": self.limit}
            if judge is None:
                assert isinstance(player, Bot)
                self._rollouts = Rollouts(game, player, kind=reward_kind(self.reward or "win"), **settings)
            else:
                from .valued_rollouts import ValuedRollouts

                kind = reward_kind(self.reward or reward_learnt(judge))
                self._rollouts = ValuedRollouts(game, player, judge, kind=kind, horizon=self.horizon, **settings)
        return self._rollouts

    def _players(self, game: Game) -> tuple[Bot | Policy, Policy | None]:
        """The base, and the network that judges rollouts, if any."""
        player = base_of(game, self.base)
        if self.values is not None:
            return player, judge_of(game, self.values)
        return player, None if isinstance(player, Bot) else player

    def _candidates(self, rollouts: Rollouts | ValuedRollouts, view: View, legal: list[int], own: int) -> list[int]:
        """The base's action and those that are compared with it: of a network, what it would play now and then."""
        if isinstance(rollouts.player, Bot):
            return [own, *(action for action in legal if action != own)]
        player = rollouts.player
        seen = view.observation()[None], view.mask()[None], player.advice_at(view)
        likely = player.probabilities(*seen)[0] >= LIKELY
        return [own, *(action for action in legal if action != own and likely[action])]

    def __getstate__(self) -> dict[str, Any]:
        # Addresses of machine code are valid in this process only, and so are locks and threads.
        return {**self.__dict__, "_rollouts": None, "_alone": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _alone=Alone("this search agent"))

    def __repr__(self) -> str:
        return f"<SearchAgent {self.name}>"


def _content(player: Bot | Policy) -> str:
    """A name with a digest of what it plays by: code and numbers, or weights."""
    if isinstance(player, Bot):
        parts = module_digest(player.choose.__module__).encode(), player.params.tobytes()
    else:
        parts = tuple(value.numpy().tobytes() for value in player.network.state_dict().values())
    return f"{player.name} {hashlib.sha256(b''.join(parts)).hexdigest()[:12]}"


def _words(mark: str, player: str | Bot | Policy | None) -> str:
    if player is None:
        return ""
    return f"{mark}{player if isinstance(player, str) else player.name}"


def search_named(name: str) -> SearchAgent:
    """The search that a name means.

    Raises:
        ValueError: it is not written like one.
    """
    found = NAME.fullmatch(name)
    budget = BUDGET.fullmatch(found["budget"] or f"{SIMULATIONS}") if found else None
    if found is None or budget is None:
        raise ValueError(f"'{name}' is no search; write {NAMES}")
    seconds = float(budget["seconds"]) if budget["seconds"] else None
    return SearchAgent(
        int(budget["simulations"] or SIMULATIONS), seconds=seconds, base=found["base"], values=found["values"]
    )


class Budget:
    """How many rollouts a decision may take.

    Args:
        simulations: the most rollouts of a candidate, where there is no time limit.
        seconds: the most time, counted from now; None: no limit.
    """

    def __init__(self, simulations: int, seconds: float | None) -> None:
        self._simulations, self._seconds = simulations, seconds
        self._started, self._played = time.perf_counter(), 0

    def up_to(self, done: int, candidates: int) -> int:
        """Up to how many rollouts each candidate gets next, after `done`; no more than that: the budget is used up."""
        wanted = max(FIRST, 2 * done)
        if self._seconds is None:
            return min(wanted, self._simulations)
        if done == 0:
            return TRIAL
        used = time.perf_counter() - self._started
        fit = done + int((self._seconds - used) / used * self._played / candidates)
        # A few more would not be worth the look at them, and fewer than the first ones tell nothing.
        return min(wanted, fit) if fit >= max(FIRST, done + done // 4) else done

    def spend(self, rollouts: int) -> None:
        """Count rollouts that were played."""
        self._played += rollouts


def improve(rollouts: Rollouts | ValuedRollouts, actions: Any, seed: int, budget: Budget) -> int:
    """The index of the best action: 0, the base's own, unless another is better beyond doubt.

    Args:
        rollouts: the rollouts, started from the position.
        actions: int64 [candidates], the base's own first.
        seed: determines all rollouts.
        budget: how many there may be.
    """
    rows, done = np.arange(len(actions)), 0
    rewards = np.zeros((len(actions), 0), dtype=np.float32)
    while (planned := budget.up_to(done, len(rows))) > done:
        rewards = np.pad(rewards, ((0, 0), (0, planned - done)))
        rollouts.play(Task(actions[rows], rows, rewards), seed, done, planned)
        budget.spend((planned - done) * len(rows))
        done = planned
        if done >= FIRST:
            rows = rows[[0, *promising(rewards[rows])]]
            if len(rows) == 1:
                return 0
    return int(rows[better_beyond_doubt(rewards[rows], rollouts.least_gain)]) if done >= FIRST else 0
