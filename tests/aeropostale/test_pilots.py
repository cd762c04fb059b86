"""Recruiting pilots and quick recovery; promotion is a matter of records."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.testing import COMPANIES, position

rule = pytest.mark.rule
FROM = "Recruit a rookie from"


@rule("AO-4.5.1", "AO-R12")
def test_a_rookie_of_the_stock_is_available_at_once() -> None:
    """Four players: three rookies in the stock."""
    table = position().play("Latécoère", "Recruit a rookie")
    assert table.pilots_of("Latécoère") == {"rookie": 4}
    assert table.logistics_of("Latécoère") == 4
    assert table.decider == "Sabena"


@rule("AO-4.5.1", "AO-R12")
def test_the_stock_is_what_companies_do_not_have() -> None:
    """Used and recovering rookies are owned; a lost one is in the stock again."""
    table = position().pilots("KLM", "used", rookie=2).pilots("Sabena", "recovering", rookie=1)
    assert not table.may("Recruit a rookie")
    table.pilots("KLM", rookie=2)
    assert table.may("Recruit a rookie")


@rule("AO-4.5.1", "AO-1.0")
def test_with_five_players_there_is_no_rookie_in_stock() -> None:
    assert not position(5).may("Recruit a rookie")


@rule("AO-4.5.2", "AO-R28")
@pytest.mark.parametrize(("rival", "level"), [("Luft Hansa", 2), ("Latécoère", 0)])
def test_the_example_klm_recruits_from_another_company(rival: str, level: int) -> None:
    """KLM has 3 points, Sabena 3, Luft Hansa 2 and Latécoère 0: Luft Hansa or Latécoère, but not Sabena."""
    table = position().logistics(KLM=3, Sabena=3, Luft_Hansa=2, Latécoère=0).at("KLM")
    assert table.choices(FROM) == [
        f"{FROM} Luft Hansa, logistics down to 2",
        f"{FROM} Latécoère, logistics down to 0",
    ]
    table.play("KLM", f"{FROM} {rival}, logistics down to {level}")
    assert (table.logistics_of("KLM"), table.logistics_of(rival)) == (level, level)
    assert (table.pilots_of("KLM"), table.pilots_of(rival)) == ({"rookie": 4}, {"rookie": 2})


@rule("AO-4.5.2")
def test_only_available_rookies_change_sides() -> None:
    """Not a seasoned or legendary pilot, and no rookie who has been used or recovers."""
    table = position().logistics(Latécoère=9).pilots("Sabena", rookie=0, seasoned=2).legend("Sabena", "Mermoz")
    table.pilots("KLM", rookie=0).pilots("KLM", "used", rookie=2).pilots("KLM", "recovering", rookie=1)
    table.pilots("Luft Hansa", rookie=1)
    assert table.choices(FROM) == [f"{FROM} Luft Hansa, logistics down to 4"]


@rule("AO-4.5.2", "AO-4.5.1")
def test_a_rival_can_be_asked_when_the_stock_is_empty() -> None:
    table = position(5).logistics(Latécoère=5)
    assert table.choices(FROM) == [f"{FROM} {company}, logistics down to 4" for company in COMPANIES[1:]]
    table.play("Latécoère", f"{FROM} CAT, logistics down to 4")
    assert table.pilots_of("CAT") == {"rookie": 2}


@rule("AO-4.5.2")
def test_seats_are_counted_clockwise_around_the_table() -> None:
    table = position(3).logistics(KLM=5).at("KLM")
    assert table.choices(FROM) == [f"{FROM} Latécoère, logistics down to 4", f"{FROM} Sabena, logistics down to 4"]
    table.play("KLM", f"{FROM} Sabena, logistics down to 4")
    assert (table.pilots_of("Sabena"), table.pilots_of("Latécoère")) == ({"rookie": 2}, {"rookie": 3})


@rule("AO-4.5.3")
def test_seasoned_pilots_are_never_recruited() -> None:
    table = position()
    assert [said for said in table.choices() if "seasoned" in said or "Mermoz" in said] == []


@rule("AO-4.9", "AO-R30")
def test_quick_recovery_of_seasoned_and_legendary_pilots() -> None:
    """It is free; rookies wait, and so do pilots that were used in this turn."""
    table = position(2).logistics(Latécoère=0).pilots("Latécoère", "recovering", rookie=1, seasoned=2)
    table.legend("Latécoère", "Mermoz", condition="recovering").pilots("Latécoère", "used", seasoned=1)
    assert table.choices("Recover") == ["Recover the seasoned pilot", "Recover Jean Mermoz"]
    table.play("Latécoère", "Recover the seasoned pilot").skip("Sabena")
    assert table.pilots_of("Latécoère") == {"rookie": 3, "seasoned": 1}
    assert table.pilots_of("Latécoère", "recovering") == {"rookie": 1, "seasoned": 1, "legendary": 1}
    table.play("Latécoère", "Recover Jean Mermoz")
    assert table.pilots_of("Latécoère") == {"rookie": 3, "seasoned": 1, "legendary": 1}
    assert table.logistics_of("Latécoère") == 0


@rule("AO-4.9")
def test_without_a_recovering_pilot_there_is_no_quick_recovery() -> None:
    table = position(2).pilots("Latécoère", "recovering", rookie=1).pilots("Latécoère", seasoned=1)
    table.pilots("Sabena", "recovering", seasoned=1)
    assert not table.choices("Recover")
