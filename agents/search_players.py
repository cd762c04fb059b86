"""Who plays in the rollouts of a search, and who judges them: bots and networks by name, checkpoint or object."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..envs._core.bots import RANDOM, Bot
from ..envs._core.faces.opponents import find_bot, known_bots
from ..envs._core.game import Game
from ..envs._core.rewards import RewardName
from .zoo import is_checkpoint

if TYPE_CHECKING:
    from .policy import Policy


def base_of(game: Game, base: str | Bot | Policy | None) -> Bot | Policy:
    """The bot or network that a search begins with: the one that is named, or the game's strongest bot.

    Raises:
        ValueError: the game has no bot of this name, or the checkpoint is not for this game.
        ImportError: a network needs torch, which is not installed.
    """
    if base is None:
        return [RANDOM, *known_bots(game.id).values()][-1]
    if isinstance(base, str) and not is_checkpoint(base):
        return find_bot(game.id, base)
    return base if isinstance(base, Bot) else judge_of(game, base)


def judge_of(game: Game, values: str | Policy) -> Policy:
    """The network whose values stand for the rest of a game.

    Raises:
        ValueError: the checkpoint is not for this game, or its values are not those of a game's result.
        ImportError: torch is not installed.
    """
    from .policy import check_fits, load_policy

    policy = load_policy(values, game) if isinstance(values, str) else values
    if policy.metadata is not None:
        check_fits(policy.metadata, game, policy.name)
    if _learning(policy).get("shaping", 0):
        raise ValueError(f"{policy.name}: it was trained with ppo.shaping, so that its values are not those of results")
    return policy


def reward_learnt(policy: Policy) -> RewardName:
    """The reward that a network's values are of: that of its training."""
    return cast(RewardName, _learning(policy).get("reward", "placement"))


def _learning(policy: Policy) -> dict[str, object]:
    config = policy.metadata.config if policy.metadata is not None else {}
    return config.get("ppo", {})
