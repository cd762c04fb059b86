"""Golden games: one game of every case as a readable file; a change of rules shows as a difference in its words.

`write_golden` writes them, into a folder that belongs to the game's tests; raise the game's version with them.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from .._core.position import IllegalActionError, Position
from .cases import Case, cases_of, play_randomly
from .tools import NotApplicable

SEEDS_TRIED = 12
MEANT = "if this change of rules is meant, raise the game's version and write the golden games anew"


def golden_game(case: Case) -> Position:
    """The shortest of a few random games that is not unusually short."""
    games = []
    for seed in range(SEEDS_TRIED):
        state = case.game.new(seed)
        for _ in play_randomly(state, random.Random(seed)):
            pass
        games.append(state)
    usual = sum(state.num_decisions for state in games) / len(games)
    return min((state for state in games if 2 * state.num_decisions >= usual), key=lambda state: state.num_decisions)


def record_of(case: Case, seed: int, actions: list[int]) -> dict[str, Any]:
    """What a golden file holds, rebuilt from seed and actions; it ends where an action is no longer legal."""
    state = case.game.new(seed)
    transcript = []
    for number, action in enumerate(actions):
        before = state.copy()
        try:
            state.apply(action)
        except IllegalActionError as error:
            transcript.append(f"{number}: no longer legal: {error}")
            break
        transcript.append(f"{number}: seat {before.seat}: {before.describe(action)}")
        transcript += [f"    {line}" for line in state.news(before, action)]
    return {
        "game": f"{case.game_id}-v{case.game.spec.version}",
        "players": case.players,
        "options": case.game.option_values,
        "layout": case.game.spec_hash,
        "seed": seed,
        "actions": actions,
        "transcript": transcript,
        "over": state.done,
        "scores": state.scores(),
        "ranks": state.ranks(),
    }


def text_of(record: dict[str, Any]) -> str:
    """JSON with one line an action, and one for each thing that then happened."""
    lines = []
    for name, value in record.items():
        if name == "transcript":
            rows = ",\n".join(f"    {json.dumps(row, ensure_ascii=False)}" for row in value)
            lines.append(f'  "{name}": [\n{rows}\n  ]')
        else:
            lines.append(f'  "{name}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write_golden(case: Case, folder: Path) -> Path:
    """Write the golden game of a case anew from the rules as they are; its file."""
    state = golden_game(case)
    assert state.seed is not None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{case.id}.json"
    path.write_text(text_of(record_of(case, state.seed, state.history)), encoding="utf-8")
    return path


def check_the_golden_game_still_holds(case: Case, folder: Path) -> None:
    """The golden game of a case, played again, is told in the same words and ends in the same points.

    Args:
        case: the game at its table; slow cases have no golden games.
        folder: where `write_golden` has put the files.
    """
    if case.slow:
        raise NotApplicable("the full grid has no golden games")
    path = folder / f"{case.id}.json"
    assert path.exists(), f"{path} is missing: `write_golden` of mailwing.envs.testing makes it"
    golden = json.loads(path.read_text(encoding="utf-8"))
    now = record_of(case, golden["seed"], golden["actions"])
    for before, after in zip(golden["transcript"], now["transcript"], strict=False):
        assert before == after, f"{path.name}: {before!r} has become {after!r}; {MEANT}"
    changed = [name for name in {*golden, *now} if golden.get(name) != now.get(name)]
    assert not changed, f"{path.name}: {', '.join(sorted(changed))} changed; {MEANT}"


def check_no_golden_game_is_left_over(game_id: str, folder: Path) -> None:
    """Every golden file of the game is that of one of its cases."""
    known = {f"{case.id}.json" for case in cases_of(game_id)}
    left = {path.name for path in folder.glob(f"{game_id}-*.json")} - known
    assert not left, f"golden games of no case in {folder}: {', '.join(sorted(left))}"
