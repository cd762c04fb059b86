"""Replays: one game as a JSON file, from which every position is rebuilt and the final scores are checked."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

from mailwing import __version__

from .errors import UnknownNameError
from .files import read_text, write_text
from .game import Game
from .position import IllegalActionError, Position
from .registry import load, spec_of
from .words import printable, short

FORMAT = 1
"""Raised when the file format changes in a way that older programs cannot read."""


LONGEST_TEXT = 4096
"""Characters of the longest name in a replay, which may be the path of a checkpoint."""


class ReplayError(ValueError):
    """A replay that cannot be read, or that does not follow the rules; the message says where and what."""


@dataclass(frozen=True)
class Replay:
    """A whole game, from its deal on.

    Attributes:
        game: id of the game; `version` its version.
        players: seats at the table.
        options: the game's options by name, in words where they have words.
        data_hash: digest of the tables; `rules_hash`: digest of the rules' sources.
        seed: seed of the deal.
        actions: every action, forced ones included.
        scores: final points of each seat; None for an unfinished game.
        agents: who played each seat, if known; characters that cannot be shown are replaced by `�`.
        created_by: the program that wrote it.
        format: version of the file format.
    """

    game: str
    version: int
    players: int
    options: dict[str, int | str]
    data_hash: str
    rules_hash: str
    seed: int
    actions: list[int]
    scores: list[int] | None = None
    agents: list[str] | None = None
    created_by: str = f"mailwing {__version__}"
    format: int = FORMAT

    @classmethod
    def of(cls, position: Position, agents: list[str] | None = None) -> Self:
        """The replay of a game, finished or not.

        Args:
            position: the game after its last action.
            agents: who played each seat.

        Raises:
            ValueError: the position was not reached from a deal (`from_bytes`, `redeal`), or a wrong number of agents.
        """
        game = position.game
        if position.seed is None or len(position.history) != position.num_decisions:
            raise ValueError(f"{game.id}: this position was not reached from a deal, so there is no replay of it")
        if agents is not None and len(agents) != game.players:
            raise ValueError(f"{game.id}: {len(agents)} agents are named for {game.players} seats")
        return cls(
            game=game.id,
            version=game.spec.version,
            players=game.players,
            options=dict(game.option_values),
            data_hash=game.data_hash,
            rules_hash=game.spec.rules_hash,
            seed=position.seed,
            actions=position.history,
            scores=position.scores() if position.done else None,
            agents=None if agents is None else [printable(name) for name in agents],
        )

    def to_json(self) -> str:
        """The text of the file, one line for each field, so that people can read and compare it."""
        values = {"format": self.format} | {
            field.name: getattr(self, field.name) for field in fields(self) if field.name != "format"
        }
        lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str, where: str = "replay") -> Self:
        """Read the text of a file; `where` names it in messages.

        Raises:
            ReplayError: not JSON, truncated, a field missing, misspelt or of a wrong type.
        """
        try:
            values = json.loads(text, object_pairs_hook=_without_repeats, parse_constant=_no_constant)
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            raise ReplayError(f"{where}: not a complete JSON file ({error.msg} at {place}); is it truncated?") from None
        except RecursionError:
            raise ReplayError(f"{where}: lists and objects are nested too deeply for a replay") from None
        except ValueError as error:  # a number that is too long, or what the hooks refuse
            raise ReplayError(f"{where}: {error}") from None
        if not isinstance(values, dict):
            raise ReplayError(f"{where}: a replay is a JSON object, not {_kind(values)}")
        _check_format(values, where)
        _check_names(values, where)
        for name, check in _CHECKS.items():
            if name in values and (fault := check(values[name])):
                raise ReplayError(f"{where}: field '{name}' {fault}")
        for name in ("scores", "agents"):
            if values.get(name) is not None and len(values[name]) != values["players"]:
                found = f"{len(values[name])} entries for {values['players']} players"
                raise ReplayError(f"{where}: field '{name}' has {found}; it needs one for each seat")
        if values.get("agents") is not None:
            values["agents"] = [printable(name) for name in values["agents"]]
        return cls(**values)

    def save(self, path: str | Path) -> Path:
        """Write the file; if that fails, an older file of the same name is unchanged.

        Raises:
            OSError: the folder is missing, read-only or full.
        """
        target = Path(path)
        write_text(target, self.to_json())
        return target

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file; `check` tests whether it follows the rules.

        Raises:
            ReplayError: it is not a replay; the message names the file, the field and the fault.
            OSError: it cannot be read.
        """
        try:
            text = read_text(path)
        except ValueError as error:
            raise ReplayError(f"{path}: {error}, so it is not a replay") from None
        return cls.from_json(text, str(path))

    def bind(self, game: Game | None = None) -> Game:
        """The game of the replay, bound to its options.

        Args:
            game: a loaded game, needed for a replay with a data pack other than the one that comes with the game.

        Raises:
            ReplayError: unknown game, another version, players, options or data pack.
        """
        try:
            spec = spec_of(self.game)
            options: dict[str, Any] = dict(self.options)
            if spec.version == self.version and game is None:
                game = load(self.game, players=self.players, **options)
        except (ValueError, UnknownNameError) as error:
            raise ReplayError(f"this game cannot be replayed: {error}") from None
        if spec.version != self.version:
            raise ReplayError(
                f"this is a replay of {self.game}-v{self.version}, but the rules here are {self.game}-v{spec.version}"
            )
        assert game is not None
        same_options = (game.id, game.players, game.option_values) == (self.game, self.players, self.options)
        if not same_options:
            raise ReplayError(f"this is a replay of {self._table()}, not of {game!r}")
        if game.data_hash != self.data_hash:
            raise ReplayError(
                f"this replay was played with another data pack (its hash is {self.data_hash}, here {game.data_hash}); "
                'name that pack: --data FOLDER on the command line, game=envs.load(…, data="folder") in Python'
            )
        return game

    def _table(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<Game {self.game}-v{self.version} players={self.players}{options}>"

    def positions(self, game: Game | None = None) -> Iterator[Position]:
        """Every position, from the deal to the last one: `len(actions) + 1` independent copies.

        Raises:
            ReplayError: the game cannot be bound, or an action is not legal (its index and words are in the message).
        """
        state = self.bind(game).new(self.seed)
        yield state.copy()
        for index, action in enumerate(self.actions):
            try:
                state.apply(action)
            except IllegalActionError as error:
                place = f"action {index} of {len(self.actions)} (counted from 0)"
                raise ReplayError(f"the replay stops being legal at {place}: {error}") from None
            yield state.copy()

    def check(self, game: Game | None = None) -> list[str]:
        """Play it again and compare its end.

        Returns:
            Warnings: at most one, that the source of the rules has been edited since.

        Raises:
            ReplayError: another game or data pack, an illegal action, or other final scores than it says.
        """
        end = None
        for end in self.positions(game):  # noqa: B007 - only the last one counts
            pass
        assert end is not None
        if self.scores is None and end.done:
            raise ReplayError("the game of the replay is over, but it has no final scores")
        if self.scores is not None and not end.done:
            count = len(self.actions)
            raise ReplayError(f"the replay has final scores, but after its {count} actions the game is not over")
        if self.scores is not None and self.scores != end.scores():
            raise ReplayError(f"the replay says that the scores are {self.scores}, but they are {end.scores()}")
        if self.rules_hash != end.game.spec.rules_hash:
            hashes = f"{self.rules_hash}, now {end.game.spec.rules_hash}"
            return [f"the sources of the rules have changed since (hash {hashes}); the replay still follows them"]
        return []

    def transcript(self, game: Game | None = None) -> Iterator[str]:
        """One line for each action in words, such as `"12  seat 2: Fly to inner 4"` (errors as for `states`).

        Below it, indented, one line for each event that followed: `"    takes the passenger (+2)"`.
        """
        before: Position | None = None
        for index, state in enumerate(self.positions(game)):
            if before is not None:
                action = self.actions[index - 1]
                yield f"{index - 1}  seat {before.seat}: {before.describe(action)}"
                yield from (f"    {line}" for line in state.news(before, action))
            before = state


_NEEDED = ("game", "version", "players", "options", "data_hash", "rules_hash", "seed", "actions")


_NO_OPTIONS = ("game", "players", "data")
"""Arguments of `load` that are not options of a game: a replay must not name a data pack."""


def _check_format(values: dict[str, Any], where: str) -> None:
    if "format" not in values:
        raise ReplayError(f"{where}: field 'format' is missing, so this is not a replay")
    if values["format"] != FORMAT:
        raise ReplayError(f"{where}: format {values['format']!r} is unknown; this program reads format {FORMAT}")


def _check_names(values: dict[str, Any], where: str) -> None:
    known = [field.name for field in fields(Replay)]
    missing = [name for name in _NEEDED if name not in values]
    for name in values:
        if name not in known:
            near = difflib.get_close_matches(name, missing or known, n=1)
            hint = f" (did you mean '{near[0]}'?)" if near else ""
            raise ReplayError(f"{where}: unknown field '{name}'{hint}")
    if missing:
        raise ReplayError(f"{where}: field '{missing[0]}' is missing")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, in which each key may stand once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"'{next(name for name in names if names.count(name) > 1)}' stands there twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _kind(value: Any) -> str:
    names = {bool: "true or false", int: "a whole number", float: "a fraction", str: "a text", list: "a list"}
    return names.get(type(value), "an object" if isinstance(value, dict) else "null")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        return f"must be a text, not {_kind(value)}"
    return _too_long(value)


def _too_long(text: str) -> str:
    return f"is a text of {len(text)} characters; {LONGEST_TEXT} are the most" if len(text) > LONGEST_TEXT else ""


def _number(value: Any, high: int = 2**31 - 1) -> str:
    if type(value) is not int:
        return f"must be a whole number, not {_kind(value)}"
    return "" if 0 <= value <= high else f"is {short(value)}, outside 0 to {high}"


def _seed(value: Any) -> str:
    return _number(value, 2**64 - 1)


def _options(value: Any) -> str:
    if not isinstance(value, dict):
        return f"must be an object, not {_kind(value)}"
    for name, item in value.items():
        if type(item) not in (int, str):
            return f"has an option '{name}' that is {_kind(item)}"
        if name in _NO_OPTIONS:
            return f"has an option '{name}', which is none"
    return ""


def _list_of(kind: type, words: str, optional: bool) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value is None and optional:
            return ""
        if not isinstance(value, list):
            return f"must be a list of {words}, not {_kind(value)}"
        for index, item in enumerate(value):
            if type(item) is not kind:
                return f"must be a list of {words}, but entry {index} is {_kind(item)}"
            if isinstance(item, str) and (fault := _too_long(item)):
                return f"has an entry {index} that {fault}"
        return ""

    return check


_CHECKS: dict[str, Callable[[Any], str]] = {
    "game": _text,
    "version": _number,
    "players": _number,
    "options": _options,
    "data_hash": _text,
    "rules_hash": _text,
    "seed": _seed,
    "actions": _list_of(int, "whole numbers", optional=False),
    "scores": _list_of(int, "whole numbers", optional=True),
    "agents": _list_of(str, "texts", optional=True),
    "created_by": _text,
}
