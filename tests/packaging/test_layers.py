"""The layers of the house, read off the source: imports go one way, core knows no game, files stay readable."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("cli", "training", "evaluation", "agents", "envs")
"""From top to bottom: each room imports only itself and those after it."""

GAMES = sorted(folder.name for folder in (ROOT / "envs").iterdir() if (folder / "data").is_dir())
MAX_LINES = 450


def modules(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("mailwing", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imports(path: Path) -> Iterator[str]:
    """Full names of everything of the project that a module imports, inside functions too."""
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            found = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from (item for item in found if item.startswith("mailwing."))


def below(path: Path) -> str:
    return str(path.relative_to(ROOT))


CYCLE_FREE = ("training", "evaluation", "agents", "envs/_core")

LAZY_IMPORTS_IN_CYCLES = {
    ("game", "position"): "Game.new and Game.from_bytes make a Position, which keeps its Game",
    ("game", "loops.compiled"): "GameSpec.compiled builds the compiled loops, which are made for a GameSpec",
    ("game", "registry"): "unpickling a Game looks its declaration up; the registry keeps these declarations",
}
"""The imports inside functions of `envs/_core` that close a cycle, each with the reason why the two need each other."""


def run_time_imports(
    node: ast.AST, package: str, known: set[str], *, inside: bool = False
) -> Iterator[tuple[str, bool]]:
    """Project modules that some code imports, and whether inside a function; `if TYPE_CHECKING` is left out."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.ImportFrom):
            base = importlib.util.resolve_name("." * child.level + (child.module or ""), package)
            names = [f"{base}.{alias.name}" for alias in child.names]
            yield from ((name if name in known else base, inside) for name in names)
        elif isinstance(child, ast.Import):
            yield from ((alias.name, inside) for alias in child.names)
        else:
            function = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            yield from run_time_imports(child, package, known, inside=inside or function)


def import_graph() -> dict[str, dict[str, bool]]:
    """For each module of the cycle-free folders the modules it imports; True: only inside functions."""
    paths = {module_name(path): path for path in modules(*CYCLE_FREE)}
    graph: dict[str, dict[str, bool]] = {}
    for name, path in paths.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        edges = graph[name] = {}
        for other, inside in run_time_imports(ast.parse(path.read_text(encoding="utf-8")), package, set(paths)):
            if other in paths:
                edges[other] = inside and edges.get(other, True)
    return graph


def cycles(graph: dict[str, dict[str, bool]]) -> list[list[str]]:
    """Strongly connected components with more than one module, or with a module that imports itself."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        waiting = list(graph[start])
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += graph[name]
        reached[start] = seen
    components = {
        frozenset({name, *(other for other in reached[name] if name in reached[other])})
        for name in graph
        if name in reached[name]
    }
    return sorted(sorted(component) for component in components)


def test_no_modules_import_each_other() -> None:
    graph = import_graph()
    core = "mailwing.envs._core."
    for (importer, imported), reason in LAZY_IMPORTS_IN_CYCLES.items():
        assert graph[core + importer].get(core + imported) is True, f"{importer} → {imported} ({reason}) is not lazy"
    for importer, imported in LAZY_IMPORTS_IN_CYCLES:
        del graph[core + importer][core + imported]
    assert cycles(graph) == []
    for importer, imported in LAZY_IMPORTS_IN_CYCLES:
        graph[core + importer][core + imported] = True
        assert cycles(graph), f"{importer} → {imported} closes no cycle any more: take it off the list"
        del graph[core + importer][core + imported]


def test_cycles_are_found_inside_functions_too() -> None:
    code = "from .b import x\nif TYPE_CHECKING:\n    from .c import y\ndef f():\n    from . import d\n"
    known = {"p.b", "p.c", "p.d"}
    assert list(run_time_imports(ast.parse(code), "p", known)) == [("p.b", False), ("p.d", True)]
    assert cycles({"a": {"b": False}, "b": {"c": True}, "c": {"a": True, "d": False}, "d": {}}) == [["a", "b", "c"]]


@pytest.mark.parametrize("path", modules(*ROOMS), ids=below)
def test_imports_go_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    above = ROOMS[: ROOMS.index(room)]
    wrong = [name for name in imports(path) if name.split(".")[1] in above]
    assert not wrong, f"{below(path)} is in '{room}' and imports from a room above it: {wrong}"


@pytest.mark.parametrize("path", modules("envs/_core"), ids=below)
def test_core_imports_nothing_but_core(path: Path) -> None:
    wrong = [name for name in imports(path) if name not in ("mailwing.envs", "mailwing.__version__")]
    wrong = [name for name in wrong if not name.startswith(("mailwing.envs._core", "mailwing.registries"))]
    assert not wrong, f"{below(path)} imports {wrong}"


def test_the_root_imports_no_room() -> None:
    """So that `import mailwing`, which enters the games into registries, loads no game and no numba."""
    for name in ("__init__.py", "registries.py"):
        assert not [each for each in imports(ROOT / "mailwing" / name) if {*each.split(".")} & {*ROOMS}], name


@pytest.mark.parametrize("path", [*modules("envs/testing"), ROOT / "envs" / "authoring.py"], ids=below)
def test_what_outsiders_use_imports_nothing_but_core(path: Path) -> None:
    allowed = ("mailwing.envs._core", "mailwing.envs.testing", "mailwing.registries")
    wrong = [name for name in imports(path) if name != "mailwing.envs" and not name.startswith(allowed)]
    assert not wrong, f"{below(path)} imports {wrong}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_only_itself_and_core(game: str) -> None:
    allowed = (f"mailwing.envs.{game}", "mailwing.envs._core")
    for path in modules(f"envs/{game}"):
        wrong = [name for name in imports(path) if not name.startswith(allowed)]
        assert not wrong, f"{below(path)} imports {wrong}"


@pytest.mark.parametrize(
    "path", modules("envs/_core", "envs/testing", "agents", "evaluation", "training", "cli"), ids=below
)
def test_only_a_games_own_files_import_it(path: Path) -> None:
    """A new game changes no line of the rooms above: only `agents/scripted/<game>.py` or that folder knows it."""
    scripted = ROOT / "agents" / "scripted"
    own = path.relative_to(scripted).parts[0].removesuffix(".py") if path.is_relative_to(scripted) else ""
    others = [game for game in GAMES if game != own]
    wrong = [name for name in imports(path) for game in others if name.startswith(f"mailwing.envs.{game}")]
    assert not wrong, f"{below(path)} imports {wrong}"


@pytest.mark.parametrize("path", modules(*ROOMS, "mailwing", "benchmarks", "examples"), ids=below)
def test_files_are_one_idea_long(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MAX_LINES, f"{below(path)} has {lines} lines: is it two files?"


def test_importing_the_environments_brings_nothing_heavy() -> None:
    heavy = ("torch", "stable_baselines3", "pygame", "matplotlib", "PIL", "resvg_py", "tensorboard", "tqdm")
    code = f"import sys, mailwing.envs; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
