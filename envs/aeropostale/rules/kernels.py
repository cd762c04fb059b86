"""The six kernels' entry to the rules: dealing, what is legal in each phase, and playing a decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..._core.chance import draw
from ..._core.kernel import kernel
from ..actions import Action
from ..limits import RANKS, Condition
from ..state import Event, Phase
from .common import Outcome, place_of, use_pilot
from .fleet import (
    can_reorganise,
    change_fleet,
    legal_changes,
    legal_places_of_moving_tile,
    legal_swaps,
    legal_upkeep,
    maintain,
    move_tile,
    recover,
    reorganise,
    swap_designs,
)
from .flights import (
    announce,
    choose_design,
    choose_take_off,
    legal_designs,
    legal_feats_of_flight,
    legal_flights,
    legal_pilots_of_flight,
    legal_take_off,
    may_use_feat_in_flight,
    use_feat,
)
from .meetings import choose_meeting_feat, legal_delegates, legal_registration, register, send_pilot
from .records import (
    choose_record_feat,
    choose_record_pilot,
    declare_record,
    legal_pilots_of_record,
    legal_records,
    legal_tile_places,
    place_record_tile,
    put_tile_under,
)
from .resources import increase_logistics, legal_increases, legal_recruits, recruit, recruit_from
from .runs import (
    carry,
    grow_stop,
    land_to_run,
    legal_cargo,
    legal_contracts,
    legal_monopolies,
    legal_removals,
    load_cargo,
    place_monopoly,
    remove_cube,
    take_contract,
)
from .scoring import score
from .setup import set_up
from .stops import (
    bear_loss,
    become_legend,
    choose_strip,
    land_to_create,
    legal_legends,
    legal_losses,
)
from .turns import begin_actions, begin_turn, end_action, end_turn, next_gainer
from .wings import after_gain, convert, convert_in_action, keep_wings, legal_conversions

__all__ = ["apply", "deal", "legal", "redeal", "score"]

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..state import Options, State
    from ..tables import Tables


@kernel
def deal(t: Tables, o: Options, s: State, seed: int) -> None:
    """Set the table up and begin the first turn (Rule AO-2.5)."""
    set_up(t, o, s)
    begin_turn(t, o, s)


@kernel(inline=True)
def legal(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """What the seat to decide may do."""
    if s.phase == Phase.REGISTERING:
        legal_registration(s, mask)
    elif s.phase == Phase.ACTION:
        legal_action(t, o, s, mask)
    elif s.phase == Phase.TAKE_OFF:
        legal_take_off(t, s, mask)
    elif s.phase == Phase.DESIGN:
        legal_designs(t, s, mask)
    elif s.phase == Phase.PILOT:
        legal_pilots(t, s, mask)
    elif s.phase == Phase.FEAT:
        legal_feats(t, s, mask)
    elif s.phase == Phase.STRIP:
        mask[Action.REVEAL] = 1
        mask[Action.LEGENDARY_STRIP] = 1
    elif s.phase == Phase.LEGEND:
        legal_legends(s, mask)
    elif s.phase == Phase.STRIP_EFFECT:
        legal_losses(t, s, mask)
    elif s.phase == Phase.CONTRACTS:
        legal_contracts(t, s, mask)
    elif s.phase == Phase.CARGO:
        legal_cargo(t, o, s, mask)
    elif s.phase == Phase.REMOVING:
        legal_removals(o, s, mask)
    elif s.phase == Phase.MONOPOLY:
        legal_monopolies(s, mask)
    elif s.phase == Phase.TILE:
        legal_tile_places(s, mask)
    elif s.phase == Phase.REORGANISING:
        legal_changes(s, mask)
    elif s.phase == Phase.SWAP:
        legal_swaps(s, mask)
    elif s.phase == Phase.MOVING_TILE:
        legal_places_of_moving_tile(s, mask)
    elif s.phase == Phase.CONVERTING:
        legal_conversions(t, s, mask)
        mask[Action.FINISH] = 1


@kernel(inline=True)
def legal_action(t: Tables, o: Options, s: State, mask: NDArray[np.uint8]) -> None:
    """The nine actions, or passing; wings can be converted before (Rules AO-3.5, AO-4, AO-5.7, AO-R31, AO-R62)."""
    mask[Action.PASS] = 1
    legal_flights(t, s, mask)
    if has_available_pilot(s):
        legal_records(s, mask)
        legal_delegates(s, mask)
    legal_recruits(t, o, s, mask)
    legal_increases(t, s, mask)
    mask[Action.REORGANISE] = can_reorganise(s, s.seat)
    legal_upkeep(s, mask)
    legal_conversions(t, s, mask)


@kernel(inline=True)
def has_available_pilot(s: State) -> bool:
    """Whether any of the seat's pilots is in the green area (Rules AO-4.3, AO-4.4)."""
    pilots = 0
    for rank in range(RANKS):
        pilots += s.pilots[s.seat, Condition.AVAILABLE, rank]
    return pilots > 0


@kernel(inline=True)
def legal_pilots(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """Pilots of a flight or of a record."""
    if s.event == Event.BREAKING_RECORD:
        legal_pilots_of_record(s, mask)
    else:
        legal_pilots_of_flight(t, s, mask)


@kernel(inline=True)
def legal_feats(t: Tables, s: State, mask: NDArray[np.uint8]) -> None:
    """What the legendary pilot's feat can do, or not now (Rules AO-4.5.4.1, AO-R51)."""
    if s.event == Event.CREATING or s.event == Event.RUNNING:
        legal_feats_of_flight(t, s, mask)
    else:
        mask[Action.ABILITY] = 1
        mask[Action.NO_FEAT] = 1


@kernel(inline=True)
def apply(t: Tables, o: Options, s: State, action: int) -> None:
    """Play one decision of `s.seat` and go on to the next one."""
    outcome = outcome_of(t, o, s, action)
    # What follows is long: one call of each keeps the machine code short.
    if outcome == Outcome.WINGS_GAINED:
        outcome = after_gain(t, o, s, s.event != Event.SUPREMACY)
    if outcome == Outcome.WINGS_SETTLED:
        outcome = after_wings(t, o, s)
    if outcome == Outcome.ACTION_OVER:
        outcome = end_action(t, o, s)
    if outcome == Outcome.TURN_OVER:
        end_turn(t, o, s)


@kernel(inline=True)
def outcome_of(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """Play one decision by the rules of its phase."""
    if s.phase == Phase.REGISTERING:
        return play_registration(o, s, action)
    if s.phase == Phase.ACTION:
        return play_action(t, o, s, action)
    if s.phase == Phase.TAKE_OFF:
        return choose_take_off(s, action - Action.TAKE_OFF)
    if s.phase == Phase.DESIGN:
        return choose_design(t, o, s, action - Action.DESIGN)
    if s.phase == Phase.PILOT:
        return play_pilot(t, o, s, action)
    if s.phase == Phase.FEAT:
        return play_feat(t, o, s, action)
    if s.phase == Phase.STRIP:
        return choose_strip(t, o, s, action)
    if s.phase == Phase.LEGEND:
        return become_legend(t, o, s, action - Action.LEGEND)
    if s.phase == Phase.STRIP_EFFECT:
        return bear_loss(t, o, s, action)
    if s.phase == Phase.CONTRACTS:
        return load_cargo(t, o, s) if action == Action.FINISH else take_contract(t, s, action - Action.CONTRACT)
    if s.phase == Phase.CARGO:
        return carry(t, o, s, action - Action.CARRY + 1)
    if s.phase == Phase.REMOVING:
        return remove_cube(o, s, action - Action.REMOVE + 1)
    if s.phase == Phase.MONOPOLY:
        return place_monopoly(t, s, action - Action.MONOPOLY)
    if s.phase == Phase.TILE:
        return put_tile_under(s, place_of(s, s.seat, action - Action.DESIGN))
    if s.phase == Phase.REORGANISING:
        return change_fleet(s, action)
    if s.phase == Phase.SWAP:
        return swap_designs(s, action - Action.DESIGN)
    if s.phase == Phase.MOVING_TILE:
        return move_tile(s, action - Action.DESIGN)
    return play_conversion(t, s, action)


@kernel
def play_registration(o: Options, s: State, action: int) -> Outcome:
    """Choose for the meeting; when all have, the actions begin (Rules AO-3.4, AO-3.5)."""
    if register(o, s, action):
        begin_actions(s)
    return Outcome.NEXT_DECISION


@kernel
def play_action(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """One of the nine actions or passing; a conversion before it, after which wings without a slot are lost.

    (Rules AO-3.5, AO-4, AO-5.7, AO-R34, AO-R62)
    """
    if action >= Action.CONVERT:
        return convert_in_action(t, o, s, action - Action.CONVERT)
    keep_wings(t, s)
    if action == Action.PASS:
        return Outcome.ACTION_OVER
    if action < Action.RUN:
        return announce(t, s, action - Action.CREATE, Event.CREATING)
    if action < Action.RECORD:
        return announce(t, s, action - Action.RUN, Event.RUNNING)
    if action < Action.MEETING:
        return declare_record(s, action - Action.RECORD)
    if action < Action.RECRUIT:
        return send_pilot(s, action - Action.MEETING)
    if action == Action.RECRUIT:
        return recruit(s)
    if action < Action.LOGISTICS:
        return recruit_from(o, s, action - Action.RECRUIT_FROM + 1)
    if action < Action.REORGANISE:
        return increase_logistics(t, s, action)
    if action == Action.REORGANISE:
        return reorganise(s)
    if action < Action.RECOVERY:
        return maintain(s, action - Action.MAINTENANCE)
    return recover(s, action - Action.RECOVERY + 1)


@kernel
def play_pilot(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """A pilot for the record or for the flight, or the creation is cancelled: the action is spent.

    (Rules AO-4.1.2.1, AO-4.2.3, AO-4.3, AO-R14, AO-R50)
    """
    if action == Action.CANCEL:
        return Outcome.ACTION_OVER
    if s.event == Event.BREAKING_RECORD:
        return choose_record_pilot(t, o, s, action - Action.PILOT)
    use_pilot(s, action - Action.PILOT)
    if may_use_feat_in_flight(t, s):
        s.phase = Phase.FEAT
        return Outcome.NEXT_DECISION
    return take_off(t, o, s)


@kernel
def play_feat(t: Tables, o: Options, s: State, action: int) -> Outcome:
    """The legendary pilot's feat, or not now (Rules AO-4.5.4.1, AO-R51)."""
    if s.event == Event.BREAKING_RECORD:
        return choose_record_feat(t, o, s, action)
    if s.event == Event.MEETING:
        return choose_meeting_feat(s, action)
    if action != Action.NO_FEAT:
        use_feat(s)
        if action == Action.ABILITY:
            s.able = 1
        else:
            s.ignored = action - Action.IGNORE_WEATHER
    return take_off(t, o, s)


@kernel
def take_off(t: Tables, o: Options, s: State) -> Outcome:
    """Pilot and feat are chosen: the flight is made."""
    return land_to_create(t, o, s) if s.event == Event.CREATING else land_to_run(t, s)


@kernel
def play_conversion(t: Tables, s: State, action: int) -> Outcome:
    """Convert wings that were gained, or keep them as far as there are slots (Rules AO-5.7, AO-R34, AO-R62)."""
    if action == Action.FINISH:
        keep_wings(t, s)
        return Outcome.WINGS_SETTLED
    convert(t, s, action - Action.CONVERT)
    return Outcome.WINGS_GAINED


@kernel
def after_wings(t: Tables, o: Options, s: State) -> Outcome:
    """Wings are settled: the event in which they were gained goes on (Rules AO-R61, AO-R63, AO-R65)."""
    if s.event == Event.RUNNING:
        return grow_stop(t, s)
    if s.event == Event.BREAKING_RECORD:
        return place_record_tile(s)
    if s.event == Event.SUPREMACY:
        return next_gainer(t, o, s)
    if t.last_city_ends[o.scenario]:
        s.done = 1
        return Outcome.NEXT_DECISION
    return Outcome.ACTION_OVER


@kernel
def redeal(t: Tables, o: Options, s: State, seat: int, seed: int) -> None:
    """Strips and weather are drawn from what nobody has seen; a seat does not know what others chose for the meeting.

    (Rule AO-3.4)
    """
    s.chance = seed
    for other in range(o.players):
        if other != seat and s.choice[other] != 0 and not s.barred[other]:
            s.choice[other] = 1 + draw(s, 2)
