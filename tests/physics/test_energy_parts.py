"""The parts of the energy of every system: their sum, and each by another formula, from poses at two near moments."""

import math
import pickle
import random
from array import array

import numpy as np
import pytest

import physics
from physics.core.system import System
from tests.fuzz.runs import random_system
from tests.physics.levitron.charges import ChargedFaces
from tests.physics.satellite.everything import EVERYTHING, START

SYSTEMS = list(physics.systems())
STEP = 1e-6
"""Half the time [s] between two poses whose difference gives a velocity."""


def memory(values) -> memoryview:
    return memoryview(array("d", values))


def values_of(system: System, y) -> dict[str, float]:
    """Return the parts in the order of their declaration."""
    found = system.split_energy(y)
    assert set(found) == {part.name for part in system.energy_parts}
    return {part.name: found[part.name] for part in system.energy_parts}


@pytest.mark.parametrize("name", SYSTEMS)
def test_parts_have_names_and_meanings_and_are_few(name: str) -> None:
    system = physics.system(name)
    parts = system.energy_parts
    assert 1 <= len(parts) <= 7
    assert len({part.name for part in parts}) == len(parts)
    assert all(part.meaning and (part.formula or part.kind in ("lost", "work")) for part in parts)
    assert pickle.loads(pickle.dumps(system)).energy_parts == parts


def total(system: System, values: dict[str, float]) -> float:
    return sum(-values[part.name] if part.kind == "work" else values[part.name] for part in system.energy_parts)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_parts_are_the_energy_invariant_to_rounding(name: str) -> None:
    """Legal systems and starts by chance, and states around them with losses and works."""
    dice, compared = random.Random(name), 0
    for system in (random_system(dice, name) for _ in range(20)):
        for spread in (0.0, 1.0, 1.0):
            if system is None:
                continue
            y, fixed = memory(system.start()), system.places("discrete")
            for i in range(len(y)):
                if i not in fixed:
                    y[i] += spread * dice.gauss(0.0, 1.0) * max(1.0, abs(y[i]))
            if name == "trebuchet":
                system.settle(y, system.p)  # puts the stone at the end of its sling
            values = values_of(system, y)
            size = sum(map(abs, values.values()))
            if math.isfinite(size):
                assert abs(total(system, values) - system.energy(y)) <= 1e-13 * size
                compared += 1
    assert compared >= 20


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("odd", [math.nan, math.inf, 1e308, -1e200])
def test_a_state_that_is_not_finite_raises_nothing(name: str, odd: float) -> None:
    simulation = physics.Simulation(name)
    for i in (*range(min(len(simulation.y), 8)), len(simulation.y) - 1):
        simulation.reset()
        simulation.y[i] = odd
        budget = simulation.energy_budget()
        assert len(budget.parts) == len(simulation.system.energy_parts)
        assert isinstance(budget.mechanical, float)


# Each part by another formula ---------------------------------------------------------------------------------


def near(system: System, y) -> tuple[memoryview, memoryview]:
    """Return the states STEP before and after y."""
    dy = memory([0.0] * len(y))
    system.rate(0.0, y, system.p, dy)
    return memory(np.array(y) - STEP * np.array(dy)), memory(np.array(y) + STEP * np.array(dy))


def speed_of(system: System, y, measure) -> np.ndarray:
    """Return the time derivative of measure(y)."""
    before, after = near(system, y)
    return (np.asarray(measure(after)) - np.asarray(measure(before))) / (2.0 * STEP)


def omega_of(system: System, y, rotation) -> np.ndarray:
    """Return the angular velocity (3,) in the lab of a body with this rotation matrix, body to lab."""
    turning = speed_of(system, y, rotation) @ rotation(y).T
    return 0.5 * np.array([turning[2, 1] - turning[1, 2], turning[0, 2] - turning[2, 0], turning[1, 0] - turning[0, 1]])


def assert_parts(system: System, y, **expected: float) -> None:
    found = {name.replace(" ", "_").replace("'", ""): value for name, value in values_of(system, y).items()}
    size = sum(map(abs, found.values()))
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        assert found[name] == pytest.approx(value, abs=2e-8 * size), name


def of_axis(system: System, y, rotation, across: float, along: float) -> dict[str, float]:
    """Return spin, precession and nutation of a body with moments `across` and `along` its third axis."""
    omega = omega_of(system, y, rotation)
    psi_dot = speed_of(system, y, lambda at: math.atan2(rotation(at)[1, 2], rotation(at)[0, 2]))
    theta_dot = speed_of(system, y, lambda at: math.acos(rotation(at)[2, 2]))
    sine = math.hypot(*rotation(y)[:2, 2])
    return {
        "spin": 0.5 * along * float(omega @ rotation(y)[:, 2]) ** 2,
        "precession": 0.5 * across * float(psi_dot * sine) ** 2,
        "nutation": 0.5 * across * float(theta_dot) ** 2,
    }


def of_principal_axes(system: System, y, rotation, matrix: np.ndarray) -> dict[str, float]:
    """Return the rotation about each principal axis of an inertia matrix in body axes, least moment first."""
    moments, axes = np.linalg.eigh(rotation(y) @ matrix @ rotation(y).T)
    rates = axes.T @ omega_of(system, y, rotation)
    names = "least_moment", "intermediate_moment", "greatest_moment"
    return dict(zip(names, (0.5 * moments * rates**2).tolist(), strict=True))


TOP = {"theta": 0.7, "psi_dot": 3.0, "theta_dot": -2.0, "phi_dot": 40.0, "psi": 0.3, "phi": 1.1}


@pytest.mark.parametrize("name", ["gyroscope", "gyroscope-integrals", "gyroscope-recipe", "heavy-top"])
def test_a_pivoted_top_spins_precesses_and_nutates(name: str) -> None:
    top = physics.system(name, initial=TOP)
    y = memory(top.start())
    matrix, height = top.inertia_about_pivot, (top.rotation(y) @ top.centre)[2]
    parts = of_axis(top, y, top.rotation, matrix[0, 0], matrix[2, 2])
    assert_parts(top, y, **parts, weight=top.mass * top.gravity * height)


def test_an_asymmetric_top_turns_about_its_principal_axes() -> None:
    moments = {"I1": 3e-4, "I2": 5e-4, "I3": 6e-4, "I12": 1e-4, "I23": -5e-5, "distance_1": 0.01}
    top = physics.system("heavy-top", {"body": "asymmetric", **moments}, TOP)
    y = memory(top.start())
    parts = of_principal_axes(top, y, top.rotation, top.inertia_about_pivot)
    assert_parts(top, y, **parts, weight=top.mass * top.gravity * (top.rotation(y) @ top.centre)[2])


def test_an_upright_top_has_no_precession() -> None:
    top = physics.system("heavy-top", initial={"theta": 0.0, "omega_1": 2.0, "omega_3": 50.0})
    values = values_of(top, memory(top.start()))
    assert values["precession"] == 0.0
    assert values["nutation"] == pytest.approx(0.5 * top.inertia_about_pivot[0, 0] * 4.0)


@pytest.mark.parametrize("body", ["asymmetric", "symmetric", "sphere"])
def test_a_free_body_turns_about_its_principal_axes(body: str) -> None:
    given = {"asymmetric": (2e-4, 4e-4, 5e-4), "symmetric": (2e-4, 4e-4, 4e-4), "sphere": (3e-4, 3e-4, 3e-4)}[body]
    inertia = dict(zip(("I1", "I2", "I3"), given, strict=True))
    free = physics.system("free-body", {"body": "given", **inertia}, {"omega_1": 3.0, "omega_2": -2.0, "omega_3": 5.0})
    y = memory(free.start())
    parts = of_principal_axes(free, y, lambda at: free.bodies(at)[0].rotation, np.diag(given))
    low, middle, high = parts.values()
    if body == "symmetric":
        parts = {"spin": low, "transverse": middle + high}
    elif body == "sphere":
        parts = {"rotation": low + middle + high}
    assert_parts(free, y, **parts)


@pytest.mark.parametrize("name", ["rolling-body", "rolling-top", "tippe-top", "sliding-body"])
def test_a_body_of_revolution_on_a_table(name: str) -> None:
    body = physics.system(name, initial=TOP | ({"v_x": 0.4} if name == "sliding-body" else {}))
    y, I = memory(body.start()), body.p[2:8]  # noqa: E741  # the symbol of inertia
    velocity = speed_of(body, y, lambda at: body.bodies(at)[0].position)
    parts = of_axis(body, y, lambda at: body.bodies(at)[0].rotation, I[0], I[2])
    if name == "sliding-body":
        y[13] = parts["losses"] = 0.25
    weight = body.mass * body.gravity * body.bodies(y)[0].position[2]
    assert_parts(body, y, **parts, translation=0.5 * body.mass * float(velocity @ velocity), weight=weight)


@pytest.mark.parametrize("contact", ["rolls", "slips"])
def test_a_disk_that_rolls_or_slips(contact: str) -> None:
    start = {"theta": 0.4, "psi": 0.3, "phi": 1.1, "psi_dot": 45.0, "theta_dot": -1.0, "phi_dot": -40.0}
    start |= {"v_x": 0.2, "v_y": -0.1} if contact == "slips" else {}
    given = {"contact": contact, "release": "given", "half_thickness": 6e-3}
    disk = physics.system("euler-disk", given, start)
    y, m, R, h = memory(disk.start()), disk.mass, disk.radius, disk.half_thickness
    y[11], y[12] = 0.25, 0.5
    velocity = speed_of(disk, y, lambda at: disk.bodies(at)[0].position)
    across, along = m * (R * R / 4.0 + h * h / 3.0), m * R * R / 2.0
    parts = of_axis(disk, y, lambda at: disk.bodies(at)[0].rotation, across, along)
    weight = m * disk.gravity * disk.bodies(y)[0].position[2]
    kinetic = 0.5 * m * float(velocity @ velocity)
    assert_parts(disk, y, **parts, translation=kinetic, weight=weight, losses=0.75)


def test_a_rattleback_turns_about_its_principal_axes() -> None:
    stone = physics.system("rattleback", initial={"omega_1": 1.0, "omega_2": -0.7})
    y = memory(stone.start())
    velocity = speed_of(stone, y, lambda at: stone.bodies(at)[0].position)
    parts = of_principal_axes(stone, y, lambda at: stone.bodies(at)[0].rotation, stone.inertia_matrix)
    weight = stone.mass * stone.gravity * stone.bodies(y)[0].position[2]
    assert_parts(stone, y, **parts, translation=0.5 * stone.mass * float(velocity @ velocity), weight=weight)


def test_a_foucault_pendulum_in_rotating_axes() -> None:
    swings = {"theta": 0.4, "psi": 0.5, "theta_dot": 0.3, "psi_dot": -0.6}
    pendulum = physics.system("foucault-pendulum", {"rotation_rate": 0.2}, swings)
    y, m, L = memory(pendulum.start()), pendulum.mass, pendulum.length
    theta_dot = speed_of(pendulum, y, lambda at: math.acos(-at[2] / L))
    psi_dot = speed_of(pendulum, y, lambda at: math.atan2(at[1], at[0]))
    carried = np.cross(pendulum.rotation, np.array(y[:3]))
    assert_parts(
        pendulum,
        y,
        swing=0.5 * m * (L * float(theta_dot)) ** 2,
        azimuth=0.5 * m * (L * math.sin(0.4) * float(psi_dot)) ** 2,
        weight=m * pendulum.gravity * L * (1.0 - math.cos(0.4)),
        centrifugal=-0.5 * m * float(carried @ carried),
    )


def test_a_bob_on_a_spring_that_twists() -> None:
    """With the kinetic energies of poses, and that of the spring as the sum over its two normal modes."""
    given = {"mass": 0.8, "inertia": 3e-3, "stiffness": 20.0, "torsion": 0.06, "coupling": 0.5}
    pendulum = physics.system("wilberforce", given, {"z": 0.07, "theta": -0.9, "z_dot": 0.2, "theta_dot": 3.0})
    y = memory(pendulum.start())
    velocity = speed_of(pendulum, y, lambda at: pendulum.bodies(at)[0].position)
    turning = omega_of(pendulum, y, lambda at: pendulum.bodies(at)[0].rotation)
    squares, modes = np.linalg.eigh([[20.0 / 0.8, 0.25 / math.sqrt(0.8 * 3e-3)], [0.25 / math.sqrt(0.8 * 3e-3), 20.0]])
    elastic = 0.5 * float(squares @ (modes.T @ [math.sqrt(0.8) * y[0], math.sqrt(3e-3) * y[1]]) ** 2)
    stretch, twist = (-work_of_spring(pendulum, y, i) for i in range(2))
    assert_parts(
        pendulum,
        y,
        bobbing=0.5 * 0.8 * float(velocity @ velocity),
        twisting=0.5 * 3e-3 * float(turning @ turning),
        stretch=stretch,
        twist=twist,
        coupling=elastic - stretch - twist,
    )


def work_of_spring(pendulum: System, y: memoryview, i: int) -> float:
    """Return the work [J] of the spring from rest to one coordinate alone, which is linear in the force at its end."""
    alone, dy = memory([0.0] * 4), memory([0.0] * 4)
    alone[i] = y[i]
    pendulum.rate(0.0, alone, pendulum.p, dy)
    return 0.5 * (pendulum.mass, pendulum.inertia)[i] * dy[2 + i] * y[i]


BARS = {"upper_length": 0.8, "lower_length": 1.3, "upper_mass": 2.0, "lower_mass": 0.7}


@pytest.mark.parametrize(
    "name", ["double-pendulum", "double-pendulum-forces", "double-pendulum-newton", "double-pendulum-open"]
)
def test_the_bars_of_a_double_pendulum(name: str) -> None:
    pendulum = physics.system(name, BARS, {"theta2_dot": 2.0, "theta3_dot": -3.0})
    y, expected = memory(pendulum.start()), {}
    for i, (which, J) in enumerate(zip(("upper", "lower"), pendulum.inertias, strict=True)):
        m = pendulum.parameters[f"{which}_mass"]
        velocity = speed_of(pendulum, y, lambda at, i=i: pendulum.centres(at)[i])
        rate = omega_of(pendulum, y, lambda at, i=i: pendulum.bodies(at)[i].rotation)[1]
        expected[f"{which}_bar"] = 0.5 * m * float(velocity @ velocity) + 0.5 * J * float(rate) ** 2
        expected[f"{which}_weight"] = m * pendulum.gravity * float(pendulum.centres(y)[i][2])
    assert_parts(pendulum, y, **expected)


def grouped(count: int, moving: list[float], turning: list[float]) -> dict[str, float]:
    if count > 3:
        return {"translation": sum(moving), "rotation": sum(turning)}
    return {f"link_{i}": a + b for i, (a, b) in enumerate(zip(moving, turning, strict=True), 1)}


@pytest.mark.parametrize("count", [2, 5])
def test_the_links_of_a_planar_chain(count: int) -> None:
    dice = np.random.default_rng(count)
    chain = physics.system(
        "planar-chain", {"count": count, "mass": 2.0, "bob": 0.4, "support": "harmonic", "amplitude_x": 0.2,
                         "frequency_x": 5.0, "phase_x": 1.0, "amplitude_z": 0.1, "frequency_z": 3.0, "phase_z": 2.0}
    )  # fmt: skip
    y = memory(chain.start())
    y[: 2 * count] = memory(dice.normal(0.0, 2.0, 2 * count))
    y[2 * count], y[2 * count + 1] = 0.3, -0.8
    moving, turning, weight = [], [], 0.0
    for i, link in enumerate(chain.chain):
        rod = lambda at, i=i: 0.5 * (chain.points(at)[i] + chain.points(at)[i + 1])  # noqa: E731
        bob = lambda at, i=i: chain.points(at)[i + 1]  # noqa: E731
        u, v = speed_of(chain, y, rod), speed_of(chain, y, bob)
        moving.append(float(0.5 * link.mass * u @ u + 0.5 * link.bob * v @ v))
        turning.append(0.5 * link.mass * link.length**2 / 12.0 * y[count + i] ** 2)
        weight += chain.gravity * float(link.mass * rod(y)[2] + link.bob * bob(y)[2])
    assert_parts(
        chain, y, **grouped(count, moving, turning), weight=weight, losses=0.3, work_of_the_support=-0.8
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "count", "more"),
    [
        ("spatial-chain", 2, {}),
        ("spatial-chain", 5, {"stiffness": (0.3,)}),
        ("jointed-chain", 2, {"joints": ("ball", "hinge")}),
        ("jointed-chain", 4, {"joints": ("hinge", "universal", "ball", "hinge")}),
    ],
)
def test_the_bodies_of_a_chain_in_space(name: str, count: int, more: dict) -> None:
    given = {"amplitude": (0.2, 0.1, 0.3), "frequency": (4.0, 5.0, 6.0), **more}
    chain = physics.system(name, given if name == "jointed-chain" else given | {"count": count})
    dice, y = np.random.default_rng(1), memory(chain.start())
    for i in chain.places("velocity"):
        y[i] = dice.normal(0.0, 3.0)
    y[len(y) - 3 :] = memory([0.2, 0.5, 0.7])
    moving, turning, weight, springs = [], [], 0.0, 0.0
    before = np.array([0.0, 0.0, -1.0])
    for i, link in enumerate(chain.chain):
        velocity = speed_of(chain, y, lambda at, i=i: chain.bodies(at)[i].position)
        rotation = lambda at, i=i: chain.bodies(at)[i].rotation  # noqa: E731
        rates = rotation(y).T @ omega_of(chain, y, rotation)
        moving.append(0.5 * link.mass * float(velocity @ velocity))
        turning.append(0.5 * float(np.array(link.inertia) @ rates**2))
        weight += link.mass * chain.gravity * float(chain.bodies(y)[i].position[2])
        along = -rotation(y)[:, 2]
        springs += 0.3 * (1.0 - float(along @ before))
        before = along
    expected = grouped(count, moving, turning) | {"weight": weight, "losses": 0.2, "work_of_the_support": 0.5}
    assert_parts(chain, y, **expected, **({"springs": springs} if "stiffness" in more else {}))


@pytest.mark.parametrize("cord", ["heavy", "massless"])
def test_jumper_and_cord(cord: str) -> None:
    jump = physics.system("bungee", {"cord": cord, **({"lumps": 4} if cord == "heavy" else {})})
    n, y, dice = jump.count, memory(jump.start()), np.random.default_rng(3)
    y[: 4 * n] = memory(dice.normal(0.0, 12.0, 4 * n))
    y[5 * n] = 3.0
    speeds = (speed_of(jump, y, jump.points)[1:] ** 2).sum(axis=1)
    lengths = np.linalg.norm(np.diff(jump.points(y), axis=0), axis=1)
    lump = jump.rope_mass / n if cord == "heavy" else 0.0
    masses = np.array([lump] * (n - 1) + [0.5 * lump])
    stretch = np.maximum(lengths - jump.length / n, 0.0)
    assert stretch.any()
    parts = {
        "jumper": 0.5 * jump.jumper_mass * speeds[-1],
        "cord": 0.5 * float(masses @ speeds),
        "weight": jump.gravity * float((masses @ jump.points(y)[1:, 2]) + jump.jumper_mass * jump.points(y)[-1, 2]),
        "stretch": 0.5 * n * jump.stiffness * float(stretch @ stretch),
        "losses": 3.0,
    }
    assert_parts(jump, y, **{name: value for name, value in parts.items() if cord == "heavy" or name != "cord"})


@pytest.mark.parametrize("bend", [0.0, -0.7])
@pytest.mark.parametrize("flies", [False, True])
def test_beam_counterweight_pouch_and_stone(flies: bool, bend: float) -> None:
    given = {"bend": bend, "pouch_mass": 2.0, "counterweight_inertia": 300.0, "trough": "none", "begin": "given"}
    engine = physics.system("trebuchet", given, {"alpha": 1.0, "beta": 2.0, "gamma": 2.5, "alpha_dot": -2.0,
                                                 "beta_dot": 3.0, "gamma_dot": 1.5})  # fmt: skip
    y = memory(engine.start())
    if flies:
        y[6:12] = memory([40.0, 20.0, 30.0, -5.0, 700.0, 3.0])
    m, g = engine.beam_mass, engine.gravity
    arms = {engine.long_arm: engine.tip(y), engine.short_arm: engine.short_end(y)}
    pivot, length = np.array([0.0, 0.0, engine.pivot_height]), sum(arms)
    rods = [m * arm / length for arm in arms]
    centre = sum(rod * 0.5 * (pivot + end) for rod, end in zip(rods, arms.values(), strict=True)) / m

    def sling_end(at) -> np.ndarray:
        hangs = at[1] - at[0]
        return engine.tip(at) - engine.sling * np.array([math.sin(hangs), 0.0, math.cos(hangs)])

    stone = np.array([y[8], 0.0, y[9]]) if flies else speed_of(engine, y, sling_end)
    pouch, weight = speed_of(engine, y, sling_end), speed_of(engine, y, engine.weight_at)
    about_pivot = sum(rod * arm**2 / 3.0 for rod, arm in zip(rods, arms, strict=True))
    stone_height = y[7] if flies else sling_end(y)[2]
    assert_parts(
        engine,
        y,
        beam=0.5 * about_pivot * y[3] ** 2,
        counterweight=0.5 * engine.counterweight_mass * float(weight @ weight) + 0.5 * 300.0 * (y[3] + y[5]) ** 2,
        pouch=0.5 * 2.0 * float(pouch @ pouch),
        stone=0.5 * engine.projectile_mass * float(stone @ stone),
        raised_weight=engine.counterweight_mass * g * float(engine.weight_at(y)[2]),
        other_weights=g * float(m * centre[2] + 2.0 * sling_end(y)[2] + engine.projectile_mass * stone_height),
        losses=700.0 if flies else 0.0,
    )


def test_cranks_and_couplers() -> None:
    row = physics.system("parallel-linkage", {"loops": 3, "mass": 2.0, "length": 0.7}, {"phi": 0.6, "phi_dot": 2.0})
    y, m, L = memory(row.start()), row.mass, row.length
    cranks = couplers = weight = 0.0
    for body in range(7):
        velocity = speed_of(row, y, lambda at, i=body: row.bodies(at)[i].position)
        rate = omega_of(row, y, lambda at, i=body: row.bodies(at)[i].rotation)
        kinetic = 0.5 * m * float(velocity @ velocity) + 0.5 * m * L * L / 12.0 * float(rate @ rate)
        cranks, couplers = (cranks + kinetic, couplers) if body < 4 else (cranks, couplers + kinetic)
        weight += m * row.gravity * float(row.bodies(y)[body].position[2])
    assert_parts(row, y, cranks=cranks, couplers=couplers, weight=weight)


def test_a_magnet_over_a_magnet() -> None:
    """The dipole in the field of charges on the faces of the base."""
    given = {"delta": 0.2, "tilt_x": 0.08}
    top = physics.system("levitron", given, {"theta": 0.3, "phi": 0.7, "omega_1": 20.0, "x": 0.004, "x_dot": 0.2})
    y = memory(top.start())
    y[13] = 0.02
    rotation = lambda at: top.bodies(at)[0].rotation  # noqa: E731
    velocity = speed_of(top, y, lambda at: top.bodies(at)[0].position)
    rates = rotation(y).T @ omega_of(top, y, rotation)
    tilt, place = top.bodies(y)[1].rotation, top.bodies(y)[0].position
    faces = ChargedFaces(top.inner, top.outer, top.thick, top.remanence)
    field = tilt @ faces.field_and_gradient(tilt.T @ place)[0]
    moment = rotation(y) @ np.array([-math.sin(0.2), 0.0, -math.cos(0.2)]) * top.dipole
    assert_parts(
        top,
        y,
        motion=0.5 * top.mass * float(velocity @ velocity),
        spin=0.5 * top.I3 * float(rates[2]) ** 2,
        transverse=0.5 * top.I1 * float(rates[0] ** 2 + rates[1] ** 2),
        weight=top.mass * top.gravity * float(place[2]),
        magnet=-float(moment @ field),
        air=0.02,
    )


def test_rotor_and_rings_in_axes_that_turn_with_their_base() -> None:
    """In axes of the base, where T2 is of the rates against it and -T0 of the base's rates alone."""
    given = {"la": 0.01, "lb": 0.02, "spring": 0.3, "outer_friction": 1e-3, "base": "turning", "base_x": 1.0,
             "base_y": -2.0, "base_z": 3.0}  # fmt: skip
    start = {"psi": 0.4, "theta": 1.1, "psi_dot": 3.0, "theta_dot": -2.0, "phi_dot": 40.0}
    turning = physics.system("gimbals", {**given, "drive": "held"}, start)
    still = turning.replace({"base": "still"})
    y = memory(turning.start())
    y[7], y[8] = 0.25, -0.5
    moments = (
        (still.A, still.A, still.C),
        (still.Ci, still.Ai, still.Bi),  # about the first, second and third axes of the inner ring: a, u and b
        (still.Co, still.Ao, still.Bo),  # k, u and h
    )
    relative, carried, spin = [], [], 0.0
    w = np.array(turning.base_rates())
    for body, moment in enumerate(moments):
        rotation = lambda at, i=body: still.bodies(at)[i].rotation  # noqa: E731
        rates = rotation(y).T @ omega_of(still, y, rotation)
        relative.append(0.5 * float(np.array(moment) @ rates**2))
        carried.append(0.5 * float(np.array(moment) @ (rotation(y).T @ w) ** 2))
        if body == 0:
            spin = 0.5 * still.C * float(rates[2]) ** 2
    axis, across = still.bodies(y)[0].rotation[:, 2], still.bodies(y)[1].rotation[:, 2]
    assert_parts(
        turning,
        y,
        rings_and_axis=sum(relative) - spin,
        spin=spin,
        weight=0.6 * 9.81 * float(0.01 * axis[2] + 0.02 * across[2]),
        spring=0.15 * (1.1 - math.pi / 2) ** 2,
        turning_base=-sum(carried),
        friction=0.25,
        motor=-0.5,
    )


@pytest.mark.parametrize("rotor", ["free", "held"])
def test_a_satellite_with_rotor_balls_and_a_moving_mass(rotor: str) -> None:
    craft = physics.system("satellite", {**EVERYTHING, "rotor": rotor}, START)
    y = memory(craft.start())
    y[17:21] = memory([0.2, 0.3, 0.4, 0.7])
    body, wheel, mass = ((lambda at, i=i: craft.bodies(at)[i]) for i in range(3))
    turning = body(y).rotation.T @ omega_of(craft, y, lambda at: body(at).rotation)
    spinning = float(wheel(y).rotation[:, 2] @ omega_of(craft, y, lambda at: wheel(at).rotation))
    velocity = speed_of(craft, y, lambda at: mass(at).position)
    balls = float(np.sum(np.square(y[8:11])) / craft.body_ball + np.sum(np.square(y[11:14])) / craft.rotor_ball)
    assert_parts(
        craft,
        y,
        body=0.5 * float(np.array([craft.I1, craft.I2, craft.I3]) @ turning**2),
        rotor=0.5 * craft.rotor_inertia * spinning**2,
        balls=0.5 * balls,
        moving_mass=0.5 * craft.moving_mass * float(velocity @ velocity),
        spring=0.5 * craft.stiffness * y[14] ** 2,
        losses=0.9,
        motor=0.7,
    )
