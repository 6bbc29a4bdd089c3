"""Requirements on every system and every integrator."""

import inspect
import math
import pickle
import struct
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.core.grip import general_grip
from physics.shapes.solids import SolidOfRevolution
from tests.physics.compiled.test_numba_backend import is_sampled

SYSTEMS = list(physics.systems())
INTEGRATORS = list(physics.integrators())
LONG = ("suzuki4", "kahan-li6", "kahan-li8")
"""Compositions for which the shortest one stands here: all have one kernel."""
PAIRS = [
    (s, i)
    for s in SYSTEMS
    for i in INTEGRATORS
    if not physics.integrator(i).reason_against(physics.system_class(s)) and not i.endswith(LONG)
]


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_has_a_title_and_description(name):
    system = physics.system_class(name)
    assert system.title
    assert len(system.__doc__ or "") > 200, "a page of a textbook has some text"
    for field in system.fields.values():
        assert field.meaning
        assert field.check(field.default) == field.default
        assert all(choice in system.fields for choice in field.when)
    names = [thing.name for thing in (*system.variables, *system.invariants, *system.quantities)]
    assert len(set(names)) == len(names)
    assert system.invariants[0].name == "energy"


@pytest.mark.parametrize("name", SYSTEMS)
def test_right_hand_side_is_finite_with_rates_of_positions(name):
    system = physics.system(name)
    n = len(system.variables)
    y, dy = memoryview(system.start()), memoryview(array("d", [math.nan] * n))
    system.rate(0.0, y, memoryview(array("d", system.p)), dy)
    assert np.isfinite(dy).all()
    if system.second_order:
        assert list(dy[: n // 2]) == list(y[n // 2 :])


VELOCITY_UNITS = {"rad/s", "m/s", "kg m²/s", "kg m/s"}
PLACE_UNITS = {"rad", "m"}


@pytest.mark.parametrize("name", SYSTEMS)
def test_variables_have_roles_of_positions_and_velocities(name):
    system = physics.system(name)
    for variable in (*system.variables, *system.aliases):
        assert (variable.unit in VELOCITY_UNITS) == (variable.role == "velocity"), variable.name
        assert variable.unit not in PLACE_UNITS or variable.role == "coordinate", variable.name
        assert variable.angle == (variable.unit == "rad")
    if system.second_order:
        assert min(system.places("velocity")) >= len(system.variables) // 2
    velocities_last = [entry.role == "velocity" for entry in system.entries()]
    assert velocities_last == sorted(velocities_last)


@pytest.mark.parametrize("name", SYSTEMS)
def test_an_impulse_changes_velocities_only_with_quadratic_energy(name):
    system = physics.system(name)
    y = memoryview(system.start())
    answer = general_grip(system, y, 0, np.array([0.0, 0.0, 0.01])).answer
    velocities = system.places("velocity")
    still = [i for i in range(len(y)) if i not in velocities]
    assert np.abs(answer).max() > 0.0
    assert not answer[still].any()
    energies = []
    for factor in (-1.0, 0.0, 1.0, 2.0):
        kicked = memoryview(array("d", y))
        for i in velocities:
            kicked[i] = factor * (1.0 + 0.1 * i)
        energies.append(system.energy(kicked))
    size = max(map(abs, energies)) + abs(system.energy(y))
    assert np.diff(energies, 3) == pytest.approx([0.0], abs=1e-12 * size), "the third difference of a parabola is none"


@pytest.mark.parametrize("name", SYSTEMS)
def test_rates_of_discrete_variables_are_zero(name):
    system, random = physics.system(name), np.random.default_rng(1)
    y, p = memoryview(system.start()), memoryview(array("d", system.p))
    dy = memoryview(array("d", [math.nan] * len(y)))
    for _ in range(20):
        system.rate(0.0, y, p, dy)
        assert not np.array(dy)[system.places("discrete")].any()
        for i in set(range(len(y))) - set(system.places("discrete")):
            y[i] = system.start()[i] + 0.1 * random.uniform(-1.0, 1.0)


HYBRID = [(s, i) for s, i in PAIRS if physics.system(s).places("discrete")]
HYBRID_WITH = {i: s for s, i in HYBRID}
"""A system for each integrator; `make test` runs these pairs, and each system once more."""


HARD = {
    "gyroscope-recipe": ({"recipe": "restarted"}, {"theta": 0.9, "psi_dot": 4.0, "theta_dot": -1.5, "phi_dot": 60.0}),
    "bungee": ({"lumps": 3}, {}),
    "whip": ({"count": 3}, {}),
}
"""Parameters and starts with many events, or with fewer numbers."""


@pytest.mark.parametrize(
    ("name", "integrator"),
    [pytest.param(s, i, marks=() if is_sampled(s, i) or HYBRID_WITH[i] == s else pytest.mark.long) for s, i in HYBRID],
)
def test_discrete_variables_keep_their_bits_between_events(name, integrator):
    """Steps of 30 ms are too long for fixed points: implicit methods then solve by Newton's iteration."""
    simulation = physics.Simulation(physics.system(name, *HARD.get(name, ())), integrator, 0.03)
    discrete = simulation.system.places("discrete")
    for _ in range(12):
        before, known = simulation.state[discrete], len(simulation.events)
        simulation.advance(1)
        assert (2.0 * simulation.state[discrete]).tolist() == np.round(2.0 * simulation.state[discrete]).tolist()
        for event in simulation.events[known:]:
            assert np.array(event.before)[discrete].tolist() == before.tolist() or event is not simulation.events[known]
        if len(simulation.events) == known:
            assert simulation.state[discrete].tobytes() == before.tobytes()


@pytest.mark.parametrize("name", sorted({name for name, _ in HYBRID}))
def test_discrete_variables_are_not_interpolated(name):
    system = physics.system(name)
    before, after = system.start(), system.start()
    discrete = system.places("discrete")
    for i in discrete:
        after[i] = before[i] + 1.0
    shown = system.between(memoryview(before), memoryview(after), 0.75)
    assert [shown[i] for i in discrete] == [before[i] for i in discrete]
    assert system.between(memoryview(before), memoryview(after), 1.0) == after


KERNELS = {
    "rate": "(t: float, y: Floats, p: Floats, dy: Floats) -> None",
    "margin": "(y: Floats, p: Floats) -> float",
    "settle": "(y: Floats, p: Floats) -> None",
    "guards": "(t: float, y: Floats, p: Floats) -> tuple[float, ...]",
    "jump": "(event: int, t: float, y: Floats, p: Floats) -> None",
    "survey": "(t: float, y: Floats, p: Floats, dy: Floats) -> tuple[float, ...]",
    "momenta": "(t: float, y: Floats, p: Floats, out: Floats) -> None",
    "split_step": "(h: float, y: Floats, p: Floats, out: Floats) -> None",
}


@pytest.mark.parametrize("name", ["System", *SYSTEMS])
def test_kernels_are_static_with_the_same_arguments_in_every_system(name):
    system = physics.System if name == "System" else physics.system_class(name)
    written = {kernel: inspect.getattr_static(system, kernel, None) for kernel in KERNELS}
    for kernel, method in written.items():
        if method is not None:
            assert isinstance(method, staticmethod), kernel
            assert str(inspect.signature(method.__func__)).replace("'", "") == KERNELS[kernel]
    if name != "System":
        for quantity in (*system.invariants, *system.quantities):
            functions = (quantity.value, getattr(quantity, "scale", None))
            assert all(list(inspect.signature(f).parameters)[1:] == ["y"] for f in functions if f), quantity.name


def bits(values):
    return struct.pack(f"{len(values)}d", *values)


@pytest.mark.parametrize("name", [name for name in SYSTEMS if hasattr(physics.system_class(name), "survey")])
@pytest.mark.parametrize("shape", ["", "disk", "egg", "ellipsoid"])
def test_survey_has_the_bits_of_rate_margin_and_guards(name, shape):
    system = physics.system(name)
    if shape:
        if "shape" not in system.fields:
            return
        system = system.replace({"shape": shape})
    p, random = system.p, np.random.default_rng(3)
    for _ in range(50):
        y = memoryview(array("d", np.array(system.start()) + random.normal(0.0, 0.3, len(system.variables))))
        if y[-1] < 0.5 and name == "sliding-body":
            y[-1] = 0.0
        slope, other = (memoryview(array("d", bytes(8 * len(y)))) for _ in range(2))
        system.rate(0.0, y, p, slope)
        assert bits(system.survey(0.0, y, p, other)) == bits((system.margin(y, p), *system.guards(0.0, y, p)))
        assert bytes(slope) == bytes(other)


@pytest.mark.parametrize("name", SYSTEMS)
def test_constants_are_read_only_and_can_be_pickled(name):
    system = physics.system(name)
    assert system.p.readonly and system.p.format == "d"
    assert list(system.p) == list(system.constants())
    assert pickle.loads(pickle.dumps(system)).p == system.p


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_drawn_depends_on_the_state_alone(name):
    """Pictures and pages call `pose` with the time 0."""
    system = physics.system(name)
    poses = [array("d", [0.0]) * system.pose_layout.size for _ in range(2)]
    for t, out in zip((0.0, 1.7), poses, strict=True):
        system.pose(t, memoryview(system.start()), memoryview(system.pose_numbers), memoryview(out))
    assert bytes(poses[0]) == bytes(poses[1])


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_can_be_drawn(name):
    system = physics.system(name)
    y = memoryview(system.start())
    for body in system.bodies(y):
        assert np.allclose(body.rotation @ body.rotation.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(body.rotation) == pytest.approx(1)
        assert np.isfinite(body.position).all()
        assert np.isfinite(body.solid.extremes()).all()
        if isinstance(body.solid, SolidOfRevolution):
            assert all(r >= 0 for r, _ in body.solid.outline)
    for arrow in system.arrows(y):
        assert arrow.symbol
        assert arrow.unit
        assert np.isfinite(arrow.vector).all()
    for point in system.traces(y).values():
        assert np.isfinite(point).all()
    for body, point in system.body_traces(y).values():
        assert 0 <= body < len(system.bodies(y))
        assert np.isfinite(point).all()


@pytest.mark.parametrize("name", SYSTEMS)
def test_slow_motion_events_exist_and_projectiles_start_held(name):
    system = physics.system(name)
    assert system.highlight in {"", *(event.name for event in system.events)}
    thrown = system.thrown(memoryview(system.start()))
    if thrown is not None:
        assert thrown.stage == "held"
        assert np.isfinite(thrown.position).all()
        assert np.isfinite(thrown.velocity).all()


SHORTENED = [(s, i) for s, i in PAIRS if len(physics.system(s).start()) > 20 or not physics.system_class(s).events]
"""Pairs that `make test` runs over fewer ticks; the others are quick, and need the time until their events."""
LENGTHS = [
    *(
        pytest.param(*pair, pair not in SHORTENED, marks=() if is_sampled(*pair) else pytest.mark.long)
        for pair in PAIRS
    ),
    *(pytest.param(*pair, True, marks=pytest.mark.long) for pair in SHORTENED),
]
"""Pairs, and whether they run over all ticks. `make test` takes each right-hand side and each kernel once."""


@pytest.mark.parametrize(("system", "integrator", "whole"), LENGTHS)
def test_snapshot_and_restore_continue_with_the_same_bits(system, integrator, whole):
    simulation = physics.Simulation(system, integrator, 1e-3)
    before, after = (137, 300) if whole else (37, 60)
    simulation.advance(before)
    kept = simulation.snapshot()
    simulation.advance(after)
    later = simulation.snapshot()
    simulation.set_dt(5e-4)
    simulation.advance(10)
    simulation.restore(kept)
    assert bytes(simulation.y) == kept.state
    simulation.advance(after)
    assert simulation.snapshot() == later
    assert bytes(simulation.y) == later.state


@pytest.mark.parametrize(("system", "integrator", "whole"), LENGTHS)
def test_grouping_of_ticks_does_not_change_the_run(system, integrator, whole):
    one, many = (physics.Simulation(system, integrator, 1e-3) for _ in range(2))
    groups = (1, 7, 64, 128) if whole else (1, 7, 32)
    one.advance(sum(groups))
    for group in groups:
        many.advance(group)
    assert bytes(one.y) == bytes(many.y)
    assert one.time == many.time


@pytest.mark.parametrize("name", SYSTEMS)
def test_wrong_names_are_refused_with_the_right_ones(name):
    with pytest.raises(BadInput, match="known:"):
        physics.system(name, {"no such thing": 1})
    with pytest.raises(BadInput, match="known:"):
        physics.system(name, initial={"no such thing": 1})
    with pytest.raises(BadInput, match="known:"):
        physics.Simulation(name)["no such thing"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_entry_of_a_start_can_be_given_alone_and_reads_back(name):
    system = physics.system(name)
    moving = len(system.places("coordinate")) + len(system.places("velocity"))
    enough = 2 if name == "parallel-linkage" else min(4, moving)  # it has one degree of freedom
    assert len(system.entries()) >= enough
    moved = 0
    for entry in system.entries():
        before = system.entered()[entry.name]
        on_ground = name == "trebuchet" and entry.name in ("alpha", "beta", "beta_dot")  # where tip and stone lie
        given = before + (-0.01 if on_ground else 0.01) * max(abs(before), 1.0)
        changed = system.replace(initial={entry.name: given})
        follows = name == "sliding-body" and entry.name == "v_z"  # while the body touches
        uncertain = name == "free-body" and entry.name == "phi"  # at the pole, where only psi + phi is defined
        if not (follows or uncertain):
            assert changed.entered()[entry.name] == pytest.approx(given, abs=1e-9)
            moved += changed.start() != system.start()
    assert moved >= enough
    fresh = type(system)({each: system.parameters[each] for each in system.applicable()})
    set_by_constructor = {each for each in vars(fresh) if not hasattr(getattr(type(system), each, None), "attrname")}
    assert set_by_constructor <= vars(changed).keys() and bytes(changed.p) == bytes(fresh.p)


@pytest.mark.parametrize("name", ["heavy-top", "rolling-body", "sliding-body", "gyroscope"])
def test_giving_one_angle_keeps_the_other_entries(name):
    start = {"psi": 0.3, "theta": 1.0, "psi_dot": 5.0, "theta_dot": -1.0, "phi_dot": 90.0}
    system = physics.system(name, initial=start)
    beside = {each.name: 0.2 for each in system.entries() if each.name == "x"}
    for given in ({"theta": 1.1}, {"theta": 1.1, **beside}):
        after = system.replace(initial=given).entered()
        for entry in system.entries():
            if entry.name not in (*given, "v_z"):
                assert after[entry.name] == pytest.approx(system.entered()[entry.name], abs=1e-9)
