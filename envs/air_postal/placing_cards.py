"""Setting up a table by hand: Load, Objective, System and Crew cards, each in one place; hooks for `testing.py`."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from .._core.bits import members
from .faults_of_pilots import glory_won
from .limits import (
    AIR_ROUTES,
    EXPERTS,
    FIRST_DIPLOMACY,
    FIRST_EXPERT,
    LOADS,
    NATION_LABELS,
    NONE,
    WORDS,
    Load,
)
from .names import load_name, objective_name
from .placing import Board
from .rules.common import bit_of, word_of


class Cards(Board):
    """A game in progress with hooks for its cards. Whatever is set up comes from the decks."""

    # Load cards

    def loads(self, who: str, *names: str) -> Self:
        """These Load cards are aboard, and no others: `loads("Bastié", "Mail Delivery", "PAX on Board")`."""
        aboard = self.s.aboard[self.seat(who)]
        self.s.load_deck += aboard
        aboard[:] = 0
        for name in names:
            aboard[self._pick_load(name)] += 1
        return self

    def bags(self, who: str, **counts: int) -> Self:
        """Diplomatic Bags that a seat has delivered for its Diplomacy card: `bags("Bastié", soviet=1)`."""
        for nation, count in counts.items():
            k = NATION_LABELS.index(nation)
            for _ in range(count):
                self._pick_load(load_name(Load.SOVIET_BAG + k))
            self.s.bags[self.seat(who), k] += count
        return self

    def _pick_load(self, name: str) -> int:
        """A card from the deck; else from the discard pile, else from the river, in whose place another one comes."""
        load = self.number("load", name)
        for pile in (self.s.load_deck, self.s.load_discard):
            if pile[load]:
                pile[load] -= 1
                return load
        river = self.s.load_river.tolist()
        assert load in river, f"no {name} is left"
        self.s.load_river[river.index(load)] = self._any_load()
        return load

    def _any_load(self) -> int:
        for pile in (self.s.load_deck, self.s.load_discard):
            if pile.any():
                load = int(pile.argmax())
                pile[load] -= 1
                return load
        return NONE

    def load_river(self, *names: str | None) -> Self:
        """The river of Load cards up to its right end, with gaps where None stands, and to the left of these cards."""
        river, places = self.s.load_river, int(self.t.loads_open[self.game.players])
        for load in river[river != NONE]:
            self.s.load_deck[load] += 1
        river[:] = NONE
        for place, name in enumerate(names, places - len(names)):
            river[place] = NONE if name is None else self._pick_load(name)
        return self

    def load_piles(self, deck: tuple[str, ...] = (), discard: tuple[str, ...] = ()) -> Self:
        """The deck and the discard pile of Load cards; all others that lay there were lost in crashes."""
        left = self.s.load_deck + self.s.load_discard
        for pile, names in ((self.s.load_deck, deck), (self.s.load_discard, discard)):
            pile[:] = 0
            for name in names:
                pile[self.number("load", name)] += 1
        left -= self.s.load_deck + self.s.load_discard
        assert (left >= 0).all(), "there are not so many cards"
        self.s.load_box += left
        self.one_crash()
        return self

    # Objective cards

    def objectives(self, who: str, *names: str) -> Self:
        """A seat holds these Objective cards, and no others; cubes lie where its aircraft stands, and nowhere else."""
        self._give(self.s.held[self.seat(who)], names)
        self._stand(self.seat(who))
        return self

    def achieved(self, who: str, *names: str) -> Self:
        """A seat has achieved these objectives, and no others; of Diplomacy, `bags` say how far."""
        return self._give(self.s.achieved[self.seat(who)], names)

    def _give(self, cards: Any, names: tuple[str, ...]) -> Self:
        for word in range(WORDS):
            self.s.objective_deck[word] |= cards[word]
            self.s.marked[:] &= ~cards[0]
            cards[word] = 0
        for name in names:
            card = self._pick_objective(name)
            cards[word_of(card)] |= np.int64(bit_of(card))
        return self

    def _pick_objective(self, name: str) -> int:
        card = self.number("objective", name)
        word, bit = word_of(card), np.int64(bit_of(card))
        for pile in (self.s.objective_deck, self.s.objective_discard):
            if pile[word] & bit:
                pile[word] &= ~bit
                return card
        river = self.s.objective_river.tolist()
        assert card in river, f"{name} is not in this game, or somebody has it"
        others = next(cards for cards in (self.deck_of_objectives, [NONE]) if cards)
        self.s.objective_river[river.index(card)] = others[0]
        if others[0] != NONE:
            self.s.objective_deck[word_of(others[0])] &= ~np.int64(bit_of(others[0]))
        return card

    @property
    def deck_of_objectives(self) -> list[int]:
        """The cards in the deck of Objective cards, in order of their numbers."""
        return cards_in(self.s.objective_deck)

    def mark(self, who: str, objective: str, city: str) -> Self:
        """A cube lies on an Air Route card of a seat, for this one of its two cities."""
        card, number = self.number("objective", objective), self.number("city", city)
        assert int(self.s.held[self.seat(who), 0]) >> card & 1, f"{who} has no card {objective}"
        self.s.marked[self.t.air_route[card].tolist().index(number)] |= np.int64(1) << card
        return self

    def objective_river(self, *names: str | None) -> Self:
        """The river of Objective cards up to its right end, with gaps where None stands; others come to the left."""
        river, places = self.s.objective_river, int(self.t.objectives_open[self.game.players])
        for card in river[river != NONE].tolist():
            self.s.objective_deck[word_of(card)] |= np.int64(bit_of(card))
        river[:] = NONE
        for place, name in enumerate(names, places - len(names)):
            river[place] = NONE if name is None else self._pick_objective(name)
        for place in range(places - len(names)):
            if self.deck_of_objectives:
                river[place] = self._pick_objective(objective_name(self.game, self.deck_of_objectives[-1]))
        return self

    def objective_piles(self, deck: tuple[str, ...] = (), discard: tuple[str, ...] = ()) -> Self:
        """The deck and the discard pile of Objective cards; seats have achieved all others that lay there.

        Of these the last seat still has Diplomacy cards before it.
        """
        seats = self.game.players
        piles = self.s.objective_deck, self.s.objective_discard
        left = cards_in(piles[0] | piles[1])
        for pile, names in zip(piles, (deck, discard), strict=True):
            pile[:] = 0
            for name in names:
                card = self.number("objective", name)
                left.remove(card)
                pile[word_of(card)] |= np.int64(bit_of(card))
        for k, card in enumerate(left):
            pile = self.s.held[seats - 1] if card >= FIRST_DIPLOMACY else self.s.achieved[k % seats]
            pile[word_of(card)] |= np.int64(bit_of(card))
        return self

    def _explain_glory(self) -> None:
        """Who has more glory than there is a reason for has achieved Air Routes, the last ones of the deck."""
        for seat in range(self.game.players):
            while self.s.glory[seat] > glory_won(self.game, self.s, seat) and int(self.s.objective_deck[0]):
                bit = np.int64(1) << np.int64(int(self.s.objective_deck[0]).bit_length() - 1)
                self.s.objective_deck[0] &= ~bit
                self.s.achieved[seat, 0] |= bit

    # System and Crew cards

    def equip(self, who: str, *names: str) -> Self:
        """These System and Crew cards are aboard, and no others; Expert cards were the first ones of their deck."""
        seat = self.seat(who)
        for card in members(self.s.equipment[seat]):
            self._put_back(card)
        self.s.equipment[seat] = 0
        for name in names:
            card = self.number("equipment", name)
            self._pick_equipment(card)
            self.s.equipment[seat] |= 1 << card
        return self

    def _put_back(self, card: int) -> None:
        if card < FIRST_EXPERT:
            self.s.stock[card] += 1
        else:
            self.s.experts_seen &= ~(1 << (card - FIRST_EXPERT))
            self.s.experts_below += 1

    def _pick_equipment(self, card: int) -> None:
        if card < FIRST_EXPERT:
            assert self.s.stock[card] > 0, "no such card is left"
            self.s.stock[card] -= 1
            return
        if card != self.s.expert:
            self._see(card)
        elif self.s.experts_below > 0:
            self.s.expert = NONE
            self.s.expert = next(k for k in range(FIRST_EXPERT, FIRST_EXPERT + EXPERTS) if not self._seen(k))
            self._see(int(self.s.expert))
        else:
            self.s.expert = NONE

    def _seen(self, card: int) -> bool:
        return bool(int(self.s.experts_seen) >> (card - FIRST_EXPERT) & 1)

    def _see(self, card: int) -> None:
        assert not self._seen(card), "somebody has the card"
        assert self.s.experts_below > 0, "the Expert deck has no more cards"
        self.s.experts_seen |= 1 << (card - FIRST_EXPERT)
        self.s.experts_below -= 1

    def expert(self, name: str, *under: str) -> Self:
        """The Expert card that lies on top of its deck, and those that have been put under it."""
        card = self.number("equipment", name)
        if self.s.expert not in (card, NONE):
            self._put_back(int(self.s.expert))
            self._see(card)
        self.s.expert = card
        for place, other in enumerate(under):
            self._see(self.number("equipment", other))
            self.s.experts_returned[place] = self.number("equipment", other)
        return self

    def sold_out(self, *names: str) -> Self:
        """All copies of these Basic or Standard cards that are in their decks were lost in crashes."""
        for name in names:
            card = self.number("equipment", name)
            self.s.equipment_box[card] += self.s.stock[card]
            self.s.stock[card] = 0
        self.one_crash()
        return self

    # Looking

    def loads_of(self, who: str) -> dict[str, int]:
        """Load cards aboard, without the kinds that are not there."""
        return counted_loads(self.s.aboard[self.seat(who)])

    def river_of_loads(self) -> list[str | None]:
        """The river of Load cards from its left end."""
        size = self.t.loads_open[self.game.players]
        return [None if load == NONE else load_name(int(load)) for load in self.s.load_river[:size]]

    def river_of_objectives(self) -> list[str | None]:
        """The river of Objective cards from its left end."""
        size = self.t.objectives_open[self.game.players]
        return [None if k == NONE else objective_name(self.game, int(k)) for k in self.s.objective_river[:size]]

    def names_in(self, cards: Any) -> set[str]:
        """The names of a set of Objective cards: `names_in(table.s.objective_discard)`."""
        return {objective_name(self.game, card) for card in cards_in(cards)}

    def objectives_of(self, who: str) -> set[str]:
        """Unfulfilled Objective cards of a seat."""
        return self.names_in(self.s.held[self.seat(who)])

    def achieved_of(self, who: str) -> set[str]:
        """Objectives that a seat has achieved."""
        return self.names_in(self.s.achieved[self.seat(who)])

    def marks_on(self, objective: str) -> list[bool]:
        """Whether cubes lie on the first and the second city of an Air Route card."""
        card = self.number("objective", objective)
        return [bool(int(cards) >> card & 1) for cards in self.s.marked]


def cards_in(words: Any) -> list[int]:
    """The Objective cards of a set, in order of their numbers."""
    return members(words[0]) + [AIR_ROUTES + k for k in members(words[1])]


def counted_loads(pile: Any) -> dict[str, int]:
    """How many Load cards of each kind are in a pile, without the kinds that are not there."""
    return {load_name(load): int(pile[load]) for load in range(LOADS) if pile[load]}
