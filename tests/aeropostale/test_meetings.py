"""The meeting: registering in secret, who is barred, rolls, ties, tokens and the first player."""

from __future__ import annotations

import pytest

from mailwing.envs.aeropostale.limits import NONE, Rank
from mailwing.envs.aeropostale.state import NO, UNDECIDED, YES, Phase
from mailwing.envs.aeropostale.testing import COMPANIES, Table, dealt, position

rule = pytest.mark.rule
FOUR = COMPANIES[:4]
YES_WORDS, NO_WORDS = "Register for the meeting", "Stay away from the meeting"


def before_meeting(*sent: int, players: int = 4, first: int = 0, inspired: bool = False) -> Table:
    """The last action of a turn, after which seats meet that sent a pilot of a rank, −1: none.

    The only legendary pilot is Saint-Exupéry, inspired or not.
    """
    table = position(players)
    for company, rank in zip(COMPANIES, sent, strict=False):
        if rank == Rank.LEGENDARY:
            table.legend(company, "Exupéry", condition="used", feat=not inspired)
        elif rank != NONE:
            table.pilots(company, rookie=2).pilots(company, "used", **{Rank(rank).name.lower(): 1})
    table.s.sent[:players] = sent
    table.s.inspired[:players] = [inspired and rank == Rank.LEGENDARY for rank in sent]
    table.s.registered[:players] = [rank != NONE for rank in sent]
    return table.at(COMPANIES[(first - 1) % players], first=COMPANIES[first], action=4)


def meet(table: Table, *faces: int) -> list[int]:
    """The last pass, and the places that the meeting dice bring."""
    if faces:
        table.rolls(*faces)
    table.play(table.decider, "Pass")
    return table.s.ranked[: table.game.players].tolist()


def tokens(table: Table) -> list[tuple[int, int]]:
    """The +3 and +2 tokens of each seat."""
    return [(int(first), int(second)) for second, first in table.s.tokens[: table.game.players]]


# Registering


@rule("AO-3.4")
def test_choices_are_made_in_turn_order_and_revealed_together() -> None:
    table = dealt(4)
    assert table.state.mask().max() == 1
    table.play("Latécoère", YES_WORDS).play("Sabena", NO_WORDS).play("KLM", YES_WORDS)
    assert table.s.choice[:4].tolist() == [YES, NO, YES, UNDECIDED]
    assert table.s.registered.sum() == 0, "nothing is known yet"
    table.play("Luft Hansa", NO_WORDS)
    assert table.s.registered[:4].tolist() == [1, 0, 1, 0]
    assert set(table.s.choice.tolist()) == {UNDECIDED}
    assert (table.phase, table.decider, table.s.acted) == (Phase.ACTION, "Latécoère", 0)


@rule("AO-3.4")
def test_nobody_knows_what_others_have_chosen() -> None:
    """In a redeal a choice may be the other one, one's own never; who has not chosen has not."""
    state = dealt(4).play("Latécoère", YES_WORDS).play("Sabena", NO_WORDS).play("KLM", NO_WORDS).state
    seen = {seat: {tuple(state.redeal(seat, seed).record.choice[:4].tolist()) for seed in range(40)} for seat in (0, 3)}
    assert seen[0] == {(YES, b, c, UNDECIDED) for b in (YES, NO) for c in (YES, NO)}
    assert seen[3] == {(a, b, c, UNDECIDED) for a in (YES, NO) for b in (YES, NO) for c in (YES, NO)}


@rule("AO-3.4", "AO-4.4")
def test_everybody_knows_what_a_barred_company_has_chosen() -> None:
    table = dealt(3)
    table.s.barred[1] = 1
    table.play("Latécoère", YES_WORDS).play("Sabena", NO_WORDS)
    assert {int(table.state.redeal(2, seed).record.choice[1]) for seed in range(20)} == {NO}


@rule("AO-4.4", "AO-3.4", "AO-R29")
def test_who_registered_and_sent_nobody_is_barred_from_the_next_meeting_only() -> None:
    """KLM and Sabena register, Sabena sends a pilot, KLM does not."""
    table = dealt(4)
    table.play("Latécoère", NO_WORDS).play("Sabena", YES_WORDS).play("KLM", YES_WORDS).play("Luft Hansa", NO_WORDS)
    table.skip("Latécoère").play("Sabena", "Send a rookie to the meeting")
    while table.phase == Phase.ACTION:
        table.play(table.decider, "Pass")
    assert table.s.barred[:4].tolist() == [0, 0, 1, 0]
    assert table.s.registered.sum() == 0
    table.play("Sabena", NO_WORDS)
    assert table.choices() == [NO_WORDS], "KLM is persona non grata"
    table.play("KLM", NO_WORDS)
    assert table.choices() == [YES_WORDS, NO_WORDS]
    table.play("Luft Hansa", NO_WORDS).play("Latécoère", NO_WORDS)
    while table.phase == Phase.ACTION:
        table.play(table.decider, "Pass")
    assert table.s.barred.sum() == 0
    table.play("Sabena", NO_WORDS)
    assert table.choices() == [YES_WORDS, NO_WORDS]


# Sending a pilot


@rule("AO-4.4")
def test_a_pilot_is_sent_by_who_registered_once_and_for_nothing() -> None:
    table = dealt(2).play("Latécoère", YES_WORDS).play("Sabena", NO_WORDS).pilots("Latécoère", seasoned=1)
    table.pilots("Sabena", seasoned=1)
    assert table.choices("Send") == ["Send a rookie to the meeting", "Send a seasoned pilot to the meeting"]
    table.play("Latécoère", "Send a seasoned pilot to the meeting")
    assert table.s.sent[:2].tolist() == [1, NONE]
    assert (table.logistics_of("Latécoère"), table.pilots_of("Latécoère")) == (4, {"rookie": 3})
    assert table.pilots_of("Latécoère", "used") == {"seasoned": 1}
    assert not table.choices("Send"), "Sabena did not register"
    table.skip("Sabena")
    assert not table.choices("Send"), "one pilot only"


@rule("AO-4.4")
def test_only_available_pilots_are_sent() -> None:
    table = position(2).pilots("Latécoère", rookie=0, seasoned=1).pilots("Latécoère", "recovering", rookie=2)
    table.s.registered[0] = 1
    assert table.choices("Send") == ["Send a seasoned pilot to the meeting"]


@rule("AO-3.6", "AO-4.4")
def test_who_was_sent_and_registered_is_forgotten_in_the_next_turn() -> None:
    table = before_meeting(2, 1, NONE, NONE, inspired=True)
    meet(table, 6, 1)
    assert set(table.s.sent.tolist()) == {NONE}
    assert table.s.registered.sum() == table.s.inspired.sum() == 0


# Rolls


@rule("AO-3.6", "AO-3.2")
def test_the_best_wins_three_the_second_two_and_the_best_is_first_player() -> None:
    table = before_meeting(0, 0, 0, 0)
    assert meet(table, 2, 5, 3, 1) == [3, 1, 2, 4]
    assert table.s.rolls[:4].tolist() == [2, 5, 3, 1]
    assert tokens(table) == [(0, 0), (1, 0), (0, 1), (0, 0)]
    assert (table.s.first, table.decider) == (1, "Sabena")


@rule("AO-3.6", "AO-4.4", "AO-4.5.3", "AO-4.5.4")
def test_a_seasoned_pilot_adds_one_and_a_legendary_one_two() -> None:
    """KLM's seasoned pilot, 4 and 1, beats a rookie's 4; a legend's 3 and 2 ties with KLM and loses the second roll."""
    table = before_meeting(0, NONE, 1, NONE)
    assert meet(table, 4, 4) == [2, 0, 1, 0]
    table = before_meeting(0, NONE, 1, 2)
    assert meet(table, 4, 4, 3, 6, 1) == [3, 0, 1, 2]
    assert table.s.rolls[:4].tolist() == [4, 0, 7, 3], "pilots add to the second roll, too"


@rule("AO-3.6", "AO-R51", "AO-4.5.4.1")
def test_saint_exupery_adds_four() -> None:
    """A 2 of his beats a 5 of a rookie and, with a 1 and a 5, ties twice with feat and rank."""
    table = before_meeting(2, 0, NONE, NONE, inspired=True)
    assert meet(table, 2, 5) == [1, 2, 0, 0]
    table = before_meeting(2, 0, NONE, NONE, inspired=True)
    assert meet(table, 1, 5, 2, 6, 1, 6) == [2, 1, 0, 0]
    assert table.s.rolls[:2].tolist() == [5, 6]


@rule("AO-3.6", "AO-R60")
def test_a_tie_for_the_first_place_is_rolled_again_among_the_tied() -> None:
    table = before_meeting(0, 0, 0, NONE)
    assert meet(table, 5, 2, 5, 3, 4) == [2, 3, 1, 0]
    assert tokens(table) == [(0, 1), (0, 0), (1, 0), (0, 0)]


@rule("AO-3.6", "AO-R60")
def test_a_tie_for_the_second_place_is_rolled_again() -> None:
    """The winner is not asked again, and keeps the first place whatever the others roll."""
    table = before_meeting(0, 0, 0, 0)
    assert meet(table, 3, 4, 3, 3, 1, 6, 2) == [4, 1, 2, 3]
    assert table.s.rolls[:4].tolist() == [1, 4, 6, 2]
    assert tokens(table) == [(0, 0), (1, 0), (0, 1), (0, 0)]


@rule("AO-3.6", "AO-R60")
def test_a_tie_within_a_tie_is_rolled_again() -> None:
    """Three tie for the first place; of these two tie for the second."""
    table = before_meeting(0, 0, 0, NONE)
    assert meet(table, 4, 4, 4, 2, 6, 2, 3, 1) == [2, 1, 3, 0]
    assert tokens(table) == [(0, 1), (1, 0), (0, 0), (0, 0)]


@rule("AO-3.6", "AO-R60")
def test_the_tied_may_tie_again() -> None:
    table = before_meeting(0, 0, NONE, NONE)
    assert meet(table, 1, 1, 6, 6, 3, 2) == [1, 2, 0, 0]
    table = before_meeting(0, 0, NONE, NONE)
    assert meet(table, 3, 3, 2, 3) == [2, 1, 0, 0]


@rule("AO-3.6", "AO-R60")
def test_a_tie_for_the_third_place_stays() -> None:
    """No die is rolled for it: there are four rolls, and chance is where it was after them."""
    table = before_meeting(0, 0, 0, 0)
    assert meet(table, 6, 5, 1, 1) == [1, 2, 3, 3]
    assert tokens(table) == [(1, 0), (0, 1), (0, 0), (0, 0)]
    assert table.s.rolls[:4].tolist() == [6, 5, 1, 1]


@rule("AO-3.6", "AO-R60")
def test_a_tie_for_the_first_place_of_two_decides_the_second_place_too() -> None:
    """The third one is no second, however low the tied roll again."""
    table = before_meeting(0, 0, 0, NONE)
    assert meet(table, 5, 4, 5, 1, 2) == [2, 3, 1, 0]


@rule("AO-3.6")
def test_seats_roll_in_turn_order_from_the_first_player() -> None:
    """KLM is first: the dice are those of KLM, Luft Hansa, Latécoère and Sabena; and again among the tied."""
    table = before_meeting(0, 0, 0, 0, first=2)
    assert meet(table, 1, 2, 3, 6) == [2, 1, 4, 3]
    table = before_meeting(0, 0, 0, 0, first=2)
    assert meet(table, 6, 2, 3, 6, 5, 4) == [3, 2, 1, 4]


@rule("AO-3.6", "AO-R29")
@pytest.mark.parametrize("seat", range(4))
def test_a_single_participant_wins_without_a_roll(seat: int) -> None:
    table = before_meeting(*(0 if other == seat else NONE for other in range(4)))
    chance = int(table.s.chance)
    assert meet(table) == [int(other == seat) for other in range(4)]
    assert tokens(table) == [(int(other == seat), 0) for other in range(4)]
    assert table.s.rolls.sum() == 0
    assert table.s.chance == chance
    assert table.decider == COMPANIES[seat]


@rule("AO-3.6", "AO-R29", "AO-3.2")
def test_without_a_participant_nothing_changes() -> None:
    table = before_meeting(NONE, NONE, NONE, NONE, first=3)
    table.s.rolls[:2], table.s.ranked[:2] = (5, 3), (1, 2)
    assert meet(table) == [0, 0, 0, 0]
    assert tokens(table) == [(0, 0)] * 4
    assert table.s.rolls.sum() == 0
    assert table.decider == "Luft Hansa"


@rule("AO-3.6", "AO-2.4", "AO-R29")
def test_without_a_token_on_the_board_there_is_none_to_get() -> None:
    """All +3 are held, three +2 as well: the winner gets nothing, the second the last +2, and the winner is first."""
    table = before_meeting(0, 0, NONE, NONE).tokens("KLM", first=3, second=2).tokens("Luft Hansa", first=1, second=1)
    meet(table, 6, 5)
    assert tokens(table) == [(0, 0), (0, 1), (3, 2), (1, 1)]
    assert table.decider == "Latécoère"
    table = before_meeting(0, 0, NONE, NONE).tokens("KLM", first=3, second=4)
    meet(table, 5, 6)
    assert tokens(table) == [(0, 0), (1, 0), (3, 4), (0, 0)]


@rule("AO-3.6", "AO-2.4", "AO-R29", "AO-4.6")
def test_spent_tokens_can_be_won_again() -> None:
    table = before_meeting(0, 0, NONE, NONE).tokens("Luft Hansa", first=4)
    table.play("Luft Hansa", "Increase logistics by 5 with a +3 token")
    assert table.s.turn == 3
    assert table.s.tokens[:, 1].sum() == 4, "the spent one was won at once"
    assert table.s.tokens[3, 1] == 3


@rule("AO-3.6", "AO-3.2")
def test_with_five_at_the_meeting() -> None:
    table = before_meeting(0, 0, 0, 0, 0, players=5)
    assert meet(table, 1, 2, 3, 4, 6) == [5, 4, 3, 2, 1]
    assert table.decider == "CAT"


# The feat


@rule("AO-R51", "AO-4.5.4.1", "AO-4.4")
@pytest.mark.parametrize("feat", [True, False])
def test_saint_exupery_is_asked_when_he_is_sent(feat: bool) -> None:
    table = position(2).legend("Latécoère", "Exupéry")
    table.s.registered[0] = 1
    table.play("Latécoère", "Send Antoine de Saint-Exupéry to the meeting")
    words = ["Feat of Antoine de Saint-Exupéry: 2 more on the die", "No feat now"]
    assert (table.phase, table.choices()) == (Phase.FEAT, words)
    table.play("Latécoère", words[0] if feat else words[1])
    assert (table.s.inspired[0], table.s.feat[0], table.s.sent[0]) == (feat, not feat, 2)
    assert table.decider == "Sabena"


@rule("AO-R51", "AO-4.5.4.1")
def test_nobody_else_is_asked_at_the_meeting() -> None:
    """Another legend, a feat that has been executed, or a rookie of Saint-Exupéry's company."""
    for name, feat, pilot in (
        ("Mermoz", True, "Jean Mermoz"),
        ("Exupéry", False, "Antoine de Saint-Exupéry"),
        ("Exupéry", True, "a rookie"),
    ):
        table = position(2).legend("Latécoère", name, feat=feat)
        table.s.registered[0] = 1
        table.play("Latécoère", f"Send {pilot} to the meeting")
        assert table.decider == "Sabena", name
        assert (table.s.inspired[0], table.s.feat[0]) == (0, feat)
