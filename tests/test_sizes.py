"""Sizes of the source: functions fit a screen, classes and files are not too long, small modules are not splinters.

What exceeds a rule stands in a list here. The lists may only get shorter.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

import physics
from tests.test_architecture import MODULES, all_imports, parsed

MOST_LINES_OF_A_FUNCTION = 60
MOST_METHODS_OF_A_CLASS = 25
MOST_LINES_OF_A_FILE = 900
LEAST_LINES_OF_A_MODULE = 60
"""Lines below which a module with one importer belongs into that."""

SYSTEMS = tuple(kind.__module__ for kind in physics.systems().values())
ONE_FILE_EACH = ("game.cli", "game.ui.panels", "physics.integrators", "game.looks", *SYSTEMS)
"""Each command, panel, integrator, look and system has a file of its own, however small."""
LONG_FUNCTIONS = {
    "physics.chains.spatial.joint_forces": 64,
}
LARGE_CLASSES = {
    "game.app.app.App": 35,
    "game.camera.auto_camera.AutoCamera": 27,
    "game.camera.camera.Camera": 30,
    "game.camera.rig.CameraRig": 26,
    "game.looks.generic.Look": 33,
    "game.looks.trebuchet.trebuchet.TrebuchetLook": 34,
    "game.render.renderer.Renderer": 28,
    "game.ui.interface.Interface": 39,
    "game.ui.layout.panels.Panels": 32,
    "physics.core.system.System": 61,
    "physics.simulation.history.History": 40,
    "physics.simulation.simulation.Simulation": 54,
    "physics.gimbals.gimbals.Gimbals": 26,
}
SPLINTERS = {
    "game.render.gpu.gpu_timer",
    "physics.chains.catenary",
    "physics.maths.bracketing",
    "physics.free.free_rotation",
    "physics.tops.split_parts",
}


def lengths(name: str, source: str) -> Iterator[tuple[str, int]]:
    """Yield the functions of a module, those within others included, with their number of lines."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield f"{name}.{node.name}", node.end_lineno - node.lineno + 1


def methods(name: str, source: str) -> Iterator[tuple[str, int]]:
    """Yield the classes of a module with their number of methods."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.ClassDef):
            yield f"{name}.{node.name}", sum(isinstance(each, ast.FunctionDef) for each in node.body)


def splinters() -> set[str]:
    """Return the small modules that one other module imports."""
    importers = Counter(imported for _, imported in {(each.importer, each.imported) for each in all_imports()})
    used = Counter[str]()
    for imported, count in importers.items():
        module = imported if imported in MODULES else imported.rpartition(".")[0]
        used[module] += count
    return {
        name
        for name, path in MODULES.items()
        if path.name != "__init__.py"
        and not name.startswith(ONE_FILE_EACH)
        and used[name] == 1
        and len(path.read_text("utf-8").splitlines()) < LEAST_LINES_OF_A_MODULE
    }


def beyond(sizes: Iterator[tuple[str, int]], most: int) -> dict[str, int]:
    return {name: size for name, size in sizes if size > most}


def worse(found: dict[str, int], listed: dict[str, int]) -> list[str]:
    """Return what exceeds a rule by more than its list says, and what is in the list without need."""
    more = [f"{name}: {size}" for name, size in found.items() if size > listed.get(name, 0)]
    return more + [f"{name}: in the list without need" for name in listed.keys() - found.keys()]


def test_functions_fit_a_screen() -> None:
    found = beyond(
        (each for name, path in MODULES.items() for each in lengths(name, path.read_text("utf-8"))),
        MOST_LINES_OF_A_FUNCTION,
    )
    assert not worse(found, LONG_FUNCTIONS), "split the function, or take from the list what fits now"


def test_classes_have_few_methods() -> None:
    found = beyond(
        (each for name, path in MODULES.items() for each in methods(name, path.read_text("utf-8"))),
        MOST_METHODS_OF_A_CLASS,
    )
    assert not worse(found, LARGE_CLASSES), "move methods to another class, or take from the list what is small now"


def test_files_are_short() -> None:
    counts = {name: len(path.read_text("utf-8").splitlines()) for name, path in MODULES.items()}
    assert beyond(iter(counts.items()), MOST_LINES_OF_A_FILE) == {}, "divide the file by subject"


def test_small_modules_with_one_importer_are_merged() -> None:
    assert splinters() == SPLINTERS, "merge the module into the one that imports it, or take it from the list"


def test_long_functions_and_large_classes_are_noticed() -> None:
    source = "class A:\n" + "".join(f"    def f{k}(self):\n        return {k}\n" for k in range(26))
    assert beyond(methods("m", source), MOST_METHODS_OF_A_CLASS) == {"m.A": 26}
    source = "def f():\n" + "    g()\n" * 60
    assert beyond(lengths("m", source), MOST_LINES_OF_A_FUNCTION) == {"m.f": 61}
    assert worse({"m.f": 61, "m.g": 70}, {"m.f": 60, "m.g": 70, "m.h": 80}) == [
        "m.f: 61",
        "m.h: in the list without need",
    ]
