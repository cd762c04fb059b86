"""One game at the terminal: who plays, what people hear of it, and their choices taken back or saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .terminal import shown

if TYPE_CHECKING:
    from ..agents import Agent
    from ..envs._core.position import Position

INDENT = "    "
"""Indent of the lines that say what happened after an action."""

SECRETLY = "decides in secret"
"""What people at other seats hear of an action that only its seat may know."""

REDEALS = 8
"""So many times what is hidden is drawn anew, to see whether something depends on it."""

NOTHING_ELSE = " [nothing else was possible]"
ALL_THE_SAME = " [whatever is chosen, it comes to the same]"


class TakenBack(Exception):  # noqa: N818 - taking back is no error
    """A person takes back a choice: the table is as it was before it."""


@dataclass
class Mark:
    """A choice of a person: the position in which it was made."""

    position: Position
    since: list[str]
    """What its seat could read again."""

    others: list[int] = field(default_factory=list)
    """Seats that have had a choice since."""


class AtTable:
    """A game in progress with an agent for each seat, people among them.

    Args:
        state: where the game stands; it is played on.
        agents: one for each seat.
        names: what the agents are called; `"human"` is a person.
        quiet: people hear nothing of what is played.
        tables: print the table after every action.
        save: the file of the replay, None: none yet.
    """

    def __init__(
        self,
        state: Position,
        agents: Sequence[Agent],
        names: Sequence[str],
        *,
        quiet: bool = False,
        tables: bool = False,
        save: str | None = None,
    ) -> None:
        self.state = state
        self.names = list(names)
        self.people = {seat for seat, name in enumerate(names) if name == "human"}
        self.save_to = save
        self._quiet, self._tables = quiet, tables
        self._marks: list[Mark] = []
        self._since: dict[int, list[str]] = {seat: [] for seat in self.people}
        self._agents = [self._person() if seat in self.people else agent for seat, agent in enumerate(agents)]

    def _person(self) -> Agent:
        from ..agents.human import Command, Human

        save = Command("save the game; mailwing play --resume FILE goes on", self.save, takes="FILE")
        undo = Command("take back your last choice, if nothing has been revealed since", self.take_back)
        log = Command("what has been played since your last turn began", self.happened)
        both = {"u": undo, "undo": undo, "l": log, "s": save, "save": save}
        return Human(commands=both)

    def play(self) -> bool:
        """Play until the game is over (True) or a person quits (False).

        Raises:
            AgentError: an agent chose something that is not a legal action.
        """
        from ..agents.human import QuitGame

        if not self._quiet and self.state.seat not in self.people:
            print(f"\n{self.state.text()}")
        try:
            while not self.state.done:
                try:
                    self._decision()
                except TakenBack as words:
                    print(words)
        except (QuitGame, KeyboardInterrupt):
            return False
        if not self._quiet and not self._tables:
            print(f"\n{self.state.text()}")
        return True

    def _decision(self) -> None:
        """One decision: made by the one to decide, or for a person who has nothing to choose."""
        from ..agents import View, ask
        from ..agents.outlook import makes_no_difference

        state, seat = self.state, self.state.seat
        legal, why = state.legal(), ""
        if len(legal) == 1:
            action, why = legal[0], NOTHING_ELSE if seat in self.people else ""
        elif seat in self.people and makes_no_difference(View(state).sample(0)):
            action, why = legal[0], ALL_THE_SAME
        else:
            action = ask(self._agents[seat], state)
            self._remember(seat)
        before = state.copy()
        state.apply(action)
        self._tell(before, action, why)

    def _remember(self, seat: int) -> None:
        """Where a person has chosen; that others have. The first choice of a turn makes what was before past."""
        for mark in self._marks:
            if mark.position.seat != seat:
                mark.others.append(seat)
        if seat in self.people:
            own = [mark for mark in self._marks if mark.position.seat == seat]
            self._marks.append(Mark(self.state.copy(), list(self._since[seat])))
            if not own or own[-1].others:
                self._since[seat] = []
        for other in self.people - {seat}:
            self._look_again(other)

    def _look_again(self, seat: int) -> None:
        from ..agents.human import Human

        agent = self._agents[seat]
        if isinstance(agent, Human):
            agent.look_again()

    def _tell(self, before: Position, action: int, why: str) -> None:
        """Say what was played and what happened; people can ask for it again."""
        seat, state = before.seat, self.state
        secret = bool(self.people - {seat}) and is_said_in_secret(before, action, state)
        happened = [f"{INDENT}{line}" for line in state.news(before, action)]
        heard = "\n".join([f"seat {seat} ({self.names[seat]}): {SECRETLY}", *happened])
        told = "\n".join([f"seat {seat} ({self.names[seat]}): {before.describe(action)}{why}", *happened])
        for person, lines in self._since.items():
            lines.append(heard if secret and person != seat else told)
        if not self._quiet:
            print(heard if secret else told, flush=True)
        if self._tables:
            print(f"\n{state.text()}")

    # What a person may ask for

    def happened(self, rest: str = "") -> str:
        """What has been played since the seat to decide began its last turn, that turn included."""
        return "\n".join(self._since[self.state.seat]) or "Nothing has been played yet."

    def take_back(self, rest: str = "") -> str:
        """Go back to the last choice of the seat to decide (TakenBack), or say why not."""
        refusal = self._refusal()
        if refusal:
            return refusal
        mark = self._marks.pop()
        action = self.state.history[len(mark.position.history)]
        self.state = mark.position
        self._since[self.state.seat] = mark.since
        raise TakenBack(f"Taken back: {self.state.describe(action)}")

    def _refusal(self) -> str:
        """Why the last choice cannot be taken back, empty if it can."""
        if not self._marks:
            return "There is no choice to take back."
        mark, seat = self._marks[-1], self.state.seat
        if mark.position.seat != seat:
            return f"The last choice was that of seat {mark.position.seat}; only your own can be taken back."
        words = mark.position.describe(self.state.history[len(mark.position.history)])
        refused = f"'{words}' cannot be taken back: "
        if mark.others:
            return f"{refused}seat {mark.others[0]} has chosen since."
        if int(mark.position.record.chance) != int(self.state.record.chance):
            return f"{refused}dice or cards have decided since."
        if reveals(mark.position, self.state):
            return f"{refused}something hidden has been revealed since."
        return ""

    def save(self, path: str = "") -> str:
        """Write the replay of the game so far; what could not be written is said."""
        from ..envs._core.files import check_target

        target = path or self.save_to
        if not target:
            return "Name a file, such as: save game.json"
        try:
            check_target(target, "replay")
            self.write(target)
        except (OSError, ValueError) as error:
            return shown(f"Not saved: {error}")
        return shown(f"Saved; go on with: mailwing play --resume {target}")

    def write(self, path: str) -> None:
        """Write the replay of the game so far (OSError: it cannot be written)."""
        from ..envs._core.replay import Replay

        Replay.of(self.state, agents=self.names).save(path)


def reveals(before: Position, after: Position) -> bool:
    """Whether the seat to decide in both has learnt something that was hidden from it before.

    It has, if the same actions would have led to something else where what it cannot know had been something else.
    """
    seat, actions = before.seat, after.history[len(before.history) :]
    seen = after.observation(seat).tobytes()
    for seed in range(REDEALS):
        other = before.redeal(seat, seed)
        for action in actions:
            if action not in other.legal():
                return True
            other.apply(action)
        if other.seat != after.seat or other.observation(seat).tobytes() != seen:
            return True
    return False


def is_said_in_secret(before: Position, action: int, after: Position) -> bool:
    """Whether people at other seats must not hear an action: it makes a secret of its seat, or was chosen from one.

    A secret that comes whatever the seat does, such as cards dealt when the last one has chosen, is no reason.
    """
    seat, now = before.seat, secrets_of(after, before.seat)
    if now == secrets_of(before, seat):
        return False
    for other in before.legal():
        instead = before.copy()
        instead.apply(other)
        if other != action and secrets_of(instead, seat) != now:
            return True
    others = [other for other in range(before.game.players) if other != seat]
    dealt_anew = [before.redeal(other, seed).legal() for other in others for seed in range(REDEALS)]
    return any(legal != before.legal() for legal in dealt_anew)


def secrets_of(position: Position, seat: int) -> list[bytes]:
    """What only a seat knows."""
    state, found = position.game.spec.state, []
    for hidden in position.game.spec.hidden:
        for path in (leaf.path for leaf in state.leaves()):
            if hidden.seat_axis is not None and (path == hidden.path or path.startswith(f"{hidden.path}.")):
                found.append(state.read(position.record, path).take(seat, axis=hidden.seat_axis).tobytes())
    return found
