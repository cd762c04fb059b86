"""OpenSpiel: our games as Python games of `pyspiel`, on which its searches and learners run.

OpenSpiel wants chance as nodes with listed outcomes. The games roll dice and draw cards inside a decision, so chance is
sampled: a decision whose result hangs on chance is followed by a chance node with `chance_samples` equally likely
outcomes, each the seed of one way it can go; a game begins with a chance node of `deals` outcomes. All of them follow
from the parameter `seed`. Equal actions and outcomes give equal games, so trees, clones and serialised states hold.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from .._core.chance import seed_of
from .._core.game import Game, GameSpec
from .._core.position import Position
from .._core.registry import games, load, spec_of
from .libraries import require

pyspiel: Any = require("pyspiel", "open_spiel", "1.6.15", "integrations")

PREFIX = "mailwing_"
"""What the names of our games in OpenSpiel's registry begin with."""

DEALS, CHANCE_SAMPLES = 4096, 32
"""Outcomes of the first chance node, and of each later one, unless the parameters say otherwise."""

STRIDE = 0xD1342543DE82EF95
"""How far apart outcomes of a chance node are in the generator's counter; any odd number but its own step will do."""

OWN_PARAMETERS = ("players", "deals", "chance_samples", "seed")


def register_open_spiel() -> list[str]:
    """Enter all games that are known into OpenSpiel's registry; `pyspiel.load_game` then makes them by name.

    Parameters are `players`, the game's own options, `deals`, `chance_samples` and `seed`:
    `pyspiel.load_game("mailwing_ab_die_post(players=3,turn_limit=200)")`.

    Returns:
        Their names there.
    """
    for game_id in games():
        _enter(game_id)
    return [PREFIX + game_id for game_id in games()]


@cache
def _enter(game_id: str) -> None:
    spec = spec_of(game_id)

    # A class and not a function: OpenSpiel lets go of it when Python has ended already, and a function would be freed
    # then, which ends the process with an error.
    class Registered(OpenSpielGame):
        def __init__(self, parameters: dict[str, Any]) -> None:
            super().__init__(parameters, spec)

    pyspiel.register_game(_game_type(spec), Registered)


def open_spiel_game(
    game: str | Game,
    *,
    players: int | None = None,
    deals: int = DEALS,
    chance_samples: int = CHANCE_SAMPLES,
    seed: int = 0,
    **options: Any,
) -> OpenSpielGame:
    """A game as a `pyspiel.Game`.

    Args:
        game: id from `envs.games()`, or a loaded game (with a data pack, for example).
        players: seats at the table; the game's usual number when None.
        deals: different starts.
        chance_samples: different ways that each decision with chance in it can go. A search that can count on few of
            them looks deeper, and expects less of what can happen.
        seed: from which deals and samples follow.
        options: the game's own options.

    Raises:
        ImportError: OpenSpiel is not installed or too old; the message says what to install.
        TypeError: an unknown option.
        ValueError: an unknown game or value.
    """
    bound = load(game, players=players, **options)
    own = {"players": bound.players, "deals": deals, "chance_samples": chance_samples, "seed": seed}
    return OpenSpielGame({**own, **bound.option_values}, bound.spec, bound)


def open_spiel_state(game: OpenSpielGame, position: Position) -> OpenSpielState:
    """A copy of a position as a `pyspiel.State`; its history in OpenSpiel begins there.

    Raises:
        ValueError: it is a position of another game or of other options.
    """
    if not game.game.same_as(position.game):
        raise ValueError(f"this is a position of {position.game!r}, but a game of {game.game!r}")
    state = game.new_initial_state()
    state.put(position.copy())
    return state


def _game_type(spec: GameSpec) -> Any:
    kinds = pyspiel.GameType
    defaults: dict[str, Any] = {
        name: field.choices[int(field.default or 0) - int(field.low or 0)] if field.choices else int(field.default or 0)
        for name, field in spec.options.fields.items()
        if name != "players"
    }
    own = {"players": spec.default_seats, "deals": DEALS, "chance_samples": CHANCE_SAMPLES, "seed": 0}
    information = kinds.Information.IMPERFECT_INFORMATION if spec.hidden else kinds.Information.PERFECT_INFORMATION
    return kinds(
        short_name=PREFIX + spec.id,
        long_name=spec.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information,
        utility=kinds.Utility.ZERO_SUM if spec.zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(spec.seats),
        min_num_players=min(spec.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**defaults, **own},
    )


class OpenSpielGame(pyspiel.Game):
    """One of our games with its options; made by `open_spiel_game` or `pyspiel.load_game`.

    Attributes:
        game: our game.
        outcomes, deals: the outcomes of chance nodes with their probabilities, as OpenSpiel lists them.
        seed: from which deals and samples follow.
    """

    def __init__(self, parameters: dict[str, Any], spec: GameSpec, game: Game | None = None) -> None:
        options = {name: value for name, value in parameters.items() if name not in OWN_PARAMETERS}
        self.game = load(spec.id, players=parameters["players"], **options) if game is None else game
        self.seed = int(parameters["seed"])
        self.deals, self.outcomes = (_equally_likely(name, parameters[name]) for name in ("deals", "chance_samples"))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=max(len(self.deals), len(self.outcomes)),
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if spec.zero_sum else None,
            max_game_length=spec.max_decisions,
        )
        super().__init__(_game_type(spec), info, parameters)

    def new_initial_state(self, *_: Any) -> OpenSpielState:
        """A state before the deal, which is a chance node."""
        return OpenSpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One for the deal, and at most one for each decision."""
        return self.game.spec.max_decisions + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        """What writes observations; those of every kind are all that a seat knows or could count."""
        return OpenSpielObserver(self.game)


def _equally_likely(name: str, number: Any) -> list[tuple[int, float]]:
    if int(number) < 1:
        raise ValueError(f"{name}={number} is not a number of outcomes from 1 on")
    return [(outcome, 1.0 / int(number)) for outcome in range(int(number))]


class _Stand(NamedTuple):
    """Where a state stands; a tuple that copies of the state share."""

    player: int
    """The seat to decide, or OpenSpiel's number for chance or the end."""
    legal: tuple[int, ...] = ()
    """What the seat may play."""
    pending: int = -1
    """At a chance node, the action that waits for its outcome; −1: the deal."""

    def __deepcopy__(self, memo: dict[int, Any]) -> _Stand:
        return self


@cache
def _chance_in(spec: GameSpec) -> slice:
    """Where the generator lies in the memory of a position; it stands still unless chance has a say."""
    start = (spec.state.dtype.fields or {})["chance"][1]
    return slice(start, start + 8)


_DEALING, _OVER = _Stand(int(pyspiel.PlayerId.CHANCE)), _Stand(int(pyspiel.PlayerId.TERMINAL))


class OpenSpielState(pyspiel.State):
    """A game in progress, as OpenSpiel sees it; decisions with one legal action are played automatically.

    Attributes:
        position: our position, to be read; None before the deal. At a chance node it is the one before the decision.
    """

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.position: Position | None = None
        self._stand = _DEALING

    def put(self, position: Position) -> None:
        """Go on from a position, which is from now on the state's own."""
        while legal := position.legal():
            if len(legal) > 1:
                self.position, self._stand = position, _Stand(position.seat, tuple(legal))
                return
            after = self._played(position, legal[0])
            if after is None:
                return
            position = after
        self.position, self._stand = position, _OVER

    def _played(self, position: Position, action: int) -> Position | None:
        """The position after an action; None if chance has a say in it, whose outcome is then waited for."""
        after = position.copy()
        after.apply(action)
        chance = _chance_in(position.game.spec)
        if after._memory[chance].tobytes() == position._memory[chance].tobytes():
            return after
        self.position, self._stand = position, _Stand(_DEALING.player, (), action)
        return None

    def current_player(self) -> int:
        """The seat to decide, or OpenSpiel's numbers for chance and for the end."""
        return self._stand.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._stand is _OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The samples of this chance node, all equally likely."""
        game = self.get_game()
        return game.deals if self.position is None else game.outcomes

    def returns(self) -> list[float]:
        """Placement of each seat in [−1, 1] once the game is over, zeros before."""
        if self.position is None or not self.position.done:
            return [0.0] * self.num_players()
        return self.position.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """A state that agrees with all that a player knows; the rest, future chance included, is drawn anew.

        Args:
            player: the seat.
            sampler: gives numbers in [0, 1), from which the draw follows.
        """
        assert self.position is not None, "nobody knows anything before the deal"
        twin = self.clone()
        twin.put(self.position.redeal(player, int(sampler() * 2**53)))
        return twin

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._stand.legal)

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self.position is None:
            self.put(game.game.new(seed_of(game.seed, action, 0)))
        elif self._stand.pending >= 0:
            position = self.position.copy()
            chance = position._array["chance"]
            chance[0] = (int(chance[0]) + (action + 1) * STRIDE) % 2**64
            position.apply(self._stand.pending)
            self.put(position)
        else:
            after = self._played(self.position, action)
            if after is not None:
                self.put(after)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.position is None:
            return f"chance {action}"
        return self.position.describe(action)

    def __str__(self) -> str:
        return "before the deal" if self.position is None else self.position.text()


class OpenSpielObserver:
    """Writes what a seat knows, as OpenSpiel's `Observer` does.

    Attributes:
        tensor: float32 [obs_size], filled by `set_from`.
        dict: the same by name: the whole tensor is `observation`.
    """

    def __init__(self, game: Game) -> None:
        self.tensor = np.zeros(game.obs_size, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a player knows in a state; zeros before the deal."""
        self.tensor[:] = 0.0 if state.position is None else state.position.observation(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """A digest of what a player knows: equal for equal knowledge, as searches over information sets need it."""
        self.set_from(state, player)
        return hashlib.blake2b(self.tensor.tobytes(), digest_size=16).hexdigest()
