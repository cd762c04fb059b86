"""What is measured, as data: groups of sides that take turns, and the rows that set two of them beside each other.

The label of a side says what it is and how it is called, so that no row compares more than it says.
"""

from __future__ import annotations

from dataclasses import dataclass

from sides import Side

GAMES = 1024
"""Games in a batch, on every side that has one, where nothing else is said."""

MORE_GAMES = 4096
"""More games, where Pgx is faster."""

SCAN = 100
"""Decisions of a game in one compiled call of Pgx, where it is measured at its best."""

OURS = {
    "ab_die_post": "Ab die Post!",
    "aeroplanes": "Aeroplanes",
    "aeropostale": "L'Aéropostale",
    "air_postal": "Air Postal",
}
MINE = {"connect_four": "Connect four", **OURS}


@dataclass(frozen=True)
class Row:
    """Two sides of a group side by side.

    Args:
        ours: key of our side.
        peer: key of the peer's, None for a figure that has no peer.
        same: both do the same work; otherwise the games differ, and the ratio says little about the machinery.
        headline: also in the short table of the front page.
    """

    ours: str
    peer: str | None = None
    same: bool = False
    headline: bool = False


@dataclass(frozen=True)
class Group:
    """Sides that take turns, a window each in every round, and the rows made of them.

    Args:
        id: its name on the command line.
        title: what is measured.
        unit: of all its figures.
        more_is_better: a speed; otherwise a time.
        rounds: windows of every side.
        one_core: every process is kept to the same single core.
        warm_up: every side measures a window first that does not count.
        sides: what is measured.
        rows: what is compared.
    """

    id: str
    title: str
    unit: str
    more_is_better: bool
    rounds: int
    one_core: bool
    sides: tuple[Side, ...]
    rows: tuple[Row, ...]
    warm_up: bool = True


def our_batch(game: str, threads: int, seconds: float, *, inside: bool = True, games: int = GAMES) -> Side:
    """A batch of ours."""
    label = f"{MINE[game]}, {'actions picked inside' if inside else 'actions handed over'}{_more(games)}"
    arguments = {"game": game, "num_envs": games, "threads": threads, "inside": inside, "seconds": seconds}
    return Side(f"{game} {'inside' if inside else 'handed'}{_more(games)}", label, "ours", "batch", arguments)


def pgx_batch(game: str, title: str, seconds: float, *, steps: int = SCAN, games: int = GAMES) -> Side:
    """A batch of Pgx."""
    how = f"{steps} decisions a compiled call" if steps > 1 else "one compiled call a decision"
    arguments = {"game": game, "num_envs": games, "steps": steps, "seconds": seconds}
    key, label = f"pgx {game} {steps}{_more(games)}", f"Pgx {title}, {how}{_more(games)}"
    return Side(key, label, "peer_pgx", "batch", arguments)


def _more(games: int) -> str:
    return "" if games == GAMES else f", {games:,} games"


def envpool_batch(task: str, title: str, threads: int, seconds: float) -> Side:
    """A batch of EnvPool."""
    arguments = {"task": task, "num_envs": GAMES, "threads": threads, "seconds": seconds}
    return Side(f"envpool {task}", f"EnvPool {title}, actions handed over", "peer_envpool", "batch", arguments)


def open_spiel_loop(game: str, title: str, seconds: float) -> Side:
    """A Python loop over a state of OpenSpiel."""
    label = f"OpenSpiel {title}, Python loop over one C++ state"
    return Side(f"loop {game}", label, "peer_open_spiel", "python_loop", {"game": game, "seconds": seconds})


def batch_group(seconds: float, rounds: int) -> Group:
    """Batches on one core, beside the loop that OpenSpiel offers to Python."""
    sides = (
        our_batch("connect_four", 1, seconds),
        our_batch("connect_four", 1, seconds, inside=False),
        our_batch("connect_four", 1, seconds, games=MORE_GAMES),
        *(our_batch(game, 1, seconds) for game in OURS),
        pgx_batch("connect_four", "connect four", seconds),
        pgx_batch("connect_four", "connect four", seconds, steps=1),
        pgx_batch("connect_four", "connect four", seconds, games=MORE_GAMES),
        pgx_batch("backgammon", "backgammon", seconds, steps=10),
        envpool_batch("ConnectFour-v1", "connect four", 1, seconds),
        envpool_batch("Backgammon-v1", "backgammon", 1, seconds),
        open_spiel_loop("connect_four", "connect four", seconds),
        open_spiel_loop("euchre", "euchre", seconds),
    )
    inside, handed = "connect_four inside", "connect_four handed"
    rows = (
        Row(inside, f"pgx connect_four {SCAN}", same=True, headline=True),
        Row(f"{inside}{_more(MORE_GAMES)}", f"pgx connect_four {SCAN}{_more(MORE_GAMES)}", same=True),
        Row(handed, "pgx connect_four 1", same=True),
        Row(handed, "envpool ConnectFour-v1", same=True, headline=True),
        Row(handed, "loop connect_four", same=True, headline=True),
        *(
            Row(f"{game} inside", peer, headline=peer in ("pgx backgammon 10", f"pgx connect_four {SCAN}"))
            for game in OURS
            for peer in (f"pgx connect_four {SCAN}", "pgx backgammon 10", "envpool Backgammon-v1", "loop euchre")
        ),
    )
    title = f"{GAMES:,} games at once, random legal play with mask and observation, one core"
    return Group("batch", title, "decisions/s", True, rounds, True, sides, rows)


def cores_group(cores: int, seconds: float, rounds: int) -> Group:
    """Batches on all cores."""
    sides = (
        our_batch("connect_four", cores, seconds),
        our_batch("connect_four", cores, seconds, inside=False),
        *(our_batch(game, cores, seconds) for game in OURS),
        pgx_batch("connect_four", "connect four", seconds),
        envpool_batch("ConnectFour-v1", "connect four", cores, seconds),
    )
    rows = (
        Row("connect_four inside", f"pgx connect_four {SCAN}", same=True, headline=True),
        Row("connect_four handed", "envpool ConnectFour-v1", same=True),
        *(Row(f"{game} inside") for game in OURS),
    )
    return Group("cores", f"The same on {cores} cores", "decisions/s", True, rounds, False, sides, rows)


def aec_group(seconds: float, rounds: int) -> Group:
    """One game in PettingZoo's loop."""

    def face(game: str) -> Side:
        return Side(game, f"{MINE[game]}, AEC face", "ours", "aec", {"game": game, "seconds": seconds})

    def peer(key: str, wrapped: bool) -> Side:
        label = f"PettingZoo connect four, `{key}()`"
        return Side(key, label, "peer_pettingzoo", "aec", {"wrapped": wrapped, "seconds": seconds})

    rows = (
        Row("connect_four", "env", same=True, headline=True),
        Row("connect_four", "raw_env", same=True),
        *(Row(game, "env") for game in OURS),
    )
    sides = (*(face(game) for game in MINE), peer("env", True), peer("raw_env", False))
    return Group("aec", "One game in PettingZoo's AEC loop, one core", "decisions/s", True, rounds, True, sides, rows)


def copy_group(seconds: float, rounds: int) -> Group:
    """Copies of one game."""

    def ours(game: str) -> Side:
        return Side(game, f"{MINE[game]}, `copy()`", "ours", "copy", {"game": game, "seconds": seconds})

    def peer(game: str, title: str) -> Side:
        label = f"OpenSpiel {title}, `clone()`"
        return Side(f"clone {game}", label, "peer_open_spiel", "clone", {"game": game, "seconds": seconds})

    rows = (
        Row("connect_four", "clone connect_four", same=True),
        *(Row(game, "clone euchre", headline=True) for game in OURS),
    )
    sides = (*(ours(game) for game in MINE), peer("connect_four", "connect four"), peer("euchre", "euchre"))
    return Group("copy", "Copying one game in Python", "µs", False, rounds, True, sides, rows)


SIMULATIONS = 1000
"""Simulations of a search."""


def search_group(seconds: float, rounds: int) -> Group:
    """Searches with random rollouts."""

    def ours(game: str, function: str, words: str) -> Side:
        arguments = {"game": game, "simulations": SIMULATIONS, "seconds": seconds}
        return Side(f"{game} {function}", f"{MINE[game]}, {words}", "ours", function, arguments)

    def peer(game: str, title: str) -> Side:
        arguments = {"game": game, "simulations": SIMULATIONS, "seconds": seconds}
        return Side(f"mcts {game}", f"OpenSpiel {title}, MCTS in C++", "peer_open_spiel", "search", arguments)

    sides = (
        ours("connect_four", "tree_search", "`ismcts`"),
        *(ours(game, "search", "`search`") for game in OURS),
        peer("connect_four", "connect four"),
        peer("hearts", "hearts"),
    )
    rows = (
        Row("connect_four tree_search", "mcts connect_four", same=True),
        *(Row(f"{game} search", "mcts hearts", headline=True) for game in OURS),
    )
    title = f"Searches of {SIMULATIONS:,} simulations from the first decision, random rollouts, one core"
    return Group("search", title, "decisions/s", True, rounds, True, sides, rows)


def import_group(rounds: int) -> Group:
    """Imports."""
    sides = (
        Side("ours", "`import mailwing.envs`", "ours", "importing"),
        Side("peer", "`import pettingzoo.classic`", "peer_pettingzoo", "importing"),
    )
    return Group("import", "Importing", "s", False, rounds, False, sides, (Row("ours", "peer"),))


def first_use_group(cached: bool, rounds: int) -> Group:
    """The first use of a game, by the first process or by a later one."""
    id, title = "cold", "First use of a game, nothing compiled before: from starting Python to the first step"
    if cached:
        id, title = "warm", "The same in the next process"
    ours = (Side(game, MINE[game], "ours", "first_use", {"game": game, "cached": cached}) for game in MINE)
    pgx = Side("pgx", "Pgx connect four", "peer_pgx", "first_use", {"game": "connect_four", "cached": cached})
    loop = Side("loop", "OpenSpiel connect four", "peer_open_spiel", "first_use", {"game": "connect_four"})
    rows = (
        Row("connect_four", "pgx", same=True, headline=True),
        Row("connect_four", "loop", same=True),
        *(Row(game, headline=True) for game in OURS),
    )
    return Group(id, title, "s", False, rounds, False, (*ours, pgx, loop), rows, warm_up=False)


SMALL, LARGE = (8, 512, 256), (512, 4096, 64)
"""Games, minibatch, and steps of a game between updates: as in PettingZoo's world, and as a native batch likes it."""


def ppo_sides(games: tuple[str, ...], cores: int, seconds: float) -> tuple[Side, ...]:
    """Training at both sizes, of games of ours and of the peer."""
    sides = []
    for num_envs, minibatch, steps in (SMALL, LARGE):
        words = f"{num_envs} games, minibatch {minibatch:,}"
        sizes = {"num_envs": num_envs, "minibatch": minibatch, "steps": steps, "threads": cores, "seconds": seconds}
        sides += [
            Side(f"{game} {num_envs}", f"{MINE[game]} against bots, {words}", "ours", "ppo", {"game": game, **sizes})
            for game in games
        ]
        label = f"SB3 over PettingZoo connect four, {words}"
        sides.append(Side(f"peer {num_envs}", label, "peer_pettingzoo", "ppo", sizes))
    return tuple(sides)


def ppo_group(seconds: float, rounds: int) -> Group:
    """Training on one core: the same game at equal sizes, and a game of ours."""
    rows = (
        Row("connect_four 8", "peer 8", same=True, headline=True),
        Row("connect_four 512", "peer 512", same=True, headline=True),
        Row("ab_die_post 8", "peer 8", headline=True),
        Row("ab_die_post 512", "peer 512", headline=True),
    )
    sides = ppo_sides(("connect_four", "ab_die_post"), 1, seconds)
    title = "MaskablePPO end to end, the learner's decisions, one core"
    return Group("ppo", title, "decisions/s", True, rounds, True, sides, rows)


def ppo_cores_group(cores: int, seconds: float, rounds: int) -> Group:
    """Training on all cores, at equal sizes and at the sizes that each side likes."""
    rows = (
        Row("ab_die_post 8", "peer 8"),
        Row("ab_die_post 512", "peer 512"),
        Row("ab_die_post 512", "peer 8", headline=True),
    )
    sides = ppo_sides(("ab_die_post",), cores, seconds)
    return Group("ppo_cores", f"The same on {cores} cores", "decisions/s", True, rounds, False, sides, rows)


def all_groups(cores: int, seconds: float, rounds: int) -> tuple[Group, ...]:
    """Everything that is measured, with windows of `seconds` and this many rounds where a window is short."""
    return (
        batch_group(seconds, rounds),
        cores_group(cores, seconds, rounds),
        aec_group(seconds, rounds),
        copy_group(seconds, rounds),
        search_group(seconds, rounds),
        import_group(rounds),
        first_use_group(False, min(3, rounds)),
        first_use_group(True, min(7, rounds)),
        ppo_group(3 * seconds, min(5, rounds)),
        ppo_cores_group(cores, 3 * seconds, min(5, rounds)),
    )
