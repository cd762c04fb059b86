"""Pgx: games of array operations for JAX, many at once."""

from __future__ import annotations

import tempfile
from typing import Any

from clock import Window, fresh_python, per_second

DISTRIBUTIONS = ("pgx", "jax", "jaxlib", "numpy")


def batch(game: str, num_envs: int, steps: int, seconds: float) -> Window:
    """Decisions per second of a batch: a random legal action, the rules, mask and observation, the next game.

    Args:
        game: Pgx's name of the game.
        num_envs: games in the batch.
        steps: decisions of every game in one compiled call; 1 means a call from Python for every decision.
        seconds: length of a window.
    """
    import jax  # pyright: ignore[reportMissingImports]

    many, carry = _compiled(game, num_envs, steps)

    def play() -> int:
        nonlocal carry
        # Calls are queued: only waiting for the result takes the time that the work takes.
        carry = jax.block_until_ready(many(carry))
        return num_envs * steps

    return per_second(play, seconds)


def _compiled(game: str, num_envs: int, steps: int) -> tuple[Any, Any]:
    """A jitted function that plays `steps` random decisions in every game, and what it starts from."""
    import jax  # pyright: ignore[reportMissingImports]
    import jax.numpy as jnp  # pyright: ignore[reportMissingImports]
    import pgx  # pyright: ignore[reportMissingImports]
    from pgx.experimental import auto_reset  # pyright: ignore[reportMissingImports]

    env: Any = pgx.make(game)  # pyright: ignore[reportArgumentType]
    step = jax.vmap(auto_reset(env.step, env.init))

    def pick(key: Any, mask: Any) -> Any:
        # The k-th legal action for a random k. It is 7 % faster than `jax.random.categorical` over masked logits, and
        # the peer shall be measured at its best.
        upto = jnp.cumsum(mask.astype(jnp.int32), axis=-1)
        chosen = (jax.random.uniform(key, (num_envs,)) * upto[:, -1]).astype(jnp.int32)
        return jnp.argmax(upto > jnp.minimum(chosen, upto[:, -1] - 1)[:, None], axis=-1)

    def decide(carry: Any, _: None) -> tuple[Any, None]:
        key, state = carry
        key, for_choice, for_games = jax.random.split(key, 3)
        action = pick(for_choice, state.legal_action_mask)
        return (key, step(state, action, jax.random.split(for_games, num_envs))), None

    many = jax.jit(lambda carry: jax.lax.scan(decide, carry, None, length=steps)[0], donate_argnums=0)
    deals = jax.random.split(jax.random.key(1), num_envs)
    return many, (jax.random.key(0), jax.jit(jax.vmap(env.init))(deals))


FIRST_USE = """
import sys
import jax, pgx
env = pgx.make(sys.argv[1])
deals = jax.random.split(jax.random.key(0), 64)
state = jax.jit(jax.vmap(env.init))(deals)
action = state.legal_action_mask.argmax(axis=1)
jax.block_until_ready(jax.jit(jax.vmap(env.step))(state, action, deals))
"""


def first_use(game: str, cached: bool) -> Window:
    """Seconds from starting Python to the first step of 64 games; `cached` keeps JAX's compiled code on disk."""
    if not cached:
        return lambda: fresh_python(FIRST_USE, game)
    folder = tempfile.TemporaryDirectory()
    environment = {
        "JAX_COMPILATION_CACHE_DIR": folder.name,
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    }

    def window() -> float:
        # The folder must live as long as the window does.
        assert folder.name
        return fresh_python(FIRST_USE, game, **environment)

    window()
    return window
