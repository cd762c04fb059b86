"""The games and their faces: everything that a user of the environments needs.

game = envs.load("ab_die_post", players=4)      # tables, records, spaces; game.new(seed) is a Position
env = envs.aec("ab_die_post")                   # PettingZoo, turn by turn
env = envs.parallel("ab_die_post")              # PettingZoo, all at once
env = envs.solo("ab_die_post", opponents="adept")                     # Gymnasium
env = envs.vector("ab_die_post", num_envs=64, opponents="adept")      # Gymnasium, many games
batch = envs.batch("ab_die_post", num_envs=1024)                      # arrays, in place
"""

from __future__ import annotations

import difflib
import importlib
import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._core import registry as _registry
from ._core.bots import Bot
from ._core.faces.batch import Batch
from ._core.faces.opponents import Opponents, lineups_for
from ._core.faces.registration import MODULE_NAME, announce, announce_all
from ._core.game import Game, GameSpec
from ._core.position import IllegalActionError, Position
from ._core.registry import games, load, seats
from ._core.view import View

if TYPE_CHECKING:
    from ._core.faces.aec import GameAECEnv
    from ._core.faces.parallel import GameParallelEnv
    from ._core.faces.solo import SoloEnv
    from ._core.faces.vector import GameVectorEnv

__all__ = [
    "Batch",
    "Bot",
    "Game",
    "GameSpec",
    "IllegalActionError",
    "Position",
    "View",
    "aec",
    "batch",
    "games",
    "lineups_for",
    "load",
    "parallel",
    "register",
    "seats",
    "solo",
    "vector",
]


def register(spec: GameSpec) -> GameSpec:
    """Make a game known under its id; it then has every face that the suite has, and its places in the registries.

    Raises:
        ValueError: another game has this id.
    """
    _registry.register(spec)
    announce(spec.id, spec.version)
    return spec


def aec(game: str | Game, *, players: int | None = None, **settings: Any) -> GameAECEnv:
    """A game as a PettingZoo `AECEnv`: one seat decides after another.

    Args:
        game: id from `games()`, or a loaded game.
        players: seats at the table; the game's usual number when None.
        settings: `data=` and the game's options as for `load`; `render_mode=`, `illegal=`, `reward=`, `shaping=`,
            `show_forced=`, `max_cycles=`, `render_seat=` as for `GameAECEnv`.

    Raises:
        ValueError: an unknown game, option, setting or value; the message says which there are.
    """
    from ._core.faces.aec import GameAECEnv

    return GameAECEnv(*_sorted(GameAECEnv, game, players, settings), **settings)


def parallel(game: str | Game, *, players: int | None = None, **settings: Any) -> GameParallelEnv:
    """A game as a PettingZoo `ParallelEnv`: all seats act at once, the one to decide is heard.

    Arguments and errors as for `aec`.
    """
    from ._core.faces.parallel import GameParallelEnv

    return GameParallelEnv(*_sorted(GameParallelEnv, game, players, settings), **settings)


def solo(game: str | Game, *, players: int | None = None, **settings: Any) -> SoloEnv:
    """A game as a Gymnasium `Env` for one learner.

    Args:
        game: id from `games()`, or a loaded game.
        players: seats at the table; the game's usual number when None.
        settings: `data=` and the game's options; `opponents=` (a name of the game's ladder, a `Bot`, an agent, or a
            list with one for each other seat; random ones by default), `seat=` (None: drawn for every game),
            `render_mode=`, `illegal=`, `reward=`, `shaping=`, `show_forced=`, `render_seat=` as for `SoloEnv`.

    Raises:
        ValueError: an unknown game, option, setting, opponent or value.
    """
    from ._core.faces.solo import SoloEnv

    return SoloEnv(*_sorted(SoloEnv, game, players, settings), **settings)


def vector(game: str | Game, num_envs: int = 1, *, players: int | None = None, **settings: Any) -> GameVectorEnv:
    """Many games as a Gymnasium `VectorEnv`, one learner in each, compiled.

    Args:
        game: id from `games()`, or a loaded game.
        num_envs: games side by side.
        players: seats at the table; the game's usual number when None.
        settings: `data=` and the game's options; `opponents=` (also a mix such as `{"expert": 0.5, "adept": 0.5}`),
            `seat=`, `autoreset_mode=`, `render_mode=`, `threads=`, `reward=`, `shaping=`, `show_forced=`, `copy=` as
            for `GameVectorEnv`.

    Raises:
        ValueError: an unknown game, option, setting, opponent or value.
    """
    from ._core.faces.vector import GameVectorEnv

    return GameVectorEnv(*_sorted(GameVectorEnv, game, players, settings), num_envs, **settings)


def batch(
    game: str | Game,
    num_envs: int,
    *,
    players: int | None = None,
    opponents: Opponents | None = None,
    learner_seats: str | int | list[int] = "all",
    **settings: Any,
) -> Batch:
    """Step many games of one kind at once, compiled, in place.

    Args:
        game: id from `games()`, or a loaded game.
        num_envs: games in the batch; 512 to 4,096 use a core's caches best.
        players: seats at the table; the game's usual number when None.
        opponents: who plays the seats that are not the learner's, see `lineups_for`; None: all seats are played from
            outside (or say it with `bots=`, `lineups=` and `weights=`).
        learner_seats: where the learner sits, against `opponents`.
        settings: `data=` and the game's options; `seed=`, `threads=`, `reward=`, `shaping=`, `show_forced=`, `restart=`
            as for `Batch`.

    Returns:
        A `Batch` whose arrays are reused by every `step`: copy what you keep.

    Raises:
        ValueError: an unknown game, option, setting, opponent or value.
    """
    (bound,) = _sorted(Batch, game, players, settings)
    if opponents is not None:
        if not settings.keys().isdisjoint(("bots", "lineups", "weights")):
            raise ValueError(f"{bound.id}: name the opponents, or hand over bots, lineups and weights, not both")
        chosen = lineups_for(bound, opponents, learner_seats)
        settings |= {"bots": chosen.bots, "lineups": chosen.lineups, "weights": chosen.weights}
    return Batch(bound, num_envs, **settings)


def _sorted(face: type, game: str | Game, players: int | None, settings: dict[str, Any]) -> tuple[Game]:
    """The game with its options, which are taken out of `settings`; what is left there belongs to the face."""
    own = [name for name, p in inspect.signature(face).parameters.items() if p.kind is p.KEYWORD_ONLY]
    data: str | Path | None = settings.pop("data", None)
    options = {name: settings.pop(name) for name in list(settings) if name not in own}
    try:
        return (load(game, players=players, data=data, **options),)
    except ValueError as error:
        near = [match for name in options for match in difflib.get_close_matches(name, own, n=1)]
        if near and "unknown option" in str(error):
            raise ValueError(f"{error} (or did you mean the setting '{near[0]}'?)") from None
        raise


def __getattr__(name: str) -> Any:
    if MODULE_NAME.fullmatch(f"{__name__}.{name}"):
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ImportError as error:
            raise AttributeError(str(error), name=name) from None
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'", name=name)


announce_all()
