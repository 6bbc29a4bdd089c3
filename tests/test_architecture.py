"""The rooms of the house and the direction of the arrows between them, read from the source."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("render", "ui", "record", "looks")
FRONT = ("game.app.app", "game.cli.main")
PANELS = (*FRONT, "game.ui.interface")
HEAVY = {"av", "PIL", "rich", "numba", "scipy"}
OWNERS = {
    "moderngl": ("game.render",),
    "imgui_bundle": ("game.ui",),
    "av": ("game.record",),
    "pygame": ("game.app.window", "game.model.input"),
    "numba": ("physics.compiled.numba_backend",),
    "scipy": ("physics.studies.optimise",),
}
NOT_FOR_PHYSICS = {"game", "pygame", "moderngl", "imgui_bundle", "av", "PIL", "click", "rich"}
LONGEST_PHYSICS_FILE = 600


@dataclass(frozen=True)
class Import:
    """One import of a module: who, what (as far as is known a module's full name), and whether on loading."""

    importer: str
    imported: str
    on_loading: bool

    @property
    def package(self) -> str:
        return self.imported.split(".")[0]


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((*ROOT.glob("game/**/*.py"), *ROOT.glob("physics/**/*.py"))):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports_of(name: str, source: str, package: bool = False) -> list[Import]:
    """All imports in a module's source, but for those that only a type checker sees."""
    return list(_imports(name, ast.parse(source).body, package, on_loading=True))


def _imports(name: str, body: list[ast.stmt], package: bool, on_loading: bool) -> Iterator[Import]:
    for node in body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(name, alias.name, on_loading)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(name, node, package)
            yield Import(name, base, on_loading)
            for alias in node.names:
                if f"{base}.{alias.name}" in MODULES:
                    yield Import(name, f"{base}.{alias.name}", on_loading)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _imports(name, node.orelse, package, on_loading)
        else:
            inside = on_loading and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            statements = [child for child in ast.walk(node) if isinstance(child, ast.stmt) and child is not node]
            direct = [child for child in statements if isinstance(child, ast.Import | ast.ImportFrom)]
            later = _in_functions(node)
            for child in direct:
                yield from _imports(name, [child], package, inside and child not in later)


def _in_functions(node: ast.AST) -> set[ast.AST]:
    functions = (child for child in ast.walk(node) if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))
    return {child for function in functions for child in ast.walk(function)}


def _absolute(name: str, node: ast.ImportFrom, package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    base = parts[: len(parts) - node.level + package]
    return ".".join([*base, *([node.module] if node.module else [])])


def within(module: str, *rooms: str) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


IMPORTS = [
    found
    for name, path in MODULES.items()
    for found in imports_of(name, path.read_text("utf-8"), path.name == "__init__.py")
]


def breaches(imports: list[Import]) -> list[str]:
    """What of these imports goes against the plan of the house."""
    return [f"{found.importer} imports {found.imported}: {why}" for found in imports if (why := _wrong(found))]


def _wrong(found: Import) -> str:
    importer, imported = found.importer, found.imported
    if within(importer, "physics") and found.package in NOT_FOR_PHYSICS:
        return "physics knows nothing of the game and its libraries"
    if found.package in OWNERS and not within(importer, *OWNERS[found.package]):
        return f"only {' and '.join(OWNERS[found.package])} may"
    for room in ROOMS:
        others = [f"game.{other}" for other in ROOMS if other != room]
        if within(importer, f"game.{room}") and within(imported, *others, *FRONT):
            return "rooms do not import one another, nor what wires them"
    return ""


def test_every_import_follows_the_plan() -> None:
    assert breaches(IMPORTS) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("physics.simulation.clock", "import game.model.frame"),
        ("physics.systems.top", "def f():\n    from game import picture"),
        ("physics.simulation.run", "import scipy.integrate"),
        ("physics.simulation.simulation", "from numba import njit"),
        ("game.app.app", "import moderngl"),
        ("game.camera.camera", "if True:\n    import pygame"),
        ("game.looks.gyroscope", "from game.render.renderer import Renderer"),
        ("game.render.renderer", "from game import ui"),
        ("game.render.renderer", "from ..record import video"),
        ("game.ui.panels.readings", "class A:\n    def f(self):\n        import av"),
        ("game.record.video", "from game.app.app import App"),
    ],
)
def test_a_breach_is_noticed(name: str, source: str) -> None:
    assert len(breaches(imports_of(name, source))) >= 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("game.render.renderer", "import moderngl\nfrom game.model.frame import SceneFrame"),
        ("game.app.captures", "if TYPE_CHECKING:\n    import moderngl\n    from game.record.frame_pacing import Pace"),
        ("game.app.app", "from game.ui.interface import Interface"),
        ("physics.compiled.numba_backend", "def f():\n    import numba"),
    ],
)
def test_what_is_allowed_is_no_breach(name: str, source: str) -> None:
    assert breaches(imports_of(name, source)) == []


def test_imports_within_functions_are_told_from_those_on_loading() -> None:
    source = "try:\n    import a\nexcept E:\n    pass\nclass C:\n    import b\n    def f(self):\n        import c\n"
    assert [(found.imported, found.on_loading) for found in imports_of("game.x", source)] == [
        ("a", True),
        ("b", True),
        ("c", False),
    ]


def loaded_with(*names: str) -> set[str]:
    """All modules that are loaded when these are, as far as the source of the house tells."""
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        parents = [name.rsplit(".", depth)[0] for depth in range(1, name.count(".") + 1)]
        waiting += [parent for parent in parents if parent in MODULES]
        waiting += [found.imported for found in IMPORTS if found.importer == name and found.on_loading]
    return seen


@pytest.mark.parametrize("modules", [FRONT, PANELS], ids=["first frame", "panels"])
def test_nothing_heavy_is_loaded_before(modules: tuple[str, ...]) -> None:
    loaded = loaded_with(*modules)
    assert {"game.render.renderer", "game.session.session"} <= loaded
    assert not [name for name in loaded if name.split(".")[0] in HEAVY or within(name, "game.record")]
    assert any(within(name, "game.ui") for name in loaded) is (modules is PANELS)


@pytest.mark.parametrize(("modules", "late"), [(FRONT, HEAVY | {"imgui_bundle"}), (PANELS, HEAVY)])
def test_python_agrees_that_nothing_heavy_is_loaded(modules: tuple[str, ...], late: set[str]) -> None:
    script = f"import sys, {', '.join(modules)}; print(*sorted({late!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_only_recording_loads_heavy_libraries_with_its_modules() -> None:
    heavy = {(found.importer, found.package) for found in IMPORTS if found.on_loading and found.package in HEAVY}
    assert {package for _, package in heavy} <= {"av", "numba"}
    assert all(within(importer, "game.record", "physics.compiled.numba_backend") for importer, _ in heavy)


def test_physics_runs_without_the_game() -> None:
    script = "import sys, physics; print(*sorted(n for n in sys.modules if n.split('.')[0] in %r))"
    command = [sys.executable, "-c", script % (NOT_FOR_PHYSICS | {"numba", "scipy"})]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize("name", [name for name in MODULES if within(name, "physics")])
def test_a_file_of_physics_is_short(name: str) -> None:
    assert len(MODULES[name].read_text("utf-8").splitlines()) < LONGEST_PHYSICS_FILE
