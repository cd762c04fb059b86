"""A board of your own: change the data pack of a game with a seed, check it, and play on it.

python examples/generated_board.py aeropostale

Every agent and every face can play on such a board: `data=FOLDER` in Python, `--data FOLDER` in the terminal. So a
policy can be trained or tested on boards that it has not seen.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from mailwing import envs


def shuffled(text: str, pattern: str, rng: random.Random) -> str:
    """The text with what a pattern finds in other places: the values stay the same, where they stand does not."""
    found = re.findall(pattern, text)
    rng.shuffle(found)
    values = iter(found)
    return re.sub(pattern, lambda match: next(values), text)


def other_lanes(text: str, rng: random.Random) -> str:
    """Ab die Post!: between two rivers lie fewer fields in some places; the flight is as long as before."""
    for lane, fields in (("outer", [3, 4, 5, 5]), ("middle", [1, 2, 2])):
        counts = [rng.choice(fields) for _ in range(10)]
        text = re.sub(rf"^{lane} = \d+$", f"{lane} = {counts}", text, flags=re.MULTILINE)
    return text


def other_destinations(text: str, rng: random.Random) -> str:
    """Aeroplanes: other cities are in demand."""
    return shuffled(text, r'(?m)^to = "[^"]+"', rng)


def other_strips(text: str, rng: random.Random) -> str:
    """L'Aéropostale: what a new stop is worth no longer goes with the contract that its strip brings."""
    parts = re.split(r"(?m)^(?=\w+ = \[$)", text)
    return "".join(shuffled(part, r"(?<=\{ )value = \d+", rng) for part in parts)


def other_cities(text: str, rng: random.Random) -> str:
    """Air Postal: glory and money of the City cards belong to other cities."""
    return shuffled(text, r"glory = \d+, money = \d+", rng)


CHANGES: dict[str, tuple[str, Callable[[str, random.Random], str]]] = {
    "ab_die_post": ("track.toml", other_lanes),
    "aeroplanes": ("passengers.toml", other_destinations),
    "aeropostale": ("strips.toml", other_strips),
    "air_postal": ("map.toml", other_cities),
}
"""By game: a file of its data pack, and what is changed in it."""


def generate(game: str, folder: Path, seed: int) -> envs.Game:
    """Write a changed data pack into a new folder; the game on that board."""
    envs.export_data(game, folder)
    name, change = CHANGES[game]
    file = folder / name
    file.write_text(change(file.read_text(encoding="utf-8"), random.Random(seed)), encoding="utf-8")
    check = envs.check_data(game, folder)
    if check.faults:
        raise SystemExit("\n".join(map(str, check.faults)))
    return envs.load(game, data=folder)


def main(name: str, seed: int = 7, folder: Path | None = None) -> list[int]:
    """Play a random game on a generated board; the final points of each seat."""
    folder = folder or Path(tempfile.mkdtemp()) / name
    game = generate(name, folder, seed)
    print(
        f"{folder / CHANGES[name][0]}: board {game.data_hash[:8]}, that of the box is {envs.load(name).data_hash[:8]}"
    )
    position = game.new(seed)
    chooser = random.Random(seed)
    while not position.done:
        position.apply(chooser.choice(position.legal()))
    print(f"points {position.scores()} after {position.num_decisions} decisions")
    return position.scores()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "ab_die_post")
