"""Measure what evaluating a network costs besides its forward passes: matches against itself and against a bot.

    python benchmarks/networks.py                         every game, against itself and `expert`, one core
    python benchmarks/networks.py --games aeroplanes --deals 1000

The network has 256 × 256 units and was never trained. Shares are of the time of `evaluation.compare`, all of it: the
network's forward passes; compiled code of rules, observations and bots; and the rest, which is what we could save.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from summary import provenance

DISTRIBUTIONS = ("mailwing", "torch", "numpy", "numba")

HIDDEN = (256, 256)


class Timer:
    """The time that is spent in a method of a class.

    Args:
        owner: the class.
        name: the method, which is replaced by one that is timed.
    """

    def __init__(self, owner: type, name: str) -> None:
        self.seconds = 0.0
        method: Callable[..., Any] = getattr(owner, name)

        def timed(*arguments: Any) -> Any:
            started = time.perf_counter()
            result = method(*arguments)
            self.seconds += time.perf_counter() - started
            return result

        setattr(owner, name, timed)


def match(game: str, rival: str, deals: int, inside: Timer, compiled: Timer) -> str:
    """The shares of one match, after a short one in which everything is loaded, as a line of the table."""
    import torch

    from mailwing import envs
    from mailwing.agents.network import NetworkShape, PolicyNetwork
    from mailwing.agents.policy import Policy
    from mailwing.evaluation import compare

    table = envs.load(game)
    torch.manual_seed(0)
    network = PolicyNetwork(NetworkShape(table.obs_size, table.num_actions, HIDDEN))
    torch.nn.init.normal_(network.actor[-1].weight)  # type: ignore[arg-type]
    # Another agent object of the same weights: the two are asked separately, as two checkpoints would be.
    opponent = Policy(network, "itself") if rival == "itself" else rival
    compare(table, Policy(network), opponent, deals=2)
    for timer in (inside, compiled):
        timer.seconds = 0.0
    started = time.perf_counter()
    compare(table, Policy(network), opponent, deals=deals)
    seconds = time.perf_counter() - started
    network_share, compiled_share = inside.seconds / seconds, compiled.seconds / seconds
    rest = 1 - network_share - compiled_share
    return f"| {game} | {table.players - 1} × {rival} | {network_share:.0%} | {compiled_share:.0%} | {rest:.0%} |"


def main() -> None:
    """Measure and print the table."""
    import torch

    from mailwing.agents.network import PolicyNetwork
    from mailwing.envs._core.faces.batch import Batch
    from mailwing.envs._core.registry import declared_versions

    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", default=",".join(sorted(declared_versions())), help="ids of games")
    parser.add_argument("--rivals", default="itself,expert", help="bots, or itself")
    parser.add_argument("--deals", type=int, default=256, help="deals of a match, each played from every seat")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    inside, compiled = Timer(PolicyNetwork, "logits"), Timer(Batch, "_step")
    made = provenance("", {name: version(name) for name in DISTRIBUTIONS})
    print(f"{made['machine']['processor']}, one core, revision {made['revision']}, {made['versions']}\n")
    print("| game | table | forward passes | rules and bots | rest |\n| --- | --- | --- | --- | --- |")
    for game in arguments.games.split(","):
        for rival in arguments.rivals.split(","):
            print(match(game, rival, arguments.deals, inside, compiled), flush=True)


if __name__ == "__main__":
    main()
