"""The identity of a kernel: everything that its meaning hangs on changes it, and nothing else does."""

from __future__ import annotations

import ctypes
import enum
import importlib
import py_compile
import sys
import textwrap
import types as python_types
import zipfile
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numba import types
from numba.core import config
from numba.extending import intrinsic

from mailwing.envs._core.kernel import INTERPRETED, kernel
from mailwing.envs._core.kernel_identity import NoIdentityError, identity_of

pytestmark = pytest.mark.skipif(INTERPRETED, reason="interpreted kernels are plain functions")

NUMBER = (types.int64,)


def typed(source: str, **given: Any) -> dict[str, Any]:
    """The names that a piece of source defines, run as a prompt or a notebook runs it: there is no file."""
    names = {"__name__": "prompt", "kernel": kernel, "np": np, **given}
    exec(textwrap.dedent(source), names)
    return names


def identity(source: str, signature: Any = NUMBER, **given: Any) -> bytes:
    """The identity of the kernel `f` in a piece of source."""
    return identity_of(typed(source, **given)["f"], signature)


PLAIN = """
    @kernel
    def f(x):
        return x + N
    """


def test_equal_source_has_equal_identity_and_other_source_another() -> None:
    assert identity(PLAIN, N=1) == identity(PLAIN, N=1)
    assert identity(PLAIN, N=1) != identity(PLAIN.replace("+", "-"), N=1)
    assert identity(PLAIN, N=1) != identity(PLAIN.replace("@kernel", "@kernel(inline=True)"), N=1)
    assert identity(PLAIN, N=1) != identity(PLAIN, (types.int32,), N=1)


def test_comments_lines_and_neighbours_do_not_matter() -> None:
    around = "\n\n# a comment\nM = 3\n\n@kernel\ndef other(x):\n    return M\n" + textwrap.dedent(PLAIN)
    assert identity(around, N=1) == identity(PLAIN, N=1)


class Colour(enum.IntEnum):
    RED = 0


Point = namedtuple("Point", "x y")

VALUES = [
    (1, 2),
    (1, True),
    (1, 1.0),
    (0.0, -0.0),
    ("a", "b"),
    ((1, 2), (2, 1)),
    ((1, (2, 3)), (1, (2, 4))),
    (np.int8(1), np.int16(1)),
    (np.float32(0.5), np.float32(0.25)),
    (np.arange(3), np.arange(3)[::-1].copy()),
    (np.arange(3), np.arange(3, dtype=np.int32)),
    (np.arange(4), np.arange(4).reshape(2, 2)),
    (np.dtype("i4"), np.dtype("i8")),
    (np.dtype([("a", "i4"), ("b", "i4")]), np.dtype([("b", "i4"), ("a", "i4")])),
    (Point(1, 2), Point(2, 1)),
    (Point(1, 2), namedtuple("Point", "y x")(1, 2)),
    (Point, namedtuple("Point", "y x")),
    (Point, namedtuple("Point", "x y", defaults=[7])),
    (Colour.RED, enum.IntEnum("Colour", {"RED": 1}).RED),
    (Colour, enum.IntEnum("Colour", {"RED": 1})),
    (Colour, enum.IntEnum("Colour", {"RED": 0, "BLUE": 1})),
    (Colour, enum.Enum("Colour", {"RED": 0})),
    (np.floor, np.ceil),
    (np.int8, np.int16),
    (types.int8, types.int16),
    (len, abs),
]


@pytest.mark.parametrize(("one", "other"), VALUES, ids=str)
def test_what_a_name_stands_for_is_part_of_it(one: Any, other: Any) -> None:
    """As a global, in a closure, as an attribute of a module and as a default argument."""
    closure = """
        def make(n):
            @kernel
            def f(x):
                return n
            return f
        f = make(N)
        """
    attribute = "@kernel\ndef f(x):\n    return limits.N"
    default = "@kernel\ndef f(x, n=N):\n    return n"
    limits = python_types.ModuleType("limits")
    for source in (PLAIN, closure, attribute, default):
        found = []
        for value in (one, one, other):
            limits.__dict__["N"] = value
            found.append(identity(source, N=value, limits=limits))
        assert found[0] == found[1] != found[2], source


def test_only_what_is_used_of_a_module_matters() -> None:
    limits = python_types.ModuleType("limits")
    limits.__dict__.update(N=1, M=1, inner=python_types.ModuleType("limits.inner"))
    limits.__dict__["inner"].__dict__["K"] = 1
    source = "@kernel\ndef f(x):\n    return limits.N + limits.inner.K"
    before = identity(source, limits=limits)
    limits.__dict__["M"] = 2
    assert identity(source, limits=limits) == before
    limits.__dict__["inner"].__dict__["K"] = 2
    assert identity(source, limits=limits) != before


CALLER = """
    @kernel
    def h(x):
        return x * N

    @kernel
    def g(x):
        return h(x) + 1

    @kernel
    def f(x):
        return g(x) + 1
    """


def test_kernels_that_it_calls_are_part_of_it_however_far() -> None:
    assert identity(CALLER, N=1) == identity(CALLER, N=1)
    assert identity(CALLER, N=1) != identity(CALLER, N=2)
    assert identity(CALLER, N=1) != identity(CALLER.replace("x * N", "x - N"), N=1)


def test_kernels_may_call_themselves_and_each_other() -> None:
    """The second one is in a closure of its own."""
    source = """
        @kernel
        def even(n):
            return True if n == 0 else odd(n - 1)

        @kernel
        def odd(n):
            return False if n == 0 else even(n - 1)

        def make(k):
            @kernel
            def f(n):
                return k if n <= 0 else f(n - 1) + even(n)
            return f

        f = make(K)
        """
    assert identity(source, K=1) == identity(source, K=1) != identity(source, K=2)
    assert identity(source, K=1) != identity(source.replace("return False", "return True"), K=1)


def test_which_of_its_kernels_a_kernel_calls_is_part_of_it() -> None:
    """The kernels are the same ones, and so are their sources; only the loop that they form differs."""
    source = """
        @kernel
        def f(n):
            return 0 if n <= 0 else g(n - 1)

        @kernel
        def g(n):
            return 1 if n <= 0 else following(n - 1)

        following = {0}
        """
    assert identity(source.format("f")) != identity(source.format("g"))


def test_inner_functions_and_lambdas_are_looked_into() -> None:
    source = """
        @kernel
        def f(x):
            def inner(y):
                return y + N
            return inner(x)
        """
    assert identity(source, N=1) == identity(source, N=1) != identity(source, N=2)
    assert identity("f = kernel(lambda x: x + 1)") != identity("f = kernel(lambda x: x + 2)")


def test_compiled_functions_of_others_are_part_of_it() -> None:
    source = "@njit\ndef h(x):\n    return x * N\n@kernel\ndef f(x):\n    return h(x)"
    assert identity(source, njit=numba.njit, N=1) == identity(source, njit=numba.njit, N=1)
    assert identity(source, njit=numba.njit, N=1) != identity(source, njit=numba.njit, N=2)
    assert identity(source, njit=numba.njit, N=1) != identity(source, njit=numba.njit(fastmath=True), N=1)


def test_intrinsics_are_part_of_it_with_the_functions_that_they_use() -> None:
    source = """
        def helper(builder, value):
            return builder.add(value, ir.Constant(value.type, N))

        @intrinsic
        def one_more(context, x):
            def build(target, builder, signature, arguments):
                return helper(builder, arguments[0])
            return types.int64(types.int64), build

        @kernel
        def f(x):
            return one_more(x)
        """
    given: dict[str, Any] = {"intrinsic": intrinsic, "types": types, "ir": importlib.import_module("llvmlite.ir")}
    assert identity(source, N=1, **given) == identity(source, N=1, **given)
    assert identity(source, N=1, **given) != identity(source, N=2, **given)
    assert identity(source, N=1, **given) != identity(source.replace("builder.add", "builder.sub"), N=1, **given)


def test_types_count_by_what_they_mean_not_by_their_names() -> None:
    """A named tuple with swapped fields and an enum with other values have the names that they had."""
    source = "@kernel\ndef f(p):\n    return p.x"
    module = python_types.ModuleType("places")
    sys.modules["places"] = module
    try:
        found = []
        for point in (namedtuple("Point", "x y"), namedtuple("Point", "x y"), namedtuple("Point", "y x")):
            point.__module__ = "places"
            module.__dict__["Point"] = point
            found.append(identity(source, (numba.typeof(point(1, 2)),)))
        assert found[0] == found[1] != found[2]
    finally:
        del sys.modules["places"]
    layouts = [np.dtype([("x", "i4"), ("y", "i4")]), np.dtype([("y", "i4"), ("x", "i4")])]
    assert len({identity(source, (numba.from_dtype(layout),)) for layout in layouts}) == 2
    assert identity(source, "int64(int64)") == identity(source, "int64(int64)") != identity(source, "int32(int64)")


def test_kernels_as_arguments_count_by_their_meaning() -> None:
    source = "@kernel\ndef f(g):\n    return g(1)"
    one, same, other = (typed(PLAIN, N=n)["f"] for n in (1, 1, 2))
    found = [identity(source, (types.Dispatcher(passed),)) for passed in (one, same, other)]
    assert found[0] == found[1] != found[2]


@pytest.mark.parametrize(
    ("name", "value"), [("BOUNDSCHECK", 1), ("OPT", 0), ("CPU_NAME", "x"), ("LOOP_VECTORIZE", 0), ("SLP_VECTORIZE", 1)]
)
def test_settings_of_numba_that_change_code_are_part_of_it(
    name: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = identity(PLAIN, N=1)
    monkeypatch.setattr(config, name, value)
    assert identity(PLAIN, N=1) != before


@pytest.mark.parametrize("version", ["sys.version", "numba.__version__", "llvmlite.__version__", "numpy.__version__"])
def test_versions_of_what_compiles_are_part_of_it(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity(PLAIN, N=1)
    monkeypatch.setattr(version, "another one")
    assert identity(PLAIN, N=1) != before


@pytest.mark.parametrize(("name", "value"), [("NUMBA_NUM_THREADS", 77), ("CACHE_DIR", "/x"), ("COLOR_SCHEME", "x")])
def test_settings_that_do_not_change_code_are_not(name: str, value: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = identity(PLAIN, N=1)
    monkeypatch.setattr(config, name, value)
    assert identity(PLAIN, N=1) == before


def python_function(x: int) -> int:
    return x


UNKNOWN = [
    ([1, 2], "a list"),
    ({1: 2}, "a dict"),
    (object(), "an object"),
    (ctypes.CDLL(None).abs, "a _FuncPtr"),
    (python_function, "a Python function that is not a kernel"),
    (np.array([None]), "an array of Python objects"),
    ((1, [2]), "a list"),
    (importlib.import_module("mailwing.envs"), "the module mailwing.envs other than by `mailwing.envs.NAME`"),
]


@pytest.mark.parametrize(("value", "what"), UNKNOWN, ids=[what for _, what in UNKNOWN])
def test_what_has_no_identity_is_named(value: Any, what: str) -> None:
    """A kernel that calls such a kernel has none either; the message names the one that uses it."""
    with pytest.raises(NoIdentityError) as error:
        identity(PLAIN, N=value)
    assert str(error.value) == f"prompt.f uses `N`, {what}"
    with pytest.raises(NoIdentityError, match=r"^prompt\.h uses `N`, "):
        identity(CALLER, N=value)


def test_what_numba_compiled_before_we_looked_has_no_identity() -> None:
    source = "@njit{0}\ndef h(x):\n    return x * N\n{1}\n@kernel\ndef f(x):\n    return h(x)"
    with pytest.raises(NoIdentityError, match=r"^prompt\.h was compiled before a kernel used it"):
        identity(source.format("", "h(1); N = 2"), njit=numba.njit, N=1)
    with pytest.raises(NoIdentityError, match=r"^prompt\.h was compiled before a kernel used it"):
        identity(source.format('("int64(int64)")', "N = 2"), njit=numba.njit, N=1)


def test_what_numba_keeps_in_its_own_cache_has_no_identity() -> None:
    """That cache does not notice a changed constant of another module, and a kernel would be linked with its code."""
    source = "@kernel\ndef f(x):\n    return helper(x)"
    with pytest.raises(NoIdentityError, match=r"\.python_function is in numba's own cache, which may be out of date"):
        identity(source, helper=numba.njit(cache=True)(python_function))


def test_a_name_that_changed_after_its_first_use_has_no_identity() -> None:
    """Machine code with the former value may be linked into anything that is compiled from now on."""
    names = typed(CALLER, N=1)
    identity_of(names["g"], NUMBER)
    names["N"] = 2
    for later in ("h", "g", "f"):
        with pytest.raises(
            NoIdentityError, match=r"^prompt\.h uses `N`, which has changed since the kernel was first used$"
        ):
            identity_of(names[later], NUMBER)


def test_an_equal_value_in_the_same_place_has_not_changed() -> None:
    names = typed(CALLER, N=1000)
    before = identity_of(names["f"], NUMBER)
    names["N"] = int("1000")
    assert identity_of(names["f"], NUMBER) == before


def test_an_array_that_was_written_to_has_changed() -> None:
    table = np.arange(3)
    names = typed("@kernel\ndef f(x):\n    return table[x]", table=table)
    before = identity_of(names["f"], NUMBER)
    assert identity_of(names["f"], NUMBER) == before
    table[0] = 9
    with pytest.raises(
        NoIdentityError, match=r"^prompt\.f uses an array, which has changed since the kernel was first used$"
    ):
        identity_of(names["f"], NUMBER)


def test_a_cell_that_is_run_again_makes_a_kernel_with_its_new_meaning() -> None:
    """The kernel of the first cell keeps its own name for itself; the second one is another kernel of the same name."""
    names = typed(PLAIN, N=1)
    before = identity_of(names["f"], NUMBER)
    names["N"] = 2
    exec(textwrap.dedent(PLAIN), names)
    assert identity_of(names["f"], NUMBER) != before
    names["N"] = 1
    exec(textwrap.dedent(PLAIN), names)
    assert identity_of(names["f"], NUMBER) == before


def test_files_that_are_edited_after_the_import_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was imported counts, from source, from a `.pyc` alone or from a zip archive; a reload counts anew."""
    source = "from mailwing.envs._core.kernel import kernel\n\n@kernel\ndef f(x):\n    return x + {0}\n"
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    folders = [tmp_path / name for name in ("source", "bytecode", "rules.zip")]
    for folder in folders[:2]:
        folder.mkdir()
    file = folders[0] / "edited_rules.py"
    file.write_text(source.format(1))
    py_compile.compile(str(file), cfile=str(folders[1] / "edited_rules.pyc"), doraise=True)
    with zipfile.ZipFile(folders[2], "w") as archive:
        archive.write(file, file.name)
    found = []
    for folder in folders:
        monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
        module = importlib.import_module("edited_rules")
        if folder == folders[0]:
            file.write_text(source.format(20))
        found.append(identity_of(module.f, NUMBER))
        if folder == folders[0]:
            assert identity_of(importlib.reload(module).f, NUMBER) != found[0]
        del sys.modules["edited_rules"]
    assert len(set(found)) == 1


def test_the_identity_is_the_same_in_every_process(run_python: Callable[..., str]) -> None:
    """Texts are hashed differently in every process; the order in which kernels were made differs, too."""
    program = """
        from mailwing.envs._core.kernel import kernel
        from mailwing.envs._core.kernel_identity import identity_of
        from numba import types
        import toys, toys.two_ply, toys.several_moves
        print(identity_of(kernel(lambda x: x in {{"jet", "mail", "Ju 52"}}), (types.int64,)).hex())
        for name in {0}:
            game = getattr(toys, name).SPEC.compiled
            for entry in ("deal", "legal", "play", "match"):
                kernel, signature = vars(type(game))[entry].make(game)
                print(name, entry, identity_of(kernel, signature(game._types)).hex())
        """
    one = run_python(textwrap.dedent(program).format(["two_ply", "several_moves"]), PYTHONHASHSEED="1")
    other = run_python(textwrap.dedent(program).format(["several_moves", "two_ply"]), PYTHONHASHSEED="2")
    assert sorted(one.splitlines()) == sorted(other.splitlines())
