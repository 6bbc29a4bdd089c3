"""Architecture: layers, circles and names of the source."""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import physics
from physics.registry import FAMILIES

ROOT = Path(__file__).parents[1]

LAYERS = {
    "physics": (
        "errors", "types", "text_files", "plugins", "maths", "shapes", "core", "bodies", "integrators", "tops",
        "linkages", "chains", "pendulums", "pivoted", "free", "table", "trebuchet", "bicycle", "disk", "levitron",
        "satellite", "gimbals", "machines", "equations", "exchange", "apart", "registry", "own_systems", "compiled",
        "simulation", "batch", "fitting", "studies",
    ),
    "game": (
        "interruption", "startup", "model", "scenefile", "sound", "looks", "experiments", "challenges", "session",
        "learn", "camera", "ui", "render", "record", "app", "export", "cli", "__main__",
    ),
}  # fmt: skip
"""Packages and modules of each half, lowest first: one may import only from itself and from those before it."""
ALONE = {"game.ui": ("game.render", "game.record"), "game.render": ("game.model",), "game.record": ("game.model",)}
"""Modules that `game.ui` may not import, and the only ones of the game that `game.render` and `game.record` may."""
OWNERS = {
    "moderngl": ("game.render",),
    "imgui_bundle": ("game.ui",),
    "av": ("game.record",),
    "fpdf": ("game.record",),
    "fontTools": ("game.record",),
    "pygame": ("game.app.window", "game.app.gamepads", "game.app.loudspeaker", "game.model.input"),
    "numba": ("physics.compiled.numba_backend",),
    "llvmlite": ("physics.compiled",),
}
HEAVY = {"av", "PIL", "fpdf", "fontTools", "rich", "numba", "scipy", "llvmlite"}
ONE_OF_MANY = (*(f"physics.{family}" for family in FAMILIES), "physics.linkages", "physics.tops", "physics.studies")
"""Packages whose modules only some scenes need."""
NOT_FOR_PHYSICS = {"game", "pygame", "moderngl", "imgui_bundle", "av", "PIL", "click", "rich"}
ASK = "let the caller pass it as an argument"
"""What helps where a module needs something that it may not import."""
FIRST_FRAME = ("game.app.app", "game.cli.main")
PANELS = (*FIRST_FRAME, "game.ui.interface")


class Import(NamedTuple):
    """One import of a module.

    imported: the full name, as far as it is known. on_loading: False within functions. for_types: under TYPE_CHECKING.
    """

    importer: str
    imported: str
    on_loading: bool = True
    for_types: bool = False

    @property
    def library(self) -> str:
        return self.imported.split(".")[0]


def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((*ROOT.glob("game/**/*.py"), *ROOT.glob("physics/**/*.py"))):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


@cache
def parsed(source: str) -> ast.Module:
    """Return the tree of a source; all of them are read by several tests.

    Trees are made without a look for garbage, of which they have none: it would take four times as long.
    """
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        gc.enable()


def imports_of(name: str, source: str, package: bool = False) -> list[Import]:
    """Return all imports in a module's source, those within functions and under TYPE_CHECKING included."""
    return list(_imports(name, parsed(source), package, on_loading=True))


def _imports(name: str, node: ast.AST, package: bool, on_loading: bool) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        yield from (Import(name, alias.name, on_loading) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = _absolute(name, node, package)
        submodules = [full for alias in node.names if (full := f"{base}.{alias.name}") in MODULES]
        yield from (Import(name, full, on_loading) for full in submodules)
        if len(submodules) < len(node.names):
            yield Import(name, base, on_loading)
    elif isinstance(node, ast.If) and _last_name(node.test) == "TYPE_CHECKING":
        for child in node.body:
            yield from (found._replace(for_types=True) for found in _imports(name, child, package, on_loading=False))
        for child in node.orelse:
            yield from _imports(name, child, package, on_loading)
    else:
        inside = on_loading and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                yield from _imports(name, child, package, inside)


def _last_name(node: ast.expr) -> str:
    """Return the last part of a name such as `typing.TYPE_CHECKING`, "" for another expression."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _absolute(name: str, node: ast.ImportFrom, package: bool) -> str:
    if not node.level:
        return node.module or ""
    parts = name.split(".")
    base = parts[: len(parts) - node.level + package]
    return ".".join([*base, *([node.module] if node.module else [])])


@cache
def all_imports() -> tuple[Import, ...]:
    """Return the imports of all modules."""
    return tuple(
        found
        for name, path in MODULES.items()
        for found in imports_of(name, path.read_text("utf-8"), path.name == "__init__.py")
    )


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


# Layers -----------------------------------------------------------------------------------------------------


def breaches(imports: Iterable[Import]) -> list[str]:
    """Return the imports that violate the order of the layers, with reasons."""
    return [f"{found.importer} imports {found.imported}: {why}" for found in imports if (why := _wrong(found))]


def _wrong(found: Import) -> str:
    importer, imported = found.importer, found.imported
    if within(importer, "physics") and found.library in NOT_FOR_PHYSICS:
        return f"physics knows nothing of the game and its libraries; {ASK}"
    if found.library in OWNERS and not found.for_types and not within(importer, *OWNERS[found.library]):
        return f"only {' and '.join(OWNERS[found.library])} may; write what you need of it there, and call that"
    half = importer.split(".")[0]
    if found.library != half:
        return ""
    low, high = _layer(imported), _layer(importer)
    if low > high:
        return f"{LAYERS[half][low]} lies above {LAYERS[half][high]}; move what you need of it down, or {ASK}"
    if within(importer, "game.ui") and within(imported, *ALONE["game.ui"]):
        return f"the interface sees neither the renderer nor the recorder; {ASK}"
    for package in ("game.render", "game.record"):
        if within(importer, package) and not within(imported, package, *ALONE[package]):
            return f"of the game {package} sees {ALONE[package][0]} only; {ASK}"
    return ""


def _layer(module: str) -> int:
    """Return the layer of a module in its half; the package itself, imported only from outside, is above all."""
    half, *rest = module.split(".")
    return LAYERS[half].index(rest[0]) if rest else len(LAYERS[half]) - 1


def test_every_module_has_a_layer() -> None:
    found = sorted({name.split(".")[1] for name in MODULES if "." in name})
    assert found == sorted(sum(LAYERS.values(), ())), "write a new package into LAYERS, behind those that it imports"


def test_every_import_follows_the_layers() -> None:
    assert breaches(all_imports()) == []


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("physics.simulation.clock", "import game.model.frame"),
        ("physics.pivoted.gyroscope", "def f():\n    from game import model"),
        ("physics.simulation.run", "from numba import njit"),
        ("physics.core.system", "if TYPE_CHECKING:\n    from physics.simulation.history import History"),
        ("physics.core.fields", "def f():\n    from physics.pivoted import gyroscope"),
        ("game.app.app", "import moderngl"),
        ("game.camera.camera", "if True:\n    import pygame"),
        ("game.session.session", "if TYPE_CHECKING:\n    from game.ui.interface import Interface"),
        ("game.model.frame", "from game.looks.generic import Look"),
        ("game.looks.pivoted.gyroscope", "from game.render.renderer import Renderer"),
        ("game.render.renderer", "from game import ui"),
        ("game.render.renderer", "from game.session.session import Session"),
        ("game.render.renderer", "from ..record import video"),
        ("game.ui.interface", "class A:\n    def f(self):\n        import av"),
        ("game.ui.interface", "from game.render.renderer import Renderer"),
        ("game.record.video", "from game.app.app import App"),
    ],
)
def test_breaches_are_noticed(name: str, source: str) -> None:
    assert len(breaches(imports_of(name, source))) >= 1


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("game.render.renderer", "import moderngl\nfrom game.model.frame import SceneFrame"),
        (
            "game.app.captures",
            "if TYPE_CHECKING:\n    import moderngl\n    from game.record.video import FramePacer",
        ),
        ("game.app.app", "from game.ui.interface import Interface"),
        ("physics.compiled.numba_backend", "def f():\n    import numba"),
    ],
)
def test_allowed_imports_are_no_breach(name: str, source: str) -> None:
    assert breaches(imports_of(name, source)) == []


def test_imports_within_functions_are_distinguished_from_those_on_loading() -> None:
    source = (
        "try:\n    import a\nexcept E:\n    pass\nclass C:\n    import b\n    def f(self):\n        import c\n"
        "if TYPE_CHECKING:\n    import d\nelse:\n    import e\n"
    )
    on_loading = {found.imported: found.on_loading for found in imports_of("game.x", source)}
    assert on_loading == {"a": True, "b": True, "c": False, "d": False, "e": True}


# Circles ----------------------------------------------------------------------------------------------------


def circles(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """Return the sets of names that reach one another along the arrows (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(arrows.get(name, ())):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for name in sorted(arrows):
        if name not in index:
            visit(name)
    return [names for names in found if len(names) > 1]


def arrows_between(imports: Iterable[Import], depth: int | None = None) -> dict[str, set[str]]:
    """Return the importing and the imported modules; with a depth, packages of that many names."""
    arrows: dict[str, set[str]] = {}
    for found in imports:
        if found.imported in MODULES:
            importer, imported = (_package(name, depth) for name in (found.importer, found.imported))
            if importer != imported:
                arrows.setdefault(importer, set()).add(imported)
    return arrows


def _package(module: str, depth: int | None) -> str:
    return module if depth is None else ".".join(module.split(".")[:depth])


APART = "move what both need into a module that both import"


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert circles(arrows_between(all_imports())) == [], APART


def test_no_packages_import_one_another_in_a_circle() -> None:
    assert circles(arrows_between(all_imports(), depth=2)) == [], APART


@pytest.mark.parametrize(
    "source", ["from {0} import x", "def f():\n    import {0}", "if TYPE_CHECKING:\n    import {0}"]
)
def test_circles_are_noticed(source: str) -> None:
    lower, upper = "physics.core.fields", "physics.core.system"
    assert any(found.importer == upper and found.imported == lower for found in all_imports())
    added = imports_of(lower, source.format(upper))
    assert any({lower, upper} <= set(names) for names in circles(arrows_between([*all_imports(), *added])))


# Names and sizes --------------------------------------------------------------------------------------------


def doubled(names: Iterable[str]) -> list[str]:
    return sorted(name for name, times in Counter(names).items() if times > 1)


def classes_in(source: str) -> list[str]:
    return [node.name for node in ast.walk(parsed(source)) if isinstance(node, ast.ClassDef)]


def test_class_names_are_unique() -> None:
    found = doubled(name for path in MODULES.values() for name in classes_in(path.read_text("utf-8")))
    assert found == [], "give one of the two another name, which says what it is of"


def test_doubled_class_name_is_noticed() -> None:
    assert doubled(classes_in("class A:\n    class B: ...\ndef f():\n    class B: ...")) == ["B"]


def test_module_names_of_the_game_are_unique() -> None:
    """A panel of the interface may have the name of what it shows."""
    names = [name.rpartition(".")[2] for name in MODULES if within(name, "game") and not within(name, "game.ui.panels")]
    packages = [name for name, path in MODULES.items() if path.name == "__init__.py"]
    leaves = [name.rpartition(".")[2] for name in packages if within(name, "game")]
    found = [name for name in doubled(names) if not (name in leaves and names.count(name) == 2)]
    assert found == [], "give one of the two modules another name, which says what it is of"


# What is loaded when ----------------------------------------------------------------------------------------


LATE = "import it within the function that needs it"


def loaded_with(*names: str) -> set[str]:
    """Return all modules that are loaded with these, according to the source."""
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        parents = [name.rsplit(".", depth)[0] for depth in range(1, name.count(".") + 1)]
        waiting += [parent for parent in parents if parent in MODULES]
        waiting += [found.imported for found in all_imports() if found.importer == name and found.on_loading]
    return seen


@pytest.mark.parametrize("modules", [FIRST_FRAME, PANELS], ids=["first frame", "panels"])
def test_first_frame_and_panels_load_nothing_heavy(modules: tuple[str, ...]) -> None:
    loaded = loaded_with(*modules)
    assert {"game.render.renderer", "game.session.session"} <= loaded
    assert not [name for name in loaded if name.split(".")[0] in HEAVY or within(name, "game.record")], LATE
    assert any(within(name, "game.ui") for name in loaded) is (modules is PANELS)


@pytest.mark.parametrize(("modules", "late"), [(FIRST_FRAME, HEAVY | {"imgui_bundle"}), (PANELS, HEAVY)])
def test_python_confirms_that_nothing_heavy_is_loaded(modules: tuple[str, ...], late: set[str]) -> None:
    script = f"import sys, {', '.join(modules)}; print(*sorted({late!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [], LATE


def test_only_recording_and_the_compilers_import_heavy_libraries_on_loading() -> None:
    heavy = {(found.importer, found.library) for found in all_imports() if found.on_loading and found.library in HEAVY}
    assert {library for _, library in heavy} <= {"av", "numba", "llvmlite"}, LATE
    writers = ("numba_backend", "vector_sums", "code_generation", "wasm")
    kernels = ("kernel_values", "kernel_calls", "kernel_expressions", "kernel_compiler", "kernel_entry")
    compilers = tuple(f"physics.compiled.{name}" for name in (*writers, *kernels))
    assert not [importer for importer, _ in heavy if not within(importer, "game.record", *compilers)], LATE


def test_first_frame_loads_no_system_that_it_does_not_show() -> None:
    parts = {name for name in loaded_with(*FIRST_FRAME) if within(name, *ONE_OF_MANY)}
    assert not parts - set(ONE_OF_MANY), f"{LATE}: the packages alone are loaded, and none of their modules"


def test_one_system_is_loaded_without_the_others() -> None:
    script = "import sys, physics; physics.Simulation('heavy-top'); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    systems = {kind.__module__ for kind in physics.systems().values()}
    others = systems & set(done.stdout.split()) - {physics.system_class("heavy-top").__module__}
    assert not others, "no module that several systems need may import one; move what they share out of it"


def test_every_system_has_the_module_named_after_it_in_a_family() -> None:
    homes = [kind.__module__.split(".") for kind in physics.systems().values()]
    strange = [home for home in homes if not (home[:1] == ["physics"] and home[1] in FAMILIES and len(home) == 3)]
    assert not strange, "move the system into a package that physics.registry.FAMILIES lists"
    named = [name.replace("-", "_") for name in physics.systems()]
    assert [home[2] for home in homes] == named, "give the module the name of its system"


def test_physics_runs_without_the_game() -> None:
    script = "import sys, physics; print(*sorted(n for n in sys.modules if n.split('.')[0] in %r))"
    command = [sys.executable, "-c", script % (NOT_FOR_PHYSICS | {"numba", "scipy"})]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [], LATE
