"""Games of other packages: listed without being imported, and refused by name when something is wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import metadata

import pytest
import toys
from toys import two_ply

from mailwing import envs
from mailwing.envs._core import registry

Offer = Callable[..., None]


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Offer]:
    """Pretend that packages offer these games: `offer(name="module:SPEC")`, or pairs for a name twice."""

    def pretend(*pairs: tuple[str, str], **named: str) -> None:
        found = [metadata.EntryPoint(name, value, registry.GROUP) for name, value in (*pairs, *named.items())]
        monkeypatch.setattr(metadata, "entry_points", lambda group: found)
        registry.offered.cache_clear()

    registered = dict(registry._registered)
    yield pretend
    registry.offered.cache_clear()
    registry._registered.clear()
    registry._registered.update(registered)


def test_folders_that_declare_no_game_are_none() -> None:
    assert set(registry.declared_versions()) >= {"ab_die_post", "aeroplanes"}
    assert not {"testing", "_core", "authoring"} & set(envs.games())


def test_a_game_that_is_offered_is_listed_without_being_imported(offer: Offer) -> None:
    offer(far_away="no_such_package:SPEC")
    assert "far_away" in envs.games()
    assert "no_such_package" not in sys.modules
    with pytest.raises(ValueError, match=r"unknown game 'far_awai' \(did you mean 'far_away'\?\)"):
        envs.load("far_awai")


def test_a_game_that_is_offered_is_imported_when_it_is_used(offer: Offer) -> None:
    del registry._registered["two_ply"]
    offer(two_ply="toys.two_ply:SPEC")
    assert envs.load("two_ply").spec is two_ply.SPEC


@pytest.mark.parametrize(
    ("value", "kind", "fault"),
    [
        ("no_such_package:SPEC", ImportError, "but that cannot be loaded: No module named 'no_such_package'"),
        ("toys.two_ply:GAME", ImportError, "but that cannot be loaded: .*'GAME'"),
        ("toys.two_ply:BEST", ValueError, "but that is Bot, not a GameSpec"),
        ("toys.two_ply:SPEC", ValueError, "declares the game 'two_ply'; name the entry point 'two_ply'"),
    ],
)
def test_what_cannot_be_loaded_is_named(offer: Offer, value: str, kind: type[Exception], fault: str) -> None:
    offer(far_away=value)
    with pytest.raises(kind, match=f"'{value}' offers the game 'far_away' as '{value}' .*{fault}"):
        envs.load("far_away")


def test_two_games_of_one_name_are_refused(offer: Offer) -> None:
    offer(("far_away", "one:SPEC"), ("far_away", "other:SPEC"))
    with pytest.raises(ValueError, match=r"'one:SPEC' and 'other:SPEC' both offer a game 'far_away'"):
        envs.games()
    offer(("far_away", "one:SPEC"), ("far_away", "one:SPEC"))
    assert "far_away" in envs.games()


def test_the_name_of_a_game_that_comes_along_is_refused(offer: Offer) -> None:
    offer(ab_die_post="mine:SPEC")
    with pytest.raises(ValueError, match=r"'mine:SPEC' offers a game 'ab_die_post' .*, but mailwing itself has one"):
        envs.games()
    assert envs.load("ab_die_post").id == "ab_die_post"
    with pytest.raises(ValueError, match="the id 'aeroplanes' comes with mailwing; give yours another one"):
        registry.register(replace(toys.SPECS[0], id="aeroplanes"))
