"""Who sits at the tables of self-play: line-ups by the shares of the config, drawn anew for every game."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from torch import Tensor

from mailwing import envs
from mailwing.envs._core.faces.batch import Batch
from mailwing.training.config import Config
from mailwing.training.seating import Seating, seating, tables_of
from mailwing.training.selfplay_learner import Learner, Tables

from .toy_runs import BEST, toy_config, train_toy

FEW = {"num_envs": 64, "n_steps": 16, "minibatch": 64}


def config_of(game: str = "kingmaker", opponents: dict[str, Any] | None = None, **selfplay: Any) -> Config:
    shares = {"self_share": 0, "pool_share": 0, "bots_share": 0, **selfplay}
    tables: dict[str, Any] = {"opponents": opponents} if opponents else {}
    return toy_config(game, ppo=FEW, selfplay=shares, **tables)


def shares_of(seats: Seating) -> dict[tuple[int, ...], float]:
    total = seats.weights.sum()
    return {tuple(lineup.tolist()): weight / total for lineup, weight in zip(seats.lineups, seats.weights, strict=True)}


def test_pure_self_play_has_one_table() -> None:
    assert shares_of(seating(envs.load("kingmaker"), config_of(self_share=1))) == {(-1, -1, -1): 1}


def test_a_past_self_has_all_other_seats() -> None:
    """Two places of the pool at three seats: six tables, each a sixth."""
    found = shares_of(seating(envs.load("kingmaker"), config_of(pool_share=2, pool_size=2)))
    wanted = [(-1, -2, -2), (-2, -1, -2), (-2, -2, -1), (-1, -3, -3), (-3, -1, -3), (-3, -3, -1)]
    assert found == {lineup: pytest.approx(1 / 6) for lineup in wanted}


def test_shares_need_not_add_up_to_one() -> None:
    seats = seating(envs.load("kingmaker"), config_of(self_share=6, bots_share=2))
    found = shares_of(seats)
    assert found[-1, -1, -1] == pytest.approx(0.75)
    assert found[-1, 0, 0] == found[0, -1, 0] == found[0, 0, -1] == pytest.approx(0.25 / 3)
    assert [bot.name for bot in seats.bots] == ["random"]


def test_checkpoints_sit_where_bots_sit_but_are_played_from_outside(tmp_path: Path) -> None:
    """A folder among the opponents takes the number behind the pool; a bot keeps its own."""
    (tmp_path / "old").mkdir()
    weights = {str(tmp_path / "old"): 3, "random": 1}
    seats = seating(envs.load("kingmaker"), config_of(opponents={"weights": weights}, bots_share=1, pool_size=4))
    found = shares_of(seats)
    assert found[-1, -6, -6] == pytest.approx(0.25)
    assert found[-1, 0, 0] == pytest.approx(1 / 12)
    assert (seats.outside, [bot.name for bot in seats.bots]) == (6, ["random"])


def test_a_game_for_one_is_always_the_learner_s() -> None:
    assert shares_of(seating(envs.load("solo_flight"), config_of("solo_flight", bots_share=1))) == {(-1,): 1}


def batch_of(seats: Seating, seed: int) -> Batch:
    lineups: dict[str, Any] = {"bots": seats.bots, "lineups": seats.lineups, "weights": seats.weights}
    return Batch(envs.load("kingmaker"), 500, seed=seed, outside=seats.outside, **lineups)


def test_every_game_draws_its_line_up_anew_by_share_and_seed() -> None:
    seats = seating(envs.load("kingmaker"), config_of(self_share=1, pool_share=1, bots_share=2, pool_size=1))
    batch, again = batch_of(seats, 5), batch_of(seats, 5)
    rng = np.array([3], dtype=np.uint64)
    kinds = np.zeros(3)
    changed = 0
    for _ in range(40):
        before, finished = batch.lineup.copy(), batch.done != 0
        actions = batch.random_actions(rng).copy()
        batch.step(actions)
        again.step(actions)
        np.testing.assert_array_equal(batch.lineup, again.lineup)
        finished = batch.done != 0
        assert (before[~finished] == batch.lineup[~finished]).all(), "a game keeps its line-up to its end"
        changed += int((before[finished] != batch.lineup[finished]).any(axis=1).sum())
        new = batch.lineup[finished][:, :3]
        kinds += [(new == -1).all(axis=1).sum(), (new == -2).any(axis=1).sum(), (new == 0).any(axis=1).sum()]
    assert changed > 1000
    assert kinds / kinds.sum() == pytest.approx([0.25, 0.25, 0.5], abs=0.03)


def watched_by(seen: list[int], logits: Callable[[Tensor, Tensor | None], Tensor]) -> Any:
    """`logits`, which notes how many observations it was asked about."""

    def watched(obs: Tensor, advice: Tensor | None = None) -> Tensor:
        seen.append(len(obs))
        return logits(obs, advice)

    return watched


def test_every_network_is_asked_once_a_step_for_all_its_games(tmp_path: Path) -> None:
    """The learner, a past self and a checkpoint, at two kinds of tables: three passes a step, whatever the games."""
    old = train_toy(toy_config("several_moves", ppo=FEW, budget={"steps": 1}), tmp_path / "old").folder / "last"
    shares = {"self_share": 1, "pool_share": 1, "bots_share": 1, "pool_size": 1}
    tables = [{"players": 2, "share": 1}, {"players": 4, "share": 3}]
    config = toy_config(
        "several_moves",
        ppo=FEW,
        selfplay={**shares, "tables": tables},
        opponents={"weights": {str(old): 1, "random": 1}},
    )
    learner = Learner(config, Tables(config), threads=1)
    assert [table.batch.num_envs for table in learner.collector.tables] == [16, 48]
    learner.seat([copy.deepcopy(learner.network)], np.zeros(1, dtype=np.int64))
    seen: list[int] = []
    others = learner.collector._others
    for network in others:
        network.logits = watched_by(seen, network.logits)  # type: ignore[method-assign]
    learner.collect()
    steps = learner.collector.steps
    assert steps < len(seen) <= len(others) * steps
    assert learner.rollout.count + sum(seen) == 64 * steps


def test_the_line_up_says_who_decides_and_only_the_learner_s_decisions_are_kept() -> None:
    config = config_of(pool_share=1, pool_size=1)
    learner = Learner(config, Tables(config), threads=1)
    learner.seat([learner.network], np.zeros(1, dtype=np.int64))
    batch = learner.collector.tables[0].batch
    mine, step = [0], batch.step

    def watched(actions: Any) -> None:
        mine[0] += int((batch.lineup[np.arange(64), batch.seat] == -1).sum())
        step(actions)

    batch.step = watched  # type: ignore[method-assign]
    learner.collect()
    assert learner.rollout.count == mine[0] < 64 * learner.collector.steps


def test_wins_are_counted_by_opponent() -> None:
    """Against a network that is as good, a seat of three wins a third; line-ups of pure self-play do not count."""
    config = config_of(self_share=1, pool_share=2, pool_size=1)
    learner = Learner(config, Tables(config), threads=1)
    learner.seat([learner.network], np.zeros(1, dtype=np.int64))
    for _ in range(4):
        learner.collect()
    games, wins, fair = learner.collector.take_tallies()
    assert np.flatnonzero(games).tolist() == [126]
    assert fair[126] == pytest.approx(games[126] / 3)
    assert wins[126] / games[126] == pytest.approx(1 / 3, abs=0.1)
    assert learner.collector.take_tallies().sum() == 0


def test_tables_differ_in_seats_and_options() -> None:
    tables = [{"players": 3}, {"options": {"lap": 2}, "share": 3}]
    config = toy_config("several_moves", ppo=FEW, selfplay={"tables": tables})
    assert [share for share, _ in tables_of(config)] == [0.25, 0.75]
    assert [arguments["players"] for _, arguments in tables_of(config)] == [3, None]


@pytest.mark.parametrize(
    ("selfplay", "message"),
    [
        ({"tables": [{"players": 9}]}, "players = 9 is not in the range"),
        ({"tables": [{"players": 7}]}, "players=7 is not a number of players"),
        ({"tables": [{"options": {"colour": 1}}]}, "colour"),
        ({"self_share": 0, "pool_share": 0, "bots_share": 0}, r"needs self_share, pool_share or bots_share above 0"),
        ({"pool_size": 0}, "pool_size = 0 is not in the range"),
        ({"shares": 1}, "has no key 'shares'"),
        ({"device": "gpu"}, "device = 'gpu' is unknown.*cpu, cuda, auto"),
    ],
)
def test_what_cannot_be_is_refused(selfplay: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        Tables(toy_config("several_moves", ppo=FEW, selfplay=selfplay))


def test_a_strong_bot_by_its_module_is_no_folder() -> None:
    config = config_of(opponents={"weights": {BEST["kingmaker"]: 1}}, bots_share=1)
    assert [bot.name for bot in seating(envs.load("kingmaker"), config).bots] == ["best"]
