"""The gate: what comes from outside is a position of the game, or is refused in words."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from mailwing import envs
from mailwing.envs._core.gate import Fields, checksum, elements_of, layout_of, ranges_of
from mailwing.envs._core.registry import spec_of
from mailwing.envs.testing import checks
from mailwing.envs.testing.gate import play_changed


@pytest.fixture
def game() -> envs.Game:
    return envs.load("several_moves", players=3)


def forged(game: envs.Game, **values: int) -> bytes:
    """A saved deal with a right checksum, in which some fields of the record have other values."""
    state = game.new(1).copy()
    for name, value in values.items():
        state._record[name] = value
    return game._gate.seal(state._memory)


def test_a_saved_position_says_what_it_is_of(game: envs.Game) -> None:
    """The header is text: whoever finds the file can read which game, table and options it belongs to."""
    header = game.new(1).to_bytes().split(b"\n")[1]
    assert b'"game": "several_moves", "version": 0, "players": 3, "options": {"length": 0, "mistakes": 0}' in header


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (lambda: envs.load("several_moves", players=2), "of a table with players = 2; expected: 3"),
        (lambda: envs.load("several_moves", players=3, length="long"), r"played with the options \{'length': 1"),
        (lambda: envs.load("two_ply"), "of the game 'two_ply'; expected: 'several_moves'"),
    ],
)
def test_a_position_of_another_game_or_table_is_refused_by_name(
    game: envs.Game, other: Callable[[], envs.Game], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        game.from_bytes(other().new(1).to_bytes())


def test_a_position_of_another_data_pack_is_refused() -> None:
    game = envs.load("ab_die_post")
    data = game.new(1).to_bytes()
    assert game.data_hash.encode() in data
    with pytest.raises(ValueError, match="was played with the data pack '0123456789abcdef'; expected:"):
        game.from_bytes(data.replace(game.data_hash.encode(), b"0123456789abcdef"))


@pytest.mark.parametrize("junk", [b"", b"\0" * 100, b"mailwing position\n", b"mailwing position\n{}\n", b"{", 7, None])
def test_junk_is_refused(game: envs.Game, junk: Any) -> None:
    with pytest.raises(ValueError, match=r"several_moves: "):
        game.from_bytes(junk)


def test_every_changed_byte_is_noticed(game: envs.Game) -> None:
    data = game.new(1).to_bytes()
    for k in range(len(data)):
        broken = bytearray(data)
        broken[k] ^= 1
        with pytest.raises(ValueError, match="several_moves: "):
            game.from_bytes(bytes(broken))


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"seat": 3}, "seat 3 is to decide, but the seats are 0 to 2"),
        ({"seat": -1}, r"State\.seat = -1 is not in its range, 0 to 7"),
        ({"waiting": 8}, "letters: 8 in all, but 9 were dealt"),
        ({"limit_reached": 1}, "the limit has ended the game, but it is not over"),
        ({"seat": 2}, "seat 0 has sorted 0 of 3 letters in the turn of seat 2"),
    ],
)
def test_what_no_position_has_is_told(game: envs.Game, values: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=f"several_moves: these bytes are not a position of this game: .*{words}"):
        game.from_bytes(forged(game, **values))


def test_bytes_between_fields_are_zero() -> None:
    """Positions are compared by their bytes, those between the fields too."""
    game = envs.load("ab_die_post")
    memory = game.new(1).memory.copy()
    memory[game._gate._padding[0]] = 1
    with pytest.raises(ValueError, match="bytes between its fields are not zero"):
        game.from_bytes(game._gate.seal(memory))


def test_a_position_is_edited_through_the_gate(game: envs.Game) -> None:
    """What is inconsistent is refused and changes nothing; what is not has neither seed nor history any more."""
    state = game.new(1)
    state.apply(0)
    before = state.to_bytes()
    with (
        pytest.raises(ValueError, match="the edited record is not a position of this game: letters: 8 in all"),
        state.edit() as s,
    ):
        s.waiting = 7
    with pytest.raises(ZeroDivisionError), state.edit() as s:
        s.letter = 1 / 0
    assert (state.to_bytes(), state.seed, state.history) == (before, 1, [0])
    with state.edit() as s:
        s.letter = 1 - s.letter
    assert (state.seed, state.history) == (None, [])
    assert state.to_bytes() != before


def test_positions_are_read_not_written(game: envs.Game) -> None:
    state = game.new(1)
    before = state.to_bytes()
    for write in (
        lambda: state.memory.fill(9),
        lambda: state.array["seat"].fill(9),
        lambda: setattr(state.record, "seat", 9),
        lambda: state.record.desks["right"].fill(9),
        lambda: game.tables[0].letters.fill(9),
        lambda: setattr(game.options[0], "players", 9),
    ):
        with pytest.raises(ValueError, match="read-only"):
            write()
    assert state.to_bytes() == before
    with pytest.raises(TypeError, match=r"made by game\.new"):
        envs.Position(game, np.zeros(3, dtype=np.uint8), None)


def test_the_arrays_of_a_session_are_read_not_written(game: envs.Game) -> None:
    env = envs.aec(game)
    env.reset(seed=1)
    for array in (env.session.memory, env.session.array, env.session.mask, env.session.rewards):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = array


def test_pickles_pass_the_gate(game: envs.Game) -> None:
    """A pickle whose bytes have changed is refused as a saved position is."""
    env = envs.solo(game, opponents="random")
    env.reset(seed=1)
    for thing in (game.new(1), env, envs.aec(game)):
        assert pickle.loads(pickle.dumps(thing))
    state = game.new(1)
    position, session = bytearray(pickle.dumps(state)), bytearray(pickle.dumps(env.session))
    memory = env.session.memory.tobytes()
    position[position.index(state.memory.tobytes()) + 4] ^= 1
    session[session.index(memory) + 4] ^= 1
    for broken in (position, session):
        with pytest.raises(ValueError, match="the checksum of the saved position is wrong"):
            pickle.loads(bytes(broken))
    tables = bytearray(pickle.dumps(envs.load("ab_die_post")))
    tables[tables.index(envs.load("ab_die_post").tables.tobytes()[:40]) + 2] ^= 1
    with pytest.raises(ValueError, match="the pickled game has another checksum"):
        pickle.loads(bytes(tables))


def test_layouts_and_checksums_tell_records_apart() -> None:
    kinds = [envs.load(name).spec.state for name in ("two_ply", "several_moves")]
    assert len({layout_of(kind) for kind in kinds}) == 2
    assert checksum(b"ab") == checksum(b"a", b"b") != checksum(b"ba")
    for kind in kinds:
        places = [element.offset for element in elements_of(kind)]
        assert len(set(places)) == len(places)
        assert sum(len(same.at) for same in ranges_of(list(elements_of(kind)))) == len(places)


def test_fields_are_those_of_the_record(game: envs.Game) -> None:
    state = game.new(1)
    fields = Fields(state.record)
    assert (fields.seat, fields["waiting"], type(fields.waiting)) == (0, 9, int)
    assert fields.desks["right"].tolist() == [0, 0, 0, 0]
    with pytest.raises(AttributeError, match="the record has no field 'colour'"):
        print(fields.colour)


def test_changed_positions_find_a_game_that_declares_no_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fuzz has power: what only ranges hold back plays on to what is not in range."""
    assert not play_changed("drop_out", 300).faults
    monkeypatch.setitem(vars(spec_of("drop_out")), "faults", lambda game, record: ())
    assert "it is played on to what is not let in" in play_changed("drop_out", 300).faults[0]


def test_the_gate_is_a_topic_of_the_contract() -> None:
    assert {check.name for check in checks() if check.topic == "gate"} >= {"every_position_is_let_in"}


def test_a_position_that_is_played_on_while_it_is_edited_keeps_what_was_played() -> None:
    position = envs.load("two_ply").new(1)
    with pytest.raises(ValueError, match="the position was played on while it was edited"), position.edit():
        position.apply(position.legal()[0])
    assert position.num_decisions == 1
