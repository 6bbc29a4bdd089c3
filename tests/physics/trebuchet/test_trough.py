"""Friction in the trough: holding, sliding, starting, blows on the ground, Painlevé's paradox."""

import math
from array import array

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.trebuchet import machine, phases, trough
from physics.trebuchet.accelerations import dynamics
from tests.physics.trebuchet.test_mirror import rough, states

HEAVY = {"projectile_mass": 600.0, "trough_friction": 0.3}
STRICT = {"rtol": 1e-10, "atol": 1e-12}


def moved(parameters, duration, method="dop853", dt=5e-3, initial=None):
    run = physics.Simulation(
        physics.system("trebuchet", parameters, initial), method, dt, STRICT if method == "dop853" else {}
    )
    run.compile()
    ticks = round(duration / dt)
    assert run.advance(ticks) == ticks, run.message
    return run


def names(run):
    return [event.name for event in run.events]


def test_a_heavy_stone_comes_to_rest_in_the_trough_and_is_held():
    run = moved(HEAVY, 20.0)
    assert names(run).count("hold") == 5
    assert run["rest"] == machine.HELD
    assert [run[name] for name in ("alpha_dot", "beta_dot", "x_dot")] == [0.0, 0.0, 0.0]
    assert run["gamma_dot"] != 0.0, "the counterweight swings on"
    _, _, _, N, friction, power = dynamics(run.y, run.system.p)
    assert abs(friction) < 0.3 * N
    assert power == 0.0
    assert abs(run.invariants()["energy"].drift) < 1e-9


def test_friction_opposes_sliding_in_both_directions_and_comes_to_rest_between_them():
    run = moved(HEAVY, 2.5)
    backward, forward = 0, 0
    for _ in range(400):
        run.advance(3)
        _, _, _, N, friction, power = dynamics(run.y, run.system.p)
        assert N > 0.0
        if run["rest"] == machine.HELD:
            assert abs(friction) <= 0.3 * N
            continue
        assert friction == pytest.approx(math.copysign(0.3 * N, -run["x_dot"]), rel=1e-12)
        assert power <= 0.0
        backward, forward = backward + (run["x_dot"] < 0.0), forward + (run["x_dot"] > 0.0)
    assert backward > 50
    assert forward > 50


def test_a_turn_of_the_sliding_costs_no_order():
    exact = moved(HEAVY, 4.0)["gamma"]
    errors = [abs(moved(HEAVY, 4.0, "rk4", dt)["gamma"] - exact) for dt in (0.01, 0.005)]
    assert errors[0] < 1e-7
    assert errors[1] < errors[0] / 8.0


def needed_friction(mass):
    """Return the coefficient that holds a stone of this mass [kg] in the default machine while it is cocked.

    The horizontal sling pulls at the tip, l3 below the pivot, with the torque of counterweight less beam; the ground
    carries the stone's weight.
    """
    return (2000.0 * 1.2 - 100.0 * 2.25) * math.sin(math.acos(4.0 / 5.7)) / (4.0 * mass)


@pytest.mark.parametrize("mass", [600.0, 400.0])
def test_friction_that_holds_the_cocked_machine_is_refused_with_what_would_not(mass):
    needed = needed_friction(mass)
    with pytest.raises(BadInput, match=r"trough_friction = .*: holds the stone of the cocked machine") as refused:
        physics.system("trebuchet", {"projectile_mass": mass, "trough_friction": needed * 1.001})
    assert float(str(refused.value).rsplit(" ", 1)[1]) == pytest.approx(needed, rel=1e-9)
    run = moved({"projectile_mass": mass, "trough_friction": needed * 0.999}, 0.5)
    assert run["x_dot"] < 0.0
    assert run["alpha_dot"] < 0.0


def test_a_machine_that_is_too_light_without_friction_is_refused_for_that():
    with pytest.raises(BadInput, match="counterweight_mass = 100 kg: too light"):
        physics.system("trebuchet", {"counterweight_mass": 100.0, "trough_friction": 1.0})


def test_a_stone_slides_where_friction_passes_its_limit_by_more_than_rounding():
    p, N = rough(0.3).p, 150.0
    grips = [
        trough.grip(p, (0.0, 0.0, 0.0, N, side * (0.3 + over) * N, 0.0)) for side in (1, -1) for over in (5e-10, 2e-9)
    ]
    assert [each > 0.0 for each in grips] == [True, False] * 2


def test_a_held_stone_slides_when_the_pull_exceeds_friction():
    run = moved({"trough_friction": 1.0}, 1.0, dt=1e-3, initial={"alpha": 0.5, "beta": 1.0, "alpha_dot": 20.0})
    slip = next(event for event in run.events if event.name == "slip")
    _, _, _, N, friction, _ = dynamics(memoryview(array("d", slip.before)), run.system.p)
    assert slip.before[machine.REST] == machine.HELD
    assert abs(friction) == pytest.approx(N, rel=1e-8)
    assert abs(run.invariants()["energy"].drift) < 1e-8


@pytest.mark.parametrize("mu", [0.0, 0.2])
def test_static_friction_holds_a_stone_that_then_slides_with_less(mu):
    """The counterweight swings until the sling pulls the stone with mu_s N; then mu N alone is against it."""
    parameters = {"projectile_mass": 300.0, "trough_friction": mu, "static_friction": 0.6}
    run = moved(parameters, 3.0, initial={"alpha": 2.2, "gamma": 0.4})
    assert run.system.initial["rest"] == machine.HELD
    slip = next(event for event in run.events if event.name == "slip")
    y = memoryview(array("d", slip.before))
    _, _, _, N, friction, _ = dynamics(y, run.system.p)
    assert abs(friction) == pytest.approx(0.6 * N, rel=1e-7)
    run.system.jump(phases.SLIP, slip.time, y, run.system.p)
    alpha, _, _, N, friction, _ = dynamics(y, run.system.p)
    assert abs(friction) == pytest.approx(mu * N, rel=1e-12)
    assert alpha < -0.1, "it sets off with a jerk"
    assert abs(run.invariants()["energy"].drift) < 1e-8


def test_static_friction_below_the_kinetic_changes_nothing():
    one, other = moved(HEAVY, 3.0), moved({**HEAVY, "static_friction": 0.2}, 3.0)
    assert bytes(one.y) == bytes(other.y)


def test_static_friction_that_holds_the_cocked_machine_is_refused():
    needed = needed_friction(600.0)
    with pytest.raises(BadInput, match=r"static_friction = .*: holds the stone of the cocked machine; must be below"):
        physics.system("trebuchet", {**HEAVY, "static_friction": needed * 1.001})


# Blows on the ground ----------------------------------------------------------------------------------------


def pushed_up(v, w, mu, share=2e-4):
    """Return velocity and impulses when small upward impulses, each with its friction, have ended the fall."""
    v, given = np.array(v), np.zeros(2)
    step = share * math.hypot(*v) / w[1, 1]
    while v[1] < 0.0:
        held = -w[0, 1] / w[0, 0]
        drag = -mu * np.sign(v[0]) if abs(v[0]) > 2 * step * (abs(w[0, 1]) + mu * w[0, 0]) else np.clip(held, -mu, mu)
        impulse = step * np.array([drag, 1.0])
        v, given = v + w @ impulse, given + impulse
    return v, given


def blows():
    draw = np.random.default_rng(3)
    for _ in range(24):
        root = draw.normal(size=(2, 2))
        yield draw.normal(size=2) * [1.0, 0.0] - [0.0, draw.uniform(0.1, 1.0)], root @ root.T + 0.2 * np.eye(2)


@pytest.mark.parametrize("mu", [0.1, 0.5, 1.5])
def test_the_blow_of_the_ground_is_that_of_many_small_ones(mu):
    jammed = 0
    for v, w in blows():
        up, along = trough.blow_with_friction(*v, w[0, 0], w[0, 1], w[1, 1], mu, 0.0)
        after, given = pushed_up(v, w, mu)
        scale = math.hypot(*given)
        assert (along, up) == pytest.approx(tuple(given), abs=5e-3 * scale)
        assert v + w @ [along, up] == pytest.approx(after, abs=5e-3 * scale * np.abs(w).max())
        assert (v + w @ [along, up])[1] == pytest.approx(0.0, abs=1e-12)
        assert abs(along) <= mu * up * (1 + 1e-12)
        jammed += w[1, 1] - mu * math.copysign(1.0, v[0]) * w[0, 1] < 0.0
    assert bool(jammed) is (mu > 1.0), "the paradox is among them where friction is high"


@pytest.mark.parametrize("scale", [1e-3, 40.0])
def test_the_blow_of_the_ground_follows_scale_and_mirror(scale):
    """A point that yields so many times more takes so many times less; its mirror image takes the opposite friction."""
    for mu in (0.1, 0.5, 1.5):
        for (v_x, v_y), w in blows():
            up, along = trough.blow_with_friction(v_x, v_y, w[0, 0], w[0, 1], w[1, 1], mu, 0.0)
            light = trough.blow_with_friction(v_x, v_y, *(scale * w[[0, 0, 1], [0, 1, 1]]), mu, 0.0)
            assert light == pytest.approx((up / scale, along / scale), rel=1e-9)
            image = trough.blow_with_friction(-v_x, v_y, w[0, 0], -w[0, 1], w[1, 1], mu, 0.0)
            assert image == pytest.approx((up, -along), rel=1e-9)


@pytest.mark.parametrize("mu", [0.0, 0.3, 1.5])
def test_the_blow_of_the_ground_acts_on_the_stone_alone(mu):
    """It ends the fall of the stone; its torques are those of a force on the stone, within the cone of friction."""
    system = rough(mu)
    for y in states(system, machine.SLIDES, 20):
        y[machine.PHASE], y[machine.REST] = machine.AIMS, 0.0
        y[machine.BETA_DOT] += 1.5
        machine.project(y, system.p)
        if y[machine.V_Y] >= 0.0:
            continue
        before, angles = np.array(y[3:6]), machine.beam_frame(y)
        m = machine.swinging_mass(y[machine.PHASE], system.p)
        c11, k12, k22, c13, c33 = machine.mass_matrix(m, angles[3], angles[5], system.p)
        x_a, x_b, y_a, y_b = machine.stone_jacobian(angles, system.p)
        trough.blow_on_ground(y, system.p, 0.0)
        a, b, c = np.array(y[3:6]) - before
        along, up = np.linalg.solve(
            [[x_a, y_a], [x_b, y_b]], [c11 * a + m * k12 * b + c13 * c, m * (k12 * a + k22 * b)]
        )
        assert y_a * y[3] + y_b * y[4] == pytest.approx(0.0, abs=1e-9)
        assert c13 * a + c33 * c == pytest.approx(0.0, abs=1e-6)
        assert up > 0.0
        assert abs(along) <= mu * up * (1.0 + 1e-9) + 1e-9


@pytest.mark.parametrize("speed", [1e-3, -1e-3])
def test_a_stone_that_slides_however_slowly_is_not_at_rest(speed):
    system = rough(2.0)
    y = states(system, machine.SLIDES, 1)[0]
    y[machine.ALPHA_DOT] *= speed / y[machine.V_X]
    machine.project(y, system.p)
    assert y[machine.V_X] == pytest.approx(speed)
    for event in (phases.HOLD, phases.SLIP):
        system.jump(event, 0.0, y, system.p)
        assert y[machine.V_X] == pytest.approx(speed)
        assert y[machine.REST] == (machine.FORWARD if speed > 0.0 else 0.0)


@pytest.mark.parametrize("phase", [machine.SLIDES, machine.GIVEN_UP_IN_TROUGH])
@pytest.mark.parametrize("mu", [0.05, 0.4, 1.5])
def test_a_stone_at_rest_is_held_slides_or_leaves_as_the_forces_then_allow(phase, mu):
    """Held where friction can do that; else it moves with a force that pushes and friction against the motion; else it
    leaves the ground, which would have to pull.
    """
    system, fates = rough(mu, projectile_mass=300.0, counterweight_mass=3000.0), set()
    for y in states(system, phase, 60):
        y[machine.ALPHA_DOT] = y[machine.GAMMA_DOT] = 0.0
        machine.project(y, system.p)
        held = memoryview(array("d", y))
        held[machine.REST] = machine.HELD
        _, _, _, needed, friction, _ = dynamics(held, system.p)
        system.jump(phases.HOLD, 0.0, y, system.p)
        alpha, beta, _, N, friction_now, _ = dynamics(y, system.p)
        x_a, x_b, y_a, y_b = machine.stone_jacobian(machine.beam_frame(y), system.p)
        can_hold = needed > 0.0 and abs(friction) <= mu * needed
        assert (y[machine.REST] == machine.HELD) is can_hold
        if not machine.in_trough(y[machine.PHASE]):
            assert y[machine.PHASE] == (machine.AIMS if phase == machine.SLIDES else machine.GIVEN_UP_IN_SLING)
            assert y_a * alpha + y_b * beta > 0.0
            fates.add("leaves")
        elif not can_hold:
            forward = machine.in_contact(y[machine.REST]) == machine.FORWARD
            assert N > 0.0
            assert ((x_a * alpha + x_b * beta) > 0.0) is forward
            assert friction_now == pytest.approx(-mu * N if forward else mu * N)
            fates.add("slides")
    assert "leaves" in fates
    assert mu > 0.05 or "slides" in fates


def test_a_stone_that_lands_on_rough_ground_with_a_steep_sling_jams():
    start = {"alpha": 0.5, "beta": 1.0, "alpha_dot": 20.0}
    run = moved({"trough_friction": 2.0}, 0.3, dt=1e-3, initial=start)
    jam = next(event for event in run.events if event.name == "jam")
    assert "Painlevé" in jam.meaning
    assert jam.before[machine.V_X] > 1.0
    after = memoryview(array("d", jam.before))
    run.system.jump(
        next(k for k, event in enumerate(run.system.events) if event.name == "jam"), 0.0, after, run.system.p
    )
    assert (after[machine.V_X], after[machine.V_Y]) == pytest.approx((0.0, 0.0), abs=1e-15)
    assert after[machine.REST] == machine.HELD
    gained = machine.mechanical(after, run.system.p) + after[machine.LOSS] - machine.mechanical(
        memoryview(array("d", jam.before)), run.system.p)  # fmt: skip
    assert gained == pytest.approx(jam.before[machine.LOSS], abs=1e-6)
    assert after[machine.LOSS] > jam.before[machine.LOSS]


@pytest.mark.parametrize("e", [0.0, 0.5])
def test_a_steep_sling_on_rough_ground_does_not_end_the_run(e):
    run = moved({"trough_friction": 1.0, "restitution": e}, 3.0, initial={"alpha": 0.5, "beta": 1.0, "alpha_dot": 20.0})
    assert abs(run.invariants()["energy"].drift) < 1e-8


def test_a_stone_that_slides_where_it_jams_is_stopped_at_once():
    parameters = {"short_arm": 2.869, "hanger": 1.565, "sling": 6.881, "beam_mass": 17.12, "projectile_mass": 12.48,
                  "counterweight_mass": 647.5, "restitution": 0.9, "trough_friction": 2.0}  # fmt: skip
    start = {"alpha": 1.483, "beta": 0.647, "gamma": 4.587, "alpha_dot": 2.876, "beta_dot": 5.311, "gamma_dot": 2.992}
    run = moved(parameters, 0.5, initial=start)
    jam = next(event for event in run.events if event.name == "jam")
    assert jam.time == 0.0
    assert jam.before[machine.ALPHA_DOT] == pytest.approx(2.876)
    assert abs(run.invariants()["energy"].drift) < 1e-8


def test_a_stone_that_lands_below_an_upright_sling_lies_on_the_ground():
    parameters = {"short_arm": 1.0769649010580957, "counterweight": "fixed", "sling": 2.5486215650445443,
                  "beam_mass": 84.02339631493821, "projectile_mass": 10.422213571774343,
                  "counterweight_mass": 3596.6711534765404, "trough_friction": 0.05}  # fmt: skip
    start = {"alpha": 0.9250436826726824, "beta": 0.88570717261402, "alpha_dot": 4.529768598087374}
    run = moved(parameters, 1.0, initial=start)
    landing = next(event for event in run.events if event.name == "touch-down")
    assert abs(math.sin(landing.before[1] - landing.before[0])) < 0.02
    assert len(run.events) < 20
    assert run["y"] > -1e-12
