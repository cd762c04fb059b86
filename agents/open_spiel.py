"""Bots of OpenSpiel as agents: they play, are evaluated and sit as opponents like any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..envs._core.game import Game
from ..envs._core.view import View
from ..envs.adapters.open_spiel import OpenSpielGame, open_spiel_game, open_spiel_state

MakeBot = Callable[[Any, int], Any]
"""`(game, seed) -> bot`: a `pyspiel.Bot`, or anything with `step(state) -> action`, for a `pyspiel.Game`."""


class OpenSpielAgent:
    """An agent that asks a bot of OpenSpiel.

    The bot never sees the true position: at each decision it is shown one in which all that its seat cannot know has
    been drawn anew. Bots that search over information sets (`ISMCTSBot`) draw others from there; a bot that takes what
    it sees for the truth (`MCTSBot`) plays well only where there is little to hide.

    Args:
        make_bot: makes the bot, at the first decision of each game of ours: `(pyspiel.Game, seed) -> bot`.
        name: its name in results and messages.
        settings: `deals`, `chance_samples`, as for `open_spiel_game`.

    Raises:
        ImportError: OpenSpiel is not installed or too old; the message says what to install.
    """

    def __init__(self, make_bot: MakeBot, name: str = "open_spiel", **settings: int) -> None:
        self.name, self._make_bot, self._settings = name, make_bot, settings
        self._games: dict[int, tuple[Game, OpenSpielGame]] = {}
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Start a new game with a new bot; it and all that is drawn for it follow from the seed."""
        self._seed, self._bot = seed, None
        self._random = np.random.default_rng(seed)

    def act(self, view: View) -> int:
        """The action of the bot; the only one there is, if there is only one."""
        if len(view.legal()) == 1:
            return view.legal()[0]
        game = self._game_of(view.game)
        if self._bot is None:
            self._bot = self._make_bot(game, int(self._seed % 2**31))
        state = open_spiel_state(game, view.sample(int(self._random.integers(2**63))))
        return int(self._bot.step(state))

    def _game_of(self, game: Game) -> OpenSpielGame:
        # Kept with the key's owner, so that no other game can have its id meanwhile.
        if id(game) not in self._games:
            self._games[id(game)] = game, open_spiel_game(game, **self._settings)
        return self._games[id(game)][1]
