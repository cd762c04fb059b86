"""Bots: every scripted bot plays legal actions, and plays the same whatever the secrets that its seat cannot know."""

from __future__ import annotations

import numpy as np
import toys

from contract.cases import Case, live
from mailwing.envs import Bot, Position
from mailwing.envs._core.bots import WORK_RECORDS
from mailwing.envs._core.faces.opponents import known_bots
from mailwing.envs._core.loops.pool import pack_params


def bots_of(game_id: str) -> list[Bot]:
    """The bots that people can name for a game, and those of the toys."""
    bots = dict(known_bots(game_id))
    if game_id in toys.BEST:
        bots |= {bot.name: bot for bot in (toys.BEST[game_id], toys.ANSWER_TO_RANDOM[game_id])}
    return list(bots.values())


def choice(state: Position, bot: Bot, rng_seed: int) -> int:
    """What a bot plays in a position, all its chance drawn from the seed."""
    game = state.game
    functions = game.spec.compiled.functions([bot])
    rng = np.array([rng_seed], dtype=np.uint64)
    arrays = (game.tables, game.options, state.array, 0, state.mask())
    work = game.spec.state.zeros(WORK_RECORDS)
    return int(game.spec.compiled.choose(*arrays, functions, 0, pack_params([bot]), rng, work))


def test_bots_use_only_what_their_seat_knows(case: Case) -> None:
    for bot in bots_of(case.game_id):
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
