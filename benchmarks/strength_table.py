"""The table of playing strength, from `strength.json`."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any


def strength_lines(data: Mapping[str, Any]) -> list[str]:
    """Shares of wins with intervals, a column a game, and the sentences that say what they mean."""
    games, rows = data["games"], data["rows"]
    pairs = list(dict.fromkeys((row["agent"], row["opponent"]) for row in rows))
    found = {(row["agent"], row["opponent"], row["game"]): share(row) for row in rows}
    return [
        textwrap.fill(" ".join(sentences(data)), 120, break_on_hyphens=False),
        "",
        f"| | three of | {' | '.join(games.values())} |",
        f"| --- | --- |{' --- |' * len(games)}",
        *(
            f"| `{agent}` | `{opponent}` | {' | '.join(found.get((agent, opponent, game), '') for game in games)} |"
            for agent, opponent in sorted(pairs, key=lambda pair: order_of(data["agents"], pair))
        ),
    ]


def order_of(agents: Sequence[str], pair: tuple[str, str]) -> tuple[int, int]:
    """Weaker agents first, and of the same agent the weaker opponents."""
    return agents.index(pair[0]), agents.index(pair[1])


def share(row: Mapping[str, Any]) -> str:
    """`0.300 [0.294, 0.306]`, with the digits that the figure was kept with."""
    digits = row.get("digits", 3)
    value, low, high = (f"{row[name]:.{digits}f}" for name in ("share", "low", "high"))
    return f"{value} [{low}, {high}]"


def sentences(data: Mapping[str, Any]) -> list[str]:
    """How the games were played, and how the trained agents were trained."""
    rows = data["rows"]
    usual = Counter(row["deals"] for row in rows).most_common(1)[0][0]
    example = next(row for row in rows if row["deals"] == usual and row["agent"] in ("novice", "adept", "expert"))
    command = example["command"].replace(f" {example['game']} ", " GAME ")
    *fewer, most = (f"{games:,}" for games in sorted({row["games"] for row in rows}))
    numbers = " or ".join([*([", ".join(fewer)] if fewer else []), most])
    revisions = dict.fromkeys(f"{row['revision']} ({row['date']})" for row in rows)
    return [
        f"Strength at tables of {data['players']}, one seat against the others, every deal in all seats, "
        f"95 % intervals; chance is {1 / data['players']:g}.",
        f"{numbers} games a figure, such as `{command}`; `benchmarks/strength.json` has the command of each.",
        *trained_sentences(data),
        f"Played at revision {', '.join(revisions)}.",
    ]


def trained_sentences(data: Mapping[str, Any]) -> list[str]:
    """Of which config trained agents are, and how long they were trained; those trained alike in one sentence."""
    alike: dict[tuple[str, str], list[str]] = {}
    for one in data["trained"]:
        config = one["config"].replace(f"/{one['game']}/", "/GAME/")
        words = f"{one['minutes']} minutes ({data['games'][one['game']]})"
        agent = f"`{one['agent']}` is the agent of `{config}`, which {one.get('start', 'imitates `expert` first')}"
        alike.setdefault((agent, one["how"]), []).append(words)
    return [f"{agent}, trained {how} for {', '.join(minutes)}." for (agent, how), minutes in alike.items()]
