import math
from fractions import Fraction

import numpy as np
import pytest

import physics
from physics import BadInput
from physics.compiled.native import KeptArguments
from physics.simulation import outcome
from physics.simulation import simulation as module
from physics.simulation.spring_hand import SpringHand
from tests.physics.core.test_events import Spring


def test_time_is_an_exact_count_of_ticks():
    simulation = physics.Simulation("gyroscope", dt=1e-3)
    simulation.advance(300)
    assert simulation.time == 0.3
    simulation.set_dt(2.5e-4)
    simulation.advance(1)
    assert simulation.time == 0.30025


@pytest.mark.parametrize("integrator", ["euler", "euler-cromer"])
def test_euler_on_the_papers_cone_diverges_and_pauses(integrator):
    """Energy grows on the cone and the run cannot reach 10 s; it must pause with a message."""
    simulation = physics.Simulation("gyroscope", integrator, 1e-3)
    simulation.advance(1000)
    assert simulation.divergence is None
    at_one_second = simulation.invariants()["energy"].drift
    done = simulation.advance(9000)
    assert done < 9000
    assert simulation.paused
    divergence = simulation.divergence
    assert divergence is not None
    assert (divergence.integrator, divergence.dt) == (integrator, 1e-3)
    assert divergence.time == simulation.time
    for part in (integrator, "dt = 0.001 s", f"t = {simulation.time:.6g} s", "Try a smaller dt"):
        assert part in simulation.message
    assert np.isfinite(simulation.state).all()
    assert simulation.invariants()["energy"].drift > at_one_second > 0.01


def test_energy_of_euler_cromer_on_the_cone_is_off_by_a_quarter_after_one_second():
    run = physics.simulate("gyroscope", 1.0, 1e-3, "euler-cromer")
    assert run.readings["energy"].drift == pytest.approx(0.27, abs=0.01)


def test_diverged_run_stays_stopped_until_a_change():
    simulation = physics.Simulation("gyroscope", "euler-cromer", 1e-3)
    simulation.advance(5000)
    last = bytes(simulation.y)
    assert simulation.advance(10) == 0
    assert bytes(simulation.y) == last
    simulation.use("rk4")
    assert simulation.message == ""
    assert not simulation.paused
    simulation.reset()
    assert simulation.advance(1000) == 1000
    assert simulation.time == 1.0


def test_step_that_raises_is_a_divergence():
    simulation = physics.Simulation("gyroscope", "euler", 1.0)
    simulation.advance(50)
    assert simulation.divergence is not None
    assert np.isfinite(simulation.state).all()


def test_implicit_loop_without_convergence_is_a_divergence():
    simulation = physics.Simulation(physics.system("gyroscope", initial={"phi_dot": 5000}), "newmark", 0.1)
    simulation.advance(10)
    assert simulation.divergence is not None
    assert "did not converge" in simulation.message or "finite" in simulation.message


def test_a_step_that_machine_code_could_not_make_is_not_repeated_in_cpython(monkeypatch):
    """The same message and the same state, without the minute that thousands of trials may take there."""
    top = physics.system("gyroscope", initial={"phi_dot": 5000})
    slow, fast = (physics.Simulation(top, "gauss4", 0.5) for _ in range(2))
    slow.advance(10)
    assert fast.compile()
    monkeypatch.setattr(module, "PythonRun", None)
    fast.advance(10)
    assert "did not converge" in fast.message
    assert fast.message == slow.message
    assert bytes(fast.y) == bytes(slow.y)


class Swing(Spring):
    """A mass on a spring, x'' = -x, without the wall."""

    events = ()


def test_an_interrupted_run_in_cpython_goes_on_with_the_same_bits():
    class Interrupted(Swing):
        pending = True

        @staticmethod
        def rate(t, y, p, dy):
            if t > 0.9 and Interrupted.pending:
                Interrupted.pending = False
                raise KeyboardInterrupt
            Swing.rate(t, y, p, dy)

    for method in ("rk4", "dop853"):
        whole, run = physics.Simulation(Swing(), method, 0.01), physics.Simulation(Interrupted(), method, 0.01)
        Interrupted.pending = True
        with pytest.raises(KeyboardInterrupt):
            run.advance(100)
        assert not Interrupted.pending
        assert 0 < run.tick < 100
        run.advance(100 - run.tick)
        whole.advance(100)
        assert (run.tick, bytes(run.y), run.memory) == (whole.tick, bytes(whole.y), whole.memory)


@pytest.mark.parametrize("held", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_run_interrupted_in_machine_code_goes_on_with_the_same_bits(monkeypatch, held):
    run_in_machine_code, pending = KeptArguments.run, []

    def interrupted(*given, **named):
        done = run_in_machine_code(*given, **named)
        if pending and pending.pop(0):
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(KeptArguments, "run", interrupted)
    for name in ("bungee", "double-pendulum"):
        whole, run = physics.Simulation(name, "dop853", 0.01), physics.Simulation(name, "dop853", 0.01)
        for each in (whole, run):
            assert each.compile()
            each.advance(50)
            if held:
                each.hold(SpringHand(0, (0.0, 0.0, 0.0), (0.3, 0.0, 0.2), 20.0, 1.0))
        for end in (300, 600, 900):
            pending[:] = [True]
            with pytest.raises(KeyboardInterrupt):
                run.advance(50 + end - run.tick)
            run.advance(50 + end - run.tick)
        whole.advance(900)
        assert run.events == whole.events
        assert (run.tick, bytes(run.y), run.memory, run.work) == (whole.tick, bytes(whole.y), whole.memory, whole.work)


def test_where_the_equations_end_without_a_word_for_it_that_is_said():
    class Short(Swing):
        @staticmethod
        def margin(y, p):
            return y[0] - 0.5

    run = physics.Simulation(Short(), "rk4", 0.01)
    assert run.advance(200) == 104
    assert "the equations do not hold. " in run.message
    assert run["x"] == pytest.approx(math.cos(1.04), rel=1e-9)


def test_times_that_machine_code_cannot_hold_are_those_of_cpython():
    plain, compiled = (physics.Simulation("gyroscope", "rk4", 1e-3) for _ in range(2))
    assert compiled.compile()
    for run in (plain, compiled):
        run.place(run.y, Fraction(1, 3**40))
        assert run.advance(20) == 20
    assert (plain.time, bytes(plain.y)) == (compiled.time, bytes(compiled.y))


def test_shown_state_is_interpolated_unless_paused():
    simulation = physics.Simulation(physics.system("gyroscope", initial={"phi_dot": 5000}), "rk4", 1e-3)
    simulation.advance(1)
    before = simulation.state
    simulation.advance(1)
    half = np.array(simulation.shown(0.5))
    assert half == pytest.approx((before + simulation.state) / 2, rel=1e-15)
    assert half[2] - before[2] == pytest.approx(2.5, rel=1e-3), "an unwrapped angle may turn by more than half a turn"
    simulation.paused = True
    assert np.array(simulation.shown(0.5)) == pytest.approx(simulation.state)


def test_change_of_parameters_restarts_drifts():
    simulation = physics.Simulation("gyroscope")
    simulation.advance(500)
    state = simulation.state
    simulation.set_parameters({"gravity": "3.7 m/s2"})
    assert (simulation.state == state).all()
    assert simulation.system.gravity == 3.7
    assert simulation.invariants()["energy"].drift == 0
    simulation.advance(500)
    assert abs(simulation.invariants()["energy"].drift) < 1e-6
    with pytest.raises(BadInput):
        simulation.set_parameters({"gravity": -1})
    assert simulation.system.gravity == 3.7


def test_changed_choice_keeps_parameters_that_still_apply():
    system = physics.system("gyroscope", {"length": 0.2, "radius": 0.07, "mass": 0.3})
    disk = system.replace({"body": "disk"})
    assert (disk.radius, disk.mass) == (0.07, 0.3)
    assert "length" not in disk.applicable()


def test_initial_values_are_used_by_the_next_reset():
    simulation = physics.Simulation("gyroscope")
    simulation.advance(10)
    state = simulation.state
    simulation.set_initial({"theta": "45 deg"})
    assert (simulation.state == state).all()
    simulation.reset()
    assert simulation["theta"] == pytest.approx(math.pi / 4)
    assert simulation.time == 0


def test_drift_of_a_zero_invariant_is_relative_to_its_scale():
    reading = physics.Simulation("gyroscope").invariants()["coplanarity"]
    assert abs(reading.drift) < 1e-15


@pytest.mark.parametrize("dt", [0, -1e-3, 5.0, math.nan, "fast", "1 m"])
def test_steps_out_of_bounds_are_refused(dt):
    with pytest.raises(BadInput, match="dt ="):
        physics.Simulation("gyroscope", dt=dt)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("rolling-top", {"variant": "sign as printed"}), ("double-pendulum", {"a22": "printed", "upper_mass": 5.0})],
)
def test_drift_of_equations_that_do_not_keep_the_energy_is_not_blamed_on_the_method(name, parameters):
    system = physics.system(name, parameters)
    assert not system.keeps_energy
    assert physics.system(name).keeps_energy
    simulation = physics.Simulation(system, "dop853", 0.01)
    simulation.advance(200)
    assert abs(simulation.invariants()["energy"].drift) > 0.01
    assert simulation.warning == ""
    assert "method" not in simulation.message.replace("the method is not to blame", "")


def test_warning_names_a_method_that_can():
    simulation = physics.Simulation("gyroscope", "euler-cromer", 1e-3)
    assert simulation.warning == ""
    simulation.advance(1000)
    assert simulation.warning.startswith("E has drifted by +27 %: euler-cromer with dt = 0.001 s does not follow")
    assert simulation.warning.endswith("dop853, which chooses its own steps.")


def test_invariants_of_a_state_are_computed_once(monkeypatch):
    computed = []
    values = outcome.invariant_values
    monkeypatch.setattr(outcome, "invariant_values", lambda *given: computed.append(1) or values(*given))
    run = physics.Simulation("gyroscope")
    first = run.invariants()
    run.invariants().clear()
    assert run.invariants() == first and len(computed) == 1, "one's own copy, of the same state"
    run.y[1] += 0.1
    moved = run.invariants()
    assert moved["energy"].value != first["energy"].value, "another state"
    run.set_parameters({"mass": 2.0 * run.system.parameters["mass"]})
    assert run.invariants()["energy"].value != moved["energy"].value, "another system"
    assert run.invariants()["energy"].drift == 0.0, "counted from here"
    other = run.state
    other[1] -= 0.1
    run.rearrange(other)
    assert run.invariants()["energy"].drift == pytest.approx(0.0, abs=1e-12), "a hand has moved it"
