"""Turns of the expert that a person at the table would call foolish, and what it plays instead."""

from __future__ import annotations

import pytest

from mailwing.agents.scripted.aeropostale.evaluation import value_pilots
from mailwing.agents.scripted.aeropostale.evaluation_record import Evaluation
from mailwing.agents.scripted.aeropostale.risk import danger_of_weather
from mailwing.envs import load
from mailwing.envs.aeropostale.state import Phase
from mailwing.envs.aeropostale.testing import Table, dealt, position

from .test_bots import bot, choice, says


@pytest.mark.parametrize(
    ("points", "said"), [(2, "Increase logistics by 2"), (3, "Maintain the Breguet 14T for 1 logistics")]
)
def test_the_expert_maintains_an_aeroplane_if_it_can_then_afford_to_fly(points: int, said: str) -> None:
    """Two actions are left: the maintenance takes a point, and the flight two."""
    table = position().at("Latécoère", turn=3, action=3).logistics(Latécoère=points).wings("KLM", bronze=3, gold=3)
    table.stop("Tangier", Latécoère=1).strips("Tangier", "1 mail, 1 freight for 3 bronze").only("Latécoère")
    assert says(table.pilots("Latécoère", rookie=1)) == said


def test_the_expert_takes_off_where_the_flight_is_cheapest() -> None:
    """Contrary winds over both lines: from Casablanca none is crossed."""
    table = position().at("Latécoère").stop("Casablanca", Latécoère=1).stop("Dakar", Latécoère=1)
    table.weather("Pyrenees", "Contrary winds").weather("Sahara", "Contrary winds")
    table.play("Latécoère", "Create a stop in Tangier")
    assert says(table) == "Take off from Casablanca"


def one_bronze_short(line: str, card: int | str) -> Table:
    """The last bronze wing lies in Tangier; the weather on the way is known, the pilot is a legend with a feat."""
    table = position().at("Latécoère", action=4).wings("Latécoère", bronze=3, gold=3, platinum=1).no_pioneers_left()
    table.stop("Tangier", Latécoère=1).pilots("Latécoère", rookie=0).legend("Latécoère", "Mermoz")
    return table.weather(line, card)


def test_the_expert_wins_with_a_feat_that_saves_a_point() -> None:
    """One point is left, contrary winds ask for two."""
    table = one_bronze_short("Pyrenees", "Contrary winds").logistics(Latécoère=1)
    while not table.state.done and table.state.seat == table.seat("Latécoère"):
        table.state.apply(choice(table.state, "expert"))
    assert table.s.won[table.seat("Latécoère")]


def test_the_expert_wins_with_a_feat_that_lets_passengers_board() -> None:
    """A storm forecast keeps passengers on the ground; nothing else pays a wing. A seasoned pilot could fly too."""
    table = one_bronze_short("Pyrenees", "Storm forecast").logistics(Latécoère=4)
    table.pilots("Latécoère", seasoned=1, legendary=1).only("Latécoère", "Farman 60 Goliath")
    table.strips("Tangier", "1 passenger for 2 bronze", "1 freight for nothing")
    while not table.state.done and table.state.seat == table.seat("Latécoère"):
        table.state.apply(choice(table.state, "expert"))
    assert table.s.won[table.seat("Latécoère")]


@pytest.mark.parametrize(("scenario", "name"), [("campaign", "Jean Mermoz"), ("supremacy", "Adrienne Bolland")])
def test_the_expert_chooses_the_legend_who_is_of_use(scenario: str, name: str) -> None:
    """The Andes are crossed for La Paz; where wings win, a line beyond the range comes in more often."""
    table = position(scenario=scenario).create("Latécoère", "Casablanca", "Toulouse", "Salmson 2A2")
    table.play("Latécoère", "Lay the legendary pilot's strip")
    assert says(table) == f"Turn the pilot into {name}"


def test_the_expert_counts_on_the_supremacy_that_it_holds() -> None:
    """The last action of the turn: with a bronze wing now, the gold one for Europe reaches the goal."""
    table = position().at("Latécoère", first="Sabena", turn=4, action=4).no_pioneers_left()
    table.wings("Latécoère", bronze=3, gold=2, platinum=1).stop("Brussels", Latécoère=5).stop("Tangier", Latécoère=1)
    table.logistics(Latécoère=2).only("Latécoère", "Breguet 14T")
    assert says(table) in ("Make a run to Toulouse", "Make a run to Brussels")


def test_the_expert_gives_up_wings_that_come_too_late() -> None:
    """The last action of the last turn: a stop point decides, a gold wing does not."""
    table = position(scenario="short").at("Latécoère", first="Sabena", turn=4, action=4).no_pioneers_left()
    table.stop("Dakar", Latécoère=1).stop("Natal", Latécoère=1).pilots("Latécoère", rookie=0, seasoned=1)
    table.strips("Natal", "2 passengers for 2 bronze and 1 gold").only("Latécoère", "Farman 60 Goliath")
    table.logistics(Latécoère=2)
    assert says(table).startswith("Create a stop in ")


@pytest.mark.parametrize(("pilots", "aeroplanes", "turn", "goes"), [
    (4, 3, 1, True), (3, 3, 1, False), (3, 2, 1, True), (1, 0, 1, False), (4, 3, 5, False)])  # fmt: skip
def test_the_expert_registers_only_if_it_means_to_go(pilots: int, aeroplanes: int, turn: int, goes: bool) -> None:
    """A pilot is left when the aeroplanes have flown, and there are turns in which a token is spent."""
    table = dealt().pilots("Latécoère", rookie=pilots)
    table.only("Latécoère", *("Salmson 2A2", "Breguet 14T", "Farman 60 Goliath")[:aeroplanes]).s.turn = turn
    assert says(table) == ("Register for the meeting" if goes else "Stay away from the meeting")


@pytest.mark.parametrize(("action", "goes"), [(4, True), (2, False)])
def test_the_expert_goes_to_the_meeting_that_it_registered_for(action: int, goes: bool) -> None:
    """At last: what else there is can wait, and who stays away is barred from the next meeting."""
    table = position().at("Latécoère", action=action).logistics(Latécoère=2).only("Latécoère")
    said = says(table.registered("Latécoère", "KLM"))
    assert (said == "Send a rookie to the meeting") == goes


def test_hardly_an_expert_is_barred_from_a_meeting() -> None:
    """Whole games: nearly all who register send a pilot, unless the game is over first."""
    game = load("aeropostale", players=4)
    registrations, barred = 0, 0
    for seed in range(80):
        state = game.new(seed)
        while not state.done:
            action = choice(state, "expert")
            registrations += state.describe(action) == "Register for the meeting"
            barred += int(state.record.phase == Phase.REGISTERING and state.record.barred[state.seat])
            state.apply(action)
    assert registrations > 5 * barred, f"{registrations} registered, {barred} sent nobody"


@pytest.mark.parametrize(("points", "said"), [(1, "Increase logistics by 3"), (4, "Create a stop in Nouakchott")])
def test_the_expert_has_points_left_for_weather_that_nobody_knows(points: int, said: str) -> None:
    """Over the Sahara the cheapest aeroplane takes one point, and contrary winds or a sirocco would ask for more."""
    table = position().at("Latécoère").logistics(Latécoère=points).stop("Tangier", Latécoère=2)
    assert says(table.pilots("Latécoère", rookie=0, seasoned=1)) == said


@pytest.mark.parametrize(
    ("points", "rank", "danger"),
    [(1, "seasoned", 3 / 8), (2, "seasoned", 2 / 8), (3, "seasoned", 1 / 8), (3, "rookie", 2 / 8)],
)
def test_the_danger_of_weather(points: int, rank: str, danger: float) -> None:
    """A Salmson over the Sahara: one card counts as two lines, two cost points, one keeps rookies from crossing."""
    table = position().at("Latécoère").logistics(Latécoère=points).stop("Tangier", Latécoère=2)
    table.pilots("Latécoère", rookie=int(rank == "rookie"), seasoned=int(rank == "seasoned"))
    e = Evaluation.zeros(1)[0]
    value_pilots(table.s, bot("expert").params, e)
    e.length = 1
    origin, to = (int(table.t.region[table.cities[city]]) for city in ("Tangier", "Nouakchott"))
    assert danger_of_weather(table.t, table.game.options[0], table.s, e, origin, to, 0) == danger
    table.weather("Sahara", "Sand haze")
    assert danger_of_weather(table.t, table.game.options[0], table.s, e, origin, to, 0) == 0.0, "it is known"
