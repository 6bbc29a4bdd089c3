"""Simulation of a system with an integrator, tick by tick."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from physics.compiled import native
from physics.compiled.call_pace import CallPace
from physics.core import events
from physics.core.own_sources import indices_told
from physics.core.system import System, has_energy
from physics.core.ticks import PythonRun, is_looked_at
from physics.core.units import check_number, seconds, shown
from physics.core.work import MAX_WORK, PATIENCE
from physics.errors import BadInput
from physics.registry import formulated, system_of
from physics.registry import integrator as integrator_called
from physics.simulation.energy_budget import EnergyBudget, energy_budget
from physics.simulation.outcome import (
    Divergence,
    Failure,
    InvariantReader,
    InvariantValue,
    RunState,
    Snapshot,
    crowded_events,
    diverged,
    drift_warning,
    invalid,
    numbers_lost,
    step_failure,
)
from physics.simulation.spring_hand import IMPULSE_INTERVAL, SpringHand, apply_pull, check, move_point
from physics.simulation.tick_times import TickTimes, are_exact
from physics.simulation.viewing import HEIGHT, SPEED, Displayed, html_of, show, start_now
from physics.types import Floats, Occurrence, Vector3

MIN_DT, MAX_DT = 1e-7, 1.0
MAX_ENERGY_RATIO = 1e3
"""Change of the energy, in units of its initial magnitude, above which a run has diverged."""
MAX_CALL_TICKS = 1_000_000
"""Greatest number of ticks in one stretch."""
MAX_PYTHON_TICKS = 64
"""Ticks of a call in CPython, before the next check whether machine code is available."""
MAX_KEPT_EVENTS = 10_000
"""Greatest number of events kept."""
MAX_LOGGED_EVENTS = 300
"""Events after which a call returns; the log has room for those of one more tick."""


class Simulation:
    """A simulation, which advances a system by whole ticks of dt.

    system: a `System`, or the name of one with its defaults. integrator: a name of `physics.integrators()`.
    dt: in seconds, or text with a unit.
    settings: the integrator's own numbers. Raises BadInput for invalid names, values and combinations.

    events: the last events, up to 10 000. hand: the spring that pulls at the system, or None; pull: its force (3,) [N];
    work: the work done by hands since the start [J]. Drifts of invariants leave out the changes made by hands.

    When a step leaves numbers that are not finite, a diverged energy, or a state where the equations do not hold, the
    last valid state is restored, the run pauses and `divergence` gives the reason. So it does when a tick would take
    more work than its budget (`physics/core/work.py`).
    waiting: a tick that would take long in CPython waits for machine code (see `compile_in_background`).
    """

    def __init__(
        self,
        system: System | str,
        integrator: str = "rk4",
        dt: float | str = 1e-3,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.system = system_of(system)
        self.paused = False
        self.divergence: Divergence | None = None
        self.waiting = False
        self._compiles, self._patient = False, False
        self._pace, self._kept = CallPace(), native.KeptArguments()
        self._python: PythonRun | None = None
        self._stretch_end = 0
        self._reader = InvariantReader()
        self.y: Floats
        self._constants: Floats
        self._settings: Floats
        self._workspace: Floats
        self._memory: Floats
        self._log: Floats
        self.dt = self.checked_dt(dt)
        self._times = TickTimes(Fraction(0), 0, seconds(self.dt))
        with indices_told(self.system):
            self.use(integrator, settings)
            self.reset()

    @staticmethod
    def checked_dt(dt: object) -> float:
        """Return a step [s] within bounds; raises BadInput."""
        return check_number("dt", dt, "s", MIN_DT, MAX_DT)

    # Present state --------------------------------------------------------------------------------------

    @property
    def time(self) -> float:
        """The simulated time [s]."""
        return self._times.rounded(self.tick)

    @property
    def state(self) -> NDArray[np.float64]:
        """A copy of the state y, (n,)."""
        return np.array(self.y)

    @property
    def memory(self) -> bytes:
        """A copy of the method's memory, which it keeps between ticks in addition to the state; empty for most."""
        return bytes(self._memory)

    def __getitem__(self, name: str) -> float:
        """Return a state variable by its name; raises BadInput for an unknown name."""
        return self.y[self.system.index(name)]

    def invariants(self) -> dict[str, InvariantValue]:
        """Return every invariant by its name, with its drift since the start or the last change of parameters."""
        return self._reader.read(self.system, self.y, self._references)

    def energy_budget(self) -> EnergyBudget:
        """Return the parts of the energy at the present state, and where it has come from."""
        reference = self._references["energy"][0] if has_energy(self.system) else math.nan
        return energy_budget(self.system, self.y, reference, self.work)

    @property
    def message(self) -> str:
        """The message about the divergence of the run, or ""."""
        return str(self.divergence) if self.divergence else ""

    @property
    def warning(self) -> str:
        """The warning that the energy, which the motion keeps, has drifted by more than a hundredth, or ""."""
        if not (self.system.keeps_energy and has_energy(self.system)):
            return ""
        start, size = self._references["energy"]
        drift = (self.system.energy(self.y) - start) / size
        return drift_warning(self.integrator, self.dt, self.system.invariants[0].symbol, drift)

    def shown(self, part: float) -> Floats:
        """Return the state to draw, at the fraction `part` between the last two ticks; if paused, the last."""
        if self.paused:
            return self.y
        return memoryview(self.system.between(memoryview(self._previous), self.y, part))

    def show(self, speed: float = SPEED, height: int = HEIGHT) -> Displayed:
        """Return a page, for a notebook, that runs from the present state; see `Run.show`. Raises BadInput."""
        return show(start_now(self), speed, height)

    def _repr_html_(self) -> str | None:
        """Return what a notebook displays: `show`, or a text where that fails. It takes some seconds."""
        return html_of(start_now(self))

    # Changes during a run -------------------------------------------------------------------------------

    def use(self, integrator: str, settings: Mapping[str, Any] | None = None) -> None:
        """Switch to another integrator at the present state; a diverged run resumes. Raises BadInput."""
        method = integrator_called(integrator)
        reason = method.reason_against(self.system)
        if reason:
            raise BadInput(f"integrator = {integrator}: {reason}")
        checked = method.checked_settings(settings)
        self.integrator, self.settings = method, checked
        self._settings = memoryview(array("d", checked.values()))
        self._workspace = native.workspace(self.system, method)
        rows = MAX_LOGGED_EVENTS + events.MAX_EVENTS if self.system.events else 0
        self._log = memoryview(events.empty_log(len(self.system.variables), rows, MAX_LOGGED_EVENTS))
        self._pace = CallPace()
        self._forget()
        self._let_go_on()

    def reformulate(self, name: str) -> None:
        """Switch to another formulation of the same motion at the present state; drifts count from here.

        Raises BadInput if there is none of that name, if it cannot represent the body or the state, or if the
        integrator does not apply to it.
        """
        other = formulated(self.system, name)
        reason = self.integrator.reason_against(other)
        if reason:
            raise BadInput(f"formulation = {name}: {reason}")
        state = other.resume(self.system.motion(self.y))
        self.system = other
        self.y, self._previous = memoryview(state), array("d", state)
        self._constants = memoryview(array("d", other.p))
        self.use(self.integrator.name, self.settings)
        self._refer()

    def set_dt(self, dt: object) -> None:
        """Change the step [s]; raises BadInput."""
        checked = self.checked_dt(dt)
        self._times = TickTimes(self._times.exact(self.tick), self.tick, seconds(checked))
        self.dt = checked
        self._forget()
        self._let_go_on()

    def set_parameters(self, parameters: Mapping[str, Any]) -> None:
        """Change parameters at the present state; drifts count from here. Raises BadInput."""
        self.take(self.system.replace(parameters=parameters))

    def take(self, system: System) -> None:
        """Switch to another system of the same class at the present state; drifts count from here.

        A system with another number of variables starts from its own initial state. Raises BadInput, with nothing
        changed, where the integrator does not apply to it.
        """
        if reason := self.integrator.reason_against(system):
            raise BadInput(reason)
        other = type(system) is not type(self.system) or len(system.variables) != len(self.y)
        self.system = system
        self._constants = memoryview(array("d", self.system.p))
        if len(system.variables) != len(self.y):
            self.y, self._previous = memoryview(system.start()), system.start()
        if other:  # it may have other events, and the method other work to do
            self.use(self.integrator.name, self.settings)
        self._refer()
        self._forget()
        self._let_go_on()

    def set_initial(self, initial: Mapping[str, Any]) -> None:
        """Change initial values, which the next reset uses. Raises BadInput."""
        self.system = self.system.replace(initial=initial)

    def place(self, state: Sequence[float], time: float | Fraction = 0.0) -> None:
        """Begin at a given state y, at `time` [s], instead of the system's initial state."""
        self.reset()
        self._times = self._times._replace(start=Fraction(time))
        self.y[:] = memoryview(array("d", state))
        self._refer()

    def reset(self) -> None:
        """Reset to the initial state of the present system."""
        self.tick, self._times = 0, TickTimes(Fraction(0), 0, self._times.step)
        self.events: list[Occurrence] = []
        self.hand: SpringHand | None = None
        self.pull: Vector3 = np.zeros(3)
        self.work = 0.0
        self.y = memoryview(self.system.start())
        self._previous = self.system.start()
        self._constants = memoryview(array("d", self.system.p))
        self._refer()
        self._forget()
        self._let_go_on()

    def _forget(self) -> None:
        """Clear the method's memory, which is not valid after a change of the state or the equations."""
        self.waiting = False
        self._memory = memoryview(array("d", bytes(8 * events.memory_size(self.system, self.integrator))))

    def _let_go_on(self) -> None:
        """Resume after a divergence, because a change may have removed its cause."""
        if self.divergence is not None:
            self.divergence = None
            self.paused = False

    def _refer(self) -> None:
        self._references: Mapping[str, tuple[float, float]] = {
            i.name: i.reference(self.system, self.y) for i in self.system.invariants
        }

    # Running --------------------------------------------------------------------------------------------

    def compile(self) -> bool:
        """Continue in machine code, compiled now if needed; False if there is none (`compile_problem` says why).

        The results are the same.
        """
        self._compiles = True
        with suppress(native.Unavailable):
            native.compiled_run(_shape_of(self))
        return self.compiled

    def compile_in_background(self, patient: bool = False) -> None:
        """Continue in machine code as soon as a thread has compiled it, for each integrator; till then in CPython.

        patient: a tick that would take long in CPython is not run there, but waits for machine code that is on its way:
        `advance` then returns early with `waiting` set, and the next call tries again.
        """
        self._compiles, self._patient = True, patient
        native.background.ask(_shape_of(self))

    @property
    def compiled(self) -> bool:
        """True if the next ticks run in machine code."""
        pair = native.is_compiled(_shape_of(self)) if self._compiles else None
        return pair is not None and bool(pair.guard)

    @property
    def compile_problem(self) -> str:
        """Why there is no machine code, with file, line and cure of a source; "" where no problem is known."""
        return native.compile_error(_shape_of(self))

    @property
    def compiling(self) -> bool:
        """True while ticks run in CPython because machine code is still being made."""
        if not self._compiles or not native.background.busy:
            return False
        return native.is_compiled(_shape_of(self)) is None and not native.compile_error(_shape_of(self))

    def advance(self, ticks: int) -> int:
        """Run `ticks` ticks, even if paused, and return how many were completed: fewer when the run diverged or waits.

        The result does not depend on how ticks are grouped into calls, nor on which of them ran in machine code: every
        tick is checked, but for the energy, which is looked at every few ticks, before each impulse of the hand and at
        the end of a call.
        """
        self._drop_events_ahead()
        if self.waiting and self._may_wait():
            return 0
        self.waiting = False
        start = self._part()
        self._run_to(self.tick + ticks)
        if self.waiting and self.tick > start.tick:
            self._check_before_waiting()
        if self.divergence is not None and self.tick > start.tick:
            self._go_back(start)
        return self.tick - start.tick

    def _run_to(self, tick: int) -> None:
        """Run to a tick, or up to one that fails or waits, in stretches between impulses of the hand."""
        while self.tick < tick and not self._stopped:
            start, over = None if self.hand is None else self._part(), False
            try:
                self._stretch_end = self.tick + self._pulled(min(tick - self.tick, MAX_CALL_TICKS))
                while self.tick < self._stretch_end and not self._stopped:
                    self._run_on()
                over = not self.waiting
            finally:  # also where it is interrupted: the impulse comes when the tick does
                if start is not None and not over and self.tick == start.tick:
                    self._go_on_from(start)

    @property
    def _stopped(self) -> bool:
        return self.waiting or self.divergence is not None

    def _run_on(self) -> None:
        """Run in machine code towards the end of the stretch, and ticks without it in CPython, up to one that fails."""
        ticks, log = self._stretch_end - self.tick, self._log
        log[events.FAILURE], log[events.END] = 0.0, math.inf
        if self._compiles:
            ticks -= self._compiled_ticks(ticks)
        if ticks and log[events.END] == math.inf:
            self._python_ticks(min(ticks, MAX_PYTHON_TICKS))
        if log[events.END] != math.inf and not self.waiting:
            failure = step_failure(self.integrator, int(log[events.FAILURE]))
            self._diverge(*((failure, "") if failure else self._why_undone()))

    def _check_before_waiting(self) -> None:
        """Diverge where the last ticks before a wait, whose energy has not been looked at, have led astray."""
        failure, _ = invalid(self.integrator, self.system, self.y, *self._energy_bounds())
        if failure is not None:
            self.waiting = False
            self._diverge(failure, "")

    def _go_back(self, start: RunState) -> None:
        """Repeat a failed call from its start, to the last tick whose energy is near that of the start.

        The energy is looked at only every few ticks: what came after the last look may be finite and yet meaningless.
        """
        failed, found = self.tick, self.divergence
        self.divergence = None
        self._go_on_from(start)
        self._run_to(failed - failed % events.ENERGY_CHECK_INTERVAL)
        while self.tick < failed and not self._stopped:
            self._run_to(self.tick + 1)
        if self.divergence is None:
            self._pulled(1)  # before the tick that failed
            self.divergence, self.waiting = found, False
            self._previous = array("d", self.y)

    def _part(self) -> RunState:
        """Return what ticks change."""
        previous = bytes(memoryview(self._previous))
        return RunState(
            self.tick, bytes(self.y), previous, self.memory, self._references, self.hand, self.pull, self.work
        )

    def _go_on_from(self, part: RunState) -> None:
        """Continue from an earlier state of this run."""
        self.tick, self.hand, self.pull, self.work = part.tick, part.hand, part.pull, part.work
        self.y[:] = memoryview(part.y).cast("d")
        self._previous = array("d", part.previous)
        self._memory = memoryview(array("d", part.memory))
        self._references = part.references
        self._drop_events_ahead()

    def _drop_events_ahead(self) -> None:
        """Drop events later than the present tick, after a restoration of an earlier state."""
        while self.events and self.events[-1].tick > self.tick:
            self.events.pop()

    def _compiled_ticks(self, ticks: int) -> int:
        """Run ticks in machine code up to the first that fails, or of which it cannot have the time."""
        shape = _shape_of(self)
        pair = native.is_compiled(shape)
        if pair is None:
            native.background.ask(shape)
            return 0
        done, full = 0, bool(pair.guard)
        while full and done < ticks:
            asked, began = min(ticks - done, self._pace.ticks), perf_counter()
            times = self._times.integers(self.tick)
            if not are_exact(times, asked):
                return done
            made = self._called(partial(self._kept.run, pair), asked, times)
            self._pace.took(perf_counter() - began)
            done += made
            full = made == asked or self._log[events.COUNT] >= MAX_LOGGED_EVENTS
        return done

    def _python_ticks(self, ticks: int) -> None:
        """Run ticks in CPython up to the first that fails, or waits."""
        run, patient = _in_python(self), self._may_wait()
        run.spent = MAX_WORK - PATIENCE if patient else 0.0
        self._called(run.run, ticks, self._times.integers(self.tick))
        self.waiting = patient and self._log[events.FAILURE] == events.TOO_MUCH_WORK

    def _called(self, run: Callable[..., int], ticks: int, times: tuple[int, int, int]) -> int:
        """Run ticks in one call, which returns early if one fails or the log is full; return how many were completed.

        Where it is interrupted, of which machine code knows nothing until it returns, none is.
        run: of a `CompiledRun` or a `PythonRun`.
        """
        tick, y, memory, previous = self.tick, bytes(self.y), bytes(self._memory), bytes(memoryview(self._previous))
        self._log[events.COUNT] = 0.0
        try:
            done = run(
                ticks, self.dt, times, self.y, self._constants, self._settings, self._workspace, memory=self._memory,
                log=self._log,
                checked=(memoryview(self._previous), self.tick, self._stretch_end, *self._energy_bounds()),
            )  # fmt: skip
            if self._log[events.COUNT]:
                self._take_over_events()
            self.tick += done
        except BaseException:
            self.tick, self.y[:], self._memory[:] = tick, memoryview(y).cast("d"), memoryview(memory).cast("d")
            self._previous = array("d", previous)
            self._drop_events_ahead()
            raise
        return done

    def _why_undone(self) -> tuple[Failure | None, str]:
        """Return why the method could not make the tick that was undone, or what `invalid` says of where it led.

        CPython makes it once more, unchecked, on a copy.
        """
        y: Floats = memoryview(array("d", self.y))
        memory: Floats = memoryview(array("d", self._memory))
        self._log[events.COUNT], self._log[events.END], self._log[events.FAILURE] = 0.0, math.inf, 0.0
        run = _in_python(self)
        run.spent = 0.0
        run.run(
            1, self.dt, self._times.integers(self.tick), y, self._constants, self._settings, self._workspace, memory,
            self._log,
        )  # fmt: skip
        if self._log[events.FAILURE] == events.TOO_MANY_EVENTS:
            return crowded_events([event.time for event in events.occurrences(self.system, self._log)]), ""
        if self._log[events.END] != math.inf:
            return numbers_lost(self.integrator, self.system, y), ""
        start, limit = self._energy_bounds()
        limit = limit if is_looked_at(self.tick + 1, self._stretch_end) else -1.0
        failure, trouble = invalid(self.integrator, self.system, y, start, limit)
        return failure, trouble or "the equations do not hold"

    def _may_wait(self) -> bool:
        """Return whether a tick may wait for machine code, which is not there yet."""
        if not (self._compiles and self._patient):
            return False
        shape = _shape_of(self)
        return native.is_compiled(shape) is None and not native.compile_error(shape)

    def _take_over_events(self) -> None:
        """Move the events of the log into `events`."""
        self.events += events.occurrences(self.system, self._log)
        del self.events[:-MAX_KEPT_EVENTS]

    def _energy_bounds(self) -> tuple[float, float]:
        """Return the energy of the start, and how much it may change [J]."""
        if not self.system.invariants:
            return 0.0, math.inf
        start, size = self._references[self.system.invariants[0].name]
        return start, MAX_ENERGY_RATIO * size

    def _diverge(self, failure: Failure | None, trouble: str) -> None:
        """Pause at the last valid state and set `divergence`."""
        kept = self.system.invariants if self.system.keeps_energy else ()
        try:
            sizes = [abs(self.invariants()[each.name].drift) for each in kept]
        except (ArithmeticError, ValueError):  # of a state that comes before the one to which the run goes back
            sizes = [math.nan] * len(kept)
        drifts = {each.symbol: math.inf if math.isnan(size) else size for each, size in zip(kept, sizes, strict=True)}
        stuck = self.system.why_stuck(self.y, self.dt) if failure else ""
        failure, trouble = (None, stuck) if stuck else (failure, trouble)
        self.divergence = diverged(self.integrator, self.dt, self.time, failure, trouble, drifts)
        self.paused = True

    # Hand ---------------------------------------------------------------------------------------------

    def hold(self, hand: SpringHand | None) -> None:
        """Replace the pulling hand; None releases the body. Raises BadInput if the point cannot be held."""
        if hand is not None:
            check(self.system, self.y, hand)
        self.hand, self.pull = hand, np.zeros(3)
        self._let_go_on()

    def put(self, hand: SpringHand) -> None:
        """Move the point that a hand holds to its target, or as near as possible; the change of energy is its work.

        Raises BadInput if the point cannot be moved.
        """
        check(self.system, self.y, hand)
        state: Floats = memoryview(array("d", self.y))
        move_point(self.system, state, hand.body, np.array(hand.point), np.array(hand.target))
        self.rearrange(state)

    def rearrange(self, state: Sequence[float]) -> None:
        """Continue from another state, into which a hand has put the system: the change of energy is its work.

        Raises BadInput for a state of the wrong length or with numbers that are not finite.
        """
        try:
            numbers = array("d", state)
        except (TypeError, OverflowError):
            numbers = array("d")
        if len(numbers) != len(self.y) or not all(map(math.isfinite, numbers)):
            raise BadInput(f"state = {shown(state)}: must be {len(self.y)} finite numbers")
        before, energy = self._values(), self.system.energy(self.y)
        self.y[:] = memoryview(numbers)
        self.work += self.system.energy(self.y) - energy if has_energy(self.system) else 0.0
        self._handled(before)
        self._let_go_on()

    def _pulled(self, ticks: int) -> int:
        """Apply the impulse of the hand due at this tick; return the ticks to the next one, at most `ticks`.

        If that fails the hand is released.
        """
        if self.hand is None:
            return ticks
        every = max(1, round(IMPULSE_INTERVAL / self.dt))
        if self.tick % every == 0:
            before, state = self._values(), bytes(self.y)
            try:
                self.pull, work = apply_pull(self.system, self.hand, self.y, every * self.dt)
            except (BadInput, ArithmeticError, ValueError, LookupError):
                self.y[:] = memoryview(state).cast("d")
                self.hold(None)
                return ticks
            self.work += work
            self._handled(before)
        return min(ticks, every - self.tick % every)

    def _values(self) -> list[float]:
        return [invariant.value(self.system, self.y) for invariant in self.system.invariants]

    def _handled(self, before: list[float]) -> None:
        """Shift the references of the invariants by the change that a hand made, so that it is not counted as drift."""
        given = [value - old for value, old in zip(self._values(), before, strict=True)]
        self._references = {
            name: (start + part, size)
            for (name, (start, size)), part in zip(self._references.items(), given, strict=True)
        }
        self._previous = array("d", self.y)
        self._forget()

    # Snapshots ------------------------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return all data that `restore` needs."""
        return Snapshot(
            self.system, self.integrator, self.settings, self.dt, self.tick, self._times, bytes(self.y), self.memory,
            bytes(memoryview(self._previous)), self._references, self.paused, self.divergence, self.hand, self.work,
        )  # fmt: skip

    def restore(self, snapshot: Snapshot) -> None:
        """Restore a snapshot; the run continues with the same bits as it did after the snapshot."""
        self.system = snapshot.system
        self.use(snapshot.integrator.name, snapshot.settings)
        self.dt, self.tick, self._times = snapshot.dt, snapshot.tick, snapshot.times
        self.y, self._memory = memoryview(array("d", snapshot.state)), memoryview(array("d", snapshot.memory))
        self._previous = array("d", snapshot.previous)
        self._constants = memoryview(array("d", self.system.p))
        self._references = snapshot.references
        self.paused, self.divergence = snapshot.paused, snapshot.divergence
        self.hand, self.pull, self.work = snapshot.hand, np.zeros(3), snapshot.work
        self._drop_events_ahead()


def _shape_of(run: Simulation) -> native.CompileKey:
    return native.shape(run.system, run.integrator)


def _in_python(run: Simulation) -> PythonRun:
    """Return what runs ticks of the present system and method in CPython."""
    found = run._python
    if found is None or found.system is not run.system or found.method is not run.integrator:
        found = run._python = PythonRun(run.system, run.integrator)
    return found
