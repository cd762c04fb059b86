"""What can be inconsistent in the panels of companies: logistics, pilots, legends, the fleet, records and tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .limits import DESIGNS, LEGENDS, NONE, STARTING_DESIGNS, Condition, Rank
from .state import Phase

if TYPE_CHECKING:
    from .._core.game import Game

DESIGN_BITS = 1 << np.arange(DESIGNS)


def faults_of_companies(game: Game, s: Any) -> list[str]:
    """What is inconsistent in the panels of a State record whose seats and companies are in order."""
    return [
        *_pilot_faults(game, s),
        *_legend_faults(game, s),
        *_design_faults(game, s),
        *_fleet_faults(game, s),
        *_record_faults(game, s),
        *_token_faults(game, s),
    ]


def _pilot_faults(game: Game, s: Any) -> Iterator[str]:
    """Logistics are within the gauge; there are not more pilots than in the box and the reserve."""
    t, n = game._gate.tables, game.players
    for seat in np.flatnonzero(s.logistics > t.gauge).tolist():
        yield f"seat {seat} has {s.logistics[seat]} logistics points; the gauge ends at {t.gauge}"
    owned = s.pilots.sum(axis=(0, 1)).tolist()
    for rank, most in ((Rank.ROOKIE, t.rookies), (Rank.SEASONED, t.seasoned * n)):
        if owned[rank] > most:
            yield f"companies have {owned[rank]} {rank.name.lower()} pilots; there are {most}"


def _legend_faults(game: Game, s: Any) -> Iterator[str]:
    """Who has laid the legendary strip has taken a legendary pilot from the reserve, whom a strip can take again."""
    t, n = game._gate.tables, game.players
    taken = ~s.legends_left & (1 << LEGENDS) - 1
    legends, pilots = s.legend[:n].tolist(), s.pilots[:n, :, Rank.LEGENDARY].sum(axis=1).tolist()
    for seat, legend in enumerate(legends):
        if pilots[seat] != (legend != NONE):
            yield f"seat {seat} has {pilots[seat]} legendary pilots, and legend {legend}"
        if legend != NONE and (s.legend_strip[seat] or not taken >> legend & 1):
            yield f"seat {seat} has legend {legend}, but its strip, or the pilot in the reserve, is still there"
        if legend == NONE and s.feat[seat]:
            yield f"seat {seat} has a feat, but no legendary pilot"
    held = [legend for legend in legends if legend != NONE]
    if len(set(held)) < len(held):
        yield "two seats have one legendary pilot"
    choosing = s.phase == Phase.LEGEND and not s.done
    strips = n if t.has_legends[game.options[0].scenario] else 0
    used = strips - int(s.legend_strip.sum()) - choosing
    if taken.bit_count() != used:
        yield f"{taken.bit_count()} legendary pilots have left the reserve, but {used} strips have brought one"


def _design_faults(game: Game, s: Any) -> Iterator[str]:
    """A company has its starting designs and those of its records, three of them on the panel at least."""
    t, n = game._gate.tables, game.players
    company = s.company[:n]
    record, level = t.design_record[company], t.design_level[company]
    earned = (record == NONE) | (level <= np.take_along_axis(s.level[:n], np.maximum(record, 0), axis=1))
    expected = (earned @ DESIGN_BITS).tolist()
    for seat, designs in enumerate(s.designs[:n].tolist()):
        if designs != expected[seat]:
            yield f"the designs of seat {seat} are not those that it began with and those of its records"
        fleet = s.fleet[seat].tolist()
        filled = [design for design in fleet if design != NONE]
        if fleet[: len(filled)] != filled or len(filled) < STARTING_DESIGNS:
            yield f"the places of seat {seat} hold {fleet}, but its designs fill the first ones, three at least"
        if len(set(filled)) < len(filled) or any(not designs >> design & 1 for design in filled):
            yield f"a design on the panel of seat {seat} is there twice, or not its own: {fleet}"


def _fleet_faults(game: Game, s: Any) -> Iterator[str]:
    """Figures that are used stand on a runway, all others on the panel, those of empty places among them."""
    n = game.players
    flown = s.condition[:n] == Condition.USED
    if (flown != (s.runway[:n] != NONE)).any():
        yield "a figure is on the board and on its panel at once, or on neither"
    if (s.condition[:n][s.fleet[:n] == NONE] != Condition.AVAILABLE).any():
        yield "the figure of a place without a design is in use"
    if (s.maximum[s.runway[:n][flown]] == 0).any():
        yield "a figure stands in a city that is closed"


def _record_faults(game: Game, s: Any) -> Iterator[str]:
    """The tile of a record is held by a seat with the highest level; wings are taken up to there at most."""
    t, n = game._gate.tables, game.players
    world = s.level[:n].max(axis=0).tolist()
    if (s.swept > world).any():
        yield f"wings of records have been taken up to {s.swept.tolist()}, but records only up to {world}"
    for record, (owner, place) in enumerate(zip(s.tile_owner.tolist(), s.tile_place.tolist(), strict=True)):
        if (owner != NONE) != (world[record] > 0):
            yield f"the tile of record {record} is held by {owner}, the world record is {world[record]}"
        elif owner == NONE and place:
            yield f"the tile of record {record} lies on the board, but under place {place}"
        elif owner != NONE and (s.level[owner, record] != world[record] or s.fleet[owner, place] == NONE):
            yield f"seat {owner} does not hold the world record of the tile {record}, or the tile lies under no design"
    if s.die not in (0, *t.record_die.tolist()) or (s.die and not any(world)):
        yield f"the record die shows {s.die}, which it has not, or nobody has rolled it"


def _token_faults(game: Game, s: Any) -> Iterator[str]:
    most = int(game._gate.tables.tokens)
    for kind, held in enumerate(s.tokens.sum(axis=0).tolist()):
        if held > most:
            yield f"{held} meeting tokens of kind {kind} are held; there are {most}"
