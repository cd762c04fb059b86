"""Knowledge: a seat's observation, mask and picture show what the seat knows, all of it declared and nothing more."""

from __future__ import annotations

import itertools
import random

import numpy as np
from numpy.typing import NDArray

from .._core.game import Game, Hidden
from .._core.pictures.canvas import Canvas
from .._core.pictures.render import rasterise
from .._core.position import Position
from .._core.record import Leaf
from .cases import Case, live, play_randomly, positions
from .tools import NotApplicable, differing, for_each, needs, refused

SECRET_CHANCE = Hidden("chance")
FRAME_WIDTH = 700
GAMES = 2
"""Games through which a secret is looked for that is not in the positions."""

MOST_WORDS = 120
"""Letters of the longest hint."""

PICTURES = 6
"""Positions whose pictures are compared too; drawing is slow."""


def secrets(game: Game) -> tuple[Hidden, ...]:
    """The declared secrets and the generator, which always is one."""
    return (SECRET_CHANCE, *game.spec.hidden)


def leaves_of(game: Game, hidden: Hidden) -> list[Leaf]:
    """The plain fields of a secret: the one at its path, or all below it."""
    path = hidden.path
    found = [leaf for leaf in game.spec.state.leaves() if leaf.path == path or leaf.path.startswith(path + ".")]
    assert found, f"{game.id}: hidden field '{path}' is not a field of State"
    return found


def own_entries(leaf: Leaf, hidden: Hidden, seat: int | None) -> NDArray[np.bool_]:
    """Which entries of a secret field the seat (None: a spectator) knows after all."""
    known = np.zeros(leaf.shape, dtype=bool)
    if hidden.seat_axis is not None and seat is not None:
        np.moveaxis(known, hidden.seat_axis, 0)[seat] = True
    return known


def with_other_secrets(state: Position, hidden: Hidden, seat: int | None, rng: np.random.Generator) -> Position:
    """A copy whose secret field holds random values wherever the seat does not know it."""
    changed = state.copy()
    for leaf in leaves_of(state.game, hidden):
        values = state.game.spec.state.read(changed._record, leaf.path)
        low, high = leaf.spec.low, leaf.spec.high
        if low is None or high is None:
            drawn = rng.integers(0, np.iinfo(values.dtype).max, leaf.shape, dtype=values.dtype)
        else:
            drawn = rng.integers(int(low), int(high), leaf.shape, endpoint=True)
        values[...] = np.where(own_entries(leaf, hidden, seat), values, drawn)
    return changed


def assert_same_to(seat: int, state: Position, other: Position, *, pictures: bool) -> None:
    """The seat cannot tell the two positions apart."""
    seen = [each.observation_record(seat) for each in (state, other)]
    told = differing(state.game.spec.observation, *seen)
    assert not told, f"seat {seat} sees what it cannot know: {told} differs"
    assert state.observation(seat).tobytes() == other.observation(seat).tobytes()
    if state.seat == seat:
        assert state.mask().tobytes() == other.mask().tobytes()
    if pictures:
        assert state.svg(seat) == other.svg(seat)
        assert state.text(seat) == other.text(seat)
        assert state.details(seat) == other.details(seat)
        if state.seat == seat and not state.done:
            assert hints(state) == hints(other)


def hints(state: Position) -> list[str]:
    """What the seat to decide is told about its actions: what legal ones lead to, why others are not legal."""
    legal = state.legal()
    others = [action for action in range(state.game.num_actions) if action not in legal]
    return [*map(state.prospect, legal), *map(state.why_not, others)]


def check_hints_are_a_few_words(case: Case) -> None:
    """What actions lead to and why they are not legal is said in a line that has no end of its own."""
    for state in live(case)[::10]:
        for words in hints(state):
            assert words == words.strip(), words
            assert "\n" not in words
            assert len(words) <= MOST_WORDS, words


def check_observations_are_finite_and_in_their_space(case: Case) -> None:
    """Every value of every observation lies in its declared range."""
    game = case.game
    for state in positions(case):
        for seat in range(game.players):
            vector = state.observation(seat)
            assert vector.dtype == np.float32
            assert vector.shape == (game.obs_size,)
            assert game.spec.observation.out_of_range(state.observation_record(seat)) == []
            assert game.observation_space.contains(vector)


def check_observations_are_fresh(case: Case) -> None:
    """Observations and masks may be written to: the next ones are not changed by it."""
    state = positions(case)[0]
    first, second = state.observation(), state.observation()
    first[:] = 7
    assert np.array_equal(second, state.observation())
    mask = state.mask()
    mask[:] = 7
    assert state.mask().max() <= 1


def check_every_observation_field_is_bounded_and_documented(case: Case) -> None:
    """Observations are float32 fields with bounds and a doc, 1,500 numbers at most."""
    size = 0
    for leaf in case.game.spec.observation.leaves():
        assert leaf.spec.kind == "f4", f"{leaf.path} is not float32"
        assert leaf.spec.low is not None, f"{leaf.path} has no lower bound"
        assert leaf.spec.high is not None, f"{leaf.path} has no upper bound"
        assert leaf.spec.doc, f"{leaf.path} has no doc"
        size += leaf.size
    assert size == case.game.obs_size <= 1500


def check_every_state_field_is_bounded_and_documented(case: Case) -> None:
    """Fields of the state have a range and a doc."""
    for leaf in case.game.spec.state.leaves():
        assert leaf.spec.doc, f"{leaf.path} has no doc"
        if leaf.path != "chance":
            assert leaf.spec.low is not None, f"{leaf.path} has no range"
            assert leaf.spec.high is not None, f"{leaf.path} has no range"


def check_an_observation_explains_itself(case: Case) -> None:
    """The vector, read by field names, is the record; flattened again it is the vector."""
    for state in positions(case)[::10]:
        vector = state.observation()
        said = case.game.explain(vector)
        assert said == state.explain()
        assert np.array_equal(np.array(list(flatten(said)), dtype=np.float32), vector)


def flatten(value: object) -> list[float]:
    """The numbers of nested dictionaries and lists in order."""
    if isinstance(value, dict):
        return [number for inner in value.values() for number in flatten(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in flatten(inner)]
    return [float(value)]  # type: ignore[arg-type]


def check_equal_observations_of_the_seat_to_decide_have_equal_masks(case: Case) -> None:
    """What a seat may play follows from what it sees."""
    seen: dict[bytes, bytes] = {}
    for seed in range(60):
        for state in play_randomly(case.game.new(seed), random.Random(seed)):
            if not state.done:
                mask = state.mask().tobytes()
                assert seen.setdefault(state.observation().tobytes(), mask) == mask, f"\n{state}\n{state.explain()}"


def check_secrets_of_others_cannot_be_seen(case: Case) -> None:
    """Observation, mask and pictures of a seat stay the same when all that it does not know is something else."""
    rng = np.random.default_rng(4)
    for number, state in enumerate(positions(case)):
        for hidden in secrets(case.game):
            for seat in range(case.game.players):
                changed = with_other_secrets(state, hidden, seat, rng)
                assert_same_to(seat, state, changed, pictures=number < PICTURES)
            if number < PICTURES:
                changed = with_other_secrets(state, hidden, None, rng)
                assert state.svg() == changed.svg(), "a spectator sees a secret"
                assert state.text() == changed.text(), "a spectator sees a secret"
                assert state.details() == changed.details(), "a spectator sees a secret"


def check_news_are_lines_that_tell_no_secret(case: Case) -> None:
    """Told from positions in which all that a spectator does not know is something else, they are the same."""
    rng = np.random.default_rng(6)
    for seed in range(3):
        before: Position | None = None
        for state in play_randomly(case.game.new(seed), random.Random(seed)):
            if before is not None:
                action = state.history[-1]
                lines = state.news(before, action)
                assert all(line == line.strip() != "" and "\n" not in line for line in lines), lines
                for hidden in secrets(case.game):
                    other, then = (with_other_secrets(each, hidden, None, rng) for each in (state, before))
                    assert other.news(then, action) == lines
            before = state.copy()


def check_a_redeal_changes_only_what_the_seat_cannot_know(case: Case) -> None:
    """A redeal keeps what the seat knows, loses nothing and follows from its seed."""
    game = case.game
    for number, state in enumerate(positions(case)):
        conserved = dict(game.spec.conserved(game, state.record))
        for seat in range(game.players):
            for seed in (1, 2):
                other = state.redeal(seat, seed)
                assert_same_to(seat, state, other, pictures=number < PICTURES)
                assert game.spec.state.out_of_range(other.record) == []
                assert dict(game.spec.conserved(game, other.record)) == conserved
                known = [unknown_apart(each, seat) for each in (state, other)]
                changed = differing(game.spec.state, *(each.record for each in known))
                assert not changed, f"a redeal for seat {seat} changed what is not declared hidden: {changed}"
                assert known[0].to_bytes() == known[1].to_bytes()
                assert other.to_bytes() == state.redeal(seat, seed).to_bytes()


def unknown_apart(state: Position, seat: int) -> Position:
    """A position with all that the seat cannot know set to zero."""
    blank = state.copy()
    for hidden in secrets(state.game):
        for leaf in leaves_of(state.game, hidden):
            values = state.game.spec.state.read(blank._record, leaf.path)
            values[...] = np.where(own_entries(leaf, hidden, seat), values, 0)
    return blank


def check_redeals_differ_in_every_secret(case: Case) -> None:
    """Somewhere, for somebody, each secret that this table has is drawn anew; the future is everywhere."""
    for hidden in secrets(case.game):
        for leaf in leaves_of(case.game, hidden):
            if hidden is SECRET_CHANCE:
                assert all(is_drawn_anew(state, leaf, seat) for state in live(case) for seat in range(case.players))
                continue
            walk = (state for seed in range(GAMES) for state in play_randomly(case.game.new(seed), random.Random(seed)))
            held: set[bytes] = set()
            for state in itertools.chain(live(case), walk):
                held.add(case.game.spec.state.read(state.record, leaf.path).tobytes())
                if any(is_drawn_anew(state, leaf, seat) for seat in range(case.players)):
                    break
            else:
                assert len(held) == 1, f"{leaf.path} is never drawn anew"


def is_drawn_anew(state: Position, leaf: Leaf, seat: int) -> bool:
    """Whether redeals for a seat bring other values of a field."""
    read = state.game.spec.state.read
    return len({read(state.redeal(seat, seed).record, leaf.path).tobytes() for seed in range(6)}) > 1


def check_a_redealt_game_can_be_played_to_its_end(case: Case) -> None:
    """A redealt position is one of the game: it goes on to an end."""
    for number, state in enumerate(live(case)[::4]):
        other = state.redeal(number % case.game.players, number)
        for step in play_randomly(other, random.Random(number)):
            assert step.done or step.mask().any()
        assert other.num_decisions <= case.game.spec.max_decisions
        assert case.game.spec.state.out_of_range(other.record) == []


@for_each("seat", {"negative": -1, "absent": 99})
def check_a_seat_that_is_not_there_knows_nothing(case: Case, seat: int) -> None:
    """Looking through the eyes of a seat that is not at the table is refused in words."""
    state = positions(case)[0]
    for look in (state.observation, state.explain, lambda s: state.redeal(s, 1)):
        with refused(ValueError, rf"there is no seat {seat}; the seats are 0 to {case.players - 1}"):
            look(seat)


def check_pictures_are_drawings(case: Case) -> None:
    """Pictures are SVG and texts have something in them, for every seat and for spectators."""
    from xml.etree import ElementTree

    state = live(case)[-1]
    for seat in (None, *range(case.game.players)):
        assert ElementTree.fromstring(state.svg(seat)).tag == "{http://www.w3.org/2000/svg}svg"
        assert state.text(seat).strip()
    assert state._repr_svg_() == state.svg()
    assert str(state) == state.text()


def check_frames_are_the_drawing(case: Case) -> None:
    """Frames, in which only what has changed is drawn anew, look like the whole picture turned into pixels."""
    for module in ("resvg_py", "PIL"):
        needs(module, "render")
    if case.options:
        raise NotApplicable("checked at the default variant")
    canvas = Canvas(FRAME_WIDTH)
    shown = live(case)[:: max(len(live(case)) // 40, 1)]
    for number, state in enumerate(shown):
        frame = canvas.draw(state.svg())
        if number % 13 == 0 or state is shown[-1]:
            whole = rasterise(state.svg(), FRAME_WIDTH)
            off = np.abs(frame.astype(int) - whole).max(axis=2)
            assert off.max(initial=0) <= 64, f"a pixel of frame {number} is off by {off.max()} of 255"
            assert (off > 8).mean() < 1e-3, f"frame {number} is not the drawing"
