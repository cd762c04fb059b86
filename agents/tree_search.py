"""SO-ISMCTS, single-observer information set Monte Carlo tree search, over the six kernels of any game; compiled.

Reference: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
Computational Intelligence and AI in Games, 2012. Every simulation begins with a determinisation: all that the seat
cannot know, future chance included, is drawn anew (`redeal`). All determinisations share one tree, whose nodes are the
sequences of actions from the root. Selection uses UCB1 among the actions that are legal in the determinisation at hand;
how often an action was legal at a node (its availability) takes the place of the visits of the node. One node is added
in each simulation, then a bot plays all seats in the rollout, and the final rewards are backpropagated.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types

from ..envs._core.alone import Alone
from ..envs._core.bots import RANDOM, WORK_RECORDS, Bot
from ..envs._core.chance import GOLDEN, draw_from, scramble
from ..envs._core.faces.opponents import find_bot, known_bots
from ..envs._core.game import Game, GameSpec, Kernels
from ..envs._core.kernel import kernel
from ..envs._core.loops.pool import pack_params
from ..envs._core.loops.stepping import BOT_SALT, Entry, clear, only_action
from ..envs._core.numbers import whole_number
from ..envs._core.rewards import Reward, final_rewards
from ..envs._core.view import View

ROOT = 0
FAULT = -1
MAX_DEPTH = 256
"""The largest number of nodes on the path of one simulation; forced decisions have no node."""


class Tree(NamedTuple):
    """The search tree as arrays [nodes, actions].

    Attributes:
        child: int32, the node that an action leads to; 0: none yet.
        visits: int32, how often the action was selected.
        available: int32, how often it was legal when the node was visited.
        value: float64, sum of the final rewards of the seat that played it.
    """

    child: Any
    visits: Any
    available: Any
    value: Any


TREE_TYPE = types.NamedTuple((types.int32[:, ::1],) * 3 + (types.float64[:, ::1],), Tree)


class Scratch(NamedTuple):
    """Arrays that a simulation overwrites.

    Attributes:
        path: int32 [depth, 3], node, action and seat of each step through the tree.
        mask: uint8 [actions].
        scores: int32 [seats].
        ranks: int8 [seats].
        rewards: float32 [seats].
    """

    path: Any
    mask: Any
    scores: Any
    ranks: Any
    rewards: Any


SCRATCH_TYPE = types.NamedTuple(
    (types.int32[:, ::1], types.uint8[::1], types.int32[::1], types.int8[::1], types.float32[::1]), Scratch
)


@kernel
def select_unvisited(tree: Tree, node: int, mask: Any, rng: Any) -> int:
    """A random legal action without visits at a node; −1: all have visits."""
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
def select_by_ucb(tree: Tree, node: int, mask: Any, exploration: float) -> int:
    """The legal action with the highest upper confidence bound (UCB1, with availability instead of parent visits)."""
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
def count_available(tree: Tree, node: int, mask: Any) -> None:
    """Count the availability of every legal action of a node."""
    for action in range(mask.shape[0]):
        tree.available[node, action] += mask[action]


@kernel
def backpropagate(tree: Tree, scratch: Scratch, depth: int) -> None:
    """Add a visit and the reward of its seat to every action on the path."""
    for step in range(depth):
        node, action, seat = scratch.path[step, 0], scratch.path[step, 1], scratch.path[step, 2]
        tree.visits[node, action] += 1
        tree.value[node, action] += scratch.rewards[seat]


@kernel
def most_visited(tree: Tree) -> int:
    """The action with the most visits at the root."""
    best = 0
    for action in range(tree.visits.shape[1]):
        if tree.visits[ROOT, action] > tree.visits[ROOT, best]:
            best = action
    return best


def make_select_and_expand(kernels: Kernels) -> Any:
    """`select_and_expand(t, o, s, tree, scratch, nodes, exploration, rng) -> depth`: down the tree to a new action.

    The new action gets the node `nodes` as its child and is played too; `depth` is the length of the path.
    """
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def select_and_expand(
        t: Any, o: Any, s: Any, tree: Tree, scratch: Scratch, nodes: int, exploration: float, rng: Any
    ) -> int:
        node, depth = ROOT, 0
        while s.done == 0 and depth < scratch.path.shape[0]:
            clear(scratch.mask)
            legal(t, o, s, scratch.mask)
            action = only_action(scratch.mask)
            if action < 0:
                count_available(tree, node, scratch.mask)
                action = select_unvisited(tree, node, scratch.mask, rng)
                new = action >= 0
                if not new:
                    action = select_by_ucb(tree, node, scratch.mask, exploration)
                scratch.path[depth, 0], scratch.path[depth, 1], scratch.path[depth, 2] = node, action, s.seat
                depth += 1
                if new:
                    tree.child[node, action] = nodes
                    apply(t, o, s, action)
                    return depth
                node = tree.child[node, action]
            apply(t, o, s, action)
        return depth

    return select_and_expand


def make_rollout(kernels: Kernels, bot_at: Any) -> Any:
    """`rollout(…) -> int`: a bot plays all seats to the end, or for `limit` decisions; 0, or FAULT."""
    legal, apply = kernels.legal, kernels.apply

    @kernel
    def rollout(t: Any, o: Any, s: Any, mask: Any, functions: Any, params: Any, rng: Any, work: Any, limit: int) -> int:
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

    return rollout


def make_search(kernels: Kernels, bot_at: Any) -> Entry:
    """`search(T, O, S, work, tree, scratch, functions, params, rng, simulations, exploration, limit) -> action`.

    `S[0]` is a determinisation for the seat to decide, `S[1]` scratch memory; FAULT: the bot chose an illegal action.
    """
    redeal, score = kernels.redeal, kernels.score
    select_and_expand, rollout = make_select_and_expand(kernels), make_rollout(kernels, bot_at)

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
            depth = select_and_expand(t, o, s, tree, scratch, simulation + 1, exploration, rng)
            if rollout(t, o, s, scratch.mask, functions, params, rng, work, limit) == FAULT:
                return FAULT
            clear(scratch.scores)
            clear(scratch.ranks)
            score(t, o, s, scratch.scores, scratch.ranks)
            final_rewards(Reward.PLACEMENT, o.players, scratch.scores, scratch.ranks, scratch.rewards)
            backpropagate(tree, scratch, depth)
        return most_visited(tree)

    return search, lambda ty: (
        *(ty["T"], ty["O"], ty["S"], ty["S"], TREE_TYPE, SCRATCH_TYPE),
        *(types.int64[::1], types.float64[:, ::1], types.uint64[::1], types.int64, types.float64, types.int64),
    )


class TreeSearchAgent:
    """Searches with SO-ISMCTS before every decision; see the module docstring.

    Args:
        simulations: simulations for each decision.
        exploration: the exploration constant of UCB1; rewards are placements in [−1, 1].
        rollout: the bot that plays all seats in rollouts, by name or as a `Bot`; None: the game's `adept`, or `random`.
        limit: decisions after which a rollout is stopped and scored as it stands.

    Raises:
        ValueError: an argument is out of range.
    """

    name = "ismcts"

    def __init__(
        self,
        simulations: int = 400,
        *,
        exploration: float = 1.0,
        rollout: str | Bot | None = None,
        limit: int = 2000,
    ) -> None:
        simulations, limit = whole_number("ismcts: simulations", simulations, 1), whole_number("ismcts: limit", limit)
        if not exploration >= 0:
            raise ValueError(f"ismcts: exploration={exploration!r} is not a number from 0 on")
        self.simulations, self.exploration, self.rollout, self.limit = simulations, float(exploration), rollout, limit
        self._alone = Alone("this tree search")
        self._rng = np.zeros(1, dtype=np.uint64)
        self._spec: GameSpec | None = None
        self._ready: Any = None
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start the generator from a seed."""
        with np.errstate(over="ignore"):
            self._rng[0] = scramble(np.uint64(seed) ^ BOT_SALT)

    def act(self, view: View) -> int:
        """The action with the most visits at the root.

        Raises:
            RuntimeError: the bot of the rollouts chose an illegal action.
            InUseError: another thread is using the agent (a RuntimeError, too).
        """
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        with self._alone:
            return self._search(view)

    def _search(self, view: View) -> int:
        game = view.game
        if self._spec is not game.spec:
            self._prepare(game)
        states, work, tree, scratch, functions, params = self._ready
        for array in tree:
            array.fill(0)
        states[:1].view(np.uint8)[:] = view.sample(0)._memory
        action = game.spec.compiled.further("tree search", make_search)(
            *(game._tables, game._options, states, work, tree, scratch, functions, params, self._rng),
            *(self.simulations, self.exploration, self.limit),
        )
        if action == FAULT:
            raise RuntimeError(f"{game.id}: the bot of the rollouts chose an illegal action")
        return int(action)

    def _prepare(self, game: Game) -> None:
        """Allocate memory and load the machine code for a game."""
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
            path=np.zeros((MAX_DEPTH, 3), dtype=np.int32),
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
        # Addresses of machine code are valid in this process only, and so is the lock.
        return {**self.__dict__, "_spec": None, "_ready": None, "_alone": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _alone=Alone("this tree search"))
