"""The numbers of the expert and where each stands in `params`; worths are in bronze wings on the way to the goal."""

from __future__ import annotations

from enum import IntEnum, auto


class P(IntEnum):
    """`LATER` stands for what is counted once for each turn that is expected to follow."""

    # Wings of a seat that come in a turn; a stop point while wings can win, and more at the limit of turns.
    PACE = 0
    STOP = auto()
    STOP_END = auto()
    # Supremacy: how sure a lead is at the end of the turn (and with actions of rivals to come), and in later turns;
    # worth of later turns, of what a rival loses, and what one loses who could win by it.
    HOLD_SPREAD = auto()
    HOLD_ACTIONS = auto()
    HOLD_LATER = auto()
    HOLD_LATER_SPREAD = auto()
    HOLD_RIVAL = auto()
    HOLD_URGENT = auto()
    # A cube by itself; driving a rival out; a monopoly beside its stop points; any run.
    CUBE = auto()
    DRIVE_OUT = auto()
    MONOPOLY = auto()
    RUN = auto()
    # New stops by continent, now and for each later turn; a new region; pioneers' wings on the way; contracts there;
    # a line whose weather is not known, and how much counts that it may keep the flight from landing.
    CREATE_EUROPE = auto()
    CREATE_AFRICA = auto()
    CREATE_AMERICA = auto()
    CREATE_EUROPE_LATER = auto()
    CREATE_AFRICA_LATER = auto()
    CREATE_AMERICA_LATER = auto()
    NEW_REGION = auto()
    PIONEER = auto()
    CONTRACTS = auto()
    UNKNOWN = auto()
    RISK = auto()
    # Logistics points: the first one, and each next one as a share of the one before; keeping tokens.
    POINT = auto()
    POINT_NEXT = auto()
    KEEP_TOKEN = auto()
    # Pilots and aeroplanes that will be away in the next turn.
    ROOKIE = auto()
    SEASONED = auto()
    LEGENDARY = auto()
    PLANE = auto()
    PLANE_WORTH = auto()
    # Share of a flight that is credited to each thing that it lacks.
    ENABLE = auto()
    # Recruiting: any, a pilot owned, a pilot available; that a rival loses one.
    RECRUIT = auto()
    RECRUIT_OWNED = auto()
    RECRUIT_READY = auto()
    RECRUIT_STEAL = auto()
    MAINTAIN = auto()
    RECOVER = auto()
    # Meetings: pilots beyond the aeroplanes that are there, and turns to follow, from which one registers; any, each
    # rival there, each rank; more at the last action, so that who registered does not stay away.
    REGISTER = auto()
    REGISTER_LATER = auto()
    MEETING = auto()
    MEETING_RIVAL = auto()
    MEETING_RANK = auto()
    MEETING_DUE = auto()
    # Records: any, tiles by record, a promotion; designs: a free place, capacity, range, red range, fuel, icons.
    RECORD = auto()
    TILE_SPEED = auto()
    TILE_DISTANCE = auto()
    TILE_ALTITUDE = auto()
    PROMOTE = auto()
    DESIGN = auto()
    DESIGN_CAPACITY = auto()
    DESIGN_RANGE = auto()
    DESIGN_RED = auto()
    DESIGN_FUEL = auto()
    DESIGN_ICONS = auto()
    # The legendary pilot's strip, for each later turn.
    LEGEND = auto()


NAMES = tuple(number.name.lower() for number in P)
"""Names of the numbers in the data file, in order."""
