"""The games and their environments: everything that a user of them needs.

game = envs.load("ab_die_post", players=4)      # tables, records, spaces; game.new(seed) is a Position
env = envs.aec("ab_die_post")                   # PettingZoo, turn by turn
env = envs.parallel("ab_die_post")              # PettingZoo, all at once
env = envs.solo("ab_die_post", opponents="adept")                     # Gymnasium
env = envs.vector("ab_die_post", num_envs=64, opponents="adept")      # Gymnasium, many games
venv = envs.sb3("ab_die_post", num_envs=64, opponents="adept")        # Stable-Baselines3, many games
batch = envs.batch("ab_die_post", num_envs=1024)                      # arrays, in place

All of them take the game's own options by name, such as `turn_limit=200`, and mean the same by `players`, `data`,
`reward`, `shaping`, `show_forced` and `seat`. Games are written with `mailwing.envs.authoring` and checked with
`mailwing.envs.testing`. Modules below this one whose names begin with an underscore are private.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._core import registry as _registry
from ._core.bots import Bot, BotError
from ._core.chance import seed_of
from ._core.data import check_data, export_data
from ._core.faces.batch import Batch
from ._core.faces.keywords import refuse_unknown
from ._core.faces.opponents import Opponents, lineups_for
from ._core.game import Game, GameSpec
from ._core.pack_faults import PackCheck, PackFault
from ._core.packs import DataPackError
from ._core.position import IllegalActionError, Position
from ._core.registry import games, load, seats
from ._core.replay import Replay, ReplayError
from ._core.view import View

if TYPE_CHECKING:
    from ._core.faces.aec import GameAECEnv
    from ._core.faces.face import IdleMask, Illegal, MaskIn, RenderMode
    from ._core.faces.parallel import GameParallelEnv
    from ._core.faces.solo import SoloEnv
    from ._core.faces.solo_session import SoloOpponents
    from ._core.faces.vector import AutoresetMode, GameVectorEnv, VectorRenderMode
    from ._core.rewards import RewardName
    from .adapters.sb3 import BatchVecEnv

__all__ = [
    "Batch",
    "Bot",
    "BotError",
    "DataPackError",
    "Game",
    "GameSpec",
    "IllegalActionError",
    "PackCheck",
    "PackFault",
    "Position",
    "Replay",
    "ReplayError",
    "View",
    "aec",
    "batch",
    "check_data",
    "export_data",
    "games",
    "lineups_for",
    "load",
    "parallel",
    "register",
    "sb3",
    "seats",
    "seed_of",
    "solo",
    "vector",
]


def register(spec: GameSpec) -> GameSpec:
    """Make a game known under its id; it then has every environment that the suite has, and its registry names.

    Raises:
        ValueError: another game has this id.
    """
    return _registry.register(spec)


def aec(
    game: str | Game,
    *,
    players: int | None = None,
    data: str | Path | None = None,
    render_mode: RenderMode | None = None,
    illegal: Illegal = "terminate",
    reward: RewardName = "placement",
    shaping: float = 0.0,
    show_forced: bool = False,
    max_cycles: int | None = None,
    render_seat: int | None = None,
    render_width: int | None = None,
    **options: Any,
) -> GameAECEnv:
    """A game as a PettingZoo `AECEnv`: one seat decides after another.

    Args:
        game: id from `games()`, or a loaded game.
        players: seats at the table; the game's usual number when None.
        data: folder of a data pack; the game's own when None.
        render_mode: a window, plain text, uint8 pixels or an SVG document; None: nothing is drawn.
        illegal: what an illegal action does: end the game with −1 for the seat that played it, or raise
            `IllegalActionError` and change nothing.
        reward: what each seat receives at the end: its `placement`, a share of the `win`, or its `score`.
        shaping: factor of potential-based shaping on the score; 0: none.
        show_forced: decisions with one legal action are shown, too, instead of played on.
        max_cycles: shown decisions after which a game is cut off (`truncations`); None: never.
        render_seat: the seat whose view is drawn; None: a spectator's.
        render_width: pixels across of `rgb_array` and of the window, 16 to 4096; None: its own width, at most 960.
        options: the game's own options, numbers or words.

    Raises:
        TypeError: an unknown option or setting; the message says which there are.
        ValueError: an unknown game or value; the message says which there are.
        DataPackError: the data pack cannot be played; the message names file, key and fault.
    """
    from ._core.faces.aec import GameAECEnv

    return GameAECEnv(
        _bind(aec, game, players, data, options),
        render_mode=render_mode,
        illegal=illegal,
        reward=reward,
        shaping=shaping,
        show_forced=show_forced,
        max_cycles=max_cycles,
        render_seat=render_seat,
        render_width=render_width,
    )


def parallel(
    game: str | Game,
    *,
    players: int | None = None,
    data: str | Path | None = None,
    idle_mask: IdleMask = "zeros",
    mask: MaskIn = "obs",
    render_mode: RenderMode | None = None,
    illegal: Illegal = "terminate",
    reward: RewardName = "placement",
    shaping: float = 0.0,
    show_forced: bool = False,
    max_cycles: int | None = None,
    render_seat: int | None = None,
    render_width: int | None = None,
    **options: Any,
) -> GameParallelEnv:
    """A game as a PettingZoo `ParallelEnv`: all seats hand in an action, that of the seat to decide is played.

    Args:
        game: id from `games()`, or a loaded game.
        idle_mask: the mask of a seat that is not to decide: all `zeros`, or all `ones` for samplers that divide by the
            number of legal actions; its action is ignored either way.
        mask: where the masks are: in the `obs`, or in the `info` of each agent.
        players, data, render_mode, illegal, reward, shaping, show_forced, max_cycles, render_seat, options: as for
            `aec`.

    Raises:
        TypeError, ValueError, DataPackError: as for `aec`.
    """
    from ._core.faces.parallel import GameParallelEnv

    return GameParallelEnv(
        _bind(parallel, game, players, data, options),
        idle_mask=idle_mask,
        mask=mask,
        render_mode=render_mode,
        illegal=illegal,
        reward=reward,
        shaping=shaping,
        show_forced=show_forced,
        max_cycles=max_cycles,
        render_seat=render_seat,
        render_width=render_width,
    )


def solo(
    game: str | Game,
    *,
    players: int | None = None,
    data: str | Path | None = None,
    opponents: SoloOpponents = "random",
    seat: int | None = None,
    mask: MaskIn = "info",
    render_mode: RenderMode | None = None,
    illegal: Illegal = "terminate",
    reward: RewardName = "placement",
    shaping: float = 0.0,
    show_forced: bool = False,
    max_cycles: int | None = None,
    render_seat: int | None = None,
    render_width: int | None = None,
    **options: Any,
) -> SoloEnv:
    """A game as a Gymnasium `Env` for one learner.

    Args:
        game: id from `games()`, or a loaded game.
        players: seats at the table; the game's usual number when None.
        data: folder of a data pack; the game's own when None.
        opponents: a name of the game's ladder, a `Bot` or an agent for all other seats, or a list with one for each of
            them, clockwise from the learner.
        seat: the learner's seat; None: drawn for every game.
        mask: where the mask is: in the `info` alone, or in the `obs`, too, which is then `{"observation",
            "action_mask"}`.
        max_cycles: decisions of the learner after which a game is cut off (truncated); None: never.
        render_seat: the seat whose view is drawn; None: the learner's.
        render_mode, render_width, illegal, reward, shaping, show_forced, options: as for `aec`.

    Raises:
        TypeError: an unknown option or setting.
        ValueError: an unknown game, opponent or value.
        DataPackError: the data pack cannot be played; the message names file, key and fault.
    """
    from ._core.faces.solo import SoloEnv

    return SoloEnv(
        _bind(solo, game, players, data, options),
        opponents=opponents,
        seat=seat,
        mask=mask,
        render_mode=render_mode,
        illegal=illegal,
        reward=reward,
        shaping=shaping,
        show_forced=show_forced,
        max_cycles=max_cycles,
        render_seat=render_seat,
        render_width=render_width,
    )


def vector(
    game: str | Game,
    num_envs: int = 1,
    *,
    players: int | None = None,
    data: str | Path | None = None,
    opponents: Opponents = "random",
    seat: int | Sequence[int] | None = None,
    mask: MaskIn = "info",
    autoreset_mode: AutoresetMode | str = "NextStep",
    render_mode: VectorRenderMode | None = None,
    render_width: int | None = None,
    illegal: Illegal = "raise",
    reward: RewardName = "placement",
    shaping: float = 0.0,
    show_forced: bool = False,
    max_cycles: int | None = None,
    max_episode_steps: int | None = None,
    threads: int = 1,
    copy: bool = True,
    **options: Any,
) -> GameVectorEnv:
    """Many games as a Gymnasium `VectorEnv`, one learner in each, compiled.

    Args:
        game: id from `games()`, or a loaded game.
        num_envs: games side by side.
        players: seats at the table; the game's usual number when None.
        data: folder of a data pack; the game's own when None.
        opponents: a name of the game's ladder or a `Bot` for all other seats, a list with one for each of them,
            clockwise from the learner, or a mix such as `{"expert": 0.5, "adept": 0.5}`.
        seat: the learner's seat, or several; None: every seat equally often.
        mask: as for `solo`.
        autoreset_mode: `NEXT_STEP` or `SAME_STEP`, the member of Gymnasium's `AutoresetMode` or its value.
        render_mode: plain text, uint8 pixels or SVG documents, one for each game; None: nothing is drawn.
        render_width: pixels across of a frame, 16 to 4096; None: its own width, at most 960.
        illegal: what an illegal action does: raise `IllegalActionError` and change nothing, or end its game with −1 for
            the learner.
        max_cycles: decisions of the learner after which a game is cut off (truncated); None: never.
        max_episode_steps: the same in Gymnasium's words (`gymnasium.make_vec` passes it on).
        threads: threads that share a step; results do not depend on it.
        copy: return fresh arrays; without it observations and masks are reused by the next step.
        reward, shaping, show_forced, options: as for `aec`.

    Raises:
        TypeError: an unknown option or setting.
        ValueError: an unknown game, opponent or value.
        DataPackError: the data pack cannot be played; the message names file, key and fault.
    """
    from ._core.faces.vector import GameVectorEnv

    return GameVectorEnv(
        *(_bind(vector, game, players, data, options), num_envs),
        opponents=opponents,
        seat=seat,
        mask=mask,
        autoreset_mode=autoreset_mode,
        render_mode=render_mode,
        render_width=render_width,
        illegal=illegal,
        reward=reward,
        shaping=shaping,
        show_forced=show_forced,
        max_cycles=max_cycles,
        max_episode_steps=max_episode_steps,
        threads=threads,
        copy=copy,
    )


def sb3(
    game: str | Game,
    num_envs: int = 1,
    *,
    players: int | None = None,
    data: str | Path | None = None,
    opponents: Opponents = "random",
    seat: int | Sequence[int] | None = None,
    seed: int | None = None,
    illegal: Illegal = "terminate",
    reward: RewardName = "placement",
    shaping: float = 0.0,
    show_forced: bool = False,
    max_cycles: int | None = None,
    threads: int = 1,
    **options: Any,
) -> BatchVecEnv:
    """Many games as a `VecEnv` of Stable-Baselines3, one learner in each, compiled.

    `MaskablePPO` of sb3-contrib finds the masks; for algorithms without masks an illegal action ends its game.

    Args:
        game: id from `games()`, or a loaded game.
        num_envs: games side by side.
        opponents, seat, max_cycles, threads: as for `vector`.
        seed: of all games; every `reset` then starts the same ones. None: they follow from the seed that the
            algorithm gives (`PPO(…, seed=1)`, `env.seed(1)`), or are drawn by the operating system.
        illegal: what an illegal action does: end its game with −1 for the learner, or raise `IllegalActionError`.
        players, data, reward, shaping, show_forced, options: as for `aec`.

    Raises:
        ImportError: Stable-Baselines3 is not installed or too old; the message says what to install.
        TypeError: an unknown option or setting.
        ValueError: an unknown game, opponent or value.
        DataPackError: the data pack cannot be played; the message names file, key and fault.
    """
    from .adapters.libraries import require

    require("stable_baselines3", "stable-baselines3", "2.6", "train")
    from .adapters.sb3 import BatchVecEnv

    bound = _bind(sb3, game, players, data, options)
    return BatchVecEnv(
        *(bound, num_envs, lineups_for(bound, opponents, seat)),
        seed=seed,
        threads=threads,
        reward=reward,
        shaping=shaping,
        show_forced=show_forced,
        illegal=illegal,
        max_cycles=max_cycles,
    )


def batch(
    game: str | Game,
    num_envs: int,
    *,
    players: int | None = None,
    data: str | Path | None = None,
    opponents: Opponents | None = None,
    seat: int | Sequence[int] | None = None,
    seed: int | None = None,
    reward: RewardName = "placement",
    shaping: float = 0.0,
    show_forced: bool = False,
    restart: bool = True,
    threads: int = 1,
    **options: Any,
) -> Batch:
    """Step many games of one kind at once, compiled, in place.

    Args:
        game: id from `games()`, or a loaded game.
        num_envs: games in the batch, such as 1,024; a few hundred to a few thousand suit a core's caches.
        players: seats at the table; the game's usual number when None.
        data: folder of a data pack; the game's own when None.
        opponents: who plays the seats that are not the learner's, as for `vector`; None: all seats are played from
            outside (self-play).
        seat: the learner's seat, or several, against `opponents`; None: every seat equally often.
        seed: of all games: game k, episode e is `game.new(seed_of(seed, k, e))`; None: drawn by the operating system.
        restart: a finished game is replaced at once by the next one; without it, it stays finished.
        threads: threads that share a step; results do not depend on it.
        reward, shaping, show_forced, options: as for `aec`.

    Returns:
        A `Batch` whose arrays are reused by every `step`: copy what you keep. `Batch(game, …)` itself takes line-ups
        of bots, too.

    Raises:
        TypeError: an unknown option or setting.
        ValueError: an unknown game, opponent or value; a `seat` without opponents.
        DataPackError: the data pack cannot be played; the message names file, key and fault.
    """
    bound = _bind(batch, game, players, data, options)
    if opponents is None and seat is not None:
        raise ValueError(f"{bound.id}: seat={seat!r} needs opponents; without them all seats are played from outside")
    seating = None if opponents is None else lineups_for(bound, opponents, seat)
    return Batch(
        *(bound, num_envs),
        bots=seating.bots if seating else (),
        lineups=seating.lineups if seating else None,
        weights=seating.weights if seating else None,
        seed=seed,
        reward=reward,
        shaping=shaping,
        show_forced=show_forced,
        restart=restart,
        threads=threads,
    )


def _bind(face: Callable[..., Any], game: str | Game, players: int | None, data: Any, options: dict[str, Any]) -> Game:
    """The game with its options (TypeError: a keyword that is neither a setting of the face nor an option)."""
    if options:
        settings = {each.__name__: list(inspect.signature(each).parameters)[1:-1] for each in _FACES}
        refuse_unknown(_registry.spec_of_any(game), face.__name__, settings, options)
    return load(game, players=players, data=data, **options)


_FACES: tuple[Callable[..., Any], ...] = (aec, parallel, solo, vector, sb3, batch)
