"""Bots: every scripted bot plays legal actions, and plays the same whatever the secrets that its seat cannot know."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .._core.bots import WORK_RECORDS, Bot
from .._core.faces.opponents import known_bots
from .._core.loops.pool import pack_params
from .._core.position import Position
from .cases import Case, live


def choice(state: Position, bot: Bot, rng_seed: int) -> int:
    """What a bot plays in a position, all its chance drawn from the seed."""
    game = state.game
    functions = game.spec.compiled.functions([bot])
    rng = np.array([rng_seed], dtype=np.uint64)
    arrays = (game._tables, game._options, state._array, 0, state.mask())
    work = game.spec.state.zeros(WORK_RECORDS)
    return int(game.spec.compiled.choose(*arrays, functions, 0, pack_params([bot]), rng, work))


def check_bots_use_only_what_their_seat_knows(case: Case, bots: Sequence[Bot] = ()) -> None:
    """What a bot chooses is legal and stays the same when all that its seat cannot know is dealt anew.

    Args:
        case: the game at its table.
        bots: bots to look at besides those that people can name.
    """
    for bot in (*known_bots(case.game_id).values(), *bots):
        for number, state in enumerate(live(case)[::2]):
            if len(state.legal()) < 2:
                continue
            before = state.to_bytes()
            chosen = choice(state, bot, number)
            assert chosen in state.legal(), f"{bot.name}: {chosen}"
            assert state.to_bytes() == before, f"{bot.name} changes the position"
            for seed in range(4):
                other = state.redeal(state.seat, seed)
                assert choice(other, bot, number) == chosen, f"{bot.name} looks at what its seat cannot know"
