"""The data of the compiled loops over many games: a row record for each game, the opponents, and the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from numba import types

from ..record import F, Record

if TYPE_CHECKING:
    from ..game import GameSpec


def make_row(spec: GameSpec) -> type[Record]:
    """The record of what a batch keeps for one game, besides its state and observation.

    One record instead of many arrays: views of arrays need reference counting, and threads that count references to the
    same array slow each other down. Fields of a record need none.
    """
    seats = (spec.max_seats,)
    fields = {
        "seed": F("u8", doc="seed of the game being played"),
        "rng": F("u8", (1,), doc="generator of the bots"),
        "episode": F("i8", doc="number of the game in this row, from 1"),
        "potential": F("f8", seats, doc="score margins, for shaping"),
        "num_decisions": F("i4", doc="decisions of the game that ended"),
        "scores": F("i4", seats, doc="scores of the game that ended"),
        "scores_now": F("i4", seats, doc="scores of the game being played, for shaping"),
        "rewards": F("f4", seats, doc="what each seat received in the last step"),
        "returns": F("f4", seats, doc="final rewards of the game that ended, without shaping"),
        "ranks": F("i1", seats, doc="ranks of the game that ended"),
        "ranks_now": F("i1", seats, doc="ranks of the game being played, for shaping"),
        "lineup": F("i1", seats, doc="the bot of each seat, −1: played from outside"),
        "seat": F("i1", doc="seat to decide"),
        "acted": F("i1", doc="seat that played in the last step"),
        "done": F("u1", doc="1 when the last step ended a game"),
        "limit_reached": F("u1", doc="1 when the documented limit ended it"),
        "fault": F("u1", doc="1 when a bot named an illegal action, 2 when the game was stopped; no step plays it on"),
        "given": F("u1", doc="1 when the line-up is given, not drawn"),
        "mask": F("u1", (spec.actions.size,), doc="what the seat to decide may play"),
    }
    annotations = {name: Annotated[Any, field] for name, field in fields.items()}
    return type("Row", (Record,), {"__annotations__": annotations, "__module__": __name__, "__doc__": make_row.__doc__})


class OpponentPool(NamedTuple):
    """The bots and line-ups of a batch, packed for the loops by `pool.pack_opponents`.

    `functions` addresses of the bots' kernels int64 [bots], `params` their numbers float64 [bots, any], `lineups` int8
    [L, max seats] to draw from, `weights` float64 [L] cumulative, ending at 1.
    """

    functions: Any
    params: Any
    lineups: Any
    weights: Any


class BatchSettings(NamedTuple):
    """The settings of a batch: seed, reward kind, shaping factor, forced decisions shown, finished games restarted."""

    base: Any
    reward: Any
    shaping: Any
    show_forced: Any
    restart: Any


class BatchArrays(NamedTuple):
    """The memory of a batch, as one thread sees it: `work` and `pool` are its own, the rest is shared.

    `tables`, `options`, `blank` hold one record; `records`, `rows`, `observations`, `final_observations` one for each
    game; `flat` and `final_flat` are the memory of the observations as float32 [n, obs_size].
    """

    tables: Any
    options: Any
    records: Any
    rows: Any
    observations: Any
    final_observations: Any
    flat: Any
    final_flat: Any
    blank: Any
    work: Any
    pool: OpponentPool


POOL_TYPE = types.NamedTuple(
    (types.int64[::1], types.float64[:, ::1], types.int8[:, ::1], types.float64[::1]), OpponentPool
)
SETTINGS_TYPE = types.NamedTuple(
    (types.uint64, types.int64, types.float64, types.boolean, types.boolean), BatchSettings
)


def arrays_type(ty: dict[str, Any]) -> Any:
    """The numba type of a game's `BatchArrays`."""
    flat = types.float32[:, ::1]
    return types.NamedTuple(
        (*(ty[name] for name in ("T", "O", "S", "ROW", "OBS", "OBS")), flat, flat, ty["S"], ty["S"], POOL_TYPE),
        BatchArrays,
    )
