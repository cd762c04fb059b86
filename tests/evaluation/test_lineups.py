"""The words of `--agents`, and the seats of every game of a deal."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from mailwing.envs._core.chance import mix
from mailwing.evaluation.lineups import (
    DEAL_SALT,
    AgentsError,
    Match,
    deal_seeds,
    ladder_matches,
    mixed_lineups,
    parse_agents,
    seatings,
    table_words,
)

KNOWN = ["random", "novice", "adept", "expert"]


def test_names_play_each_other() -> None:
    request = parse_agents("expert, adept,novice", 4, KNOWN)
    assert request.ladder == ("expert", "adept", "novice")
    assert request.match_ups == ()
    assert request.sources == {name: name for name in request.ladder}


def test_a_match_up_is_one_against_a_table() -> None:
    request = parse_agents("runs/x/best/:3xexpert,novice:1xexpert+2xadept", 4, KNOWN)
    assert request.ladder == ()
    assert request.match_ups == (
        ("runs/x/best", "expert", "expert", "expert"),
        ("novice", "expert", "adept", "adept"),
    )
    assert request.sources["runs/x/best"] == "runs/x/best/"


def test_names_can_be_given_and_classes_have_colons() -> None:
    request = parse_agents("ppo=runs/x/best:3xmy_bots:Clever,my_bots:Clever:3xppo=runs/x/best", 4, KNOWN)
    assert request.match_ups == (("ppo", *["my_bots:Clever"] * 3), ("my_bots:Clever", *["ppo"] * 3))
    assert request.sources == {"ppo": "runs/x/best", "my_bots:Clever": "my_bots:Clever"}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty entry"),
        ("expert,,adept", "empty entry"),
        ("expert", "has no opponent"),
        ("expert,expert", "named twice"),
        ("expert,adept:3xnovice", "has no opponent beside"),
        ("expert:2xadept", "seats 3, but the table has 4"),
        ("expert:adept", "did you mean 'expert:3xadept'"),
        ("expert:3xadept+", "'' is not a number of opponents"),
        ("expert:0xadept", "is not a number of opponents"),
        ("a=x:3xexpert,a=y:3xexpert", "stands for both"),
        ("=x,expert", "empty"),
    ],
)
def test_what_cannot_be_understood_is_explained_with_examples(text: str, words: str) -> None:
    with pytest.raises(AgentsError) as error:
        parse_agents(text, 4, KNOWN)
    assert words in str(error.value)
    assert "runs/x/best:3xexpert" in str(error.value)


def test_all_ordered_pairs_and_the_mixed_line_up() -> None:
    matches = ladder_matches(["a", "b", "c", "d"], 4)
    assert len(matches) == 17
    assert Match(("a", "b", "b", "b")) in matches
    assert Match(("b", "a", "a", "a")) in matches
    assert matches[-1] == Match(("a", "b", "c", "d"), mixed=True)
    assert ladder_matches(["a", "b"], 1) == [Match(("a",)), Match(("b",))]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("agents", [2, 3, 4, 5, 7, 8, 12])
def test_in_mixed_line_ups_all_play_equally_often_and_meet(agents: int, players: int) -> None:
    labels = [chr(97 + k) for k in range(agents)]
    lineups = mixed_lineups(labels, players)
    assert all(len(lineup) == players for lineup in lineups)
    counts = Counter(label for lineup in lineups for label in lineup)
    assert len(set(counts.values())) == 1
    assert len(counts) == agents
    met = {pair for lineup in lineups for pair in combinations(sorted(set(lineup)), 2)}
    assert len(met) == agents * (agents - 1) // 2
    assert len(set(lineups)) == len(lineups) <= 70


def test_every_agent_sits_on_every_seat_once_a_deal() -> None:
    for mixed in (False, True):
        table = seatings(4, deal_seeds(0, 0, 50), mixed)
        assert table.shape == (50, 4, 4)
        assert (np.sort(table, axis=1) == np.arange(4)[None, :, None]).all()
        assert (np.sort(table, axis=2) == np.arange(4)[None, None, :]).all()
    assert (seatings(4, deal_seeds(0, 0, 5), mixed=False)[:, 2, 2] == 0).all()


def test_the_order_of_mixed_line_ups_is_drawn_evenly() -> None:
    table = seatings(3, deal_seeds(0, 0, 3000), mixed=True)
    left_of_first = table[np.arange(3000), 0, (np.argmax(table[:, 0] == 0, axis=1) + 1) % 3]
    assert 0.46 < (left_of_first == 1).mean() < 0.54


def test_seeds_of_deals_do_not_depend_on_how_they_are_asked_for() -> None:
    seeds = deal_seeds(7, 0, 100)
    assert (np.concatenate([deal_seeds(7, 0, 30), deal_seeds(7, 30, 70)]) == seeds).all()
    assert len(set(seeds.tolist()) | set(deal_seeds(8, 0, 100).tolist())) == 200
    with np.errstate(over="ignore"):
        assert int(mix(np.uint64(7), np.uint64(3), np.uint64(DEAL_SALT))) == int(seeds[3])


def test_tables_in_words() -> None:
    assert table_words(["adept"] * 3) == "3 × adept"
    assert table_words(["expert", "novice", "novice"]) == "expert + 2 × novice"
    assert Match(("a", "b", "b")).name == "a vs 2 × b"
    assert Match(("a", "b", "b"), mixed=True).name == "a + b + b"
