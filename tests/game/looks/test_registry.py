"""The look of a system is found by what the system declares."""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from game.cli.new import write_system
from game.looks import look_class, look_for, looks
from game.looks.generic import LastChange, PlainLook
from game.looks.pendulums.pendulum import PendulumLook
from game.looks.pivoted.gyroscope import GyroscopeLook
from game.looks.pivoted.heavy_top import HeavyTopLook
from game.looks.table.rattleback import RattlebackLook
from game.looks.table.table import TableLook
from game.model.frame import SceneFrame
from physics import System, registry
from physics.core.fields import Invariant, Parameter, Variable
from physics.linkages.hanging import HangingSystem, LinkShape
from physics.own_systems import load_file
from physics.shapes.solids import Body, Box
from tests.game.looks.pendulums.test_pendulum import VIEW
from tests.unfinished import CURE, finished


class PhysicalPendulum(HangingSystem):
    """A rod that swings about its upper end; no part of the program knows its name."""

    name = "physical-pendulum"
    title = "Physical pendulum"
    in_plane = True
    variables = (Variable("theta", "θ", "rad", "angle", start=1.0), Variable("theta_dot", "θ̇", "rad/s", "rate"))
    invariants = (Invariant("energy", "E", "J", "energy", lambda rod, y: 0.5 * y[1] ** 2 - math.cos(y[0])),)
    length = Parameter(default=0.7, unit="m", low=1e-3, high=10.0, symbol="l", meaning="length of the rod")

    def constants(self):
        return (1.5 * 9.81 / self.length,)

    @staticmethod
    def rate(t, y, p, dy):
        dy[0], dy[1] = y[1], -p[0] * math.sin(y[0])

    @property
    def link_shapes(self):
        return (LinkShape("rod", self.length, 0.0, 1.0, 0.0, 0.0, 0.0),)

    def points(self, y):
        return np.array([(0.0, 0.0, 0.0), (self.length * math.sin(y[0]), 0.0, -self.length * math.cos(y[0]))])

    def bodies(self, y):
        s, c = math.sin(y[0]), math.cos(y[0])
        rotation = np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])
        return [Body("rod", Box((0.02, 0.02, self.length)), np.zeros(3), rotation)]


class Unknown(PhysicalPendulum):
    name = "unknown"
    kind = "a thing that nobody has drawn yet"


def drawn(system: System) -> SceneFrame:
    return look_for(system).frame(system, memoryview(system.start()), VIEW, 1 / 60)


def test_a_new_pendulum_takes_the_look_of_pendulums_without_being_registered() -> None:
    system = PhysicalPendulum()
    look = look_for(system)
    assert type(look) is PendulumLook
    frame = drawn(system)
    assert len(frame.instances) == 4 + 2, "a stand of four pieces, a bar and its metal"
    bar = frame.instances[0]
    ends = np.array([(0.0, 0.0, 0.0, 1.0), (0.0, 0.0, -system.length, 1.0)]) @ bar.model
    assert ends[:, :3] == pytest.approx(look.to_world(system.points(system.start())), abs=1e-6)
    assert np.isfinite(look.tips(system, np.array([[0.3, 0.0], [0.5, 1.0]]))).all()
    look.add_overlays(frame, system, memoryview(system.start()), LastChange(memoryview(system.start()), 0.0))


def test_a_system_of_an_unknown_kind_takes_the_look_of_any_system() -> None:
    assert look_class(Unknown()) is PlainLook
    assert len(drawn(Unknown()).instances) == 1


def test_what_has_no_look_stands_on_the_floor_or_swings_above_it(tmp_path: Path) -> None:
    (path, _) = write_system("my-ball", tmp_path)
    (kind,) = load_file(path).systems
    ball = look_for(kind())
    assert ball.lift == 0.0 and ball.size > 0.15, "its arrows are as long as its motion is wide"
    swinging = look_for(Unknown())
    (rod,) = Unknown().bodies(Unknown().start())
    assert swinging.lift > swinging.reach(rod) - rod.position[2]


def test_a_look_for_a_name_takes_precedence_over_one_for_a_kind() -> None:
    systems = registry.systems()
    heavy, rattleback = systems["heavy-top"](), systems["rattleback"]()
    assert (heavy.kind, rattleback.kind) == ("pivoted top", "body on a table")
    assert look_class(heavy) is HeavyTopLook and look_class(rattleback) is RattlebackLook


@pytest.mark.parametrize("name", ["gyroscope", "gyroscope-integrals", "gyroscope-recipe"])
def test_formulations_of_the_pivoted_top_look_alike(name: str) -> None:
    assert look_class(registry.systems()[name]()) is GyroscopeLook


@pytest.mark.parametrize("name", ["rolling-body", "rolling-top", "sliding-body", "tippe-top"])
def test_bodies_on_a_table_look_alike(name: str) -> None:
    assert look_class(registry.systems()[name]()) is TableLook


@pytest.mark.release
def test_every_system_has_a_look_of_its_own() -> None:
    plain = [name for name in finished(registry.systems()) if look_class(registry.systems()[name]()) is PlainLook]
    assert plain == [], CURE


def test_every_declared_kind_and_name_belongs_to_a_system() -> None:
    systems = registry.systems()
    assert set(looks()) <= set(systems) | {system.kind for system in systems.values()}


def test_only_the_module_of_a_system_is_loaded_for_its_look() -> None:
    script = (
        "import sys; from physics import registry; from game.looks import look_class\n"
        "look_class(registry.systems()['double-pendulum-newton']())\n"
        "looks = 'game.looks.trebuchet.trebuchet', 'game.looks.pendulums.pendulum'\n"
        "print(*sorted(name for name in sys.modules if name in looks))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["game.looks.pendulums.pendulum"]


@pytest.mark.parametrize("name", registry.systems())
def test_copies_that_are_lost_have_no_tip(name: str) -> None:
    system = registry.system_class(name)()
    states = np.tile(np.array(system.start()), (4, 1))
    states[0, :] = states[1, -1] = np.nan
    states[2, 0] = np.inf
    found = look_for(system).tips(system, states)
    assert np.isnan(found[:3]).all()
    assert np.isfinite(found[3]).all()
