"""Systems and integrators in Python files of one's own, and those that installed packages offer."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

import physics
from game.cli.new import write_system
from physics import BadInput, plugins, registry
from physics.compiled import native
from physics.compiled.helper_process import start
from physics.compiled.measure_text import compiled_names
from physics.core import own_files
from physics.own_systems import load_file

METHOD = """
from physics.core.runge_kutta import explicit_method
INTEGRATORS = (explicit_method(
    module=__name__, name="my-heun", title="My Heun", order=2, about="as Heun's", a=((1,),), b=(0.5, 0.5)),)
"""


@pytest.fixture
def no_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Find the packages that are installed anew after the test."""
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    for each in (registry.systems, registry.integrators, registry._offered, plugins.offered):  # fmt: skip
        each.cache_clear()


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def new_system(folder: Path, name: str = "stiff-spring") -> Path:
    return write_system(name, folder)[0]


def test_a_system_of_a_file_is_found_by_its_name_everywhere(tmp_path: Path) -> None:
    (kind,) = load_file(new_system(tmp_path)).systems
    assert kind.name == "stiff-spring" in physics.systems() and physics.system_class("stiff-spring") is kind
    run = physics.simulate("stiff-spring", duration=1.0, dt=1e-3, parameters={"stiffness": 30.0})
    assert run.invariants["energy"][-1] == pytest.approx(run.invariants["energy"][0], rel=1e-8)
    system = pickle.loads(pickle.dumps(physics.system(kind, {"mass": 2.0})))
    assert type(system) is kind and system.mass == 2.0


def test_machine_code_of_a_file_has_the_bits_of_cpython(tmp_path: Path) -> None:
    (kind,) = load_file(new_system(tmp_path)).systems
    for method in ("rk4", "gauss4", "dop853"):
        plain, compiled = (physics.Simulation(kind, method) for _ in range(2))
        assert compiled.compile()
        assert plain.advance(200) == compiled.advance(200) == 200
        assert bytes(plain.y) == bytes(compiled.y)


def test_code_of_a_file_is_kept_by_its_content(tmp_path: Path) -> None:
    path = new_system(tmp_path)
    names = []
    for text in (path.read_text(), path.read_text(), path.read_text().replace("- (p[1]", "-(p[1]") + "\n# changed\n"):
        path.write_text(text)
        (kind,) = load_file(path).systems
        names.append(native.CompileUnit("rate", (kind.rate,), variables=2).name)
    assert names[0] and names[0] == names[1] != names[2]
    assert compiled_names(physics.system(kind)) == {"energy", "small_period"}, "a page has them"


def test_another_process_knows_the_class_of_a_file(tmp_path: Path) -> None:
    (kind,) = load_file(new_system(tmp_path)).systems
    code = "from physics.compiled import helper_process as h; k = h.receive(); print(k.name, k.rate.__name__)"
    child = start(code, kind, answers=True)
    assert child.stdout is not None
    with child.stdout:
        assert child.stdout.read().split() == [b"stiff-spring", b"rate"]
    assert child.wait(20) == 0


def test_a_file_is_run_anew_when_it_is_loaded_again(tmp_path: Path) -> None:
    path = new_system(tmp_path)
    load_file(path)
    path.write_text(path.read_text("utf-8").replace("0.3, -10.0", "0.1, -10.0"), "utf-8")
    load_file(path)
    assert physics.system("stiff-spring").start()[0] == 0.1
    assert own_files.paths() == (str(path.resolve()),)


def test_an_integrator_of_a_file_has_its_order(tmp_path: Path) -> None:
    load_file(written(tmp_path, METHOD))
    assert "my-heun" in physics.integrators()
    ends = [
        physics.simulate("gyroscope", duration=0.05, dt=dt, integrator=name)["theta"][-1]
        for name, dt in (("gauss6", 1e-4), ("my-heun", 5e-4), ("my-heun", 2.5e-4))
    ]
    errors = np.abs(np.subtract(ends[1:], ends[0]))
    assert errors[0] / errors[1] == pytest.approx(4.0, rel=0.1)
    same = [physics.simulate("gyroscope", duration=0.05, integrator=name)["theta"][-1] for name in ("heun", "my-heun")]
    assert same[0] == same[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = (\n", r"^mine\.py:1: '\(' was never closed$"),
        ("x = 1\n", r"^mine\.py: defines no system and no integrator; must have "),
        ("x = 1\ny = x / 0\n", r"^mine\.py:2: `y = x / 0`: ZeroDivisionError: division by zero$"),
        ("import no_such_module\n", r"^mine\.py:1: `import no_such_module`: ModuleNotFoundError: No module named "),
        ("raise SystemExit\n", r"^mine\.py:1: `raise SystemExit`: it ends the program"),
        ("INTEGRATORS = (3,)\n", r"^mine\.py: integrator = 3: must be a physics"),
        ("INTEGRATORS = 3\n", r"^mine\.py: INTEGRATORS = 3: must be a tuple of integrators$"),
        ("raise GeneratorExit\n", r"^mine\.py:1: `raise GeneratorExit`: GeneratorExit$"),
        ("class E(Exception):\n    __str__ = None\nraise E\n", r"^mine\.py:3: `raise E`: E$"),
        ("x = '\\0'\n\0", r"^/.*mine\.py: is no Python: |^mine\.py:\d+: "),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    before = set(sys.modules)
    with pytest.raises(BadInput, match=said) as error:
        load_file(written(tmp_path, text))
    assert "\n" not in str(error.value)
    assert not any(map(own_files.is_own, set(sys.modules) - before)) and not own_files.paths()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"stiff-spring"', '"gyroscope"', r"^class StiffSpring: name = 'gyroscope': is a system of Polhode's"),
        ('"stiff-spring"', '"Stiff Spring"', r"^class StiffSpring: name = 'Stiff Spring': must be small letters"),
        ("dy[0] = y[1]", "dy[0] = y[7]", r"^class StiffSpring: stiff_spring\.py:\d+: `dy\[0\] = y\[7\]`: IndexError"),
        ("self.stiffening, 0.05", "1 / 0, 0.05", r"^class StiffSpring: stiff_spring\.py:\d+: .*ZeroDivisionError"),
        ("0.3, -10.0", "30.0, -10.0", r"^class StiffSpring: stiff_spring\.py"),
        ("default=20.0", 'default=float("nan")', r"^class StiffSpring: stiffness = nan N/m: must be from"),
        ("write_body(out, 0,", "write_body(out, 1,", r"^class StiffSpring: .*body 'ball' has no place at the start"),
        ('(("ball", ball),)', "(ball,)", r"^class StiffSpring: .*pose_layout: Ellipsoid.* is no body; must be"),
        ("title = ", "title = 3 or ", r"^class StiffSpring: title = 3: must be a text$"),
        ("invariants = (", "invariants = () and (", r"^class StiffSpring: inv.* = \(\): must begin with"),
        ("spring\", _energy)", "spring\", lambda s, y: None)", r"^class StiffSpring: .*energy = None: must be a"),
        ('"motion": moves, ', "", r"^class StiffSpring: .*split_energy: motion is missing; must have a value for each"),
        ('"motion": moves, ', '"motion": "x", ', r"^class StiffSpring: .*split_energy: motion = 'x': must be a number"),
        ("def constants(", "def numbers(", r"^class StiffSpring: defines no constants$"),
        ("def rate(", "def slope(", r"^class StiffSpring: defines no rate$"),
        ("def split_energy(", "def parts(", r"^class StiffSpring: defines no split_energy$"),
        ("    variables = (", "    states = (", r"^class StiffSpring: declares no variables$"),
        ('"small_period"', '"x"', r"^class StiffSpring: .*the name x is taken; each variable, invariant"),
        ('"small_period"', '"a b"', r"^class StiffSpring: .*name = 'a b': must be letters, digits and _"),
        ('"small_period"', '"t"', r"^class StiffSpring: .*the name t is taken"),
        ("return {", "return 3, {", r"^class StiffSpring: .*split_energy returns \(3, .*must be a value for each name"),
    ],
)  # fmt: skip
def test_a_faulty_class_is_refused_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = new_system(tmp_path)
    assert old in path.read_text("utf-8")
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(BadInput, match=said):
        load_file(path)
    assert "stiff-spring" not in physics.systems()


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nothing\.py: there is no such file$"):
        load_file(tmp_path / "nothing.py")
    with pytest.raises(BadInput, match="is not a regular file$"):
        load_file(tmp_path)
    with pytest.raises(BadInput, match="is larger than 1000 kB$"):
        load_file(written(tmp_path, "#" * 1_000_001))


class Offered:
    """Entry points of a package that is installed, as far as Python is concerned."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        package = folder / "my_package"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "broken.py").write_text("import no_such_module\n")
        write_system("stiff-spring", package)
        written(package, METHOD.replace("INTEGRATORS = (", "METHOD = ").replace(",)\n", "\n"), "method.py")
        written(package, "raise SystemExit(3)\n", "ending.py")
        monkeypatch.syspath_prepend(str(folder))
        points = [
            EntryPoint("stiff-spring", "my_package.stiff_spring:StiffSpring", plugins.SYSTEMS),
            EntryPoint("another", "my_package.stiff_spring:StiffSpring", plugins.SYSTEMS),
            EntryPoint("broken", "my_package.broken:Thing", plugins.SYSTEMS),
            EntryPoint("ending", "my_package.ending:Thing", plugins.SYSTEMS),
            EntryPoint("my-heun", "my_package.method:METHOD", plugins.INTEGRATORS),
        ]
        monkeypatch.setattr(plugins, "entry_points", lambda group: [each for each in points if each.group == group])
        forget()


def test_an_installed_package_offers_systems_and_integrators(
    tmp_path: Path, no_package: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    Offered(tmp_path, monkeypatch)
    assert "stiff-spring" in physics.systems() and "my-heun" in physics.integrators()
    assert physics.simulate("stiff-spring", duration=0.01, integrator="my-heun")["x"][-1] < 0.3
    assert not {"another", "broken", "ending"} & set(physics.systems()), "what fails spoils nothing"
    with pytest.raises(BadInput, match=r"^polhode\.systems broken: my_package\.broken:Thing cannot be loaded: No mod"):
        physics.system("broken")
    with pytest.raises(BadInput, match="its name is 'stiff-spring'; must be that of the entry point$"):
        physics.system("another")
    with pytest.raises(BadInput, match="ending:Thing cannot be loaded: it ends the program, which it must not$"):
        physics.system("ending")
    assert len(registry.failures()) == 3
