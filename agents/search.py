"""Determinised tree search over the six kernels: any game, any number of seats, compiled.

Before every simulation all that the seat cannot know is dealt anew, future chance included; one tree holds what was
learnt over all these deals, with UCB1 over the actions that are legal in the deal at hand (P. I. Cowling, E. J. Powley,
D. Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Beyond the tree a bot plays for everybody.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ..envs._core.bots import RANDOM, WORK_RECORDS, Bot
from ..envs._core.chance import GOLDEN, draw_from, scramble
from ..envs._core.faces.opponents import find_bot, known_bots
from ..envs._core.game import Game, GameSpec, Kernels
from ..envs._core.kernel import kernel
from ..envs._core.loops.pool import pack_params
from ..envs._core.loops.stepping import BOT_SALT, Entry, clear, only_action
from ..envs._core.rewards import Reward, final_rewards
from ..envs._core.view import View

ROOT = 0
FAULT = -1
DEEPEST = 256
"""Decisions with a choice that the tree follows in one simulation."""


class Tree(NamedTuple):
    """Nodes by row, actions by column.

    child: int32, the node that an action leads to, 0: none yet. visits: int32, how often it was played.
    available: int32, how often it could have been. value: float64, rewards of the seat that played it, summed.
    """

    child: Any
    visits: Any
    available: Any
    value: Any


TREE_TYPE = types.NamedTuple((types.int32[:, ::1],) * 3 + (types.float64[:, ::1],), Tree)


class Scratch(NamedTuple):
    """Arrays that a simulation writes: the way through the tree (node, action, seat), mask, points, ranks, rewards."""

    way: Any
    mask: Any
    scores: Any
    ranks: Any
    rewards: Any


SCRATCH_TYPE = types.NamedTuple(
    (types.int32[:, ::1], types.uint8[::1], types.int32[::1], types.int8[::1], types.float32[::1]), Scratch
)


@kernel
def pick_untried(tree: Tree, node: int, mask: Any, rng: Any) -> int:
    """A legal action that was never played at a node, at random; −1: all were."""
    count = 0
    for action in range(mask.shape[0]):
        if mask[action] != 0 and tree.visits[node, action] == 0:
            count += 1
    if count == 0:
        return -1
    k = draw_from(rng, count)
    for action in range(mask.shape[0]):
        if mask[action] != 0 and tree.visits[node, action] == 0:
            if k == 0:
                return action
            k -= 1
    return -1


@kernel
def pick_promising(tree: Tree, node: int, mask: Any, exploration: float) -> int:
    """The legal action with the highest UCB1, each judged by how often it could have been played."""
    best, best_bound = -1, -np.inf
    for action in range(mask.shape[0]):
        if mask[action] != 0:
            visits = tree.visits[node, action]
            spread = np.sqrt(np.log(tree.available[node, action]) / visits)
            bound = tree.value[node, action] / visits + exploration * spread
            if bound > best_bound:
                best, best_bound = action, bound
    return best


@kernel
def note_available(tree: Tree, node: int, mask: Any) -> None:
    """Every legal action of a node could have been played once more."""
    for action in range(mask.shape[0]):
        tree.available[node, action] += mask[action]


@kernel
def learn(tree: Tree, scratch: Scratch, steps: int) -> None:
    """Credit every action on the way with what its seat received."""
    for step in range(steps):
        node, action, seat = scratch.way[step, 0], scratch.way[step, 1], scratch.way[step, 2]
        tree.visits[node, action] += 1
        tree.value[node, action] += scratch.rewards[seat]


@kernel
def most_played(tree: Tree) -> int:
    """The action that was played most often at the root."""
    best = 0
    for action in range(tree.visits.shape[1]):
        if tree.visits[ROOT, action] > tree.visits[ROOT, best]:
            best = action
    return best


def make_descend(kernels: Kernels) -> Any:
    """`descend(t, o, s, tree, scratch, nodes, exploration, rng) -> steps`: through the tree and one action beyond it.

    The last action on the way gets the node `nodes` as its child if it was new.
    """
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def descend(t: Any, o: Any, s: Any, tree: Tree, scratch: Scratch, nodes: int, exploration: float, rng: Any) -> int:
        node, steps = ROOT, 0
        while s.done == 0 and steps < scratch.way.shape[0]:
            clear(scratch.mask)
            legal(t, o, s, scratch.mask)
            action = only_action(scratch.mask)
            if action < 0:
                note_available(tree, node, scratch.mask)
                action = pick_untried(tree, node, scratch.mask, rng)
                new = action >= 0
                if not new:
                    action = pick_promising(tree, node, scratch.mask, exploration)
                scratch.way[steps, 0], scratch.way[steps, 1], scratch.way[steps, 2] = node, action, s.seat
                steps += 1
                if new:
                    tree.child[node, action] = nodes
                    apply(t, o, s, action)
                    return steps
                node = tree.child[node, action]
            apply(t, o, s, action)
        return steps

    return descend


def make_finish(kernels: Kernels, bot_at: Any) -> Any:
    """`finish(…) -> int`: a bot plays for everybody to the end, or for `limit` decisions; 0, or FAULT."""
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def finish(t: Any, o: Any, s: Any, mask: Any, functions: Any, params: Any, rng: Any, work: Any, limit: int) -> int:
        for _ in range(limit):
            if s.done != 0:
                break
            clear(mask)
            legal(t, o, s, mask)
            action = only_action(mask)
            if action < 0:
                action = bot_at(functions, 0)(t, o, s, mask, params[0], rng, work)
                if action < 0 or action >= mask.shape[0] or mask[action] == 0:
                    return FAULT
            apply(t, o, s, action)
        return 0

    return finish


def make_search(kernels: Kernels, bot_at: Any) -> Entry:
    """`search(T, O, S, work, tree, scratch, functions, params, rng, simulations, exploration, limit) -> action`.

    `S[0]` is a game as the seat to decide may imagine it, `S[1]` scratch; FAULT: the bot played an illegal action.
    """
    redeal, score = kernels.redeal, kernels.score
    descend, finish = make_descend(kernels), make_finish(kernels, bot_at)

    @kernel
    def search(
        T: Any, O: Any, S: Any, work: Any, tree: Tree, scratch: Scratch, functions: Any, params: Any, rng: Any,
        simulations: int, exploration: float, limit: int,
    ) -> int:  # fmt: skip
        t, o = T[0], O[0]
        seat = S[0].seat
        for simulation in range(simulations):
            S[1] = S[0]
            s = S[1]
            rng[0] = rng[0] + GOLDEN
            redeal(t, o, s, seat, scramble(rng[0]))
            steps = descend(t, o, s, tree, scratch, simulation + 1, exploration, rng)
            if finish(t, o, s, scratch.mask, functions, params, rng, work, limit) == FAULT:
                return FAULT
            clear(scratch.scores)
            clear(scratch.ranks)
            score(t, o, s, scratch.scores, scratch.ranks)
            final_rewards(Reward.PLACEMENT, o.players, scratch.scores, scratch.ranks, scratch.rewards)
            learn(tree, scratch, steps)
        return most_played(tree)

    return search, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["S"], TREE_TYPE, SCRATCH_TYPE),
        *(types.int64[::1], types.float64[:, ::1], types.uint64[::1], types.int64, types.float64, types.int64),
    )


class SearchAgent:
    """Thinks ahead before every decision.

    Args:
        simulations: games imagined for a decision.
        exploration: weight of what was tried seldom; rewards lie in [−1, 1].
        rollout: the bot that plays on beyond the tree, by name or itself; None: the game's `adept`, or `random`.
        limit: decisions after which an imagined game is scored as it stands.
    """

    name = "search"

    def __init__(
        self,
        simulations: int = 400,
        *,
        exploration: float = 1.0,
        rollout: str | Bot | None = None,
        limit: int = 2000,
    ) -> None:
        if simulations < 1 or limit < 0 or exploration < 0:
            raise ValueError(f"search needs simulations ≥ 1, exploration ≥ 0, limit ≥ 0, not {simulations}, …")
        self.simulations, self.exploration, self.rollout, self.limit = simulations, float(exploration), rollout, limit
        self._rng = np.zeros(1, dtype=np.uint64)
        self._spec: GameSpec | None = None
        self._ready: Any = None
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start the generator from a seed."""
        with np.errstate(over="ignore"):
            self._rng[0] = scramble(np.uint64(seed) ^ BOT_SALT)

    def act(self, view: View) -> int:
        """The action that was played most often in the imagined games.

        Raises:
            RuntimeError: the bot beyond the tree played an illegal action.
        """
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        game = view.game
        if self._spec is not game.spec:
            self._get_ready(game)
        states, work, tree, scratch, functions, params = self._ready
        for array in tree:
            array.fill(0)
        states[:1].view(np.uint8)[:] = view.sample(0).memory
        action = game.spec.compiled.further("search", make_search)(
            *(game.tables, game.options, states, work, tree, scratch, functions, params, self._rng),
            *(self.simulations, self.exploration, self.limit),
        )
        if action == FAULT:
            raise RuntimeError(f"{game.id}: the bot that plays on beyond the tree chose an illegal action")
        return int(action)

    def _get_ready(self, game: Game) -> None:
        """Memory and machine code for a game."""
        spec, n = game.spec, self.simulations + 1
        bot = self._bot(game)
        shape = (n, game.num_actions)
        tree = Tree(
            child=np.zeros(shape, dtype=np.int32),
            visits=np.zeros(shape, dtype=np.int32),
            available=np.zeros(shape, dtype=np.int32),
            value=np.zeros(shape, dtype=np.float64),
        )
        scratch = Scratch(
            way=np.zeros((DEEPEST, 3), dtype=np.int32),
            mask=np.zeros(game.num_actions, dtype=np.uint8),
            scores=np.zeros(spec.max_seats, dtype=np.int32),
            ranks=np.zeros(spec.max_seats, dtype=np.int8),
            rewards=np.zeros(spec.max_seats, dtype=np.float32),
        )
        states, work = spec.state.zeros(2), spec.state.zeros(WORK_RECORDS)
        self._ready = (states, work, tree, scratch, spec.compiled.functions([bot]), pack_params([bot]))
        self._spec = spec

    def _bot(self, game: Game) -> Bot:
        if isinstance(self.rollout, Bot):
            return self.rollout
        if self.rollout is not None:
            return find_bot(game.id, self.rollout)
        return known_bots(game.id).get("adept", RANDOM)

    def __getstate__(self) -> dict[str, Any]:
        # Addresses of machine code mean nothing to another process.
        return {**self.__dict__, "_spec": None, "_ready": None}
