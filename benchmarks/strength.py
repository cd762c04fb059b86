"""Play the matches behind the table of strength anew, and keep them in `strength.json`.

    python benchmarks/strength.py                                  the scripted agents; about ten minutes
    python benchmarks/strength.py --ppo ab_die_post=runs/x/best    a trained agent's rows too
    python benchmarks/strength.py --zoo                           only the rows of the zoo, from what its cards say
    python benchmarks/table.py --write                             brings them to the README

Rows of an agent that is not named stay as they are, with the revision that they were played at.
"""

from __future__ import annotations

import argparse
import datetime
import json
import shlex
import subprocess
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from summary import revision

STRENGTH = Path(__file__).with_name("strength.json")
ZOO = Path(__file__).resolve().parents[1] / "agents" / "zoo"


PLAYERS = 4

FROM_ZOO = {"zoo/selfplay": ("adept", "expert")}
"""Agents of the zoo in the table, and against whom."""


def played(row: Mapping[str, Any], checkpoint: str | None, deals: int | None) -> dict[str, Any]:
    """A row with the figures of its match, played now."""
    agent = f"{row['agent']}={checkpoint}" if checkpoint else row["agent"]
    arguments = [row["game"], "--agents", f"{agent}:3x{row['opponent']}"]
    arguments += ["--deals", str(deals or row["deals"]), "--seed", str(row["seed"])]
    command = [sys.executable, "-m", "mailwing", "evaluate", *arguments, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"strength.py: {shlex.join(command)} failed:\n{done.stderr.strip()}")
    result = json.loads(done.stdout)["results"][0]
    return {
        **{name: row[name] for name in ("game", "agent", "opponent")},
        "deals": result["deals"],
        "games": result["games"],
        "seed": row["seed"],
        "share": round(result["win_rate"], 4),
        "low": round(result["low"], 4),
        "high": round(result["high"], 4),
        "command": f"mailwing evaluate {shlex.join(arguments)}",
        "revision": revision(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def zoo_rows(name: str, games: Collection[str], opponents: Collection[str]) -> Iterator[dict[str, Any]]:
    """What an agent of the zoo won when it was added, at the usual tables against some bots."""
    for game in games:
        folder = ZOO / game / name.removeprefix("zoo/")
        if not folder.is_dir():
            continue
        for match in json.loads((folder / "results.json").read_text(encoding="utf-8"))["matches"]:
            if match["players"] == PLAYERS and match["opponent"] in opponents and not match["options"]:
                share, low, high = (round(value, 4) for value in match["win_rate"])
                yield {
                    "game": game,
                    "agent": name,
                    "opponent": match["opponent"],
                    "deals": match["games"] // PLAYERS,
                    "games": match["games"],
                    "seed": 0,
                    "share": share,
                    "low": low,
                    "high": high,
                    "command": match["command"],
                    "revision": revision(),
                    "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                }


def trained_in_zoo(name: str, games: Collection[str]) -> Iterator[dict[str, Any]]:
    """How an agent of the zoo was trained."""
    short = name.removeprefix("zoo/")
    for game in games:
        file = ZOO / game / short / "metadata.json"
        if file.is_file():
            metadata = json.loads(file.read_text(encoding="utf-8"))
            threads = metadata["config"]["run"]["threads"]
            yield {
                "game": game,
                "agent": name,
                "config": f"configs/{game}/{short}.toml",
                "minutes": round(metadata["minutes"]),
                "how": "on two cores" if threads != 1 else "on one of two cores (`--threads 1`)",
                "start": "plays over `expert`",
            }


def take_zoo(data: dict[str, Any]) -> None:
    """Replace the rows of agents of the zoo by what their cards say."""
    for part in ("rows", "trained"):
        data[part] = [entry for entry in data[part] if entry["agent"] not in FROM_ZOO]
    for name, opponents in FROM_ZOO.items():
        data["rows"] += zoo_rows(name, data["games"], opponents)
        data["trained"] += trained_in_zoo(name, data["games"])


def main() -> int:
    """Play the matches that can be played, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ppo", action="append", default=[], metavar="GAME=FOLDER", help="checkpoint of `ppo`")
    parser.add_argument("--zoo", action="store_true", help="take the rows of the zoo from its cards, play nothing")
    parser.add_argument("--only", metavar="GAME", help="play the rows of one game")
    parser.add_argument("--deals", type=int, help="deals of every match (default: as before)")
    args = parser.parse_args()
    if wrong := [entry for entry in args.ppo if "=" not in entry]:
        parser.error(f"--ppo {wrong[0]}: write it as ab_die_post=path/to/checkpoint")
    checkpoints = dict(entry.split("=", 1) for entry in args.ppo)
    data = json.loads(STRENGTH.read_text(encoding="utf-8"))
    if args.zoo:
        take_zoo(data)
    for k, row in enumerate(data["rows"] if not args.zoo else ()):
        checkpoint = checkpoints.get(row["game"]) if row["agent"] == "ppo" else None
        if args.only not in (None, row["game"]) or (row["agent"] == "ppo" and checkpoint is None):
            continue
        if row["agent"] in FROM_ZOO:
            continue
        data["rows"][k] = played(row, checkpoint, args.deals)
        print(f"{row['game']}: {row['agent']} at a table of {row['opponent']}: {data['rows'][k]['share']}", flush=True)
    STRENGTH.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
