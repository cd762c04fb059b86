"""Whose decision it is in the games of a batch whose seats are played by several players from outside."""

from __future__ import annotations

from typing import Any

from ..kernel import kernel


@kernel
def player_in(row: Any, player_of: Any, restarts: bool, nobody: int) -> int:
    """The player who decides in a game; `nobody` where a bot does, or where it is over for good."""
    number = row.lineup[row.seat]
    if number >= 0 or (row.done != 0 and not restarts):
        return nobody
    return player_of[-1 - number]


@kernel
def sort_by_player(rows: Any, player_of: Any, restarts: bool, order: Any, counts: Any) -> None:
    """The games of a batch by who decides in them: `order` int64 [n] player by player, `counts` int64 [players + 1].

    `player_of` int64 [outside] is the player of each number of a line-up, or the number of players where nobody is to
    be asked. The last count is that of the games in which nobody is.
    """
    nobody = counts.shape[0] - 1
    for player in range(counts.shape[0]):
        counts[player] = 0
    for game in range(order.shape[0]):
        counts[player_in(rows[game], player_of, restarts, nobody)] += 1
    start = 0
    for player in range(counts.shape[0]):
        count = counts[player]
        counts[player] = start
        start += count
    for game in range(order.shape[0]):
        player = player_in(rows[game], player_of, restarts, nobody)
        order[counts[player]] = game
        counts[player] += 1
    start = 0
    for player in range(counts.shape[0]):
        stop = counts[player]
        counts[player] = stop - start
        start = stop
