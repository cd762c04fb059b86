"""The course of a board: lanes of fields cut by rivers, the links between lanes, and every move that a ball allows.

All of it is worked out once, when a data pack is read, for both directions; kernels only look moves up. Fields are
numbered through from 0 lane by lane, outer lane first, in the direction of the flight that is looked at.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from .limits import FIRST_MOVES, LANE_MOVES, LANE_NAMES

Links = list[tuple[int, int]]
"""Lane changes, as pairs (from field, to field)."""

Ends = dict[int, int]
"""Moves: the end field (or GOAL) → a set of sets of passenger fields flown over, bit m standing for the set m."""


@dataclass(frozen=True)
class Course:
    """A board as one of its two flights sees it.

    Args:
        sections: number of river sections.
        half_after: the section that ends the first half of the flight.
        x: distance from the start of each field of each lane, in sections; rising within a lane.
        passenger: the two fields beside the passenger, as the flight meets them.
        printed: the lane changes that the board prints (None: the nearest field ahead in the neighbouring lane).
    """

    sections: int
    half_after: int
    x: tuple[tuple[float, ...], ...]
    passenger: tuple[int, int]
    printed: Links | None = None

    @cached_property
    def lengths(self) -> list[int]:
        """Fields of each lane."""
        return [len(lane) for lane in self.x]

    @cached_property
    def offsets(self) -> list[int]:
        """The first field of each lane."""
        return [sum(self.lengths[:lane]) for lane in range(len(self.x))]

    @cached_property
    def fields(self) -> list[tuple[int, int, float]]:
        """`(lane, number in the lane from 1, x)` of every field."""
        return [(lane, i + 1, x) for lane, row in enumerate(self.x) for i, x in enumerate(row)]

    def section(self, x: float) -> int:
        """The section of a place, from 1, as rivers cut the course (Rule ADP-7.4)."""
        return int(x) + 1

    def name(self, field: int) -> str:
        """A field as players call it, such as `"inner 4"`."""
        lane, number, _ = self.fields[field]
        return f"{LANE_NAMES[lane]} {number}"

    def passed(self, field: int) -> int:
        """The passenger fields that a plane on a field is at, as a bit (Rule ADP-6.1)."""
        return (field == self.passenger[0]) | (field == self.passenger[1]) << 1

    def first_ahead(self, x: float, lane: int) -> int:
        """The first field of a lane beyond a place; one past the lane's last field if there is none."""
        return self.offsets[lane] + bisect_right(self.x[lane], x)

    def way_to_lane(self, x: float, lane: int) -> float:
        """Sections from a place to the first field ahead in a lane, to the goal if there is none."""
        k = bisect_right(self.x[lane], x)
        return (self.x[lane][k] if k < self.lengths[lane] else self.sections) - x

    @cached_property
    def links(self) -> Links:
        """The lane changes: a step to the first field ahead in a neighbouring lane, if the board prints no others.

        (Rule ADP-R27)
        """
        if self.printed is not None:
            return self.printed
        links = []
        for field, (lane, _, x) in enumerate(self.fields):
            for other in (lane - 1, lane + 1):
                target = self.first_ahead(x, other) if 0 <= other < len(self.x) else -1
                if 0 <= target < self.offsets[other] + self.lengths[other]:
                    links.append((field, target))
        return links

    def reversed(self) -> Course:
        """The same board as the return flight sees it, start and goal having changed roles (Rules ADP-8.2, ADP-R12)."""
        x = tuple(tuple(self.sections - value for value in reversed(lane)) for lane in self.x)
        back = [self.offsets[lane] + self.lengths[lane] - number for lane, number, _ in self.fields]
        printed = None if self.printed is None else sorted((back[b], back[a]) for a, b in self.printed)
        passenger = (back[self.passenger[1]], back[self.passenger[0]])
        return Course(self.sections, self.sections - self.half_after, x, passenger, printed)


def moves(course: Course, steps: int, goal: int) -> tuple[Ends, list[Ends]]:
    """Every move of a number of steps: from the start field, and from each field.

    Within the course any path over the lanes counts (Rule ADP-5.4), of exactly that many steps (Rule ADP-5.1); paths
    with the same end and the same passenger fields are one (Rule ADP-R24). A move that leaves the start or reaches the
    goal stays in its lane (Rule ADP-5.3), and surplus steps of a landing are ignored (Rule ADP-7.1).
    """
    from_fields = paths(course, steps)
    from_start: Ends = {}
    for lane, offset in enumerate(course.offsets):
        fly_straight(course, from_start, lane, offset - 1, steps, goal)
    for field, (lane, _, _) in enumerate(course.fields):
        if field + steps >= course.offsets[lane] + course.lengths[lane]:
            fly_straight(course, from_fields[field], lane, field, steps, goal)
    return from_start, from_fields


def paths(course: Course, steps: int) -> list[Ends]:
    """Every path of exactly `steps` steps within the course, from each field, lane changes at will (Rule ADP-5.4)."""
    next_fields: list[list[int]] = [[] for _ in course.fields]
    for a, b in course.links:
        next_fields[a].append(b)
    for field, (lane, number, _) in enumerate(course.fields):
        if number < course.lengths[lane]:
            next_fields[field].append(field + 1)
    reached: list[Ends] = [{field: 1} for field in range(len(course.fields))]
    for _ in range(steps):
        longer: list[Ends] = []
        for successors in next_fields:
            ends: Ends = {}
            for field in successors:
                for end, sets in reached[field].items():
                    ends[end] = ends.get(end, 0) | with_fields(sets, course.passed(field))
            longer.append(ends)
        reached = longer
    return reached


def fly_straight(course: Course, ends: Ends, lane: int, field: int, steps: int, goal: int) -> None:
    """Add the move along one lane from a field, or from one before the lane's first field: the start (Rule ADP-5.3).

    It stays in its lane from end to end (Rule ADP-R5); reaching beyond the lane's last field is landing (Rule ADP-R6).
    """
    after = course.offsets[lane] + course.lengths[lane]
    flown = 0
    for passed in range(field + 1, min(field + steps + 1, after)):
        flown |= course.passed(passed)
    end = field + steps if field + steps < after else goal
    ends[end] = ends.get(end, 0) | 1 << flown


def with_fields(sets: int, passed: int) -> int:
    """A set of sets of passenger fields (bit m: the set m), each with further fields."""
    return sum({1 << (m | passed) for m in range(4) if sets >> m & 1})


def move_number(course: Course, x: float, end: int) -> int | None:
    """The move action (counted from Land) for an end field seen from a place, None if it lies too far ahead for one."""
    lane = course.fields[end][0]
    k = end - course.first_ahead(x, lane)
    return FIRST_MOVES[lane] + k if 0 <= k < LANE_MOVES[lane] else None
